import Glibc
import NetEngine
import TestSupport
import Testing

@Suite struct BodySpillTests {
  @Test(arguments: [true, false])
  func theFileHasNoNameAndOneReader(_ nameless: Bool) throws {
    let folder = try TestFolder()
    var spill = BodySpill(directories: [folder.path])
    spill.prefersNameless = nameless
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: 10, spill: spill))
    try builder.add(BodyCase.pattern(1000))
    let descriptor = builder.spillDescriptor ?? -1
    var status = stat()
    #expect(fstat(descriptor, &status) == 0)
    #expect(status.st_nlink == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    #expect(status.st_mode & S_IFMT == S_IFREG)
    #expect(status.st_size == 1000)
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    #expect(folder.names.isEmpty)
    #expect(builder.finish().bytes == BodyCase.pattern(1000))
  }

  @Test func theDescriptorIsClosedWhenTheBodyIsWhole() throws {
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: 10))
    try builder.add(BodyCase.pattern(1000))
    let descriptor = builder.spillDescriptor ?? -1
    var before = stat()
    fstat(descriptor, &before)
    let body = builder.finish()
    // Another test may have the number by now, but not this file.
    var after = stat()
    let isOpen = fstat(descriptor, &after) == 0 && after.st_ino == before.st_ino
    #expect(!isOpen || after.st_dev != before.st_dev)
    #expect(body.bytes == BodyCase.pattern(1000))
  }

  @Test func theNextFolderIsTriedWhenOneIsMissing() throws {
    let folder = try TestFolder()
    let spill = BodySpill(directories: ["/nonexistent/folder", folder.path])
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: 10, spill: spill))
    try builder.add(BodyCase.pattern(1000))
    let isSpilled = builder.isSpilled
    #expect(isSpilled)
    #expect(builder.finish().bytes == BodyCase.pattern(1000))
  }

  @Test func noFolderAtAllIsAnErrorThatKeepsTheMemory() throws {
    let spill = BodySpill(directories: ["/nonexistent/a", "/nonexistent/b"])
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: 100, spill: spill))
    try builder.add(BodyCase.pattern(90))
    let error = BodyError(step: .create, directory: "/nonexistent/b", code: ENOENT, kept: 90)
    #expect(throws: error) { try builder.add(BodyCase.pattern(20)) }
    #expect(throws: error) { try builder.add([1]) }
    let failure = builder.failure
    #expect(failure == error)
    #expect(builder.snapshot().bytes == BodyCase.pattern(90))
    #expect(builder.finish().bytes == BodyCase.pattern(90))
  }

  /// A disk of `room` bytes that also writes in short steps and is interrupted at every third.
  static func smallDisk(_ room: Int) -> BodySpill {
    var spill = BodySpill.standard
    spill.write = { descriptor, bytes in
      let size = Int(lseek(descriptor, 0, SEEK_CUR))
      if size >= room {
        errno = ENOSPC
        return -1
      }
      if Int.random(in: 0..<3) == 0 {
        errno = EINTR
        return -1
      }
      return write(descriptor, bytes.baseAddress, min(bytes.count, room - size, 700))
    }
    return spill
  }

  @Test(arguments: [100, 101, 5000, 99_999])
  func aFullDiskKeepsWhatWasWritten(_ room: Int) throws {
    let policy = BodyPolicy(memoryLimit: 100, spill: Self.smallDisk(room))
    var builder = BodyBuilder(policy: policy)
    try builder.add(BodyCase.pattern(100))
    var seen: BodyError?
    do {
      try builder.add(Array(BodyCase.pattern(200_000)[100...]), chunk: 3000)
    } catch { seen = error as? BodyError }
    #expect(seen?.step == .write)
    #expect(seen?.code == ENOSPC)
    #expect(seen?.kept == room)
    #expect(builder.snapshot().bytes == BodyCase.pattern(room))
    #expect(builder.finish().bytes == BodyCase.pattern(room))
  }

  @Test func aDiskThatIsFullAtOnceKeepsTheMemory() throws {
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: 100, spill: Self.smallDisk(50)))
    try builder.add(BodyCase.pattern(100))
    #expect(throws: BodyError.self) { try builder.add([1]) }
    #expect(builder.finish().bytes == BodyCase.pattern(100))
  }

  @Test func shortAndInterruptedWritesLoseNothing() throws {
    let policy = BodyPolicy(memoryLimit: 100, spill: Self.smallDisk(.max))
    var builder = BodyBuilder(policy: policy)
    try builder.add(BodyCase.pattern(50_000), chunk: 1500)
    #expect(builder.finish().bytes == BodyCase.pattern(50_000))
  }

  @Test func theMessageNamesTheFolderTheReasonAndTheNextStep() {
    let error = BodyError(step: .write, directory: "/var/tmp", code: ENOSPC, kept: 4096)
    #expect(
      "\(error)" == "cannot write to the spill file in '/var/tmp': No space left on device; "
        + "4096 bytes of the body are kept — free some space, or set TMPDIR to a larger disk")
  }

  // Memory is measured in a process of its own: other tests run in this one.
  @Test(.enabled(if: AnonymousMemory.isMeasurable))
  func anEndlessBodyTakesNoMemory() async {
    await #expect(processExitsWith: .success) {
      try Self.fill(megabytes: 40, memoryLimit: 1 << 20, mayGrow: 3 << 20)
    }
  }

  @Test(.enabled(if: getenv("INSPECTOR_DEEP") != nil))
  func threeHundredMegabytesTakeNoMemory() async {
    await #expect(processExitsWith: .success) {
      try Self.fill(megabytes: 300, memoryLimit: 32 << 20, mayGrow: 34 << 20)
    }
  }

  /// Fills a body, looks at it all the while, and compares the process's memory before and after.
  static func fill(megabytes: Int, memoryLimit: Int, mayGrow: Int) throws {
    let chunk = BodyCase.pattern(64 << 10)
    let before = AnonymousMemory.bytes
    var peak = before
    var builder = BodyBuilder(policy: BodyPolicy(memoryLimit: memoryLimit))
    for round in 0..<megabytes * 16 {
      try builder.add(chunk)
      if round % 100 == 0 {
        peak = max(peak, AnonymousMemory.bytes)
        let seen = builder.snapshot()
        #expect(seen[seen.count - chunk.count..<seen.count] == chunk)
      }
    }
    let body = builder.finish()
    peak = max(peak, AnonymousMemory.bytes)
    #expect(body.count == megabytes << 20)
    #expect(body.isSpilled)
    #expect(before > 0)
    #expect(peak - before < mayGrow, "grew by \(peak - before) bytes")
  }
}
