import CurlTransport
import Glibc
import InspectorProxy
import LosslessJSON
import NetEngine
import TestSupport
import Testing

/// An answer as the server behind gives it, and as the client gets it; `UP` and `OWN` as in requests.
struct PassedAnswerRow: Sendable, CustomTestStringConvertible {
  var name: String
  var request = "GET /a HTTP/1.1\r\nHost: OWN\r\n\r\n"
  var gave: String
  var got: String
  /// The server behind ends its connection with the answer.
  var closes = false
  var base = ""

  var testDescription: String { name }

  init(
    _ name: String, _ gave: [String], _ got: [String], body: String = "", read: String? = nil,
    request: String? = nil, base: String = "", closes: Bool = false
  ) {
    self.name = name
    self.gave = gave.joined(separator: "\r\n") + "\r\n\r\n" + body
    self.got = got.joined(separator: "\r\n") + "\r\n\r\n" + (read ?? body)
    if let request { self.request = request }
    (self.base, self.closes) = (base, closes)
  }

  static func same(
    _ name: String, _ lines: [String], body: String = "", request: String? = nil
  ) -> PassedAnswerRow {
    PassedAnswerRow(name, lines, lines, body: body, request: request)
  }

  /// One field of an answer, and what becomes of it.
  static func field(_ gave: String, _ got: String?, base: String = "") -> PassedAnswerRow {
    let ends = ["Content-Length: 0"]
    return PassedAnswerRow(
      "field \(gave)", ["HTTP/1.1 200 OK", gave] + ends,
      ["HTTP/1.1 200 OK"] + [got].compactMap { $0 } + ends, base: base)
  }

  private static let last = ["HTTP/1.1 200 OK", "Content-Length: 2"]
  private static let old = "GET /a HTTP/1.0\r\nHost: OWN\r\n\r\n"
  private static let head = "HEAD /a HTTP/1.1\r\nHost: OWN\r\n\r\n"

  static let all: [PassedAnswerRow] =
    framings + fields
    + [
      same(
        "order, case, duplicates, empty values, odd reasons",
        ["HTTP/1.1 299 Ganz gut", "x-B: 1", "Content-length: 2", "X-b: 2", "Empty:"], body: "ok"),
      PassedAnswerRow(
        "without a reason", ["HTTP/1.1 200", "Content-Length: 0"],
        ["HTTP/1.1 200 OK", "Content-Length: 0"]),
      same(
        "packed, byte for byte",
        ["HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: 9"], body: "not gzip!"),
      same(
        "packed as nobody here can unpack it",
        ["HTTP/1.1 200 OK", "Content-Encoding: odd, br", "Content-Length: 3"], body: "\u{1}\u{2}x"),
      same(
        "twenty cookies, each its own",
        ["HTTP/1.1 200 OK"] + (0..<19).map { "Set-Cookie: c\($0)=a,b; Path=/" }
          + ["Set-Cookie: __Host-id=1; Path=/", "Content-Length: 0"]),
      PassedAnswerRow(
        "what is for one hop alone",
        [
          "HTTP/1.1 200 OK", "Connection: keep-alive, X-One", "X-One: 1", "Keep-Alive: timeout=5",
          "Proxy-Authenticate: Basic", "Upgrade: h2c", "Content-Length: 0",
        ], ["HTTP/1.1 200 OK", "Content-Length: 0"]),
    ]

