import LosslessJSON
import NetEngine

/// What becomes of a request whose head has come.
package enum PassedWay: Sendable {
  /// It is passed on as it comes.
  case request(PassedRequest)
  /// The connection becomes something else.
  case tunnel(Tunnel)
  /// A response before the body is read; the connection ends.
  case answer(ClientAnswer)
}

/// Who answers what a server is asked; called on a lane's thread, which waits, and by several
/// lanes at once.
package protocol RequestHandler: Sendable {
  /// Takes a request whose head has come over a connection, to pass it on as it comes, and gives it
  /// the next ticket; nil where the whole of it is wanted.
  func passes(
    _ head: ClientHead, from descriptor: Int32, on lane: ClientLane
  ) throws(Refusal) -> PassedWay?
  /// What is answered; nil where `answer(_:to:)` of the lane will say it.
  func answer(_ request: ClientRequest, on lane: ClientLane) -> ClientAnswer?
  /// What is answered where a request is refused; its head is known where it was read.
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
