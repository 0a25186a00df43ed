import Glibc
import NetEngine

/// Where everything that is said outside the screen goes: stdout is data, stderr is talk.
///
/// It is the one writer of stdout, a rule of the house reads every file for another: so no command
/// can forget that a terminal gets what acts on nothing, and a pipe or a file the exact bytes.
/// `print` to a full disk exits with 0, and a broken pipe would end the program by a signal: here
/// every write is checked.
package nonisolated enum Output {
  /// Data could not be written.
  package struct Failure: Error, Equatable {
    let code: Int32
    /// The file it was to go to; nil is stdout.
    var path: String?

    /// What could not be written and why; empty where the reader has gone, which is nobody's fault.
    package var text: String {
      guard let path else {
        return code == EPIPE ? "" : "stdout cannot be written: \(Output.reason(code))"
      }
      return "\(path) cannot be written: \(Output.reason(code))" + (hint.map { " — \($0)" } ?? "")
    }

    private var hint: String? {
      switch code {
      case ENOENT: "make its folder first"
      case EEXIST: "choose another name, or add --force"
      case EISDIR: "name a file in that folder"
      case EACCES, EROFS, EPERM, ENOTDIR: "choose another place"
      default: nil
      }
    }

    /// 141 for a pipe nobody reads, as if by SIGPIPE; 5 for what could not be saved.
    package var exitCode: Int32 { code == EPIPE && path == nil ? 141 : 5 }
  }

  /// Whether stdout is a terminal: there people read, and bytes act.
  package static var isTerminal: Bool { isTerminal(STDOUT_FILENO) }

  /// Writes a line of data to stdout; on a terminal nothing in it acts.
  package static func data(_ line: String) throws(Failure) {
    try text(line + "\n")
  }

  /// Writes text to stdout, without adding a line end; on a terminal nothing in it acts.
  static func text(_ text: String) throws(Failure) {
    try content(Body(text))
  }

  /// Writes a body to stdout: as it is into a pipe or a file, as text that acts on no terminal.
  package static func content(_ body: Body) throws(Failure) {
    guard isTerminal else { return try bytes(body) }
    try bytes(
      body.withUnsafeBytes { bytes in
        DisplayRule().plainText(of: bytes.withMemoryRebound(to: UInt8.self) { $0 })
      })
  }

  /// Writes the head of a message: its lines end on a terminal as lines there do.
  static func head(_ head: [UInt8]) throws(Failure) {
    guard isTerminal else { return try bytes(head) }
    var lines: [UInt8] = []
    for (index, byte) in head.enumerated() {
      let isLineEnd = byte == 0x0d && index + 1 < head.count && head[index + 1] == 0x0a
      if !isLineEnd { lines.append(byte) }
    }
    try headLines(lines)
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The text as a descriptor's reader may have it: names of files and what servers say are in it.
  static func shown(_ text: String, on descriptor: Int32) -> [UInt8] {
    guard isTerminal(descriptor) else { return Array(text.utf8) }
    return Array(text.utf8).withUnsafeBufferPointer { DisplayRule().plainText(of: $0) }
  }

  static func bytes(_ bytes: [UInt8]) throws(Failure) {
    ProgressLine.clear()
    if let code = Descriptor.write(bytes, to: STDOUT_FILENO) { throw Failure(code: code) }
  }

  /// Piece by piece: it may be larger than memory likes to copy.
  private static func bytes(_ body: Body) throws(Failure) {
    for start in stride(from: 0, to: body.count, by: 1 << 20) {
      try bytes(body[start..<min(start + 1 << 20, body.count)])
    }
  }

  /// Writes one line on stderr, and ignores a failure.
  ///
  /// A line break in a name or a value of somebody's file begins no line: it is escaped.
  package static func talk(_ line: String) { talk(lines: [line]) }

  /// Writes lines of one message on stderr; only the first names the program.
  package static func talk(lines: [String]) {
    let text = lines.map(\.escapedForMessage).joined(separator: "\n")
    ProgramLog.note(.info, "stderr \(lines.joined(separator: " "))")
    ProgressLine.clear()
    _ = Descriptor.write(shown("inspector: \(text)\n", on: STDERR_FILENO), to: STDERR_FILENO)
  }

  /// Says a line for programs on stderr, where stdout is somebody else's.
  static func aside(_ line: String) {
    ProgressLine.clear()
    _ = Descriptor.write(shown(line + "\n", on: STDERR_FILENO), to: STDERR_FILENO)
  }

  /// A closed stdin, stdout or stderr is replaced by one that fails.
  ///
  /// Otherwise the next file that is opened would be taken for it.
  package static func fillClosedStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The system's words for an error number.
  package static func reason(_ code: Int32) -> String {
    String(cString: strerror(code))
  }
}
