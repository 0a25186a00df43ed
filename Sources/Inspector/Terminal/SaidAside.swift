internal import CPlatform
import Glibc
import InspectorCommands

/// Keeps what is printed while the screen is up, and says it afterwards.
///
/// A plugin that prints, or the runtime's "Fatal error: …", would be drawn over the screen and then
/// be lost with it.
struct SaidAside {
  /// The file in memory that stands in for stdout and stderr; -1 when there is none.
  let log: Int32
  private let output: Int32
  /// The real stderr.
  let error: Int32

  /// Moves both streams aside; without memory for a file they stay where they are.
  init() {
    fflush(nil)
    log = crash_memory_file()
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
  }

  func begin() {
    guard log >= 0, output >= 0, error >= 0 else { return }
    dup2(log, STDOUT_FILENO)
    dup2(log, STDERR_FILENO)
  }

  /// Puts the streams back and says on stderr what was said meanwhile.
  func end() {
    fflush(nil)
    if log >= 0, output >= 0, error >= 0 {
      dup2(output, STDOUT_FILENO)
      dup2(error, STDERR_FILENO)
      repeatAll()
    }
    for descriptor in [log, output, error] where descriptor >= 0 { close(descriptor) }
  }

  private func repeatAll() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    var place = 0
    let end = crash_said_count(log)
    while place < end {
      let count = pread(log, &chunk, min(chunk.count, end - place), place)
      guard count > 0 else { return }
      place += count
      guard Descriptor.write(chunk[..<count], to: STDERR_FILENO) == nil else { return }
    }
  }
}
