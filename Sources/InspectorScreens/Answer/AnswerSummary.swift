import NetEngine
import RequestFiles

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

  /// The answer is there and what it means is not known yet.
  var isBeingRead = false
  /// No server has said it: a sample or a recording has.
  var isOffline = false
  /// It went wrong just as an expectation says it has to.
  var isExpected = false
  /// The no of an envelope that is only detected, where all is well without it: a hint, no verdict;
  /// `ok` where the recording keeps a part of the body, which is not checked.
  var detectedKind: Kind?
  /// A file that stops being JSON: it has no status, and nothing else to be judged by.
  var isBroken = false

  /// One cell before a row.
  var sign: String { isUnsure ? "?" : isExpected ? Kind.ok.sign : shownKind.sign }
  /// The role of the sign.
  var role: Style.Role { isUnsure ? .warning : shownKind.role }
  /// No profile is set, and by what seems to be the envelope it was refused.
  var isUnsure: Bool { detectedKind != nil }
  /// The verdict, with a question mark where no profile is set.
  var word: String { detectedKind?.uncertainWord ?? kind.word }
  /// All is as it should be.
  var isGood: Bool { shownKind == .ok || isExpected }

  private var shownKind: Kind { isBroken ? .mapping : kind }

  /// Without an outcome the kind is a first impression, and `isBeingRead` says so.
  init(_ result: Result<Response, NetError>, _ outcome: Outcome?) {
    switch result {
    case .success(let response):
      kind = outcome?.kind ?? AnswerSummary.kind(of: response)
      isBeingRead = outcome == nil
      take(response)
    case .failure(let error):
      kind = error.kind
      if let response = error.response { take(response) }
      if case .transport(let failure) = error, time == nil { time = failure.elapsed }
    }
    if let error = outcome?.error ?? result.failure { failure = FailureText(error) }
  }

  /// Takes what became of expectations over what the pipeline says.
  mutating func take(_ check: ExpectationCheck?) {
    guard let check else { return }
    kind = check.kind
    isExpected = check.isMet && kind != .ok
    if kind == .expectation {
      failure = FailureText(
        message: check.message, hint: "look at the response, or change the expectation")
    }
  }

  private mutating func take(_ response: Response) {
    if response.statusCode != 0 { status = response.statusCode }
    reason = response.hops.last?.reason ?? ""
    byteCount = response.bodySize
    // What nobody has sent, a file, took no time that says anything.
    if response.statusCode != 0 || response.totalTime > 0 { time = response.totalTime }
    isComplete = response.isComplete
  }

  /// What the status alone says, until the body is read.
  private static func kind(of response: Response) -> Kind {
    guard response.isComplete else { return .truncated }
    return 200..<300 ~= response.statusCode ? .ok : Kind(refusedStatus: response.statusCode)
  }
}
