import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// Which proxy the environment asks for.
@Suite struct ProxyEnvironmentTests {
  private static func proxy(_ url: String, _ variables: [String: String]) -> String? {
    ProxyEnvironment(variables: variables).proxy(forURL: url).map { "\($0.variable)=\($0.value)" }
  }

  @Test(
    "Variables are read as everybody reads them",
    arguments: [
      ("http://a.test/", ["http_proxy": "p:1"], "http_proxy=p:1"),
      ("https://a.test/", ["http_proxy": "p:1"], nil),
      ("https://a.test/", ["https_proxy": "p:1"], "https_proxy=p:1"),
      ("https://a.test/", ["HTTPS_PROXY": "p:1"], "HTTPS_PROXY=p:1"),
      ("https://a.test/", ["HTTPS_PROXY": "p:1", "https_proxy": "q:1"], "https_proxy=q:1"),
      // A header of a CGI request arrives as this variable.
      ("http://a.test/", ["HTTP_PROXY": "p:1"], nil),
      ("http://a.test/", ["all_proxy": "p:1"], "all_proxy=p:1"),
      ("https://a.test/", ["ALL_PROXY": "socks5h://p:1"], "ALL_PROXY=socks5h://p:1"),
      ("http://a.test/", ["ALL_PROXY": "p:1", "http_proxy": "q:1"], "http_proxy=q:1"),
      ("http://a.test/", ["http_proxy": "", "all_proxy": "p:1"], "all_proxy=p:1"),
      ("http://a.test/", ["http_proxy": ""], nil), ("http://a.test/", [:], nil),
      ("http://a.test/", ["no_proxy": "x"], nil),
    ] as [(String, [String: String], String?)])
  func variable(url: String, variables: [String: String], expected: String?) {
    #expect(Self.proxy(url, variables) == expected)
  }

  @Test(
    "no_proxy exempts names, domains, addresses and networks",
    arguments: [
      ("*", "http://a.test/", true), ("a.test", "http://a.test/", true),
      ("A.Test", "http://a.TEST/", true), ("a.test", "http://b.a.test/", true),
      (".a.test", "http://a.test/", true), (".a.test", "http://b.a.test/", true),
      ("a.test.", "http://a.test/", true), ("a.test", "http://a.test./", true),
      ("a.test", "http://ba.test/", false), ("a.test", "http://a.test.b/", false),
      ("x,a.test", "http://a.test/", true), ("x a.test", "http://a.test/", true),
      (" x , a.test ", "http://a.test/", true), ("", "http://a.test/", false),
      (",,", "http://a.test/", false), (".", "http://a.test/", false),
      ("a.test:8080", "http://a.test:8080/", true), ("a.test:8080", "http://a.test/", false),
      ("a.test:80", "http://a.test/", true), ("a.test:443", "https://a.test/", true),
      ("127.0.0.1", "http://127.0.0.1:9/", true), ("127.0.0.1", "http://127.0.0.2/", false),
      ("127.0.0.1:9", "http://127.0.0.1:9/", true), ("10.0.0.0/8", "http://10.200.3.4/", true),
      ("10.0.0.0/8", "http://11.0.0.1/", false), ("10.16.0.0/12", "http://10.31.1.1/", true),
      ("10.16.0.0/12", "http://10.32.1.1/", false), ("0.0.0.0/0", "http://8.8.8.8/", true),
      ("0.0.0.0/0", "http://a.test/", false), ("10.0.0.0/33", "http://10.0.0.0/", false),
      ("::1", "http://[::1]/", true), ("[::1]", "http://[::1]:80/", true),
      ("[::1]:80", "http://[::1]/", true), ("[::1]:81", "http://[::1]/", false),
      ("fe80::/10", "http://[fe80::1%25eth0]/", true),
      ("fd00::/8", "http://[fdab::1]/", true), ("fd00::/8", "http://[fe80::1]/", false),
      ("0:0:0:0:0:0:0:1", "http://[::1]/", true), ("1.2.3.4", "http://1.2.3.4.test/", false),
    ])
  func exemption(list: String, url: String, isExempt: Bool) {
    for name in ["no_proxy", "NO_PROXY"] {
      #expect((Self.proxy(url, ["all_proxy": "p:1", name: list]) == nil) == isExempt)
    }
  }

  @Test func theSmallNameOfTheListGoesFirst() {
    let both = ["all_proxy": "p:1", "no_proxy": "b.test", "NO_PROXY": "a.test"]
    #expect(Self.proxy("http://a.test/", both) != nil)
    #expect(Self.proxy("http://b.test/", both) == nil)
  }

  @Test(
    "The password of a proxy is not shown",
    arguments: [
      ("http://ada:secret@p:3128", "http://p:3128"), ("ada:secret@p:3128", "p:3128"),
      ("socks5://ada@p", "socks5://p"), ("http://p:3128/", "http://p:3128/"),
      ("http://a:b@c@p:1/x@y", "http://p:1/x@y"), ("p:3128", "p:3128"),
      ("http://p/x@y", "http://p/x@y"), ("http://a%40b:c@[::1]:1", "http://[::1]:1"),
    ])
  func userInfo(value: String, shown: String) {
    #expect(value.withoutUserInfo == shown)
  }
}

