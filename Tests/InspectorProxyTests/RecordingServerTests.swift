import CurlTransport
import DemoServer
import InspectorProxy
import LosslessJSON
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("A recording as a server for real clients")
struct RecordingServerTests {
  /// What was told of exchanges, in the order of their ends.
  private final class Told: Sendable {
    let all = Lock<[ServedExchange]>([])
  }

  private func recorded(
    _ path: String, _ number: Int, status: Int = 200, headers: Headers = [:], body: Body = "",
    method: HTTPMethod = .get, sent: Body? = nil
  ) -> Exchange {
    let request = HTTPRequest(
      method: method, url: "https://api.example.com" + path, body: sent.map { .bytes($0) } ?? .none)
    return Exchange(
      sequence: number, name: path, startedAt: 0, request: request,
      result: .success(
        Response(statusCode: status, headers: headers, body: body, request: request)))
  }

  private func serve(
    _ exchanges: [Exchange], _ told: Told = Told(),
    _ change: (inout RecordingServer.Options) -> Void = { _ in }
  ) throws -> ListeningServer {
    var options = RecordingServer.Options()
    options.onEnd = { end in told.all.withLock { $0.append(end) } }
    change(&options)
    return try RecordingServer(exchanges, options)
      .listen(on: ["127.0.0.1", "::1"], port: 0, hosts: HostGuard())
  }

  private func client(_ server: ListeningServer) throws -> RawClient {
    let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
    client.host = "localhost:\(server.port)"
    return client
  }

  @Test("the n-th request gets the n-th answer, then the last one again; what differs is missed")
  func order() async throws {
    let told = Told()
    let server = try serve(
      [
        recorded("/a?x=1&y=2", 1, headers: ["Content-Type": "text/plain"], body: "one"),
        recorded("/a?x=1&y=2", 2, status: 404, body: "two"), recorded("/b", 3, body: "three"),
      ], told)
    let client = try client(server)
    let first = try client.ask("GET", "/a?y=2&x=1")
    #expect(first.status == 200 && first.text == "one")
    #expect(first.field("Content-Type") == "text/plain" && first.field("Content-Length") == "3")
    for _ in 0..<2 { #expect(try client.ask("GET", "/a?x=1&y=2").status == 404) }
    let missed = try client.ask("GET", "/a?x=1")
    #expect(missed.status == 501 && missed.field("Inspector-Error") == "miss")
    let words = JSONDocument(missed.body).json
    #expect(words["why"].stringValue == "GET /a?x=1 is not in it")
    #expect(words["nearest"].arrayValue.map { $0["recording"].int } == [1, 3])
    #expect(words["nearest"].arrayValue.first?["differs"].stringValue == "the query also has y=2")
    await server.stop()
    let ends = told.all.withLock { $0 }
    #expect(ends.map(\.number) == [1, 2, 3, 4] && ends.allSatisfy(\.end.isWhole))
    #expect(ends.map(\.source).prefix(3) == [.recording(1), .recording(2), .recording(2)])
  }

  @Test("HEAD is answered by a GET's recording, a range and a known tag by a part of it")
  func parts() async throws {
    let server = try serve([
      recorded("/a", 1, headers: ["ETag": "\"v1\"", "X-A": "b"], body: "0123456789")
    ])
    let client = try client(server)
    let head = try client.ask("HEAD", "/a")
    #expect(head.status == 200 && head.field("Content-Length") == "10" && head.body.isEmpty)
    let rows: [(range: String, status: Int, body: String, said: String?)] = [
      ("bytes=2-4", 206, "234", "bytes 2-4/10"), ("bytes=7-", 206, "789", "bytes 7-9/10"),
      ("bytes=-2", 206, "89", "bytes 8-9/10"), ("bytes=8-99", 206, "89", "bytes 8-9/10"),
      ("bytes=10-", 416, "", "bytes */10"), ("bytes=-0", 416, "", "bytes */10"),
      ("bytes=0-1,3-4", 200, "0123456789", nil), ("bytes=4-2", 200, "0123456789", nil),
      ("lines=1-2", 200, "0123456789", nil),
    ]
    for row in rows {
      let answer = try client.ask("GET", "/a", fields: [Field("Range", row.range)])
      #expect(answer.status == row.status && answer.text == row.body, "\(row.range)")
      #expect(answer.field("Content-Range") == row.said, "\(row.range)")
    }
    for tag in ["\"v1\"", "W/\"v1\"", "\"v0\", \"v1\"", "*"] {
      let known = try client.ask("GET", "/a", fields: [Field("If-None-Match", tag)])
      #expect(known.status == 304 && known.body.isEmpty && known.field("X-A") == "b", "\(tag)")
    }
    #expect(try client.ask("GET", "/a", fields: [Field("If-None-Match", "\"v2\"")]).status == 200)
    await server.stop()
  }

  @Test("who has no copy gets no 304 of a browser's recording")
  func conditional() async throws {
    let server = try serve([
      recorded("/a", 1, status: 304), recorded("/a", 2, body: "whole"),
      recorded("/b", 3, status: 304),
    ])
    let client = try client(server)
    #expect(try client.ask("GET", "/a").text == "whole")
    #expect(try client.ask("GET", "/b").status == 501)
    #expect(try client.ask("GET", "/b", fields: [Field("If-None-Match", "\"x\"")]).status == 304)
    await server.stop()
  }

  @Test("what binds a client to the real server is taken off its fields")
  func fields() async throws {
    var headers = Headers()
    for (name, value) in [
      ("Set-Cookie", "a=1; Domain=example.com; Path=/; Secure; HttpOnly; SameSite=None"),
      ("Set-Cookie", "b=2; Expires=Wed, 09 Jun 2032 10:18:14 GMT"),
      ("Strict-Transport-Security", "max-age=1"), ("Alt-Svc", "h3=\":443\""),
      ("Location", "https://api.example.com/next?x=1"),
      ("Link", "<https://api.example.com/2>; rel=next, <https://api.example.com.evil/3>"),
      ("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip"), ("Connection", "close"),
      ("X-Kept", "yes"),
    ] { headers.append(HeaderField(name, value)) }
    let server = try serve([recorded("/a", 1, status: 201, headers: headers, body: "plain")])
    let client = try client(server)
    let answer = try client.ask("GET", "/a")
    #expect(
      answer.fields.map { "\($0.name): \($0.value)" } == [
        "Set-Cookie: a=1; Path=/; HttpOnly; SameSite=Lax",
        "Set-Cookie: b=2; Expires=Wed, 09 Jun 2032 10:18:14 GMT", "Location: /next?x=1",
        "Link: </2>; rel=next, <https://api.example.com.evil/3>", "X-Kept: yes",
        "Content-Length: 5",
      ])
    #expect(answer.text == "plain")
    await server.stop()
  }

