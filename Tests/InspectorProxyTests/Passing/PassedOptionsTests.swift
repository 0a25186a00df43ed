import DemoServer
import InspectorProxy
import LosslessJSON
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("What is passed on otherwise where that is asked for, and what goes no further")
struct PassedOptionsTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  @Test("bytes that are no UTF-8 come through as they were, both ways")
  func latin1() async throws {
    let name: [UInt8] = [0x5a, 0x6f, 0xeb]
    let head =
      Array("HTTP/1.1 200 Gr".utf8) + [0xfc] + Array("n\r\nContent-Length: 0\r\nX-Name: ".utf8)
    let answer = head + name + Array("\r\n\r\n".utf8)
    let asked = Lock<[UInt8]>([])
    let behind = try RawServer { peer in
      var bytes: [UInt8] = []
      while bytes.firstPlace(of: [13, 10, 13, 10]) == nil {
        let piece = peer.receive()
        if piece.isEmpty { return }
        bytes += piece
      }
      asked.withLock { [bytes] in $0 = bytes }
      peer.send(answer)
      _ = peer.receive()
    }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)"])
    let client = try between.client()
    let lines = "GET /a HTTP/1.1\r\nHost: \(between.authority)\r\nX-Name: "
    client.send(Array(lines.utf8) + name + Array("\r\nX-Text: Zoë\r\n\r\n".utf8))
    #expect(client.receive(atLeast: answer.count) == nil)
    #expect(client.buffer == answer)
    let wanted =
      Array("GET /a HTTP/1.1\r\nHost: 127.0.0.1:\(behind.port)\r\nX-Name: ".utf8) + name
      + Array("\r\nX-Text: Zoë\r\n\r\n".utf8)
    #expect(asked.withLock { $0 } == wanted)
    _ = await between.end()
  }

  @Test("a target that is no text is refused, for nobody could say what it was")
  func target() async throws {
    let behind = try Behind { _, _ in .text(Self.ok) }
    let between = try Between(to: [behind.url])
    let client = try between.client()
    client.send(
      Array("GET /".utf8) + [0xeb] + Array(" HTTP/1.1\r\nHost: \(between.authority)\r\n\r\n".utf8))
    #expect(try client.readAnswer().status == 400)
    #expect(await between.end().isEmpty && behind.requests.withLock { $0.isEmpty })
  }

  @Test(
    "a path that leads out of its folder is refused, however it is spelled",
    arguments: [
      "/..", "/../x", "/a/..", "/a/%2e%2E/b", "/.%2e/", "/..%2f..", "/a%2f..%2fb", "/..\\x",
      "/a%5c%2e./x",
    ])
  func outside(_ path: String) async throws {
    let behind = try Behind { _, _ in .text(Self.ok) }
    let between = try Between(to: [behind.url + "/v1"])
    #expect(try between.client().ask("GET", path).status == 400)
    #expect(await between.end().isEmpty && behind.requests.withLock { $0.isEmpty })
  }

  @Test("what a proxy before the server asks for is no business of the client: 407 becomes 502")
  func proxyAuthentication() async throws {
    let behind = try Behind { _, _ in
      .text(
        "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"\r\n"
          + "Content-Length: 6\r\n\r\nsecret")
    }
    let altered = Alterations(try Rules("GET /ruled answer header set X=1"))
    let between = try Between(to: [behind.url]) { $0.alterations = altered }
    let client = try between.client()
    for path in ["/a", "/ruled"] {
      let answer = try client.ask("GET", path)
      #expect(answer.status == 502 && answer.field("Proxy-Authenticate") == nil, "\(answer.text)")
      #expect(answer.field("Inspector-Error") == "upstream" && !answer.text.contains("secret"))
      #expect(JSONDocument(answer.body).json["error"].stringValue.contains("407"))
    }
    let told = await between.end()
    #expect(told.map(\.instead) == [502, 502])
    #expect(told.map { $0.exchange.response?.statusCode } == [407, 407])
  }

  @Test("what may be passed on no further is answered here, without secrets, and told")
  func maxForwards() async throws {
    let behind = try Behind { _, _ in .text(Self.ok) }
    let between = try Between(to: [behind.url])
    let client = try between.client()
    let traced = try client.ask(
      "TRACE", "/a?b",
      fields: [Field("Max-Forwards", "0"), Field("Cookie", "sid=geheim"), Field("X-A", "b")])
    #expect(traced.status == 200 && traced.field("Content-Type") == "message/http")
    #expect(
      traced.text
        == "TRACE /a?b HTTP/1.1\r\nHost: \(between.authority)\r\nMax-Forwards: 0\r\nX-A: b\r\n\r\n")
    let options = try client.ask("OPTIONS", "*", fields: [Field("Max-Forwards", "0")])
    #expect(options.status == 200 && options.body.isEmpty)
    #expect(try client.ask("TRACE", "/a", body: [1]).status == 400)
    let told = await between.end()
    #expect(told.isEmpty && behind.requests.withLock { $0.isEmpty })
    let refused = between.refused.withLock { $0 }
    #expect(refused.map(\.status) == [200, 200, 400])
    #expect(refused[0].sent == traced.body.count && refused[1].sent == 0 && refused[2].sent > 0)
  }

  /// Passes on to a port; what it told of is counted.
  private func passing(
    to url: String, on port: UInt16, _ limits: ListeningLimits = ListeningLimits()
  ) throws -> (server: ListeningServer, end: () async -> Int) {
    var options = PassingServer.Options([try #require(Upstream(url))])
    options.ring = RingGuard { _, _ in .other }
    let (told, teller) = (Lock(0), Lock<PassingServer?>(nil))
    options.onEnd = { exchange in
      told.withLock { $0 += 1 }
      teller.withLock { $0 }?.told(exchange)
    }
    let passing = PassingServer(options)
    teller.withLock { $0 = passing }
    let server = try passing.listen(
      on: ["127.0.0.1"], port: port, hosts: HostGuard(), limits: limits)
    return (
      server,
      {
        await server.stop()
        await passing.settle()
        teller.withLock { $0 = nil }
        return told.withLock { $0 }
      }
    )
  }

  /// A port that was free a moment ago.
  private func freePort() async throws -> UInt16 {
    let first = try Between(to: ["http://127.0.0.1:1"])
    let port = first.server.port
    _ = await first.end()
    return port
  }

  @Test("requests that come back to where they were sent from are refused, and it goes on")
  func loop() async throws {
    let port = try await freePort()
    var limits = ListeningLimits()
    // The first client is on the first lane, and what the others ask comes back over it.
    limits.firstLane = 0
    let (server, end) = try passing(to: "http://127.0.0.1:\(port)", on: port, limits)
    let first = try #require(RawClient(port: server.port, patienceSeconds: 30))
    first.host = "localhost"
    #expect(try first.ask("OPTIONS", "/", fields: [Field("Max-Forwards", "0")]).status == 200)
    for _ in 0..<3 {
      let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
      client.host = "localhost"
      let answer = try client.ask("GET", "/a")
      #expect(answer.status == 508 && answer.field("Inspector-Error") == "refused", "\(answer)")
    }
    #expect(await end() == 3)
  }

  @Test("a client whose port is by chance one of ours comes from elsewhere, and is served")
  func samePort() async throws {
    let behind = try Behind { _, _ in .text(Self.ok) }
    let between = try Between(to: [behind.url])
    // Connections to the server behind that stay: the system may give their ports to clients, too.
    let first = try (0..<60).map { _ in try between.client() }
    for client in first { client.send("GET", "/a") }
    for client in first { #expect(try client.readAnswer().status == 200) }
    for number in 0..<800 {
      let status = try between.client().ask("GET", "/\(number)").status
      guard status == 200 else {
        Issue.record("request \(number): \(status ?? 0)")
        break
      }
    }
    _ = await between.end()
  }

  @Test(
    "two that pass on to each other end at the limit of connections, and both go on",
    .timeLimit(.minutes(1)))
  func ring() async throws {
    var limits = ListeningLimits()
    limits.connections = 8
    let port = try await freePort()
    // Neither knows that the other is an inspector.
    let second = try Between(to: ["http://localhost:\(port)"], limits: limits) {
      $0.ring = RingGuard { _, _ in .other }
    }
    let (_, end) = try passing(to: "http://localhost:\(second.server.port)", on: port, limits)
    let client = try #require(RawClient(port: port, patienceSeconds: 30))
    client.host = "localhost"
    #expect(try client.ask("GET", "/a").status == 503)
    let told = await end()
    #expect(await second.end().count >= 6 && told >= 6)
  }

  // MARK: Links

  /// `UP` and `OWN` as in the tables of requests.
  private func linked(
    _ body: String, _ type: String, base: String = "", pieces: Int = 1
  ) async throws -> (text: String, told: PassedExchange, asked: String) {
    let up = Lock("")
    let asked = Lock("")
    func said(_ text: String, _ own: String) -> String {
      text.split(separator: "OWN", omittingEmptySubsequences: false).joined(separator: own)
        .split(separator: "UP", omittingEmptySubsequences: false).joined(
          separator: up.withLock { $0 })
    }
    let bytes = Lock<[UInt8]>([])
    let behind = try RawServer { peer in
      asked.withLock { $0 = peer.receiveHead() }
      let body = bytes.withLock { $0 }
      peer.send(
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nETag: \"a\"\r\nContent-Length: \(body.count)\r\n\r\n"
      )
      for start in stride(from: 0, to: body.count, by: max(1, body.count / pieces)) {
        peer.send(Array(body[start..<min(body.count, start + max(1, body.count / pieces))]))
      }
      _ = peer.receive()
    }
    up.withLock { $0 = "127.0.0.1:\(behind.port)" }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)\(base)"]) {
      $0.rewritesLinks = true
    }
    bytes.withLock { $0 = Array(said(body, between.authority).utf8) }
    let client = try between.client()
    let answer = try client.ask("GET", "/a", fields: [Field("Accept-Encoding", "gzip, br")])
    #expect(answer.field("ETag") == nil || !answer.text.contains(between.authority))
    let told = await between.end()
    let text = answer.text.split(separator: between.authority, omittingEmptySubsequences: false)
      .joined(separator: "OWN")
      .split(separator: up.withLock { $0 }, omittingEmptySubsequences: false)
      .joined(separator: "UP")
    return (text, try #require(told.first), asked.withLock { $0 })
  }

  @Test(
    "links to the server in texts lead here, however the text is cut into pieces",
    arguments: [1, 7, 40])
  func links(_ pieces: Int) async throws {
    let body =
      #"{"next":"http://UP/v1/a?page=2","e":"http:\/\/UP\/v1\/b","o":"http://UP/v2","x":"http://UP/v1x"#
      + #"","s":"https://UP/v1","h":"http://UP.example/v1","r":"http://UP/v1"}h http://UP/v"#
    let wanted =
      #"{"next":"http://OWN/a?page=2","e":"http:\/\/OWN\/b","o":"http://UP/v2","x":"http://UP/v1x"#
      + #"","s":"https://UP/v1","h":"http://UP.example/v1","r":"http://OWN"}h http://UP/v"#
    let found = try await linked(body, "application/json", base: "/v1", pieces: pieces)
    #expect(found.text == wanted)
    #expect(found.told.altered == ["--rewrite-links: 3 in its body lead here"])
    #expect(found.asked.contains("\r\nAccept-Encoding: identity\r\n"))
    // What is kept is what the server has said.
    #expect(found.told.exchange.response?.body.text?.contains("OWN") == false)
  }

  @Test("a link at a text's very end is one; what is no text, or packed, is left alone")
  func otherLinks() async throws {
    #expect(try await linked("see http://UP", "text/plain").text == "see http://OWN")
    let binary = try await linked("http://UP/a", "image/png")
    #expect(binary.text == "http://UP/a" && binary.told.altered.isEmpty)
    let packed = try await linked("http://UP/a", "text/html\r\nContent-Encoding: br")
    #expect(packed.text == "http://UP/a")
  }
}
