import InspectorScreens
import NetEngine

/// Requests and answers as a real backend would give them, made by hand.
enum Sample {
  static let base = "http://127.0.0.1:8791"

  static let targets: [TargetItem] = [
    item("Users", "GET", "/users", Pipeline(profile: numeric)),
    item("Users", "GET", "/users/42", Pipeline(profile: standard)),
    item("Users", "POST", "/users"),
    item("Users", "DELETE", "/users/{id}"),
    item("Status codes", "GET", "/status/404"),
    item("Status codes", "GET", "/status/503"),
    item("Status codes", "GET", "/redirect/2"),
    item("Broken", "GET", "/truncated"),
    item("Broken", "GET", "/refused"),
    item("Broken", "GET", "/hang"),
    item("Bytes", "GET", "/escape"),
    item("Bytes", "GET", "/unicode"),
    item("Bytes", "GET", "/large"),
    TargetItem(
      name: "search by name, a rather long title for a request", group: "Bytes", method: "GET",
      path: "/search?q=%C3%A9clair&page=2&order=descending&fields=id,name,price", isSafe: true),
  ]

  static let standard = EnvelopeProfile(
    name: "default", statusCodeKey: "status", tipStrKey: "msg", modelKey: "data",
    successValues: ["ok"], invalidSessionValues: ["invalid_session"])

  static let numeric = EnvelopeProfile(
    name: "numeric", statusCodeKey: "code", tipStrKey: "msg", modelKey: "data",
    successValues: ["0", "200"], invalidSessionValues: ["401"])

  private static func item(
    _ group: String, _ method: String, _ path: String, _ pipeline: Pipeline = Pipeline()
  ) -> TargetItem {
    TargetItem(
      name: path, group: group, method: method, path: path, isSafe: method == "GET",
      pipeline: pipeline, base: base)
  }

  /// The place of a request by its path and method.
  static func target(_ path: String, _ method: String = "GET") -> Int {
    targets.firstIndex { $0.path == path && $0.method == method } ?? -1
  }

  static func request(_ path: String, _ method: HTTPMethod = .get, body: String? = nil)
    -> HTTPRequest
  {
    var headers = Headers([
      HeaderField("Accept", "*/*", source: .engine),
      HeaderField("User-Agent", "Inspector/0.1", source: .engine),
      HeaderField("Authorization", "Bearer t0k3n", source: .plugin("access token")),
    ])
    if body != nil {
      headers.append(HeaderField("Content-Type", "application/json", source: .task))
    }
    return HTTPRequest(
      method: method, url: base + path, headers: headers,
      body: body.map { .bytes(Body(Array($0.utf8))) } ?? .none)
  }

  static func hop(
    _ path: String, _ method: HTTPMethod = .get, status: Int, reason: String,
    fields: [(String, String)], body: String? = nil,
    timings: Timings = Timings(
      dns: nil, connect: 121, tls: nil, send: 38, wait: 2_804, receive: 137)
  ) -> Hop {
    var hop = Hop(url: base + path, method: method)
    let sent = request(path, method, body: body)
    hop.requestHead = Array(
      ("\(method.rawValue) \(path) HTTP/1.1\r\nHost: 127.0.0.1:8791\r\n"
        + sent.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        + (body.map { "Content-Length: \($0.utf8.count)\r\n" } ?? "") + "\r\n").utf8)
    hop.sentBodyBytes = body?.utf8.count ?? 0
    hop.head = Array(
      ("HTTP/1.1 \(status) \(reason)\r\n" + fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        + "\r\n").utf8)
    hop.statusCode = status
    hop.reason = reason
    hop.httpVersion = "1.1"
    hop.headers = Headers(fields.map { HeaderField($0.0, $0.1, source: .wire) })
    hop.timings = timings
    hop.connection.remote = "127.0.0.1:8791"
    hop.connection.local = "127.0.0.1:53122"
    return hop
  }

  static func json(_ body: String) -> [(String, String)] {
    [
      ("Content-Type", "application/json; charset=utf-8"),
      ("Content-Length", "\(body.utf8.count)"), ("Date", "Tue, 04 Mar 2025 11:03:11 GMT"),
      ("Set-Cookie", "sid=3f9c; Path=/; HttpOnly"), ("Set-Cookie", "theme=dark; Path=/"),
    ]
  }

  static func response(
    _ path: String, _ method: HTTPMethod = .get, status: Int = 200, reason: String = "OK",
    sent: String? = nil, body: String
  ) -> Response {
    Response(
      request: request(path, method, body: sent),
      hops: [
        hop(path, method, status: status, reason: reason, fields: json(body), body: sent)
      ], body: Body(Array(body.utf8)))
  }

  /// A stream of events that is over.
  static func events(_ text: String) -> Response {
    var response = response("/users", body: text)
    response.hops[0].headers["Content-Type"] = "text/event-stream"
    return response
  }

  static let user = response(
    "/users/42",
    body: """
      {
        "status": "invalid_session",
        "msg": "您的一台手机从其他地方登陆",
        "data": null
      }
      """)

