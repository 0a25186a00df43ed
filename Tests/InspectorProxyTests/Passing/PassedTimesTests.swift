import DemoServer
import Glibc
import InspectorProxy
import LosslessJSON
import NetEngine
import TestSupport
import Testing

/// Times that are over, and clocks: each test has limits of its own, and waits for what they bring.
@Suite("Times of what is passed on")
struct PassedTimesTests {
  private static let asking = [
    Field("Connection", "Upgrade"), Field("Upgrade", "websocket"),
  ]
  private static let taken =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"

  @Test(
    "a server that takes no connection, or says nothing in its handshake, is 504 with the place")
  func connectTimeout() async throws {
    let full = try FullListener()
    let mute = try RawServer { peer in while !peer.receive().isEmpty {} }
    let rows: [(url: String, phase: String)] = [
      ("http://127.0.0.1:\(full.port)", "connecting"),
      ("https://127.0.0.1:\(mute.port)", "handshaking"),
    ]
    for row in rows {
      let between = try Between(to: [row.url]) { $0.limits.connectTimeout = .milliseconds(200) }
      let answer = try between.client().ask("GET", "/a")
      let words = JSONDocument(answer.body).json
      #expect(answer.status == 504 && words["kind"].stringValue == "timeout", "\(answer.text)")
      #expect(words["phase"].stringValue == row.phase, "\(answer.text)")
      // It may get the number of the socket that was just closed, and is no loop for that.
      let tunnel = try between.client().ask("GET", "/a", fields: Self.asking)
      #expect(tunnel.status == 504, "\(tunnel.text)")
      #expect(await between.end().map(\.instead) == [504, 504])
    }
  }

  @Test("a clock that is set back an hour changes neither order nor times")
  func clockSetBack() async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
    let hour = 3_600_000_000
    let clock = Lock(1_741_086_191_000_000)
    let between = try Between(to: [behind.url]) { options in
      options.now = {
        clock.withLock {
          $0 -= hour
          return $0
        }
      }
    }
    let client = try between.client()
    for path in ["/1", "/2", "/3"] { #expect(try client.ask("GET", path).text == "ok") }
    let told = await between.end()
    #expect(told.map(\.client.path) == ["/1", "/2", "/3"])
    #expect(zip(told, told.dropFirst()).allSatisfy { $0.startedAt == $1.startedAt + hour })
    for exchange in told {
      let timings = try exchange.exchange.result?.get().hops.last?.timings
      #expect((0..<60_000_000).contains(Int(exchange.end.time)))
      #expect((0..<60_000_000).contains(timings?.total ?? -1), "\(String(describing: timings))")
    }
  }

  // MARK: Tunnels

  @Test("a tunnel in which nobody says anything ends for both after ten minutes, and says so")
  func silentTunnel() async throws {
    #expect(ListeningLimits().tunnelTime == 600_000_000)
    let (left, leaves) = AsyncStream<Void>.makeStream()
    let server = try RawServer { peer in
      _ = peer.receiveHead()
      peer.send(Self.taken)
      peer.send(peer.receive())
      while !peer.receive().isEmpty {}
      leaves.yield()
    }
    var limits = ListeningLimits()
    limits.tunnelTime = 100_000
    let between = try Between(to: ["http://127.0.0.1:\(server.port)"], limits: limits)
    let client = try between.client()
    client.send("GET", "/a", fields: Self.asking)
    #expect(try client.readHead().status == 101)
    client.send("hello")
    #expect(client.receiveAll() == .end && client.buffer == Array("hello".utf8))
    for await _ in left { break }
    let told = await between.end()
    #expect(
      told.first?.note
        == "a tunnel: 5 bytes to the server, 5 back; ended, for nobody said anything for 100 ms")
  }

  @Test("a side of a tunnel that says nothing more still hears what the other one says")
  func halfClosedTunnel() async throws {
    let heard = Lock("")
    let (all, ends) = AsyncStream<Void>.makeStream()
    let server = try RawServer { peer in
      _ = peer.receiveHead()
      peer.send(Self.taken)
      peer.send("last words")
      peer.halfClose()
      var bytes: [UInt8] = []
      while case let piece = peer.receive(), !piece.isEmpty { bytes += piece }
      heard.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
      ends.yield()
    }
    let between = try Between(to: ["http://127.0.0.1:\(server.port)"])
    let client = try between.client()
    client.send("GET", "/a", fields: Self.asking)
    #expect(try client.readHead().status == 101)
    #expect(client.receiveAll() == .end)
    #expect(String(decoding: client.buffer, as: UTF8.self) == "last words")
    client.send("and mine")
    client.halfClose()
    for await _ in all { break }
    #expect(heard.withLock { $0 } == "and mine")
    let told = await between.end()
    #expect(told.first?.note == "a tunnel: 8 bytes to the server, 10 back")
  }

  // MARK: Pace

  @Test("two hundred slow answers have their next pieces at the same moments")
  func pace() {
    for (rate, most) in [(1, 2), (5, 6), (1_000, Pace.turns + 1), (1_000_000, Pace.turns + 1)] {
      // Each began at a moment of its own within one second.
      let moments = Set(
        (0..<200).map { Pace.next(after: 7_000_123 + $0 * 4_999, bytesPerSecond: rate) })
      #expect(moments.count <= most, "\(rate): \(moments.count)")
    }
    // Never now, never later than a second.
    for now in [0, 1, 49_999, 50_000, 999_999, 1_000_000] as [UInt64] {
      let next = Pace.next(after: now, bytesPerSecond: 1)
      #expect(next > now && next <= now + 1_000_000)
    }
  }
}

/// A port whose queue of connections is full: whoever connects next hears nothing.
private final class FullListener {
  let port: Int
  private var descriptors: [Int32] = []

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    descriptors.append(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(listener, raw, length) == 0 && listen(listener, 0) == 0
          ? getsockname(listener, raw, &length) : -1
      }
    }
    try #require(code == 0)
    port = Int(UInt16(bigEndian: address.sin_port))
    // The first one is taken into the queue, which is full then.
    for _ in 0..<3 {
      let kind =
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        | Int32(SOCK_NONBLOCK.rawValue)
      let descriptor = socket(AF_INET, kind, 0)
      descriptors.append(descriptor)
      _ = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, length)
        }
      }
    }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
