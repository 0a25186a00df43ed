import LosslessJSON
import NetEngine

/// A server behind, to which requests are passed on.
package struct Upstream: Sendable, Hashable {
  /// The path below which requests go there; empty for all.
  package let prefix: String
  /// Scheme, host, port and base path, without a slash at the end.
  package let base: String
  /// The path all of it lies below; empty for a whole server.
  let basePath: String
  /// What `Host` says.
  let authority: String
  /// What links and `Origin` say.
  let origin: String

  /// Reads `URL` or `/prefix=URL`; nil for what is neither, or has a user or a query.
  package init?(_ text: String) {
    let parts = text.utf8.first == UInt8(ascii: "/") ? text.utf8.firstIndex(of: 0x3d) : nil
    prefix = parts.map { Self.withoutSlash(String(text[..<$0])) } ?? ""
    let said = parts.map { String(text[text.utf8.index(after: $0)...]) } ?? text
    guard let url = try? URLText(said), url.query == nil, url.userInfo == nil, !url.host.isEmpty
    else { return nil }
    authority = url.host + (url.port.map { ":\($0)" } ?? "")
    origin = "\(url.scheme)://\(authority)"
    basePath = Self.withoutSlash(url.path)
    base = origin + basePath
  }

  private static func withoutSlash(_ text: String) -> String {
    var text = text
    while text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
    return text
  }

  /// A path of the server behind as clients here say it; nil for what they cannot reach.
  func ownPath(_ path: String) -> String? {
    guard path.utf8.starts(with: basePath.utf8) else { return nil }
    let rest = path.utf8.dropFirst(basePath.utf8.count)
    switch rest.first {
    case nil: return "/"
    case 0x2f: return String(Substring(rest))
    case 0x3f, 0x23: return "/" + String(Substring(rest))
    default: return basePath.isEmpty ? path : nil
    }
  }

  /// Whether a request for this path goes there.
  func takes(_ path: String) -> Bool {
    guard path.utf8.starts(with: prefix.utf8) else { return false }
    guard let next = path.utf8.dropFirst(prefix.utf8.count).first else { return true }
    return prefix.isEmpty || next == 0x2f || next == 0x3f
  }
}

extension [Upstream] {
  /// Where a request for this path goes: the longest prefix wins.
  func upstream(for path: String) -> Upstream? {
    var best: Upstream?
    for upstream in self where upstream.takes(path) {
      if let best, best.prefix.utf8.count >= upstream.prefix.utf8.count { continue }
      best = upstream
    }
    return best
  }
}