/// Requests through a real proxy.
@Suite(.timeLimit(.minutes(1))) struct ProxyTests {
  let server: DemoServer

  init() throws {
    server = try Demo.server()
  }

  @Test func theProxyGetsTheWholeURL() async throws {
    let proxy = try ForwardProxy()
    let transport = LibcurlTransport(environment: ["http_proxy": proxy.url])
    let id = Unique.text()
    let response = try await transport.fire("\(server.baseURL)/echo/\(id)").get()
    #expect(response.statusCode == 200)
    let head = try #require(proxy.heads.all.first)
    #expect(head.hasPrefix("GET \(server.baseURL)/echo/\(id) HTTP/1.1\r\n"))
    #expect(String(decoding: response.hops[0].requestHead, as: UTF8.self) == head)
    #expect(server.requests(with: id).count == 1)
    let connection = response.hops[0].connection
    #expect(connection.proxy == Connection.Proxy(url: proxy.url, variable: "http_proxy"))
    #expect(connection.remote == "127.0.0.1:\(proxy.port)")
  }

  @Test func itsPasswordIsSentAndNeverShown() async throws {
    let proxy = try ForwardProxy(asksForPassword: true)
    let value = "http://ada:secret@127.0.0.1:\(proxy.port)"
    let transport = LibcurlTransport(environment: ["all_proxy": value])
    let response = try await transport.fire("\(server.baseURL)/echo").get()
    #expect(response.statusCode == 200)
    #expect(proxy.heads.all[0].contains(ForwardProxy.password))
    #expect(
      response.hops[0].connection.proxy == Connection.Proxy(url: proxy.url, variable: "all_proxy"))
    #expect(response.body.text?.contains("Proxy-Authorization") == false)
    #expect(!"\(response.hops[0].connection)".contains("secret"))
  }

  @Test func aRefusalIsTheProxysAnswer() async throws {
    let proxy = try ForwardProxy(asksForPassword: true)
    let transport = LibcurlTransport(environment: ["http_proxy": proxy.url])
    let response = try await transport.fire("\(server.baseURL)/echo").get()
    #expect(response.statusCode == 407)
  }

  @Test func theExemptGoStraight() async throws {
    let proxy = try ForwardProxy()
    let transport = LibcurlTransport(
      environment: ["http_proxy": proxy.url, "no_proxy": "127.0.0.0/8"])
    let response = try await transport.fire("\(server.baseURL)/echo").get()
    #expect(response.hops[0].connection.proxy == nil)
    #expect(proxy.heads.count == 0)
  }

  @Test func everyHopHasItsOwnWay() async throws {
    let proxy = try ForwardProxy()
    let transport = LibcurlTransport(environment: [
      "http_proxy": proxy.url, "no_proxy": "localhost",
    ])
    let url = RedirectSocketTests.redirecting(
      from: server.baseURL, to: "http://localhost:\(server.port)/echo")
    let response = try await transport.fire(url).get()
    #expect(response.hops.map { $0.connection.proxy?.variable } == ["http_proxy", nil])
  }

  @Test func aProxyThatIsNotThereIsConnect() async throws {
    let transport = LibcurlTransport(environment: ["http_proxy": "http://127.0.0.1:1"])
    let error = try #require(await transport.fire("http://a.test/").transportError)
    #expect(error.kind == .connect)
    #expect(error.hops.first?.connection.proxy?.url == "http://127.0.0.1:1")
  }

  @Test func aProxyWithoutANameIsDNS() async throws {
    let transport = LibcurlTransport(environment: ["http_proxy": "http://nosuch.invalid:1"])
    let error = try #require(await transport.fire("http://a.test/").transportError)
    #expect(error.kind == .dns)
    #expect(error.message.contains("nosuch.invalid"))
  }

  @Test func theEnvironmentOfTheProcessIsNotReadBehindOurBack() async throws {
    // libcurl would look for itself, had it not been told that there is no proxy.
    let transport = LibcurlTransport(environment: [:])
    let response = try await transport.fire("\(server.baseURL)/echo").get()
    #expect(response.hops[0].connection.proxy == nil)
    #expect(response.hops[0].connection.remote == "127.0.0.1:\(server.port)")
  }

  // MARK: Tunnels

  @Test(.enabled(if: Certificates.areAvailable, "needs the openssl tool"))
  func tlsGoesThroughATunnel() async throws {
    let proxy = try ForwardProxy(asksForPassword: true)
    let tls = try await TLSServer(Certificates.made.get().own) { _ in TLSServer.answer("hello") }
    let transport = LibcurlTransport(
      environment: ["https_proxy": "http://ada:secret@127.0.0.1:\(proxy.port)"])
    let response = try await transport.fire(tls.url) { target in
      target.options = RequestOptions()
      target.options?.verifiesTLS = false
      target.headers["Authorization"] = "for the server alone"
    }.get()
    #expect(response.body.text == "hello")
    let head = try #require(proxy.heads.all.first)
    #expect(head.hasPrefix("CONNECT localhost:\(tls.port) HTTP/1.1\r\n"))
    #expect(!head.contains("for the server alone"))
    // What is shown is the request, not the tunnel's.
    #expect(String(decoding: response.hops[0].requestHead, as: UTF8.self) == tls.requests.all[0])
    #expect(!tls.requests.all[0].contains("Proxy-Authorization"))
    #expect(response.hops[0].head.starts(with: "HTTP/1.1 200 OK\r\nContent-Length".utf8))
    #expect(response.hops[0].connection.tls?.certificates.count == 1)
    #expect(response.hops[0].connection.proxy?.variable == "https_proxy")
  }

  @Test func aTunnelThatIsRefusedIsConnect() async throws {
    let proxy = try ForwardProxy(asksForPassword: true)
    let transport = LibcurlTransport(environment: ["https_proxy": proxy.url])
    let error = try #require(await transport.fire("https://localhost:1/").transportError)
    #expect(error.kind == .connect)
    #expect(error.message.contains("407"))
    #expect(error.response == nil)
    #expect(error.hops.first?.connection.proxy?.url == proxy.url)
  }
}
