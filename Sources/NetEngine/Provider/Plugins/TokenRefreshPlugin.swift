/// Gets a new token when the server refuses the old one, once, however many calls wait for it.
///
/// Use it with ``AccessTokenPlugin`` reading the same store. A call whose try is refused again
/// after a refresh fails: there is no loop. A refresh that fails lets the refusals stand.
public final class TokenRefreshPlugin: Plugin {
  private struct State {
    /// Counts refreshes that worked.
    var generation = 0
    /// The generation each run was sent with.
    var sentWith: [Int: Int] = [:]
    /// Runs that have had their refresh: a second refusal stands.
    var renewed: Set<Int> = []
    var refresh: Task<Bool, Never>?
  }

  private let state = Lock(State())
  private let isRefused: @Sendable (Result<Response, NetError>) -> Bool
  private let refresh: @Sendable () async throws -> Void

  /// `refresh` stores the new token where the access token plugin finds it.
  public init(
    isRefused: @escaping @Sendable (Result<Response, NetError>) -> Bool = TokenRefreshPlugin.is401,
    refresh: @escaping @Sendable () async throws -> Void
  ) {
    self.isRefused = isRefused
    self.refresh = refresh
  }

  /// The usual sign: status 401, as an answer or as a failed validation.
  public static let is401: @Sendable (Result<Response, NetError>) -> Bool = { result in
    switch result {
    case .success(let response): response.statusCode == 401
    case .failure(.statusCode(let response)): response.statusCode == 401
    case .failure: false
    }
  }

  /// Waits for a refresh that runs and notes which token the try is sent with.
  public func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    guard attempt.target.authorizationType != nil else { return request }
    if let running = state.withLock(\.refresh) { _ = await running.value }
    state.withLock { $0.sentWith[attempt.run] = $0.generation }
    return request
  }

  /// Tries again with a new token: the first try only.
  public func retry(
    _ result: Result<Response, NetError>, of request: HTTPRequest, for attempt: Attempt
  ) async -> RetryDecision {
    guard attempt.target.authorizationType != nil, isRefused(result) else { return .stop }
    let (isFirst, generation) = state.withLock { state in
      (state.renewed.insert(attempt.run).inserted, state.sentWith[attempt.run] ?? 0)
    }
    guard isFirst, await renew(since: generation) else { return .stop }
    return .retry(after: .zero)
  }

  /// Forgets the run.
  public func process(
    _ result: Result<Response, NetError>, for attempt: Attempt
  ) async -> Result<Response, NetError> {
    state.withLock { state in
      state.sentWith[attempt.run] = nil
      state.renewed.remove(attempt.run)
    }
    return result
  }

  /// True when there is a newer token than the one of `generation`.
  private func renew(since generation: Int) async -> Bool {
    let task = state.withLock { state -> Task<Bool, Never>? in
      // Somebody else has renewed it in the meantime.
      if state.generation > generation { return nil }
      if let running = state.refresh { return running }
      let task = Task { [self] in await runRefresh() }
      state.refresh = task
      return task
    }
    return await task?.value ?? true
  }

  private func runRefresh() async -> Bool {
    let works: Bool
    do {
      try await refresh()
      works = true
    } catch {
      works = false
    }
    state.withLock { state in
      state.refresh = nil
      if works { state.generation += 1 }
    }
    return works
  }
}
