import LosslessJSON
import NetEngine

/// Reports every try to a recorder: when it is sent, and when its result is there.
///
/// The attempt's run and number identify a try; each sent try is finished exactly once.
public struct RecorderPlugin: Plugin {
  private let sent: @Sendable (HTTPRequest, Attempt) async -> Void
  private let finished: @Sendable (Result<Response, NetError>, Attempt) async -> Void

  /// Both are awaited: the call goes on once its line is written.
  public init(
    sent: @escaping @Sendable (HTTPRequest, Attempt) async -> Void = { _, _ in },
    finished: @escaping @Sendable (Result<Response, NetError>, Attempt) async -> Void
  ) {
    self.sent = sent
    self.finished = finished
  }

  /// Hands over the request.
  public func willSend(_ request: HTTPRequest, for attempt: Attempt) async {
    await sent(request, attempt)
  }

  /// Hands over the result.
  public func didReceive(_ result: Result<Response, NetError>, for attempt: Attempt) async {
    await finished(result, attempt)
  }
}
