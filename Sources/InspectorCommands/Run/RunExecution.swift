import NetEngine
import RequestFiles

/// A run with everything around it: progress, signals, the numbers at the end.
nonisolated final class RunExecution {
  private let run: CollectionRun
  private let reports: Reports
  private var total = 0
  private var newest = ""

  private init(_ run: CollectionRun, _ reports: Reports) {
    self.run = run
    self.reports = reports
  }

  /// Fires all of it on threads of our own; the first signal ends it early.
  @MainActor
  static func fire(
    _ run: sending CollectionRun, _ entries: [RequestCollection.Entry], in order: RunOrder,
    rounds: [[String: String]], _ reports: sending Reports
  ) async -> ExitCodes {
    let execution = RunExecution(run, reports)
    let signals = EndingSignals()
    let work = Task(executorPreference: Workers.shared) { @concurrent in
      await execution.fire(order, rounds: rounds)
      await execution.end(entries, signal: signals.first)
      return execution.reports.codes
    }
    signals.hear = { work.cancel() }
    return await work.value
  }

  /// Once for each set of values.
  private func fire(_ order: RunOrder, rounds: [[String: String]]) async {
    reports.start = MonotonicClock.microseconds
    total = order.entries.count * rounds.count
    run.began = { [self] entry in
      newest = entry.listName
      show()
    }
    run.finished = { [self] firing in
      try reports.take(firing)
      show()
    }
    do {
      for values in rounds where !Task.isCancelled { try await run.fire(order, with: values) }
    } catch {
      // A report that cannot be written has said so itself.
    }
    ProgressLine.clear()
  }

  private func end(_ entries: [RequestCollection.Entry], signal: Int32?) {
    let files = Set(entries.map(\.place.file))
    for file in run.collection.files where files.contains(file.name) {
      reports.uncheckedCount += file.unreadChecks
    }
    reports.end(signal: signal)
  }

  private func show() {
    let failed = reports.count(of: "failed")
    let note = failed > 0 ? " · \(failed) failed" : ""
    let elapsed = MonotonicClock.microseconds - reports.start
    let left = ProgressLine.left(reports.total, of: total, after: elapsed)
    ProgressLine.show("\(reports.total)/\(total)\(note)\(left) · \(newest)")
  }
}
