import NetEngine

/// A second look at heads that are valid HTTP: what a person debugging wants to be told of.
package struct AnswerReview {
  private let limits: Limits
  private var warnings: [Warning] = []

  /// Looks at every hop; each oddity is told once, with the first place it was found.
  package static func warnings(of hops: [Hop], limits: Limits) -> [Warning] {
    var review = AnswerReview(limits: limits)
    for index in hops.indices {
      review.lookForRepetition(hops[index].headers)
      review.lookAtCookies(hops[index].headers, from: hops[index].url)
    }
    return review.warnings
  }

  private init(limits: Limits) {
    self.limits = limits
  }

  private mutating func warn(_ kind: Warning.Kind, _ detail: String) {
    guard !warnings.contains(where: { $0.kind == kind }) else { return }
    warnings.append(Warning(kind, detail))
  }

  /// Fields that mean one thing: two of them are read differently by different clients.
  private static let singletons = [
    "Access-Control-Allow-Origin", "Age", "Content-Disposition", "Content-Range", "Content-Type",
    "Date", "ETag", "Expires", "Last-Modified", "Location", "Retry-After",
  ]

  private mutating func lookForRepetition(_ headers: Headers) {
    guard mayRepeat(headers) else { return }
    for name in Self.singletons {
      let count = headers.count(of: name)
      if count > 1 { warn(.duplicateHeader, "\(name): \(count) times") }
    }
  }

  /// Whether two names have the same length and first letter: in most answers no two do, and every
  /// answer comes through here.
  private func mayRepeat(_ headers: Headers) -> Bool {
    var seen: UInt64 = 0
    for index in headers.indices {
      let name = headers.fields[index].name.utf8
      guard let first = name.first else { continue }
      let bit = UInt64(1) << UInt64((name.count &* 5 &+ Int(first & 0x1f)) & 63)
      if seen & bit != 0 { return true }
      seen |= bit
    }
    return false
  }

  private mutating func lookAtCookies(_ headers: Headers, from place: String) {
    let values = headers.values("Set-Cookie")
    guard !values.isEmpty, let url = try? URLText(place) else { return }
    if values.count > limits.cookies {
      warn(.tooManyCookies, "\(values.count), \(limits.cookies) are usual")
    }
    for value in values { lookAt(SetCookie(value), from: url) }
  }

  private mutating func lookAt(_ cookie: SetCookie, from url: URLText) {
    let name = String(shown: cookie.name.isEmpty ? cookie.value : cookie.name)
    if cookie.pairBytes > limits.cookieBytes {
      warn(.cookieTooLarge, "'\(name)' has \(cookie.pairBytes) bytes")
    }
    if let domain = cookie.domain, !domain.isEmpty,
      !SetCookie.belongs(host: url.origin.host, to: domain)
    {
      warn(.foreignCookieDomain, "'\(name)' is for \(String(shown: Array(domain.utf8)))")
    }
    if let why = cookie.oddity(overTLS: url.scheme == "https") {
      warn(.oddCookie, "'\(name)' \(why)")
    }
  }
}

extension SetCookie {
  /// What is odd enough that clients throw it away, in words after its name.
  fileprivate func oddity(overTLS isTLS: Bool) -> String? {
    if name.isEmpty { return "has no name" }
    if hasControl { return CookieRefusal.control.rawValue }
    let text = String(decoding: name.map(\.lowercasedASCII), as: UTF8.self)
    if isSecure, !isTLS { return CookieRefusal.insecure.rawValue }
    if text.hasPrefix("__secure-") || text.hasPrefix("__host-"), !isSecure {
      return CookieRefusal.securePrefix.rawValue
    }
    if text.hasPrefix("__host-"), path != "/" || !(domain ?? "").isEmpty {
      return "has a prefix that asks for Path=/ and no Domain"
    }
    if sameSite == "none", !isSecure { return CookieRefusal.noneWithoutSecure.rawValue }
    return nil
  }

  /// The domain is the host or a part of it; an address has no parts, and a single label such as
  /// `com` is nobody's.
  fileprivate static func belongs(host: String, to domain: String) -> Bool {
    if host == domain { return true }
    guard let last = host.utf8.last, last &- 0x30 >= 10, last != UInt8(ascii: "]") else {
      return false
    }
    return domain.utf8.contains(UInt8(ascii: ".")) && host.hasSuffix("." + domain)
  }
}