  @Test("each hop of a redirect is an answer of its own")
  func redirects() async throws {
    let request = HTTPRequest(method: .post, url: "https://api.example.com/a", body: .bytes("b"))
    var (one, two) = (
      Hop(url: "https://api.example.com/a", method: .post),
      Hop(url: "https://api.example.com/b", method: .get)
    )
    one.statusCode = 303
    one.headers = ["Location": "https://api.example.com/b"]
    two.statusCode = 200
    let exchange = Exchange(
      sequence: 1, name: "", startedAt: 0, request: request,
      result: .success(Response(request: request, hops: [one, two], body: "end")))
    let server = try serve([exchange])
    let client = try client(server)
    let first = try client.ask("POST", "/a", body: Array("b".utf8))
    #expect(first.status == 303 && first.field("Location") == "/b")
    #expect(try client.ask("GET", "/b").text == "end")
    await server.stop()
  }

  @Test("whatever a recording holds, what goes out has one end and no line that is not its own")
  func sound() async throws {
    var odd = Headers()
    for name in ["X-N\r\nX-Evil: 1\r\n\r\n<script>", "X B", "", "X:Y", "X-Good"] {
      odd.append(HeaderField(name, "v\r\nX-Evil: 2"))
    }
    let server = try serve([
      recorded("/204", 1, status: 204, body: "junk"),
      recorded("/304", 2, status: 304, body: "junk"),
      recorded("/odd", 3, headers: odd, body: "x"), recorded("/1000", 4, status: 1_000),
      recorded("/head", 5, headers: ["Content-Length": "77"], method: .head),
    ])
    let client = try client(server)
    for (path, status) in [("/204", 204), ("/304", 304)] {
      client.send("GET", path, fields: [Field("If-None-Match", "\"a\"")])
      #expect(try client.readAnswer().status == status)
      #expect(try client.ask("GET", "/none").status == 501, "behind \(path)")
    }
    let answer = try client.ask("GET", "/odd")
    #expect(answer.fields.map(\.name) == ["X-Good", "Content-Length"] && answer.text == "x")
    #expect(answer.field("X-Good") == "vX-Evil: 2")
    #expect(try client.ask("GET", "/1000").status == 501)
    #expect(try client.ask("HEAD", "/head").field("Content-Length") == "77")
    await server.stop()
  }

