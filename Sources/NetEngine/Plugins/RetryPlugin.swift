import Glibc

/// Tries again what failed for a passing reason, later and later.
///
/// Only methods that may be repeated, unless the server has declined the request; only losses of the transport and the statuses 408, 429, 500,
/// 502, 503 and 504. A server's `Retry-After` comes first; otherwise it waits 0.5·2ⁿ seconds, give
/// or take a fifth, so that many clients do not come back at once.
public struct RetryPlugin: Plugin {
  /// How often at most.
  package var limit: Int
  /// The longest wait; a server that asks for more is not tried again.
  package var longestWait: Duration
  private let jitter: @Sendable () -> Double

  /// `jitter` gives a factor around 1.
  public init(
    limit: Int = 3, longestWait: Duration = .seconds(60),
    jitter: @escaping @Sendable () -> Double = { .random(in: 0.8...1.2) }
  ) {
    self.limit = limit
    self.longestWait = longestWait
    self.jitter = jitter
  }

  /// Decides by method, failure and the number of tries so far.
  public func retry(
    _ result: Result<Response, NetError>, of request: HTTPRequest, for attempt: Attempt
  ) async -> RetryDecision {
    guard attempt.number < limit, request.method.isIdempotent || isDeclined(result),
      mayPass(result)
    else { return .stop }
    let wait = asked(by: result) ?? backOff(attempt.number)
    return wait <= longestWait ? .retry(after: wait) : .stop
  }

  /// Whether the server did nothing with it: then a second one is the first.
  private func isDeclined(_ result: Result<Response, NetError>) -> Bool {
    if case .failure(.transport(let error)) = result { error.isDeclined } else { false }
  }

  private func mayPass(_ result: Result<Response, NetError>) -> Bool {
    switch result {
    case .success(let response): Self.passingStatuses.contains(response.statusCode)
    case .failure(.statusCode(let response)): Self.passingStatuses.contains(response.statusCode)
    case .failure(.transport(let error)): error.kind.mayPass
    case .failure: false
    }
  }

  private static let passingStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]

  private func backOff(_ number: Int) -> Duration {
    .seconds(0.5 * Double(1 << min(number, 20)) * jitter())
  }

  private func asked(by result: Result<Response, NetError>) -> Duration? {
    guard let response = result.response, let field = response.headers["Retry-After"] else {
      return nil
    }
    let value = Substring(field).utf8.trimmingBlanks
    if !value.isEmpty, value.allSatisfy({ $0 &- 0x30 < 10 }) {
      // More than an Int holds is a wait too long all the same.
      return .seconds(Int(digits: value) ?? .max)
    }
    guard let until = HTTPDate(field) else { return nil }
    let now =
      response.headers["Date"].flatMap { HTTPDate($0) } ?? HTTPDate(secondsSince1970: time(nil))
    return .seconds(max(0, until.secondsSince1970 - now.secondsSince1970))
  }
}

extension TransportError.Kind {
  /// A loss that the next try may not meet.
  var mayPass: Bool {
    switch self {
    case .dns, .connect, .timeout, .reset, .empty, .truncated: true
    case .tls, .protocol, .decode, .redirect, .cancelled, .limit, .miss, .storage: false
    }
  }
}
