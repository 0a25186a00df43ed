import LosslessJSON
import NetEngine

extension HAREntryRun {
  /// A failure with all it takes to make the same one again.
  mutating func writeError(_ error: NetError, name: StaticString) {
    line.key(name)
    line.raw("{")
    line.member("kind", error.kind.rawValue)
    line.member("message", error.message)
    if error.response != nil { line.member("answered", true) }
    switch error {
    case .cancelled: break
    case .transport(let error): write(error)
    case .limit(let exceeded, _): write(exceeded)
    case .requestMapping(let problem): write(problem)
    case .parameterEncoding(let cause): line.member("cause", NetError.text(of: cause))
    case .statusCode: break
    case .mapping(let error, _):
      line.member("target", error.target.rawValue)
      if let path = error.path { line.member("path", path.pointer) }
    case .business(let code, let message, _), .invalidSession(let code, let message, _):
      line.member("code", code)
      line.member("said", message)
    case .sequence(let step, let cause):
      line.member("step", step)
      writeError(cause, name: "cause")
    case .plugin(let name, let cause):
      line.member("plugin", name)
      line.member("cause", NetError.text(of: cause))
    case .underlying(let cause, _): line.member("cause", NetError.text(of: cause))
    }
    line.raw("}")
  }

  private mutating func write(_ error: TransportError) {
    if case .limit(let exceeded) = error.kind { write(exceeded) }
    line.member("phase", error.phase.rawValue)
    if !error.detail.isEmpty { line.member("detail", error.detail) }
    if let code = error.curlCode { line.member("curlCode", code) }
    if let elapsed = error.elapsed { line.member("elapsed", elapsed) }
    if !error.hops.isEmpty { line.member("sent", true) }
    if error.isDeclined { line.member("declined", true) }
    if let told = error.told { line.member("told", told.rawValue) }
  }

  private mutating func write(_ exceeded: LimitExceeded) {
    line.member("limit", exceeded.limit.rawValue)
    line.member("allowed", exceeded.allowed)
    if let found = exceeded.found { line.member("found", found) }
  }

  private mutating func write(_ problem: SetupProblem) {
    line.object("setup") { line in
      line.member("part", problem.part.storedWord)
      if case .headerValue(let name) = problem.part { line.member("header", name) }
      line.member("text", problem.text)
      line.member("reason", problem.reason.storedWord)
      switch problem.reason {
      case .forbiddenByte(let byte, let place), .forbiddenInHost(let byte, let place):
        line.member("byte", Int(byte))
        line.member("at", place)
      case .tooLong(let allowed): line.member("allowed", allowed)
      case .noSlashes(let place), .noHost(let place): line.member("at", place)
      case .unsupportedScheme(let words), .badPort(let words), .badAddress(let words),
        .combination(let words), .unreadable(let words):
        line.member("words", words)
      case .source(let problem): line.member("words", problem.message)
      case .empty, .noScheme: break
      }
    }
  }
}

extension SetupProblem.Part {
  /// The word for it in a session.
  fileprivate var storedWord: String {
    switch self {
    case .url: "url"
    case .method: "method"
    case .body: "body"
    case .headerName: "headerName"
    case .headerValue: "headerValue"
    case .multipartName: "multipartName"
    case .multipartFileName: "multipartFileName"
    case .multipartType: "multipartType"
    case .multipartBoundary: "multipartBoundary"
    case .file: "file"
    }
  }

  /// What the word means; nil for any other text.
  init?(storedWord: String, header: String) {
    let all: [Self] = [
      .url, .method, .body, .headerName, .headerValue(header), .multipartName, .multipartFileName,
      .multipartType, .multipartBoundary, .file,
    ]
    guard let part = all.first(where: { $0.storedWord == storedWord }) else { return nil }
    self = part
  }
}

extension SetupProblem.Reason {
  /// The word for it in a session.
  fileprivate var storedWord: String {
    switch self {
    case .forbiddenByte: "forbiddenByte"
    case .empty: "empty"
    case .forbiddenInHost: "forbiddenInHost"
    case .noScheme: "noScheme"
    case .noSlashes: "noSlashes"
    case .badAddress: "badAddress"
    case .noHost: "noHost"
    case .unsupportedScheme: "unsupportedScheme"
    case .badPort: "badPort"
    case .tooLong: "tooLong"
    case .combination: "combination"
    case .unreadable: "unreadable"
    // The file is not there any more: its words are what is left.
    case .source: "unreadable"
    }
  }
}
