import CurlTransport
import InspectorProxy
import LosslessJSON
import NetEngine
import TestSupport
import Testing

/// A request as a client writes it, and as the server behind gets it.
///
/// `OWN` and `UP` stand for what `Host` says on either side.
struct PassedRequestRow: Sendable, CustomTestStringConvertible {
  var name: String
  var sent: String
  var got: String
  /// Behind the server's URL.
  var base = ""

  var testDescription: String { name }

  init(_ name: String, base: String = "", _ sent: [String], _ got: [String], body: String = "") {
    (self.name, self.base) = (name, base)
    self.sent = sent.joined(separator: "\r\n") + "\r\n\r\n" + body
    self.got = got.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// Goes on as it came, but for the host.
  static func same(_ name: String, _ lines: [String], body: String = "") -> PassedRequestRow {
    func written(with host: String) -> [String] {
      [lines[0], "Host: \(host)"] + lines.dropFirst()
    }
    return PassedRequestRow(name, written(with: "OWN"), written(with: "UP"), body: body)
  }

  static let all: [PassedRequestRow] =
    targets
    + [
      same(
        "order, case, duplicates, empty values",
        ["GET /a HTTP/1.1", "X-b: 1", "accept: */*", "X-B: 2", "X-Empty:", "user-agent: Me/1"]),
      same("nothing is added", ["GET /a HTTP/1.1"]),
      same("bytes beyond ASCII", ["GET /a HTTP/1.1", "X-Name: Zoë"]),
      same(
        "200 fields", ["GET /a HTTP/1.1"] + (0..<199).map { "X-\($0): value \($0)" }),
      same("a length", ["POST /a HTTP/1.1", "Content-Length: 5"], body: "hello"),
      same("a length of nothing", ["POST /a HTTP/1.1", "Content-Length: 0"]),
      same("a POST without a body", ["POST /a HTTP/1.1"]),
      same("a DELETE with a body", ["DELETE /a HTTP/1.1", "Content-Length: 2"], body: "{}"),
      same("a GET with a body", ["GET /a HTTP/1.1", "Content-Length: 2"], body: "{}"),
      same("a HEAD", ["HEAD /a HTTP/1.1"]),
      same("an odd method", ["PURGE-all /a HTTP/1.1"]),
      same("a method in small letters", ["get /a HTTP/1.1"]),
      same("a method of 100 letters", ["\(String(repeating: "M", count: 100)) /a HTTP/1.1"]),
      same(
        "credentials and cookies",
        ["GET /a HTTP/1.1", "Authorization: Basic eA==", "Cookie: a=1; b=2"]),
      same("a range", ["GET /a HTTP/1.1", "Range: bytes=1-2", "If-Range: \"x\""]),
      same(
        "Via and Forwarded of others",
        ["GET /a HTTP/1.1", "Via: 1.1 x", "X-Forwarded-For: 9.9.9.9"]),
      same(
        "a foreign Referer",
        ["GET /a HTTP/1.1", "Referer: http://localhost:1/x"]),
      same(
        "an encoding this side does not know",
        ["POST /a HTTP/1.1", "Content-Encoding: odd", "Content-Length: 3"],
        body: "\u{1}\u{2}\u{3}"),
      PassedRequestRow(
        "what is for one hop alone",
        [
          "GET /a HTTP/1.1", "Host: OWN", "Connection: keep-alive, X-One", "X-One: 1",
          "Keep-Alive: 5",
          "Proxy-Connection: keep-alive", "TE: gzip", "Proxy-Authorization: Basic eA==",
          "Upgrade: h2c", "HTTP2-Settings: x", "X-Two: 2",
        ], ["GET /a HTTP/1.1", "Host: UP", "X-Two: 2"]),
      PassedRequestRow(
        "a wish for trailers", ["GET /a HTTP/1.1", "Host: OWN", "TE: trailers, gzip"],
        ["GET /a HTTP/1.1", "Host: UP", "TE: trailers", "Connection: TE"]),
      PassedRequestRow(
        "chunks, made anew",
        ["POST /a HTTP/1.1", "Host: OWN", "transfer-encoding: Chunked", "X: 1"],
        ["POST /a HTTP/1.1", "Host: UP", "transfer-encoding: chunked", "X: 1"],
        body: "5\r\nhello\r\n0\r\n\r\n"),
      PassedRequestRow(
        "an old client", ["GET /a HTTP/1.0", "X: 1"], ["GET /a HTTP/1.1", "Host: UP", "X: 1"]),
      PassedRequestRow(
        "our own origin becomes the other one's",
        [
          "POST /a HTTP/1.1", "Host: OWN", "Origin: http://OWN", "Referer: http://OWN/page?x",
          "Content-Length: 0",
        ],
        [
          "POST /a HTTP/1.1", "Host: UP", "Origin: http://UP", "Referer: http://UP/page?x",
          "Content-Length: 0",
        ]),
      PassedRequestRow(
        "the absolute form that names us", ["GET http://OWN/a?b HTTP/1.1", "Host: OWN"],
        ["GET /a?b HTTP/1.1", "Host: UP"]),
      same("a preflight", ["OPTIONS /a HTTP/1.1", "Access-Control-Request-Method: PUT"]),
      same(
        "an origin of a page on this machine", ["GET /a HTTP/1.1", "Origin: http://localhost:3000"]),
      same("a QUERY", ["QUERY /a HTTP/1.1", "Content-Length: 5"], body: "a = 1"),
      same("a TRACE", ["TRACE /a HTTP/1.1"]),
      PassedRequestRow(
        "a TRACE that may go on", ["TRACE /a HTTP/1.1", "Host: OWN", "max-forwards: 5"],
        ["TRACE /a HTTP/1.1", "Host: UP", "max-forwards: 4"]),
      same("Max-Forwards of another method", ["GET /a HTTP/1.1", "Max-Forwards: 5"]),
      same("Max-Forwards that is no number", ["OPTIONS /a HTTP/1.1", "Max-Forwards: -1"]),
      PassedRequestRow(
        "the absolute form that names the server behind",
        ["GET http://UP/a?b HTTP/1.1", "Host: UP"], ["GET /a?b HTTP/1.1", "Host: UP"]),
      PassedRequestRow(
        "the absolute form wins over Host", ["GET http://UP/a HTTP/1.1", "Host: other.example"],
        ["GET /a HTTP/1.1", "Host: UP"]),
      PassedRequestRow(
        "Host behind other fields stays where it stood",
        ["GET /a HTTP/1.1", "X: 1", "Host: OWN", "Y: 2"],
        ["GET /a HTTP/1.1", "Host: UP", "X: 1", "Y: 2"]),
    ]

  private static let targets: [PassedRequestRow] =
    [
      "/", "/?", "/a?", "/a?q", "/a//b", "/a/./b", "/a%2Fb%2f", "/%zz", "/a;b=c,d", "/a?b=/../c",
      "/a'b(c)!$&*+",
      "/a?x[]={y}|z^`\"<>", "/~user/@me:1", "/*", "/...", "//evil.example/x", "/\\evil.example",
      "/é?ü", "/a%2e%2fb", "/..a/b..",
    ].map { target in same("target \(target)", ["GET \(target) HTTP/1.1"]) }
    + [
      same("all of a server", ["OPTIONS * HTTP/1.1"]),
      PassedRequestRow(
        "all of a server below a base path", base: "/v1", ["OPTIONS * HTTP/1.1", "Host: OWN"],
        ["OPTIONS * HTTP/1.1", "Host: UP"]),
      PassedRequestRow(
        "a path that only begins as the base path does", base: "/v1",
        ["GET /v1x HTTP/1.1", "Host: OWN"], ["GET /v1/v1x HTTP/1.1", "Host: UP"]),
      PassedRequestRow(
        "below a base path", base: "/v1/", ["GET /users?x HTTP/1.1", "Host: OWN"],
        ["GET /v1/users?x HTTP/1.1", "Host: UP"]),
      PassedRequestRow(
        "its root below a base path", base: "/v1", ["GET / HTTP/1.1", "Host: OWN"],
        ["GET /v1/ HTTP/1.1", "Host: UP"]),
    ]
}

@Suite("What is passed on is what came")
struct PassedRequestTests {
  @Test(
    "a request reaches the server behind as the client has sent it", arguments: PassedRequestRow.all
  )
  func rows(_ row: PassedRequestRow) async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
    let between = try Between(to: [behind.url + row.base])
    let client = try between.client()
    func said(_ text: String) -> String {
      text.split(separator: "OWN", omittingEmptySubsequences: false).joined(
        separator: between.authority
      )
      .split(separator: "UP", omittingEmptySubsequences: false).joined(separator: behind.authority)
    }
    client.send(said(row.sent))
    let answer = try client.readAnswer(toHead: row.sent.hasPrefix("HEAD"))
    #expect(answer.status == 200, "\(answer.text)")
    #expect(behind.requests.withLock { $0 } == [said(row.got)])
    let told = await between.end()
    #expect(told.count == 1 && told[0].end.isWhole)
  }

