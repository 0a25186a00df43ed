extension Kind {
  /// The kind in words, for titles.
  package var words: String {
    switch self {
    case .ok: "ok"
    case .setup: "not sent"
    case .dns: "name not found"
    case .connect: "no connection"
    case .tls: "TLS failed"
    case .timeout: "timed out"
    case .reset: "connection reset"
    case .empty: "closed without a byte"
    case .protocol: "not HTTP"
    case .truncated: "cut short"
    case .decode: "broken coding"
    case .cancelled: "cancelled"
    case .miss: "no recorded answer"
    case .redirect: "redirect refused"
    case .limit: "limit reached"
    case .client: "client error"
    case .server: "server error"
    case .status: "unexpected status"
    case .mapping: "not readable"
    case .business: "business error"
    case .invalidSession: "invalid session"
    case .expectation: "not as expected"
    case .sequence: "sequence broken"
    case .storage: "not saved"
    case .plugin: "plugin failed"
    }
  }

  /// One cell before a row.
  package var sign: String {
    switch self {
    case .ok: "✓"
    case .cancelled: "–"
    default: "✗"
    }
  }
}
