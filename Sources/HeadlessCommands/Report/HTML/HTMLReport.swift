import FramesAndWidgets
import NetEngine
import RequestFiles

/// A run as a page for people: what was asked, what came and what it means, without secrets.
nonisolated struct HTMLReport: RunReport {
  let sink: ReportSink
  private var page: HTMLPage

  init(_ sink: ReportSink, title: String) {
    self.sink = sink
    page = HTMLPage(title: title)
  }

  mutating func take(_ firing: Firing, _ redaction: ReportRedaction) throws(Output.Failure) {
    let outcome = firing.outcome
    var told = ReportedExchange(
      number: firing.number, name: redaction(firing.name), method: firing.method,
      url: redaction(url: firing.url.withoutUserInfo),
      state: firing.skipped != nil ? .none : firing.isMet ? .good : .bad,
      word: firing.kind?.rawValue ?? "skipped")
    (told.place, told.start, told.time) = ("\(firing.place)", firing.began, firing.time)
    told.message = redaction(firing.complaint ?? "")
    told.notes = notes(of: firing).map { redaction($0) }
    told.checks = (firing.check?.answers ?? []).map { answer in
      let found = answer.found.isEmpty ? "" : "found \(answer.found)"
      return ReportedExchange.Line(
        holds: answer.holds, name: redaction(answer.words),
        note: redaction([answer.text, found].filter { !$0.isEmpty }.joined(separator: " — ")))
    }
    if let outcome { told.tell(outcome, redaction) }
    if let exchange = Self.exchange(of: firing) { told.tell(redaction(exchange)) }
    page.add(told)
  }

  private func notes(of firing: Firing) -> [String] {
    var notes: [String] = []
    if let skipped = firing.skipped { notes.append("skipped: \(skipped)") }
    if firing.round > 1 { notes.append("round \(firing.round)") }
    if firing.tries > 1 { notes.append("after \(firing.tries) tries") }
    if firing.isReplay, firing.outcome != nil { notes.append("answered from a recording") }
    let unchecked = firing.uncheckedCount
    if unchecked > 0 {
      notes.append("\(Units.count(unchecked, "check")) of its scripts not made")
    }
    if let hint = firing.hint { notes.append("it looks like a refusal: \(hint.words)") }
    if let proxy = firing.outcome?.proxy { notes.append("it went \(proxy.words)") }
    return notes
  }

  /// What was said, as a recording would have it; nil where nothing was.
  private static func exchange(of firing: Firing) -> Exchange? {
    guard let outcome = firing.outcome else { return nil }
    if let response = outcome.response {
      return Exchange(
        sequence: firing.number, name: "", startedAt: 0, request: response.request,
        result: .success(response))
    }
    guard case .transport(let failure) = outcome.error, !failure.hops.isEmpty else { return nil }
    let request = HTTPRequest(
      method: failure.hops[0].method, url: failure.hops[0].url,
      headers: firing.target?.headers ?? [:])
    return Exchange(
      sequence: firing.number, name: "", startedAt: 0, request: request,
      result: .failure(.transport(failure)))
  }

  mutating func end(_ summary: RunSummary) throws(Output.Failure) {
    try sink.write(page.text(numbers: summary.words))
    try sink.end()
  }
}

/// The exchanges of a session as such a page.
nonisolated struct RowHTMLReport: RowReport {
  let sink: ReportSink
  private var page: HTMLPage

  init(_ sink: ReportSink, title: String) {
    self.sink = sink
    page = HTMLPage(title: title)
  }

  mutating func take(_ row: ReportRow) throws(Output.Failure) {
    if let told = row.told { page.add(told) }
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) {
    try sink.write(page.text(numbers: summary))
    try sink.end()
  }
}
