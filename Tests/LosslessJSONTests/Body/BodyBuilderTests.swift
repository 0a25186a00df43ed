import Glibc
import NetEngine
import TestSupport
import Testing

@Suite struct BodyBuilderTests {
  @Test(arguments: BodyCase.all, [1, 4095, 70_000])
  func chunksOfAnySizeGiveTheSameBody(_ row: BodyCase, _ chunk: Int) throws {
    // One byte at a time is for the small ones: in a file each is a system call.
    let chunk = row.size > 10_000 ? max(chunk, 997) : chunk
    #expect(try row.build(chunk: chunk).bytes == BodyCase.pattern(row.size))
  }

  @Test(arguments: BodyCase.all)
  func aSnapshotStaysAsItWas(_ row: BodyCase) throws {
    let budget = MemoryBudget(limit: 1 << 30)
    let bytes = BodyCase.pattern(row.size)
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: row.memoryLimit, budget: budget))
    var snapshots = [builder.snapshot()]
    let step = max(row.size / 23, 1)
    for start in stride(from: 0, to: row.size, by: step) {
      try builder.add(Array(bytes[start..<min(start + step, row.size)]))
      snapshots.append(builder.snapshot())
    }
    snapshots.append(builder.finish())
    try builder.add([UInt8](repeating: 0xAA, count: row.size))
    for snapshot in snapshots {
      #expect(snapshot.bytes == Array(bytes.prefix(snapshot.count)))
    }
    #expect(snapshots.map(\.count) == snapshots.map(\.count).sorted())
  }

  @Test(arguments: [0, 300_000, 32 << 20])
  func snapshotsAreReadWhileTheBodyGrows(_ memoryLimit: Int) async throws {
    let bytes = BodyCase.pattern(700_000)
    let (snapshots, feed) = AsyncStream.makeStream(of: Body.self)
    let reader = Task {
      var seen = 0
      for await snapshot in snapshots where snapshot.bytes == Array(bytes.prefix(snapshot.count)) {
        seen += 1
      }
      return seen
    }
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: memoryLimit))
    for start in stride(from: 0, to: bytes.count, by: 10_000) {
      try builder.add(Array(bytes[start..<start + 10_000]))
      feed.yield(builder.snapshot())
    }
    feed.finish()
    #expect(await reader.value == 70)
    #expect(builder.finish().bytes == bytes)
  }

  @Test func snapshotsOfAGrowingFileShareOneMapping() throws {
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: 1000))
    try builder.add(BodyCase.pattern(2000))
    let first = builder.snapshot()
    try builder.add(BodyCase.pattern(2_000_000), chunk: 64 << 10)
    let second = builder.snapshot()
    #expect(first.storage === second.storage)
    #expect(builder.finish().storage === second.storage)
  }

  /// A body that moves is there twice while it does.
  @Test(arguments: [0, 96 << 20, 80 << 20, 10]) func aLargeBodyNeverMoves(_ announced: Int) throws {
    let policy = BodyPolicy(memoryLimit: 1 << 30, budget: MemoryBudget(limit: 1 << 30))
    var builder = BodyBuilder(policy: policy)
    builder.expect(announced)
    let piece = [UInt8](repeating: 7, count: 4 << 20)
    try builder.add(piece)
    let first = builder.snapshot().storage
    while builder.count < 80 << 20 { try builder.add(piece) }
    #expect(builder.snapshot().storage === first)
    let body = builder.finish()
    #expect(body[0] == 7 && body[body.count - 1] == 7)
  }

  @Test func aBuilderStartsAgainAfterFinish() throws {
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: 10))
    try builder.add(BodyCase.pattern(50))
    let first = builder.finish()
    let isEmpty = builder.count == 0 && !builder.isSpilled
    #expect(isEmpty)
    try builder.add([1, 2, 3])
    #expect(builder.finish() == Body([1, 2, 3] as [UInt8]))
    #expect(first.bytes == BodyCase.pattern(50))
  }

  @Test(arguments: [0, 1, 50, 100, 101, 1 << 40])
  func theAnnouncedLengthIsOnlyAHint(_ expected: Int) throws {
    let budget = MemoryBudget(limit: 1 << 30)
    for size in [1, 100, 300_000] {
      var builder = BodyBuilder(policy: BodyPolicy(budget: budget), expected: expected)
      try builder.add(BodyCase.pattern(size), chunk: 10_000)
      #expect(builder.finish().bytes == BodyCase.pattern(size))
    }
  }

  @Test func afterAFailureNothingMoreIsTaken() throws {
    let spill = BodySpill(directories: ["/nonexistent/a"])
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: 100_000, spill: spill))
    // The second piece has room of twice the first made for it: some is left.
    try builder.add([UInt8](repeating: 1, count: 30_000))
    try builder.add([UInt8](repeating: 1, count: 10_000))
    for count in [70_000, 1, 1] {
      do {
        try builder.add([UInt8](repeating: 2, count: count))
        Issue.record("\(count) bytes are taken")
      } catch {
        #expect((error as? BodyError)?.kept == 40_000)
      }
    }
    let body = builder.finish()
    #expect(body.bytes == [UInt8](repeating: 1, count: 40_000))
  }

  @Test func anAnnouncedGiantGoesToDiskBeforeTheLimit() throws {
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: 8 << 20), expected: 9 << 20)
    try builder.add(BodyCase.pattern(256 << 10))
    let before = builder.isSpilled
    try builder.add([1])
    let after = builder.isSpilled
    #expect(!before)
    #expect(after)
  }
}

