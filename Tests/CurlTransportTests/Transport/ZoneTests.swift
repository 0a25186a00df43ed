import CurlTransport
import Glibc
import NetEngine
import TestSupport
import Testing

private enum Loopback {
  /// Whether the machine has IPv6 at all.
  static let hasIPv6 = (try? RawServer(overIPv6: true) { _ in }) != nil
}

/// IPv6 addresses with the zone they are in, which is this machine's business alone (RFC 6874).
@Suite(.enabled(if: Loopback.hasIPv6, "needs IPv6"), .timeLimit(.minutes(5)))
struct ZoneTests {
  @Test("a zone says which way to go and is not sent", arguments: ["", "%25lo", "%lo", "%251"])
  func zone(zone: String) async throws {
    let heads = Record<String>()
    let server = try RawServer(overIPv6: true) { peer in
      heads.append(peer.receiveHead())
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    }
    let url = "http://[::1\(zone)]:\(server.port)/x"
    let response = try await LibcurlTransport(environment: [:]).fire(url).get()
    #expect(response.body.text == "hi")
    let head = try #require(heads.all.first)
    #expect(head.hasPrefix("GET /x HTTP/1.1\r\n"))
    #expect(head.contains("\r\nHost: [::1]:\(server.port)\r\n"))
    #expect(response.hops[0].requestHead == Array(head.utf8))
    #expect(response.hops[0].connection.remote == "[::1]:\(server.port)")
  }

  @Test("a zone is part of what credentials belong to")
  func origins() throws {
    let (first, second) = (
      try URLText("http://[fe80::1%25a]/"), try URLText("http://[fe80::1%25b]/")
    )
    #expect(first.origin != second.origin)
    #expect(first.text == "http://[fe80::1%25a]/")
  }
}
