import FramesAndWidgets
import NetEngine
import RequestFiles

/// A line for each request, with what is wrong under it, and the numbers at the end.
nonisolated struct TextReport: RunReport {
  let sink: ReportSink
  /// How wide the column of names is; what is wider pushes the rest to the right.
  let nameWidth: Int

  /// What answers look like that passed, in words, and how many do.
  private var hints: [(words: String, count: Int)] = []
  /// Which proxies requests went through, in words, and how many did.
  private var proxies: [(words: String, count: Int)] = []

  private static let rule = DisplayRule()

  init(_ sink: ReportSink, names: [String]) {
    self.sink = sink
    nameWidth = min(32, names.map { Self.rule.width(of: $0, upTo: 33) }.max() ?? 0)
  }

  mutating func take(_ firing: Firing, _ redaction: ReportRedaction) throws(Output.Failure) {
    var line = [
      sign(of: firing), firing.outcome?.statusText ?? "–  ",
      word(of: firing).padded(to: 4), firing.method.padded(to: 7),
      padded(redaction(firing.entry.shortName)),
    ].joined(separator: " ")
    if let skipped = firing.skipped {
      line += " skipped: \(redaction(skipped))"
    } else if let time = firing.time {
      line += " " + Units.time(microseconds: time).leftPadded(to: 8)
      if let response = firing.outcome?.response {
        line += " " + Units.bytes(response.body.count).leftPadded(to: 8)
      }
    }
    if firing.tries > 1 { line += " after \(firing.tries) tries" }
    line = line.trimmedAtEnd + "\n"
    if let complaint = firing.complaint {
      line += "    \(redaction(complaint))\n    \(firing.place)\n"
    }
    if let hint = firing.hint { Self.count(redaction(hint.words), in: &hints) }
    if let proxy = firing.outcome?.proxy { Self.count(redaction(proxy.words), in: &proxies) }
    try sink.write(line)
  }

  /// What an envelope says that is only detected has a question mark here as in the lists.
  private func word(of firing: Firing) -> String {
    firing.hint.map { "\($0.kind.word)?" } ?? firing.kind?.word ?? ""
  }

  private static func count(_ words: String, in all: inout [(words: String, count: Int)]) {
    if let place = all.firstIndex(where: { $0.words == words }) {
      all[place].count += 1
    } else {
      all.append((words, 1))
    }
  }

  mutating func end(_ summary: RunSummary) throws(Output.Failure) {
    for (words, count) in proxies {
      try sink.write("note: \(Units.count(count, "request")) went \(words)\n")
    }
    for (words, count) in hints {
      let subject =
        count == 1 ? "1 answer looks like a refusal" : "\(count) answers look like refusals"
      try sink.write("note: \(subject): \(words)\n")
    }
    try sink.write(summary.words + "\n")
    try sink.end()
  }

  private func sign(of firing: Firing) -> String {
    firing.skipped != nil ? "–" : firing.isMet ? "✓" : "✗"
  }

  private func padded(_ name: String) -> String {
    let width = Self.rule.width(of: name)
    return name + String(repeating: " ", count: max(0, nameWidth - width))
  }
}

nonisolated extension Outcome {
  /// Three columns wide.
  fileprivate var statusText: String {
    guard let status = response?.statusCode, status != 0 else { return "–  " }
    return "\(status)"
  }
}

nonisolated extension String {
  /// For text of ours, where a scalar is a column.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - unicodeScalars.count))
  }

  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - unicodeScalars.count)) + self
  }

  fileprivate var trimmedAtEnd: String {
    var bytes = Substring(self).utf8
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
