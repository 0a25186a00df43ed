import CurlTransport
import NetEngine
import TestSupport
import Testing

/// The samples of the article run on scripted answers.
@Suite struct KeepCookiesSnippets {
  @Test("a store of a provider")
  func store() {
    // snippet: store
    let cookies = CookieStore()
    let provider = Provider { $0.cookies = cookies }
    // end
    #expect(provider.cookies === cookies)
  }

  @Test("a login, and what there is after it")
  func login() async throws {
    let cookies = CookieStore()
    let transport = ScriptedTransport(
      .status(200, ["Set-Cookie": "sid=1; Path=/"]), .status(200))
    let provider = Provider(transport: transport) { $0.cookies = cookies }
    // snippet: login
    _ = try await provider.post("https://api.example.com/login").value
    let orders = try await provider.get("https://api.example.com/orders").value
    // end
    #expect(orders.request.headers["Cookie"] == "sid=1")
    // snippet: list
    for cookie in cookies.cookies where cookie.expires == nil {
      print(cookie.name, cookie.domain, cookie.path)
    }
    // end
    // snippet: restored
    let restored = CookieStore(cookies.cookies)
    // end
    #expect(restored.cookies == cookies.cookies)
    // snippet: by hand
    cookies.set(Cookie(name: "theme", value: "dark", domain: "api.example.com"))
    if let session = cookies.cookies.first(where: { $0.name == "sid" }) { cookies.remove(session) }
    cookies.removeAll()
    // end
    #expect(cookies.cookies.isEmpty)
  }

  @Test("not for this request")
  func leftOut() async throws {
    // snippet: left out
    var options = RequestOptions()
    options.leftOut = ["Cookie"]
    // end
    let cookies = CookieStore([Cookie(name: "a", value: "1", domain: "example.test")])
    let provider = Provider(transport: ScriptedTransport()) { $0.cookies = cookies }
    let sent = try await provider.request(TestTarget(options: options)).value.request
    #expect(sent.headers["Cookie"] == nil)
  }
}
