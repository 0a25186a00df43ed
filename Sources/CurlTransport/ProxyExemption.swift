import Glibc
import NetEngine

/// One entry of `no_proxy`: everybody, a domain, an address or a network of addresses.
struct ProxyExemption: Sendable, Hashable {
  private enum Scope: Hashable {
    case everybody
    /// The name itself and everything below it.
    case domain(String)
    /// The first so many bits of an address.
    case network([UInt8], bits: Int)
  }

  private let scope: Scope
  /// Only this port, when one is said.
  private let port: Int?

  /// Reads `*`, `example.org`, `.example.org:8080`, `10.0.0.0/8`, `[::1]:80` or `fd00::/8`.
  init(_ entry: String) {
    let lowercased = entry.lowercasedASCII
    let (name, port) = Self.splitPort(lowercased)
    self.port = port
    if name == "*" {
      scope = .everybody
    } else if let network = Self.network(name) {
      scope = network
    } else {
      let dots = name.utf8.drop { $0 == UInt8(ascii: ".") }
      scope = .domain(String(Substring(dots)).withoutTrailingDot)
    }
  }

  /// Whether requests to this origin go without a proxy.
  func covers(_ origin: Origin) -> Bool {
    if let port, port != origin.port { return false }
    let host = origin.host.withoutBrackets.withoutZone.withoutTrailingDot
    switch scope {
    case .everybody: return true
    case .domain(let name):
      return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    case .network(let address, let bits):
      guard let other = Self.address(host), other.count == address.count else { return false }
      return zip(address, other).enumerated().allSatisfy { index, pair in
        let left = min(max(bits - index * 8, 0), 8)
        let mask = left == 0 ? 0 : UInt8.max << (8 - UInt8(left))
        return pair.0 & mask == pair.1 & mask
      }
    }
  }

  /// A colon is the port's only where it is the one colon, or follows a bracket.
  private static func splitPort(_ entry: String) -> (String, Int?) {
    guard let colon = entry.utf8.lastIndex(of: UInt8(ascii: ":")),
      let port = Int(digits: entry[entry.index(after: colon)...].utf8)
    else { return (entry.withoutBrackets, nil) }
    let name = entry[..<colon]
    let isBracketed = name.utf8.last == UInt8(ascii: "]")
    guard isBracketed || !name.utf8.contains(UInt8(ascii: ":")) else { return (entry, nil) }
    return (String(name).withoutBrackets, port)
  }

  private static func network(_ name: String) -> Scope? {
    let parts = name.split(separator: "/", maxSplits: 1)
    guard let first = parts.first, let address = address(String(first).withoutBrackets) else {
      return nil
    }
    guard parts.count == 2 else { return .network(address, bits: address.count * 8) }
    guard let bits = Int(digits: parts[1].utf8), bits <= address.count * 8 else { return nil }
    return .network(address, bits: bits)
  }

  /// The four or sixteen bytes of an address.
  private static func address(_ text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }
}

extension String {
  fileprivate var withoutBrackets: String {
    utf8.first == UInt8(ascii: "[") && utf8.last == UInt8(ascii: "]")
      ? String(dropFirst().dropLast()) : self
  }

  /// The address alone, without the interface that leads to it.
  fileprivate var withoutZone: String {
    utf8.firstIndex(of: UInt8(ascii: "%")).map { String(self[..<$0]) } ?? self
  }

  /// A name may end with the dot of the root.
  fileprivate var withoutTrailingDot: String {
    utf8.last == UInt8(ascii: ".") ? String(dropLast()) : self
  }
}
