/// The two ends of connections as texts: a kept connection has the same for every request on it.
struct ConnectionEnds {
  /// Both ends, `address:port`; nil where libcurl knows none.
  struct Pair: Hashable {
    var local: String?
    var remote: String?
  }

  private struct Known {
    var localAddress: String
    var remoteAddress: String
    var remotePort: Int32
    var pair: Pair
  }

  /// By the local port, which tells nearly all connections apart.
  private var known: [Int32: Known] = [:]
  private static let capacity = 512

  mutating func pair(
    local localAddress: String, _ localPort: Int32, remote remoteAddress: String,
    _ remotePort: Int32
  ) -> Pair {
    if let found = known[localPort], found.remotePort == remotePort,
      found.localAddress == localAddress, found.remoteAddress == remoteAddress
    {
      return found.pair
    }
    let pair = Pair(
      local: Self.text(localAddress, Int(localPort)),
      remote: Self.text(remoteAddress, Int(remotePort)))
    if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
    known[localPort] = Known(
      localAddress: localAddress, remoteAddress: remoteAddress, remotePort: remotePort, pair: pair)
    return pair
  }

  /// An IPv6 address stands in brackets.
  static func text(_ address: String, _ port: Int) -> String? {
    if address.isEmpty { return nil }
    return address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}
