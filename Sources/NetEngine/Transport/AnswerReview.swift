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
    let name = String(shown: cookie.name)
    if cookie.pairBytes > limits.cookieBytes {
      warn(.cookieTooLarge, "'\(name)' has \(cookie.pairBytes) bytes")
    }
    if let domain = cookie.domain, !SetCookie.belongs(host: url.origin.host, to: domain) {
      warn(.foreignCookieDomain, "'\(name)' is for \(String(shown: Array(domain.utf8)))")
    }
    if let why = cookie.refusal(overTLS: url.scheme == "https") {
      warn(.oddCookie, "'\(name)' \(why)")
    }
  }
}

/// A Set-Cookie field cut into what decides whether a client keeps it (RFC 6265bis).
struct SetCookie {
  private(set) var name: [UInt8] = []
  private(set) var domain: String?
  private(set) var pairBytes = 0
  private var hasName = false
  private var hasControl = false
  private var path: String?
  private var isSecure = false
  private var sameSite: String?

  init(_ field: String) {
    let parts = Array(field.utf8).split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let pair = parts[0].trimmingBlanks
    pairBytes = pair.count
    hasControl = field.utf8.contains(where: \.isOddControl)
    if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
      name = Array(pair[..<equals].trimmingBlanks)
      hasName = !name.isEmpty
    } else {
      name = Array(pair)
    }
    for part in parts.dropFirst() { take(attribute: part) }
  }

  private mutating func take(attribute: ArraySlice<UInt8>) {
    let pieces = attribute.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let value = pieces.count > 1 ? pieces[1].trimmingBlanks : []
    switch pieces[0].trimmingBlanks.lowercasedText {
    case "domain":
      let domain = value.drop { $0 == UInt8(ascii: ".") }.lowercasedText
      self.domain = domain.isEmpty ? nil : domain
    case "path": path = String(decoding: value, as: UTF8.self)
    case "secure": isSecure = true
    case "samesite": sameSite = value.lowercasedText
    default: break
    }
  }

  /// Why every client throws it away, in words after its name.
  func refusal(overTLS isTLS: Bool) -> String? {
    if !hasName { return "has no name" }
    if hasControl { return "holds a control character" }
    let text = name[...].lowercasedText
    if isSecure, !isTLS { return "is Secure, and this is plain HTTP" }
    if text.hasPrefix("__secure-") || text.hasPrefix("__host-"), !isSecure {
      return "has a prefix that asks for Secure"
    }
    if text.hasPrefix("__host-"), path != "/" || domain != nil {
      return "has a prefix that asks for Path=/ and no Domain"
    }
    if sameSite == "none", !isSecure { return "says SameSite=None without Secure" }
    return nil
  }

  /// The domain is the host or a part of it; an address has no parts, and a single label such as
  /// `com` is nobody's.
  static func belongs(host: String, to domain: String) -> Bool {
    if host == domain { return true }
    guard let last = host.utf8.last, last &- 0x30 >= 10, last != UInt8(ascii: "]") else {
      return false
    }
    return domain.utf8.contains(UInt8(ascii: ".")) && host.hasSuffix("." + domain)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var lowercasedText: String {
    String(decoding: map(\.lowercasedASCII), as: UTF8.self)
  }
}
