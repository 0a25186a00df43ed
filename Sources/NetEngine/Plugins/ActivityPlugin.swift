/// Tells when something begins and ends, for a spinner; the two always balance.
public struct ActivityPlugin: Plugin {
  /// What happens.
  public enum Change: Sendable, Hashable {
    /// A request is sent.
    case began
    /// Its answer or failure is there.
    case ended
  }

  private let changed: @Sendable (Change, TargetWords) -> Void

  /// Calls `changed` on whatever thread the call runs.
  public init(changed: @escaping @Sendable (Change, TargetWords) -> Void) {
    self.changed = changed
  }

  /// Says that it began.
  public func willSend(_ request: HTTPRequest, for attempt: Attempt) async {
    changed(.began, attempt.target)
  }

  /// Says that it ended.
  public func didReceive(_ result: Result<Response, NetError>, for attempt: Attempt) async {
    changed(.ended, attempt.target)
  }
}
