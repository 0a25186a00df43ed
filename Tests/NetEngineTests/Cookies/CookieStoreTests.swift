import CurlTransport
import DemoServer
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// The store in a provider: hop by hop, over sockets.
@Suite(.timeLimit(.minutes(10))) struct CookieStoreTests {
  private static func provider(_ store: CookieStore?) -> Provider {
    Provider(transport: Demo.transport) { $0.cookies = store }
  }

  private static func fire(
    _ path: String, _ store: CookieStore?, headers: Headers = [:], leftOut: [String] = [],
    name: String? = nil
  ) async throws -> Response {
    var options = RequestOptions()
    options.leftOut = leftOut
    let target = TestTarget(
      baseURL: try Demo.server().baseURL, path: path, headers: headers, options: options)
    return try await provider(store).request(target).value
  }

  private static func fields(_ response: Response) -> String {
    response.hops.map { hop in
      let head = String(decoding: hop.requestHead, as: UTF8.self)
      let line = head.split(separator: "\r\n").first { $0.hasPrefix("Cookie: ") }
      return line.map { String($0.dropFirst(8)) } ?? "-"
    }.joined(separator: " | ")
  }

  @Test func aBareProviderKeepsNone() async throws {
    #expect(Provider().cookies == nil)
    #expect(Self.fields(try await Self.fire("/redirect/cookie", nil)) == "- | -")
  }

  @Test("What a hop sets is sent to the next, and says where it is from")
  func loginByRedirect() async throws {
    let store = CookieStore()
    let response = try await Self.fire("/redirect/cookie", store)
    #expect(Self.fields(response) == "- | way=known")
    #expect(response.hops.map { $0.cookies.map(\.name) } == [[], ["way"]])
    #expect(response.hops[1].cookies.first?.source?.request == "/redirect/cookie")
    let later = try await Self.fire("/cookies", store)
    #expect(Self.fields(later) == "way=known")
    #expect(later.request.headers.last { $0.name == "Cookie" }?.source == .cookies)
    #expect(later.hops[0].cookies == response.hops[1].cookies)
    #expect(later.body.text?.contains(#""way=known""#) == true)
  }

  @Test("The request that set a cookie is noted without its secrets") func sourceWithoutSecrets() {
    let store = CookieStore()
    let request = "GET http://ada:hunter2@h.test/token/Zx81kQp47LmW?pw=tomato7&page=2"
    store.take(["Set-Cookie": "a=1"], from: "http://h.test/", request: request)
    #expect(
      store.cookies.first?.source?.request == "GET http://***@h.test/token/***?pw=***&page=2")
  }

  @Test("A field that is said goes out alone") func ownField() async throws {
    let store = CookieStore()
    _ = try await Self.fire("/cookies/set?a=1", store)
    let response = try await Self.fire("/cookies", store, headers: ["cookie": "mine=1"])
    #expect(response.hops[0].cookies.isEmpty)
    #expect(response.request.headers.values("Cookie") == ["mine=1"])
  }

  @Test("Left out, nothing is sent and nothing kept") func leftOut() async throws {
    let store = CookieStore()
    _ = try await Self.fire("/cookies/set?a=1", store)
    let response = try await Self.fire("/cookies/set?b=2", store, leftOut: ["Cookie"])
    #expect(Self.fields(response) == "-")
    #expect(store.cookies.map(\.pair) == ["a=1"])
  }

  @Test("What a server takes away is gone") func clearing() async throws {
    let store = CookieStore()
    _ = try await Self.fire("/cookies/set?a=1&b=2", store)
    #expect(store.cookies.map(\.name) == ["a", "b"])
    _ = try await Self.fire("/cookies/clear", store)
    #expect(store.cookies.isEmpty)
  }

  @Test("Samples set and are sent none") func stubs() async throws {
    let store = CookieStore()
    _ = try await Self.fire("/cookies/set?a=1", store)
    var provider = Self.provider(store)
    provider.stub = .immediate
    let target = TestTarget(baseURL: try Demo.server().baseURL, path: "/", sampleData: Body("x"))
    #expect(try await provider.request(target).value.request.headers["Cookie"] == nil)
  }

  @Test("Another host is sent nothing of the first") func otherHost() async throws {
    let store = CookieStore()
    let server = try Demo.server()
    _ = try await Self.fire("/cookies/set?a=1", store)
    let elsewhere = "http://localhost:\(server.port)/cookies"
    let response = try await Self.fire("/redirect/to?to=\(elsewhere)", store)
    #expect(Self.fields(response) == "a=1 | -")
    #expect(!response.warnings.contains { $0.kind == .secretsDropped })
  }

  @Test("A transport that knows nothing of cookies sets them too") func otherTransports()
    async throws
  {
    let store = CookieStore()
    let transport = ScriptedTransport(.status(200, ["Set-Cookie": "a=1"]), .status(204))
    let provider = Provider(transport: transport) { $0.cookies = store }
    _ = try await provider.request(TestTarget()).value
    let second = try await provider.request(TestTarget()).value
    #expect(transport.requests.all.map { $0.headers["Cookie"] } == [nil, "a=1"])
    #expect(second.hops[0].cookies.map(\.name) == ["a"])
  }

  @Test("A store can be filled and emptied by hand") func byHand() {
    let store = CookieStore([Cookie(name: "a", value: "1", domain: "Example.com")])
    store.set(Cookie(name: "b", value: "2", domain: "example.com"))
    #expect(store.cookies.map(\.pair) == ["a=1", "b=2"])
    #expect(store.send(to: "http://example.com/x").map(\.pair) == ["a=1", "b=2"])
    #expect(store.remove(store.cookies[0]) && store.cookies.map(\.name) == ["b"])
    store.removeAll()
    #expect(store.cookies.isEmpty)
  }

  @Test("The list of public suffixes comes along with libcurl") func publicSuffixes() throws {
    try #require(PublicSuffixes.isKnown)
    let suffixes = ["com", "co.uk", "github.io", "localhost", "example.com", "www.co.uk"]
    #expect(suffixes.map(PublicSuffixes.contain) == [true, true, true, true, false, false])
  }

  @Test("Names of hosts beyond ASCII are one with their ASCII form") func internationalHosts() {
    let store = CookieStore()
    store.take(["Set-Cookie": "a=1"], from: "http://münchen.example/", request: "x")
    #expect(store.send(to: "http://xn--mnchen-3ya.example/").map(\.pair) == ["a=1"])
  }

  @Test("A recording keeps which answer each cookie was from") func recorded() async throws {
    let store = CookieStore()
    let response = try await Self.fire("/redirect/cookie", store)
    let exchange = Exchange(
      sequence: 1, name: "login", startedAt: 0, request: response.request,
      result: .success(response))
    let read = try Session.read(HARWriter().document([exchange])).exchange(at: 0)
    #expect(read.response?.hops.map(\.cookies) == response.hops.map(\.cookies))
    let sealed = Redactor().redact(exchange)
    #expect(!Self.fields(try #require(sealed.response)).contains("known"))
  }
}
