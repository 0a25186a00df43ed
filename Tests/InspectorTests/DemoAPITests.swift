import DemoServer
import Inspector
import InspectorScreens
import NetEngine
import TestSupport
import Testing

/// The demo's list is the server's table.
@Suite("The demo's targets")
struct DemoAPITests {
  @Test("are the listed rows of the route table, in its order")
  func rows() {
    let targets = Demo.program(at: "http://127.0.0.1:1").targets
    let routes = Route.all.filter(\.isListed)
    #expect(targets.map(\.item.name) == routes.map(\.name))
    #expect(targets.map(\.item.group) == routes.map(\.group.title))
    #expect(targets.map(\.item.method) == routes.map(\.sampleMethod))
  }

  @Test("carry what a row says its client must send")
  func needs() throws {
    let key = try #require(Route.all.first { $0.path == "/auth/key" })
    let target = DemoAPI(key, at: "http://127.0.0.1:1")
    #expect(target.headers["X-Api-Key"] == "demo-key")
    let login = try #require(Route.all.first { $0.path == "/login" })
    #expect(DemoAPI(login, at: "http://127.0.0.1:1").headers["Content-Type"] == "application/json")
  }

  @Test("send the token of the last login, and nobody logs in for them")
  func login() async throws {
    let server = try DemoServer()
    let program = Demo.program(at: server.baseURL)
    let provider = program.provider()
    func status(_ path: String) async throws -> Int {
      let route = try #require(Route.all.first { $0.path == path })
      return try await provider.request(DemoAPI(route, at: server.baseURL)).value.statusCode
    }
    #expect(try await status("/orders") == 401)
    #expect(try await status("/login") == 200)
    #expect(try await status("/orders") == 200)
    server.stop()
  }
}
