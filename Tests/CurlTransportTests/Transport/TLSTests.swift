import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// TLS against `openssl s_server`, with certificates made for the test.
@Suite(
  .enabled(if: Certificates.areAvailable, "needs the openssl tool"), .timeLimit(.minutes(1)))
struct TLSTests {
  let certificates: Certificates
  let transport = LibcurlTransport(environment: [:])

  init() throws {
    certificates = try Certificates.made.get()
  }

  private func fire(
    _ url: String, _ change: (inout RequestOptions) -> Void = { _ in }
  ) async -> Result<Response, NetError> {
    var options = RequestOptions()
    change(&options)
    return await transport.fire(url) { [options] in
      $0.options = options
      $0.limits = Limits()
      $0.limits?.connectTimeout = .seconds(5)
    }
  }

  private func server(
    _ pair: Certificates.Pair? = nil, _ options: String...
  ) async throws -> TLSServer {
    try await TLSServer(pair ?? certificates.own, options) { _ in TLSServer.answer("hello") }
  }

  // MARK: What is refused

  @Test func aCertificateSignedByItselfIsRefused() async throws {
    let server = try await server()
    let result = await fire(server.url)
    let error = try #require(result.transportError)
    #expect(error.kind == .tls)
    #expect(error.phase == .handshaking)
    #expect(
      error.message.contains("self-signed certificate") || error.message.contains("self signed"))
    #expect(error.hint.contains("verifiesTLS switches the check off"))
    #expect(error.message.contains("it is for '"), "\(error.message)")
    #expect(error.message.contains(", issued by '") && error.message.contains("', valid from 20"))
    #expect(error.response == nil)
    #expect(error.curlCode == 60)
    let timings = try #require(error.hops.first?.timings)
    #expect(timings.connect != nil && timings.tls != nil && timings.send == nil)
    #expect(server.requests.count == 0)
  }

  @Test func anExpiredCertificateIsRefusedEvenIfTrusted() async throws {
    let server = try await server(certificates.expired)
    let file = certificates.expired.certificate
    let error = try #require(await fire(server.url) { $0.certificateFile = file }.transportError)
    #expect(error.kind == .tls)
    #expect(error.message.contains("certificate has expired"))
    #expect(error.message.contains(", valid from "), "\(error.message)")
    #expect(server.requests.count == 0)
  }

  @Test func aCertificateForAnotherHostIsRefusedEvenIfTrusted() async throws {
    let server = try await server(certificates.elsewhere)
    let file = certificates.elsewhere.certificate
    let error = try #require(await fire(server.url) { $0.certificateFile = file }.transportError)
    #expect(error.kind == .tls)
    #expect(error.message.contains("localhost"))
    #expect(server.requests.count == 0)
  }

  @Test func aCertificateFileThatIsNotThereIsTold() async throws {
    let server = try await server()
    let error = try #require(
      await fire(server.url) { $0.certificateFile = "/nonexistent/ca.pem" }.transportError)
    #expect(error.kind == .tls)
    #expect(error.message.contains("/nonexistent/ca.pem"))
  }

  @Test func anOldVersionIsRefused() async throws {
    let server = try await server(nil, "-no_tls1_3", "-no_tls1_2")
    let error = try #require(await fire(server.url) { $0.verifiesTLS = false }.transportError)
    #expect(error.kind == .tls)
    #expect(error.phase == .handshaking)
  }

  // MARK: What is shown

  @Test func aTrustedCertificateIsAcceptedAndShown() async throws {
    let server = try await server()
    let file = certificates.own.certificate
    let response = try await fire(server.url) { $0.certificateFile = file }.get()
    #expect(response.body.text == "hello")
    #expect(response.warnings.isEmpty)
    let tls = try #require(response.hops[0].connection.tls)
    #expect(tls.version == "TLSv1.3")
    #expect(tls.cipher?.hasPrefix("TLS_") == true)
    #expect(tls.isVerified)
    #expect(tls.certificates.count == 1)
    #expect(tls.certificates.first?["Subject"]?.contains("Inspector Tests") == true)
    #expect(tls.certificates.first?["Expire date"]?.contains("2049") == true)
    #expect(response.hops[0].timings.tls != nil)
  }

  @Test func aKeptConnectionShowsTheSameSession() async throws {
    let server = try await server(nil, "-no_tls1_3")
    let file = certificates.own.certificate
    let first = try await fire(server.url) { $0.certificateFile = file }.get().hops[0]
    let second = try await fire(server.url) { $0.certificateFile = file }.get().hops[0]
    #expect(!first.connection.isReused && second.connection.isReused)
    #expect(first.connection.tls?.version == "TLSv1.2")
    #expect(second.connection.tls == first.connection.tls)
    #expect(second.connection.tls?.certificates.count == 1)
    #expect(first.timings.tls != nil && second.timings.tls == nil)
  }

  @Test func aNewConnectionShowsItsCertificatesAgain() async throws {
    // A resumed session would have none to show.
    let server = try await server()
    let file = certificates.own.certificate
    for _ in 0..<2 {
      let transport = LibcurlTransport(environment: [:])
      let response = try await transport.fire(server.url) {
        $0.options = RequestOptions()
        $0.options?.certificateFile = file
      }.get()
      #expect(response.hops[0].connection.tls?.certificates.count == 1)
    }
    let again = try await fire(server.url) { $0.certificateFile = file }.get()
    #expect(again.hops[0].connection.tls?.certificates.count == 1)
  }

  @Test func aCheckThatIsSwitchedOffIsABadge() async throws {
    let server = try await server(certificates.expired)
    let response = try await fire(server.url) { $0.verifiesTLS = false }.get()
    #expect(response.warnings == [Warning(.unverifiedTLS, server.url + "/")])
    #expect(response.hops[0].connection.tls?.isVerified == false)
    #expect(response.hops[0].connection.tls?.certificates.isEmpty == false)
  }

  // MARK: The wrong protocol

  @Test func plainTextOnTheTLSPort() async throws {
    let server = try await server()
    let result = await fire("http://localhost:\(server.port)/")
    let kind = try #require(result.error?.kind)
    #expect([.protocol, .empty, .reset].contains(kind), "\(kind)")
    #expect(result.error?.hint.isEmpty == false)
  }

  @Test func tlsToAPlainPort() async throws {
    let plain = try RawServer { peer in
      _ = peer.receive()
      peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    }
    let error = try #require(await fire("https://127.0.0.1:\(plain.port)/").transportError)
    #expect(error.kind == .tls)
    #expect(error.message.contains("does not speak TLS: is it http?"))
    #expect(error.phase == .handshaking)
  }

  @Test func aPortThatSpeaksSomethingElse() async throws {
    let plain = try RawServer { $0.send("220 mail.example.org ready\r\n") }
    let error = try #require(await fire("https://127.0.0.1:\(plain.port)/").transportError)
    #expect(error.kind == .tls)
  }

  @Test func aServerThatClosesDuringTheHandshake() async throws {
    let plain = try RawServer { _ = $0.receive() }
    let error = try #require(await fire("https://127.0.0.1:\(plain.port)/").transportError)
    #expect(error.kind == .tls)
    #expect(error.phase == .handshaking)
    #expect(error.message.contains("the server closed the connection during the handshake"))
    #expect(error.hint.contains("check that this port speaks TLS"))
    #expect(!error.hint.contains("verifiesTLS"))
  }

  @Test func aHandshakeThatIsResetIsALossLikeAnyOther() async throws {
    let plain = try RawServer { peer in
      _ = peer.receive()
      peer.reset()
    }
    let error = try #require(await fire("https://127.0.0.1:\(plain.port)/").transportError)
    #expect(error.kind == .reset)
    #expect(error.message.contains("the connection was reset during the TLS handshake"))
  }

  @Test func aServerThatIsSilentDuringTheHandshake() async throws {
    let plain = try RawServer { peer in while !peer.receive().isEmpty {} }
    let result = await transport.fire("https://127.0.0.1:\(plain.port)/") {
      $0.limits = Limits()
      $0.limits?.connectTimeout = .milliseconds(300)
    }
    let error = try #require(result.transportError)
    #expect(error.kind == .timeout)
    #expect(error.phase == .handshaking)
    #expect(error.detail.contains("limits.connectTimeout"))
  }

  // MARK: Bodies

  @Test func aBodyWhoseServerIsSilentIsWaitedFor() async throws {
    let server = try await TLSServer(certificates.own) { _ in
      "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"
    }
    var limits = Limits()
    limits.idleTimeout = .milliseconds(500)
    let result = await transport.fire(server.url) { [limits] in
      $0.limits = limits
      $0.options = RequestOptions()
      $0.options?.verifiesTLS = false
    }
    #expect(result.transportError?.kind == .timeout)
    #expect(result.transportError?.phase == .receiving)
    #expect(result.arrived?.wire.text == "hello")
    #expect(result.arrived?.hops[0].connection.tls != nil)
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func aBodyUntilTheEndIsTruncatedWithoutTheGoodbyeOfTLS(version: String) async throws {
    var server: TLSServer? = try await TLSServer(certificates.own, [version]) { _ in
      "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"
    }
    var target = TestTarget(baseURL: try #require(server?.url))
    target.options = RequestOptions()
    target.options?.verifiesTLS = false
    let hasBytes = Gate()
    let call = Provider(transport: transport).request(target).start { progress in
      if progress.completed > 0 { hasBytes.open() }
    }
    await hasBytes.wait()
    // The system closes the connection of a program that ends.
    server = nil
    let result = await call.result
    #expect(result.transportError?.kind == .truncated)
    #expect(result.transportError?.detail == "TLS was closed without a goodbye")
    #expect(result.arrived?.body.text == "hello")
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func aBodyUntilTheGoodbyeOfTLSIsComplete(version: String) async throws {
    // The tool's own page has no length and ends with close_notify.
    let server = try await TLSServer(certificates.own, ["-www", version]) { _ in "" }
    let response = try await fire(server.url) { $0.verifiesTLS = false }.get()
    #expect(response.headers["Content-Length"] == nil)
    #expect(response.body.text?.contains("<HTML>") == true)
    #expect(response.warnings.map(\.kind) == [.unverifiedTLS])
  }

  @Test func requestBytesAreShownAsTheyWereSentInside() async throws {
    let server = try await server()
    let response = try await fire(server.url) { $0.verifiesTLS = false }.get()
    #expect(
      String(decoding: response.hops[0].requestHead, as: UTF8.self) == server.requests.all.first)
  }
}
