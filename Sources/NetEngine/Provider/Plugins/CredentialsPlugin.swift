/// Adds HTTP Basic credentials to the targets that `credentials` answers for.
public struct CredentialsPlugin: Plugin {
  /// A name and a password.
  public struct Credentials: Sendable, Hashable {
    /// The name; it may not hold a colon, Basic has no way to say one.
    public var user: String
    /// The password.
    public var password: String

    /// Takes both as they are.
    public init(user: String, password: String) {
      self.user = user
      self.password = password
    }

    /// The value of the header.
    public var authorization: String {
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
    credentials(target)?.authorization ?? ""
  }

  /// Sets the header.
  public func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    guard let found = credentials(attempt.target) else { return request }
    var request = request
    request.headers["Authorization"] = found.authorization
    return request
  }
}
