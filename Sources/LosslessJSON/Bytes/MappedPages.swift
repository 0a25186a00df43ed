import Glibc

/// Pages at an address that never moves: anonymous memory, or a file that is mapped there.
///
/// Pages of a finished body or tape belong to a ``ResidentMemory``, which may move them to a file.
/// The address and the bytes stay the same, so a thread may read them meanwhile.
///
/// `@unchecked Sendable`: the builder alone changes the pages until `finish(in:)`; after that only
/// the thread that took them from the list of ``ResidentMemory`` does, and at last `deinit`. Pages of
/// a file are on that list while they grow: their length is behind a lock.
package final class MappedPages: @unchecked Sendable {
  package let base: UnsafeMutableRawPointer
  /// Bytes of address space behind `base`; locked while pages are unmapped or dropped.
  private let extent: Lock<Int>
  /// Whether the bytes come from a file, so that the kernel can drop and reread them.
  package private(set) var isInFile: Bool
  var charge = MemoryCharge()
  /// Counts the pages as resident; nil before `finish(in:)` and for pages of a file.
  var memory: ResidentMemory?

  private init(_ base: UnsafeMutableRawPointer, _ length: Int, isInFile: Bool) {
    (self.base, extent, self.isInFile) = (base, Lock(length), isInFile)
  }

  /// Takes over an anonymous mapping.
  convenience init(adopting base: UnsafeMutableRawPointer, length: Int) {
    self.init(base, length, isInFile: false)
  }

  /// Bytes of address space behind `base`.
  package var length: Int { extent.withLock { $0 } }

  deinit {
    munmap(base, length)
    memory?.forget(length)
    charge.giveBack()
  }

  /// Reserves address space; memory comes page by page with the bytes.
  static func anonymous(_ length: Int) -> MappedPages? {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    return map(mmap(nil, length, PROT_READ | PROT_WRITE, flags, -1, 0), length, isInFile: false)
  }

  /// Maps a file that is still growing.
  ///
  /// The mapping reaches far behind the end of the file: bytes that are written later appear in it
  /// without a new mapping. Reading behind the end is a bus error.
  static func file(_ descriptor: Int32, _ length: Int) -> MappedPages? {
    map(mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0), length, isInFile: true)
  }

  private static func map(
    _ base: UnsafeMutableRawPointer?, _ length: Int, isInFile: Bool
  ) -> MappedPages? {
    guard let base, base != MAP_FAILED else { return nil }
    return MappedPages(base, length, isInFile: isInFile)
  }

  /// Asks for large pages behind the first `offset` bytes; the kernel may have none.
  func preferHugePages(from offset: Int) {
    guard offset < length else { return }
    _ = madvise(base + offset, length - offset, MADV_HUGEPAGE)
  }

  /// Gives back the address space and the charge behind the first `count` bytes.
  func trim(to count: Int) {
    let kept = max(Self.aligned(count), Self.size)
    extent.withLock { length in
      guard kept < length else { return }
      munmap(base + kept, length - kept)
      length = kept
    }
    charge.reduce(to: kept)
  }

  /// Hands the pages over: their bytes do not change any more.
  func finish(in memory: ResidentMemory) { memory.add(self) }

  /// Writes the bytes to a file without a name and maps it in their place; false when the disk
  /// takes no more.
  ///
  /// `MAP_FIXED` replaces the mapping in one step: a thread that reads sees the same bytes.
  func moveToFile(of spill: BodySpill) -> Bool {
    guard !isInFile, let file = try? BodySpillFile(in: spill),
      file.append(UnsafeRawBufferPointer(start: base, count: length)).code == nil
    else { return false }
    let flags = MAP_SHARED | MAP_FIXED
    guard mmap(base, length, PROT_READ, flags, file.descriptor, 0) != MAP_FAILED else {
      return false
    }
    isInFile = true
    charge.giveBack()
    return true
  }

  /// Takes pages of a file out of the process's memory; reading them maps them again.
  func dropResident() {
    guard isInFile else { return }
    _ = extent.withLock { madvise(base, $0, MADV_DONTNEED) }
  }

  /// Bytes of a page.
  static let size = Int(sysconf(Int32(_SC_PAGESIZE)))

  static func aligned(_ count: Int) -> Int { count.saturatingSum(size - 1) & ~(size - 1) }
}

/// The bytes that pages or a heap object took from a budget.
package struct MemoryCharge {
  private(set) var bytes = 0
  private var budget: MemoryBudget?

  /// Notes bytes that were taken from `budget`.
  mutating func add(_ bytes: Int, to budget: MemoryBudget) {
    self.budget = budget
    self.bytes += bytes
  }

  mutating func reduce(to kept: Int) {
    guard bytes > kept else { return }
    budget?.giveBack(bytes - kept)
    bytes = kept
  }

  mutating func giveBack() { reduce(to: 0) }
}
