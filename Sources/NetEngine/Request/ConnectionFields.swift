import LosslessJSON

/// Fields about one connection: whoever sends a message writes them itself.
package enum ConnectionFields {
  /// For one hop alone (RFC 9110 §7.6.1), or between a client and a proxy.
  package static let ofOneHop = [
    "Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authorization", "Proxy-Authenticate",
    "TE", "Upgrade", "HTTP2-Settings",
  ]

  /// Fields that say where a body ends (RFC 9112 §6.3) and which fields follow it.
  package static let framing = ["Content-Length", "Transfer-Encoding", "Trailer"]

  /// Whether a name is one of these.
  package static func contain(_ name: String) -> Bool {
    (framing + ofOneHop).contains { $0.isSameHeaderName(as: name) }
  }
}
