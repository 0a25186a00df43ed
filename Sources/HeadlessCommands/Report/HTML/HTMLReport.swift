/// A page for people: the requests, their responses and verdicts, without secrets.
nonisolated struct HTMLReport: Report {
  let sink: ReportSink
  private var page: HTMLPage

  init(_ sink: ReportSink, title: String) {
    self.sink = sink
    page = HTMLPage(title: title)
  }

  mutating func take(_ row: ReportRow, _ redaction: ReportRedaction) throws(Output.Failure) {
    page.add(ReportedExchange(row, redaction))
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) {
    try sink.write(page.text(numbers: summary))
    try sink.end()
  }
}