  @Test("where something is missing a client sees it: by the length, else by a broken connection")
  func missing() async throws {
    func failed(_ path: String, _ number: Int, _ headers: Headers) -> Exchange {
      var exchange = recorded(path, number, headers: headers, body: "half of it")
      var response = exchange.response
      response?.isComplete = false
      exchange.result = .failure(.transport(TransportError(.protocol, response: response)))
      return exchange
    }
    let server = try serve([
      failed("/bare", 1, [:]),
      failed("/packed", 2, ["Content-Encoding": "gzip", "Content-Length": "99"]),
      failed("/short", 3, ["Content-Length": "4"]), failed("/long", 4, ["Content-Length": "99"]),
    ])
    for (path, ending) in [
      ("/bare", RawClient.Received.reset), ("/packed", .reset), ("/short", .reset), ("/long", .end),
    ] {
      let client = try client(server)
      client.send("GET", path)
      #expect(client.receiveAll() == ending, "\(path)")
    }
    await server.stop()
  }

  @Test("redirects to the recorded server lead here however they are spelled, others do not")
  func links() async throws {
    let rows: [(said: String, goes: String)] = [
      ("https://api.example.com/x?a#b", "/x?a#b"), ("HTTPS://API.example.com/x", "/x"),
      ("https://api.example.com:443/x", "/x"), ("//api.example.com/x", "/x"),
      ("https://api.example.com", "/"), ("/x", "/x"), ("x", "x"),
      ("https://api.example.com:8443/x", "https://api.example.com:8443/x"),
      ("http://api.example.com/x", "http://api.example.com/x"),
      (
        "https://idp.example/?next=https://api.example.com/n",
        "https://idp.example/?next=https://api.example.com/n"
      ),
    ]
    let server = try serve(
      rows.enumerated().map { place, row in
        recorded(
          "/\(place)", place + 1, status: 302,
          headers: [
            "Location": row.said,
            "Content-Security-Policy": "default-src 'self'; Upgrade-Insecure-Requests",
          ])
      })
    let client = try client(server)
    for (place, row) in rows.enumerated() {
      let answer = try client.ask("GET", "/\(place)")
      #expect(answer.field("Location") == row.goes, "\(row.said)")
      #expect(answer.field("Content-Security-Policy") == "default-src 'self'")
    }
    await server.stop()
  }

  @Test("a recorded part answers its own range only, and who only looks uses nothing up")
  func ranges() async throws {
    var part = recorded(
      "/a", 1, status: 206, headers: ["Content-Range": "bytes 2-4/9"], body: "234")
    part.request.headers["Range"] = "bytes=2-4"
    var form = recorded("/f", 4, body: "form", method: .post, sent: "a=1+2&b=x%20y")
    form.request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    let server = try serve([
      part, recorded("/b", 2, body: "one"), recorded("/b", 3, body: "two"), form,
    ])
    let client = try client(server)
    #expect(try client.ask("GET", "/a", fields: [Field("Range", "bytes=2-4")]).text == "234")
    #expect(try client.ask("GET", "/a", fields: [Field("Range", "bytes=0-1")]).status == 501)
    #expect(try client.ask("GET", "/a").status == 501)
    #expect(try client.ask("HEAD", "/b").status == 200)
    #expect(try client.ask("GET", "/b").text == "one")
    #expect(try client.ask("GET", "/b").text == "two")
    let sent = try client.ask(
      "POST", "/f", fields: [Field("Content-Type", "application/x-www-form-urlencoded")],
      body: Array("b=x+y&a=1%202".utf8))
    #expect(sent.text == "form")
    await server.stop()
  }

  @Test(
    "a secret that was taken out is asked with any value, and answered by one that stays the same")
  func secrets() async throws {
    let mark = "‹redacted:token#ab12cd›"
    let server = try serve([
      recorded(
        "/a?token=%E2%80%B9redacted:token%23ab12cd%E2%80%BA", 1,
        headers: ["Set-Cookie": "sid=‹redacted:sid#0f›; Secure"],
        body: Body("{\"token\":\"\(mark)\",\"pin\":\"‹redacted:pin,number#11›\"}"))
    ])
    let client = try client(server)
    let answers = try (0..<2).map { try client.ask("GET", "/a?token=own-\($0)") }
    #expect(answers.allSatisfy { $0.status == 200 })
    #expect(answers[0].body == answers[1].body)
    let json = JSONDocument(answers[0].body).json
    #expect(json["token"].stringValue == "token-ab12cd")
    #expect(answers[0].field("Set-Cookie") == "sid=sid-0f")
    #expect(!answers[0].text.utf8.contains(0xe2))
    await server.stop()
  }

