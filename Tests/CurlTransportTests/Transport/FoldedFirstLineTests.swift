import CurlTransport
import NetEngine
import TestSupport
import Testing

/// A first header line that begins with a blank is an error and never reaches memory of an earlier
/// transfer.
@Suite(.timeLimit(.minutes(2))) struct FoldedFirstLineTests {
  /// Sends one response after another over one connection, the last one again and again.
  private static func server(_ responses: [String]) throws -> RawServer {
    let sent = Lock(0)
    return try RawServer { peer in
      while !peer.receiveHead().isEmpty {
        let place = sent.withLock { count in
          defer { count += 1 }
          return min(count, responses.count - 1)
        }
        peer.send(responses[place])
      }
    }
  }

  private static let ok = "HTTP/1.1 200 OK\r\nX-Plain: 1\r\nContent-Length: 2\r\n\r\nok"

  /// Responses that leave headers behind in whatever receives them.
  private static let before: [(id: String, bytes: String)] = [
    ("200", ok), ("404", "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"),
    ("204", "HTTP/1.1 204 No Content\r\nServer: s\r\n\r\n"),
    ("a redirect", "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"),
    (
      "a challenge",
      "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\","
        + " qop=\"auth\"\r\nContent-Length: 0\r\n\r\n"
    ),
    ("two heads", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok),
    ("a fold", "HTTP/1.1 200 OK\r\nX: 1\r\n  and more\r\nContent-Length: 2\r\n\r\nok"),
  ]

  private static let first = " X: " + String(repeating: "a", count: 40)
  private static let rest = "\r\nContent-Length: 2\r\n\r\nok"

  private static let folded: [(id: String, bytes: String)] = [
    ("final", "HTTP/1.1 200 OK\r\n" + first + rest),
    ("a tab", "HTTP/1.1 200 OK\r\n\t" + first.dropFirst() + rest),
    ("short", "HTTP/1.1 200 OK\r\n X:" + rest),
    ("long", "HTTP/1.1 200 OK\r\n" + first + String(repeating: "a", count: 9_000) + rest),
    ("interim", "HTTP/1.1 103 Early Hints\r\n" + first + "\r\n\r\n" + ok),
    (
      "final after interim",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n" + first + rest
    ),
  ]

  static let rows = before.indices.flatMap { one in folded.indices.map { (one, $0) } }

  @Test(arguments: rows) func theLineIsNamedAfterAnyResponse(_ row: (Int, Int)) async throws {
    let (before, folded) = (Self.before[row.0], Self.folded[row.1])
    let server = try Self.server([before.bytes, folded.bytes, Self.ok])
    let transport = LibcurlTransport(environment: [:])
    let change: (inout TestTarget) -> Void = { target in
      guard before.id == "a challenge" else { return }
      target.options = RequestOptions()
      target.options?.digest = DigestCredentials(user: "ada", password: "secret")
    }
    let url = "http://127.0.0.1:\(server.port)/"
    var result = await transport.fire(url, change)
    if before.id != "a redirect", before.id != "a challenge" {
      #expect(result.response != nil, "\(before.id)")
      result = await transport.fire(url, change)
    }
    let error = result.transportError
    #expect(error?.kind == .protocol, "\(before.id), \(folded.id): \(result)")
    #expect(error?.detail.contains("continues nothing: '") == true, "\(error?.detail ?? "none")")
    #expect(error?.detail.contains("X:") == true)
    #expect(error?.response.map { $0.head(contains: "X:") } == true, "the head is kept")
    let next = await transport.fire(url, change)
    #expect(next.response?.body.text == "ok", "\(before.id), \(folded.id): the next is well")
  }

  @Test func aLineWithACarriageReturnBeforeItsColonIsNamed() async throws {
    let server = try Self.server([
      Self.ok, "HTTP/1.1 200 OK\r\nA: 1\r\nB\rC: 1" + Self.rest,
      "HTTP/1.1 200 OK\r\nA: 1\r\nB: 1\rC" + Self.rest,
    ])
    let transport = LibcurlTransport(environment: [:])
    let url = "http://127.0.0.1:\(server.port)/"
    #expect(await transport.fire(url).response != nil)
    for _ in 0..<2 {
      let error = await transport.fire(url).transportError
      #expect(error?.kind == .protocol)
      #expect(error?.detail.contains("a carriage return inside a header line: 'B") == true)
    }
  }

  @Test(arguments: [
    (" Xaaaaaaaaaa", "the first header line has no colon"),
    ("A: 1\r\nBaaaaaaaaa", "the header line after 'A' has no colon"),
  ])
  func aLineWithoutAColonIsNamedByItsPlace(lines: String, words: String) async throws {
    let server = try Self.server([Self.ok, "HTTP/1.1 200 OK\r\n" + lines + Self.rest])
    let transport = LibcurlTransport(environment: [:])
    let url = "http://127.0.0.1:\(server.port)/"
    #expect(await transport.fire(url).response != nil)
    let error = await transport.fire(url).transportError
    #expect(error?.kind == .protocol)
    #expect(error?.detail == words)
  }

  @Test(arguments: ["200 OK", "407 Proxy Authentication Required", "502 Bad Gateway"])
  func aProxysResponseToCONNECTIsRefused(status: String) async throws {
    let proxy = try Self.server(["HTTP/1.1 \(status)\r\n" + Self.first + Self.rest])
    let transport = LibcurlTransport(environment: ["https_proxy": "http://127.0.0.1:\(proxy.port)"])
    for _ in 0..<3 {
      let error = await transport.fire("https://a.test/").transportError
      #expect(error?.kind == .protocol, "\(String(describing: error))")
      #expect(error?.detail.contains("proxy's response to CONNECT continues nothing") == true)
    }
  }

  @Test func aRepeatedRequestIsRefusedLikeAFirstOne() async throws {
    let connections = Lock(0)
    let server = try RawServer { peer in
      let isFirst = connections.withLock { count in
        count += 1
        return count == 1
      }
      _ = peer.receiveHead()
      guard isFirst else { return peer.send(Self.folded[0].bytes) }
      peer.send(Self.ok)
      // The connection ends without a response to the second request.
      _ = peer.receiveHead()
    }
    let transport = LibcurlTransport(environment: [:])
    let url = "http://127.0.0.1:\(server.port)/"
    #expect(await transport.fire(url).response != nil)
    let error = await transport.fire(url).transportError
    #expect(error?.kind == .protocol)
    #expect(connections.withLock(\.self) == 2)
  }
}

extension Response {
  fileprivate func head(contains text: String) -> Bool {
    hops.last.map { String(decoding: $0.head, as: UTF8.self).contains(text) } ?? false
  }
}
