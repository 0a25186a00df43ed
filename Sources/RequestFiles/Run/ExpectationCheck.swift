import LosslessJSON
import NetEngine

/// What became of an exchange once it was asked what is expected of it.
///
/// It is as expected when all expectations hold and its kind is ok, or when one of those that hold is
/// about what went wrong: `~kind` about any failure, `~c` about a refused status, `~code` about an
/// envelope's no, `~e` about a failed transfer. `# @expect ~kind rejected` makes a test of a request
/// that has to be refused, and `# @expect ~time <1s` alone never hides a failure.
public struct ExpectationCheck: Sendable {
  /// Each expectation, in order, and whether it holds.
  public let answers: [Answer]
  /// What went wrong, or `expectation` where only an expectation does not hold.
  public let kind: Kind
  /// Whether everything is as expected.
  public let isMet: Bool

  /// An expectation with its answer.
  public struct Answer: Sendable {
    /// What is expected, as it is written.
    public let text: String
    /// The same in words: the name of the test it stands in, or what the filter says.
    public let words: String
    /// Whether it holds.
    public let holds: Bool
    /// What there was instead, in words; empty where it holds.
    public let found: String
    /// The line of an assertion; nil for a filter and for a check of a script.
    package var place: FilePlace?
  }

  /// Asks the expectations of an exchange that came to an outcome.
  package init(
    _ expectations: Expectations, of subject: some FilterSubject, _ outcome: Outcome
  ) {
    let filtered = expectations.filters.map { Self.answer($0, subject) }
    // Without an answer there is nothing a script could look at.
    let checked =
      expectations.script.isEmpty || outcome.response == nil
      ? [] : expectations.script.run(ScriptAnswer(subject)).results
    answers = filtered + checked.map { Answer($0) }
    let failure = outcome.kind
    let isStatus = [.client, .server, .status].contains(failure)
    let isExplained =
      failure == .ok
      || zip(filtered, expectations.filters).contains { $0.holds && $1.expression.isAbout(failure) }
      || isStatus && checked.contains { $0.holds && $0.asksStatus }
    isMet = isExplained && answers.allSatisfy(\.holds)
    kind = isExplained && !isMet ? .expectation : failure
  }

  private static func answer(_ filter: Filter, _ subject: some FilterSubject) -> Answer {
    do throws(Pattern.Trouble) {
      if try filter.matches(subject) {
        return Answer(text: filter.text, words: filter.words, holds: true, found: "")
      }
      return Answer(
        text: filter.text, words: filter.words, holds: false,
        found: filter.expression.found(in: subject).joined(separator: ", "))
    } catch {
      return Answer(text: filter.text, words: filter.words, holds: false, found: "\(error)")
    }
  }

  /// What does not hold and what was there instead, in one line; empty where all hold.
  public var message: String { failures.map(\.message).joined(separator: "; ") }

  /// The same one by one, each with its index in `answers`.
  package var failures: [(index: Int, message: String)] {
    answers.enumerated().filter { !$0.element.holds }.map { index, answer in
      let found = answer.found.isEmpty ? "" : ", found \(answer.found)"
      return (index, "expected \(answer.words) (\(answer.text.escapedForMessage))\(found)")
    }
  }

  /// What a command that ends with it exits with; 0 when all is as expected.
  public func exitCode(_ outcome: Outcome) -> Int32 {
    if isMet { return 0 }
    return kind == .expectation ? kind.exitCode : outcome.error?.exitCode ?? kind.exitCode
  }
}

extension RequestFileTarget {
  /// Asks what the request expects of an exchange that came to an outcome.
  public func check(_ exchange: Exchange, _ outcome: Outcome) -> ExpectationCheck {
    ExpectationCheck(
      Expectations(expectations, answerScript),
      of: ExchangeSubject(exchange, outcome, now: exchange.startedAt), outcome)
  }
}

extension ExpectationCheck.Answer {
  /// An assertion outside of a test is told by what it says.
  fileprivate init(_ result: AnswerScript.Result) {
    let words = result.words.isEmpty ? "what is asserted" : "'\(result.words.shortened)'"
    self.init(
      text: result.text.shortened(to: 200), words: words, holds: result.holds,
      found: result.found.escapedForMessage, place: result.place)
  }
}

extension Filter.Expression {
  /// Whether some test in it asks about what makes a failure of this kind.
  fileprivate func isAbout(_ kind: Kind) -> Bool {
    switch self {
    case .all: false
    case .and(let parts), .or(let parts): parts.contains { $0.isAbout(kind) }
    case .not(let inner): inner.isAbout(kind)
    case .test(let test): test.isAbout(kind)
    }
  }

  /// What stands where its tests look: `status 404`, `data.id 12`; each once.
  fileprivate func found(in subject: some FilterSubject) -> [String] {
    var words: [String] = []
    func visit(_ expression: Filter.Expression) {
      switch expression {
      case .all: break
      case .and(let parts), .or(let parts): for part in parts { visit(part) }
      case .not(let inner): visit(inner)
      case .test(let test):
        if let found = test.found(in: subject), !words.contains(found) { words.append(found) }
      }
    }
    visit(self)
    return words
  }
}

extension Filter.Test {
  fileprivate func isAbout(_ kind: Kind) -> Bool {
    switch self {
    case .kind: kind != .cancelled
    case .status: [.client, .server, .status].contains(kind)
    case .code: [.business, .invalidSession].contains(kind)
    case .flag(.transportFailure): kind.isTransportFailure
    default: false
    }
  }

  /// The value it looks at; nil for what would be too long to tell.
  fileprivate func found(in subject: some FilterSubject) -> String? {
    switch self {
    case .status: "status \(subject.filterStatus.map { "\($0)" } ?? "none")"
    case .kind: "kind \(subject.filterVerdict?.word ?? "none")"
    case .code: "code \(Self.quoted(subject.filterEnvelope?.code))"
    case .pattern(.message, _): "message \(Self.quoted(subject.filterEnvelope?.message))"
    case .time:
      subject.filterTime.map { "time \(FilterUnits.text($0, in: FilterUnits.timeWords))" }
    case .size: "body \(subject.filterResponseBody.map { Units.count($0.count, "byte") } ?? "none")"
    case .hop: Units.count(subject.filterHops ?? 0, "hop")
    case .json(let path, let test): Self.found(path, test, in: subject)
    case .pattern(.contentType, _):
      "type "
        + Self.quoted(
          subject.filterResponseHeaders.last { $0.lowercasedASCII.hasPrefix("content-type:") })
    default: nil
    }
  }

  private static func quoted(_ text: String?) -> String {
    text.map { "'\($0.shortened)'" } ?? "none"
  }

  private static func found(
    _ path: JSONPath, _ test: Filter.JSONTest, in subject: some FilterSubject
  ) -> String {
    guard let document = subject.filterDocument else { return "no JSON" }
    let value = document[path: path]
    let place = path.description.shortened
    guard value.exists else { return "nothing at \(place)" }
    return "\(place) \(value.summary)"
  }
}
