import Glibc
import LosslessJSON

/// An absolute http or https URL, split by bytes and checked.
///
/// Foundation's URL accepts and rewrites more than a tool may that shows what it sends.
package struct URLText: Sendable, Hashable {
  /// `http` or `https`.
  package var scheme: String
  /// What stands before the `@`, still encoded; never part of what is sent.
  package var userInfo: String?
  /// The host as it was written; an IPv6 address keeps its brackets and its zone.
  package var host: String
  /// The port, when one is written.
  package var port: Int?
  /// From the first `/`; possibly empty.
  package var path: String
  /// What follows the `?`; nil when there is none.
  package var query: String?

  /// Splits and checks; the fragment is dropped, what a URL may not hold raw is percent-encoded.
  package init(_ text: String) throws(SetupProblem) {
    let bytes = Array(text.utf8)
    if let at = bytes.firstIndex(where: { $0 < 0x20 || $0 == 0x7f }) {
      throw SetupProblem(.url, .forbiddenByte(bytes[at], at: at), text: text)
    }
    guard !bytes.isEmpty else { throw SetupProblem(.url, .empty, text: text) }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
      throw SetupProblem(.url, .noScheme, text: text)
    }
    guard bytes[(colon + 1)...].starts(with: "//".utf8) else {
      let known = bytes[..<colon].map(\.lowercasedASCII)
      let isOurs = known.elementsEqual("http".utf8) || known.elementsEqual("https".utf8)
      throw SetupProblem(.url, isOurs ? .noSlashes(at: colon + 1) : .noScheme, text: text)
    }
    scheme = String(decoding: bytes[..<colon].map(\.lowercasedASCII), as: UTF8.self)
    guard scheme == "http" || scheme == "https" else {
      throw SetupProblem(.url, .unsupportedScheme(scheme), text: text)
    }
    let rest = bytes[(colon + 3)...]
    let end = rest.firstIndex { $0 == 0x2f || $0 == 0x3f || $0 == 0x23 } ?? rest.endIndex
    (userInfo, host, port) = try Self.authority(rest[..<end], in: text)
    (path, query) = Self.pathAndQuery(rest[end...])
  }

  private static func authority(
    _ bytes: ArraySlice<UInt8>, in text: String
  ) throws(SetupProblem) -> (String?, String, Int?) {
    // Some parsers take a backslash for a slash: they would see another host than we do.
    if let at = bytes.firstIndex(of: UInt8(ascii: "\\")) {
      throw SetupProblem(.url, .forbiddenByte(bytes[at], at: at), text: text)
    }
    var hostBytes = bytes
    var userInfo: String?
    if let at = bytes.lastIndex(of: UInt8(ascii: "@")) {
      if at > bytes.startIndex { userInfo = String(decoding: bytes[..<at], as: UTF8.self) }
      hostBytes = bytes[(at + 1)...]
    }
    var port: Int?
    if hostBytes.first == UInt8(ascii: "["), !hostBytes.contains(UInt8(ascii: "]")) {
      throw SetupProblem(.url, .forbiddenInHost(0x5b, at: hostBytes.startIndex), text: text)
    }
    let bracket = hostBytes.lastIndex(of: UInt8(ascii: "]")) ?? hostBytes.startIndex
    if let colon = hostBytes[bracket...].lastIndex(of: UInt8(ascii: ":")) {
      let digits = hostBytes[(colon + 1)...]
      if !digits.isEmpty {
        guard let number = Int(digits: digits), number <= 65_535 else {
          throw SetupProblem(.url, .badPort(String(decoding: digits, as: UTF8.self)), text: text)
        }
        port = number
      }
      hostBytes = hostBytes[..<colon]
    }
    let host = String(decoding: hostBytes, as: UTF8.self)
    if host.isEmpty || host == "[]" {
      throw SetupProblem(.url, .noHost(at: hostBytes.startIndex), text: text)
    }
    if let at = forbiddenPlace(inHost: hostBytes) {
      throw SetupProblem(.url, .forbiddenInHost(hostBytes[at], at: at), text: text)
    }
    guard hostBytes.first != UInt8(ascii: "[") || isAddress(hostBytes) else {
      throw SetupProblem(.url, .badAddress(host), text: text)
    }
    return (userInfo, host, port)
  }

  /// Where a host stops being a name, an IPv4 address or an IPv6 address in brackets.
  private static func forbiddenPlace(inHost bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.first == UInt8(ascii: "[") else {
      return bytes.firstIndex { $0.isForbiddenInHost }
    }
    let close = bytes.firstIndex(of: UInt8(ascii: "]")) ?? bytes.endIndex
    let inside = bytes[..<close].dropFirst()
    let zone = inside.firstIndex(of: UInt8(ascii: "%")) ?? close
    return inside[..<zone].firstIndex { !$0.isHexDigit && $0 != 0x3a && $0 != 0x2e }
      ?? inside[zone...].dropFirst().firstIndex { !$0.isUnreserved }
      ?? bytes[close...].dropFirst().indices.first
  }

  /// Whether brackets hold an IPv6 address; behind `%25` may stand the zone it is in (RFC 6874).
  private static func isAddress(_ host: ArraySlice<UInt8>) -> Bool {
    let inside = host.dropFirst().dropLast()
    let zone = inside.firstIndex(of: UInt8(ascii: "%")) ?? inside.endIndex
    // A percent sign alone is what people copy from their system's tools: libcurl takes it too.
    let name = inside[zone...].starts(with: "%25".utf8) ? zone + 3 : zone + 1
    guard zone == inside.endIndex || 1..<Int(IF_NAMESIZE) ~= inside.endIndex - name else {
      return false
    }
    var address = in6_addr()
    return inet_pton(AF_INET6, String(decoding: inside[..<zone], as: UTF8.self), &address) == 1
  }

  private static func pathAndQuery(_ bytes: ArraySlice<UInt8>) -> (String, String?) {
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    let sent = bytes[..<end]
    guard let mark = sent.firstIndex(of: UInt8(ascii: "?")) else {
      return (sent.percentRepaired { $0.isForbiddenInPath }, nil)
    }
    return (
      sent[..<mark].percentRepaired { $0.isForbiddenInPath },
      sent[(mark + 1)...].percentRepaired { $0.isForbiddenInQuery }
    )
  }

  /// The URL as it is given to the transport: no user, no password, no fragment.
  package var text: String {
    var all = scheme + "://" + host
    if let port { all += ":\(port)" }
    all += path.isEmpty ? "/" : path
    if let query { all += "?" + query }
    return all
  }

  /// Scheme, host and port: what credentials belong to.
  package var origin: Origin {
    Origin(
      scheme: scheme, host: HostName.canonical(host),
      port: port ?? (scheme == "https" ? 443 : 80))
  }
}

