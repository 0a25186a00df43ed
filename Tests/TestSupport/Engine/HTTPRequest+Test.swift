import NetEngine

extension HTTPRequest {
  /// The body as it would be sent, files read; what is not UTF-8 is marked.
  package var bodyText: String { String(decoding: bodyBytes, as: UTF8.self) }

  /// The body as it would be sent, files read.
  package var bodyBytes: [UInt8] {
    switch body {
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

  /// The headers as `Name: value` lines.
  package var headerLines: [String] { headers.map { "\($0.name): \($0.value)" } }
}

extension NetError {
  /// What was wrong with the setup, when that is what went wrong.
  package var setupProblem: SetupProblem? {
    if case .requestMapping(let problem) = self { problem } else { nil }
  }
}
