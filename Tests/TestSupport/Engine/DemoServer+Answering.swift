import DemoServer

// Both modules have a Step; this one is what a server does.
import enum DemoServer.Step

package typealias ServerStep = Step

extension DemoServer {
  /// A server that does the same for every request at `/`.
  package static func answering(_ steps: [ServerStep]) throws -> DemoServer {
    try answering { _ in Reply(steps) }
  }

  /// A server that answers every request at `/` as a closure says.
  package static func answering(_ reply: @escaping @Sendable (Request) -> Reply) throws
    -> DemoServer
  {
    var configuration = DemoServer.Configuration()
    configuration.routes = [Route("*", "/", "a test's", .echo, "What a test says.", reply: reply)]
    return try DemoServer(configuration: configuration)
  }
}
