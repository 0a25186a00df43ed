import Glibc

/// Where a report goes: stdout as it is made, or a file that is there once it is whole.
nonisolated final class ReportSink {
  private let path: String?
  private var bytes: [UInt8] = []

  /// nil is stdout.
  init(_ path: String?) throws(Output.Failure) {
    self.path = path
    guard let path else { return }
    // Better now than after the requests were sent.
    if let code = Self.obstacle(path) { throw Output.Failure(code: code, path: path) }
  }

  var isStdout: Bool { path == nil }

  func write(_ text: String, _ ink: Output.Ink? = nil) throws(Output.Failure) {
    if path == nil { try Output.text(text, ink) } else { bytes += text.utf8 }
  }

  func end() throws(Output.Failure) {
    guard let path else { return }
    if let code = SavedFile.write(bytes, to: path) { throw Output.Failure(code: code, path: path) }
  }

  private static func obstacle(_ path: String) -> Int32? {
    guard !path.isEmpty, !path.utf8.contains(0) else { return ENOENT }
    var facts = stat()
    if stat(path, &facts) == 0 {
      if facts.st_mode & S_IFMT == S_IFDIR { return EISDIR }
      return access(path, W_OK) == 0 ? nil : errno
    }
    return access(SavedFile.folder(of: path), W_OK) == 0 ? nil : errno
  }
}
