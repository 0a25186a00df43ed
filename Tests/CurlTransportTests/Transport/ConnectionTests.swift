import CurlTransport
import DemoServer
import Glibc
import NetEngine
import TestServer
import TestSupport
import Testing

/// Who shares a connection with whom: the server sees the numbers.
@Suite struct ConnectionTests {
  let server: DemoServer
  let transport = LibcurlTransport(environment: [:])

  init() throws {
    server = try DemoServer.withBroken()
  }

  /// Sends requests one after the other and gives the connections they came over.
  private func connections(
    _ changes: [@Sendable (inout TestTarget) -> Void], to path: String = "/echo"
  ) async throws -> [Int] {
    let id = Unique.text()
    for change in changes {
      _ = try await transport.fire("\(server.baseURL)\(path)?\(id)", change).get()
    }
    return server.requests(with: id).map(\.connection)
  }

  private static func header(
    _ name: String, _ value: String
  ) -> @Sendable (inout TestTarget) -> Void {
    { $0.headers[name] = value }
  }

  private static let plain: @Sendable (inout TestTarget) -> Void = { _ in }

  @Test func requestsWithoutCredentialsShareAConnection() async throws {
    let numbers = try await connections([
      Self.plain, Self.header("X-Trace", "1"), Self.header("X-Trace", "2"), Self.plain,
    ])
    #expect(Set(numbers).count == 1)
  }

  @Test(
    "A connection that carried a credential never carries another, nor none",
    arguments: ["Authorization", "Cookie", "X-Api-Key", "x-session-token", "My-Secret"])
  func credentials(name: String) async throws {
    let numbers = try await connections([
      Self.header(name, "a"), Self.header(name, "b"), Self.plain, Self.header(name, "a"),
      Self.plain, Self.header(name, "b"),
    ])
    try #require(numbers.count == 6)
    #expect(numbers[0] == numbers[3] && numbers[1] == numbers[5] && numbers[2] == numbers[4])
    #expect(Set(numbers).count == 3)
  }

  @Test func aPasswordInTheURLIsACredential() async throws {
    let id = Unique.text()
    for user in ["ada:1@", "ada:2@", "", "ada:1@"] {
      let url = "http://\(user)127.0.0.1:\(server.port)/echo?\(id)"
      _ = try await transport.fire(url).get()
    }
    let numbers = server.requests(with: id).map(\.connection)
    #expect(numbers[0] == numbers[3])
    #expect(Set(numbers).count == 3)
  }

  @Test func aRedirectThatDropsTheCredentialLeavesItsConnection() async throws {
    let id = Unique.text()
    let url = RedirectSocketTests.redirecting(
      from: server.otherOriginURL, to: "\(server.baseURL)/echo?\(id)")
    _ = try await transport.fire("\(server.baseURL)/echo?\(id)") {
      $0.headers["Authorization"] = "secret"
    }.get()
    _ = try await transport.fire(url) { $0.headers["Authorization"] = "secret" }.get()
    let received = server.requests(with: id).filter { $0.path == "/echo" }
    try #require(received.count == 2)
    #expect(received[1].header("Authorization") == nil)
    #expect(received[0].connection != received[1].connection)
  }

  @Test func twoTransportsShareNothing() async throws {
    let id = Unique.text()
    for _ in 0..<2 {
      _ = try await LibcurlTransport(environment: [:]).fire("\(server.baseURL)/echo?\(id)").get()
    }
    #expect(Set(server.requests(with: id).map(\.connection)).count == 2)
  }

  @Test func theFlagSaysWhatTheServerSaw() async throws {
    var flags: [Bool] = []
    for path in ["/echo", "/echo", "/until-close", "/echo", "/echo"] {
      let response = try await transport.fire(server.baseURL + path).get()
      flags.append(response.hops[0].connection.isReused)
    }
    #expect(flags == [false, true, true, false, true])
    #expect(server.counters.accepted == 2)
  }

  @Test func manyCredentialsDoNotHoardConnections() async throws {
    for number in 0..<200 {
      _ = try await transport.fire("\(server.baseURL)/echo") {
        $0.headers["Authorization"] = "\(number)"
      }.get()
    }
    let server = server
    // 32 pools of one connection each, and the one just used.
    let isBounded = await server.wait { $0.open <= 33 }
    #expect(isBounded, "\(server.counters)")
    #expect(server.counters.accepted == 200)
  }

