import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// What is shown of request and answer is what went over the wire, byte for byte.
@Suite struct FidelityTests {
  let server: DemoServer

  init() throws {
    server = try Demo.server()
  }

  // MARK: The request

  /// A request by name.
  struct Asking: CustomTestStringConvertible, Sendable {
    let name: String
    let change: @Sendable (inout TestTarget) -> Void
    var body: [UInt8] = []

    var testDescription: String { name }
  }

  static let askings: [Asking] = [
    Asking(name: "GET", change: { _ in }),
    Asking(name: "HEAD", change: { $0.method = .head }),
    Asking(name: "OPTIONS", change: { $0.method = .options }),
    Asking(name: "DELETE", change: { $0.method = .delete }),
    Asking(name: "an unknown method", change: { $0.method = "Brew!" }),
    Asking(name: "POST without a body", change: { $0.method = .post }),
    Asking(name: "PUT without a body", change: { $0.method = .put }),
    Asking(
      name: "POST",
      change: {
        $0.method = .post
        $0.task = .requestData("a\0b")
      }, body: Array("a\0b".utf8)),
    Asking(
      name: "GET with a body", change: { $0.task = .requestData("body") }, body: Array("body".utf8)),
    Asking(
      name: "an empty body",
      change: {
        $0.method = .post
        $0.task = .requestData(.empty)
      }),
    Asking(
      name: "order, case and duplicates",
      change: {
        $0.headers = [
          "x-b": "2", "X-A": "1", "X-B": "3", "accept": "a/b", "USER-AGENT": "x", "X-Empty": "",
        ]
      }),
    Asking(name: "UTF-8 in a value", change: { $0.headers = ["X-City": "São Paulo 🎉"] }),
    Asking(name: "a Host of one's own", change: { $0.headers = ["Host": "other.test:1"] }),
    Asking(name: "a query that is encoded", change: { $0.path += "?a=b c&d=ü&e=%2F" }),
    Asking(
      name: "a large body",
      change: {
        $0.method = .post
        $0.task = .requestData(Body((0..<200_000).map { UInt8(truncatingIfNeeded: $0) }))
      }, body: (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }),
    Asking(
      name: "a large head",
      change: {
        $0.headers = Headers(
          (0..<40).map { HeaderField("X-\($0)", String(repeating: "x", count: 4_000)) })
      }),
  ]

  @Test(arguments: askings)
  func theRequestIsShownAsTheServerGotIt(asking: Asking) async throws {
    let id = Unique.text()
    let response = try await Demo.transport.fire(server.baseURL) { target in
      target.path = "/echo/\(id)"
      asking.change(&target)
    }.get()
    let received = try #require(server.requests(with: id).first)
    let hop = response.hops[0]
    #expect(hop.requestHead == received.head)
    #expect(received.body.kept == asking.body)
    #expect(hop.sentBodyBytes == asking.body.count)
  }

  @Test func onlyHostAndFramingAreAdded() async throws {
    let id = Unique.text()
    // Past the provider, nothing has been added yet.
    var request = HTTPRequest(url: "\(server.baseURL)/echo/\(id)", headers: ["X-Only": "1"])
    _ = try await Demo.transport.send(request, reporting: Transfer())
    request.method = .post
    request.body = .bytes("body")
    _ = try await Demo.transport.send(request, reporting: Transfer())
    let lines = server.requests(with: id).map { $0.fields.map(\.name) }
    #expect(lines == [["Host", "X-Only"], ["Host", "X-Only", "Content-Length"]])
  }

  @Test func aFileAndAMultipartAreStreamedByteForByte() async throws {
    let folder = try TestFolder()
    let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = try folder.write("photo.png", bytes)
    let id = Unique.text()
    _ = try await Demo.transport.fire("\(server.baseURL)/upload?\(id)") { target in
      target.method = .put
      target.task = .uploadFile(path)
    }.get()
    let put = try #require(server.requests(with: id).first)
    #expect(put.body.kept == bytes)
    #expect(put.header("Content-Length") == "\(bytes.count)")
    let parts = Multipart(
      [.init(name: "title", .data("Copper")), .init(name: "file", .file(path: path))], boundary: "b"
    )
    _ = try await Demo.transport.fire("\(server.baseURL)/upload?\(id)") { target in
      target.method = .post
      target.task = .uploadMultipartFormData(parts)
    }.get()
    let post = try #require(server.requests(with: id).last)
    let head =
      "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nCopper\r\n--b\r\n"
      + "Content-Disposition: form-data; name=\"file\"; filename=\"photo.png\"\r\n"
      + "Content-Type: image/png\r\n\r\n"
    #expect(post.body.kept == Array(head.utf8) + bytes + Array("\r\n--b--\r\n".utf8))
    #expect(post.header("Content-Type") == "multipart/form-data; boundary=b")
  }

