import NetEngine
import Sessions

/// All reports of a run, and what the run ends with.
final class RunReports {
  private var reports: [any RunReport]
  private let redaction = ReportRedaction()
  private(set) var codes = ExitCodes()

  init(_ reports: [any RunReport]) {
    self.reports = reports
  }

  /// What a recording shows to be secret is taken out of the reports from the first line on.
  func learn(from session: Session) { redaction.learn(from: session) }

  /// Throws when one of them cannot be written any more: the run need not go on for nobody.
  func take(_ firing: Firing) throws(Output.Failure) {
    codes.add(firing.exitCode)
    redaction.learn(from: firing)
    for index in reports.indices {
      do throws(Output.Failure) {
        try reports[index].take(firing, redaction)
      } catch {
        note(error)
        reports.remove(at: index)
        throw error
      }
    }
  }

  /// Whatever else went wrong, each report that can be written is.
  func end(_ summary: RunSummary) {
    if let signal = summary.signal { codes.add(128 + signal) }
    for index in reports.indices {
      do throws(Output.Failure) {
        try reports[index].end(summary)
      } catch {
        note(error)
      }
    }
  }

  private func note(_ failure: Output.Failure) {
    if !failure.text.isEmpty { Output.talk(failure.text) }
    codes.add(failure.exitCode)
  }
}
