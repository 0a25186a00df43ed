import CurlTransport
import Glibc
import InspectorProxy
import LosslessJSON
import NetEngine
import TestSupport
import Testing

/// Requests that nobody meant, over real sockets: what is refused reaches no server.
///
/// Seeded: what fails once fails again. Three hundred thousand with INSPECTOR_DEEP, a few hundred
/// without.
@Suite("Mutated requests", .serialized)
struct RequestMutationTests {
  private static let isDeep = getenv("INSPECTOR_DEEP") != nil
  private static let count = isDeep ? 300_000 : 400
  private static let parts = 4

  private static let texts = [
    "GET /users/1?x=%20 HTTP/1.1\r\nHost: HOST\r\nAccept: */*\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: HOST\r\nContent-Length: 11\r\nContent-Type: text/plain\r\n\r\nhello world",
    "POST /b HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\nTE: trailers\r\n\r\n"
      + "5\r\nhello\r\n6;a=b\r\n world\r\n0\r\nX-T: 1\r\n\r\n",
    "HEAD /c HTTP/1.1\r\nHost: HOST\r\nConnection: close, X-A\r\nX-A: 1\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET http://HOST/d HTTP/1.1\r\nHost: HOST\r\nCookie: a=b; c=d\r\n\r\n",
    "GET /e HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "PUT /f HTTP/1.1\r\nHost: HOST\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
    "GET /g HTTP/1.1\r\nHost: HOST\r\n\r\nGET /h HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "DELETE /i HTTP/1.1\r\nHost: HOST\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
  ]

  private static let pieces = [
    "\r\n", "\n", "\r", "\0", " ", "\t", ":", "Content-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Host: evil.test\r\n", "0\r\n\r\n", "-1", "0x5", "99999999999999999999", "%2e%2e/", "..", "/",
    "HTTP/1.1", "\u{16}\u{3}\u{1}", "é", "Connection: Content-Length\r\n", "chunked, ",
    "\r\n folded\r\n",
  ].map { Array($0.utf8) }

  private static func mutated(_ text: String, _ host: String, _ dice: inout SplitMix) -> [UInt8] {
    // The host's name in place of the word, byte for byte.
    var bytes: [UInt8] = []
    for (number, part) in text.split(separator: "HOST", omittingEmptySubsequences: false)
      .enumerated()
    {
      if number > 0 { bytes += host.utf8 }
      bytes += part.utf8
    }
    for _ in 0..<Int.random(in: 1...3, using: &dice) {
      let place = Int.random(in: 0...bytes.count, using: &dice)
      let length = min(bytes.count - place, Int.random(in: 0...8, using: &dice))
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: bytes.removeSubrange(place..<place + length)
      case 1: bytes.insert(contentsOf: pieces.randomElement(using: &dice) ?? [], at: place)
      case 2:
        if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &dice) }
      case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      default: bytes.removeLast(Int.random(in: 0...min(bytes.count, 20), using: &dice))
      }
    }
    return bytes
  }

  @Test(
    "no trap, no descriptor left, nothing but what was let through is heard of behind",
    arguments: 0..<parts)
  func passed(part: Int) async throws {
    let before = Self.openDescriptors
    let (closed, closes) = AsyncStream<Void>.makeStream()
    try await pass(part, LibcurlTransport(environment: nil) { closes.yield() })
    // While it lives the transport keeps connections, some for each set of credentials.
    for await _ in closed { break }
    // Beside other tests nobody knows whose they are. The other ends of what was kept close by
    // themselves.
    while Self.isDeep, Self.openDescriptors > before + 8 { await Task.yield() }
  }

  private func pass(_ part: Int, _ transport: LibcurlTransport) async throws {
    let behind = try Behind { request, _ in
      .text(
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" + (request.hasPrefix("HEAD") ? "" : "ok"))
    }
    let begun = Lock(0)
    var limits = ListeningLimits()
    // What never ends is given up soon.
    (limits.headTime, limits.idleTime, limits.keptTime) = (2_000_000, 2_000_000, 2_000_000)
    let between = try Between(to: [behind.url], limits: limits, transports: [transport]) {
      $0.onBegin = { _, _ in begun.withLock { $0 += 1 } }
    }
    var dice = SplitMix(seed: UInt64(part) &* 0x9e37_79b9 &+ 5)
    for round in 0..<Self.count / Self.parts {
      let client = try between.client()
      let text = Self.texts[(round + part) % Self.texts.count]
      client.send(Self.mutated(text, between.authority, &dice))
      client.halfClose()
      let end = client.receiveAll()
      #expect(end != .silence, "part \(part), round \(round)")
      // Others have the thread between.
      await Task.yield()
    }
    let told = await between.end()
    // Each that has begun was told of, once; behind nothing else was heard of.
    #expect(told.count == begun.withLock { $0 })
    #expect(behind.requests.withLock { $0.count } <= told.count)
  }

  private static var openDescriptors: Int {
    (0..<4_096).count { fcntl(Int32($0), F_GETFD) >= 0 }
  }
}
