import NetEngine

/// What is kept of every answer for ever: a line's worth.
struct AnswerSummary: Sendable, Hashable {
  var kind: Kind
  /// nil when no status line came.
  var status: Int?
  var reason = ""
  /// Bytes of the body; nil when there is none to speak of.
  var byteCount: Int?
  /// In microseconds.
  var time: Int?
  var isComplete = true
  var failure: FailureText?

  init(_ result: Result<Response, NetError>) {
    switch result {
    case .success(let response):
      kind = AnswerSummary.kind(of: response)
      take(response)
    case .failure(let error):
      kind = error.kind
      failure = FailureText(error)
      if let response = error.response { take(response) }
      if case .transport(let failure) = error, time == nil { time = failure.elapsed }
    }
  }

  private mutating func take(_ response: Response) {
    if response.statusCode != 0 { status = response.statusCode }
    reason = response.hops.last?.reason ?? ""
    byteCount = response.body.count
    time = response.totalTime
    isComplete = response.isComplete
  }

  /// What the default pipeline says of an answer that came: 2xx is ok.
  private static func kind(of response: Response) -> Kind {
    guard response.isComplete else { return .truncated }
    return 200..<300 ~= response.statusCode ? .ok : Kind(refusedStatus: response.statusCode)
  }
}
