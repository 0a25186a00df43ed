/// What the caller of a call wants to have beside its result.
public struct CallObserver: Sendable {
  /// Hears of each step of the transfer.
  public var report: (@Sendable (Progress) -> Void)?
  /// Takes the body piece by piece in place of the response.
  var chunks: ByteChannel?
  /// Shows the answer while it comes; who joins another's transfer sees nothing before its end.
  var arriving: ArrivingAnswer?

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

  /// For a call whose answer only leads to another one: its body is not what is streamed.
  var withoutChunks: CallObserver { CallObserver(report: report) }
}