@Suite struct MemoryBudgetTests {
  @Test(arguments: BodyCase.all)
  func everythingIsGivenBack(_ row: BodyCase) throws {
    let budget = MemoryBudget(limit: 1 << 30)
    do {
      let body = try row.build(chunk: 5000, budget: budget)
      if body.isSpilled {
        #expect(budget.used == 0)
      } else {
        #expect(budget.used >= row.size)
        #expect(budget.used <= row.size * 2 + 8192)
      }
      withExtendedLifetime(body) {}
    }
    #expect(budget.used == 0)
  }

  @Test func theLimitIsExact() {
    let budget = MemoryBudget(limit: 10)
    #expect(!budget.take(11))
    #expect(budget.take(10))
    #expect(!budget.take(1))
  }

  @Test func whatMovesToPagesIsPaidForWhole() throws {
    let budget = MemoryBudget(limit: 700_000)
    var builder = BodyBuilder(policy: BodyPolicy(budget: budget))
    try builder.add(BodyCase.pattern(200_000))
    try builder.add(BodyCase.pattern(200_000))
    let isSpilled = builder.isSpilled
    #expect(!isSpilled && budget.used >= 400_000)
  }

  @Test func aSnapshotKeepsItsShare() throws {
    let budget = MemoryBudget(limit: 1 << 30)
    var kept: Body?
    do {
      var builder = BodyBuilder(policy: BodyPolicy(budget: budget))
      try builder.add(BodyCase.pattern(1000))
      kept = builder.snapshot()
    }
    #expect(budget.used >= 1000)
    #expect(kept?.bytes == BodyCase.pattern(1000))
    kept = nil
    #expect(budget.used == 0)
  }

  @Test func aBodyThatDoesNotFitSpills() throws {
    let budget = MemoryBudget(limit: 3 << 20)
    let row = BodyCase(id: "", size: 1_900_000, memoryLimit: 32 << 20)
    let first = try row.build(chunk: 10_000, budget: budget)
    let second = try row.build(chunk: 10_000, budget: budget)
    #expect(!first.isSpilled)
    #expect(second.isSpilled)
    #expect(first == second)
    #expect(budget.used <= budget.limit)
  }

  @Test func aBodySpillsInTheMiddleOfItsPages() throws {
    let budget = MemoryBudget(limit: 1 << 20)
    let row = BodyCase(id: "", size: 1_900_000, memoryLimit: 32 << 20)
    let body = try row.build(chunk: 10_000, budget: budget)
    #expect(body.isSpilled)
    #expect(body.bytes == BodyCase.pattern(row.size))
    #expect(budget.used == 0)
  }

  @Test func theLastOfTheBudgetIsUsed() throws {
    let budget = MemoryBudget(limit: 2 << 20)
    let row = BodyCase(id: "", size: 1_900_000, memoryLimit: 32 << 20)
    #expect(try !row.build(chunk: 10_000, budget: budget).isSpilled)
  }

  @Test func aSmallBodyNeverSpillsForTheBudget() throws {
    let budget = MemoryBudget(limit: 10)
    let row = BodyCase(id: "", size: 64 << 10, memoryLimit: 32 << 20)
    #expect(try !row.build(chunk: 5000, budget: budget).isSpilled)
    #expect(budget.used == 0)
  }

  @Test func manyThreadsLeaveNothingBehind() async {
    let budget = MemoryBudget(limit: 5 << 20)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          let row = BodyCase(id: "", size: 300_000 + number, memoryLimit: 32 << 20)
          return (0..<10).allSatisfy { _ in
            (try? row.build(chunk: 20_000, budget: budget).count) == row.size
          }
        }
      }
      for await worked in group { #expect(worked) }
    }
    #expect(budget.used == 0)
  }
}
