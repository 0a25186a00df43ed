import NetEngine
import RequestFiles

/// One request of a run with what became of it.
nonisolated struct Firing {
  /// Counted from 1 over the whole run.
  let number: Int
  /// Counted from 1; several with `--repeat`.
  let round: Int
  let entry: RequestCollection.Entry
  /// In front of the names of files; see ``RequestCollection/origin``.
  let origin: String
  /// nil where the request could not be made of its file.
  let target: RequestFileTarget?
  let end: End
  /// What it looks like where all is well and no profile is set.
  var hint: EnvelopeHint?
  /// How often it was fired until this came of it.
  var tries = 1
  /// When it was fired the last time, in microseconds on a clock that never jumps.
  var began: Int?
  /// A recording answered.
  var isReplay = false
  /// Values that `ReportRedaction` takes out of every report: of secret variables so far.
  var secrets: [NamedSecret] = []

  enum End {
    case fired(Outcome, ExpectationCheck)
    /// Nothing was sent, and nothing is wrong with it either; why.
    case skipped(String)
  }

  var name: String { entry.listName }
  var method: String { (target?.method ?? entry.request.method).rawValue }
  /// As it was fired, else as it is written.
  var url: String { target?.baseURL ?? entry.request.target.source }

  var outcome: Outcome? {
    if case .fired(let outcome, _) = end { outcome } else { nil }
  }

  var check: ExpectationCheck? {
    if case .fired(_, let check) = end { check } else { nil }
  }

  var skipped: String? {
    if case .skipped(let why) = end { why } else { nil }
  }

  /// How many checks stand in its file that were not made.
  var uncheckedCount: Int { entry.uncheckedCount }

  /// The part of a body that the recording keeps, in words; nil when the body is whole.
  var keptPart: String? { outcome?.response?.uncheckedPart }

  /// False for what was skipped.
  var isMet: Bool { check?.isMet ?? false }

  var kind: Kind? { check?.kind }

  var exitCode: Int32 {
    if case .fired(let outcome, let check) = end { check.exitCode(outcome) } else { 0 }
  }

  /// Where the request is written, or the place in it that is wrong.
  var place: FilePlace {
    var place = unsent?.place ?? entry.request.place
    place.file = origin + place.file
    return place
  }

  /// The complaints with the next steps, each with its place; empty when all is as expected.
  ///
  /// Every expectation that does not hold is one of them, at its own line.
  func complaints(quoting server: RefusalWords?) -> [(place: FilePlace, words: String)] {
    guard case .fired(let outcome, let check) = end, !check.isMet else { return [] }
    let unmet = check.failures.map { (place: expectationPlace(at: $0.index), words: $0.message) }
    if check.kind == .expectation { return unmet }
    return [(place: place, words: unsentWords ?? outcome.words(quoting: server))] + unmet
  }

  /// The line of an expectation, given its index in the check's `answers`; a script's checks have
  /// the place of the request.
  func expectationPlace(at index: Int) -> FilePlace {
    let expectations = entry.request.meta.expectations
    let written =
      index < expectations.count ? expectations[index].place : check?.answers[index].place
    return written.map { FilePlace(origin + $0.file, line: $0.line, column: $0.column) } ?? place
  }

  /// The mistakes in its file that kept it from being sent.
  private var unsentWords: String? {
    if let unsent, entry.request.flaw == unsent {
      let flaws = entry.request.problems.filter { !$0.isNote }
      return flaws.map { flaw in
        let words = flaw.hint.isEmpty ? flaw.message : "\(flaw.message) — \(flaw.hint)"
        return flaws.count > 1 ? "line \(flaw.place.line): \(words)" : words
      }.joined(separator: "; ")
    }
    return unsent.map { $0.hint.isEmpty ? $0.message : "\($0.message) — \($0.hint)" }
  }

  /// Why it could not be made of its file.
  private var unsent: RequestFileProblem? {
    guard case .requestMapping(let problem) = outcome?.error,
      case .source(let why) = problem.reason
    else { return nil }
    return why.cause as? RequestFileProblem
  }

  /// The messages; nil where there were none.
  var exchange: Exchange? {
    guard let outcome else { return nil }
    if let response = outcome.response {
      return Exchange(
        sequence: number, name: "", startedAt: 0, request: response.request,
        result: .success(response))
    }
    guard case .transport(let failure) = outcome.error, let hop = failure.hops.first else {
      return nil
    }
    let request = HTTPRequest(
      method: hop.method, url: hop.url, headers: target?.headers ?? [:])
    return Exchange(
      sequence: number, name: "", startedAt: 0, request: request,
      result: .failure(.transport(failure)))
  }

  /// In microseconds; nil when nothing was measured.
  var time: Int? {
    guard let outcome else { return nil }
    if let response = outcome.response { return response.totalTime }
    if case .transport(let failure) = outcome.error { return failure.elapsed }
    return nil
  }
}

nonisolated extension Outcome {
  /// The failure, with the server's words in place of a hint that only points at the body.
  func words(quoting server: RefusalWords?) -> String {
    guard let error else { return kind.word }
    guard case .statusCode(let response) = error else { return error.description }
    let pointsAtBody = error.hint == error.kind.hint
    let hint = pointsAtBody && response.body.isEmpty ? "the body is empty" : error.hint
    let isLeftOut = statusWords != nil || pointsAtBody && server != nil
    return (statusWords ?? error.message) + (server?.suffix ?? "") + (isLeftOut ? "" : " — \(hint)")
  }
}