  @Test("a recorded failure fails again, a broken recording is said and not served")
  func failures() async throws {
    let told = Told()
    func failed(_ path: String, _ number: Int, _ error: TransportError) -> Exchange {
      var exchange = recorded(path, number)
      exchange.result = .failure(.transport(error))
      return exchange
    }
    var half = recorded("/half", 4, headers: ["Content-Length": "9"], body: "half").response
    half?.isComplete = false
    var cut = recorded("/cut", 5, body: "beginning")
    cut.truncatedFrom = 5_000
    let server = try serve(
      [
        failed("/reset", 1, TransportError(.reset)), failed("/late", 2, TransportError(.timeout)),
        failed("/cancelled", 3, TransportError(.cancelled)),
        failed("/half", 4, TransportError(.truncated, response: half)), cut,
      ], told)
    var client = try client(server)
    client.send("GET", "/reset")
    #expect(client.receiveAll() == .reset)
    client = try self.client(server)
    client.send("GET", "/half")
    #expect(client.receiveAll() == .end)
    let text = String(decoding: client.buffer, as: UTF8.self)
    #expect(text.hasSuffix("\r\n\r\nhalf") && text.contains("Content-Length: 9\r\n"))
    client = try self.client(server)
    for path in ["/cut", "/cancelled"] {
      let answer = try client.ask("GET", path)
      #expect(answer.status == 501 && answer.text.contains("recording #"), "\(path)")
    }
    // Nothing comes until the client leaves: what is asked after it is answered before.
    client.send("GET", "/late")
    #expect(try self.client(server).ask("GET", "/cut").status == 501)
    #expect(client.peek() == .silence)
    client = try self.client(server)
    #expect(try client.ask("GET", "/cut").status == 501)
    await server.stop()
    let late = told.all.withLock { $0.first { $0.request?.url == "http://localhost/late" } }
    #expect(late?.end.isWhole == false && late?.end.sent == 0)
  }

  @Test("pipelined and kept requests are answered in order, each connection its own")
  func kept() async throws {
    let exchanges = (0..<50).map { recorded("/n/\($0)", $0 + 1, body: Body("body \($0)")) }
    let server = try serve(exchanges)
    let clients = try (0..<40).map { _ in try client(server) }
    for round in 0..<25 {
      for (place, client) in clients.enumerated() {
        client.send("GET", "/n/\((place + round) % 50)")
        client.send("POST", "/none", body: Array("ignored".utf8))
      }
      for (place, client) in clients.enumerated() {
        let answer = try client.readAnswer()
        #expect(answer.text == "body \((place + round) % 50)")
        #expect(try client.readAnswer().status == 501)
      }
    }
    await server.stop()
    #expect(clients[0].receiveAll() == .end)
  }

  @Test("HTTP/1.0 and Connection: close end the connection, keep-alive keeps it")
  func connections() async throws {
    let server = try serve([recorded("/a", 1, body: "x")])
    let rows: [(text: String, ends: Bool)] = [
      ("GET /a HTTP/1.0\r\n\r\n", true),
      ("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", false),
      ("GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", true),
      ("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n", false),
    ]
    for row in rows {
      let client = try client(server)
      client.send(row.text)
      let answer = try client.readAnswer()
      #expect(answer.text == "x")
      if row.ends {
        #expect(client.receiveAll() == .end, "\(row.text)")
      } else {
        #expect(try client.ask("GET", "/a").text == "x", "\(row.text)")
      }
    }
    // Who says that nothing more comes is answered all the same.
    let client = try client(server)
    client.send("GET", "/a")
    client.halfClose()
    #expect(try client.readAnswer().text == "x")
    await server.stop()
  }

  @Test("a body is waited for where the client waits for a word; other expectations are refused")
  func expectations() async throws {
    let server = try serve([
      recorded("/a", 1, body: "got", method: .post, sent: "body")
    ])
    let client = try client(server)
    client.send(
      "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
    #expect(try client.readHead().status == 100)
    client.send("body")
    #expect(try client.readAnswer().text == "got")
    client.send(
      "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: magic\r\n\r\n")
    #expect(try client.readAnswer().status == 417)
    await server.stop()
  }

  @Test("what is refused is answered, told, and ends the connection")
  func refusals() async throws {
    let told = Told()
    let server = try serve([recorded("/a", 1)], told)
    let client = try client(server)
    client.send("GET /a HTTP/1.1\r\nHost: evil.com\r\n\r\n")
    let answer = try client.readAnswer()
    #expect(answer.status == 403 && answer.field("Inspector-Error") == "refused")
    #expect(client.receiveAll() == .end)
    let other = try self.client(server)
    other.send("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n")
    #expect(try other.readAnswer().status == 413)
    await server.stop()
    let ends = told.all.withLock { $0 }
    #expect(
      ends.count == 2 && ends.allSatisfy { if case .refused = $0.source { true } else { false } })
  }

