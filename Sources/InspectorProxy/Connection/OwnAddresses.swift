import Glibc
import LosslessJSON
import NetEngine

/// The addresses of this machine.
enum OwnAddresses {
  /// The addresses that a host of a URL has here; nil for another machine's.
  static func all(of host: String) -> [[UInt8]]? {
    let own = ofThisMachine
    let found = lookUp(withoutBrackets(host)).filter { isLoopback($0) || own.contains($0) }
    return found.isEmpty ? nil : found
  }

  /// Whether a host is an address or `localhost`: no name server is asked for it.
  static func isWritten(in host: String) -> Bool {
    host.isSameHeaderName(as: "localhost")
      || !lookUp(withoutBrackets(host), AI_NUMERICHOST).isEmpty
  }

  private static func withoutBrackets(_ host: String) -> String {
    host.utf8.first == UInt8(ascii: "[")
      ? String(Substring(host.utf8.dropFirst().dropLast())) : host
  }

  /// The four bytes of an IPv4 address that is written as an IPv6 one.
  static func withoutMapping(_ bytes: [UInt8]) -> [UInt8] {
    let start = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
    return bytes.count == 16 && bytes.starts(with: start) ? Array(bytes[12...]) : bytes
  }

  private static func isLoopback(_ bytes: [UInt8]) -> Bool {
    // Zero is this machine too, to whoever connects to it.
    if bytes.allSatisfy({ $0 == 0 }) { return true }
    return bytes.count == 4
      ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  private static func lookUp(_ name: String, _ flags: Int32 = 0) -> [[UInt8]] {
    var hints = addrinfo()
    hints.ai_flags = flags
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [[UInt8]] = []
    var next = list
    while let entry = next?.pointee {
      if let bytes = bytes(of: entry.ai_addr) { found.append(bytes) }
      next = entry.ai_next
    }
    return found
  }

  private static var ofThisMachine: [[UInt8]] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [[UInt8]] = []
    var next = list
    while let entry = next?.pointee {
      if let bytes = bytes(of: entry.ifa_addr) { found.append(bytes) }
      next = entry.ifa_next
    }
    return found
  }

  private static func bytes(of address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
    guard let address else { return nil }
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
      }
    case AF_INET6:
      return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withoutMapping(withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) })
      }
    default: return nil
    }
  }
}
