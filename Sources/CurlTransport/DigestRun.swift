import NetEngine

/// One exchange's sign-in by Digest: what goes out first, and what follows a 401.
///
///     request without its body ─► 401 with a challenge ─► the whole request, answered
///                                  └─ stale ─► once more with the new nonce
package struct DigestRun {
  /// The request as it was meant.
  package private(set) var full: HTTPRequest
  private let credentials: DigestCredentials
  private var challenge: DigestChallenge?
  private var clientNonce = ""
  private var count = 0
  private var isRenewed = false
  /// The request went out without its body, for a refusal was to be expected.
  private var isBodyHeld = false

  /// nil where nobody signs in.
  package init?(_ request: HTTPRequest) {
    guard let credentials = request.options.digest else { return nil }
    (full, self.credentials) = (request, credentials)
    full.headers.remove("Authorization")
  }

  /// What is sent first, or goes where a redirect leads: answered already where a challenge is known.
  package mutating func request() -> HTTPRequest {
    if let answered = answered() { return answered }
    var request = full
    isBodyHeld = request.body != .none
    request.body = .none
    for name in ["Content-Length", "Transfer-Encoding", "Expect"] { request.headers.remove(name) }
    return request
  }

  private mutating func answered() -> HTTPRequest? {
    guard let challenge,
      let answer = challenge.answer(
        credentials, to: full, count: count + 1, clientNonce: clientNonce)
    else { return nil }
    count += 1
    isBodyHeld = false
    var request = full
    request.headers.append(HeaderField("Authorization", answer, source: .engine))
    return request
  }

  /// Whether an answer is not the last one.
  package func continues(after status: Int, _ headers: Headers) -> Bool {
    var copy = self
    return copy.next(after: status, headers) != nil
  }

  /// What follows an answer; nil where it stands.
  package mutating func next(after status: Int, _ headers: Headers) -> HTTPRequest? {
    guard status == 401 else {
      // Nobody asked who it is: what was held back goes out after all.
      guard isBodyHeld, 200..<300 ~= status else { return nil }
      isBodyHeld = false
      return full
    }
    guard let asked = DigestChallenge(headers) else { return nil }
    if challenge != nil {
      guard asked.isStale, !isRenewed else { return nil }
      isRenewed = true
    }
    challenge = asked
    (count, clientNonce) = (0, Self.nonce())
    return answered()
  }

  /// A redirect leads there; credentials go to no other origin.
  ///
  /// False where they end here.
  package mutating func follow(_ next: HTTPRequest) -> Bool {
    guard let from = try? URLText(full.url).origin, let to = try? URLText(next.url).origin,
      from == to
    else { return false }
    full = next
    return true
  }

  private static func nonce() -> String {
    (0..<16).map { _ in
      let digits = String(UInt8.random(in: 0...255), radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
