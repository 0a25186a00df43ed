import NetEngine
import RequestFiles

/// Says what became of a request of a run; many can be judged beside each other.
nonisolated struct FiringJudge: Sendable {
  /// What is made of an answer, given what its request says.
  let pipeline: @Sendable (RequestFileTarget) -> Pipeline
  /// Whether an envelope is looked for where no profile is set; it is told and changes no verdict.
  var detects = true
  /// Those whose name a hint says.
  var profiles: [EnvelopeProfile] = []

  /// What one answer is, and whether that is as expected.
  struct Verdict: Sendable {
    let outcome: Outcome
    let check: ExpectationCheck
    /// What it looks like where all is well and no profile is set.
    var hint: EnvelopeHint?
  }

  /// `number` is its place in the run, and `now` milliseconds since 1970.
  func judge(
    _ result: Result<Response, NetError>, of target: RequestFileTarget, number: Int, now: Int
  ) -> Verdict {
    let pipeline = pipeline(target)
    let outcome = Classifier.classify(result, pipeline)
    let request =
      outcome.response?.request
      ?? HTTPRequest(method: target.method, url: target.baseURL, headers: target.headers)
    let exchange = Exchange(
      sequence: number, name: target.name, startedAt: now, request: request, result: result)
    var verdict = Verdict(outcome: outcome, check: target.check(exchange, outcome))
    // Here, and not for each report: afterwards the answer is not held.
    if detects, verdict.check.kind == .ok {
      verdict.hint = EnvelopeHint(outcome, under: pipeline, knowing: profiles)
    }
    return verdict
  }

  /// What a request is that was not sent, because its file is wrong.
  static func unsent(
    _ problem: RequestFileProblem, _ entry: RequestCollection.Entry
  ) -> Firing.End {
    ProgramLog.note(.error, "not sent '\(entry.listName)': \(problem.message)")
    let outcome = Classifier.classify(.failure(problem.netError), Pipeline())
    let subject = ExchangeSubject(
      Exchange(
        sequence: 0, name: entry.request.listName, startedAt: 0,
        request: HTTPRequest(url: entry.request.target.source)), outcome, now: 0)
    return .fired(outcome, ExpectationCheck([], of: subject, outcome))
  }
}
