import BytesAndJSON

extension String {
  /// Whether a header of this name carries a credential: it stays with its origin.
  ///
  /// Names are invented by every backend, so the words in them decide. One too many that stays at
  /// home is named in the hop; one too few is a credential given away.
  package var isSecretHeaderName: Bool {
    let name = lowercased()
    if name.hasPrefix("cf-access-") { return true }
    if longSecretWords.contains(where: { name.contains($0) }) { return true }
    let words = name.split { !$0.isLetter && !$0.isNumber }
    if words.contains(where: { secretWords.contains(String($0)) }) { return true }
    guard words.last == "key" || words.last == "keys" else { return false }
    return !words.contains { harmlessKeyWords.contains(String($0)) }
  }
}

/// Found inside of longer words too: `xaccesstoken`.
private let longSecretWords = [
  "token", "secret", "passw", "apikey", "accesskey", "authkey", "session", "credential",
  "authoriz", "cookie",
]

private let secretWords: Set<String> = [
  "auth", "authentication", "authn", "jwt", "bearer", "otp", "pin", "pwd", "csrf", "xsrf",
  "signature", "assertion", "sid",
]

/// Keys of things, not to things: `Idempotency-Key`, `Sec-WebSocket-Key`.
private let harmlessKeyWords: Set<String> = [
  "idempotency", "websocket", "cache", "surrogate", "partition", "sort", "routing", "message",
]
