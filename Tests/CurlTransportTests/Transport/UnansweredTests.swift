import CurlTransport
import NetEngine
import TestSupport
import Testing

/// A server that ends a connection in order and has said nothing, at whatever moment.
@Suite(.timeLimit(.minutes(5))) struct UnansweredTests {
  /// Ends its side, then reads on until the client has gone or is reset.
  private static func server(after count: Int) throws -> RawServer {
    try RawServer { peer in
      var read = 0
      while read < count, case let piece = peer.receive(), !piece.isEmpty { read += piece.count }
      peer.end()
    }
  }

  @Test("before the request is read, and while it is read, is an empty answer", arguments: [0, 1])
  func head(count: Int) async throws {
    let server = try Self.server(after: count)
    for _ in 0..<40 {
      let result = await LibcurlTransport(environment: [:]).fire("http://127.0.0.1:\(server.port)/")
      let error = try #require(result.transportError)
      #expect(error.kind == .empty, "\(error.message)")
      #expect(error.message.contains("the connection was closed without a response"))
      #expect(error.response == nil)
    }
  }

  @Test(
    "while a body is sent is an empty answer that says how far it came", arguments: [0, 70_000])
  func body(count: Int) async throws {
    let server = try Self.server(after: count)
    let body = Body([UInt8](repeating: 7, count: 16 << 20))
    for _ in 0..<15 {
      let result = await LibcurlTransport(environment: [:])
        .fire("http://127.0.0.1:\(server.port)/") {
          $0.method = .post
          $0.task = .requestData(body)
        }
      let error = try #require(result.transportError)
      #expect(error.kind == .empty, "\(error.message)")
      #expect(error.message.contains("of the body's 16777216 bytes"), "\(error.message)")
    }
  }
}
