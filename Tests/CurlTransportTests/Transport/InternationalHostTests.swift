import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// Hosts beyond ASCII, in a process whose locale is `C`.
@Suite struct InternationalHostTests {
  @Test(
    "A host is asked for by the name DNS knows",
    arguments: [
      ("b\u{fc}cher", "xn--bcher-kva"), ("B\u{dc}CHER", "xn--bcher-kva"),
      ("bu\u{308}cher", "xn--bcher-kva"), ("stra\u{df}e", "xn--strae-oqa"),
      ("\u{4f8b}\u{5b50}", "xn--fsqu00a"), ("plain", "plain"),
    ])
  func name(host: String, ascii: String) async throws {
    let server = try DemoServer()
    let transport = LibcurlTransport(environment: [:])
    let path = "/echo?\(Unique.text())"
    let response = try await transport.fire("http://\(host).localhost:\(server.port)\(path)").get()
    #expect(response.statusCode == 200)
    #expect(server.log.last?.header("Host") == "\(ascii).localhost:\(server.port)")
  }

  @Test(
    "A character that would become a delimiter of the URL leaves the host as it is",
    arguments: ["\u{ff0f}", "\u{ff1f}", "\u{ff20}", "\u{ff03}", "\u{ff1a}", "\u{2100}"])
  func delimiter(character: String) {
    let url = "https://evil.com\(character).trusted.test/a"
    #expect(InternationalHost.ascii(url) == url)
  }
}
