import DemoServer
import InspectorProxy
import LosslessJSON
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// A head of the server behind, and the one that the client gets for it.
struct WrittenHeadRow: Sendable, CustomTestStringConvertible {
  var name: String
  var gave: [String]
  var got: [String]
  /// Behind the head: as the server sends it, and as the client reads it where that differs.
  var body = "ok"
  var read: String?
  var request = "GET /a HTTP/1.1\r\nHost: OWN\r\n\r\n"
  var closes = false

  var testDescription: String { name }

  static let old = "GET /a HTTP/1.0\r\nHost: OWN\r\nConnection: keep-alive\r\n\r\n"
  static let head = "HEAD /a HTTP/1.1\r\nHost: OWN\r\n\r\n"
  private static let ok = "HTTP/1.1 200 OK"
  private static let two = "Content-Length: 2"

  static let all: [WrittenHeadRow] =
    [
      WrittenHeadRow(
        name: "Connection names the length",
        gave: [ok, "Connection: X-One, content-length", "X-One: 1", two], got: [ok, two]),
      WrittenHeadRow(
        name: "Connection names the length, for an old client",
        gave: [ok, "Connection: Content-Length", two], got: [ok, two, "Connection: keep-alive"],
        request: old),
      WrittenHeadRow(
        name: "Connection of an old server names the length",
        gave: ["HTTP/1.0 200 OK", "Connection: Content-Length", two], got: [ok, two], closes: true),
      WrittenHeadRow(
        name: "Connection names the length of a HEAD",
        gave: [ok, "Connection: Content-Length", "Content-Length: 9"],
        got: [ok, "Content-Length: 9"],
        body: "", request: head),
      WrittenHeadRow(
        name: "Connection names the coding",
        gave: [
          ok, "Connection: Transfer-Encoding, X-One", "X-One: 1", "Transfer-Encoding: chunked",
        ],
        got: [ok, "Transfer-Encoding: chunked"], body: "2\r\nok\r\n0\r\n\r\n"),
      WrittenHeadRow(
        name: "a list of equal lengths", gave: [ok, "X: 1", "Content-Length: 2, 2", "Y: 1"],
        got: [ok, "X: 1", two, "Y: 1"]),
      WrittenHeadRow(
        name: "several equal lengths", gave: [ok, two, "X: 1", "content-length: 2,2", two],
        got: [ok, two, "X: 1"]),
      WrittenHeadRow(
        name: "several equal lengths for an old client", gave: [ok, two, two],
        got: [ok, two, "Connection: keep-alive"], request: old),
      WrittenHeadRow(
        name: "a list of lengths of a HEAD", gave: [ok, "Content-Length: 9, 9"],
        got: [ok, "Content-Length: 9"], body: "", request: head),
      WrittenHeadRow(
        name: "several lengths of a 304",
        gave: ["HTTP/1.1 304 Not Modified", "Content-Length: 9", "Content-Length: 9"],
        got: ["HTTP/1.1 304 Not Modified", "Content-Length: 9"], body: ""),
      WrittenHeadRow(
        name: "names that some readers take for a framing field",
        gave: [
          ok, "Transfer-Encoding\u{b}: chunked", "\u{1}Content-Length: 7", two, "Odd Name: 1",
        ], got: [ok, two, "Odd Name: 1"]),
      WrittenHeadRow(
        name: "control characters other than tabs never leave",
        gave: [ok, "X-Odd: a\u{1b}b\tc\u{7f}", two], got: [ok, "X-Odd: ab\tc", two]),
      WrittenHeadRow(
        name: "interim heads get the same rules",
        gave: [
          "HTTP/1.1 103", "Connection: X-Hint", "X-Hint: 1", "Link: <http://UP/b>",
          "Keep-Alive: 5", "Content-Length: 5", "Transfer-Encoding: chunked", "Alt-Svc: h3",
          "X: Zoë", "", ok, two,
        ],
        got: ["HTTP/1.1 103 Early Hints", "Link: </b>", "X: Zoë", "", ok, two]),
      WrittenHeadRow(
        name: "an interim head with odd line ends is written anew",
        gave: ["HTTP/1.0 103 Go\nX-A:1\nX-B:\t2 \n folded\n", ok, two],
        got: ["HTTP/1.1 103 Go", "X-A: 1", "X-B: 2 folded", "", ok, two]),
      WrittenHeadRow(
        name: "trailers get the same rules",
        gave: [ok, "Connection: X-One", "Transfer-Encoding: chunked"],
        got: [ok, "Transfer-Encoding: chunked"],
        body: "2\r\nok\r\n0\r\nX-One: 1\r\nKeep-Alive: 5\r\nAlt-Svc: h3\r\nLink: <http://UP/b>\r\n"
          + "Transfer-Encoding\u{b}: x\r\nX-Two: 2\r\n\r\n",
        read: "2\r\nok\r\n0\r\nLink: </b>\r\nX-Two: 2\r\n\r\n"),
    ]
    + [
      "Content-Type: a/b", "Content-Encoding: odd", "Set-Cookie: a=1", "Location: /b",
      "ETag: \"x\"",
      "Cache-Control: no-store", "WWW-Authenticate: Basic", "Content-Range: bytes 0-1/2", "Vary: A",
    ].map { field in
      let name = field.prefix { $0 != ":" }
      return WrittenHeadRow(
        name: "Connection names \(name)", gave: [ok, "Connection: close, \(name)", field, two],
        got: [ok, field, two], closes: true)
    }
}

