import InspectorCore
import NetEngine

/// The XML that CI systems read: a suite for each file, a case for each request.
///
/// `failure` is an answer that is not as expected, `error` a request that got none or was not sent.
struct JUnitReport: RunReport {
  let sink: ReportSink
  private var suites: [Suite] = []

  private struct Suite {
    let name: String
    let file: String
    var cases: [String] = []
    var counts = Counts()
  }

  private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    /// In microseconds.
    var time = 0

    mutating func add(_ other: Counts) {
      tests += other.tests
      failures += other.failures
      errors += other.errors
      skipped += other.skipped
      time += other.time
    }

    var attributes: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" "
        + "time=\"\(JUnitReport.seconds(time))\""
    }
  }

  init(_ sink: ReportSink) {
    self.sink = sink
  }

  mutating func take(_ firing: Firing) throws(Output.Failure) {
    let file = firing.origin + firing.entry.request.place.file
    if suites.last?.file != file, !suites.contains(where: { $0.file == file }) {
      suites.append(Suite(name: firing.entry.group, file: file))
    }
    guard let place = suites.firstIndex(where: { $0.file == file }) else { return }
    var counts = Counts(tests: 1, time: firing.time ?? 0)
    suites[place].cases.append(text(of: firing, counting: &counts))
    suites[place].counts.add(counts)
  }

  private func text(of firing: Firing, counting counts: inout Counts) -> String {
    let place = firing.place
    let name = firing.round > 1 ? "\(firing.name) (round \(firing.round))" : firing.name
    let head =
      "    <testcase name=\"\(name.xml)\" classname=\"\(firing.entry.group.xml)\" "
      + "file=\"\(place.file.xml)\" line=\"\(place.line)\" "
      + "time=\"\(Self.seconds(firing.time ?? 0))\""
    if let skipped = firing.skipped {
      counts.skipped = 1
      return "\(head)>\n      <skipped message=\"\(skipped.xml)\"/>\n    </testcase>\n"
    }
    guard let complaint = firing.complaint, let kind = firing.kind else { return "\(head)/>\n" }
    let isFailure = firing.exitCode == 4
    if isFailure { counts.failures = 1 } else { counts.errors = 1 }
    let tag = isFailure ? "failure" : "error"
    return "\(head)>\n      <\(tag) type=\"\(kind.rawValue)\" message=\"\(complaint.xml)\">"
      + "\(details(of: firing).xml)</\(tag)>\n    </testcase>\n"
  }

  /// What was asked and how far the answer came, line by line.
  private func details(of firing: Firing) -> String {
    var lines = ["\(firing.method) \(firing.url)", "\(firing.place)"]
    for step in firing.outcome?.steps ?? [] {
      let sign = step.hasPassed.map { $0 ? "✓" : "✗" } ?? "–"
      lines.append("\(sign) \(step.name): \(step.note)")
    }
    for answer in firing.check?.answers ?? [] {
      let found = answer.found.isEmpty ? "" : ": \(answer.found)"
      lines.append("\(answer.holds ? "✓" : "✗") expect \(answer.filter.text)\(found)")
    }
    return lines.joined(separator: "\n")
  }

  mutating func end(_ summary: RunSummary) throws(Output.Failure) {
    var counts = Counts()
    for suite in suites { counts.add(suite.counts) }
    counts.time = summary.time
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites name=\"inspector\" \(counts.attributes)>\n"
    for suite in suites {
      xml += "  <testsuite name=\"\(suite.name.xml)\" file=\"\(suite.file.xml)\" "
      xml += "\(suite.counts.attributes)>\n\(suite.cases.joined())  </testsuite>\n"
    }
    try sink.write(xml + "</testsuites>\n")
    try sink.end()
  }

  /// Three decimals, as every reader takes them.
  private static func seconds(_ microseconds: Int) -> String {
    let thousandths = "\(microseconds / 1_000 % 1_000)"
    let zeros = String(repeating: "0", count: 3 - thousandths.utf8.count)
    return "\(microseconds / 1_000_000).\(zeros)\(thousandths)"
  }
}

extension String {
  /// The text inside of XML 1.0, which has no way to say a control character: those are spelled.
  fileprivate var xml: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n": text += "&#10;"
      case "\t": text += "&#9;"
      case "\u{20}"..."\u{7e}", "\u{a0}"..."\u{d7ff}", "\u{e000}"..."\u{fffd}",
        "\u{10000}"..."\u{10ffff}":
        text.unicodeScalars.append(scalar)
      default: text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return text
  }
}
