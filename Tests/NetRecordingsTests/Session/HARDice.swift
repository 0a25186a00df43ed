import NetEngine
import NetRecordings
import TestSupport

/// Exchanges of every shape, the same in every run.
struct HARDice {
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  mutating func exchange(_ sequence: Int) -> Exchange {
    let request = request()
    var exchange = Exchange(
      sequence: sequence, name: pick(["", "user", "ü\u{301} \"quoted\"", request.url]),
      startedAt: number(0..<2_000_000_000_000_000), request: request)
    if exchange.name.isEmpty { exchange.name = request.url }
    exchange.result = result(request)
    exchange.isMarked = chance(4)
    exchange.isReplay = chance(5)
    exchange.note = chance(3) ? text() : ""
    exchange.tags = chance(3) ? ["slow", "b\\c"] : []
    exchange.id = chance(2) ? "j-\(sequence)" : ""
    exchange.order = chance(2) ? number(1..<100) : nil
    exchange.redacted = chance(4) ? ["request.headers.Authorization"] : []
    if exchange.response != nil {
      exchange.bodyHash = chance(2) ? String(repeating: "a", count: 64) : nil
      exchange.truncatedFrom = chance(6) ? 1 << 30 : nil
      let size = exchange.truncatedFrom
      let hash = size == nil ? nil : exchange.bodyHash
      exchange.result = exchange.result?.mapResponse {
        ($0.keptPartOf, $0.keptPartHash) = (size, hash)
      }.mapError { error in
        error.mapResponse { response in
          var response = response
          (response.keptPartOf, response.keptPartHash) = (size, hash)
          return response
        }
      }
    }
    return exchange
  }

  // MARK: Parts

  mutating func request() -> HTTPRequest {
    let query = pick(["", "?a=b&c=%20d", "?", "?x=1&x=2&y"])
    var request = HTTPRequest(
      method: pick([.get, .post, .delete, "PURGE"]),
      url: pick(["http://h.test", "https://h.test:8443/p/%C3%BC", "http://[::1]:1/"]) + query)
    request.headers = Headers(
      (0..<number(0..<5)).map { _ in
        HeaderField(
          pick(["Accept", "accept", "X-Empty", "Cookie", "Authorization"]), line(),
          source: pick([.target, .task, .engine, .plugin("A b"), .url]))
      })
    request.body = pick([.none, .none, .bytes(.empty), .bytes(Body(text())), .bytes(body())])
    request.options.followsRedirects = !chance(5)
    request.options.verifiesTLS = !chance(5)
    request.options.certificateFile = chance(6) ? "/a b/c.pem" : nil
    request.options.version = pick([.automatic, .http1, .http2])
    request.timeout = chance(4) ? .milliseconds(1_500) : nil
    return request
  }

  private mutating func result(_ request: HTTPRequest) -> Result<Response, NetError>? {
    switch number(0..<10) {
    case 0: return nil
    case 1..<6: return .success(response(request, isComplete: true))
    default: return .failure(failure(request))
    }
  }

  mutating func response(_ request: HTTPRequest, isComplete: Bool) -> Response {
    var hops = (0..<pick([1, 1, 2, 3])).map { index in
      hop(index == 0 ? request : nil, url: request.url)
    }
    for index in hops.indices.dropLast() where chance(2) { hops[index].body = Body(text()) }
    let body = body()
    var response = Response(
      request: request, hops: hops, body: body, wire: chance(3) ? self.body() : nil,
      isComplete: isComplete)
    response.warnings = chance(3) ? [Warning(.bareLF), Warning(.oddCookie, text())] : []
    response.profile = chance(4) ? EnvelopeProfile.readyMade.first : nil
    response.readsNoEnvelope = response.profile == nil && chance(4)
    return response
  }

