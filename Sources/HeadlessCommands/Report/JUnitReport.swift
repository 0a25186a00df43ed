import NetEngine
import RequestFiles

/// The XML that CI systems read: a suite for each file, a case for each request.
///
/// `failure` is an answer that is not as expected, `error` a request that got none or was not sent.
nonisolated struct JUnitReport: RunReport {
  let sink: ReportSink
  private var document = JUnitDocument()

  init(_ sink: ReportSink) {
    self.sink = sink
  }

  mutating func take(_ firing: Firing, _ redaction: ReportRedaction) throws(Output.Failure) {
    let place = firing.place
    var name = redaction(firing.name)
    if firing.round > 1 { name += " (round \(firing.round))" }
    let group = firing.entry.group
    document.add(
      JUnitDocument.Case(
        name: name, group: group, file: place.file, time: firing.time ?? 0,
        result: redaction(result(of: firing, redaction))))
    let unchecked = firing.uncheckedCount
    guard unchecked > 0 else { return }
    // A case of its own, so that it is counted where a person looks.
    let words = unchecked == 1 ? "1 check was not made" : "\(unchecked) checks were not made"
    document.add(
      JUnitDocument.Case(
        name: "\(name): checks of its scripts", group: group, file: place.file,
        result: .skipped("\(words): scripts are kept and not run, see \(place)")))
  }

  private func result(
    of firing: Firing, _ redaction: ReportRedaction
  ) -> JUnitDocument.Result {
    if let skipped = firing.skipped { return .skipped(skipped) }
    guard let complaint = firing.complaint, let kind = firing.kind else { return .passed }
    let details = details(of: firing, url: redaction(url: firing.url))
    return firing.exitCode == 4
      ? .failure(type: kind.rawValue, message: complaint, details: details)
      : .error(type: kind.rawValue, message: complaint, details: details)
  }

  /// What was asked and how far the answer came, line by line.
  private func details(of firing: Firing, url: String) -> String {
    var lines = ["\(firing.method) \(url)", "\(firing.place)"]
    for step in firing.outcome?.steps ?? [] {
      let sign = step.hasPassed.map { $0 ? "✓" : "✗" } ?? "–"
      lines.append("\(sign) \(step.name): \(step.note)")
    }
    for answer in firing.check?.answers ?? [] {
      let found = answer.found.isEmpty ? "" : ": \(answer.found)"
      lines.append("\(answer.holds ? "✓" : "✗") expect \(answer.text)\(found)")
    }
    return lines.joined(separator: "\n")
  }

  mutating func end(_ summary: RunSummary) throws(Output.Failure) {
    try sink.write(document.text(time: summary.time))
    try sink.end()
  }
}
