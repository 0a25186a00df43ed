import DemoServer
import TestServer
import TestSupport
import Testing

@Suite struct ServerTests {
  // MARK: Start and stop

  @Test func aFreePortIsFoundAndNamed() throws {
    let server = try DemoServer()
    #expect(server.port != 0)
    #expect(server.otherPort != server.port)
    #expect(server.baseURL == "http://127.0.0.1:\(server.port)")
    #expect(server.otherOriginURL == "http://127.0.0.1:\(server.otherPort)")
  }

  @Test func aBusyPortIsAFailureUnlessAnyWillDo() throws {
    let first = try DemoServer()
    #expect(throws: StartFailure.portTaken(first.port)) { try DemoServer(port: first.port) }
    let second = try DemoServer(port: first.port, orAnyFree: true)
    #expect(second.port != first.port)
    #expect(StartFailure.portTaken(8_791).description.contains("8791"))
  }

  @Test func aPortCanBeUsedAgainAtOnce() throws {
    // Another program may be quicker to take the port, but not every time.
    let succeeded = try (0..<5).contains { _ in
      let first = try DemoServer()
      let client = try #require(RawClient(port: first.port))
      #expect(try client.ask("GET", "/users").status == 200)
      first.stop()
      return (try? DemoServer(port: first.port))?.port == first.port
    }
    #expect(succeeded)
  }

  @Test func bothOriginsAnswer() throws {
    let server = try DemoServer()
    for port in [server.port, server.otherPort] {
      let client = try #require(RawClient(port: port))
      #expect(try client.ask("GET", "/echo").text.contains("\"port\":\(port)"))
    }
  }

  @Test func theOtherLoopbackIsOfferedWhereItExists() throws {
    var configuration = DemoServer.Configuration()
    configuration.loopback = .ipv6
    do {
      let server = try DemoServer.withBroken(configuration)
      #expect(server.baseURL == "http://[::1]:\(server.port)")
      let client = try #require(RawClient(port: server.port, on: .ipv6))
      let away = try client.ask("GET", "/broken/origin/port")
      #expect(away.field("Location") == "\(server.otherOriginURL)/echo")
    } catch StartFailure.system(let call, _) {
      // A machine without IPv6 says so at the first call that needs it.
      #expect(["socket", "bind"].contains(call))
    }
  }

  @Test func stopClosesEverySocket() async throws {
    let server = try DemoServer.withBroken()
    let idle = try #require(RawClient(port: server.port))
    let hanging = try #require(RawClient(port: server.port))
    let half = try #require(RawClient(port: server.otherPort))
    let flooded = try #require(RawClient(port: server.port))
    #expect(try idle.ask("GET", "/users").status == 200)
    hanging.send("GET", "/broken/time/hang")
    half.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
    flooded.send("GET", "/broken/time/endless-body")
    #expect(flooded.receive(atLeast: 1_000) == nil)
    #expect(await server.wait { $0.open == 4 && $0.requests == 3 })
    let ports = [server.port, server.otherPort]
    let before = OpenSockets.inodes(ports: ports)
    #expect(before.count == 6)
    server.stop()
    #expect(OpenSockets.inodes(ports: ports).isDisjoint(with: before))
    #expect(server.openConnections == 0)
    #expect(idle.receive() == .end)
    #expect(hanging.receive() == .end)
    server.stop()
  }

  @Test func aForgottenServerStopsByItself() throws {
    var server: DemoServer? = try DemoServer()
    let port = try #require(server?.port)
    let before = OpenSockets.inodes(ports: [port])
    #expect(before.count == 1)
    server = nil
    #expect(OpenSockets.inodes(ports: [port]).isDisjoint(with: before))
  }

  // MARK: Connections

  @Test func aConnectionServesManyRequests() throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    for _ in 0..<200 { #expect(try client.ask("GET", "/users/42").status == 200) }
    #expect(server.counters.accepted == 1)
    #expect(server.requestCount == 200)
    #expect(Set(server.log.map(\.connection)) == [1])
    #expect(server.log.map(\.number) == Array(1...200))
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    let requests = (0..<20).map {
      "POST /echo?n=\($0) HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
    }
    client.send(requests.joined())
    for number in 0..<20 {
      #expect(try client.readAnswer().text.contains("\"target\":\"/echo?n=\(number)\""))
    }
    #expect(client.buffer.isEmpty)
  }

