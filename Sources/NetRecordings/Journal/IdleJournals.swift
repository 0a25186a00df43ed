import Glibc
import LosslessJSON
import NetEngine

/// Compacts journals that no program writes any more, on a thread of its own.
///
/// A journal stays as it is when a program has opened it meanwhile, or when it has runs that can
/// still be recovered.
final class IdleJournals: Sendable {
  private let over = Lock(false)
  private let thread: OwnThread

  /// Starts at once; nil when the system has no more threads.
  init?(_ paths: [String], bound: Int, now: Int, disk: Disk) {
    let over = over
    let work: @Sendable () -> Void = {
      for path in paths { Self.compact(path, to: bound, now, disk) }
      over.withLock { $0 = true }
    }
    guard let thread = try? OwnThread(work) else { return nil }
    self.thread = thread
  }

  var isOver: Bool { over.withLock { $0 } }

  /// Waits for the end, once and not after `leave`.
  func wait() { thread.join() }

  /// Lets the thread end by itself.
  func leave() { thread.detach() }

  private static func compact(_ path: String, to bound: Int, _ now: Int, _ disk: Disk) {
    guard let old = try? JournalFile(path, creates: false) else { return }
    defer { old.close() }
    guard let left = try? Leftover(path), !left.hasCutOffRuns,
      left.setTornLineAside(disk: disk),
      var new = JournalCompactor.compact(old, to: bound, now, disk)
    else { return }
    let end = left.hasEnd ? JournalLine.end(at: now) : []
    if new.cut + new.dropped > 0 {
      guard new.file.append(end, disk: disk) == nil, disk.sync(new.file.descriptor) == 0,
        rename(new.file.path, path) == 0
      else { return new.discard() }
      NewFile.syncFolder(of: path)
    } else {
      unlink(new.file.path)
    }
    // A program that was killed may have left such bodies, even where nothing was cut.
    for name in new.unneeded.keys { unlink("\(old.bodyFolder)/\(name)") }
    rmdir(old.bodyFolder)
    new.file.close()
  }
}
