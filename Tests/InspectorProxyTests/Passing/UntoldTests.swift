import CurlTransport
import DemoServer
import InspectorProxy
import LosslessJSON
import NetEngine
import TestSupport
import Testing

/// What passes while whoever writes it down is slower.
@Suite("Exchanges nobody has dealt with yet")
struct UntoldTests {
  private static let size = 4 << 20

  @Test("are held back by how much they keep, and go on one after another", .timeLimit(.minutes(2)))
  func bytes() async throws {
    let body = [UInt8](repeating: 0x61, count: Self.size)
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n".utf8)
    let asked = Lock(0)
    let behind = try Behind { _, _ in
      asked.withLock { $0 += 1 }
      return .answer(head + body)
    }
    let (ended, add) = AsyncStream<PassedExchange>.makeStream()
    var options = PassingServer.Options([try #require(Upstream(behind.url))])
    options.onEnd = { add.yield($0) }
    let passing = PassingServer(options)
    let server = try passing.listen(on: ["127.0.0.1"], port: 0, hosts: HostGuard())
    let client = try #require(RawClient(port: server.port, patienceSeconds: 60))
    client.host = "localhost:\(server.port)"

    var exchanges = ended.makeAsyncIterator()
    var untold: [PassedExchange] = []
    for number in 1...16 {
      #expect(try client.ask("GET", "/\(number)").body.count == Self.size)
      untold.append(try #require(await exchanges.next()))
    }
    // Sixteen of four megabytes: the next one waits here until one of them was dealt with.
    client.send(Array("GET /17 HTTP/1.1\r\nHost: \(client.host)\r\n\r\n".utf8))
    while passing.openCount < 17 { await Task.yield() }
    // What is answered here goes round meanwhile, time enough for the other to go out.
    let other = try #require(RawClient(port: server.port, patienceSeconds: 60))
    other.host = client.host
    for _ in 1...20 {
      #expect(try other.ask("OPTIONS", "/", fields: [Field("Max-Forwards", "0")]).status == 200)
    }
    #expect(asked.withLock { $0 } == 16)
    passing.told(untold.removeLast())
    let last = try #require(await exchanges.next())
    #expect(last.received.wire.count == Self.size && asked.withLock { $0 } == 17)

    for exchange in untold + [last] { passing.told(exchange) }
    await server.stop()
    await passing.settle()
    #expect(passing.openCount == 0)
  }
}
