import InspectorProxy
import NetEngine
import TestSupport
import Testing

@Suite("Who may ask a server on loopback")
struct HostGuardTests {
  private func status(
    _ fields: [String], target: String = "/", _ change: (inout HostGuard) -> Void = { _ in }
  ) -> Int? {
    var hosts = HostGuard()
    change(&hosts)
    var scanner = RequestScanner()
    var start = 0
    let text = "GET \(target) HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    let event = Array(text.utf8).withUnsafeBytes { scanner.next(in: $0, from: &start) }
    guard case .head(let head) = event else {
      Issue.record("no head: \(String(describing: event))")
      return nil
    }
    return hosts.refusal(of: head)?.status
  }

  @Test(
    "this machine's own names are answered",
    arguments: [
      "127.0.0.1", "127.0.0.1:80", "localhost", "LOCALHOST:8792", "localhost.", "[::1]", "[::1]:1",
      "127.1.2.3", "[::ffff:127.0.0.1]:8",
    ])
  func own(_ host: String) {
    #expect(status(["Host: \(host)"]) == nil)
  }

  @Test(
    "names that others may give to this machine are not",
    arguments: [
      "evil.com", "127.0.0.1.evil.com", "localhost.evil.com", "192.168.1.5",
      "127.0.0", "0", "2130706433", "[::2]", "127.0.0.1:80:80", "",
    ])
  func foreign(_ host: String) {
    #expect(status(["Host: \(host)"]) == 403, "\(host)")
  }

  @Test("a name that was given is answered, and addresses where more than loopback is listened on")
  func given() {
    #expect(status(["Host: mac.local:80"]) { $0.names = ["Mac.local"] } == nil)
    #expect(status(["Host: 192.168.1.5:80"]) { $0.takesAddresses = true } == nil)
    #expect(status(["Host: [fe80::1]"]) { $0.takesAddresses = true } == nil)
    #expect(status(["Host: evil.com"]) { $0.takesAddresses = true } == 403)
    #expect(status(["Host: localhost"], target: "http://evil.com/x") == 403)
    #expect(status(["Host: localhost"], target: "http://localhost/x") == nil)
    let proxy = { (hosts: inout HostGuard) in hosts.targets = ["http://api.example"] }
    #expect(status(["Host: api.example"], target: "http://api.example/x", proxy) == nil)
    #expect(status(["Host: api.example"], target: "/x", proxy) == 403)
    #expect(status(["Host: localhost"], target: "http://api.example.evil.com/x", proxy) == 403)
    #expect(status(["Host: localhost"], target: "http://api.example:81/x", proxy) == 403)
    #expect(
      status(
        ["Host: api.example", "Origin: http://evil.com"], target: "http://api.example/", proxy)
        == 403)
  }

  @Test("a page of another site is refused, one of loopback or of an allowed origin is not")
  func pages() {
    let page = ["Host: localhost", "Sec-Fetch-Site: cross-site"]
    #expect(status(page) == 403)
    #expect(status(page + ["Origin: https://evil.com"]) == 403)
    #expect(status(page + ["Referer: https://evil.com/localhost"]) == 403)
    #expect(status(page + ["Origin: http://localhost:3000"]) == nil)
    #expect(status(page + ["Origin: null"]) == 403)
    let allowed = { (hosts: inout HostGuard) in hosts.origins = ["https://app.example"] }
    #expect(status(page + ["Origin: https://app.example"], allowed) == nil)
    #expect(status(page + ["Origin: https://app.example.evil.com"], allowed) == 403)
    #expect(status(["Host: localhost", "Sec-Fetch-Site: same-origin"]) == nil)
    // Browsers say nothing of the site to a server without TLS that is not on loopback.
    #expect(status(["Host: localhost", "Origin: http://evil.com"]) == 403)
    #expect(status(["Host: localhost", "Referer: http://evil.com/a"]) == 403)
    #expect(status(["Host: localhost:80", "Origin: http://127.0.0.1:3000"]) == nil)
    let open = { (hosts: inout HostGuard) in hosts.takesAddresses = true }
    #expect(status(["Host: 10.0.0.5", "Origin: http://6.6.6.6"], open) == 403)
    #expect(status(["Host: 10.0.0.5:80", "Origin: http://10.0.0.5:3000"], open) == nil)
  }
}