@Suite("Every head is written by one writer")
struct WrittenHeadTests {
  @Test("what goes to the server behind has no control characters either")
  func fields() {
    let field = HeaderField("X\r-A\n", "a\rContent-Length:9\u{0}\t\u{7f}é").withoutOddControls
    #expect(field == HeaderField("X-A", "aContent-Length:9\té"))
    var head: [UInt8] = []
    head.append(HeaderField("X-A", "a\r\nB: c"))
    #expect(String(decoding: head, as: UTF8.self) == "X-A: aB: c\r\n")
  }

  @Test(
    "a head says once where its body ends, and loses no field it needs",
    arguments: WrittenHeadRow.all)
  func responses(_ row: WrittenHeadRow) async throws {
    let up = Lock("")
    func said(_ text: String, _ own: String) -> String {
      text.split(separator: "OWN", omittingEmptySubsequences: false).joined(separator: own)
        .split(separator: "UP", omittingEmptySubsequences: false).joined(
          separator: up.withLock { $0 })
    }
    let gave = Lock<Behind.Act>(.silence)
    let behind = try Behind { _, _ in gave.withLock { $0 } }
    up.withLock { $0 = behind.authority }
    let between = try Between(to: [behind.url])
    let lines = row.gave.joined(separator: "\r\n") + "\r\n\r\n" + row.body
    let bytes = Array(said(lines, between.authority).utf8)
    gave.withLock { $0 = row.closes ? .close(bytes) : .answer(bytes) }
    let client = try between.client()
    client.send(said(row.request, between.authority))
    let wanted = said(
      row.got.joined(separator: "\r\n") + "\r\n\r\n" + (row.read ?? row.body), between.authority)
    _ = client.receive(atLeast: wanted.utf8.count)
    #expect(String(decoding: client.buffer, as: UTF8.self) == wanted)
    // The same connection carries the next exchange: both sides agree on where this one ended.
    _ = client.take(client.buffer.count)
    client.send(said(row.request, between.authority))
    _ = client.receive(atLeast: wanted.utf8.count)
    #expect(String(decoding: client.buffer, as: UTF8.self) == wanted)
    let told = await between.end()
    #expect(told.count == 2 && told.allSatisfy { $0.end.isWhole && $0.instead == nil })
  }

