import Glibc

/// Reads a file that a person named on the command line.
nonisolated enum TextFile {
  /// Why a file cannot be used; ends the program with 2.
  struct Problem: Error, Equatable {
    let path: String
    let what: String

    var text: String { "\(path): \(what)" }
  }

  /// More than this is no text that somebody wrote.
  static let limit = 16 << 20

  /// The whole file; `-` is stdin.
  static func read(_ path: String) throws(Problem) -> [UInt8] {
    // A path would end at a NUL and name another file.
    guard !path.utf8.contains(0) else { throw Problem(path: path, what: "the name holds a NUL") }
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problem(path: path, what: Output.reason(errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Problem(path: path, what: Output.reason(errno)) }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw Problem(path: path, what: "longer than \(limit >> 20) MiB")
      }
    }
  }
}
