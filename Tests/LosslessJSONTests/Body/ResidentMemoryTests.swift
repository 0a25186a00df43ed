import Glibc
import NetEngine
import TestSupport
import Testing

/// Finished bodies and JSON tapes leave memory once newer ones need it, and nothing is lost by it.
@Suite struct ResidentMemoryTests {
  private static let megabyte = 1 << 20

  /// Bodies of 100,000 bytes that are told apart by their first byte.
  private static func bodies(
    _ count: Int, in memory: ResidentMemory, budget: MemoryBudget = MemoryBudget(limit: 1 << 30)
  ) throws -> [Body] {
    try (0..<count).map { number in
      var builder = BodyBuilder(policy: BodyPolicy(budget: budget, memory: memory))
      try builder.add(bytes(number), chunk: 9_000)
      return builder.finish()
    }
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number)] + BodyCase.pattern(99_999)
  }

  private static func hold(_ bodies: [Body]) -> Bool {
    bodies.enumerated().allSatisfy { $1.bytes == bytes($0) }
  }

  @Test func theOldestLeaveMemoryAndKeepTheirBytesAndTheirAddress() throws {
    let memory = ResidentMemory(limit: Self.megabyte)
    let budget = MemoryBudget(limit: 1 << 30)
    let bodies = try Self.bodies(100, in: memory, budget: budget)
    let places = bodies.map { $0.withUnsafeBytes(\.baseAddress) }
    memory.settle()
    #expect(memory.bytes <= Self.megabyte)
    #expect(budget.used <= Self.megabyte)
    #expect(bodies.map { $0.withUnsafeBytes(\.baseAddress) } == places)
    #expect(Self.hold(bodies))
    // Pages that were read again leave once more.
    memory.settle()
    #expect(Self.hold(bodies))
  }

  @Test func theNewestStaysWhateverItsSize() throws {
    let memory = ResidentMemory(limit: 1_000)
    let bodies = try Self.bodies(3, in: memory)
    memory.settle()
    #expect(memory.bytes > 99_999 && memory.bytes < 2 * 99_999)
    #expect(Self.hold(bodies))
  }

  @Test func aLowerLimitCountsOnce() throws {
    let memory = ResidentMemory(limit: 10 * Self.megabyte)
    let bodies = try Self.bodies(50, in: memory)
    memory.settle()
    #expect(memory.bytes >= 50 * 99_999)
    memory.settle(to: Self.megabyte)
    #expect(memory.bytes <= Self.megabyte)
    #expect(Self.hold(bodies))
  }

  @Test func freedBodiesCountForNothing() throws {
    let memory = ResidentMemory(limit: Self.megabyte)
    for _ in 0..<50 { #expect(Self.hold(try Self.bodies(5, in: memory))) }
    #expect(memory.bytes == 0)
    let bodies = try Self.bodies(200, in: memory)
    memory.settle()
    #expect(Self.hold(Array(bodies)))
    withExtendedLifetime(bodies) {}
  }

  @Test func everythingIsGivenBackOnceTheBodiesAreGone() throws {
    let memory = ResidentMemory(limit: Self.megabyte)
    let budget = MemoryBudget(limit: 1 << 30)
    do {
      let bodies = try Self.bodies(40, in: memory, budget: budget)
      memory.settle()
      withExtendedLifetime(bodies) {}
    }
    memory.settle()
    #expect(memory.bytes == 0)
    #expect(budget.used == 0)
  }

  @Test(arguments: [BodySpill(directories: ["/nonexistent/a"]), BodySpillTests.smallDisk(50_000)])
  func onAFullDiskBodiesStayInMemory(_ spill: BodySpill) throws {
    let memory = ResidentMemory(limit: Self.megabyte, spill: spill)
    let bodies = try Self.bodies(40, in: memory)
    memory.settle()
    #expect(memory.bytes >= 40 * 99_999)
    #expect(Self.hold(bodies))
  }

  @Test func bodiesAreReadWhileTheyMove() async throws {
    let memory = ResidentMemory(limit: 200_000)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          guard let bodies = try? Self.bodies(30, in: memory) else { return false }
          memory.settle()
          return Self.hold(bodies)
        }
      }
      for await isWhole in group { #expect(isWhole) }
    }
  }

  @Test(arguments: [
    (count: 100, hasPages: false), (count: 16_383, hasPages: false),
    (count: 16_384, hasPages: true), (count: 200_000, hasPages: true),
  ])
  func aBodyOfSomePagesLeavesTheHeap(_ row: (count: Int, hasPages: Bool)) throws {
    let memory = ResidentMemory(limit: .max)
    var builder = BodyBuilder(policy: BodyPolicy(memory: memory))
    try builder.add(BodyCase.pattern(row.count), chunk: 1_000)
    let body = builder.finish()
    #expect(row.hasPages == (memory.bytes >= row.count))
    #expect(body.bytes == BodyCase.pattern(row.count))
    #expect(Body(BodyCase.pattern(row.count)) == body)
  }

  /// The process's own list: other tests put their bodies there too.
  @Test func parsedDocumentsAreBoundedWithTheirTapes() async {
    await #expect(processExitsWith: .success) {
      let text = "[" + (0..<40_000).map { "\($0)" }.joined(separator: ",") + "]"
      let documents = (0..<100).map { _ in JSONDocument(Body(text)) }
      ResidentMemory.standard.settle()
      guard ResidentMemory.standard.bytes <= 8 << 20,
        documents.map(\.tapeBytes).reduce(0, +) > 30 << 20,
        documents.allSatisfy({ $0.json[39_999].rawText == "39999" })
      else { exit(1) }
    }
  }
}
