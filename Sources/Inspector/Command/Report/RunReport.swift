/// Something that is written about a run while it goes on, and when it is over.
protocol RunReport {
  /// Every word of the report goes through the redaction.
  mutating func take(_ firing: Firing, _ redaction: ReportRedaction) throws(Output.Failure)
  mutating func end(_ summary: RunSummary) throws(Output.Failure)
}

/// How a run went, in numbers.
struct RunSummary {
  var count = 0
  var metCount = 0
  var failedCount = 0
  var skippedCount = 0
  /// In microseconds, from the first request to the last answer.
  var time = 0
  /// The signal that ended it.
  var signal: Int32?

  mutating func take(_ firing: Firing) {
    count += 1
    if firing.skipped != nil {
      skippedCount += 1
    } else if firing.isMet {
      metCount += 1
    } else {
      failedCount += 1
    }
  }
}

/// A line of JSON for each request.
struct JSONReport: RunReport {
  let sink: ReportSink

  mutating func take(_ firing: Firing, _ redaction: ReportRedaction) throws(Output.Failure) {
    try sink.write(redaction(line: ExchangeReport(firing).line) + "\n")
  }

  mutating func end(_ summary: RunSummary) throws(Output.Failure) { try sink.end() }
}
