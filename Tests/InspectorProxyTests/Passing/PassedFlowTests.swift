import CurlTransport
import DemoServer
import Glibc
import InspectorProxy
import LosslessJSON
import NetEngine
import NetRecordings
import TestServer
import TestSupport
import Testing

@Suite("How bytes flow between a client and the server behind")
struct PassedFlowTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  // MARK: Requests

  @Test("requests sent at once are answered in order, and nothing behind a refused one is read")
  func pipelined() async throws {
    let behind = try Behind { request, _ in
      let path = String(request.split(separator: " ")[1])
      return .text("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
    }
    let between = try Between(to: [behind.url])
    let host = "Host: \(between.authority)\r\n"
    let client = try between.client()
    client.send(
      "GET /1 HTTP/1.1\r\n\(host)\r\nPOST /2 HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\nabc"
        + "GET /3 HTTP/1.1\r\n\(host)\r\nGET /4 HTTP/1.1\r\n\(host)X : y\r\n\r\n"
        + "GET /5 HTTP/1.1\r\n\(host)\r\n")
    for path in ["/1", "/2", "/3"] { #expect(try client.readAnswer().text == path) }
    #expect(try client.readAnswer().status == 400)
    #expect(client.receiveAll() == .end && client.buffer.isEmpty)
    let told = await between.end()
    #expect(told.map(\.client.path) == ["/1", "/2", "/3"])
    #expect(behind.requests.withLock { $0.count } == 3)
    #expect(behind.requests.withLock { $0[1].hasSuffix("\r\n\r\nabc") })
  }

  @Test(
    "a body that stays shorter than its length is whole for nobody, be it silence or an end",
    arguments: [true, false])
  func shortBody(_ ends: Bool) async throws {
    let behind = try Behind { _, _ in .text(Self.ok) }
    var limits = ListeningLimits()
    limits.idleTime = 100_000
    let between = try Between(to: [behind.url], limits: limits)
    let client = try between.client()
    client.send("POST /a HTTP/1.1\r\nHost: \(between.authority)\r\nContent-Length: 9\r\n\r\nhalf")
    if ends { client.halfClose() }
    #expect(client.receiveAll() != .silence)
    #expect(!String(decoding: client.buffer, as: UTF8.self).contains("200 OK"))
    let told = await between.end()
    #expect(told.count == 1 && !told[0].end.isWhole && told[0].received.failure != nil)
    #expect(behind.requests.withLock { $0.isEmpty })
  }

  @Test(
    "a client that waits for a word hears the server's own: 401 and 417 at once, or nothing at all",
    arguments: ["401 Unauthorized", "417 Expectation Failed", ""])
  func expectation(_ status: String) async throws {
    let behind = try RawServer { peer in
      _ = peer.receiveHead()
      if !status.isEmpty {
        peer.send("HTTP/1.1 \(status)\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
      }
      while !peer.receive().isEmpty {}
    }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)"]) {
      $0.limits.idleTimeout = .milliseconds(300)
    }
    let client = try between.client()
    client.send(
      "PUT /a HTTP/1.1\r\nHost: \(between.authority)\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
    )
    if status.isEmpty {
      // The client goes on by itself, and hears of it.
      client.send("abc")
      #expect(try client.readAnswer().status == 504)
    } else {
      let answer = try client.readAnswer()
      #expect(answer.status == Int(status.prefix(3)) && answer.text == "no", "\(answer)")
      #expect(answer.field("Connection") == "close")
    }
    #expect(await between.end().count == 1)
  }

  @Test("a client that waits for a word the server does not say hears it here, and once")
  func unsaid() async throws {
    let behind = try RawServer { peer in
      var body: [UInt8] = []
      _ = peer.receiveHead(&body)
      while body.count < 3 { body += peer.receive() }
      peer.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)"])
    let client = try between.client()
    client.send(
      "PUT /a HTTP/1.1\r\nHost: \(between.authority)\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
    )
    #expect(try client.readHead().status == 100)
    client.send("abc")
    #expect(try client.readHead().status == 200)
    #expect(await between.end().map(\.uploaded) == [3])
  }

  @Test("a body that was partly sent is not sent again where its kept connection dies")
  func keptPost() async throws {
    let heads = Lock<[String]>([])
    let behind = try RawServer { peer in
      heads.withLock { $0.append(String(peer.receiveHead().prefix(4))) }
      peer.send(Self.ok)
      let next = peer.receiveHead()
      if !next.isEmpty { heads.withLock { $0.append(String(next.prefix(4))) } }
    }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)"])
    let client = try between.client()
    #expect(try client.ask("GET", "/a").text == "ok")
    let answer = try client.ask("POST", "/a", body: Array("abc".utf8))
    #expect(answer.status == 502, "\(answer.text)")
    // libcurl may have connected once more, without a word.
    #expect(heads.withLock { $0.filter { !$0.isEmpty } } == ["GET ", "POST"])
    #expect(await between.end().map(\.instead) == [nil, 502])
  }

  // MARK: Answers

  @Test("what unpacks to a thousand times its size goes through as it is, and is kept as a failure")
  func bomb() async throws {
    let server = try DemoServer.withBroken()
    let between = try Between(to: [server.baseURL])
    let routes = TestRoute.everything.filter {
      $0.path.contains("bomb/") && $0.expected.kind == .limit
    }
    #expect(routes.count >= 4)
    for path in routes.map(\.sample) {
      let direct = try #require(RawClient(port: UInt16(server.port), patienceSeconds: 30))
      let wanted = try direct.ask("GET", path)
      let answer = try between.client().ask("GET", path)
      #expect(answer.body == wanted.body && answer.body.count > 500, "\(path)")
      #expect(answer.field("Content-Encoding") == wanted.field("Content-Encoding"))
    }
    let told = await between.end()
    #expect(told.count == routes.count && told.allSatisfy(\.end.isWhole))
    for exchange in told {
      // Unpacking it stops at a limit, which the recording says.
      #expect(throws: TransportError.self) { try exchange.received.response() }
    }
  }

  @Test(
    "of a body that is kept in part the size, the hash and the envelope are those of all of it",
    arguments: [true, false], [nil, "gzip"])
  func partlyKept(saysLength: Bool, coding: String?) async throws {
    let rows = (0..<9_000).map { #"{"id":\#($0),"name":"row"}"# }
    let text = #"{"data":[\#(rows.joined(separator: ","))],"status":401,"msg":"expired"}"#
    let body = Array(text.utf8)
    let wire = coding == nil ? body : Deflate.gzip(body)
    try #require(wire.count > 100_000)
    let behind = try Behind { _, _ in
      let head =
        (coding.map { "Content-Encoding: \($0)\r\n" } ?? "")
        + (saysLength ? "Content-Length: \(wire.count)\r\n" : "Connection: close\r\n")
      return .close(Array("HTTP/1.1 200 OK\r\n\(head)\r\n".utf8) + wire)
    }
    let between = try Between(to: [behind.url]) { $0.kept = 20_000 }
    #expect(try between.client().ask("GET", "/a").body == wire)
    let exchange = try #require(await between.end().first).exchange
    #expect(exchange.truncatedFrom == body.count && exchange.bodyHash == Body(body).sha256.hex)
    #expect(exchange.response?.wireSize == wire.count)
    let profile = EnvelopeProfile(
      name: "status", statusCodeKey: "status", tipStrKey: "msg", successValues: ["200"])
    #expect(exchange.outcome(Pipeline(profile: profile))?.kind == .business)
    let line = String(decoding: HARWriter().entry(exchange).line, as: UTF8.self)
    let envelope = #"{"data":[{"id":0,"name":"row"}],"status":401,"msg":"expired"}"#
    #expect(line.contains("\"_envelope\":\(envelope)"))
  }

  @Test("a stream may be silent longer than any other answer")
  func silentStream() async throws {
    let goOn = Lock(false)
    let behind = try RawServer { peer in
      if peer.receiveHead().contains("/silent") {
        while !peer.receive().isEmpty {}
        return
      }
      peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
      while !goOn.withLock({ $0 }) { sched_yield() }
      peer.send("data: 2\n\n")
    }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)"]) {
      $0.limits.idleTimeout = .milliseconds(200)
    }
    let stream = try between.client()
    stream.send("GET", "/events")
    _ = try stream.readHead()
    #expect(stream.receive(atLeast: 9) == nil)
    // So long it takes until another answer is given up.
    #expect(try between.client().ask("GET", "/silent").status == 504)
    goOn.withLock { $0 = true }
    #expect(stream.receiveAll() == .end)
    #expect(String(decoding: stream.buffer, as: UTF8.self) == "data: 1\n\ndata: 2\n\n")
    let told = await between.end()
    #expect(told.first { $0.client.path == "/events" }?.received.failure == nil)
  }

  @Test("a body waits where it is until there is room again, and none of it is lost")
  func room() {
    let pipe = RequestPipe(length: nil, kept: 10)
    let hears = Lock(0)
    pipe.onRoom { hears.withLock { $0 += 1 } }
    let piece = [UInt8](repeating: 7, count: 100_000)
    #expect(piece.withUnsafeBytes { pipe.put($0) } && piece.withUnsafeBytes { pipe.put($0) })
    #expect(!piece.withUnsafeBytes { pipe.put($0) } && !pipe.hasRoom)
    var count = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)
    defer { buffer.deallocate() }
    while case .bytes(let more) = pipe.pull(into: buffer, onBytes: {}) {
      count += more
      #expect(pipe.hasRoom == (count > 300_000 - 128 << 10))
    }
    #expect(count == 300_000 && hears.withLock { $0 } == 1)
    #expect(pipe.recorded().count == 300_000 && pipe.recorded().body.count == 10)
  }

  @Test("neither a server that reads slowly nor a client that does stalls what flows")
  func slow() async throws {
    let body = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
    let behind = try RawServer { peer in
      var all: [UInt8] = []
      _ = peer.receiveHead(&all)
      while all.suffix(5) != Array("0\r\n\r\n".utf8)[...] {
        let piece = peer.receive()
        if piece.isEmpty { return }
        all += piece
        for _ in 0..<20 { sched_yield() }
      }
      peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      peer.send(all)
      _ = peer.receive()
    }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)"]) { $0.kept = 1 }
    let client = try between.client(patienceSeconds: 60)
    client.send(
      "POST /a HTTP/1.1\r\nHost: \(between.authority)\r\nTransfer-Encoding: chunked\r\n\r\n")
    for start in stride(from: 0, to: body.count, by: 1 << 16) {
      client.send(Array("10000\r\n".utf8) + body[start..<start + 1 << 16] + Array("\r\n".utf8))
    }
    client.send("0\r\n\r\n")
    let answer = try client.readAnswer()
    #expect(answer.status == 200 && answer.body == body)
    let told = try #require(await between.end().first)
    #expect(told.uploaded == body.count && told.received.passedCount == body.count)
  }

  @Test("an answer whose head is too large, or has too many fields, is 502 with the reason")
  func largeHeads() async throws {
    let big = String(repeating: "x", count: 90_000)
    let rows = [
      (0..<4).map { "X-\($0): \(big)\r\n" }.joined(),
      (0..<5_001).map { "X-\($0): y\r\n" }.joined(),
    ]
    for fields in rows {
      let behind = try Behind { _, _ in
        .text("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n")
      }
      let between = try Between(to: [behind.url])
      let answer = try between.client().ask("GET", "/a")
      #expect(answer.status == 502 && answer.text.contains("\"kind\":\"limit\""), "\(answer.text)")
      #expect(await between.end().first?.instead == 502)
    }
    let fits = (0..<4_900).map { "X-\($0): y\r\n" }.joined()
    let behind = try Behind { _, _ in
      .text("HTTP/1.1 200 OK\r\n\(fits)Content-Length: 0\r\n\r\n")
    }
    let between = try Between(to: [behind.url])
    #expect(try between.client().ask("GET", "/a").fields.count == 4_901)
    _ = await between.end()
  }

  @Test("what the demo's server sends wrongly is 502, or cut: no client takes it for whole")
  func broken() async throws {
    let server = try DemoServer.withBroken()
    let between = try Between(to: [server.baseURL])
    let kinds: Set<Expected.Kind> = [.protocol, .truncated, .empty, .reset]
    let routes = TestRoute.everything.filter {
      $0.path.hasPrefix("/broken/") && kinds.contains($0.expected.kind) && !$0.takesLong
        && $0.needs.isEmpty && $0.sampleMethod == "GET"
    }
    #expect(routes.count > 20)
    for route in routes {
      let client = try between.client()
      client.send(
        "GET", route.sample, fields: [Field("Connection", "close")])
      do {
        let answer = try client.readAnswer()
        #expect(answer.status == 502, "\(route.path): \(answer.statusLine)")
      } catch is RawAnswer.Failure {
        // It is seen to be cut.
      }
    }
    let told = await between.end()
    #expect(told.count == routes.count && told.allSatisfy { $0.received.failure != nil })
  }

  @Test("a time that is over says which one it was")
  func timeouts() async throws {
    let silent = try Behind { _, _ in .silence }
    let halfway = try RawServer { peer in
      _ = peer.receiveHead()
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      while !peer.receive().isEmpty {}
    }
    let headless = try RawServer { peer in
      _ = peer.receiveHead()
      peer.send("HTTP/1.1 200 OK\r\nX: ")
      while !peer.receive().isEmpty {}
    }
    for (url, phase) in [
      (silent.url, "waiting"), ("http://127.0.0.1:\(headless.port)", "receiving"),
    ] {
      let between = try Between(to: [url]) { $0.limits.idleTimeout = .milliseconds(200) }
      let answer = try between.client().ask("GET", "/a")
      #expect(answer.status == 504)
      #expect(JSONDocument(answer.body).json["phase"].stringValue == phase, "\(answer.text)")
      _ = await between.end()
    }
    let between = try Between(to: ["http://127.0.0.1:\(halfway.port)"]) {
      $0.limits.idleTimeout = .milliseconds(200)
    }
    let client = try between.client()
    client.send("GET", "/a")
    #expect([.end, .reset].contains(client.receiveAll()))
    let told = await between.end()
    #expect(told.first?.received.failure?.kind == .timeout && told.first?.end.isWhole == false)
  }
}
