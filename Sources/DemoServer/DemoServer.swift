import InspectorProxy
import LosslessJSON

/// A small real HTTP/1.1 server on loopback: the demo's backend and the tests' server.
///
/// Every response is a row of `Route.all`. One thread serves all connections. The same routes
/// answer at a second port, which is the "other origin" of redirects.
public final class DemoServer: Sendable {
  /// What can be set before the start.
  package struct Configuration: Sendable {
    package var loopback = Loopback.ipv4
    package var routes = Route.all
    /// More connections than this are answered 503 and closed.
    package var connectionLimit = 1_024
    /// How long a connection may stay silent while a request is awaited.
    package var idleMilliseconds = 60_000
    /// How much of a request's body is kept; the rest is only counted and hashed.
    package var keptBodyBytes = 1_024 * 1_024

    package init() {}
  }

  package let port: UInt16
  /// The port of the other origin.
  package let otherPort: UInt16
  private let handler: RouteHandler
  private let server: ListeningServer
  private let loopback: Loopback

  /// Starts the server on a port, or on any free one when `port` is 0.
  ///
  /// With `orAnyFree` a busy port is no failure: a free one is taken instead.
  package init(
    port: UInt16 = 0, orAnyFree: Bool = false, configuration: Configuration = Configuration()
  ) throws(StartFailure) {
    let own = try Self.listener(port: port, orAnyFree: orAnyFree, on: configuration.loopback)
    let other: ListeningSocket
    do {
      other = try Self.listener(port: 0, orAnyFree: false, on: configuration.loopback)
    } catch {
      own.close()
      throw error
    }
    self.port = own.port
    otherPort = other.port
    loopback = configuration.loopback
    handler = RouteHandler(
      configuration,
      ServerMemory(host: Self.host(of: configuration.loopback), ports: (own.port, other.port)))
    do throws(ListeningSocket.Problem) {
      server = try ListeningServer(
        taking: [own, other], handler: handler, limits: Self.limits(of: configuration))
    } catch { throw StartFailure(error) }
  }

  /// Wider limits than for the clients of a proxy: tests send more than any of those may.
  private static func limits(of configuration: Configuration) -> ListeningLimits {
    var limits = ListeningLimits()
    (limits.head, limits.target, limits.trailers) = (256 << 10, 256 << 10, 256 << 10)
    (limits.fields, limits.body) = (20_000, 1 << 30)
    limits.connections = configuration.connectionLimit
    limits.keptTime = UInt64(configuration.idleMilliseconds) * 1_000
    limits.idleTime = 600_000_000
    limits.keepsHeads = true
    return limits
  }

  /// Starts the server on any free port.
  public convenience init() throws(StartFailure) { try self.init(port: 0) }

  deinit { stop() }

  /// Closes every socket and returns when that is done; a second call does nothing.
  public func stop() {
    server.stop { [handler] in handler.state.update { $0.hasEnded = true } }
    _ = handler.state.wait(seconds: 10) { $0.hasEnded }
  }

  // MARK: Addresses

  /// `http://127.0.0.1:PORT`, without a slash at the end.
  public var baseURL: String { "http://\(Self.host(of: loopback)):\(port)" }

  /// The same routes under another origin.
  public var otherOriginURL: String { "http://\(Self.host(of: loopback)):\(otherPort)" }

  private static func host(of loopback: Loopback) -> String {
    loopback == .ipv4 ? "127.0.0.1" : "[::1]"
  }

  private static func listener(
    port: UInt16, orAnyFree: Bool, on loopback: Loopback
  ) throws(StartFailure) -> ListeningSocket {
    let address = loopback == .ipv4 ? "127.0.0.1" : "::1"
    do {
      return try ListeningSocket(address, port: port)
    } catch {
      guard orAnyFree, error == .portTaken(port) else { throw StartFailure(error) }
      return try listener(port: 0, orAnyFree: false, on: loopback)
    }
  }

  // MARK: What happened

  /// The last requests, oldest first; at most 4,096 of them and 32 MiB of their bodies.
  package var log: [Request] { handler.state.withLock { $0.log.requests } }

  package var counters: Counters { handler.state.withLock { $0.counters } }

  package var requestCount: Int { counters.requests }

  package var openConnections: Int { counters.open }

  /// Waits until the counters satisfy a condition; false when the time is over first.
  ///
  /// A thread of its own waits for the change: nothing polls, and no task is blocked.
  package func wait(
    atMostSeconds seconds: Int = 60, until condition: @escaping @Sendable (Counters) -> Bool
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      do {
        try OwnThread { [handler] in
          let held = handler.state.wait(seconds: seconds) { condition($0.counters) }
          continuation.resume(returning: held)
        }.detach()
      } catch {
        continuation.resume(returning: condition(counters))
      }
    }
  }

  /// Waits until the peers have ended this many connections since the start.
  package func waitForClosedConnections(_ count: Int, atMostSeconds seconds: Int = 60) async -> Bool
  {
    await wait(atMostSeconds: seconds) { $0.closedByPeer >= count }
  }
}
