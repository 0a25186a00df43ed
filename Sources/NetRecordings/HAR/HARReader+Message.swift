import LosslessJSON
import NetEngine

extension HAREntryReader {
  // MARK: Requests

  /// The request as it was prepared.
  func request(_ json: JSON, isOurs: Bool) throws(SessionProblem) -> HTTPRequest {
    var request = HTTPRequest(
      method: HTTPMethod(rawValue: json["method"].string ?? "?"), url: json["url"].stringValue)
    request.headers = preparedHeaders(json, isOurs: isOurs)
    request.body = try requestBody(json, &request, isOurs: isOurs)
    let options = json["_options"]
    request.options.followsRedirects = options["followsRedirects"].bool ?? true
    request.options.verifiesTLS = options["verifiesTLS"].bool ?? true
    request.options.leftOut = options["leftOut"].arrayValue.compactMap(\.string)
    request.options.notes = options["notes"].arrayValue.compactMap(\.string)
    request.options.certificateFile = options["certificateFile"].string
    switch options["version"].string {
    case "http1": request.options.version = .http1
    case "http2": request.options.version = .http2
    default: break
    }
    request.timeout = json["_timeout"].int.map { .microseconds($0) }
    if isOurs {
      request.keptPartOf = json["_bodyTruncated"].int
      request.secrets = json["_secrets"].arrayValue.map {
        NamedSecret(name: $0["name"].stringValue, value: $0["value"].stringValue)
      }
    } else if request.body.count == 0, !request.method.isSafe, let size = json["bodySize"].int,
      size > 0
    {
      request.keptPartOf = size
    }
    return request
  }

  private func preparedHeaders(_ json: JSON, isOurs: Bool) -> Headers {
    let list = json["_prepared"].exists ? json["_prepared"] : json["headers"]
    let fields = fields(list, source: .target)
    guard isOurs else { return Headers(fields) }
    let words = list.arrayValue.map { $0["_source"].string }
    return Headers(
      zip(fields, words).compactMap { field, word in
        word.flatMap(HeaderField.Source.init(storedWord:))
          .map { HeaderField(field.name, field.value, source: $0) }
      })
  }

  private func requestBody(
    _ json: JSON, _ request: inout HTTPRequest, isOurs: Bool
  ) throws(SessionProblem) -> RequestBody {
    if json["_content"].exists { return .bytes(try content(json["_content"])) }
    let data = json["postData"]
    guard data.kind == .object || data.kind == .string else { return .none }
    let isListed = !data["params"].isEmpty
    let body = try postText(data, isOurs: isOurs) ?? (isListed ? params(data, &request) : nil)
    guard let body else { return .none }
    // Ours say who named the type; of others' the list of headers need not be all that was sent.
    if !isOurs, (request.headers["Content-Type"] ?? "").isEmpty,
      let type = data["mimeType"].string, !type.isEmpty
    {
      request.headers.append(HeaderField("Content-Type", type, source: .task))
    }
    return .bytes(body)
  }

  private func postText(_ data: JSON, isOurs: Bool) throws(SessionProblem) -> Body? {
    let said = data.kind == .string ? data : data["text"]
    if !said.exists || said.isNull, let path = data["_file"].string { return try file(path).get() }
    guard let text = said.string, !text.isEmpty || isOurs else { return nil }
    guard data["encoding"].string?.lowercasedASCII == "base64" else { return Body(text) }
    return Base64Text.decode(text.utf8).map { Body($0) } ?? Body(text)
  }

  /// The body that parameters make when their text was not kept; its type is said, where the
  /// recording has not said all of it.
  private func params(_ data: JSON, _ request: inout HTTPRequest) -> Body {
    let said = [data["mimeType"].string, request.headers["Content-Type"]].compactMap { $0 }
    let types = said.compactMap { MediaType($0) }
    let items = data["params"].arrayValue
    guard types.contains(where: { $0.essence == "multipart/form-data" }) else {
      let pairs = items.map {
        "\($0["name"].stringValue.formEncoded)=\($0["value"].stringValue.formEncoded)"
      }
      return Body(pairs.joined(separator: "&"))
    }
    let known = types.lazy.compactMap { $0.parameters["boundary"] }.first { !$0.isEmpty }
    // Always the same one, so that two looks at a recording see the same body.
    let boundary =
      known ?? "----inspector-\(Body(data["params"].rawText ?? "").sha256.hex.prefix(24))"
    let parts = items.map {
      Multipart.Part(
        name: $0["name"].stringValue, .data(Body($0["value"].stringValue)),
        fileName: $0["fileName"].string, mimeType: $0["contentType"].string)
    }
    guard let encoded = try? Multipart(parts, boundary: boundary).encoded(boundary: { boundary })
    else { return .empty }
    if request.headers["Content-Type"].flatMap({ MediaType($0) })?.parameters["boundary"] == nil {
      request.headers["Content-Type"] = nil
      request.headers.append(
        HeaderField("Content-Type", "multipart/form-data; boundary=\(boundary)", source: .task))
    }
    return Body(encoded.bytesInMemory)
  }

