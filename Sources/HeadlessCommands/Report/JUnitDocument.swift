import NetEngine

/// The XML that CI systems read: suites of cases, whose counts add up.
///
/// It has what the strictest of its readers allows and no more: a file is named by its suite, a line in
/// the text of a failure.
nonisolated struct JUnitDocument {
  private var suites: [Suite] = []
  /// The system's clock, in microseconds since 1970.
  private let now: () -> Int

  init(now: @escaping () -> Int = { VariableSystem.live.now() * 1_000 }) {
    self.now = now
  }

  /// One case: something that was asked for, and how it went.
  struct Case {
    var name: String
    var group: String
    var file: String
    /// In microseconds.
    var time = 0
    var result = Result.passed
  }

  /// How a case went.
  enum Result {
    case passed
    case skipped(String)
    case unmet(Tag, type: String, message: String, details: String)
  }

  /// The element of a case that has not passed.
  enum Tag: String {
    /// The response is not as expected.
    case failure
    /// There is no response, or the request was not sent.
    case error
  }

  private struct Suite {
    let name: String
    let file: String
    /// When its first case began, in microseconds since 1970.
    let began: Int
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

    /// What all suites together may say; how many were skipped only each of them may.
    var sums: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" "
        + "time=\"\(JUnitDocument.seconds(time))\""
    }

    mutating func add(_ other: Counts) {
      tests += other.tests
      failures += other.failures
      errors += other.errors
      skipped += other.skipped
      time += other.time
    }

    var attributes: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" "
        + "time=\"\(JUnitDocument.seconds(time))\""
    }
  }

  /// Adds a case to the suite of its file.
  mutating func add(_ new: Case) {
    if suites.last?.file != new.file, !suites.contains(where: { $0.file == new.file }) {
      suites.append(
        Suite(name: new.group, file: new.file, began: now().saturatingSum(-new.time)))
    }
    guard let place = suites.firstIndex(where: { $0.file == new.file }) else { return }
    var counts = Counts(tests: 1, time: new.time)
    suites[place].cases.append(Self.text(of: new, counting: &counts))
    suites[place].counts.add(counts)
  }

  private static func text(of new: Case, counting counts: inout Counts) -> String {
    let head =
      "    <testcase name=\"\(new.name.xml)\" classname=\"\(new.group.xml)\" "
      + "time=\"\(seconds(new.time))\""
    switch new.result {
    case .passed: return "\(head)/>\n"
    case .skipped(let why):
      counts.skipped = 1
      return "\(head)>\n      <skipped message=\"\(why.xml)\"/>\n    </testcase>\n"
    case .unmet(let tag, let type, let message, let details):
      if tag == .failure { counts.failures = 1 } else { counts.errors = 1 }
      let start = "<\(tag.rawValue) type=\"\(type.xml)\" message=\"\(message.xml)\">"
      return "\(head)>\n      \(start)\(details.xml)</\(tag.rawValue)>\n    </testcase>\n"
    }
  }

  /// The whole document; `time` is how long all of it took, in microseconds.
  func text(time: Int) -> String {
    var counts = Counts()
    for suite in suites { counts.add(suite.counts) }
    counts.time = time
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites name=\"inspector\" \(counts.sums)>\n"
    for suite in suites {
      xml += "  <testsuite name=\"\(suite.name.xml)\" file=\"\(suite.file.xml)\" "
      xml += "timestamp=\"\(Self.moment(suite.began))\" "
      xml += "\(suite.counts.attributes)>\n\(suite.cases.joined())  </testsuite>\n"
    }
    return xml + "</testsuites>\n"
  }

  /// UTC without a zone, to the second: `2026-01-31T08:15:00`, as every reader takes it.
  private static func moment(_ microseconds: Int) -> String {
    String(HARDate.text(microseconds).prefix(19))
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
