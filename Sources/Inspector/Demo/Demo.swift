import CurlTransport
import DemoServer
import InspectorCommands
import NetEngine

/// The demo: a backend of its own on loopback, and a list of all it can do.
package nonisolated enum Demo {
  /// Where it listens when nobody asks for another port and this one is free.
  package static let usualPort: UInt16 = 8791

  /// Starts the backend and makes its program, which keeps it alive.
  ///
  /// Without a port of the caller's choice the usual one is taken, or any free one.
  static func start(
    port: UInt16? = nil, listsAll: Bool = false
  ) throws(StartFailure) -> Program {
    let server = try DemoServer(port: port ?? usualPort, orAnyFree: port == nil)
    var program = program(at: server.baseURL, listsAll: listsAll)
    program.backend = server
    program.isGuided = true
    return program
  }

  /// The backend without screens, until a signal ends it.
  @MainActor
  static func serve(port: UInt16?) async throws -> Int32 {
    let server = try DemoServer(port: port ?? usualPort, orAnyFree: port == nil)
    try Output.data(server.baseURL)
    var signals: EndingSignals?
    await withCheckedContinuation { continuation in
      signals = EndingSignals { continuation.resume() }
    }
    extendLifetime(server)
    return 128 + (signals?.first ?? 0)
  }

  package static func program(at baseURL: String, listsAll: Bool = false) -> Program {
    Program(
      title: "demo",
      targets: Route.all.filter { $0.isListed || listsAll }.map { route in
        var listed = ListedTarget(DemoAPI(route, at: baseURL), group: route.group.title)
        listed.takesLong = route.takesLong
        return listed
      },
      provider: { Provider { $0.plugins = [DemoLogin()] } })
  }
}
