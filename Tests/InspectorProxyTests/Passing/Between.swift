import CurlTransport
import InspectorProxy
import LosslessJSON
import NetEngine
import TestSupport
import Testing

/// A server that passes on, what it told of, and clients for it.
final class Between: Sendable {
  let passing: PassingServer
  let server: ListeningServer
  private let told: Lock<[PassedExchange]>
  private let teller: Lock<PassingServer?>
  let refused: Lock<[Refusal]>
  var authority: String { "localhost:\(server.port)" }

  init(
    to texts: [String], limits: ListeningLimits = ListeningLimits(),
    transports: [LibcurlTransport] = PassingServer.transportForEachLane(),
    _ change: (inout PassingServer.Options) -> Void = { _ in }
  ) throws {
    let (told, refused) = (Lock<[PassedExchange]>([]), Lock<[Refusal]>([]))
    let teller = Lock<PassingServer?>(nil)
    var options = PassingServer.Options(try texts.map { try #require(Upstream($0)) })
    options.onEnd = { exchange in
      told.withLock { $0.append(exchange) }
      teller.withLock { $0 }?.told(exchange)
    }
    options.onRefusal = { refusal, _ in refused.withLock { $0.append(refusal) } }
    change(&options)
    // Two clients are on two lanes already, where there are two.
    var limits = limits
    limits.firstLane = 0
    passing = PassingServer(options, transports: transports)
    teller.withLock { [passing] in $0 = passing }
    (self.told, self.refused, self.teller) = (told, refused, teller)
    server = try passing.listen(
      on: ["127.0.0.1"], port: 0, hosts: HostGuard(), limits: limits)
  }

  func client(patienceSeconds: Int = 30) throws -> RawClient {
    let client = try #require(RawClient(port: server.port, patienceSeconds: patienceSeconds))
    client.host = authority
    return client
  }

  /// Ends it; what it told of, in the order in which it came.
  func end() async -> [PassedExchange] {
    await server.stop()
    await passing.settle()
    teller.withLock { $0 = nil }
    return told.withLock { $0 }.sorted { $0.number < $1.number }
  }
}
