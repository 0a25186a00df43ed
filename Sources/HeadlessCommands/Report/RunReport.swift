import FramesAndWidgets

/// Something that is written about a run while it goes on, and when it is over.
nonisolated protocol RunReport {
  /// Every word of the report goes through the redaction.
  mutating func take(_ firing: Firing, _ redaction: ReportRedaction) throws(Output.Failure)
  mutating func end(_ summary: RunSummary) throws(Output.Failure)
}

/// How a run went, in numbers.
nonisolated struct RunSummary {
  var count = 0
  var metCount = 0
  var failedCount = 0
  var skippedCount = 0
  /// Checks that stand in the files and were not made.
  var uncheckedCount = 0
  /// In microseconds, from the first request to the last answer.
  var time = 0
  /// The signal that ended it.
  var signal: Int32?

  /// Whether all was skipped: an empty run must not look like a green one.
  var isEmpty: Bool { metCount + failedCount == 0 }
  /// Whether something that was meant to be looked at was not.
  var leftSomethingOut: Bool { skippedCount + uncheckedCount > 0 }

  /// The last line for people: `24 requests · 23 as expected · 1 failed · 482 ms`.
  var words: String {
    var parts = [Units.count(count, "request"), "\(metCount) as expected"]
    if failedCount > 0 { parts.append("\(failedCount) failed") }
    if skippedCount > 0 { parts.append("\(skippedCount) skipped") }
    if uncheckedCount > 0 { parts.append("\(Units.count(uncheckedCount, "check")) not made") }
    parts.append(Units.time(microseconds: time))
    if let signal { parts.append("ended by signal \(signal)") }
    return parts.joined(separator: " · ")
  }

  mutating func take(_ firing: Firing) {
    count += 1
    uncheckedCount += firing.uncheckedCount
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
nonisolated struct JSONReport: RunReport {
  let sink: ReportSink

  mutating func take(_ firing: Firing, _ redaction: ReportRedaction) throws(Output.Failure) {
    try sink.write(redaction(line: ExchangeReport(firing).line) + "\n")
  }

  mutating func end(_ summary: RunSummary) throws(Output.Failure) { try sink.end() }
}
