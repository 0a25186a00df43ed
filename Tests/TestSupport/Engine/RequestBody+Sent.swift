import NetEngine

extension RequestBody {
  /// Every byte that would be sent, files read.
  package func sentBytes() throws -> [UInt8] {
    switch self {
    case .none: []
    case .bytes(let body): body.bytes
    case .file(let file): TestFolder.bytes(at: file.path) ?? []
    case .multipart(let parts):
      parts.segments.flatMap { segment in
        switch segment {
        case .bytes(let body): body.bytes
        case .file(let file): TestFolder.bytes(at: file.path) ?? []
        }
      }
    }
  }
}
