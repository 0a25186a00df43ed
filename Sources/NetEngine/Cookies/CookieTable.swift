import LosslessJSON

/// Cookies and the rules of RFC 6265bis about them, as a value: no clock, no list of suffixes.
///
///     take   Set-Cookie ─► refused, with the reason, or in the place of the one with its key
///     send   URL ─► those that match, the longest path first, then the oldest
package struct CookieTable: Sendable {
  /// Whether anybody can have a name below this one, as below `co.uk`.
  package typealias IsPublicSuffix = (_ domain: String) -> Bool

  private var byDomain: [String: [Cookie]] = [:]
  package private(set) var count = 0
  /// What was set, changed or taken away since somebody asked.
  private var changes: Set<Cookie.Key> = []
  private var lastStamp = 0

  package static let pairLimit = 4_096
  package static let domainLimit = 180
  package static let limit = 3_000
  /// No cookie is kept longer, whatever it says.
  static let longestAge = 400 * 86_400

  package init(_ cookies: [Cookie] = []) {
    for cookie in cookies { insert(cookie) }
    changes = []
  }

  /// Those that have not ended, by domain, path and name.
  package func cookies(at now: Int) -> [Cookie] {
    byDomain.values.joined().filter { !$0.isOver(at: now) }.sorted {
      ($0.domain, $0.path, $0.name) < ($1.domain, $1.path, $1.name)
    }
  }

  package subscript(key: Cookie.Key) -> Cookie? {
    byDomain[key.domain]?.first { $0.key == key }
  }

  // MARK: Setting

  /// Keeps what a field sets at `now`, in microseconds since 1970; throws why it does not.
  package mutating func take(
    _ field: String, from url: URLText, at now: Int, source: SentCookie.Source? = nil,
    isPublicSuffix: IsPublicSuffix
  ) throws(CookieRefusal) {
    let said = SetCookie(field)
    if said.pairBytes == 0 { throw .empty }
    if said.hasControl { throw .control }
    if said.pairBytes > Self.pairLimit { throw .tooLarge }
    var cookie = Cookie(
      name: String(lenient: said.name), value: String(lenient: said.value),
      domain: url.origin.host, path: said.path.flatMap { $0.startsWithSlash ? $0 : nil } ?? "")
    if cookie.path.isEmpty { cookie.path = url.defaultCookiePath }
    let domain = try Self.domain(said, from: url, isPublicSuffix)
    if let domain { (cookie.domain, cookie.isHostOnly) = (domain, false) }
    (cookie.isSecure, cookie.isHTTPOnly) = (said.isSecure, said.isHTTPOnly)
    cookie.sameSite = said.sameSite.flatMap(Cookie.SameSite.init(rawValue:))
    cookie.expires = Self.end(said, at: now / 1_000_000)
    try check(cookie, said, from: url)
    cookie.source = source
    cookie.createdAt = self[cookie.key]?.createdAt ?? stamp(now)
    cookie.usedAt = cookie.createdAt
    set(cookie, at: now)
  }

  /// The domain of a cookie that is for more than its host.
  private static func domain(
    _ said: SetCookie, from url: URLText, _ isPublicSuffix: IsPublicSuffix
  ) throws(CookieRefusal) -> String? {
    guard let domain = said.domain, !domain.isEmpty else { return nil }
    guard domain.utf8.allSatisfy({ $0 < 0x80 }) else { throw .domainBeyondASCII }
    let host = url.origin.host
    if !host.isAddress, isPublicSuffix(domain) {
      guard domain == host else { throw .publicSuffix }
      return nil
    }
    guard host.isCookieHost(of: domain) else { throw .foreignDomain }
    return domain
  }

  /// When it ends, in seconds: Max-Age counts before Expires.
  private static func end(_ said: SetCookie, at now: Int) -> Int? {
    let latest = now + longestAge
    if let age = said.maxAge { return age <= 0 ? 0 : min(now.saturatingSum(age), latest) }
    return said.expires.map { min($0, latest) }
  }

  private func check(
    _ cookie: Cookie, _ said: SetCookie, from url: URLText
  ) throws(CookieRefusal) {
    if !url.isTrustedByCookies {
      if cookie.isSecure { throw .insecure }
      if covers(cookie) { throw .coversSecure }
    }
    if cookie.sameSite == Cookie.SameSite.none, !cookie.isSecure { throw .noneWithoutSecure }
    // Without a name a value could pass for one.
    let name = (said.name.isEmpty ? said.value : said.name).map(\.lowercasedASCII)
    let isNamed = !said.name.isEmpty
    if name.starts(with: "__secure-".utf8), !cookie.isSecure || !isNamed { throw .securePrefix }
    if name.starts(with: "__host-".utf8) {
      let isRooted = cookie.isSecure && cookie.isHostOnly && said.path == "/"
      guard isRooted, isNamed else { throw .hostPrefix }
    }
  }

  /// A Secure cookie of this name is there that this one would be sent in the place of.
  private func covers(_ cookie: Cookie) -> Bool {
    byDomain.values.joined().contains { other in
      other.isSecure && other.name.utf8.elementsEqual(cookie.name.utf8)
        && (other.domain.isCookieHost(of: cookie.domain)
          || cookie.domain.isCookieHost(of: other.domain))
        && cookie.path.isCookiePath(below: other.path)
    }
  }

  /// Puts a cookie in the place of the one with its key; one that is over only takes that away.
  package mutating func set(_ cookie: Cookie, at now: Int) {
    remove(cookie.key)
    changes.insert(cookie.key)
    guard !cookie.isOver(at: now) else { return }
    insert(cookie)
    makeRoom(in: cookie.domain, at: now)
  }

  private mutating func insert(_ cookie: Cookie) {
    byDomain[cookie.domain, default: []].append(cookie)
    count += 1
    lastStamp = max(lastStamp, cookie.createdAt, cookie.usedAt)
  }

  /// Takes a cookie away; false when it is not there.
  @discardableResult
  package mutating func remove(_ key: Cookie.Key) -> Bool {
    guard let place = byDomain[key.domain]?.firstIndex(where: { $0.key == key }) else {
      return false
    }
    byDomain[key.domain]?.remove(at: place)
    if byDomain[key.domain]?.isEmpty == true { byDomain[key.domain] = nil }
    count -= 1
    changes.insert(key)
    return true
  }

  /// Takes every cookie away.
  package mutating func removeAll() {
    for cookie in byDomain.values.joined() { changes.insert(cookie.key) }
    (byDomain, count) = ([:], 0)
  }

  /// What is over goes first, then what is not Secure, then what was used longest ago.
  private mutating func makeRoom(in domain: String, at now: Int) {
    if let crowd = byDomain[domain], crowd.count > Self.domainLimit {
      evict(crowd, to: Self.domainLimit, at: now) { !$0.isSecure && $1.isSecure }
    }
    if count > Self.limit {
      evict(Array(byDomain.values.joined()), to: Self.limit, at: now) { _, _ in false }
    }
  }

  private mutating func evict(
    _ crowd: [Cookie], to limit: Int, at now: Int, goesFirst: (Cookie, Cookie) -> Bool
  ) {
    for cookie in crowd where cookie.isOver(at: now) { remove(cookie.key) }
    let living = crowd.filter { !$0.isOver(at: now) }
    let order = living.sorted {
      if goesFirst($0, $1) { return true }
      return goesFirst($1, $0) ? false : $0.usedAt < $1.usedAt
    }
    for cookie in order.prefix(max(0, living.count - limit)) { remove(cookie.key) }
  }

  // MARK: Sending

  /// Those that go out with a request; each is used by that.
  package mutating func send(to url: URLText, at now: Int) -> [Cookie] {
    var sent: [Cookie] = []
    let host = url.origin.host
    for domain in host.cookieDomains {
      guard let cookies = byDomain[domain] else { continue }
      for (place, cookie) in cookies.enumerated() {
        guard !cookie.isHostOnly || domain == host, !cookie.isOver(at: now),
          !cookie.isSecure || url.isTrustedByCookies,
          url.pathOrRoot.isCookiePath(below: cookie.path)
        else { continue }
        let moment = stamp(now)
        byDomain[domain]?[place].usedAt = moment
        sent.append(cookie)
      }
    }
    return sent.sorted {
      let (left, right) = ($0.path.utf8.count, $1.path.utf8.count)
      return left == right ? $0.createdAt < $1.createdAt : left > right
    }
  }

  /// Later than every other moment that was noted.
  private mutating func stamp(_ now: Int) -> Int {
    lastStamp = max(now, lastStamp + 1)
    return lastStamp
  }

  /// What has changed since this was asked last: a cookie that is there now, or nil.
  package mutating func takeChanges() -> [Cookie.Key: Cookie?] {
    defer { changes = [] }
    return Dictionary(uniqueKeysWithValues: changes.map { ($0, self[$0]) })
  }
}