  // MARK: Hops

  /// Every hop in order: the first with the entry's request, the last with the entry's response.
  func hops(_ entry: JSON, isOurs: Bool) throws(SessionProblem) -> [Hop] {
    let between = isOurs ? entry["_hops"].arrayValue : []
    if between.isEmpty, isOurs, entry["_hops"].exists { return [] }
    guard between.count > 1 else {
      return [try hop(entry["request"], entry, isLast: true, isOurs: isOurs)]
    }
    var hops: [Hop] = []
    for (index, json) in between.enumerated() {
      let isLast = index == between.count - 1
      let request = index == 0 ? entry["request"] : json["request"]
      let answer = isLast ? entry : json
      hops.append(try hop(request, answer, isLast: isLast, isOurs: isOurs))
    }
    return hops
  }

  private func hop(
    _ request: JSON, _ json: JSON, isLast: Bool, isOurs: Bool
  ) throws(SessionProblem) -> Hop {
    var hop = Hop(
      url: request["url"].stringValue, method: HTTPMethod(rawValue: request["method"].string ?? "?")
    )
    if isOurs { hop.requestHead = requestHead(request, hop) }
    if isOurs { hop.cookies = sentCookies(request["cookies"]) }
    hop.sentBodyBytes = request["_sentBody"].int ?? max(0, request["bodySize"].int ?? 0)
    readAnswer(json["response"], isOurs: isOurs, into: &hop)
    if !isLast { hop.body = try content(json["response"]["content"]) }
    hop.timings = timings(json, isOurs: isOurs)
    hop.connection = connection(json)
    hop.dropped = json["_dropped"].arrayValue.compactMap(\.string)
    return hop
  }

  private func sentCookies(_ json: JSON) -> [SentCookie] {
    json.arrayValue.filter { $0["_from"].exists }.map { cookie in
      let (request, time) = (cookie["_from"]["request"].string, cookie["_from"]["time"].string)
      let source = request.flatMap { request in
        time.flatMap { HARDate.microseconds($0) }
          .map { SentCookie.Source(request: request, time: $0) }
      }
      return SentCookie(name: cookie["name"].stringValue, source: source)
    }
  }

  private func requestHead(_ request: JSON, _ hop: Hop) -> [UInt8] {
    guard request["headersSize"].int != -1 else { return [] }
    if let head = storedHead(request) { return head }
    let first = MessageHead.requestLine(
      hop.method, hop.url, version: request["httpVersion"].stringValue)
    return MessageHead.text(first: first, fields: fields(request["headers"], source: .wire))
  }

  private func readAnswer(_ response: JSON, isOurs: Bool, into hop: inout Hop) {
    let status = response["status"].int ?? response["status"].string.flatMap { Int($0) } ?? 0
    hop.statusCode = max(0, status)
    hop.reason = response["statusText"].stringValue
    hop.httpVersion =
      isOurs
      ? response["httpVersion"].stringValue.withoutHTTP
      : response["httpVersion"].stringValue.foreignVersion
    hop.headers = Headers(fields(response["headers"], source: .wire))
    hop.trailers = Headers(fields(response["_trailers"], source: .wire))
    hop.interimResponses = response["_interim"].int ?? 0
    guard isOurs, response["headersSize"].int != -1 else { return }
    let first = MessageHead.statusLine(hop.httpVersion, hop.statusCode, hop.reason)
    hop.head = storedHead(response) ?? MessageHead.text(first: first, fields: hop.headers)
  }

  private func storedHead(_ json: JSON) -> [UInt8]? {
    if let text = json["_head"].string { return Array(text.utf8) }
    return json["_headBase64"].string.flatMap { Base64Text.decode($0.utf8) }
  }

  // MARK: Fields

  /// Header items, or an object of them; a list of values is as many fields.
  func fields(_ json: JSON, source: HeaderField.Source) -> [HeaderField] {
    let pairs: [(String, JSON)] =
      json.members.map { $0.map { ($0.key, $0.value) } }
      ?? json.arrayValue.map { ($0["name"].stringValue, $0["value"]) }
    return pairs.flatMap { name, value -> [HeaderField] in
      // HTTP/2 has them, a header has not.
      if name.utf8.first == UInt8(ascii: ":"), source != .wire || name.isPseudoHeader { return [] }
      let values = value.array.map { $0.map(\.stringValue) } ?? [value.stringValue]
      let isCookie = name.isSameHeaderName(as: "Set-Cookie")
      return values.flatMap { isCookie && $0.utf8.contains(0x0a) ? $0.splitAtLines : [$0] }
        .map { HeaderField(name, $0, source: source) }
    }
  }

