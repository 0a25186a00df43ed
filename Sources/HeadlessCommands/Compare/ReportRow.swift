import FramesAndWidgets
import NetEngine
import Sessions

/// One exchange of a session in a report of `check`, `replay` or `diff`.
nonisolated struct ReportRow {
  /// Its number in the session.
  var number: Int
  var name: String
  var method: String
  /// True is as expected, false is not, nil was not looked at.
  var isGood: Bool?
  /// What became of it, in a word or two.
  var word: String
  /// What there is to say about it, a line each.
  var details: [String] = []
  /// One line of JSON, made where a report asks for it.
  var json: () -> String
  var result = JUnitDocument.Result.passed
  /// In microseconds.
  var time = 0
  var exitCode: Int32 = 0
  /// What was said, and who is speaking where that is more than one.
  var said: [(who: String, exchange: Exchange)] = []
  /// What the pipeline made of it, where one did.
  var outcome: Outcome?
  /// All of it for a page, made where a report asks for it.
  var told: ReportedExchange?
}

/// Something that is written about the exchanges of a session, in one form.
nonisolated protocol RowReport {
  mutating func take(_ row: ReportRow) throws(Output.Failure)
  /// `summary` is the last line for people; `time` is in microseconds.
  mutating func end(_ summary: String, time: Int) throws(Output.Failure)
}

/// A line for each, what differs under it, the numbers at the end.
nonisolated struct RowTextReport: RowReport {
  let sink: ReportSink
  /// More than this is for a report that machines read.
  private static let detailLimit = 20

  mutating func take(_ row: ReportRow) throws(Output.Failure) {
    let sign = row.isGood.map { $0 ? "✓" : "✗" } ?? "–"
    let number = "#\(row.number)".leftPadded(to: 5)
    var text =
      "\(sign) \(number) \(row.word.padded(to: 18)) \(row.method.padded(to: 7)) \(row.name)\n"
    for line in row.details.prefix(Self.detailLimit) { text += "        \(line)\n" }
    let more = row.details.count - Self.detailLimit
    if more > 0 { text += "        … and \(more) more\n" }
    try sink.write(text)
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) {
    try sink.write("\(summary)\n")
    try sink.end()
  }
}

/// A line of JSON for each.
nonisolated struct RowJSONReport: RowReport {
  let sink: ReportSink

  mutating func take(_ row: ReportRow) throws(Output.Failure) { try sink.write(row.json() + "\n") }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) { try sink.end() }
}

/// The XML that CI systems read: a case for each.
nonisolated struct RowJUnitReport: RowReport {
  let sink: ReportSink
  let session: String
  private var document = JUnitDocument()

  init(sink: ReportSink, session: String) {
    self.sink = sink
    self.session = session
  }

  mutating func take(_ row: ReportRow) throws(Output.Failure) {
    document.add(
      JUnitDocument.Case(
        name: "#\(row.number) \(row.method) \(row.name)", group: session, file: session,
        time: row.time, result: row.result))
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) {
    try sink.write(document.text(time: time))
    try sink.end()
  }
}

/// All reports about a session, and what the command ends with.
nonisolated final class RowReports {
  private var reports: [any RowReport] = []
  private let start = MonotonicClock.microseconds
  var codes = ExitCodes()
  private var counts: [(word: String, count: Int)] = []
  private var total = 0
  private let isFiltered: Bool
  /// Whether one of them says why, as JUnit does.
  private let isForMachines: Bool
  /// Whether one of them shows all that was said.
  private let isForPages: Bool
  private let redaction = ReportRedaction()

  /// Opens them; a place that cannot be written to is told before anything else happens.
  @MainActor
  init(_ arguments: Arguments, _ command: String, session: String) throws {
    isFiltered = arguments["--only"] != nil
    let wanted = try ReportOptions(arguments).wanted
    isForMachines = wanted.contains { $0.form == .junit }
    isForPages = wanted.contains { $0.form == .html }
    for (form, path) in wanted {
      let sink = try ReportSink(path)
      switch form {
      case .text: reports.append(RowTextReport(sink: sink))
      case .json: reports.append(RowJSONReport(sink: sink))
      case .junit: reports.append(RowJUnitReport(sink: sink, session: session))
      case .html: reports.append(RowHTMLReport(sink, title: "\(command) \(session)"))
      case .github: reports.append(try RowGitHubReport(sink, session: session))
      }
    }
  }

  /// What a session shows to be secret is taken out of everything that is said, filtered or not.
  ///
  /// What was read for that is given by its places, unless it is too much to be held.
  @discardableResult
  func learn(from session: Session, holdingAll: Bool = false) -> [Int: Exchange] {
    redaction.learn(from: session, holdingAll: holdingAll)
  }

  /// The same of exchanges that are read already.
  func learn(from exchanges: [Exchange]) {
    redaction.learn(from: Session(exchanges))
  }

  /// Throws when one of them cannot be written any more: nothing need go on for nobody.
  ///
  /// `new` is an exchange of no session: what it shows to be secret is taken out too.
  func take(_ row: ReportRow, new: Exchange? = nil) throws(Output.Failure) {
    if let new { redaction.learn(from: new) }
    var row = redaction(row, isForMachines: isForMachines)
    if isForPages { row.told = ReportedExchange(row, redaction) }
    codes.add(row.exitCode)
    count(row)
    for index in reports.indices {
      do throws(Output.Failure) {
        try reports[index].take(row)
      } catch {
        note(error)
        reports.remove(at: index)
        throw error
      }
    }
  }

  private func count(_ row: ReportRow) {
    total += 1
    let word = row.isGood == nil ? "skipped" : String(row.word.prefix { $0 != " " })
    if let place = counts.firstIndex(where: { $0.word == word }) {
      counts[place].count += 1
    } else {
      counts.append((word, 1))
    }
  }

  /// Writes the numbers; each report that can be written is.
  func end(signal: Int32? = nil) {
    if let signal { codes.add(signal: signal) }
    if total == 0, isFiltered, signal == nil {
      // A misspelt filter must not look like a session without a fault.
      Output.talk("there is no exchange that matches --only")
      codes.add(1)
    }
    var parts = [Units.count(total, "exchange")] + counts.map { "\($0.count) \($0.word)" }
    if let signal { parts.append("ended by signal \(signal)") }
    let time = MonotonicClock.distance(start, MonotonicClock.microseconds)
    for index in reports.indices {
      do throws(Output.Failure) {
        try reports[index].end(parts.joined(separator: " · "), time: time)
      } catch {
        note(error)
      }
    }
    reports = []
  }

  private func note(_ failure: Output.Failure) {
    if !failure.text.isEmpty { Output.talk(failure.text) }
    codes.add(failure.exitCode)
  }
}
