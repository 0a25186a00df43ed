import LosslessJSON

/// What one server remembers between requests: counters by name, and its two origins.
package final class ServerMemory: Sendable {
  /// Ports of the server itself and of its other origin.
  package let ports: (own: UInt16, other: UInt16)
  package let host: String
  private let counters = Lock<[String: Int]>([:])
  private static let counterLimit = 10_000

  init(host: String, ports: (own: UInt16, other: UInt16)) {
    self.host = host
    self.ports = ports
  }

  /// Adds one to a counter and returns its new value; forgets everything when names run wild.
  package func next(_ name: String) -> Int {
    counters.withLock { counters in
      if counters.count > Self.counterLimit { counters.removeAll() }
      counters[name, default: 0] += 1
      return counters[name, default: 1]
    }
  }

  func value(_ name: String) -> Int { counters.withLock { $0[name] ?? 0 } }
}