  // MARK: Timing

  private func timings(_ json: JSON, isOurs: Bool) -> Timings {
    if isOurs {
      let own = json["_timing"]
      return Timings(
        blocked: own["blocked"].int, dns: own["dns"].int, connect: own["connect"].int,
        tls: own["tls"].int,
        send: own["send"].int, wait: own["wait"].int, receive: own["receive"].int)
    }
    let har = json["timings"]
    guard har.kind == .object else { return Timings(wait: json.microseconds("time")) }
    var timings = Timings(
      blocked: har.microseconds("blocked"), dns: har.microseconds("dns"),
      connect: har.microseconds("connect"), tls: har.microseconds("ssl"),
      send: har.microseconds("send"),
      wait: har.microseconds("wait"), receive: har.microseconds("receive"))
    // Connecting includes TLS, but for the tools that have it the other way round.
    if let all = timings.connect, let tls = timings.tls, tls > 0, tls <= all {
      timings.connect = all - tls
    }
    if timings.total == 0 { timings.wait = json.microseconds("time") ?? timings.wait }
    return timings
  }

  private func connection(_ json: JSON) -> Connection {
    var connection = Connection()
    let own = json["_connection"]
    connection.local = own["local"].string
    connection.remote = own["remote"].string
    if !own.exists, let host = json["serverIPAddress"].string, !host.isEmpty {
      connection.remote = host
    }
    connection.isReused = own["reused"].bool == true
    if let url = own["proxy"]["url"].string {
      connection.proxy = Connection.Proxy(
        url: url, variable: own["proxy"]["variable"].stringValue)
    }
    guard own["tls"].exists else { return connection }
    var tls = Connection.TLS()
    tls.version = own["tls"]["version"].string
    tls.cipher = own["tls"]["cipher"].string
    tls.isVerified = own["tls"]["verified"].bool ?? true
    tls.certificates = own["tls"]["certificates"].arrayValue.map { certificate in
      Connection.Certificate(
        fields: certificate.arrayValue.map {
          Connection.Certificate.Field(name: $0[0].stringValue, value: $0[1].stringValue)
        })
    }
    connection.tls = tls
    return connection
  }
}

extension EnvelopeProfile {
  /// The profile an entry was recorded with.
  init?(stored json: JSON) {
    guard let name = json["name"].string else { return nil }
    self.init(
      name: name, statusCodeKey: json["statusCodeKey"].stringValue,
      tipStrKey: json["tipStrKey"].stringValue, modelKey: json["modelKey"].stringValue,
      rule: json["rule"].string.flatMap(Rule.init(rawValue:)) ?? .value,
      successValues: json["successValues"].arrayValue.map(\.stringValue),
      invalidSessionValues: json["invalidSessionValues"].arrayValue.map(\.stringValue),
      missingCode: json["missingCode"].string.flatMap(MissingCode.init(rawValue:)) ?? .malformed,
      detailCodeKey: json["detailCodeKey"].stringValue)
  }
}

extension EncodedMultipart {
  /// The body when no part of it is a file.
  fileprivate var bytesInMemory: [UInt8] {
    segments.flatMap { segment in
      if case .bytes(let body) = segment { body.bytes } else { [UInt8]() }
    }
  }
}

extension String {
  fileprivate var isPseudoHeader: Bool {
    [":method", ":path", ":scheme", ":authority", ":status", ":protocol"].contains(lowercasedASCII)
  }

  /// One Set-Cookie a line: some tools join them so.
  fileprivate var splitAtLines: [String] {
    utf8.split(separator: 0x0a).map { String(Substring($0.trimmingBlanks)) }
  }

  /// `1.1` of `HTTP/1.1`.
  fileprivate var withoutHTTP: String { hasPrefix("HTTP/") ? String(dropFirst(5)) : self }

  /// The version as a status line would say it: browsers write `h2`, `h3`, `http/2.0`.
  fileprivate var foreignVersion: String {
    switch lowercasedASCII {
    case "h2", "http/2.0", "http/2": "2"
    case "h3", "http/3", "http/3.0": "3"
    case "unknown": ""
    case let other where other.hasPrefix("http/"): String(other.dropFirst(5))
    default: self
    }
  }

  fileprivate var formEncoded: String {
    percentEscaped { byte in
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-._*".utf8.contains(byte)
    }
  }
}
