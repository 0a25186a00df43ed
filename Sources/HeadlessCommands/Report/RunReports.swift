import NetEngine
import Sessions

/// All reports of a run, and what the run ends with.
nonisolated final class RunReports {
  private var reports: [any RunReport]
  private let redaction = ReportRedaction()
  private(set) var codes = ExitCodes()
  /// Whether what was skipped or not checked fails.
  private let isStrict: Bool

  init(_ reports: [any RunReport], isStrict: Bool = false) {
    self.reports = reports
    self.isStrict = isStrict
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
    if let signal = summary.signal { codes.add(signal: signal) }
    if isStrict, summary.leftSomethingOut { codes.add(4) }
    for index in reports.indices {
      do throws(Output.Failure) {
        try reports[index].end(summary)
      } catch {
        note(error)
      }
    }
    if summary.isEmpty, summary.signal == nil {
      Output.talk("nothing was run: \(summary.count == 1 ? "it was" : "all were") skipped")
      codes.add(1)
    }
  }

  private func note(_ failure: Output.Failure) {
    if !failure.text.isEmpty { Output.talk(failure.text) }
    codes.add(failure.exitCode)
  }
}
