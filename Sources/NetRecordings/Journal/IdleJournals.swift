import Glibc
import LosslessJSON
import NetEngine

/// Compacts journals that no program writes any more, on a thread of its own.
///
/// A journal stays as it is when a program has opened it meanwhile, or when it has runs that can
/// still be recovered.
final class IdleJournals: Sendable {
  private struct State {
    var isOver = false
    var (cut, dropped) = (0, 0)
  }

  private let state = Lock(State())
  private let thread: OwnThread

  /// Starts at once; nil when the system has no more threads.
  init?(_ paths: [String], bound: Int, now: Int, disk: Disk) {
    let state = state
    let work: @Sendable () -> Void = {
      for path in paths {
        let (cut, dropped) = Self.compact(path, to: bound, now, disk)
        state.withLock { ($0.cut, $0.dropped) = ($0.cut + cut, $0.dropped + dropped) }
      }
      state.withLock { $0.isOver = true }
    }
    guard let thread = try? OwnThread(work) else { return nil }
    self.thread = thread
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Waits for the end, once and not after `leave`; how many exchanges lost a body, and how many
  /// are gone.
  func wait() -> (cut: Int, dropped: Int) {
    thread.join()
    return state.withLock { ($0.cut, $0.dropped) }
  }

  /// Lets the thread end by itself.
  func leave() { thread.detach() }

  private static func compact(
    _ path: String, to bound: Int, _ now: Int, _ disk: Disk
  ) -> (cut: Int, dropped: Int) {
    guard let old = try? JournalFile(path, creates: false) else { return (0, 0) }
    defer { old.close() }
    guard let left = try? Leftover(path), !left.hasCutOffRuns,
      (try? left.setTornLineAside(disk: disk)) != nil,
      var new = JournalCompactor.compact(old, to: bound, now, disk)
    else { return (0, 0) }
    let end = left.hasEnd ? JournalLine.end(at: now) : []
    if new.cut + new.dropped > 0 {
      guard new.file.append(end, disk: disk) == nil, disk.sync(new.file.descriptor) == 0,
        rename(new.file.path, path) == 0
      else {
        new.discard()
        return (0, 0)
      }
      NewFile.syncFolder(of: path)
    } else {
      unlink(new.file.path)
    }
    // A program that was killed may have left such bodies, even where nothing was cut.
    for name in new.unneeded.keys { unlink("\(old.bodyFolder)/\(name)") }
    rmdir(old.bodyFolder)
    new.file.close()
    return (new.cut, new.dropped)
  }
}
