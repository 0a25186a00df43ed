import LosslessJSON

extension NetError {
  /// What happened, with the place and the numbers; one line without its full stop.
  ///
  /// It may quote the server: whatever could act on a screen is spelled out.
  public var message: String { words.escapedForMessage }

  private var words: String {
    switch self {
    case .requestMapping(let problem): problem.message
    case .parameterEncoding(let cause): Self.encoding(cause)
    case .cancelled: "cancelled"
    case .transport(let error): error.message
    case .statusCode(let response): "the server answered \(response.statusLineText)"
    case .mapping(let error, _): error.message
    case .business(let code, let message, _): Self.envelope("the server says no", code, message)
    case .invalidSession(let code, let message, _):
      Self.envelope("the session is not valid", code, message)
    case .sequence(let step, let cause): "step \(step) failed: \(cause.message)"
    case .plugin(let name, let cause): "the plugin \(name) failed: \(Self.text(of: cause))"
    case .limit(let exceeded, _): exceeded.message
    case .underlying(let error, _): Self.text(of: error)
    }
  }

  /// What to do next; empty when there is nothing sensible to say.
  public var hint: String {
    switch self {
    case .requestMapping(let problem): problem.hint
    case .parameterEncoding: "send a value that has a JSON form"
    case .transport(let error): error.hint
    case .statusCode(let response): Self.hint(for: response)
    case .mapping(let error, _): error.hint
    case .cancelled, .business, .invalidSession: kind.hint
    case .sequence(_, let cause): cause.hint
    case .plugin(let name, _): "look at what \(name) does in its prepare function"
    case .limit(let exceeded, _): exceeded.hint
    case .underlying: "a closure of the call threw it"
    }
  }

  /// The server's own words, as far as anybody reads them in one line.
  private static func envelope(_ words: String, _ code: String, _ message: String) -> String {
    let said = message.isEmpty ? "" : ": \(message.shortened(to: 300))"
    return "\(words), code '\(code.shortened(to: 40))'\(said)"
  }

  private static func encoding(_ cause: any Error) -> String {
    if let problem = cause as? ParameterProblem {
      return "the parameter '\(problem.path.escapedForMessage)' cannot be encoded:"
        + " \(problem.value) has no JSON form"
    }
    return "the body cannot be encoded: \(text(of: cause))"
  }

  private static func hint(for response: Response) -> String {
    switch response.statusCode {
    case 401: "check the credentials it was sent with"
    case 403: "these credentials may not do this"
    case 404: "check the path"
    case 405: "check the method; the Allow header says which ones work"
    case 408, 429: "wait and try again; Retry-After says how long"
    case 304: "leave If-None-Match and If-Modified-Since out to get the whole response"
    case 300..<400 where response.headers.contains("Location"):
      "follow the Location header, or let redirects be followed"
    case 300..<400: "the server says no place to go: its body may say more"
    default: Kind(refusedStatus: response.statusCode).hint
    }
  }

  /// What anybody's error says of itself.
  package static func text(of error: any Error) -> String {
    switch error {
    case let error as NetError: error.message
    case let error as TransportError: error.message
    case let error as SetupProblem: error.message
    case let error as LimitExceeded: error.message
    case let error as MappingError: error.message
    case let error as DecodingError: error.words
    case let error as EncodingError: error.words
    default: "\(error)".shortened(to: 300)
    }
  }
}

extension NetError: CustomStringConvertible {
  /// The message, and what to do.
  public var description: String {
    hint.isEmpty ? message : "\(message) — \(hint)"
  }
}

extension Response {
  /// `404 Not Found`, escaped.
  package var statusLineText: String {
    let reason = hops.last?.reason ?? ""
    return reason.isEmpty ? "\(statusCode)" : "\(statusCode) \(String(shown: Array(reason.utf8)))"
  }
}
