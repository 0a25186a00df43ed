import NetEngine

/// What the loop hands back: bytes and records; meaning is made of it on the caller's own thread.
package struct ReceivedExchange: Sendable {
  package var request: HTTPRequest
  package var hops: [Hop]
  package var wire: Body
  package var warnings: [Warning]
  package var failure: TransportError?
  /// How long the body was of which only the beginning is here; nil where it is whole.
  package var passedCount: Int?
  /// All of that body, as far as it could be read while it passed.
  package var passed: PassedBody.Summary?

  package init(
    request: HTTPRequest, hops: [Hop] = [], wire: Body = .empty, warnings: [Warning] = [],
    failure: TransportError? = nil, passedCount: Int? = nil, passed: PassedBody.Summary? = nil
  ) {
    (self.request, self.hops, self.wire, self.warnings) = (request, hops, wire, warnings)
    (self.failure, self.passedCount, self.passed) = (failure, passedCount, passed)
  }

  /// The answer with its content codings undone, or the failure with what had arrived.
  package func response() throws(TransportError) -> Response {
    let review = AnswerReview.warnings(of: hops, limits: request.limits)
    var response = Response(request: request, hops: hops, body: wire, warnings: warnings + review)
    // Undone in a broken answer too, as far as it goes; its own failure came first.
    var problem = response.undoContentCodings()
    // That the rest is missing is our doing.
    if let passedCount {
      problem = nil
      response.keptPartOf = passed?.size ?? max(passedCount, response.body.count)
      if response.body.count != wire.count { response.keptWireOf = passedCount }
      (response.keptPartHash, response.outline) = (passed?.hash, passed?.outline)
    }
    guard var failure = failure ?? problem else { return response }
    failure.hops = hops
    if !wire.isEmpty || hops.contains(where: { !$0.head.isEmpty }) {
      response.isComplete = false
      failure.response = response
    }
    throw failure
  }
}