extension URLText {
  /// Joins a target's base and path with exactly one `/`; the base's query goes before the path's.
  ///
  /// An empty path leaves the base as it is. A `#` in the path is data, not a fragment.
  package static func join(base: String, path: String) -> String {
    guard !path.isEmpty else { return base }
    let isPlain = [base, path].allSatisfy { part in
      part.utf8.allSatisfy { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    }
    if isPlain, base.utf8.last != UInt8(ascii: "/"), path.utf8.starts(with: "/".utf8),
      !path.utf8.starts(with: "//".utf8)
    {
      return base + path
    }
    var base = Substring(base)
    if let fragment = base.utf8.firstIndex(of: UInt8(ascii: "#")) { base = base[..<fragment] }
    let (baseHead, baseQuery) = base.splitAtQuery
    let (pathHead, pathQuery) = Substring(path).splitAtQuery
    var all = String(baseHead)
    if !pathHead.isEmpty {
      while all.utf8.last == UInt8(ascii: "/") { all.removeLast() }
      all += "/" + pathHead.utf8Trimmed(leading: UInt8(ascii: "/")).escapingFragmentMark
    }
    let query = [baseQuery, pathQuery].compactMap { $0 }.map(\.escapingFragmentMark)
      .filter { !$0.isEmpty }.joined(separator: "&")
    return query.isEmpty ? all : all + "?" + query
  }
}

extension Substring {
  fileprivate var splitAtQuery: (Substring, Substring?) {
    guard let mark = utf8.firstIndex(of: UInt8(ascii: "?")) else { return (self, nil) }
    return (self[..<mark], self[utf8.index(after: mark)...])
  }

  fileprivate func utf8Trimmed(leading byte: UInt8) -> Substring {
    var rest = self
    while rest.utf8.first == byte { rest = rest[rest.utf8.index(after: rest.startIndex)...] }
    return rest
  }

  fileprivate var escapingFragmentMark: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte == UInt8(ascii: "#") { bytes += "%23".utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// Percent-encodes what is forbidden or not ASCII; what is encoded already stays as it is.
  @inline(__always)
  fileprivate func percentRepaired(where isForbidden: (UInt8) -> Bool) -> String {
    let percent = UInt8(ascii: "%")
    if !contains(where: { $0 >= 0x80 || $0 == percent || isForbidden($0) }) {
      return String(decoding: self, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for index in indices {
      let byte = self[index]
      let startsEscape =
        byte == percent && index + 2 < endIndex
        && self[index + 1].isHexDigit && self[index + 2].isHexDigit
      if byte >= 0x80 || isForbidden(byte) || (byte == percent && !startsEscape) {
        bytes.appendPercentEscaped(byte)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// As switches, for every byte of every URL is asked: a look into a list takes ten times as long.
extension UInt8 {
  /// Of ASCII only what is unreserved makes a host's name.
  fileprivate var isForbiddenInHost: Bool { self < 0x80 && !isUnreserved }

  /// Letters, digits and `-._~` (RFC 3986 §2.3).
  package var isUnreserved: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: true
    default: false
    }
  }

  /// space " < > ` { } \ ^ | may not stand raw in a path; many parsers take \ for a slash.
  fileprivate var isForbiddenInPath: Bool {
    switch self {
    case 0x20, 0x22, 0x3c, 0x3e, 0x5c, 0x5e, 0x60, 0x7b...0x7d: true
    default: false
    }
  }

  /// space " < > may not stand raw in a query.
  fileprivate var isForbiddenInQuery: Bool {
    switch self {
    case 0x20, 0x22, 0x3c, 0x3e: true
    default: false
    }
  }
}
