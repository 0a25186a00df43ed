import NetEngine
import NetRecordings

/// A report in one form.
nonisolated protocol Report {
  /// The row has no secrets any more, except in `url`, `message`, `said` and `firing`.
  mutating func take(_ row: ReportRow, _ redaction: ReportRedaction) throws(Output.Failure)
  /// `summary` is the last line for people; `time` is in microseconds.
  mutating func end(_ summary: String, time: Int) throws(Output.Failure)
}

/// A line of JSON for each row.
nonisolated struct JSONReport: Report {
  let sink: ReportSink

  mutating func take(_ row: ReportRow, _ redaction: ReportRedaction) throws(Output.Failure) {
    try sink.write(row.json() + "\n")
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) { try sink.end() }
}

/// All reports of a command, their summary, and the command's exit code.
nonisolated final class Reports {
  private var reports: [any Report] = []
  private let redaction = ReportRedaction()
  private let command: String
  private let isStrict: Bool
  private let isFiltered: Bool
  /// In microseconds on the monotonic clock.
  var start = MonotonicClock.microseconds
  var codes = ExitCodes()
  private(set) var total = 0
  /// Rows by their word in the summary.
  private var counts: [(word: String, count: Int)] = []
  /// Checks that stand in the files and were not made.
  var uncheckedCount = 0

  /// Opens the reports about a collection or a session; fails before anything is sent.
  ///
  /// `names` are those of a run's requests. `isStrict` fails what was skipped or not checked.
  init(
    _ wanted: [(form: ReportOptions.Form, path: String?)], _ command: String, of subject: String,
    names: [String] = [], isStrict: Bool = false, isFiltered: Bool = false
  ) throws(Output.Failure) {
    (self.command, self.isStrict, self.isFiltered) = (command, isStrict, isFiltered)
    for (form, path) in wanted {
      let sink = try ReportSink(path)
      switch form {
      case .text: reports.append(TextReport(sink, names: names))
      case .json: reports.append(JSONReport(sink: sink))
      case .junit: reports.append(JUnitReport(sink, session: subject))
      case .html: reports.append(HTMLPage(sink, title: "\(command) \(subject)"))
      case .github: reports.append(try GitHubReport(sink, session: isRun ? nil : subject))
      }
    }
    if isRun { counts = [("as expected", 0), ("failed", 0), ("skipped", 0)] }
  }

  private var isRun: Bool { command == "run" }

  /// Finds the secrets of a session, to take them out of the reports from the first line on.
  ///
  /// Returns the exchanges it read by their places, unless they are too much to be held.
  @discardableResult
  func learn(from session: Session, holdingAll: Bool = false) -> [Int: Exchange] {
    redaction.learn(from: session, holdingAll: holdingAll)
  }

  /// The server's words about a refused status, without secrets.
  func refusalWords(of outcome: Outcome?) -> RefusalWords? { redaction.refusalWords(of: outcome) }

  /// Adds a finished request of a run.
  func take(_ firing: Firing) throws(Output.Failure) {
    redaction.learn(from: firing)
    uncheckedCount += firing.uncheckedCount + (firing.keptPart == nil ? 0 : 1)
    try take(ReportRow(firing, quoting: refusalWords(of: firing.outcome)))
  }

  /// Throws when a report can no longer be written.
  ///
  /// `new` is an exchange of no session, whose secrets are not known yet.
  func take(_ row: ReportRow, new: Exchange? = nil) throws(Output.Failure) {
    if let new { redaction.learn(from: new) }
    codes.add(row.exitCode)
    count(row)
    let redacted = redaction(row)
    for index in reports.indices {
      do throws(Output.Failure) {
        try reports[index].take(redacted, redaction)
      } catch {
        note(error)
        reports.remove(at: index)
        throw error
      }
    }
  }

  private func count(_ row: ReportRow) {
    total += 1
    let word =
      switch row.isGood {
      case nil: "skipped"
      case let isGood? where isRun: isGood ? "as expected" : "failed"
      default: row.outcome == nil ? String(row.word.prefix { $0 != " " }) : row.word
      }
    if let place = counts.firstIndex(where: { $0.word == word }) {
      counts[place].count += 1
    } else {
      counts.append((word, 1))
    }
  }

  func count(of word: String) -> Int { counts.first { $0.word == word }?.count ?? 0 }

  /// Ends each report that can be written with the summary.
  func end(signal: Int32? = nil) {
    if let signal { codes.add(signal: signal) }
    if isStrict, count(of: "skipped") + uncheckedCount > 0 { codes.add(4) }
    if total == 0, isFiltered, signal == nil {
      // A misspelt filter must not look like a session without a fault.
      Output.talk("there is no exchange that matches --only")
      codes.add(1)
    }
    let time = MonotonicClock.distance(start, MonotonicClock.microseconds)
    let summary = summary(time: time, signal)
    for index in reports.indices {
      do throws(Output.Failure) {
        try reports[index].end(summary, time: time)
      } catch {
        note(error)
      }
    }
    reports = []
    if signal == nil { failIfAllSkipped() }
  }

  /// The last line for people: `24 requests · 23 as expected · 1 failed · 482 ms`.
  private func summary(time: Int, _ signal: Int32?) -> String {
    var parts = [Units.count(total, isRun ? "request" : "exchange")]
    for (word, count) in counts where count > 0 || word == "as expected" {
      parts.append("\(count) \(word)")
    }
    if uncheckedCount > 0 { parts.append("\(Units.count(uncheckedCount, "check")) not made") }
    if isRun { parts.append(Units.time(microseconds: time)) }
    if let signal { parts.append("ended by signal \(signal)") }
    return parts.joined(separator: " · ")
  }

  /// A run or replay that sent nothing must not look like one that passed.
  private func failIfAllSkipped() {
    guard count(of: "skipped") == total, isRun || command == "replay" && total > 0 else { return }
    Output.talk(
      "nothing was \(isRun ? "run" : "sent"): \(total == 1 ? "it was" : "all were") skipped")
    codes.add(1)
  }

  private func note(_ failure: Output.Failure) {
    if !failure.text.isEmpty { Output.talk(failure.text) }
    codes.add(failure.exitCode)
  }
}
