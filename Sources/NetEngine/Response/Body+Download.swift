import Glibc
import LosslessJSON

extension Body {
  /// Writes the body to a new file beside its place and moves it there once it is whole.
  ///
  /// The file is 0600 until it is complete, and what stands at the path stays until then.
  package func write(to destination: DownloadDestination) throws(TransportError) {
    let path = destination.path
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw Self.storage("'\(String(shown: Array(path.utf8)))' is not a file name")
    }
    if !destination.overwrites, access(path, F_OK) == 0 {
      throw Self.storage("'\(path)' is already there")
    }
    let temporary = path + ".part-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.storage(temporary, errno) }
    var problem = withUnsafeBytes { $0.writeAll(to: file).code }
    if problem == nil, fdatasync(file) != 0 { problem = errno }
    close(file)
    if problem == nil { problem = Self.move(temporary, to: destination) }
    if let problem {
      unlink(temporary)
      throw Self.storage(path, problem)
    }
  }

  /// A link fails where a rename would replace what somebody else made in the meantime.
  private static func move(_ temporary: String, to destination: DownloadDestination) -> Int32? {
    if destination.overwrites { return rename(temporary, destination.path) == 0 ? nil : errno }
    guard link(temporary, destination.path) == 0 else { return errno }
    unlink(temporary)
    return nil
  }

  private static func storage(_ path: String, _ code: Int32) -> TransportError {
    storage("'\(path)': \(String(cString: strerror(code)))")
  }

  private static func storage(_ detail: String) -> TransportError {
    TransportError(.storage, phase: .receiving, detail: detail)
  }
}