  @Test(
    "a request says its length once",
    arguments: [
      (["Content-Length: 5, 5"], "Content-Length: 5"),
      (["Content-Length: 5", "content-length: 5"], "Content-Length: 5"),
      (["content-length: 5,5 , 5", "Content-Length: 5"], "content-length: 5"),
    ])
  func requestLengths(_ sent: [String], _ got: String) async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    let between = try Between(to: [behind.url])
    let client = try between.client()
    for version in ["1.1", "1.0"] {
      let lines = [
        "POST /a HTTP/\(version)", "Host: \(between.authority)", "Connection: keep-alive",
      ]
      client.send((lines + sent + ["X: 1"]).joined(separator: "\r\n") + "\r\n\r\nhello")
      #expect(try client.readAnswer().status == 200)
    }
    let wanted = "POST /a HTTP/1.1\r\nHost: \(behind.authority)\r\n\(got)\r\nX: 1\r\n\r\nhello"
    #expect(behind.requests.withLock { $0 } == [wanted, wanted])
    _ = await between.end()
  }

  @Test(
    "a request whose length is unclear, or that strips what the server needs, is 400",
    arguments: [
      "Content-Length: 3, 4", "Content-Length: 3,", "Content-Length: ,3", "Content-Length: 3, +3",
      "Content-Length: 3\r\nContent-Length: 3, 2", "Connection: If-Match", "Connection: X,Origin",
      "Connection: Content-Range\r\nConnection: close", "Connection: Cache-Control",
    ])
  func unclearRequests(_ fields: String) async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    let between = try Between(to: [behind.url])
    for version in ["1.1", "1.0"] {
      let client = try between.client()
      client.send("POST /a HTTP/\(version)\r\nHost: \(between.authority)\r\n\(fields)\r\n\r\nabc")
      #expect(try client.readAnswer().status == 400)
    }
    #expect(await between.end().isEmpty)
    #expect(behind.requests.withLock { $0.isEmpty })
  }

  @Test(
    "a response whose length is unclear is 502",
    arguments: ["2, 3", "2,", "2\r\nContent-Length: 3", "2, 2\r\nContent-Length: 2, 1"])
  func unclearResponses(_ length: String) async throws {
    let behind = try Behind { _, _ in
      .close(Array("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nok".utf8))
    }
    let between = try Between(to: [behind.url])
    for fields in [[], TunnelTests.asking] {
      let answer = try between.client().ask("GET", "/a", fields: fields)
      #expect(answer.status == 502 && answer.field("Inspector-Error") == "upstream")
    }
    _ = await between.end()
  }

  @Test("trailers of a request that Connection names end here")
  func requestTrailers() async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    let between = try Between(to: [behind.url])
    let client = try between.client()
    client.send(
      "POST /a HTTP/1.1\r\nHost: \(between.authority)\r\nTransfer-Encoding: chunked\r\n"
        + "Connection: X-One\r\n\r\n3\r\nabc\r\n0\r\nX-One: 1\r\nKeep-Alive: 5\r\nX-Two: 2\r\n\r\n")
    #expect(try client.readAnswer().status == 200)
    let got = behind.requests.withLock { $0.first ?? "" }
    #expect(got.hasSuffix("\r\n\r\n3\r\nabc\r\n0\r\nX-Two: 2\r\n\r\n"), "\(got)")
    _ = await between.end()
  }

  @Test("a chunked request without a byte in it ends for the server too when a rule takes it whole")
  func emptyChunks() async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    let rules = try Rules("* /** answer header set X-Seen=1")
    let between = try Between(to: [behind.url]) { $0.alterations = Alterations(rules) }
    let client = try between.client()
    client.send(
      "POST /a HTTP/1.1\r\nHost: \(between.authority)\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    )
    #expect(try client.readAnswer().field("X-Seen") == "1")
    let lines = ["POST /a HTTP/1.1", "Host: \(behind.authority)", "Content-Length: 0", "", ""]
    #expect(behind.requests.withLock { $0 } == [lines.joined(separator: "\r\n")])
    _ = await between.end()
  }

  @Test("interim heads before an upgrade, and the refusal of one, get the same rules")
  func upgrades() async throws {
    let interim = "HTTP/1.1 103 Early Hints\r\nConnection: X-Hint\r\nX-Hint: 1\r\nX-A: 1\r\n\r\n"
    let taken =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    let refused =
      "HTTP/1.1 403 No\r\nConnection: Content-Length\r\nContent-Length: 2, 2\r\n\r\nno"
    for (final, status) in [(taken, 101), (refused, 403)] {
      let server = try RawServer { peer in
        _ = peer.receiveHead()
        peer.send(interim + final)
        while !peer.receive().isEmpty {}
      }
      let between = try Between(to: ["http://127.0.0.1:\(server.port)"])
      let client = try between.client()
      client.send("GET", "/a", fields: TunnelTests.asking)
      let hint = try client.readHead()
      #expect(hint.status == 103 && hint.fields.map(\.name) == ["X-A"])
      let head = try client.readHead()
      #expect(head.status == status)
      #expect(head.field("Content-Length") == (status == 403 ? "2" : nil))
      client.halfClose()
      _ = client.receiveAll()
      _ = await between.end()
    }
  }
}
