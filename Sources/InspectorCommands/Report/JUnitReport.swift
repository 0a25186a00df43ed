import NetEngine
import RequestFiles

/// The XML that CI systems read: a suite for each file, a case for each row.
///
/// It has what the strictest of its readers allows and no more: a file is named by its suite, a line
/// in the text of a failure.
nonisolated struct JUnitReport: Report {
  private let sink: ReportSink
  /// The file of rows that are not of a request file.
  private let session: String
  private var suites: [Suite] = []

  init(_ sink: ReportSink, session: String) {
    (self.sink, self.session) = (sink, session)
  }

  private struct Suite {
    let name: String
    let file: String
    /// When its first case began, in microseconds since 1970.
    let began: Int
    var cases: [Case] = []
  }

  private struct Case {
    /// The element of a case that has not passed.
    let tag: Tag?
    /// In microseconds.
    let time: Int
    let xml: String
  }

  private enum Tag: String {
    case skipped
    /// The response is not as expected.
    case failure
    /// There is no response, or the request was not sent.
    case error
  }

  mutating func take(_ row: ReportRow, _ redaction: ReportRedaction) throws(Output.Failure) {
    let file = row.firing?.place.file ?? session
    let group = row.firing?.entry.group ?? session
    var (tag, element): (Tag?, String) = (nil, "")
    if let skipped = row.skipped {
      (tag, element) = (.skipped, Self.skipped(skipped))
    } else if row.isGood == false {
      let unmet: Tag = row.exitCode == 4 ? .failure : .error
      let details = redaction(details(of: row, url: redaction(url: row.url)))
      tag = unmet
      element =
        "<\(unmet.rawValue) type=\"\((row.type ?? row.word).xml)\" "
        + "message=\"\(redaction(row.failureMessage).xml)\">\(details.xml)</\(unmet.rawValue)>"
    }
    add(row.title, group, file, time: row.time ?? 0, tag, element)
    if let part = row.firing?.keptPart {
      add("\(row.title): body", group, file, time: 0, .skipped, Self.skipped(part))
    }
    guard let firing = row.firing, firing.uncheckedCount > 0 else { return }
    // A case of its own, so that it is counted where a person looks.
    let unchecked = firing.uncheckedCount
    let words = unchecked == 1 ? "1 check was not made" : "\(unchecked) checks were not made"
    add(
      "\(row.title): checks of its scripts", group, file, time: 0, .skipped,
      Self.skipped("\(words): scripts are kept and not run, see \(firing.place)"))
  }

  /// The request and the steps of the pipeline, or else the differences, line by line.
  private func details(of row: ReportRow, url: String) -> String {
    var lines = row.firing.map { ["\(row.method) \(url)", "\($0.place)"] } ?? []
    for step in row.outcome?.steps ?? [] {
      let sign = step.hasPassed.map { $0 ? "✓" : "✗" } ?? "–"
      lines.append("\(sign) \(step.name): \(step.note)")
    }
    if let firing = row.firing, let check = firing.check {
      for (index, answer) in check.answers.enumerated() {
        let found = answer.found.isEmpty ? "" : ": \(answer.found)"
        let place = answer.holds ? "" : " (\(firing.expectationPlace(at: index)))"
        lines.append("\(answer.holds ? "✓" : "✗") expect \(answer.text)\(found)\(place)")
      }
    }
    if row.outcome == nil { return (lines + row.details).joined(separator: "\n") }
    // Only this has the server's words: readers that leave out the message show them.
    if case .statusCode = row.outcome?.error { lines += row.details.prefix(1) }
    return lines.joined(separator: "\n")
  }

  private static func skipped(_ why: String) -> String { "<skipped message=\"\(why.xml)\"/>" }

  /// Adds a case to the suite of its file.
  private mutating func add(
    _ name: String, _ group: String, _ file: String, time: Int, _ tag: Tag?, _ element: String
  ) {
    let place = suites.lastIndex { $0.file == file } ?? suites.count
    if place == suites.count {
      let now = VariableSystem.live.now() * 1_000
      suites.append(Suite(name: group, file: file, began: now.saturatingSum(-time)))
    }
    let head =
      "    <testcase name=\"\(name.xml)\" classname=\"\(group.xml)\" time=\"\(Self.seconds(time))\""
    let xml = tag == nil ? "\(head)/>\n" : "\(head)>\n      \(element)\n    </testcase>\n"
    suites[place].cases.append(Case(tag: tag, time: time, xml: xml))
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) {
    let all = Self.counts(suites.flatMap(\.cases))
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites name=\"inspector\" \(all) time=\"\(Self.seconds(time))\">\n"
    for suite in suites {
      // How many were skipped only a suite may say.
      let skipped = suite.cases.count { $0.tag == .skipped }
      let sum = suite.cases.reduce(0) { $0 + $1.time }
      // UTC without a zone, to the second: `2026-01-31T08:15:00`, as every reader takes it.
      let began = HARDate.text(suite.began).prefix(19)
      xml += "  <testsuite name=\"\(suite.name.xml)\" file=\"\(suite.file.xml)\" "
      xml += "timestamp=\"\(began)\" \(Self.counts(suite.cases)) skipped=\"\(skipped)\" "
      xml += "time=\"\(Self.seconds(sum))\">\n\(suite.cases.map(\.xml).joined())  </testsuite>\n"
    }
    try sink.write(xml + "</testsuites>\n")
    try sink.end()
  }

  private static func counts(_ cases: [Case]) -> String {
    let failures = cases.count { $0.tag == .failure }
    let errors = cases.count { $0.tag == .error }
    return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }

  /// Three decimals, as every reader takes them.
  private static func seconds(_ microseconds: Int) -> String {
    let thousandths = "\(microseconds / 1_000 % 1_000)"
    let zeros = String(repeating: "0", count: 3 - thousandths.utf8.count)
    return "\(microseconds / 1_000_000).\(zeros)\(thousandths)"
  }
}

nonisolated extension String {
  /// The text inside of XML 1.0, which has no way to say a control character: those are spelled.
  fileprivate var xml: String {
    spelling { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n": "&#10;"
      case "\t": "&#9;"
      case "\u{20}"..."\u{7e}", "\u{a0}"..."\u{d7ff}", "\u{e000}"..."\u{fffd}",
        "\u{10000}"..."\u{10ffff}":
        nil
      default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
  }
}
