extension String {
  /// Whether a header of this name carries a credential: it stays with its origin.
  package var isSecretHeaderName: Bool {
    let name = lowercased()
    if secretHeaderNames.contains(name) || name.hasPrefix("cf-access-") { return true }
    return secretHeaderWords.contains { name.contains($0) }
  }
}

private let secretHeaderNames: Set<String> = [
  "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key",
  "x-auth-token", "x-access-token", "x-session-token", "x-csrf-token", "x-xsrf-token",
  "x-amz-security-token", "x-goog-api-key",
]

private let secretHeaderWords = [
  "token", "secret", "password", "api-key", "apikey", "session", "credential",
]
