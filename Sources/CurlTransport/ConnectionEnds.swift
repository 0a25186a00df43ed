import Glibc
import NetEngine

/// The two ends of connections as texts: a kept connection has the same for every request on it.
struct ConnectionEnds {
  /// Both ends, `address:port`; nil where libcurl knows none.
  struct Pair: Hashable {
    var local: String?
    var remote: String?
  }

  /// The addresses as libcurl has them: most requests need no text of them.
  private struct Known {
    var localAddress: [CChar]
    var remoteAddress: [CChar]
    var remotePort: Int32
    var pair: Pair
  }

  /// By the local port, which tells nearly all connections apart.
  private var known: [Int32: Known] = [:]
  private static let capacity = 512

  mutating func pair(
    local localAddress: UnsafePointer<CChar>, _ localPort: Int32,
    remote remoteAddress: UnsafePointer<CChar>, _ remotePort: Int32
  ) -> Pair {
    if let found = known[localPort], found.remotePort == remotePort,
      strcmp(found.localAddress, localAddress) == 0,
      strcmp(found.remoteAddress, remoteAddress) == 0
    {
      return found.pair
    }
    let pair = Pair(
      local: Self.text(String(cString: localAddress), Int(localPort)),
      remote: Self.text(String(cString: remoteAddress), Int(remotePort)))
    if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
    known[localPort] = Known(
      localAddress: Self.copy(localAddress), remoteAddress: Self.copy(remoteAddress),
      remotePort: remotePort, pair: pair)
    return pair
  }

  private static func copy(_ text: UnsafePointer<CChar>) -> [CChar] {
    Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
  }

  /// An IPv6 address stands in brackets.
  static func text(_ address: String, _ port: Int) -> String? {
    if address.isEmpty { return nil }
    return address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}
