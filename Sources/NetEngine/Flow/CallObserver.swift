/// What the caller of a call wants to have beside its result.
struct CallObserver: Sendable {
  /// Hears of each step of the transfer.
  var report: (@Sendable (Progress) -> Void)?
  /// Takes the body piece by piece in place of the response.
  var chunks: ByteChannel?
  /// Shows the answer while it comes; who joins another's transfer sees nothing before its end.
  var arriving: ArrivingAnswer?
  /// What a reader of one format asks for, unless the request says what it accepts.
  var accept: String?
  /// Where a reader of events goes on; it comes in the place of what the request says.
  var lastEventID: String?

  init(chunks: ByteChannel? = nil, report: (@Sendable (Progress) -> Void)? = nil) {
    self.report = report
    self.chunks = chunks
  }

  var transfer: Transfer {
    var transfer = Transfer(report: report)
    transfer.chunks = chunks
    transfer.arriving = arriving
    return transfer
  }

  /// Adds what the reader has to say to a request that is built and not yet seen by plugins.
  func complete(_ request: inout HTTPRequest) {
    if let accept, !request.headers.contains("Accept"), !request.options.leavesOut("Accept") {
      request.headers.append(HeaderField("Accept", accept, source: .engine))
    }
    guard let lastEventID else { return }
    request.headers = Headers(
      request.headers.filter { !$0.name.isSameHeaderName(as: "Last-Event-ID") }
        + [HeaderField("Last-Event-ID", lastEventID, source: .engine)])
  }

  /// For a call whose answer only leads to another one: its body is not what is streamed.
  var withoutChunks: CallObserver { CallObserver(report: report) }
}