  @Test(arguments: [
    ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
    ("HTTP/1.1", "Connection: TE, Close\r\n", false), ("HTTP/1.0", "", false),
    ("HTTP/1.0", "Connection: Keep-Alive\r\n", true),
  ])
  func theConnectionEndsWhenTheRequestSaysSo(version: String, field: String, stays: Bool) throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    client.send("GET /users/42 \(version)\r\nHost: x\r\n\(field)\r\n")
    let answer = try client.readAnswer()
    #expect(answer.body.count == 88)
    #expect(
      answer.field("Connection") == (stays ? (version == "HTTP/1.0" ? "keep-alive" : nil) : "close")
    )
    if stays {
      #expect(try client.ask("GET", "/users/42").status == 200)
    } else {
      #expect(client.receive() == .end)
    }
  }

  @Test func anOldClientGetsNoChunks() throws {
    let server = try DemoServer()
    let client = try #require(RawClient(port: server.port))
    client.send("GET /stream/3?ms=0 HTTP/1.0\r\n\r\n")
    let answer = try client.readAnswer()
    #expect(answer.field("Transfer-Encoding") == nil)
    #expect(answer.text == "chunk 0\nchunk 1\nchunk 2\n")
  }

  @Test func tooManyConnectionsAreAnswered503() async throws {
    var configuration = DemoServer.Configuration()
    configuration.connectionLimit = 2
    let server = try DemoServer.withBroken(configuration)
    let first = try #require(RawClient(port: server.port))
    let second = try #require(RawClient(port: server.port))
    #expect(try first.ask("GET", "/users/42").status == 200)
    #expect(try second.ask("GET", "/users/42").status == 200)
    let third = try #require(RawClient(port: server.port))
    #expect(try third.ask("GET", "/users/42").status == 503)
    #expect(third.receive() == .end)
    #expect(server.counters.refused == 1)
    withExtendedLifetime(first) {}
  }

  @Test func aSilentConnectionIsClosed() throws {
    var configuration = DemoServer.Configuration()
    configuration.idleMilliseconds = 30
    let server = try DemoServer.withBroken(configuration)
    let client = try #require(RawClient(port: server.port))
    #expect(client.receive() == .end)
    #expect(server.counters.closedByPeer == 0)
  }

  // MARK: Noticing the peer

  @Test func closedConnectionsCanBeWaitedFor() async throws {
    let server = try DemoServer()
    var clients = (0..<8).compactMap { _ in RawClient(port: server.port) }
    for client in clients { client.send("GET", "/broken/time/hang") }
    #expect(await server.wait { $0.requests == 8 })
    #expect(server.counters.closedByPeer == 0)
    clients.removeAll()
    #expect(await server.waitForClosedConnections(8))
    #expect(server.counters.abandoned == 8)
    #expect(server.counters.answered == 0)
    #expect(server.openConnections == 0)
  }

  @Test func anIdlePeerThatGoesHasAbandonedNothing() async throws {
    let server = try DemoServer()
    var client = RawClient(port: server.port)
    #expect(try client?.ask("GET", "/users/42").status == 200)
    client = nil
    #expect(await server.waitForClosedConnections(1))
    #expect(server.counters.abandoned == 0)
  }

  @Test func aWaitEndsWhenItsTimeIsOver() async throws {
    let server = try DemoServer()
    #expect(await server.wait(atMostSeconds: 0) { $0.requests == 1 } == false)
  }

  @Test(arguments: ["/broken/time/stall", "/broken/time/endless-chunks", "/delay/60000"])
  func aPeerThatGoesIsNoticed(target: String) async throws {
    let server = try DemoServer.withBroken()
    var client = RawClient(port: server.port)
    client?.send("GET", target)
    #expect(await server.wait { $0.requests == 1 })
    client = nil
    #expect(await server.wait { $0.abandoned == 1 && $0.open == 0 })
  }
}