  static let users = response(
    "/users",
    body:
      "{\"code\":0,\"msg\":\"ok\",\"data\":[{\"id\":1,\"name\":\"Ana\"},{\"id\":2,\"name\":\"Björn\"},"
      + "{\"id\":3,\"name\":\"李雷\"}]}")

  static let notFound = response(
    "/status/404", status: 404, reason: "Not Found", body: "{\"error\":\"no such thing\"}\n")

  static let broken = response(
    "/users", body: "{\n  \"code\": 0,\n  \"data\": [1, 2,, 3]\n}\n")

  static let unknownEnvelope = response(
    "/escape",
    body: "{\"errno\":4004,\"errmsg\":\"查无此人\",\"data\":{\"id\":7,\"tags\":[\"a\",\"b\"]}}")

  /// Every kind of value, odd numbers, a key that comes twice, escapes, depth.
  static let tree = response(
    "/users",
    body: """
      {"code":0,"msg":"ok \\u60a8\\n","data":{"items":[{"id":9007199254740993,"name":"Ana",
      "tags":["a","b",{}],"address":{"city":"Lyon","zip":"69001","geo":{"lat":45.76,"lon":-0}}},
      {"id":2,"id":3,"name":"Björn","score":1e400,"ratio":1.5e3,"tags":[],"note":null}],
      "total":2,"more":false,"text":"\\ud83d"}}
      """)

  /// The head of a PNG of 640 by 480 pixels, called a JPEG.
  static let image: Response = {
    var answer = response("/large", body: "")
    let head: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0,
      2, 0x80, 0, 0, 1, 0xE0, 8, 2, 0, 0, 0,
    ]
    answer.body = Body(head + [UInt8](repeating: 0x2A, count: 4_000))
    answer.hops[0].headers["Content-Type"] = "image/jpeg"
    return answer
  }()

  static let unavailable = response(
    "/status/503", status: 503, reason: "Service Unavailable", body: "")

  static let created = response(
    "/users", .post, status: 201, reason: "Created", sent: "{\"name\":\"Chloé\",\"age\":31}",
    body: "{\"id\":43}")

  static let redirected: Response = {
    let first = hop(
      "/redirect/2", status: 302, reason: "Found",
      fields: [("Location", "/redirect/1"), ("Content-Length", "0")],
      timings: Timings(connect: 118, send: 31, wait: 1_020, receive: 12))
    var second = hop(
      "/redirect/1", status: 302, reason: "Found",
      fields: [("Location", "/users"), ("Content-Length", "9")],
      timings: Timings(send: 22, wait: 830, receive: 9))
    second.connection.isReused = true
    second.body = Body(Array("see there".utf8))
    second.dropped = ["Authorization"]
    var last = users.hops[0]
    last.timings = Timings(send: 20, wait: 2_100, receive: 44)
    last.connection.isReused = true
    return Response(
      request: request("/redirect/2"), hops: [first, second, last], body: users.body)
  }()

  static let truncated: NetError = {
    var part = response("/truncated", body: "{\"data\":[1,2,3,4,")
    part.isComplete = false
    part.hops[0].headers["Content-Length"] = "4096"
    part.warnings = [Warning(.bareLF, "2 lines")]
    return .transport(
      TransportError(
        .truncated, phase: .receiving, detail: "17 of 4,096 bytes came", elapsed: 2_104,
        response: part))
  }()

  static let refused: NetError = .transport(
    TransportError(
      .connect, phase: .connecting, curlCode: 7,
      detail: "127.0.0.1:9 refused the connection", elapsed: 412))

  static let hostile: Response = {
    var answer = response("/escape", body: "")
    answer.body = Body(
      Array("\u{1B}]0;owned\u{7}title \u{1B}[31mred\u{1B}[0m\rover\u{8}\u{8}\n".utf8)
        + [0xC3, 0x28, 0xFF, 0x00] + Array("\tC1 \u{9B}2J bidi \u{202E}abc zw\u{200B}sp\n".utf8))
    return answer
  }()

  static let unicode = response(
    "/unicode",
    body: "漢字かな 한글 é e\u{301} 👩‍💻 ❤️ 🇨🇭 z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}algo\n")

  static let large = response(
    "/large", body: (1...400).map { "{\"line\":\($0),\"text\":\"row \($0) of many\"}\n" }.joined())

  static let variables = VariablesPage(
    title: "users",
    rows: [
      .init(name: "baseUrl", value: "http://h", origin: "dev in env.json:3", state: .known),
      .init(name: "password", value: "•••", origin: "a.http:1", state: .secret),
      .init(name: "login.response.body.$.t", value: "comes", origin: "", state: .waiting),
      .init(name: "nobody", value: "there is no variable", origin: "a:1", state: .missing),
    ])

  static let cookies: CookiesPage = {
    var sid = Cookie(name: "sid", value: "3f9c", domain: "api.test")
    (sid.isHTTPOnly, sid.sameSite) = (true, .lax)
    sid.source = SentCookie.Source(request: "login", time: 1_741_086_191_000_000)
    var theme = Cookie(name: "theme", value: "dark", domain: "api.test", path: "/app")
    (theme.isHostOnly, theme.isSecure, theme.expires) = (false, true, 1_741_186_191)
    return CookiesPage(owner: "api · dev", cookies: [sid, theme])
  }()
}
