import BytesAndJSON
import ExchangesAndOutcomes

/// Who may ask: whoever calls this machine by a name of its own, and no page of a stranger.
///
/// A page of any site can make a browser ask loopback. Its own name may lead here (DNS rebinding),
/// which `Host` shows; or it asks across sites, which the browser says.
package struct HostGuard: Sendable {
  /// Names that may stand in `Host`, beside this machine's own.
  package var names: [String] = []
  /// Origins whose pages may ask.
  package var origins: [String] = []
  /// It listens on more than loopback: any address may stand in `Host`, since no name leads to it.
  package var takesAddresses = false

  package init() {}

  /// Why it is refused; nil when it is answered.
  package func refusal(of head: ClientHead) -> Refusal? {
    if let host = head.headers["Host"], !isOwn(Self.name(of: host)) {
      return Refusal(
        403, "The host '\(host.shortened(to: 80))' is not this server's; --name allows a name.")
    }
    if head.target.utf8.first != UInt8(ascii: "/"), head.target != "*",
      let url = try? URLText(head.target), !isOwn(url.host.lowercased())
    {
      return Refusal(403, "The target names another host than this server.")
    }
    guard head.headers["Sec-Fetch-Site"]?.lowercased() == "cross-site" else { return nil }
    let page = head.headers["Origin"] ?? head.headers["Referer"]
    if let page, page != "null", let url = try? URLText(page) {
      if isOwn(url.host.lowercased()) || origins.contains("*") { return nil }
      if origins.contains(where: { (try? URLText($0))?.origin == url.origin }) { return nil }
    } else if page == "null", origins.contains("null") || origins.contains("*") {
      return nil
    }
    let shown = page.map { "'\($0.shortened(to: 80))'" } ?? "another site"
    return Refusal(403, "A page of \(shown) may not ask here; --cors allows an origin.")
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

  private func isOwn(_ name: String) -> Bool {
    if name == "localhost" || name == "[::1]" || name == "[::ffff:127.0.0.1]" { return true }
    if Self.isAddress(name) { return takesAddresses || name.utf8.starts(with: "127.".utf8) }
    if takesAddresses, name.utf8.first == UInt8(ascii: "[") { return true }
    return names.contains { $0.lowercased() == name }
  }

  /// Four numbers: `127.0.0.1.evil.com` is a name.
  private static func isAddress(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { (Int(digits: $0) ?? 256) < 256 }
  }
}
