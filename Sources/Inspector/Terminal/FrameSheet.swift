internal import CNcurses
import Glibc
import InspectorCommands

/// Where ncurses writes while it draws, so that a frame reaches the terminal in one write.
///
/// Left alone, ncurses writes whenever it has moved the cursor: a hundred small writes a frame, of
/// which each wakes whoever shows the terminal, is a packet of its own on its way through SSH, and
/// lets half a frame be seen.
package final class FrameSheet {
  /// The descriptor ncurses knows.
  private let output: Int32
  /// Where that leads when nothing is drawn, and where a frame is written.
  let terminal: Int32
  /// A file in memory, written anew by every frame.
  private let sheet: Int32
  private var bytes: [UInt8] = []

  /// Nil where the system has no file in memory to give: then frames go out in pieces.
  package init?(output: Int32) {
    self.output = output
    terminal = fcntl(output, F_DUPFD_CLOEXEC, 3)
    sheet = nc_memory_file()
    guard terminal >= 0, sheet >= 0 else {
      Glibc.close(terminal)
      Glibc.close(sheet)
      return nil
    }
  }

  /// Keeps what is written from now on for the next frame.
  package func hold() { _ = nc_lead(output, sheet) }

  /// Runs what draws, then writes all that it has written and what was held.
  package func gather(_ draw: () -> Void) {
    guard nc_lead(output, sheet) >= 0 else { return draw() }
    draw()
    while nc_lead(output, terminal) < 0, errno == EINTR || errno == EBUSY {}
    let count = Int(lseek(sheet, 0, SEEK_CUR))
    lseek(sheet, 0, SEEK_SET)
    guard count > 0 else { return }
    if bytes.count < count { bytes = [UInt8](repeating: 0, count: count * 2) }
    let read = bytes.withUnsafeMutableBytes { pread(sheet, $0.baseAddress, count, 0) }
    guard read > 0 else { return }
    _ = Descriptor.write(bytes[..<read], to: terminal)
  }
}
