/// What the loop hands back: bytes and records; meaning is made of it on the caller's own thread.
struct ReceivedExchange: Sendable {
  var request: HTTPRequest
  var hops: [Hop]
  var wire: Body
  var warnings: [Warning]
  var failure: TransportError?

  /// The answer, or the failure with what had arrived.
  func response() throws(TransportError) -> Response {
    let review = AnswerReview.warnings(of: hops, limits: request.limits)
    var response = Response(request: request, hops: hops, body: wire, warnings: warnings + review)
    guard var failure else { return response }
    failure.hops = hops
    if !wire.isEmpty || hops.contains(where: { !$0.head.isEmpty }) {
      response.isComplete = false
      failure.response = response
    }
    throw failure
  }
}
