/// Gets a new token when the server refuses the old one, once, however many calls wait for it.
///
/// Use it with an ``AccessTokenPlugin`` behind it in the array that reads the same store. A call
/// whose try is refused again after a refresh fails: there is no loop. A refresh that fails lets
/// the refusals stand, those too that come in later for what was sent with the old token. What
/// `refresh` itself sends through the same provider waits for nothing. A cancelled call does not wait for it; the refresh goes on for the others.
public final class TokenRefreshPlugin: Plugin {
  private struct State {
    /// Counts refreshes that have ended.
    var ended = 0
    /// The last one that worked.
    var lastGood = 0
    /// How many had ended when each run got its token.
    var sentWith: [Int: Int] = [:]
    /// Runs that have had their refresh: a second refusal stands.
    var renewed: Set<Int> = []
    var isRefreshing = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0
  }

  private let state = Lock(State())
  /// The plugins for whose refresh the current task works.
  @TaskLocal private static var refreshing: Set<ObjectIdentifier> = []
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

  /// Status 401, or an envelope that says: log in again.
  ///
  /// Its profile has to be known, and each answer is read for it.
  public static let isInvalidSession: @Sendable (Result<Response, NetError>) -> Bool = { result in
    if is401(result) { return true }
    guard case .success(let response) = result, response.profile != nil,
      case .invalidSession = (try? response.envelope())?.verdict
    else { return false }
    return true
  }

  /// The usual sign: status 401, as an answer or as a failed validation.
  public static let is401: @Sendable (Result<Response, NetError>) -> Bool = { result in
    switch result {
    case .success(let response): response.statusCode == 401
    case .failure(.statusCode(let response)): response.statusCode == 401
    case .failure: false
    }
  }

  /// How many calls wait for a refresh right now.
  package var waiting: Int { state.withLock(\.waiters.count) }

  /// A refresh's own request is its alone: in a transfer that waits for the refresh it would wait
  /// for itself.
  public func identity(for target: TargetWords) async -> String { isOwnWork ? "refresh" : "" }

  /// Waits for a refresh that runs and notes which token the try is sent with.
  public func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    guard attempt.target.authorizationType != nil, !isOwnWork else { return request }
    let before = state.withLock(\.ended)
    await refreshEnd()
    // Who waited for a refresh that failed has the old token, and needs no second one to know.
    state.withLock { $0.sentWith[attempt.run] = max(before, $0.lastGood) }
    return request
  }

  /// Tries again with a new token: the first try only.
  public func retry(
    _ result: Result<Response, NetError>, of request: HTTPRequest, for attempt: Attempt
  ) async -> RetryDecision {
    guard attempt.target.authorizationType != nil, !isOwnWork, isRefused(result) else {
      return .stop
    }
    let (isFirst, sent) = state.withLock { state in
      (state.renewed.insert(attempt.run).inserted, state.sentWith[attempt.run] ?? 0)
    }
    guard isFirst else { return .stop }
    startRefresh(unlessOneEndedAfter: sent)
    await refreshEnd()
    // A cancelled call tries again too: it ends as cancelled before the try begins.
    let isNewer = state.withLock { $0.lastGood > sent }
    return isNewer || Task.isCancelled ? .retry(after: .zero) : .stop
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

  /// Waiting for the refresh it works for would wait for ever.
  private var isOwnWork: Bool { Self.refreshing.contains(ObjectIdentifier(self)) }

  private func startRefresh(unlessOneEndedAfter sent: Int) {
    let isNeeded = state.withLock { state in
      if state.isRefreshing || state.ended > sent { return false }
      state.isRefreshing = true
      return true
    }
    if isNeeded { Task { await runRefresh() } }
  }

  private func runRefresh() async {
    let names = Self.refreshing.union([ObjectIdentifier(self)])
    let works = await Self.$refreshing.withValue(names) { (try? await refresh()) != nil }
    let waiters = state.withLock { state in
      state.isRefreshing = false
      state.ended += 1
      if works { state.lastGood = state.ended }
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns once no refresh runs, or the waiting task is cancelled.
  private func refreshEnd() async {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let waits = state.withLock { state in
          guard state.isRefreshing, !Task.isCancelled else { return false }
          state.waiters[id] = waiter
          return true
        }
        if !waits { waiter.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }
}