extension Cookie {
  fileprivate func isOver(at now: Int) -> Bool { expires.map { $0 <= now / 1_000_000 } ?? false }
}

// MARK: - What matches what

extension URLText {
  /// TLS, or the machine itself: curl and browsers take its own names for as good.
  var isTrustedByCookies: Bool {
    scheme == "https" || ["localhost", "127.0.0.1", "[::1]"].contains(origin.host)
  }

  fileprivate var pathOrRoot: String { path.isEmpty ? "/" : path }

  /// The folder of what was asked.
  fileprivate var defaultCookiePath: String {
    guard path.startsWithSlash, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      slash > path.startIndex
    else { return "/" }
    return String(path[..<slash])
  }
}

extension String {
  fileprivate var startsWithSlash: Bool { utf8.first == UInt8(ascii: "/") }

  /// The same path, or one below it.
  fileprivate func isCookiePath(below path: String) -> Bool {
    guard utf8.starts(with: path.utf8) else { return false }
    let rest = utf8.dropFirst(path.utf8.count)
    return rest.isEmpty || path.utf8.last == UInt8(ascii: "/") || rest.first == UInt8(ascii: "/")
  }

  /// A number at the end, or brackets: an address has no parts that anything could belong to.
  fileprivate var isAddress: Bool {
    guard utf8.last != UInt8(ascii: "]") else { return true }
    let label = utf8.split(separator: UInt8(ascii: ".")).last ?? utf8[...]
    return !label.isEmpty && label.allSatisfy { $0 &- 0x30 < 10 }
  }

  /// The domain itself, or a name below it.
  fileprivate func isCookieHost(of domain: String) -> Bool {
    if self == domain { return true }
    return !isAddress && utf8.count > domain.utf8.count + 1
      && utf8.reversed().starts(with: domain.utf8.reversed())
      && utf8[utf8.index(utf8.endIndex, offsetBy: -domain.utf8.count - 1)] == UInt8(ascii: ".")
  }

  /// The name and what it is below: `a.b.c`, `b.c`, `c`.
  fileprivate var cookieDomains: [String] {
    var domains = [self]
    guard !isAddress else { return domains }
    var rest = utf8[...]
    while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
      rest = rest[utf8.index(after: dot)...]
      domains.append(String(Substring(rest)))
    }
    return domains
  }
}
