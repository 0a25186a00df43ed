import NetEngine
import RequestFiles

/// A line for each row, with what is wrong under it, and the numbers at the end.
nonisolated struct TextReport: Report {
  let sink: ReportSink
  /// How wide the column of names is; what is wider pushes the rest to the right.
  let nameWidth: Int

  /// What answers look like that passed, in words, and how many do.
  private var hints: [(words: String, count: Int)] = []
  /// Which proxies requests went through, in words, and how many did.
  private var proxies: [(words: String, count: Int)] = []

  private static let rule = DisplayRule()
  /// Further lines are only in the reports for machines.
  private static let detailLimit = 20

  init(_ sink: ReportSink, names: [String]) {
    self.sink = sink
    nameWidth = min(32, names.map { Self.rule.width(of: $0, upTo: 33) }.max() ?? 0)
  }

  mutating func take(_ row: ReportRow, _ redaction: ReportRedaction) throws(Output.Failure) {
    // A response that is judged by its status alone is not marked as good.
    let isPart = row.isGood == true && row.firing?.keptPart != nil
    let sign = isPart ? "–" : row.isGood.map { $0 ? "✓" : "✗" } ?? "–"
    let method = row.method.padded(to: 7)
    let indent = row.firing == nil ? "        " : "    "
    let verdict: String
    var text: String
    if let firing = row.firing {
      verdict =
        "\(sign) \(firing.outcome?.statusText ?? "–  ") \(word(of: firing).padded(to: Kind.wordWidth)) "
      text = "\(method) \(padded(redaction(firing.entry.shortName)))"
      text = (text + end(of: row, firing)).trimmedAtEnd
    } else {
      let number = "#\(row.number)".leftPadded(to: 5)
      verdict = "\(sign) \(number) \(row.word.padded(to: 18)) "
      text = "\(method) \(row.name)"
    }
    text += "\n"
    for (index, line) in row.details.prefix(Self.detailLimit).enumerated() {
      text += "\(indent)\(line)\n"
      if let place = row.placeToWrite(after: index) { text += "\(indent)\(place)\n" }
    }
    let more = row.details.count - Self.detailLimit
    if more > 0 { text += "\(indent)… and \(more) more\n" }
    if let hint = row.firing?.hint { Self.count(redaction(hint.words), in: &hints) }
    if let proxy = row.firing?.outcome?.proxy { Self.count(redaction(proxy.words), in: &proxies) }
    let good: Output.Ink = isPart || row.firing?.hint != nil ? .warning : .good
    try sink.write(verdict, row.isGood.map { $0 ? good : row.firing?.kind?.ink ?? .bad })
    try sink.write(text)
  }

  /// The columns behind the name of a run's request.
  private func end(of row: ReportRow, _ firing: Firing) -> String {
    var text = ""
    if let skipped = row.skipped {
      text = " skipped: \(skipped)"
    } else if let time = row.time {
      text = " " + Units.time(microseconds: time).leftPadded(to: 8)
      if let response = row.outcome?.response {
        text += " " + Units.bytes(response.bodySize).leftPadded(to: 8)
      }
    }
    if let part = firing.keptPart { text += " \(part)" }
    return firing.tries > 1 ? text + " after \(firing.tries) tries" : text
  }

  /// What an envelope says that is only detected has a question mark here as in the lists.
  private func word(of firing: Firing) -> String {
    let isPart = firing.kind == .ok && firing.outcome?.uncheckedPart != nil
    let known = isPart ? Kind.ok.uncertainWord : firing.kind?.word
    return firing.hint?.kind.uncertainWord ?? known ?? ""
  }

  private static func count(_ words: String, in all: inout [(words: String, count: Int)]) {
    if let place = all.firstIndex(where: { $0.words == words }) {
      all[place].count += 1
    } else {
      all.append((words, 1))
    }
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) {
    for (words, count) in proxies {
      try sink.write("note: \(Units.count(count, "request")) went \(words)\n")
    }
    for (words, count) in hints {
      let subject =
        count == 1 ? "1 response looks like a refusal" : "\(count) responses look like refusals"
      try sink.write("note: \(subject): \(words)\n")
    }
    try sink.write(summary + "\n")
    try sink.end()
  }

  private func padded(_ name: String) -> String {
    let width = Self.rule.width(of: name)
    return name + String(repeating: " ", count: max(0, nameWidth - width))
  }
}

nonisolated extension ReportRow {
  /// The place of a detail, written once for the details that share it.
  fileprivate func placeToWrite(after index: Int) -> FilePlace? {
    guard index < places.count else { return nil }
    let isShared = index + 1 < places.count && places[index + 1] == places[index]
    return isShared ? nil : places[index]
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
