internal import CCurl
import NetEngine

/// What one call of `send` has become: its hops, what arrived, how it ended.
///
/// `@unchecked Sendable`: written by the caller before the hand-over through the loop's inbox, then
/// only by the loop's thread.
final class CurlExchange: @unchecked Sendable {
  let original: HTTPRequest
  let transfer: Transfer
  /// It is somebody else's request, which is carried through.
  let passage: Passage?
  /// What the current hop sends: redirects change it.
  var request: HTTPRequest
  var continuation: UnsafeContinuation<ReceivedExchange, Never>?
  /// Holds this exchange in turn: every way to the end lets go of it.
  @exclusivity(unchecked) var hop: CurlHop?
  var isCancelled = false
  /// No kept connection will do for the rest of it.
  private(set) var needsFreshConnection = false
  private var isLeavingConnection = false
  /// The place of the warning about bytes that may be the response to the request itself.
  private var doubtfulWarning: Int?
  @exclusivity(unchecked) private(set) var hops: [Hop] = []
  @exclusivity(unchecked) private(set) var failure: TransportError?
  private var dropped: [String] = []
  @exclusivity(unchecked) private var warnings: [Warning] = []
  @exclusivity(unchecked) private var wire = Body.empty
  private var startedAt: UInt64 = 0
  private var isAnswered = false
  /// Bytes of the body that went through, of which only the first are kept.
  private var passedCount: Int?
  private var passed: PassedBody.Summary?
  private var digest: DigestRun?
  /// Hops that no redirect has led to.
  private var answeredChallenges = 0

  init(_ request: HTTPRequest, _ transfer: Transfer, _ passage: Passage? = nil) {
    original = request
    digest = DigestRun(request)
    self.request = digest?.request() ?? request
    self.transfer = transfer
    self.passage = passage
  }

  /// What the transfer is doing right now.
  var phase: TransportError.Phase { hop?.phase ?? .connecting }

  func report(_ progress: @autoclosure () -> Progress) { transfer.report?(progress()) }

  /// Shows the head that counts to whoever looks.
  func begins(with hop: @autoclosure () -> Hop) {
    transfer.arriving?.begin(head(hop()))
  }

  /// The answer as far as it is known by its head.
  func head(_ last: Hop) -> Response {
    var last = last
    last.dropped = dropped
    return Response(request: original, hops: hops + [last], body: .empty)
  }

  func start() {
    startedAt = MonotonicClock.microseconds
    report(Progress(phase: .connecting))
  }

  /// How long the whole exchange may take.
  private var allowance: Duration? { original.timeout ?? original.limits.totalTimeout }

  /// When the whole exchange must be over.
  var totalDeadline: UInt64? {
    allowance.map { startedAt.saturatingSum($0.microseconds) }
  }

  /// Why time is up at this moment, if it is.
  func timeout(at now: UInt64) -> TransportError? {
    if let totalDeadline, totalDeadline <= now {
      let limit = Int(clamping: allowance?.microseconds ?? 0).shownAsTime
      let remedy =
        original.timeout == nil
        ? LimitSetting.remedy("totalTimeout") : "raise the target's timeout"
      return TransportError(
        .timeout, phase: phase, detail: "the whole exchange may take \(limit); \(remedy)")
    }
    if let hop, let idle = hop.idleDeadline, idle <= now {
      let limit = Int(clamping: hop.request.limits.idleTimeout.microseconds).shownAsTime
      return TransportError(
        .timeout, phase: phase,
        detail: "nothing moved for \(limit); \(LimitSetting.remedy("idleTimeout"))")
    }
    return nil
  }

  /// When to look again.
  var nextDeadline: UInt64? {
    [totalDeadline, hop?.idleDeadline].compactMap { $0 }.min()
  }

  func fail(_ error: TransportError) {
    failure = failure ?? error
    answer()
  }

  /// Answers exactly once.
  func answer() {
    guard !isAnswered else { return }
    isAnswered = true
    var failure = failure
    if startedAt > 0 {
      // After a status line the time is that of the response, as lists show it.
      failure?.elapsed =
        hops.last?.statusCode ?? 0 > 0
        ? hops.reduce(0) { $0.saturatingSum($1.timings.total) }
        : MonotonicClock.distance(startedAt, MonotonicClock.microseconds)
    }
    let received = ReceivedExchange(
      request: original, hops: hops, wire: wire, warnings: warnings, failure: failure,
      passedCount: passedCount, passed: passed)
    if let passage {
      passage.listener.ends(received)
    } else {
      continuation?.resume(returning: received)
    }
  }
}

