import NetEngine
import RequestFiles

/// A run as annotations: an error for each request that is not as expected, a warning for checks that
/// were not made, the numbers as a notice.
nonisolated struct GitHubReport: RunReport {
  private var annotations: GitHubAnnotations

  init(_ sink: ReportSink) throws(Output.Failure) {
    annotations = try GitHubAnnotations(sink)
  }

  mutating func take(_ firing: Firing, _ redaction: ReportRedaction) throws(Output.Failure) {
    let name = redaction(firing.name)
    let title = firing.round > 1 ? "\(name) (round \(firing.round))" : name
    let place = firing.place
    if let complaint = firing.complaint {
      let url = redaction(url: firing.url.withoutUserInfo)
      annotations.add(
        .error, file: place.file, line: place.line, title: title,
        "\(redaction(complaint))\n\(firing.method) \(url)")
    }
    guard firing.uncheckedCount > 0 else { return }
    let words = firing.uncheckedCount == 1 ? "1 check was" : "\(firing.uncheckedCount) checks were"
    annotations.add(
      .warning, file: place.file, line: place.line, title: title,
      "\(words) not made: scripts are kept and not run")
  }

  mutating func end(_ summary: RunSummary) throws(Output.Failure) {
    annotations.add(.notice, title: "inspector run", summary.words)
    try annotations.end()
  }
}

/// The exchanges of a session as annotations, at the session's file.
nonisolated struct RowGitHubReport: RowReport {
  let session: String
  private var annotations: GitHubAnnotations

  init(_ sink: ReportSink, session: String) throws(Output.Failure) {
    self.session = session
    annotations = try GitHubAnnotations(sink)
  }

  mutating func take(_ row: ReportRow) throws(Output.Failure) {
    guard row.isGood == false else { return }
    let details = row.details.isEmpty ? [row.word] : row.details
    annotations.add(
      .error, file: session, title: "#\(row.number) \(row.method) \(row.name)",
      details.joined(separator: "\n"))
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) {
    annotations.add(.notice, file: session, title: "inspector", summary)
    try annotations.end()
  }
}
