import LosslessJSON
import NetEngine

/// Who may ask: whoever calls this machine by a name of its own, and no page of a stranger.
///
/// A page of any site can make a browser ask loopback. Its own name may lead here (DNS rebinding),
/// which `Host` shows; or it asks across sites, which the browser says.
package struct HostGuard: Sendable {
  /// Names that may stand in `Host`, beside this machine's own.
  package var names: [String] = []
  /// Origins whose pages may ask.
  package var origins: [String] = []
  /// Origins that a target may name in its absolute form, as clients send it who take this for their
  /// proxy; no page can.
  package var targets: [String] = []
  /// It listens on more than loopback: any address may stand in `Host`, since no name leads to it.
  package var takesAddresses = false

  package init() {}

  /// Why it is refused; nil when it is answered.
  ///
  /// Browsers say where a request comes from to loopback and over TLS only; else its page is named.
  /// `isKnown` says that the same `Host` was let in before.
  package func refusal(of head: ClientHead, isKnown: Bool = false) -> Refusal? {
    if head.target.utf8.first == UInt8(ascii: "h"), let url = try? URLText(head.target),
      targets.contains(where: { (try? URLText($0))?.origin == url.origin })
    {
      // It wins over Host (RFC 9112 §3.2.2).
      return pageRefusal(of: head)
    }
    if !isKnown, let host = head.headers["Host"], !isOwn(Self.name(of: host)) {
      return Refusal(
        403, "The host '\(host.shortened(to: 80))' is not this server's; --name allows a name.")
    }
    if head.target.utf8.first != UInt8(ascii: "/"), head.target != "*",
      let url = try? URLText(head.target), !isOwn(url.host.lowercasedASCII)
    {
      return Refusal(403, "The target names another host than this server.")
    }
    return pageRefusal(of: head)
  }

  private func pageRefusal(of head: ClientHead) -> Refusal? {
    let site = head.headers["Sec-Fetch-Site"]?.lowercasedASCII
    if site == "same-origin" || site == "none" { return nil }
    guard let page = head.headers["Origin"] ?? head.headers["Referer"] else {
      return site == "cross-site" ? Self.refusal("another site") : nil
    }
    if origins.contains("*") { return nil }
    if page == "null" { return origins.contains("null") ? nil : Self.refusal("no origin") }
    let shown = "'\(page.shortened(to: 80))'"
    guard let url = try? URLText(page) else { return Self.refusal(shown) }
    let name = url.host.lowercasedASCII
    if isLoopback(name)
      || head.headers["Host"].map({ Self.name(of: $0).isSameText(as: name) }) == true
    {
      return nil
    }
    let isNamed = origins.contains { (try? URLText($0))?.origin == url.origin }
    return isNamed ? nil : Self.refusal(shown)
  }

  private static func refusal(_ page: String) -> Refusal {
    Refusal(403, "A page of \(page) may not ask here; --cors allows an origin.")
  }

  /// The host of `host:port`, in small letters, without a dot at its end.
  private static func name(of host: String) -> String {
    var bytes = Array(host.utf8)
    let colon = bytes.lastIndex(of: UInt8(ascii: ":"))
    if let colon, bytes[(colon + 1)...].allSatisfy({ $0 &- 0x30 < 10 }),
      bytes.last != UInt8(ascii: "]"),
      bytes[..<colon].first == UInt8(ascii: "[") || !bytes[..<colon].contains(UInt8(ascii: ":"))
    {
      bytes = Array(bytes[..<colon])
    }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    return String(decoding: bytes.map(\.lowercasedASCII), as: UTF8.self)
  }

  private func isLoopback(_ name: String) -> Bool {
    name == "localhost" || name == "[::1]" || name == "[::ffff:127.0.0.1]"
      || Self.isAddress(name) && name.utf8.starts(with: "127.".utf8)
  }

  private func isOwn(_ name: String) -> Bool {
    if isLoopback(name) { return true }
    if Self.isAddress(name) { return takesAddresses }
    if takesAddresses, name.utf8.first == UInt8(ascii: "[") { return true }
    return names.contains { $0.isSameHeaderName(as: name) }
  }

  /// Four numbers: `127.0.0.1.evil.com` is a name.
  private static func isAddress(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { (Int(digits: $0) ?? 256) < 256 }
  }
}
