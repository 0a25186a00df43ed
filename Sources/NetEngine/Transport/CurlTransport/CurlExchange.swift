import CCurl

/// What one call of `send` has become: its hops, what arrived, how it ended.
///
/// `@unchecked Sendable`: written by the caller before the hand-over through the loop's inbox, then
/// only by the loop's thread.
final class CurlExchange: @unchecked Sendable {
  let original: HTTPRequest
  let transfer: Transfer
  /// What the current hop sends: redirects change it.
  var request: HTTPRequest
  var continuation: UnsafeContinuation<ReceivedExchange, Never>?
  var hop: CurlHop?
  var hops: [Hop] = []
  var dropped: [String] = []
  var warnings: [Warning] = []
  var failure: TransportError?
  var wire = Body.empty
  var scanner: HeadScanner?
  var startedAt: UInt64 = 0
  var isCancelled = false

  init(_ request: HTTPRequest, _ transfer: Transfer) {
    original = request
    self.request = request
    self.transfer = transfer
  }

  /// What the transfer is doing right now.
  var phase: TransportError.Phase { hop?.phase ?? .connecting }

  /// How long the hop may still take, of what the whole exchange may.
  var remaining: UInt64? {
    guard let total = original.timeout ?? original.limits.totalTimeout else { return nil }
    let spent = MonotonicClock.microseconds - startedAt
    return total.microseconds > spent ? total.microseconds - spent : 1_000
  }

  func fail(_ kind: TransportError.Kind) {
    fail(TransportError(kind))
  }

  func fail(_ error: TransportError) {
    failure = failure ?? error
    answer()
  }

  /// Answers exactly once.
  func answer() {
    guard let continuation else { return }
    self.continuation = nil
    var failure = failure
    if startedAt > 0 { failure?.elapsed = Int(MonotonicClock.microseconds - startedAt) }
    continuation.resume(
      returning: ReceivedExchange(
        request: original, hops: hops, wire: wire, scanner: scanner, warnings: warnings,
        failure: failure))
  }

  /// Takes what the hop was; true when another one follows.
  @discardableResult
  func finishHop(_ result: CurlHop.Ending, on loop: CurlLoop) -> Bool {
    guard let hop else { return false }
    let (record, body) = hop.close(result, on: loop)
    failure = failure ?? hop.failure
    scanner = hop.scanner
    warnings += hop.warnings
    var finished = record
    finished.dropped = dropped
    hops.append(finished)
    wire = body
    guard failure == nil, original.options.followsRedirects else { return false }
    return follow(finished, body)
  }

  private func follow(_ hop: Hop, _ body: Body) -> Bool {
    switch Redirect.decide(request, answeredBy: hop) {
    case .stop(let warning):
      if let warning { warnings.append(warning) }
      return false
    case .refuse(let why):
      failure = TransportError(.redirect, phase: .receiving, detail: why)
      return false
    case .follow(let next, let left, let more):
      let limit = original.limits.redirects
      guard hops.count <= limit else {
        failure = TransportError(
          .redirect, phase: .receiving,
          detail: "more than \(limit) redirects, the last one to \(next.url)")
        return false
      }
      hops[hops.count - 1].body = body
      wire = .empty
      request = next
      dropped += left
      warnings += more
      return true
    }
  }

  func idleError(after time: UInt64) -> TransportError {
    TransportError(
      .timeout, phase: phase, detail: "nothing moved for \(time / 1_000) ms",
      elapsed: Int(MonotonicClock.microseconds - startedAt))
  }
}
