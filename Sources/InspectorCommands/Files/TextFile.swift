import Glibc
import NetEngine

/// Reads a file that a person named on the command line.
package nonisolated enum TextFile {
  /// Why a file cannot be used; ends the program with 2.
  package struct Problem: Error, Equatable {
    package let path: String
    package let what: String

    package init(path: String, what: String) { (self.path, self.what) = (path, what) }

    package var text: String { "\(path): \(what)" }
  }

  /// More than this is no text that somebody wrote.
  static let limit = 16 << 20

  /// The whole file; `-` is stdin.
  package static func read(_ path: String) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    try pieces(of: path) { (piece) throws(Problem) in
      bytes += piece
      guard bytes.count <= limit else {
        throw Problem(path: path, what: "longer than \(limit >> 20) MiB")
      }
    }
    return bytes
  }

  /// All of a plain file, links followed; a FIFO or a device is refused, because it may block.
  package static func plain(_ path: String) throws(Problem) -> [UInt8] {
    do throws(ConfinedFolder.Refusal) {
      return try ConfinedFolder.read(chosen: path, limit: limit)
    } catch {
      throw Problem(path: path, what: error.why)
    }
  }

  /// What is at a path: its `st_mode`.
  @discardableResult
  package static func kind(of path: String) throws(Problem) -> mode_t {
    guard !path.utf8.contains(0) else { throw Problem(path: path, what: "the name holds a NUL") }
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw Problem(path: path, what: Output.reason(errno)) }
    return facts.st_mode & S_IFMT
  }

  /// The first bytes of a file.
  package static func start(of path: String) throws(Problem) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    guard count >= 0 else { throw Problem(path: path, what: Output.reason(errno)) }
    return Array(chunk[..<count])
  }

  /// Opens a file to read it.
  package static func open(_ path: String) throws(Problem) -> Int32 {
    // A path would end at a NUL and name another file.
    guard !path.utf8.contains(0) else { throw Problem(path: path, what: "the name holds a NUL") }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problem(path: path, what: Output.reason(errno)) }
    return descriptor
  }

  /// More than this is not looked at: neither `/dev/zero` nor a disk image ends otherwise.
  package static let bodyLimit = 1 << 30

  /// The whole file as a body, which may be larger than memory likes to hold; `-` is stdin.
  package static func body(_ path: String) throws(Problem) -> Body {
    var builder = BodyBuilder()
    try pieces(of: path) { (piece) throws(Problem) in
      guard builder.count + piece.count <= bodyLimit else {
        throw Problem(path: path, what: "longer than \(bodyLimit >> 30) GiB")
      }
      do throws(BodyError) {
        try builder.append(piece)
      } catch {
        throw Problem(path: path, what: "\(error)")
      }
    }
    return builder.finish()
  }

  private static func pieces(
    of path: String, _ take: (UnsafeRawBufferPointer) throws(Problem) -> Void
  ) throws(Problem) {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : try open(path)
    guard descriptor >= 0 else { throw Problem(path: path, what: Output.reason(errno)) }
    defer { close(descriptor) }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = Glibc.read(descriptor, chunk.baseAddress, chunk.count)
      if count == 0 { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Problem(path: path, what: Output.reason(errno)) }
      try take(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
  }
}