  @Test func aPoolThatIsInUseIsNotClosed() async throws {
    let hanging = (0..<40).map { number in
      Task { [transport, server] in
        await transport.fire("\(server.baseURL)/broken/time/hang") {
          $0.headers["Authorization"] = "\(number)"
        }
      }
    }
    #expect(await server.wait { $0.requests == 40 })
    _ = try await transport.fire("\(server.baseURL)/echo") { $0.headers["Cookie"] = "a=1" }.get()
    #expect(server.counters.open >= 40)
    for task in hanging { task.cancel() }
    for task in hanging { #expect(await task.value.error?.isCancelled == true) }
    #expect(await server.waitForClosedConnections(40))
  }

  @Test(
    "A connection whose response was in doubt is not used again",
    arguments: [
      "/broken/length/too-short", "/broken/length/second-answer", "/broken/length/beside-chunked",
      "/broken/chunks/bytes-after", "/broken/body/204", "/broken/body/304",
      "/broken/body/204-chunked", "/broken/length/two-equal", "/broken/transfer/old-version",
      "/broken/status/http-2", "/broken/status/two-blanks", "/broken/status/glued",
    ])
  func doubt(path: String) async throws {
    let id = Unique.text()
    let first = await transport.fire("\(server.baseURL)\(path)?\(id)")
    #expect(first.response?.warnings.isEmpty == false)
    let second = try await transport.fire("\(server.baseURL)/echo?\(id)").get()
    #expect(second.body.text?.hasPrefix("{\"method\":\"GET\",\"target\":\"/echo?\(id)\"") == true)
    let numbers = server.requests(with: id).map(\.connection)
    #expect(numbers.count == 2 && numbers[0] != numbers[1])
    #expect(!second.hops[0].connection.isReused)
  }

  @Test(
    "An odd but clear answer leaves its connection in use",
    arguments: ["/broken/length/zeros", "/broken/chunks/many", "/broken/interim/1000"])
  func noDoubt(path: String) async throws {
    let id = Unique.text()
    for _ in 0..<2 { _ = try await transport.fire("\(server.baseURL)\(path)?\(id)").get() }
    let numbers = server.requests(with: id).map(\.connection)
    // Rows that do not stay open are closed by the server.
    #expect(numbers.count == 2)
    let stays = path != "/broken/interim/1000"
    #expect((numbers.first == numbers.last) == stays)
  }
}

/// Kept connections that have died meanwhile.
@Suite struct DeadConnectionTests {
  let transport = LibcurlTransport(environment: [:])

  /// Takes requests on raw sockets: the first of each connection is answered, the second is not.
  private static func dyingServer(_ ending: ServerStep) throws -> DemoServer {
    let seen = Lock<[Int: Int]>([:])
    return try DemoServer.answering { request in
      let count = seen.withLock { seen in
        seen[request.connection, default: 0] += 1
        return seen[request.connection, default: 0]
      }
      return count == 1 ? .text("hello") : Reply([ending])
    }
  }

  @Test(arguments: ["reset", "close"])
  func aRequestThatMetADeadConnectionIsSentAgainWithItsBody(ending: String) async throws {
    let server = try Self.dyingServer(ending == "reset" ? .reset : .close)
    let folder = try TestFolder()
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 3) }
    let path = try folder.write("body", bytes)
    _ = try await transport.fire(server.baseURL).get()
    let response = try await transport.fire(server.baseURL) {
      $0.method = .put
      $0.task = .uploadFile(path)
    }.get()
    #expect(response.body.text == "hello")
    let received = server.log
    #expect(received.map(\.method) == ["GET", "PUT", "PUT"])
    #expect(received.map(\.connection) == [1, 1, 2])
    #expect(received.dropFirst().allSatisfy { $0.body.kept == bytes })
    // What is shown is the request that was answered, and that there were two is told.
    let hop = response.hops[0]
    #expect(hop.requestHead == received[2].head)
    #expect(hop.sentBodyBytes == bytes.count)
    #expect(!hop.connection.isReused)
    #expect(hop.timings.connect != nil)
    #expect(response.warnings.map(\.kind) == [.requestRepeated])
  }

  @Test func aFreshConnectionThatDiesIsAnError() async throws {
    let server = try DemoServer.answering([.reset])
    let result = await transport.fire(server.baseURL)
    #expect(result.transportError?.kind == .reset)
    #expect(server.requestCount == 1)
  }

  @Test func aConnectionTheServerClosedIsNotedBeforeItIsUsed() async throws {
    let server = try DemoServer.answering([
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), .close,
    ])
    for _ in 0..<5 {
      let response = try await transport.fire(server.baseURL).get()
      #expect(response.body.text == "hello")
      // The server's own end of the connection has been seen by then.
      let count = server.counters.accepted
      #expect(await server.wait { $0.open == 0 })
      #expect(count == server.counters.accepted)
    }
    #expect(server.counters.accepted == 5)
    #expect(server.requestCount == 5)
  }
}
