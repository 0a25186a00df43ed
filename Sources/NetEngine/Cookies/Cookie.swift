import LosslessJSON

/// A cookie as a store keeps it.
public struct Cookie: Sendable, Hashable {
  /// What it is called; empty for the few that have only a value.
  public var name: String
  /// What is sent back.
  public var value: String
  /// The host it belongs to, in small letters.
  public var domain: String
  /// The path below which it is sent.
  public var path: String
  /// It is sent to that host alone, and to none below it.
  public var isHostOnly = true
  /// It is sent over TLS, and to the machine itself, only.
  public var isSecure = false
  /// Scripts of a page may not see it; nothing here depends on it.
  public var isHTTPOnly = false
  /// What it says of requests that come from other sites; nothing here does, so it is only noted.
  public var sameSite: SameSite?
  /// When it ends, in seconds since 1970; nil for one that lasts until it is taken away.
  public var expires: Int?

  /// The answer that set it; nil for one that came from elsewhere.
  package var source: SentCookie.Source?
  /// When it was set first, in microseconds since 1970: the older goes out first.
  package var createdAt = 0
  /// When it was sent last, likewise: where there are too many, the one used longest ago goes.
  package var usedAt = 0

  /// What SameSite can say.
  public enum SameSite: String, Sendable, Hashable {
    /// Requests of its own site only.
    case strict
    /// And links that are followed to it.
    case lax
    /// Any request.
    case none
  }

  /// A cookie for one host and all its paths.
  public init(name: String, value: String, domain: String, path: String = "/") {
    (self.name, self.value, self.path) = (name, value, path)
    self.domain = domain.lowercasedASCII
  }

  /// As it stands in a `Cookie` field.
  package var pair: String { name.isEmpty ? value : name + "=" + value }

  /// What another one takes the place of.
  package struct Key: Sendable, Hashable {
    private let name: [UInt8]
    private let path: [UInt8]
    package let domain: String
    private let isHostOnly: Bool

    init(_ cookie: Cookie) {
      (name, path) = (Array(cookie.name.utf8), Array(cookie.path.utf8))
      (domain, isHostOnly) = (cookie.domain, cookie.isHostOnly)
    }
  }

  /// What another one takes the place of.
  package var key: Key { Key(self) }
}

/// A cookie that a store added to a request, and where the store had it from.
package struct SentCookie: Sendable, Hashable {
  package var name: String
  /// nil for one that no answer has set.
  package var source: Source?

  /// The answer that set a cookie.
  package struct Source: Sendable, Hashable {
    /// What lists call the request it was the answer to.
    package var request: String
    /// When it came, in microseconds since 1970.
    package var time: Int

    package init(request: String, time: Int) {
      (self.request, self.time) = (request, time)
    }
  }

  package init(name: String, source: Source?) {
    (self.name, self.source) = (name, source)
  }
}
