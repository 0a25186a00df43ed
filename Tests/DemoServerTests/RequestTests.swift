import DemoServer
import TestServer
import TestSupport
import Testing

/// How requests are read, logged and told back.
@Suite struct RequestTests {
  @Test func theLogHoldsARequestByteForByte() throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    let lines = ["hOsT: x", "X-B:  two ", "x-a:one", "X-B: three", "Content-Length: 3"]
    client.send(
      Array("POST /echo?a=%20b&c HTTP/1.1\r\n\(lines.joined(separator: "\r\n"))".utf8)
        + [13, 10] + Array("X-Raw: ".utf8) + [0xe9, 0xff] + Array("\r\n\r\na\u{0}b".utf8))
    #expect(try client.readAnswer().status == 200)
    let request = try #require(server.log.last)
    #expect(request.method == "POST")
    #expect(request.target == Array("/echo?a=%20b&c".utf8))
    #expect(
      request.headerLines
        == lines.map { Array($0.utf8) } + [Array("X-Raw: ".utf8) + [0xe9, 0xff]])
    #expect(request.body.kept == Array("a\u{0}b".utf8))
    #expect(request.headers("x-b") == ["two", "three"])
    #expect(request.query("a") == " b")
    #expect(request.path == "/echo")
    #expect(request.connection == 1)
    #expect(request.port == server.port)
  }

  @Test func theEchoTellsOrderAndCase() throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    client.send("BREW /echo/x%2fy?q HTTP/1.1\r\nhOsT: x\r\nZ: 1\r\na: \"2\"\r\nZ: 3\r\n\r\n")
    #expect(
      try client.readAnswer().text == """
        {"method":"BREW","target":"/echo/x%2fy?q","version":"HTTP/1.1",\
        "headers":[["hOsT","x"],["Z","1"],["a","\\"2\\""],["Z","3"]],"trailers":[],\
        "body":"","bodyBytes":0,"connection":1,"port":\(server.port)}
        """)
  }

  @Test func theEchoTellsBytesThatAreNoText() throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    let answer = try client.ask("PUT", "/echo", body: [0xff, 0x00, 0xfe])
    #expect(answer.text.contains(#""body":{"base64":"/wD+"},"bodyBytes":3"#))
  }

  @Test func aChunkedBodyIsReadWithItsTrailers() throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    client.send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n")
    client.send("5;x=y\r\nhello\r\n1\r\n,\r\n00006\r\n world\r\n0\r\nX-Sum: c0ffee\r\n\r\n")
    let answer = try client.readAnswer()
    #expect(answer.text.contains(#""trailers":["X-Sum: c0ffee"],"body":"hello, world""#))
    #expect(try client.ask("GET", "/users/42").status == 200)
  }

  @Test func aLargeBodyIsCountedAndHashedButNotKept() throws {
    var configuration = DemoServer.Configuration()
    configuration.keptBodyBytes = 1_000
    let server = try DemoServer.withBroken(configuration)
    let client = try #require(RawClient(port: server.port))
    let body = [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)
    let hash = "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"
    let answer = try client.ask("POST", "/upload", body: body)
    #expect(answer.text == #"{"bytes":100000,"sha256":"\#(hash)"}"#)
    let logged = try #require(server.log.last)
    #expect(logged.body.count == 100_000)
    #expect(logged.body.kept.count == 1_000)
    #expect(!logged.body.isWhole)
    #expect(logged.body.sha256 == hash)
  }

  @Test func anExpectationIsAnsweredBeforeTheBody() throws {
    let server = try DemoServer.withBroken()
    let client = try #require(RawClient(port: server.port))
    client.send(
      "POST /upload HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n\r\n")
    #expect(try client.readHead().statusLine == "HTTP/1.1 100 Continue")
    client.send("abc")
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try client.readAnswer().text == #"{"bytes":3,"sha256":"\#(hash)"}"#)
  }

  @Test func anExpectationCanBeRefused() throws {
    let server = try DemoServer.withBroken()
    let client = try #require(RawClient(port: server.port))
    client.send("POST /broken/connection/417 HTTP/1.1\r\nHost: x\r\n")
    client.send("Expect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    #expect(try client.readHead().statusLine == "HTTP/1.1 417 Expectation Failed")
  }

  /// A head, a body and a size that break a rule.
  @Test(arguments: [
    (400, "G(T / HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n"),
    (431, "GET / HTTP/1.1\r\nA: " + String(repeating: "x", count: 270_000)),
  ])
  func aBrokenRequestIsRefusedWithAReason(status: Int, bytes: String) throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    client.send(bytes)
    let answer = try client.readAnswer()
    #expect(answer.status == status)
    #expect(answer.text.hasSuffix(".\n"))
    #expect(client.receiveAll() == .end)
    #expect(server.counters.malformed == 1)
    #expect(server.log.isEmpty)
  }

  @Test func theLogForgetsTheOldest() throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    for _ in 0..<45 {
      client.send(
        String(repeating: "GET /users/42 HTTP/1.1\r\nHost: x\r\n\r\n", count: 100))
      for _ in 0..<100 { _ = try client.readAnswer() }
    }
    #expect(server.requestCount == 4_500)
    let numbers = server.log.map(\.number)
    #expect(numbers.count < 4_097)
    #expect(numbers.last == 4_500)
    #expect(numbers == Array((4_501 - numbers.count)...4_500))
  }

  @Test func otherMethodsAreToldWhatIsAllowed() throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    let refused = try client.ask("DELETE", "/users")
    #expect(refused.status == 405)
    #expect(refused.field("Allow") == "GET, HEAD, OPTIONS, POST")
    let options = try client.ask("OPTIONS", "/users")
    #expect(options.status == 204)
    #expect(options.field("Allow") == "GET, HEAD, OPTIONS, POST")
    #expect(try client.ask("GET", "/nowhere").status == 404)
  }

  @Test func headAsksForTheHeadAlone() throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    let full = try client.ask("GET", "/users")
    let head = try client.ask("HEAD", "/users")
    #expect(head.fields == full.fields)
    #expect(try client.ask("HEAD", "/stream/3").status == 200)
    #expect(try client.ask("GET", "/users").body == full.body)
  }

  @Test func aProxysTargetIsUnderstood() throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    #expect(try client.ask("GET", "http://other:99/users/42?x=1").body.count == 88)
  }
}
