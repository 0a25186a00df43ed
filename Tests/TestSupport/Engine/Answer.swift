import NetEngine

extension Response {
  /// An answer as a test needs it: its body in bytes, and whatever else is said.
  package static func answer(
    _ body: [UInt8], status: Int = 200, type: String? = nil, method: HTTPMethod = .get,
    profile: EnvelopeProfile? = nil, limits: Limits = Limits()
  ) -> Response {
    var headers = Headers()
    if let type { headers["Content-Type"] = type }
    let request = HTTPRequest(method: method, url: "http://example.test/", limits: limits)
    var response = Response(
      statusCode: status, headers: headers, body: Body(bytes: body), request: request)
    response.profile = profile
    return response
  }

  /// An answer with a text for its body.
  package static func answer(
    _ body: String, status: Int = 200, type: String? = nil, method: HTTPMethod = .get,
    profile: EnvelopeProfile? = nil, limits: Limits = Limits()
  ) -> Response {
    answer(
      Array(body.utf8), status: status, type: type, method: method, profile: profile,
      limits: limits)
  }
}

extension Body {
  fileprivate init(bytes: [UInt8]) { self.init(bytes) }
}

/// What a body of code came to: its value, or the error it threw.
package func outcome<Value>(_ body: () throws(NetError) -> Value) -> Result<Value, NetError> {
  do { return .success(try body()) } catch { return .failure(error) }
}

extension Result where Failure == NetError {
  /// `mapping(json)`, `statusCode`, `business(1001)`; `value` when nothing failed.
  package var label: String {
    switch self {
    case .success: "value"
    case .failure(let error): error.label
    }
  }

  package var thrown: NetError? {
    if case .failure(let error) = self { error } else { nil }
  }
}

extension NetError {
  /// The case with what tells it apart.
  package var label: String {
    switch self {
    case .requestMapping: "requestMapping"
    case .parameterEncoding: "parameterEncoding"
    case .cancelled: "cancelled"
    case .transport(let error): "transport(\(error.kind))"
    case .statusCode(let response): "statusCode(\(response.statusCode))"
    case .mapping(let error, _): "mapping(\(error.target.rawValue))"
    case .business(let code, _, _): "business(\(code))"
    case .invalidSession(let code, _, _): "invalidSession(\(code))"
    case .sequence(let step, let cause): "sequence(\(step), \(cause.label))"
    case .plugin(let name, _): "plugin(\(name))"
    case .limit(let exceeded, _): "limit(\(exceeded.limit.rawValue))"
    case .underlying: "underlying"
    }
  }

  package var mapping: MappingError? {
    if case .mapping(let error, _) = self { error } else { nil }
  }
}
