/// What a handler did about a failure.
public enum FailureHandling: Sendable, Hashable {
  /// It is dealt with: nobody else hears of it.
  case handled
  /// The next one is to hear of it.
  case passOn
}

/// Is asked about a failure at the end of a run; it cannot turn it into a value, `recover` can.
///
/// It hears what went wrong, not the sequence that broke over it: an expired session is one in a zip
/// and in a chain too. Cancellation is nobody's failure: no handler hears of it.
public typealias FailureHandler = @Sendable (NetError) async -> FailureHandling

/// The same, told too at which steps sequences broke, outermost first; none outside of sequences.
public typealias StepFailureHandler = @Sendable (NetError, [Int]) async -> FailureHandling

/// Those who want to hear of a run's failure.
///
/// The call's own handlers come first, in the order in which they were attached; the provider's is
/// the last and hears only what they all pass on.
struct FailureListeners: Sendable {
  var handlers: [StepFailureHandler] = []
  var common: (@Sendable (NetError) async -> Void)?

  /// Asks everybody, once.
  func hear(_ error: NetError) async {
    guard !error.isCancelled else { return }
    let cause = error.cause
    for handler in handlers {
      if await handler(cause, error.brokenSteps) == .handled { return }
    }
    await common?(cause)
  }

  /// Those of a call and of the one that came out of it; of two providers the later one hears.
  static func + (earlier: FailureListeners, later: FailureListeners) -> FailureListeners {
    FailureListeners(
      handlers: earlier.handlers + later.handlers, common: later.common ?? earlier.common)
  }
}

/// What one run of a call came to, on its way through the operators.
///
/// The listeners go along with values too: an operator further on may still fail, and nobody has
/// heard of anything before the run is over.
struct RunResult<Value: Sendable>: Sendable {
  var result: Result<Value, NetError>
  var listeners: FailureListeners

  init(_ result: Result<Value, NetError>, _ listeners: FailureListeners = FailureListeners()) {
    self.result = result
    self.listeners = listeners
  }

  /// The failure in its place, heard by the same.
  static func failure(_ error: NetError, _ listeners: FailureListeners) -> RunResult {
    RunResult(.failure(error), listeners)
  }
}
