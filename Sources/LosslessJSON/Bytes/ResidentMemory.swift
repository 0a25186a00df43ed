/// Keeps the newest finished bodies and JSON tapes in memory and moves older ones to files.
///
///     finished ─► the newest 8 MiB in memory ─► over the limit: written to an unlinked file and
///                                               mapped at the same address (``MappedPages``)
///
/// Reading an old body brings it back page by page. Once a second all pages of files leave the
/// process's memory, so that bodies read long ago do not add up. On a full disk the pages stay in
/// memory, and ``MemoryBudget`` bounds them.
package final class ResidentMemory: Sendable {
  /// The process's bodies and tapes: 8 MiB stay in memory, and the newest whatever its size.
  package static let standard = ResidentMemory(limit: 8 << 20)

  /// Bytes from which a body or a tape gets pages of its own: less stays on the heap.
  package static let pagesFrom = 16 << 10

  private let limit: Int
  private let spill: BodySpill
  private let state = Lock(State())
  /// A lock of its own: pages may be freed while `state` is locked.
  private let resident = Lock(0)
  /// Locked by the thread that moves pages.
  private let turn = Lock(())

  fileprivate struct State {
    /// Anonymous pages, oldest first, from `first` on; some may have been freed since.
    var inMemory: [Reference] = []
    var first = 0
    /// Pages of files; some may have been freed since.
    var inFiles: [Reference] = []
    /// The lengths of the lists at which freed pages are removed from them.
    var cleanedAt = (inMemory: 64, inFiles: 64)
    var isWorking = false
    /// The last time that pages of files were dropped, in microseconds.
    var dropped: UInt64 = 0
  }

  fileprivate struct Reference: Sendable {
    weak var pages: MappedPages?
  }

  package init(limit: Int, spill: BodySpill = .standard) {
    (self.limit, self.spill) = (limit, spill)
  }

  /// Anonymous bytes of finished bodies and tapes that live.
  package var bytes: Int { resident.withLock { $0 } }

  /// Takes pages whose bytes do not change any more.
  func add(_ pages: MappedPages) {
    if !pages.isInFile {
      pages.memory = self
      resident.withLock { $0 += pages.length }
    }
    state.withLock { $0.append(pages) }
    look()
  }

  /// Takes note of freed pages.
  func forget(_ bytes: Int) { resident.withLock { $0 -= bytes } }

  /// Begins to work if there is something to do.
  func look() {
    let isOver = bytes > limit
    guard state.withLock({ $0.begin(isOver: isOver) }) else { return }
    // A thread of its own: the disk may be slow, and the caller may carry transfers.
    let thread = try? OwnThread {
      self.settle()
      self.state.withLock { $0.isWorking = false }
    }
    if let thread { thread.detach() } else { state.withLock { $0.isWorking = false } }
  }

  /// Moves the oldest pages to files until the rest is within the limit, and drops those of files.
  ///
  /// `lower` is a limit for this once, of a program that has nothing else to do.
  package func settle(to lower: Int = .max) {
    let most = min(limit, lower)
    turn.withLock { _ in
      while bytes > most, let pages = state.withLock({ $0.takeOldest() }) {
        let isMoved = pages.moveToFile(of: spill)
        if isMoved {
          pages.memory = nil
          forget(pages.length)
        }
        state.withLock { $0.append(pages) }
        if !isMoved { break }
      }
      for reference in state.withLock({ $0.filesToDrop() }) { reference.pages?.dropResident() }
    }
  }
}

extension ResidentMemory.State {
  mutating func append(_ pages: MappedPages) {
    if pages.isInFile {
      inFiles.append(ResidentMemory.Reference(pages: pages))
      if inFiles.count >= cleanedAt.inFiles { cleanFiles() }
    } else {
      inMemory.append(ResidentMemory.Reference(pages: pages))
      if inMemory.count >= cleanedAt.inMemory { cleanMemory() }
    }
  }

  private mutating func cleanMemory() {
    inMemory = inMemory[first...].filter { $0.pages != nil }
    (first, cleanedAt.inMemory) = (0, max(64, 2 * inMemory.count))
  }

  private mutating func cleanFiles() {
    inFiles = inFiles.filter { $0.pages != nil }
    cleanedAt.inFiles = max(64, 2 * inFiles.count)
  }

  /// Whether pages are to be moved, or those of files were dropped more than a second ago.
  mutating func begin(isOver: Bool) -> Bool {
    guard !isWorking else { return false }
    let isDue = !inFiles.isEmpty && MonotonicClock.microseconds > dropped + 1_000_000
    isWorking = isDue || isOver && first < inMemory.count - 1
    return isWorking
  }

  /// The oldest pages in memory, but never the newest of all.
  mutating func takeOldest() -> MappedPages? {
    while first < inMemory.count - 1 {
      first += 1
      if let pages = inMemory[first - 1].pages { return pages }
    }
    return nil
  }

  mutating func filesToDrop() -> [ResidentMemory.Reference] {
    dropped = MonotonicClock.microseconds
    cleanFiles()
    return inFiles
  }
}
