import Glibc
import LosslessJSON
import NetEngine

extension HTTPRequest {
  /// Reads the files of the body, and notes its size where less than the whole is read.
  package mutating func readBody(limit: Int) {
    let size = body.count
    body = body.inMemory(limit: limit)
    if body.count < size { keptPartOf = keptPartOf ?? size }
  }
}

extension RequestBody {
  /// The bytes that are sent, files read: a recording does not depend on files that may change.
  ///
  /// Of more than `limit` only the beginning is read; a file that cannot be read is left out.
  fileprivate func inMemory(limit: Int) -> RequestBody {
    switch self {
    case .none, .bytes: return self
    case .file(let file): return .bytes(file.bytes(limit: limit))
    case .multipart(let parts):
      var bytes: [UInt8] = []
      for segment in parts.segments where bytes.count < limit {
        switch segment {
        case .bytes(let body): bytes += body.prefix(limit - bytes.count).bytes
        case .file(let file): bytes += file.bytes(limit: limit - bytes.count).bytes
        }
      }
      return .bytes(Body(bytes))
    }
  }
}

extension FileSource {
  fileprivate func bytes(limit: Int) -> Body {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return .empty }
    defer { close(descriptor) }
    var builder = BodyBuilder(expected: min(count, limit))
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while builder.count < limit {
      let wanted = min(buffer.count, limit - builder.count)
      let got = read(descriptor, &buffer, wanted)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      let isKept = buffer.withUnsafeBytes { bytes in
        (try? builder.append(UnsafeRawBufferPointer(rebasing: bytes[..<got]))) != nil
      }
      guard isKept else { break }
    }
    return builder.finish()
  }
}
