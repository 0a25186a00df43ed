import Glibc
import LosslessJSON
import NetEngine

/// A compaction on a thread of its own, so that no request waits for the disk.
///
///     thread     reads the journal, writes what stays into NAME.jsonl.new, brings that to the disk
///     recorder   with its next line: copies the lines added meanwhile, renames the new file
///
/// Until the rename, the old journal has every line.
final class JournalCompactor: Sendable {
  /// A new journal that is on the disk and not in its place yet.
  struct NewJournal: Sendable {
    var file: JournalFile
    /// So many bytes of the old journal are accounted for in the new one.
    var copied: Int
    /// The bodies that the new journal does not need, and their sizes.
    var unneeded: [String: Int]
    /// Exchanges that lost a body, and exchanges that are gone.
    var cut: Int
    var dropped: Int

    func discard() {
      unlink(file.path)
      file.close()
    }
  }

  private struct State {
    var result: NewJournal?
    var isOver = false
    var isCancelled = false
  }

  let startedAt: Int
  private let state = Lock(State())
  private let thread: OwnThread

  /// Starts at once; nil when the system has no more threads.
  init?(_ journal: JournalFile, bound: Int, now: Int, disk: Disk) {
    startedAt = now
    let state = state
    let work: @Sendable () -> Void = {
      let result = Self.compact(journal, to: bound, now, disk)
      let isWanted = state.withLock { state in
        if !state.isCancelled { (state.result, state.isOver) = (result, true) }
        return !state.isCancelled
      }
      if !isWanted { result?.discard() }
    }
    guard let thread = try? OwnThread(work) else { return nil }
    self.thread = thread
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Waits for the end, once and not after `cancel`; nil when the compaction failed.
  func result() -> NewJournal? {
    thread.join()
    return state.withLock { $0.result }
  }

  /// Leaves the journal as it is.
  func cancel() {
    let result = state.withLock { state in
      state.isCancelled = true
      return state.result
    }
    result?.discard()
    thread.detach()
  }

  static func compact(
    _ journal: JournalFile, to bound: Int, _ now: Int, _ disk: Disk
  ) -> NewJournal? {
    guard let left = try? Leftover(journal.path) else { return nil }
    let compaction = JournalCompaction(
      left, bodyFolder: journal.bodyFolder, bound: bound, now: now)
    guard let file = try? JournalFile(journal.newPath) else { return nil }
    var new = NewJournal(
      file: file, copied: left.wholeBytes, unneeded: compaction.unneeded, cut: compaction.cut,
      dropped: compaction.dropped)
    // A killed program may have left such a file.
    guard new.file.cut(to: 0), new.file.append(JournalLine.head(at: now), disk: disk) == nil,
      new.file.append(compaction.lines, disk: disk) == nil, disk.sync(file.descriptor) == 0,
      // The recorder went on meanwhile; the second sync has little to do.
      new.copyLines(of: journal.path, disk: disk), disk.sync(file.descriptor) == 0
    else {
      new.discard()
      return nil
    }
    return new
  }
}

extension JournalCompactor.NewJournal {
  /// Copies the whole lines behind those that were copied before; false when the disk refuses them.
  mutating func copyLines(of path: String, disk: Disk) -> Bool {
    guard let now = try? MappedFile(path, limit: .max) else { return false }
    let rest = now.buffer.dropFirst(copied)
    guard let end = rest.lastIndex(of: 0x0a) else { return true }
    let lines = UnsafeRawBufferPointer(rebasing: rest[...end])
    guard file.append(lines, disk: disk) == nil else { return false }
    copied += lines.count
    return true
  }
}
