import CurlTransport
import Glibc
import InspectorProxy
import LosslessJSON
import NetEngine
import TestSupport
import Testing

@Suite("A server with several lanes")
struct LanesTests {
  /// Notes on which lane each request came, and its number.
  private final class Noting: RequestHandler {
    let asked = Lock<[(lane: ObjectIdentifier, number: Int)]>([])

    func answer(_ request: ClientRequest, on lane: ClientLane) -> ClientAnswer? {
      asked.withLock { $0.append((ObjectIdentifier(lane), request.ticket.number)) }
      return ClientAnswer(status: 200, fields: [], body: Body("here"))
    }

    func answer(_ refusal: Refusal, _ head: ClientHead?) -> ClientAnswer {
      ClientAnswer(status: refusal.status, fields: [], body: Body(refusal.why))
    }

    func clientLeft(_ ticket: ClientRequest.Ticket) {}

    /// How many of the requests came on each lane, in the order in which the lanes were used.
    func countsAndForget() -> [Int] {
      asked.withLock { asked in
        var (counts, places): ([Int], [ObjectIdentifier: Int]) = ([], [:])
        for (lane, _) in asked {
          let place = places[lane] ?? counts.count
          places[lane] = place
          if place == counts.count { counts.append(0) }
          counts[place] += 1
        }
        asked = []
        return counts
      }
    }
  }

  private func server(
    _ handler: Noting, lanes: Int, connections: Int = 512
  ) throws -> ListeningServer {
    var limits = ListeningLimits()
    limits.connections = connections
    return try ListeningServer(
      on: ["127.0.0.1"], port: 0, handler: handler, hosts: HostGuard(), limits: limits,
      hostedBy: (0..<lanes).map { _ in LibcurlTransport() })
  }

  private func clients(_ count: Int, of server: ListeningServer) throws -> [RawClient] {
    try (0..<count).map { _ in
      let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
      client.host = "localhost"
      // The next one finds counted what was answered.
      #expect(try client.ask("GET", "/").status == 200)
      return client
    }
  }

  @Test(
    "few clients are on one, many on all, and a connection stays where it is",
    arguments: [
      (lanes: 1, clients: 9, shares: [9]), (2, 1, [1]), (2, 4, [4]), (2, 5, [4, 1]),
      (2, 16, [8, 8]), (3, 6, [4, 1, 1]), (3, 15, [5, 5, 5]),
    ])
  func spread(_ row: (lanes: Int, clients: Int, shares: [Int])) async throws {
    let handler = Noting()
    let server = try server(handler, lanes: row.lanes)
    let clients = try clients(row.clients, of: server)
    #expect(handler.countsAndForget() == row.shares)
    for client in clients { #expect(try client.ask("GET", "/").status == 200) }
    #expect(handler.countsAndForget() == row.shares)
    await server.stop()
    for client in clients { #expect(client.receiveAll() != .silence) }
  }

  @Test("requests have their numbers once and without gaps, on whichever they come")
  func numbers() async throws {
    let handler = Noting()
    let server = try server(handler, lanes: 2)
    let clients = try clients(12, of: server)
    for _ in 0..<5 {
      for client in clients { client.send("GET", "/") }
      for client in clients { #expect(try client.readAnswer().status == 200) }
    }
    #expect(handler.asked.withLock { $0.map(\.number) }.sorted() == Array(1...72))
    await server.stop()
  }

  @Test("who is on the way from one to another when it ends finds an end, too")
  func end() async throws {
    for _ in 0..<20 {
      let server = try server(Noting(), lanes: 3)
      let clients = try (0..<20).map { _ in
        try #require(RawClient(port: server.port, patienceSeconds: 30))
      }
      await server.stop()
      for client in clients { #expect(client.receiveAll() != .silence) }
    }
  }

  @Test("who has left makes room, on all of them together", .timeLimit(.minutes(2)))
  func limit() async throws {
    let server = try server(Noting(), lanes: 2, connections: 6)
    var clients = try clients(6, of: server)
    #expect(
      try #require(RawClient(port: server.port, patienceSeconds: 30)).readAnswer().status == 503)
    clients.removeLast(3)
    while clients.count < 6 {
      // Until the lanes have seen that somebody left there is no room.
      let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
      client.host = "localhost"
      if try client.ask("GET", "/").status == 200 { clients.append(client) }
    }
    for client in clients { #expect(try client.ask("GET", "/").status == 200) }
    #expect(
      try #require(RawClient(port: server.port, patienceSeconds: 30)).readAnswer().status == 503)
    await server.stop()
    #expect(RawClient(port: server.port) == nil)
  }
}
