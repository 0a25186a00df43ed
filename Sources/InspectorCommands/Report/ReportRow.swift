import NetEngine
import RequestFiles

/// A finished request of `run`, or an exchange of `check`, `replay` or `diff`, in a report.
nonisolated struct ReportRow {
  /// Its number in the run or in the session.
  var number: Int
  var name: String
  var method: String
  var url: String
  /// True is as expected, false is not, nil was not checked.
  var isGood: Bool?
  /// The result in a word or two.
  var word: String
  /// The type of the failure in JUnit; nil is `word`.
  var type: String?
  /// The message of the failure in JUnit; nil is the first of `details`.
  var message: String?
  /// What is wrong, a line each.
  var details: [String] = []
  /// The place in a file of each of `details`; empty for an exchange of a recording.
  var places: [FilePlace] = []
  /// Why it was not checked.
  var skipped: String?
  /// One line of JSON, made where a report needs it.
  var json: () -> String
  /// In microseconds, on any clock.
  var start: Int?
  /// In microseconds.
  var time: Int?
  var exitCode: Int32 = 0
  /// The messages, and whose they are where there is more than one exchange.
  var said: [(who: String, exchange: Exchange)] = []
  /// The pipeline's verdict, where one was made.
  var outcome: Outcome?
  /// nil for an exchange of a session.
  var firing: Firing?

  /// Its name in reports without a column of numbers.
  var title: String {
    guard let firing else { return "#\(number) \(method) \(name)" }
    return firing.round > 1 ? "\(name) (round \(firing.round))" : name
  }

  /// The message of the failure in JUnit.
  var failureMessage: String {
    let words = firing == nil ? details.first ?? "" : details.joined(separator: "; ")
    return message ?? (words.isEmpty ? "it has no counterpart" : words)
  }
}

nonisolated extension ReportRow {
  init(_ firing: Firing, quoting server: RefusalWords?) {
    let complaints = firing.complaints(quoting: server)
    self.init(
      number: firing.number, name: firing.name, method: firing.method, url: firing.url,
      isGood: firing.skipped == nil ? firing.isMet : nil, word: firing.kind?.word ?? "skipped",
      type: firing.kind?.rawValue,
      details: complaints.map(\.words), places: complaints.map(\.place), skipped: firing.skipped,
      json: { ExchangeReport(firing).line }, start: firing.began, time: firing.time,
      exitCode: firing.exitCode, said: firing.exchange.map { [("", $0)] } ?? [],
      outcome: firing.outcome, firing: firing)
  }
}

nonisolated extension ReportRedaction {
  /// The values of its secret variables, and what its answer shows.
  func learn(from firing: Firing) {
    learn(firing.secrets)
    learn(from: firing.outcome)
  }

  func callAsFunction(_ row: ReportRow) -> ReportRow {
    var row = row
    row.name = self(row.name)
    row.details = row.details.map { self($0) }
    row.skipped = row.skipped.map { self($0) }
    // Most reports do not need it.
    row.json = { [json = row.json] in self(line: json()) }
    return row
  }
}
