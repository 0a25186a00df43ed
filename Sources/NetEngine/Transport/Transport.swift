import LosslessJSON

/// What carries a prepared request and brings the answer back.
///
/// Conformers: `LibcurlTransport` of the module `CurlTransport`, over sockets; a test's own.
public protocol Transport: Sendable {
  /// Carries the request; cancelling the task cancels the transfer.
  func send(
    _ request: HTTPRequest, reporting transfer: Transfer
  ) async throws(TransportError) -> Response
}

/// What the caller of a transport wants to hear while a transfer runs.
public struct Transfer: Sendable {
  /// Called on the transport's thread with each step; must return at once.
  public var report: (@Sendable (Progress) -> Void)?
  /// Takes the body as it comes; the response's own body then stays empty.
  ///
  /// A transport that does not know of it just answers: the body is handed on in one piece.
  package var chunks: ByteChannel?
  /// Is told of what has come so far; a transport that does not know of it just answers.
  package var arriving: ArrivingAnswer?
  /// Is told of each hop's answer and asked for the next one's cookies; a transport that does not
  /// know of it just answers.
  package var cookies: (any CookieKeeper)?

  /// Wants to hear of each step, or of nothing.
  public init(report: (@Sendable (Progress) -> Void)? = nil) {
    self.report = report
  }
}
