import Glibc
import LosslessJSON

/// What a credential belongs to.
package struct Origin: Sendable, Hashable {
  package var scheme: String
  /// In the one spelling of ``HostName/canonical(_:)``.
  package var host: String
  package var port: Int

  /// As a URL has it, such as `https://api.test` or `http://api.test:8080`.
  package var text: String {
    let isUsual = port == (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(host)" + (isUsual ? "" : ":\(port)")
  }
}

/// Hosts in one spelling, as libcurl connects to them.
enum HostName {
  /// Lower case, addresses in their usual form, letters beyond ASCII in Punycode.
  ///
  /// A letter written as two scalars makes another name: then a person is asked once more.
  static func canonical(_ host: String) -> String {
    if host.utf8.first == UInt8(ascii: "[") { return address6(host) }
    guard host.utf8.allSatisfy({ $0 < 0x80 }) else {
      return host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        .map(ascii).joined(separator: ".")
    }
    guard let last = host.utf8.last,
      host.utf8.allSatisfy({ $0.isHexDigit || ".xX".utf8.contains($0) }),
      last &- 0x30 < 10 || host.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") })
    else { return host.lowercasedASCII }
    return address4(host) ?? host.lowercasedASCII
  }

  /// `127.1`, `0x7f000001` and `127.0.0.1` are one address.
  private static func address4(_ host: String) -> String? {
    var address = in_addr()
    guard inet_aton(host, &address) != 0 else { return nil }
    return text(of: &address, AF_INET, INET_ADDRSTRLEN)
  }

  /// An IPv6 address in brackets; its zone stays as it is written.
  private static func address6(_ host: String) -> String {
    let inside = host.utf8.dropFirst().dropLast()
    let zone = inside.firstIndex(of: UInt8(ascii: "%")) ?? inside.endIndex
    var address = in6_addr()
    guard inet_pton(AF_INET6, String(Substring(inside[..<zone])), &address) == 1,
      let text = text(of: &address, AF_INET6, INET6_ADDRSTRLEN)
    else { return host.lowercasedASCII }
    return "[" + text + String(Substring(inside[zone...])) + "]"
  }

  private static func text(
    of address: UnsafeRawPointer, _ family: Int32, _ room: Int32
  ) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(room)) { buffer in
      inet_ntop(family, address, buffer.baseAddress, socklen_t(room)).map { String(cString: $0) }
    }
  }

  /// A label in Punycode (RFC 3492 §6.3), where it has letters beyond ASCII.
  private static func ascii(_ label: Substring) -> String {
    // No longer label has a name in Punycode (RFC 5890 §4.2), and the work below is quadratic.
    guard label.utf8.count <= 4 * 63 else { return String(label) }
    let points = label.unicodeScalars.map { Int($0.value) }
    let plain = points.filter { $0 < 0x80 }
    guard plain.count < points.count else { return String(label) }
    var output = plain.map { UInt8($0) } + (plain.isEmpty ? [] : [UInt8(ascii: "-")])
    var (next, delta, bias, handled) = (0x80, 0, 72, plain.count)
    while handled < points.count {
      let lowest = points.filter { $0 >= next }.min() ?? next
      delta += (lowest - next) * (handled + 1)
      next = lowest
      for point in points {
        if point < next { delta += 1 }
        guard point == next else { continue }
        var (rest, step) = (delta, 36)
        while true {
          let threshold = min(max(step - bias, 1), 26)
          guard rest >= threshold else { break }
          output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
          rest = (rest - threshold) / (36 - threshold)
          step += 36
        }
        output.append(digit(rest))
        bias = adapted(delta, count: handled + 1, isFirst: handled == plain.count)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return "xn--" + String(decoding: output, as: UTF8.self)
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30)
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var step = 0
    while delta > 455 {
      delta /= 35
      step += 36
    }
    return step + 36 * delta / (delta + 38)
  }
}
