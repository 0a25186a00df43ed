import NetEngine
import RequestFiles

/// Annotations: an error for each row that is not as expected, a warning for checks that were not
/// made, the numbers as a notice.
nonisolated struct GitHubReport: Report {
  /// The file of rows that are not of a request file; nil for a run.
  let session: String?
  private var annotations: GitHubAnnotations

  init(_ sink: ReportSink, session: String?) throws(Output.Failure) {
    self.session = session
    annotations = try GitHubAnnotations(sink)
  }

  mutating func take(_ row: ReportRow, _ redaction: ReportRedaction) throws(Output.Failure) {
    let (firing, place) = (row.firing, row.firing?.place)
    let file = place?.file ?? session ?? ""
    if row.isGood == false {
      var lines = row.details.isEmpty ? [row.word] : row.details
      if firing != nil { lines.append("\(row.method) \(redaction(url: row.url.withoutUserInfo))") }
      annotations.add(
        .error, file: file, line: place?.line, title: row.title, lines.joined(separator: "\n"))
    }
    guard let unchecked = firing?.uncheckedCount, unchecked > 0 else { return }
    let words = unchecked == 1 ? "1 check was" : "\(unchecked) checks were"
    annotations.add(
      .warning, file: file, line: place?.line, title: row.title,
      "\(words) not made: scripts are kept and not run")
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) {
    let title = session == nil ? "inspector run" : "inspector"
    annotations.add(.notice, file: session ?? "", title: title, summary)
    try annotations.end()
  }
}
