import DemoServer
import InspectorProxy
import LosslessJSON
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Rings of captures and servers end")
struct RingTests {
  /// Carries bytes between a port that is known early and a server that starts later.
  private final class Relay: Sendable {
    private let server: RawServer
    let target = Lock(0)
    let connections = Lock(0)
    var port: Int { server.port }

    init() throws {
      let (target, connections) = (target, connections)
      server = try RawServer { peer in
        connections.withLock { $0 += 1 }
        guard let other = RawServer.Peer(connectingTo: target.withLock { $0 }) else { return }
        BackgroundThread.start {
          while case let bytes = peer.receive(), !bytes.isEmpty { other.send(bytes) }
          other.halfClose()
        }
        while case let bytes = other.receive(), !bytes.isEmpty { peer.send(bytes) }
        other.close()
      }
    }
  }

  private static let inspector: RingGuard.Look = { _, _ in .inspector }

  @Test("two captures that pass on to each other answer 508 after one round")
  func captures() async throws {
    let relay = try Relay()
    let second = try Between(to: ["http://127.0.0.1:\(relay.port)"]) {
      $0.ring = RingGuard(look: Self.inspector)
    }
    let first = try Between(to: ["http://127.0.0.1:\(second.server.port)"]) {
      $0.ring = RingGuard(look: Self.inspector)
    }
    relay.target.withLock { $0 = Int(first.server.port) }
    let client = try first.client()
    for path in ["/a", "/b"] {
      let answer = try client.ask("GET", path, fields: [Field("CDN-Loop", "other; a=1")])
      #expect(answer.status == 508 && answer.field("Inspector-Error") == "refused")
    }
    #expect(first.refused.withLock { $0.map(\.status) } == [508, 508])
    #expect(relay.connections.withLock { $0 } <= 2)
    let told = await first.end()
    #expect(told.count == 2)
    let names = told[0].request.headers.values("CDN-Loop")
    #expect(names.count == 2 && names[0] == "other; a=1")
    #expect(names.last?.hasPrefix("inspector-") == true)
    // A screen shows the field as one that this program added.
    #expect(told[0].request.headers.last { $0.name == "CDN-Loop" }?.source == .engine)
    #expect(told[0].client.headers.values("CDN-Loop") == ["other; a=1"])
    _ = await second.end()
  }

  @Test("the field goes to an inspector alone, and is looked for once a server behind")
  func others() async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    let looks = Lock(0)
    let between = try Between(to: [behind.url]) {
      $0.ring = RingGuard { host, port in
        looks.withLock { $0 += 1 }
        return host == "127.0.0.1" && port == behind.port ? .elsewhere : .inspector
      }
    }
    let client = try between.client()
    for _ in 0..<50 { #expect(try client.ask("GET", "/a").status == 200) }
    #expect(looks.withLock { $0 } == 1)
    #expect(behind.requests.withLock { $0.allSatisfy { !$0.contains("CDN-Loop") } })
    _ = await between.end()
    // The process that listens here is a test and no inspector.
    #expect(LocalListener.find("127.0.0.1", behind.port) == .other)
    #expect(LocalListener.find("localhost", behind.port) == .other)
    #expect(LocalListener.find("192.0.2.1", 80) == .elsewhere)
  }

  @Test("a server of this program is found whatever its process is called and whoever runs it")
  func marked() async throws {
    // This process is a test, and not called inspector.
    let server = try RecordingServer([], RecordingServer.Options())
      .listen(on: ["127.0.0.1"], port: 0, hosts: HostGuard())
    let port = Int(server.port)
    #expect(LocalListener.find("127.0.0.1", port) == .inspector)
    #expect(LocalListener.find("localhost", port) == .inspector)
    // Another program may have the port there.
    #expect(LocalListener.find("127.0.0.2", port) == .other)
    await server.stop()
    #expect(LocalListener.find("127.0.0.1", port) == .other)
  }

  @Test("a server that forwards what it has not recorded ends a ring too")
  func served() async throws {
    let ring = RingGuard(look: Self.inspector)
    let asked = Lock<[HTTPRequest]>([])
    var options = RecordingServer.Options()
    options.ring = ring
    options.behind = (
      "http://127.0.0.1:1",
      { request in
        asked.withLock { $0.append(request) }
        return .failure(.transport(TransportError(.connect)))
      }
    )
    let server = try RecordingServer([], options)
      .listen(on: ["127.0.0.1"], port: 0, hosts: HostGuard())
    // The server forwards in a task, which needs a thread of the pool that this test must not block.
    let statuses = try await BackgroundThread.run {
      let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
      client.host = "localhost:\(server.port)"
      let loop = [Field("CDN-Loop", "x, \(ring.id.uppercased()) ; a=b")]
      return [
        try client.ask("GET", "/a").status, try client.ask("GET", "/a", fields: loop).status,
      ]
    }
    #expect(statuses == [502, 508])
    #expect(asked.withLock { $0.map { $0.headers["CDN-Loop"] } } == [ring.id])
    await server.stop()
  }
}
