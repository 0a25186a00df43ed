import InspectorProxy
import LosslessJSON
import TestSupport
import Testing

@Suite("A server that listens on a thread of its own")
struct ListeningServerTests {
  /// Answers by the path: `/slow` in pieces, `/late` after a while, `/cut` in part, all else at once.
  private struct Handler: RequestHandler {
    static let body = Body((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    func answer(_ request: ClientRequest, on lane: ClientLane) -> ClientAnswer? {
      var answer = ClientAnswer(status: 200, fields: [], body: Self.body)
      switch request.head.path {
      case "/slow": answer.bytesPerSecond = 1_000_000
      case "/late": answer.delay = 50_000
      case "/cut": answer.ending = .cut(after: 10)
      case "/reset": answer.ending = .reset(after: 10)
      default: break
      }
      return answer
    }

    func answer(_ refusal: Refusal, _ head: ClientHead?) -> ClientAnswer {
      ClientAnswer(status: refusal.status, fields: [], body: Body(refusal.why))
    }

    func clientLeft(_ ticket: ClientRequest.Ticket) {}
  }

  private func server(_ change: (inout ListeningLimits) -> Void = { _ in }) throws
    -> ListeningServer
  {
    var limits = ListeningLimits()
    change(&limits)
    return try ListeningServer(
      on: ["127.0.0.1"], port: 0, handler: Handler(), hosts: HostGuard(), limits: limits)
  }

  private func client(_ server: ListeningServer) throws -> RawClient {
    let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
    client.host = "localhost"
    return client
  }

  @Test("a slow and a late answer come whole, hold nobody up, and the connection goes on")
  func paced() async throws {
    let server = try server()
    for path in ["/slow", "/late"] {
      let slow = try client(server)
      slow.send("GET", path)
      #expect(try client(server).ask("GET", "/").body == Handler.body.bytes)
      #expect(try slow.readAnswer().body == Handler.body.bytes, "\(path)")
      #expect(try slow.ask("GET", "/").body.count == 100_000)
    }
    await server.stop()
  }

  @Test("a cut answer ends where it is cut, a broken one breaks")
  func cut() async throws {
    let server = try server()
    for (path, ending) in [("/cut", RawClient.Received.end), ("/reset", .reset)] {
      let client = try client(server)
      client.send("GET", path)
      #expect(client.receiveAll() == ending, "\(path)")
      // A connection that breaks may take with it what was not read yet.
      if ending == .end { #expect(client.buffer.suffix(10).elementsEqual(Handler.body[0..<10])) }
    }
    await server.stop()
  }

  @Test("connections beyond the limit, and requests that do not come to an end, are answered so")
  func limits() async throws {
    let server = try server { limits in
      (limits.connections, limits.headTime, limits.idleTime) = (4, 100_000, 100_000)
    }
    // Who is silent at first has not begun: only then does a head's time run.
    let early = try client(server)
    let dripping = try client(server)
    dripping.send("GET / HTT")
    #expect(try dripping.readAnswer().status == 408)
    #expect(try early.ask("GET", "/").status == 200)
    let waiting = try client(server)
    waiting.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab")
    #expect(try waiting.readAnswer().status == 408)
    #expect(waiting.receiveAll() == .end)
    await server.stop()
    let small = try self.server { $0.connections = 2 }
    let clients = try (0..<2).map { _ in try client(small) }
    for client in clients { #expect(try client.ask("GET", "/").status == 200) }
    #expect(try client(small).readAnswer().status == 503)
    for client in clients { #expect(try client.ask("GET", "/").status == 200) }
    await small.stop()
  }

  @Test("a port that is taken, or an address of another machine, is told as such")
  func problems() async throws {
    let server = try server()
    #expect(throws: ListeningSocket.Problem.portTaken(server.port)) {
      try ListeningServer(
        on: ["127.0.0.1"], port: server.port, handler: Handler(), hosts: HostGuard())
    }
    for address in ["203.0.113.7", "nonsense", "::g"] {
      #expect(throws: ListeningSocket.Problem.badAddress(address)) {
        try ListeningServer(on: [address], port: 0, handler: Handler(), hosts: HostGuard())
      }
    }
    await server.stop()
    await server.stop()
  }
}
