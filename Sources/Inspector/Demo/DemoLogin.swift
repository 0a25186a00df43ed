import NetEngine

/// Sends the token of the last login with every target that wants one.
///
/// Nobody is logged in for them: an answer "log in again" is what the demo is there to show.
nonisolated struct DemoLogin: Plugin {
  private let token = Lock<String?>(nil)

  func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    guard let type = attempt.target.authorizationType, let token = token.withLock({ $0 }) else {
      return request
    }
    var request = request
    request.headers["Authorization"] = "\(type.scheme) \(token)"
    return request
  }

  func didReceive(_ result: Result<Response, NetError>, for attempt: Attempt) async {
    guard attempt.target.path == "/login", case .success(let response) = result,
      let found = try? response.mapString(atKeyPath: "data.token")
    else { return }
    token.withLock { $0 = found }
  }
}
