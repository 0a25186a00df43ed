import LosslessJSON

extension Endpoint {
  /// The request this endpoint sends, checked; nothing is sent when it throws.
  public func build() throws(NetError) -> HTTPRequest {
    try build(boundary: Self.randomBoundary)
  }

  func build(boundary: () -> String) throws(NetError) -> HTTPRequest {
    var request = HTTPRequest(
      method: method, url: url, headers: headers, destination: task.destination,
      options: options ?? RequestOptions(), timeout: timeout, limits: limits ?? Limits())
    request.secrets = secrets
    var query = task.query.map { $0.encoding.encode($0.parameters) } ?? ""
    switch task.body {
    case .none: break
    case .data(let body): request.body = .bytes(body)
    case .json(let payload): try request.set(json: Self.encode(payload))
    case .parameters(let parameters, let encoding):
      try encode(parameters, encoding, query: &query, into: &request)
    case .file(let path):
      request.body = .file(
        try Self.mapped { () throws(SetupProblem) in try FileSource(checking: path) })
    case .multipart(let multipart): try encode(multipart, boundary: boundary, into: &request)
    }
    if !query.isEmpty { request.appendQuery(query) }
    try Self.mapped { () throws(SetupProblem) in try request.normalise() }
    return request
  }

  private func encode(
    _ parameters: Parameters, _ encoding: ParameterEncoding, query: inout String,
    into request: inout HTTPRequest
  ) throws(NetError) {
    if task.query != nil, case .url(let url) = encoding, url.destination != .httpBody {
      throw .requestMapping(
        SetupProblem(
          .body, .combination("body parameters beside a query need an encoding for the body"),
          text: "\(url.destination)"))
    }
    if encoding.usesQuery(for: method) {
      if case .url(let url) = encoding { query = url.encode(parameters) }
      return
    }
    switch encoding {
    case .json:
      var bytes: [UInt8] = []
      do { try Parameter.object(parameters).appendJSON(to: &bytes) } catch {
        throw .parameterEncoding(cause: error)
      }
      request.set(json: bytes)
    case .url(let url):
      request.body = .bytes(Body(url.encode(parameters)))
      request.setTypeIfMissing("application/x-www-form-urlencoded; charset=utf-8")
    }
  }

  private func encode(
    _ multipart: Multipart, boundary: () -> String, into request: inout HTTPRequest
  ) throws(NetError) {
    guard method.supportsMultipart else {
      throw .requestMapping(
        SetupProblem(
          .body, .combination("a multipart body needs POST, PUT or PATCH"), text: method.rawValue))
    }
    let encoded = try Self.mapped { () throws(SetupProblem) in
      try multipart.encoded(boundary: boundary)
    }
    request.body = .multipart(encoded)
    request.setTypeIfMissing("multipart/form-data; boundary=\(encoded.writtenBoundary)")
  }

  private static func encode(_ payload: JSONPayload) throws(NetError) -> [UInt8] {
    do { return try payload.encoded() } catch { throw .parameterEncoding(cause: error) }
  }

  private static func mapped<Value>(
    _ body: () throws(SetupProblem) -> Value
  ) throws(NetError) -> Value {
    do { return try body() } catch { throw .requestMapping(error) }
  }

  private static func randomBoundary() -> String {
    let digits = Array("0123456789abcdef".utf8)
    let random = (0..<32).map { _ in digits[Int.random(in: 0..<16)] }
    return "----" + String(decoding: random, as: UTF8.self)
  }
}

extension HTTPRequest {
  fileprivate mutating func set(json bytes: [UInt8]) {
    body = .bytes(Body(bytes))
    setTypeIfMissing("application/json")
  }

  fileprivate mutating func setTypeIfMissing(_ type: String) {
    guard !headers.contains("Content-Type") else { return }
    headers.append(HeaderField("Content-Type", type, source: .task))
  }

  fileprivate mutating func appendQuery(_ query: String) {
    // What stands behind a fragment is never sent.
    if let mark = url.utf8.firstIndex(of: UInt8(ascii: "#")) { url = String(url[..<mark]) }
    let hasQuery = url.utf8.contains(UInt8(ascii: "?"))
    let endsOpen = url.utf8.last == UInt8(ascii: "?") || url.utf8.last == UInt8(ascii: "&")
    url += hasQuery ? (endsOpen ? query : "&" + query) : "?" + query
  }
}
