import CurlTransport
import InspectorProxy
import LosslessJSON
import NetEngine
import TestSupport
import Testing

/// A client without TLS in front of servers with it, and of ones that speak HTTP/2.
@Suite(
  .enabled(if: Certificates.areAvailable, "needs the openssl tool"), .timeLimit(.minutes(1)))
struct PassingTLSTests {
  let certificates: Certificates

  init() throws { certificates = try Certificates.made.get() }

  /// Asks once through a server that passes on.
  private func ask(
    _ url: String, _ path: String = "/a", _ change: (inout PassingServer.Options) -> Void = { _ in }
  ) async throws -> (answer: RawAnswer, told: PassedExchange) {
    var options = PassingServer.Options([try #require(Upstream(url))])
    options.limits.connectTimeout = .seconds(5)
    change(&options)
    let told = Lock<PassedExchange?>(nil)
    let teller = Lock<PassingServer?>(nil)
    options.onEnd = { exchange in
      told.withLock { $0 = exchange }
      teller.withLock { $0 }?.told(exchange)
    }
    let passing = PassingServer(options, transports: [LibcurlTransport(environment: [:])])
    teller.withLock { $0 = passing }
    let server = try passing.listen(on: ["127.0.0.1"], port: 0, hosts: HostGuard())
    let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
    client.host = "localhost:\(server.port)"
    let answer = try client.ask("GET", path)
    await server.stop()
    await passing.settle()
    teller.withLock { $0 = nil }
    return (answer, try #require(told.withLock { $0 }))
  }

  @Test("what the engine refuses of certificates is 502 with the reason, and nothing was asked")
  func refused() async throws {
    let rows: [(pair: Certificates.Pair, trusted: String?, words: String)] = [
      (certificates.own, nil, "self"),
      (certificates.expired, certificates.expired.certificate, "expired"),
      (certificates.elsewhere, certificates.elsewhere.certificate, "elsewhere.test"),
    ]
    for row in rows {
      let server = try await TLSServer(row.pair) { _ in TLSServer.answer("hello") }
      let (answer, told) = try await ask(server.url) { $0.certificateFile = row.trusted }
      #expect(answer.status == 502)
      let words = JSONDocument(answer.body).json
      #expect(words["kind"].stringValue == "tls" && words["phase"].stringValue == "handshaking")
      #expect(words["error"].stringValue.contains(row.words), "\(answer.text)")
      #expect(server.requests.count == 0 && told.instead == 502)
    }
    let plain = try RawServer { peer in
      _ = peer.receive()
      peer.send("hello\r\n")
    }
    #expect(try await ask("https://localhost:\(plain.port)").answer.status == 502)
  }

  @Test("a server that wants to see a certificate gets none: 502, and who only asks is answered")
  func clientCertificate() async throws {
    let file = certificates.own.certificate
    let rows: [(options: [String], status: Int)] = [
      (["-Verify", "1", "-tls1_2"], 502), (["-Verify", "1", "-tls1_3"], 502),
      (["-verify", "1"], 200),
    ]
    for row in rows {
      let server = try await TLSServer(certificates.own, row.options) { _ in
        TLSServer.answer("hello")
      }
      let (answer, told) = try await ask(server.url) { $0.certificateFile = file }
      #expect(answer.status == row.status, "\(row): \(answer.text)")
      guard row.status == 502 else { continue }
      let words = JSONDocument(answer.body).json
      #expect(words["kind"].stringValue == "tls", "\(row): \(answer.text)")
      #expect(server.requests.count == 0 && told.instead == 502)
    }
  }

  @Test("a certificate that is trusted, or not asked for, lets it through; links lead here")
  func trusted() async throws {
    let server = try await TLSServer(certificates.own) { _ in
      TLSServer.answer(
        "hello",
        fields: [
          "Location: https://localhost/b", "Set-Cookie: a=1; Secure",
          "Strict-Transport-Security: max-age=9",
        ])
    }
    let file = certificates.own.certificate
    for change in [
      { (options: inout PassingServer.Options) in options.certificateFile = file },
      { (options: inout PassingServer.Options) in options.verifiesTLS = false },
    ] {
      let (answer, told) = try await ask(server.url, "/a", change)
      #expect(answer.status == 200 && answer.text == "hello")
      #expect(answer.field("Set-Cookie") == "a=1")
      #expect(answer.field("Strict-Transport-Security") == nil)
      #expect(told.exchange.response?.hops.last?.connection.tls != nil)
    }
  }

  @Test(
    "an answer in HTTP/2 becomes one of HTTP/1.1, be its length said or not",
    .enabled(if: HTTP2Server.isAvailable, "needs the nghttpd tool"))
  func http2() async throws {
    let folder = try TestFolder()
    _ = try folder.write("hello.txt", "hello\n")
    let server = try await HTTP2Server(folder, tls: certificates.own)
    let file = certificates.own.certificate
    let (answer, told) = try await ask(server.url, "/hello.txt") { $0.certificateFile = file }
    #expect(answer.statusLine == "HTTP/1.1 200 OK" && answer.text == "hello\n")
    // The end of the stream may come behind the last byte, when this client has left already.
    #expect(answer.field("content-length") == "6")
    #expect(told.exchange.response?.hops.last?.httpVersion == "2")
    let (missing, _) = try await ask(server.url, "/none") { $0.certificateFile = file }
    #expect(missing.status == 404 && missing.statusLine == "HTTP/1.1 404 Not Found")
  }
}
