import LosslessJSON

extension RequestBody {
  /// All bytes of the body in one piece, files read; nil when a file cannot be read any more.
  package var collected: Body? {
    switch self {
    case .none: return .empty
    case .bytes(let body): return body
    case .file, .multipart:
      let reader = RequestBodyReader(self)
      var builder = BodyBuilder(expected: count)
      return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
        while true {
          guard case .success(let count) = reader.read(into: buffer) else { return nil }
          if count == 0 { return builder.finish() }
          let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
          do { try builder.append(piece) } catch { return nil }
        }
      }
    }
  }
}