// MARK: - Hops

extension CurlExchange {
  /// Begins the hop on another connection: on this one, bytes follow the response to `request`.
  func takesFreshConnection(after request: String) {
    needsFreshConnection = true
    isLeavingConnection = true
    warnings.append(Warning(.unaskedBytes, request))
  }

  /// Begins the hop again on another connection, where the bytes on the kept one are no response.
  ///
  /// False for a request that may not go out twice: by its method, or with a body the client sends
  /// once.
  func startsOver(after request: String) -> Bool {
    guard !needsFreshConnection, passage?.upload == nil, self.request.method.isIdempotent else {
      return false
    }
    doubtfulWarning = warnings.count
    takesFreshConnection(after: request)
    let words = self.request.method.rawValue + " " + self.request.url
    warnings.append(Warning(.requestRepeated, words))
    return true
  }

  /// The new connection brought no response either: the bytes were this request's own.
  ///
  /// A warning about bytes that were there before the request stays.
  func withdrawUnaskedBytes() {
    if let doubtfulWarning { warnings.remove(at: doubtfulWarning) }
    doubtfulWarning = nil
  }

  /// True once after that: the hop leaves no trace.
  func leavesConnection() -> Bool {
    guard isLeavingConnection, let hop else { return false }
    isLeavingConnection = false
    hop.abandon()
    self.hop = nil
    return true
  }

  /// Takes what the hop was; true when another one follows.
  func finishHop(_ ending: CurlHop.Ending, _ error: TransportError? = nil) -> Bool {
    guard let hop else { return false }
    doubtfulWarning = nil
    failure = failure ?? error
    hops.append(hop.close(ending))
    hops[hops.count - 1].dropped = dropped
    hops[hops.count - 1].cookies = transfer.cookies?.sent ?? []
    self.hop = nil
    wire = hop.takeOutBody()
    if hop.received > wire.count, passage != nil {
      (passedCount, passed) = (hop.received, hop.passedBody?.finish())
    }
    warnings += hop.warnings
    guard failure == nil else { return false }
    if let broken = hop.failure {
      // Where a redirect leads is known before its body, which nobody reads, is cut short.
      guard original.options.followsRedirects, hop.scanner.isComplete, broken.kind.isLoss else {
        failure = broken
        return false
      }
    }
    let isFollowed = signIn() || original.options.followsRedirects && follow()
    if isFollowed, hop.failure != nil {
      warnings.append(Warning(.redirectCutShort, hop.request.url))
    }
    if !isFollowed { failure = failure ?? hop.failure }
    return isFollowed
  }

  /// Answers what the last hop's server asks of who signs in; false when it asks nothing.
  private func signIn() -> Bool {
    guard let hop = hops.last, hop.statusCode > 0,
      let next = digest?.next(after: hop.statusCode, hop.headers)
    else { return false }
    answeredChallenges += 1
    go(on: next)
    return true
  }

  /// Whether an answer leads to another one for whom signs in.
  func asksAgain(_ status: Int, _ headers: Headers) -> Bool {
    digest?.continues(after: status, headers) ?? false
  }

  private func go(on next: HTTPRequest) {
    hops[hops.count - 1].body = wire
    wire = .empty
    request = next
    if next.headers.contains(where: { $0.source == .cookies }) {
      request.headers = Headers(next.headers.filter { $0.source != .cookies })
    }
    transfer.cookies?.add(to: &request)
  }

  /// Makes the last hop's answer the next hop's request; false when there is none.
  private func follow() -> Bool {
    guard let hop = hops.indices.last, Redirect.isRedirect(hops[hop].statusCode) else {
      return false
    }
    switch Redirect.decide(digest?.full ?? request, answeredBy: hops[hop]) {
    case .stop(let warning):
      if let warning { warnings.append(warning) }
      return false
    case .refuse(let kind, let why):
      failure = TransportError(kind, phase: .receiving, detail: why)
      return false
    case .keep(let redirect):
      failure = TransportError(redirect, of: request.method)
      return false
    case .follow(let next, let left, let more):
      warnings += more
      let limit = original.limits.redirects
      guard hops.count - answeredChallenges <= limit else {
        failure = .tooManyRedirects(limit, next: next.url)
        return false
      }
      dropped += left
      if digest?.follow(next) == false {
        if request.headers.contains("Authorization") { dropped.append("Authorization") }
        digest = nil
      }
      go(on: digest?.request() ?? next)
      return true
    }
  }
}

extension TransportError.Kind {
  /// The connection went away in the middle.
  fileprivate var isLoss: Bool { self == .truncated || self == .reset }
}
