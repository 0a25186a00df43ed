/// What a handler did about a failure.
public enum FailureHandling: Sendable, Hashable {
  /// It is dealt with: nobody else hears of it.
  case handled
  /// The next one is to hear of it.
  case passOn
}

/// Is asked about a failure at the end of a run; it cannot turn it into a value, `recover` can.
public typealias FailureHandler = @Sendable (NetError) async -> FailureHandling

/// A failure on its way out of a run, with those who want to hear of it.
///
/// The call's own handlers come first, in the order in which they were attached; the provider's is
/// the last and hears only what they all pass on.
struct CallFailure: Error {
  var error: NetError
  var handlers: [FailureHandler] = []
  var common: (@Sendable (NetError) async -> Void)?

  init(_ error: NetError, common: (@Sendable (NetError) async -> Void)? = nil) {
    self.error = error
    self.common = common
  }

  /// The same failure seen from further out.
  func replacing(_ error: NetError) -> CallFailure {
    var copy = self
    copy.error = error
    return copy
  }

  /// Asks everybody, once.
  func beHeard() async {
    for handler in handlers {
      if await handler(error) == .handled { return }
    }
    await common?(error)
  }
}