  @Test("pages of an allowed origin are let in, be it a recording, a miss or a preflight")
  func pages() async throws {
    let server = try serve([
      recorded("/a", 1, headers: ["Access-Control-Allow-Origin": "https://app.example.com"]),
      recorded(
        "/pre", 2, status: 204, headers: ["Access-Control-Allow-Origin": "https://app.example.com"],
        method: .options),
    ]) { $0.corsOrigins = ["http://localhost:3000"] }
    let client = try client(server)
    let origin = Field("Origin", "http://localhost:3000")
    for path in ["/a", "/none"] {
      let answer = try client.ask("GET", path, fields: [origin])
      let allowed = answer.fields.filter { $0.name == "Access-Control-Allow-Origin" }
      #expect(allowed.map(\.value) == ["http://localhost:3000"], "\(path)")
    }
    let before = try client.ask(
      "OPTIONS", "/a",
      fields: [
        origin, Field("Access-Control-Request-Method", "PUT"),
        Field("Access-Control-Request-Headers", "x-a"),
      ])
    #expect(before.status == 204 && before.field("Access-Control-Allow-Methods") == "PUT")
    #expect(before.field("Access-Control-Allow-Headers") == "x-a")
    // Also where the recording has one: what that allowed was for another origin.
    let recordedOne = try client.ask(
      "OPTIONS", "/pre", fields: [origin, Field("Access-Control-Request-Method", "POST")])
    #expect(recordedOne.field("Access-Control-Allow-Methods") == "POST")
    #expect(recordedOne.field("Access-Control-Allow-Origin") == "http://localhost:3000")
    #expect(
      try client.ask("GET", "/a", fields: [Field("Origin", "http://evil.com")])
        .field("Access-Control-Allow-Origin") == nil)
    await server.stop()
  }

  @Test("a large answer reaches a slow reader whole, and nobody waits for it")
  func large() async throws {
    let bytes = (0..<8 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = try serve([
      recorded("/big", 1, body: Body(bytes)), recorded("/small", 2, body: "s"),
    ])
    let slow = try client(server)
    slow.send("GET", "/big")
    #expect(slow.receive(atLeast: 1) == nil)
    #expect(try client(server).ask("GET", "/small").text == "s")
    let answer = try slow.readAnswer()
    #expect(answer.body == bytes)
    await server.stop()
  }

  @Test("what is not recorded is asked of the server behind, as it was asked")
  func forwarding() async throws {
    let demo = try DemoServer()
    let asked = Lock<[HTTPRequest]>([])
    let server = try serve([recorded("/recorded", 1, body: "here")]) { options in
      options.behind = (
        demo.baseURL,
        { request in
          asked.withLock { $0.append(request) }
          do throws(TransportError) {
            return .success(
              try await LibcurlTransport(environment: [:]).send(request, reporting: Transfer()))
          } catch { return .failure(.transport(error)) }
        }
      )
    }
    let answers = try await BackgroundThread.run {
      let client = try self.client(server)
      return [
        try client.ask("GET", "/recorded"),
        try client.ask(
          "POST", "/echo?x=1",
          fields: [Field("X-Own", "1"), Field("Connection", "x-hop"), Field("X-Hop", "2")],
          body: Array("hello".utf8)),
        try client.ask("GET", "/redirect/1"), try client.ask("GET", "/a/..%2F/%2e./b"),
        try client.ask("GET", "/../admin"), try client.ask("HEAD", "/users"),
      ]
    }
    #expect(answers[0].text == "here")
    #expect(answers[1].status == 200 && answers[1].text.contains("hello"))
    let requests = asked.withLock { $0 }
    let request = try #require(requests.first)
    #expect(request.url == demo.baseURL + "/echo?x=1" && request.headers["X-Own"] == "1")
    #expect(request.headers["X-Hop"] == nil && request.headers["Host"] == nil)
    // A redirect is the client's to follow, on this server.
    #expect(try #require(answers[2].field("Location")).hasPrefix("/"), "\(answers[2].statusLine)")
    #expect(answers[3].status == 400 && answers[4].status == 400)
    #expect(answers[5].field("Content-Length") != "0")
    #expect(requests.count == 3, "what climbs out is not asked: \(requests.map(\.url))")
    await server.stop()
  }
}