  private static let framings: [PassedAnswerRow] = [
    same("204", ["HTTP/1.1 204 No Content", "X: 1"]),
    same(
      "304 with a length that is none of its own",
      ["HTTP/1.1 304 Not Modified", "Content-Length: 9", "ETag: \"x\""]),
    same("HEAD with a length", ["HTTP/1.1 200 OK", "Content-Length: 9"], request: head),
    same(
      "206", ["HTTP/1.1 206 Partial Content", "Content-Range: bytes 1-2/9", "Content-Length: 2"],
      body: "bc"),
    same(
      "several parts",
      [
        "HTTP/1.1 206 Partial Content", "Content-Type: multipart/byteranges; boundary=b",
        "Content-Length: 9",
      ], body: "--b--\r\n\r\n"),
    PassedAnswerRow(
      "a 204 with bytes behind it", ["HTTP/1.1 204 No Content", "Content-Length: 2"],
      ["HTTP/1.1 204 No Content"], body: "no", read: "", closes: true),
    PassedAnswerRow(
      "until the server ends it, for an old client", ["HTTP/1.1 200 OK", "X: 1"],
      ["HTTP/1.1 200 OK", "X: 1", "Connection: close"], body: "as long as it takes", request: old,
      closes: true),
    PassedAnswerRow(
      "a 100 that nobody has asked for",
      ["HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "Content-Length: 2"],
      ["HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "Content-Length: 2"], body: "ok"),
    PassedAnswerRow(
      "a thousand of 1xx", [String](repeating: "HTTP/1.1 102 Processing\r\n", count: 1_000) + last,
      [String](repeating: "HTTP/1.1 102 Processing\r\n", count: 1_000) + last, body: "ok"),
    PassedAnswerRow(
      "a thousand of 1xx, of which an old client knows none",
      [String](repeating: "HTTP/1.1 102 Processing\r\n", count: 1_000) + last,
      last + ["Connection: close"], body: "ok", request: old),
    PassedAnswerRow(
      "chunks", ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "X: 1"],
      ["HTTP/1.1 200 OK", "X: 1", "Transfer-Encoding: chunked"], body: "5\r\nhello\r\n0\r\n\r\n"),
    PassedAnswerRow(
      "chunks with extensions and trailers",
      ["HTTP/1.1 200 OK", "Trailer: X-Sum", "Transfer-Encoding: chunked"],
      ["HTTP/1.1 200 OK", "Trailer: X-Sum", "Transfer-Encoding: chunked"],
      body: "5;a=b\r\nhello\r\n0\r\nX-Sum: 1\r\nContent-Length: 7\r\n\r\n",
      read: "5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n"),
    PassedAnswerRow(
      "chunks for an old client", ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"],
      ["HTTP/1.1 200 OK", "Connection: close"], body: "5\r\nhello\r\n0\r\n\r\n", read: "hello",
      request: old),
    PassedAnswerRow(
      "a length for an old client", ["HTTP/1.1 200 OK", "Content-Length: 2"],
      ["HTTP/1.1 200 OK", "Content-Length: 2", "Connection: close"], body: "ok", request: old),
    PassedAnswerRow(
      "until the server ends it", ["HTTP/1.1 200 OK", "X: 1"],
      ["HTTP/1.1 200 OK", "X: 1", "Connection: close"],
      body: "as long as it takes", closes: true),
    PassedAnswerRow(
      "an old server", ["HTTP/1.0 200 OK", "Content-Length: 2"],
      ["HTTP/1.1 200 OK", "Content-Length: 2"],
      body: "ok", closes: true),
    PassedAnswerRow(
      "an early hint",
      [
        "HTTP/1.1 103 Early Hints", "Link: </a>; rel=preload", "", "HTTP/1.1 200 OK",
        "Content-Length: 2",
      ],
      [
        "HTTP/1.1 103 Early Hints", "Link: </a>; rel=preload", "", "HTTP/1.1 200 OK",
        "Content-Length: 2",
      ], body: "ok"),
    PassedAnswerRow(
      "an early hint for an old client",
      [
        "HTTP/1.1 103 Early Hints", "Link: </a>; rel=preload", "", "HTTP/1.1 200 OK",
        "Content-Length: 2",
      ],
      ["HTTP/1.1 200 OK", "Content-Length: 2", "Connection: close"], body: "ok", request: old),
  ]

  private static let fields: [PassedAnswerRow] = [
    field("Location: http://UP/b?c#d", "Location: /b?c#d"), field("Location: /b", "Location: /b"),
    field("Location: b", "Location: b"), field("Location: //UP/b", "Location: /b"),
    field("Location: https://elsewhere.example/b", "Location: https://elsewhere.example/b"),
    field("Location: http://OWN/b", "Location: http://OWN/b"),
    field("Content-Location: http://UP/b", "Content-Location: /b"),
    field("Refresh: 0; url=http://UP/b", "Refresh: 0; url=/b"),
    field(
      "Link: <http://UP/b>; rel=next, <http://x.example/>",
      "Link: </b>; rel=next, <http://x.example/>"),
    field(
      "Set-Cookie: a=1; Domain=.127.0.0.1; Secure; Path=/; SameSite=None",
      "Set-Cookie: a=1; Path=/; SameSite=Lax"),
    field(
      "Set-Cookie: a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT",
      "Set-Cookie: a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT"),
    field("Strict-Transport-Security: max-age=1", nil), field("Alt-Svc: h3=\":443\"", nil),
    field("Content-Security-Policy: upgrade-insecure-requests", nil),
    field(
      "Content-Security-Policy: default-src 'self'; upgrade-insecure-requests",
      "Content-Security-Policy: default-src 'self'"),
    field("Access-Control-Allow-Origin: http://UP", "Access-Control-Allow-Origin: http://OWN"),
    field("Access-Control-Allow-Origin: *", "Access-Control-Allow-Origin: *"),
    field("Location: /v1/b", "Location: /b", base: "/v1"),
    field("Location: /v1", "Location: /", base: "/v1"),
    field("Location: /v1?x", "Location: /?x", base: "/v1"),
    field("Location: http://UP/v1/b", "Location: /b", base: "/v1"),
    field("Location: /v2/b", "Location: http://UP/v2/b", base: "/v1"),
    field("Location: /v1x", "Location: http://UP/v1x", base: "/v1"),
    field("Location: b", "Location: b", base: "/v1"),
    field("Set-Cookie: a=1; path=/v1; HttpOnly", "Set-Cookie: a=1; Path=/; HttpOnly", base: "/v1"),
    field("Set-Cookie: a=1; Path=/v1/b", "Set-Cookie: a=1; Path=/b", base: "/v1"),
    field("Set-Cookie: a=1; Path=/", "Set-Cookie: a=1; Path=/", base: "/v1"),
  ]
}

@Suite("What comes back is what the server behind has answered")
struct PassedAnswerTests {
  @Test("an answer reaches the client as it was given", arguments: PassedAnswerRow.all)
  func rows(_ row: PassedAnswerRow) async throws {
    let up = Lock("")
    func said(_ text: String, _ own: String) -> String {
      text.split(separator: "OWN", omittingEmptySubsequences: false).joined(separator: own)
        .split(separator: "UP", omittingEmptySubsequences: false).joined(
          separator: up.withLock { $0 })
    }
    let gave = Lock<Behind.Act>(.silence)
    let behind = try Behind { _, _ in gave.withLock { $0 } }
    up.withLock { $0 = behind.authority }
    let between = try Between(to: [behind.url + row.base])
    let bytes = Array(said(row.gave, between.authority).utf8)
    gave.withLock { $0 = row.closes ? .close(bytes) : .answer(bytes) }
    let client = try between.client()
    client.send(said(row.request, between.authority))
    let wanted = said(row.got, between.authority)
    _ = client.receive(atLeast: wanted.utf8.count)
    if row.got.contains("Connection: close") { #expect(client.receiveAll() == .end) }
    #expect(String(decoding: client.buffer, as: UTF8.self) == wanted)
    let told = await between.end()
    #expect(told.count == 1 && told[0].end.isWhole && told[0].instead == nil)
  }

  @Test("a piece of a stream is passed on before the next one comes")
  func stream() async throws {
    let gate = Gate()
    let behind = try RawServer { peer in
      _ = peer.receiveHead()
      peer.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
      for number in 0..<20 {
        peer.send("9\r\ndata: \(number % 10)\n\n\r\n")
        gate.wait()
      }
      peer.send("0\r\n\r\n")
    }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)"])
    let client = try between.client()
    client.send("GET", "/events")
    let head = try client.readHead()
    #expect(head.status == 200)
    for number in 0..<20 {
      let piece = "9\r\ndata: \(number % 10)\n\n\r\n"
      #expect(client.receive(atLeast: piece.utf8.count) == nil)
      #expect(String(decoding: client.take(piece.utf8.count), as: UTF8.self) == piece)
      // Only now the server behind goes on.
      gate.open()
    }
    #expect(client.receive(atLeast: 5) == nil)
    _ = await between.end()
  }

  @Test(
    "what is large goes through both ways, byte for byte, and is kept as far as it is to be kept")
  func large() async throws {
    let body = (0..<24 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
    let received = Lock<[UInt8]>([])
    let behind = try RawServer { peer in
      var all: [UInt8] = []
      let head = peer.receiveHead(&all)
      let length =
        head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        .flatMap { Int($0.dropFirst(16)) } ?? 0
      while all.count < length {
        let piece = peer.receive()
        if piece.isEmpty { return }
        all += piece
      }
      received.withLock { $0 = all }
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
      peer.send(body)
    }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)"]) { $0.kept = 1 << 20 }
    let client = try between.client(patienceSeconds: 60)
    let lines = ["PUT /a HTTP/1.1", "Host: \(between.authority)", "Content-Length: \(body.count)"]
    client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    client.send(body)
    let head = try client.readHead()
    #expect(head.status == 200)
    try #require(client.receive(atLeast: body.count) == nil)
    #expect(client.take(body.count) == body && received.withLock { $0 == body })
    let told = await between.end()
    let exchange = try #require(told.first)
    #expect(exchange.uploaded == body.count && exchange.received.passedCount == body.count)
    #expect(exchange.exchange.response?.body.count == 1 << 20)
    #expect(exchange.exchange.truncatedFrom == body.count)
  }

  @Test(
    "what the engine calls misframed is 502 with its reason, and nothing of it is trusted",
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk",
      "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nok", "HTTP/9 200 OK\r\n\r\n", "hello\r\n\r\n",
      "HTTP/1.1 200 OK\r\nX-A: 1\r\n\u{0}: 2\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ])
  func misframed(_ bytes: String) async throws {
    let behind = try Behind { _, _ in .close(Array(bytes.utf8)) }
    let between = try Between(to: [behind.url])
    let answer = try between.client().ask("GET", "/a")
    #expect(answer.status == 502 && answer.field("Inspector-Error") == "upstream", "\(answer)")
    #expect(JSONDocument(answer.body).json["error"].stringValue.isEmpty == false)
    let told = await between.end()
    #expect(told.count == 1 && told[0].instead == 502 && told[0].received.failure != nil)
    #expect(told[0].end.sent == answer.body.count && told[0].end.isWhole)
    #expect(told[0].exchange.toApp?.response?.headers["Inspector-Error"] == "upstream")
  }
}

/// Lets one through for each time it is opened.
private final class Gate: Sendable {
  private let ends: (read: Int32, write: Int32)

  init() {
    var ends: [Int32] = [0, 0]
    _ = pipe(&ends)
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  func open() {
    var byte: UInt8 = 1
    _ = write(ends.write, &byte, 1)
  }

  func wait() {
    var byte: UInt8 = 0
    _ = read(ends.read, &byte, 1)
  }
}
