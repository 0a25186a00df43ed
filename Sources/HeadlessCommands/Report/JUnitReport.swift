import NetEngine
import RequestFiles

/// The XML that CI systems read: a suite for each file, a case for each row.
///
/// `failure` is an answer that is not as expected, `error` a request that got none or was not sent.
nonisolated struct JUnitReport: Report {
  let sink: ReportSink
  /// The file of rows that are not of a request file.
  let session: String
  private var document = JUnitDocument()

  init(_ sink: ReportSink, session: String) {
    (self.sink, self.session) = (sink, session)
  }

  mutating func take(_ row: ReportRow, _ redaction: ReportRedaction) throws(Output.Failure) {
    let file = row.firing?.place.file ?? session
    let group = row.firing?.entry.group ?? session
    document.add(
      JUnitDocument.Case(
        name: row.title, group: group, file: file, time: row.time ?? 0,
        result: result(of: row, redaction)))
    guard let firing = row.firing, firing.uncheckedCount > 0 else { return }
    // A case of its own, so that it is counted where a person looks.
    let unchecked = firing.uncheckedCount
    let words = unchecked == 1 ? "1 check was not made" : "\(unchecked) checks were not made"
    document.add(
      JUnitDocument.Case(
        name: "\(row.title): checks of its scripts", group: group, file: file,
        result: .skipped("\(words): scripts are kept and not run, see \(firing.place)")))
  }

  private func result(
    of row: ReportRow, _ redaction: ReportRedaction
  ) -> JUnitDocument.Result {
    if let skipped = row.skipped { return .skipped(skipped) }
    guard row.isGood == false else { return .passed }
    let message = row.message ?? row.details.first ?? "it has no counterpart"
    return .unmet(
      row.exitCode == 4 ? .failure : .error, type: row.type ?? row.word,
      message: redaction(message),
      details: redaction(details(of: row, url: redaction(url: row.url))))
  }

  /// The request and the steps of the pipeline, or else the differences, line by line.
  private func details(of row: ReportRow, url: String) -> String {
    var lines = row.firing.map { ["\(row.method) \(url)", "\($0.place)"] } ?? []
    for step in row.outcome?.steps ?? [] {
      let sign = step.hasPassed.map { $0 ? "✓" : "✗" } ?? "–"
      lines.append("\(sign) \(step.name): \(step.note)")
    }
    for answer in row.firing?.check?.answers ?? [] {
      let found = answer.found.isEmpty ? "" : ": \(answer.found)"
      lines.append("\(answer.holds ? "✓" : "✗") expect \(answer.text)\(found)")
    }
    return (row.outcome == nil ? lines + row.details : lines).joined(separator: "\n")
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) {
    try sink.write(document.text(time: time))
    try sink.end()
  }
}