  private mutating func hop(_ request: HTTPRequest?, url: String) -> Hop {
    var hop = Hop(url: request?.url ?? url + "#x".prefix(0), method: request?.method ?? .get)
    if chance(2), let request {
      hop.requestHead = Array("\(request.method.rawValue) /p HTTP/1.1\r\nHost: h.test\r\n".utf8)
      for field in request.headers {
        hop.requestHead += Array("\(field.name): \(field.value)\r\n".utf8)
      }
      hop.requestHead += [13, 10]
    }
    hop.sentBodyBytes = pick([0, request?.body.count ?? 0, 7])
    hop.statusCode = pick([200, 301, 404, 503, 999])
    hop.reason = pick(["OK", "", "Ein Grund"])
    hop.httpVersion = pick(["1.1", "2", "1.0", "9.9"])
    hop.headers = Headers(
      (0..<number(0..<6)).map { _ in
        HeaderField(
          pick(["Content-Type", "content-type", "Set-Cookie", "X-A", "Location"]), line(),
          source: .wire)
      })
    hop.head = head(of: hop)
    hop.trailers = chance(5) ? ["X-Sum": "1"] : [:]
    hop.interimResponses = chance(6) ? 2 : 0
    hop.dropped = chance(6) ? ["Authorization"] : []
    hop.timings = Timings(
      dns: maybe(), connect: maybe(), tls: maybe(), send: maybe(), wait: maybe(), receive: maybe())
    hop.connection = connection()
    return hop
  }

  /// As its fields say, in another spelling, not even text, or unknown.
  private mutating func head(of hop: Hop) -> [UInt8] {
    var head = Array("HTTP/\(hop.httpVersion) \(hop.statusCode) \(hop.reason)\r\n".utf8)
    let separator = pick([": ", ":", ":  "])
    for field in hop.headers { head += Array("\(field.name)\(separator)\(field.value)\r\n".utf8) }
    head += [13, 10]
    return pick([head, head, [], head + [0xff, 0x00]])
  }

  private mutating func connection() -> Connection {
    var connection = Connection()
    guard chance(2) else { return connection }
    connection.local = "127.0.0.1:5\(number(100..<999))"
    connection.remote = "[::1]:443"
    connection.isReused = chance(2)
    if chance(3) {
      connection.proxy = Connection.Proxy(url: "http://p:1/", variable: "http_proxy")
    }
    if chance(2) {
      var tls = Connection.TLS()
      tls.version = "TLSv1.3"
      tls.isVerified = chance(2)
      connection.tls = tls
    }
    return connection
  }

  private mutating func failure(_ request: HTTPRequest) -> NetError {
    let answer = response(request, isComplete: false)
    switch number(0..<10) {
    case 0: return .cancelled
    case 1: return .limit(LimitExceeded(.decodedBody, allowed: 5, found: maybe()), answer)
    case 2: return .statusCode(answer)
    case 3: return .business(code: "1 001", message: text(), answer)
    case 4:
      return .requestMapping(
        SetupProblem(.headerValue("X-A"), .forbiddenByte(10, at: 3), text: "a\nb"))
    case 5: return .plugin(name: "P", cause: RecordedFailure("it \"fell\""))
    case 6: return .sequence(brokenAt: 2, cause: .statusCode(answer))
    case 7:
      var error = TransportError(
        .cancelled, phase: .receiving, elapsed: maybe(), response: answer)
      error.hops = answer.hops
      return .transport(error)
    default:
      let kinds: [TransportError.Kind] = [
        .dns, .connect, .tls, .timeout, .reset, .empty, .protocol, .truncated, .decode, .redirect,
        .miss, .storage,
      ]
      var error = TransportError(
        pick(kinds), phase: pick([.resolving, .waiting, .receiving]), curlCode: maybe(),
        detail: text(), elapsed: maybe(), response: chance(2) ? answer : nil)
      error.isDeclined = chance(8)
      error.hops = error.response?.hops ?? pick([[], [hop(request, url: "")]])
      return .transport(error)
    }
  }

  // MARK: Dice

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ sides: Int) -> Bool { number(0..<sides) == 0 }
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0..<elements.count)]
  }
  private mutating func maybe() -> Int? { chance(3) ? nil : number(0..<5_000_000) }

  private mutating func line() -> String {
    pick(["", "a", "text/plain; charset=utf-8", "k=v; Path=/", "ü — \"q\" \\ \u{7f}", "Bearer x.y"])
  }

  private mutating func text() -> String {
    pick(["plain", "two\nlines\r\n", "\u{1}\u{1b}[31m\u{0}", "日本語 \u{1F600} \\u0041 \"q\"", ""])
  }

  mutating func body() -> Body {
    switch number(0..<5) {
    case 0: .empty
    case 1: Body((0..<number(0..<70)).map { _ in UInt8.random(in: 0...255, using: &random) })
    case 2: Body(String(repeating: "{\"a\":\"ü\"}\n", count: 2_000))
    default: Body(text())
    }
  }
}
