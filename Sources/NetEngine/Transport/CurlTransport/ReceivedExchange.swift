/// What the loop hands back: bytes and records; meaning is made of it on the caller's own thread.
struct ReceivedExchange: Sendable {
  var request: HTTPRequest
  var hops: [Hop]
  var wire: Body
  var warnings: [Warning]
  var failure: TransportError?

  /// The answer with its content codings undone, or the failure with what had arrived.
  func response() throws(TransportError) -> Response {
    let review = AnswerReview.warnings(of: hops, limits: request.limits)
    var response = Response(request: request, hops: hops, body: wire, warnings: warnings + review)
    // Undone in a broken answer too, as far as it goes; its own failure came first.
    let problem = response.undoContentCodings()
    guard var failure = failure ?? problem else { return response }
    failure.hops = hops
    if !wire.isEmpty || hops.contains(where: { !$0.head.isEmpty }) {
      response.isComplete = false
      failure.response = response
    }
    throw failure
  }
}