  @Test func dotSegmentsThatWereWrittenAreSent() async throws {
    let id = Unique.text()
    let result = await Demo.transport.fire("\(server.baseURL)/echo/../\(id)/./x")
    #expect(result.response?.statusCode == 404)
    #expect(server.requests(with: id).first?.path == "/echo/../\(id)/./x")
  }

  // MARK: The answer

  @Test func theHeadIsKeptAsItCame() async throws {
    let head =
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
      + "HTTP/1.1 203 Fine  by me\r\nset-cookie: a=1\r\nX-UPPER:  padded \t\r\nSet-Cookie: b=2\r\n"
      + "Content-Length: 5\r\nX-Latin: "
    let bytes = Array(head.utf8) + [0xe9] + Array("\r\n\r\n".utf8)
    let server = try DemoServer.answering([.raw(bytes + Array("hello".utf8))])
    let response = try await Demo.transport.fire(server.baseURL).get()
    let hop = response.hops[0]
    #expect(hop.head == bytes)
    #expect(response.body.text == "hello")
    #expect(response.wire.text == "hello")
    #expect(hop.interimResponses == 2)
    #expect((hop.statusCode, hop.reason, hop.httpVersion) == (203, "Fine  by me", "1.1"))
    let pairs = hop.headers.map { "\($0.name)|\($0.value)" }
    #expect(
      pairs == [
        "set-cookie|a=1", "X-UPPER|padded", "Set-Cookie|b=2", "Content-Length|5", "X-Latin|é",
      ])
    #expect(response.headers.values("Set-Cookie") == ["a=1", "b=2"])
  }

  @Test func chunksAreUndoneAndTrailersKept() async throws {
    let server = try DemoServer.answering([
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
      .raw("2;x=\"y\"\r\nhe\r\n"), .wait(milliseconds: 1), .raw("3\r\nllo\r\n0\r\n"),
      .raw("x-Sum: c0ffee\r\nX-sum: 2\r\n\r\n"),
    ])
    let response = try await Demo.transport.fire(server.baseURL).get()
    #expect(response.body.text == "hello")
    #expect(response.hops[0].trailers == ["x-Sum": "c0ffee", "X-sum": "2"])
    #expect(response.hops[0].headers == ["Transfer-Encoding": "chunked"])
    #expect(response.warnings.isEmpty)
  }

  @Test func aBodyOfManyMegabytesIsWhole() async throws {
    let count = 3_000_001
    let response = try await Demo.transport.fire("\(server.baseURL)/bytes/\(count)").get()
    #expect(response.body.count == count)
    let isRamp = response.body.withUnsafeBytes { bytes in
      bytes.indices.allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0) }
    }
    #expect(isRamp)
  }

  @Test func whatIsNotHTTPIsKeptToBeLookedAt() async throws {
    let server = try DemoServer.answering([.raw("SSH-2.0-OpenSSH_9.2\r\n"), .close])
    let result = await Demo.transport.fire(server.baseURL)
    let error = try #require(result.transportError)
    #expect(error.kind == .protocol)
    #expect(error.response?.wire.text == "SSH-2.0-OpenSSH_9.2\r\n")
    #expect(error.message.contains("'SSH-2.0-OpenSSH_9.2\\x0D\\x0A'"))
  }

  // MARK: Times and addresses

  @Test func aNewConnectionHasTimesAndAKeptOneHasFewer() async throws {
    let transport = LibcurlTransport(environment: [:])
    let clock = ContinuousClock()
    let start = clock.now
    let first = try await transport.fire("\(server.baseURL)/echo").get().hops[0]
    let second = try await transport.fire("\(server.baseURL)/echo").get().hops[0]
    let elapsed = clock.now - start
    #expect(!first.connection.isReused)
    #expect(second.connection.isReused)
    #expect(first.timings.dns != nil && first.timings.connect != nil && first.timings.tls == nil)
    #expect(second.timings.dns == nil && second.timings.connect == nil && second.timings.tls == nil)
    for hop in [first, second] {
      let phases = [
        hop.timings.dns, hop.timings.connect, hop.timings.send, hop.timings.wait,
        hop.timings.receive,
      ].compactMap { $0 }
      #expect(phases.allSatisfy { $0 >= 0 })
      #expect(hop.timings.send != nil && hop.timings.wait != nil && hop.timings.receive != nil)
    }
    #expect(first.timings.total + second.timings.total <= Int(elapsed / .microseconds(1)))
    #expect(first.connection.remote == "127.0.0.1:\(server.port)")
    #expect(first.connection.local?.hasPrefix("127.0.0.1:") == true)
    #expect(second.connection.local == first.connection.local)
    #expect(first.connection.tls == nil && first.connection.proxy == nil)
  }

  @Test func anIPv6AddressIsShownInBrackets() async throws {
    var configuration = DemoServer.Configuration()
    configuration.loopback = .ipv6
    guard let server = try? DemoServer(configuration: configuration) else { return }
    let response = try await Demo.transport.fire("\(server.baseURL)/echo").get()
    #expect(response.hops[0].connection.remote == "[::1]:\(server.port)")
  }
}
