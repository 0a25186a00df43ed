/// Adds `Authorization` to the targets that ask for it by their `authorizationType`.
///
/// A header that is there already is replaced, never joined.
public struct AccessTokenPlugin: Plugin {
  private let token: @Sendable (TargetWords) async throws -> String

  /// Asks `token` for each try, so that a fresh one is used after a refresh.
  public init(token: @escaping @Sendable (TargetWords) async throws -> String) {
    self.token = token
  }

  /// The token; without one the request fails by itself.
  public func identity(for target: TargetWords) async -> String {
    guard target.authorizationType != nil else { return "" }
    return (try? await token(target)) ?? ""
  }

  /// Sets the header.
  public func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    guard let type = attempt.target.authorizationType else { return request }
    var request = request
    request.headers["Authorization"] = try await "\(type.scheme) \(token(attempt.target))"
    return request
  }
}
