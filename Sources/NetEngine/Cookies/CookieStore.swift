/// Cookies that answers set and later requests are sent, by RFC 6265bis.
///
/// ```swift
/// let cookies = CookieStore()
/// let provider = Provider { $0.cookies = cookies }
/// ```
/// Every provider that is given the same store shares it. Each hop of a redirect sets cookies and is
/// sent those of the hops before it. A request that says a `Cookie` field itself is sent that one
/// alone; one that leaves `Cookie` out by its options neither sends nor sets any.
public final class CookieStore: Sendable {
  private let table: Lock<CookieTable>
  /// Microseconds since 1970.
  private let now: @Sendable () -> Int

  /// Begins with cookies that were kept elsewhere.
  public convenience init(_ cookies: [Cookie] = []) {
    self.init(cookies) { VariableSystem.live.now() * 1_000 }
  }

  package init(_ cookies: [Cookie] = [], now: @escaping @Sendable () -> Int) {
    table = Lock(CookieTable(cookies))
    self.now = now
  }

  /// Those that have not ended, by domain, path and name.
  public var cookies: [Cookie] { table.withLock { $0.cookies(at: now()) } }

  /// Keeps a cookie in the place of the one with its name, domain and path.
  public func set(_ cookie: Cookie) { table.withLock { $0.set(cookie, at: now()) } }

  /// Takes a cookie away; false when it is not there.
  @discardableResult
  public func remove(_ cookie: Cookie) -> Bool { table.withLock { $0.remove(cookie.key) } }

  /// Takes every cookie away.
  public func removeAll() { table.withLock { $0.removeAll() } }

  /// Keeps what a response sets; the request is noted with each, without its secrets.
  package func take(_ headers: Headers, from url: String, request: String) {
    let fields = headers.values("Set-Cookie")
    guard !fields.isEmpty, let url = try? URLText(InternationalHost.ascii(url)) else { return }
    let now = now()
    let source = SentCookie.Source(request: request.withMaskedSecrets, time: now)
    table.withLock { table in
      for field in fields {
        // What is refused is told by the review of the answer.
        try? table.take(
          field, from: url, at: now, source: source, isPublicSuffix: PublicSuffixes.contain)
      }
    }
  }

  /// What goes out to a URL.
  package func send(to url: String) -> [Cookie] {
    guard let url = try? URLText(InternationalHost.ascii(url)) else { return [] }
    return table.withLock { $0.send(to: url, at: now()) }
  }

  /// What has changed since this was asked last: a cookie that is there now, or nil.
  package func takeChanges() -> [Cookie.Key: Cookie?] { table.withLock { $0.takeChanges() } }
}
