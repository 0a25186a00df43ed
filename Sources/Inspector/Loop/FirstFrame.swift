import CSignals
import Glibc

/// Lets background work wait until there is something on the screen.
///
/// A file is read faster than a frame is made, and takes a core and the memory's bandwidth from it:
/// its first rows come, then the first frame, then the rest.
nonisolated final class FirstFrame: Sendable {
  /// Can be read from the moment the frame is drawn.
  private let bell = bell_make()

  deinit { close(bell) }

  func isDrawn() {
    var count: UInt64 = 1
    _ = write(bell, &count, MemoryLayout.size(ofValue: count))
  }

  /// Returns once it is drawn, or after a moment: a terminal that takes no bytes holds nothing up.
  func wait() {
    var ready = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
    _ = poll(&ready, 1, 50)
  }
}
