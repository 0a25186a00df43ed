import LosslessJSON
import NetEngine

/// The way to handle a request whose head has arrived.
package enum PassedWay: Sendable {
  /// It is passed on as it comes.
  case request(PassedRequest)
  /// The connection becomes something else.
  case tunnel(Tunnel)
  /// A response before the body is read; the connection ends.
  case answer(ClientAnswer)
}

/// Responds to a server's requests.
///
/// Lanes call it on their own threads, several at once, and wait.
package protocol RequestHandler: Sendable {
  /// Takes a request whose head has come over a connection, to pass it on as it comes, and gives it
  /// the next ticket; nil where the whole of it is wanted.
  func passes(
    _ head: ClientHead, from descriptor: Int32, on lane: ClientLane
  ) throws(Refusal) -> PassedWay?
  /// The response; nil when the handler calls `answer(_:to:)` of the lane later.
  func answer(_ request: ClientRequest, on lane: ClientLane) -> ClientAnswer?
  /// The response to a refused request; `head` is nil when it could not be read.
  func answer(_ refusal: Refusal, _ head: ClientHead?) -> ClientAnswer
  /// Whether the other end of a connection is one that this program has opened itself: what comes
  /// over it came from here, and would go round without end.
  func comesBack(_ descriptor: Int32) -> Bool
  /// A connection is served from now on, accepted at a port.
  func opened(_ descriptor: Int32, at port: UInt16)
  /// A connection was closed, `isBusy` in the middle of a request or a response; also one that was
  /// refused because there were too many.
  func closed(_ descriptor: Int32, byClient: Bool, isBusy: Bool)
  /// The client of a request that waits for its answer has left.
  func clientLeft(_ ticket: ClientRequest.Ticket)
  /// The time that `wake(_:in:)` of the lane was told is over, and its answer is still waited for.
  func timeIsOver(_ ticket: ClientRequest.Ticket)
}

extension RequestHandler {
  package func passes(
    _ head: ClientHead, from descriptor: Int32, on lane: ClientLane
  ) throws(Refusal) -> PassedWay? { nil }

  package func comesBack(_ descriptor: Int32) -> Bool { false }

  package func opened(_ descriptor: Int32, at port: UInt16) {}

  package func closed(_ descriptor: Int32, byClient: Bool, isBusy: Bool) {}

  package func clientLeft(_ ticket: ClientRequest.Ticket) {}

  package func timeIsOver(_ ticket: ClientRequest.Ticket) {}
}
