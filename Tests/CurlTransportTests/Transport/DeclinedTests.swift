import CurlTransport
import NetEngine
import TestSupport
import Testing

/// HTTP/2 servers that say that they did nothing with a request, and one that says nothing.
@Suite(.timeLimit(.minutes(5))) struct DeclinedTests {
  /// What the server does with a request.
  enum Reaction: String, Sendable {
    case refused, goesAway, closes, answers
  }

  /// Speaks as much HTTP/2 as that takes; counts the requests it has seen.
  private static func server(
    _ seen: Watched<Int>, _ reaction: @escaping @Sendable (Int) -> Reaction
  ) throws -> RawServer {
    try RawServer { peer in
      var frames = Frames(peer: peer)
      guard frames.take(24) != nil else { return }
      peer.send(frame(4, stream: 0))
      while let (type, flags, stream) = frames.next() {
        if type == 4, flags & 1 == 0 { peer.send(frame(4, flags: 1, stream: 0)) }
        guard type == 1 else { continue }
        seen.update { $0 += 1 }
        switch reaction(seen.value) {
        case .refused: peer.send(frame(3, stream: stream, [0, 0, 0, 7]))
        case .goesAway: peer.send(frame(7, stream: 0, [UInt8](repeating: 0, count: 8)))
        case .closes: return
        // The status 200 is the eighth of the known fields; nothing follows.
        case .answers: peer.send(frame(1, flags: 5, stream: stream, [0x88]))
        }
      }
    }
  }

  private static func frame(
    _ type: UInt8, flags: UInt8 = 0, stream: UInt8, _ payload: [UInt8] = []
  ) -> [UInt8] {
    [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
  }

  /// Cuts what a client sends.
  private struct Frames {
    let peer: RawServer.Peer
    var bytes: [UInt8] = []

    mutating func take(_ count: Int) -> [UInt8]? {
      while bytes.count < count {
        let piece = peer.receive()
        if piece.isEmpty { return nil }
        bytes += piece
      }
      defer { bytes.removeFirst(count) }
      return Array(bytes[..<count])
    }

    mutating func next() -> (type: UInt8, flags: UInt8, stream: UInt8)? {
      guard let head = take(9) else { return nil }
      guard take(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])) != nil else { return nil }
      return (head[3], head[4], head[8])
    }
  }

  private func fire(
    _ server: RawServer, _ method: HTTPMethod
  ) async -> Result<Response, NetError> {
    await LibcurlTransport(environment: [:]).fire("http://127.0.0.1:\(server.port)/") {
      $0.method = method
      if method == .post { $0.task = .requestData("once") }
      $0.options = RequestOptions()
      $0.options?.version = .http2
    }
  }

  @Test(
    "a request that was declined is sent again, whatever its method",
    arguments: [HTTPMethod.get, .post])
  func again(method: HTTPMethod) async throws {
    let seen = Watched(0)
    let server = try Self.server(seen) { $0 < 3 ? .refused : .answers }
    let response = try await fire(server, method).get()
    #expect(response.statusCode == 200)
    #expect(seen.value == 3)
    #expect(response.hops[0].sentBodyBytes == (method == .post ? 4 : 0))
  }

  @Test(
    "one that is declined each time fails, and a plugin may try it again",
    arguments: [HTTPMethod.get, .post])
  func never(method: HTTPMethod) async throws {
    let seen = Watched(0)
    let server = try Self.server(seen) { _ in .refused }
    let error = try #require(await fire(server, method).transportError)
    #expect(error.kind == .reset)
    #expect(error.isDeclined)
    #expect(error.message.contains("the server refused the request each time"))
    #expect(seen.value > 1)
    let request = HTTPRequest(method: method, url: "http://a.test/")
    let decision = await RetryPlugin(jitter: { 1 })
      .retry(
        .failure(.transport(error)), of: request,
        for: Attempt(target: TestTarget().words, run: 1, number: 0))
    #expect(decision == .retry(after: .seconds(0.5)))
  }

  /// libcurl before 8.1 does not tell it from a server that breaks the rules.
  @Test("a server that goes away is a loss, whether it has said what it did or not")
  func goesAway() async throws {
    let server = try Self.server(Watched(0)) { _ in .goesAway }
    let error = try #require(await fire(server, .post).transportError)
    #expect(error.kind == .reset)
    #expect(error.message.contains("the server"))
  }

  @Test("one whose connection ends without a word may have been carried out")
  func unsaid() async throws {
    let seen = Watched(0)
    let server = try Self.server(seen) { _ in .closes }
    let error = try #require(await fire(server, .post).transportError)
    #expect(!error.isDeclined)
    #expect(seen.value == 1)
  }

  @Test("what was declined once and then lost is not declined")
  func declinedThenLost() async throws {
    let seen = Watched(0)
    let server = try Self.server(seen) { $0 == 1 ? .refused : .closes }
    let error = try #require(await fire(server, .post).transportError)
    #expect(!error.isDeclined)
    #expect(seen.value == 2)
  }
}
