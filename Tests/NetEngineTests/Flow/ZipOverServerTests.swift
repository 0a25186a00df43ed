import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// Sequences over real connections.
@Suite struct ZipOverServerTests {
  private func get(_ path: String, from server: DemoServer) -> Call<Response> {
    Provider(transport: LibcurlTransport()).request(TestTarget(baseURL: server.baseURL, path: path))
      .filterSuccessfulStatusCodes()
  }

  @Test("zip cancels the rest: the server sees the other connections closed")
  func zip() async throws {
    let server = try DemoServer()
    let slow = (0..<4).map { _ in get("/delay/60000", from: server) }
    // The failing one asks only once the others wait for their answers.
    let failing = Calls.value(()).then { [self] _ in
      _ = await server.wait { $0.accepted >= 4 }
      return get("/status/404", from: server)
    }
    let result = await Sequencer.zip(slow + [failing]).result
    #expect(result.label == "sequence(4, statusCode(404))")
    #expect(result.thrown?.kind == .sequence && result.thrown?.exitCode == 4)
    #expect(await server.wait { $0.abandoned == 4 })
  }

  @Test("so does a zip of different types")
  func tuple() async throws {
    let server = try DemoServer()
    let slow = get("/delay/60000", from: server).map { $0.statusCode }
    let failing = Calls.value(()).then { [self] _ in
      _ = await server.wait { $0.accepted >= 1 }
      return get("/status/404", from: server)
    }.mapString()
    let result = await Sequencer.zip(slow, failing).result
    #expect(result.label == "sequence(1, statusCode(404))")
    #expect(await server.wait { $0.abandoned == 1 })
  }

  @Test("a chain logs in and uses what it got, strictly one after the other")
  func chain() async throws {
    let server = try DemoServer()
    let provider = Provider { $0.profile = .statusMsgData }
    let users = TestTarget(baseURL: server.baseURL, path: "/users?count=2")
    struct User: Decodable, Sendable { var id: Int }
    let call = Sequencer.run { step in
      let list = try await step(provider.request(users).mapResponse([User].self))
      let path = "/users/\(list[1].id)"
      return try await step(
        provider.request(TestTarget(baseURL: server.baseURL, path: path)).mapResponse(User.self))
    }
    #expect(try await call.value.id > 0)
    #expect(server.log.map(\.target).count == 2)
  }
}