  @Test("the host, the origin and the referer go on as they came where that is asked for")
  func kept() async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 204 No Content\r\n\r\n") }
    let between = try Between(to: [behind.url]) {
      $0.keepsHost = true
      $0.keepsOrigin = true
    }
    let own = between.authority
    let lines =
      "GET / HTTP/1.1\r\nHost: \(own)\r\nOrigin: http://\(own)\r\nReferer: http://\(own)/\r\n\r\n"
    let client = try between.client()
    client.send(lines)
    #expect(try client.readAnswer().status == 204)
    #expect(behind.requests.withLock { $0 } == [lines])
    _ = await between.end()
  }

  @Test("the longest path says which server behind is asked; no other one is")
  func prefixes() async throws {
    let ok: @Sendable (String, Int) -> Behind.Act = { _, _ in
      .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    let (all, some, deep) = (try Behind(ok), try Behind(ok), try Behind(ok))
    let between = try Between(to: [all.url, "/auth=\(some.url)", "/auth/deep=\(deep.url)/x"])
    let client = try between.client()
    for path in ["/a", "/auth", "/auth?x", "/auth/deep/1", "/authx", "/auth/dee"] {
      #expect(try client.ask("GET", path).status == 200)
    }
    func paths(_ behind: Behind) -> [String] {
      behind.requests.withLock { $0.map { String($0.split(separator: " ")[1]) } }
    }
    #expect(paths(all) == ["/a", "/authx"])
    #expect(paths(some) == ["/auth", "/auth?x", "/auth/dee"])
    #expect(paths(deep) == ["/x/auth/deep/1"])
    _ = await between.end()
    let alone = try Between(to: ["/api=\(all.url)"])
    #expect(try alone.client().ask("GET", "/a").status == 404)
    _ = await alone.end()
  }

  @Test(
    "what two readers could read differently reaches no server behind",
    arguments: [
      ("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", 400), ("Content-Length: +3\r\n", 400),
      ("Content-Length: 3\r\nContent-Length: 4\r\n", 400),
      ("Transfer-Encoding: gzip, chunked\r\n", 400),
      ("Connection: close, Content-Length\r\n", 400), ("Connection: Authorization\r\n", 400),
      ("X : 1\r\n", 400), ("X: 1\r\n folded\r\n", 400), ("Host: evil.example\r\n", 400),
      ("Expect: 200-maybe\r\n", 417), ("Max-Forwards: 1\r\nHost: a,b\r\n", 400),
    ])
  func refused(_ fields: String, _ status: Int) async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    let between = try Between(to: [behind.url])
    let client = try between.client()
    client.send("POST /a HTTP/1.1\r\nHost: \(between.authority)\r\n\(fields)\r\nabc")
    let answer = try client.readAnswer()
    #expect(answer.status == status, "\(answer.text)")
    #expect(answer.field("Inspector-Error") == "refused")
    #expect(await between.end().isEmpty)
    #expect(behind.requests.withLock { $0.isEmpty } && between.refused.withLock { $0.count } == 1)
  }

  @Test("a body whose chunks break in the middle is passed on by nobody as whole")
  func brokenChunks() async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    let between = try Between(to: [behind.url])
    let client = try between.client()
    client.send(
      "POST /a HTTP/1.1\r\nHost: \(between.authority)\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n"
    )
    #expect(try client.readAnswer().status == 400)
    let told = await between.end()
    #expect(behind.requests.withLock { $0.isEmpty })
    #expect(told.count == 1 && told.allSatisfy { !$0.end.isWhole && $0.received.failure != nil })
  }

  @Test("trailers go on behind the last chunk, but for those that would change what came before")
  func trailers() async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    let between = try Between(to: [behind.url])
    let client = try between.client()
    client.send(
      "POST /a HTTP/1.1\r\nHost: \(between.authority)\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3;x=y\r\nabc\r\n0\r\nX-Sum: 1\r\nContent-Length: 9\r\nAuthorization: no\r\n\r\n")
    #expect(try client.readAnswer().status == 200)
    let got = behind.requests.withLock { $0.first ?? "" }
    #expect(got.hasSuffix("\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n"), "\(got)")
    _ = await between.end()
  }

  @Test("a body is sent on while it comes, and the server's 100 is the one the client waits for")
  func expectation() async throws {
    let behind = try RawServer { peer in
      var body: [UInt8] = []
      let head = peer.receiveHead(&body)
      guard head.contains("Expect: 100-continue") else {
        return peer.send("HTTP/1.1 400 No\r\n\r\n")
      }
      peer.send("HTTP/1.1 100 Continue\r\n\r\n")
      while body.count < 6 { body += peer.receive() }
      peer.send(
        "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n" + String(decoding: body, as: UTF8.self))
    }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)"])
    let client = try between.client()
    client.send("PUT /a", fields: ["Expect: 100-continue"], length: 6, between.authority)
    #expect(try client.readHead().status == 100)
    client.send("abc")
    client.send("def")
    #expect(try client.readAnswer().text == "abcdef")
    let told = await between.end()
    #expect(told.count == 1 && told[0].uploaded == 6)
    #expect(told[0].exchange.request.body == .bytes("abcdef"))
  }

  @Test("an answer that comes before the body was read goes through, and the connection ends")
  func early() async throws {
    let behind = try RawServer { peer in
      _ = peer.receiveHead()
      peer.send("HTTP/1.1 413 Too Large\r\nContent-Length: 4\r\nConnection: close\r\n\r\nmuch")
      while !peer.receive().isEmpty {}
    }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)"])
    let client = try between.client()
    client.send("PUT /a", fields: [], length: 1_000_000, between.authority)
    client.send([UInt8](repeating: 7, count: 1_000))
    let answer = try client.readAnswer()
    #expect(answer.status == 413 && answer.text == "much")
    #expect(answer.field("Connection") == "close")
    let told = await between.end()
    #expect(told.count == 1 && told[0].received.hops.last?.statusCode == 413)
  }

  @Test(
    "a thousand requests on one connection and fifty connections at once: each has its own answer")
  func many() async throws {
    let behind = try Behind { request, _ in
      let path = request.split(separator: " ")[1]
      return .text("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
    }
    let between = try Between(to: [behind.url])
    let client = try between.client()
    for number in 0..<1_000 {
      guard try client.ask("GET", "/one/\(number)").text == "/one/\(number)" else {
        Issue.record("request \(number)")
        break
      }
    }
    let clients = try (0..<50).map { _ in try between.client() }
    for round in 0..<4 {
      for (number, client) in clients.enumerated() { client.send("GET", "/c/\(number)/\(round)") }
      for (number, client) in clients.enumerated() {
        #expect(try client.readAnswer().text == "/c/\(number)/\(round)")
      }
    }
    let told = await between.end()
    #expect(told.count == 1_200 && told.allSatisfy(\.end.isWhole))
    #expect(told.allSatisfy { $0.exchange.response?.body.text == $0.client.path })
  }
}

extension RawClient {
  fileprivate func send(_ line: String, fields: [String], length: Int, _ host: String) {
    let lines = ["\(line) HTTP/1.1", "Host: \(host)"] + fields + ["Content-Length: \(length)"]
    send(lines.joined(separator: "\r\n") + "\r\n\r\n")
  }
}
