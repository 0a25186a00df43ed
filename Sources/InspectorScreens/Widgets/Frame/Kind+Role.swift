import NetEngine

extension Kind {
  /// The role that colours it; the sign and the word say the same without colour.
  package var role: Style.Role {
    switch self {
    case .ok: .ok
    case .status, .redirect: .redirect
    case .client: .client
    case .server: .server
    case .dns, .connect, .tls, .timeout, .reset, .empty, .protocol, .truncated, .decode, .miss,
      .limit:
      .transport
    case .mapping, .expectation: .mapping
    case .business, .invalidSession: .business
    case .cancelled: .cancelled
    case .setup, .sequence, .storage, .plugin: .warning
    }
  }
}
