/// What the loop hands back: bytes and records; meaning is made of it on the caller's own thread.
struct ReceivedExchange: Sendable {
  var request: HTTPRequest
  var hops: [Hop]
  var wire: Body
  var scanner: HeadScanner?
  var warnings: [Warning]
  var failure: TransportError?

  /// The answer with its content codings undone, or the failure with what had arrived.
  func response() throws(TransportError) -> Response {
    var response = Response(request: request, hops: hops, body: wire, warnings: warnings)
    if var failure {
      guard !hops.isEmpty, scanner?.raw.isEmpty == false else { throw failure }
      response.isComplete = false
      _ = response.undoContentCodings()
      failure.response = response
      throw failure
    }
    if var failure = response.undoContentCodings() {
      response.isComplete = false
      failure.response = response
      throw failure
    }
    return response
  }
}
