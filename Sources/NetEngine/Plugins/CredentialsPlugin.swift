/// Signs in the targets that `credentials` answers for, by Basic or by Digest.
///
/// Basic goes out with each request. Digest answers the 401 that asks for it, which is a hop of the
/// exchange; the password does not go out, neither do they go to another origin.
public struct CredentialsPlugin: Plugin {
  /// A name and a password.
  public struct Credentials: Sendable, Hashable {
    /// The name; it may not hold a colon, Basic has no way to say one.
    public var user: String
    /// The password.
    public var password: String
    /// How they are said.
    public var scheme: Scheme

    /// The ways to say them.
    public enum Scheme: Sendable, Hashable {
      /// As they are, in Base64.
      case basic
      /// Hashed with what the server asks, which it does first.
      case digest
    }

    /// Takes both as they are.
    public init(user: String, password: String, scheme: Scheme = .basic) {
      self.user = user
      self.password = password
      self.scheme = scheme
    }

    /// The value of the header that says them by Basic.
    package var authorization: String {
      "Basic " + Array("\(user):\(password)".utf8).base64
    }
  }

  private let credentials: @Sendable (TargetWords) -> Credentials?

  /// Asks for every try of every target; nil leaves the request as it is.
  public init(credentials: @escaping @Sendable (TargetWords) -> Credentials?) {
    self.credentials = credentials
  }

  /// The name and the password.
  public func identity(for target: TargetWords) async -> String {
    credentials(target).map { "\($0.scheme) \($0.authorization)" } ?? ""
  }

  /// Sets the header, or who answers when a server asks.
  public func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    guard let found = credentials(attempt.target) else { return request }
    var request = request
    switch found.scheme {
    case .basic: request.headers["Authorization"] = found.authorization
    case .digest:
      request.headers["Authorization"] = nil
      request.options.digest = DigestCredentials(user: found.user, password: found.password)
    }
    return request
  }
}
