import NetEngine
import Testing

extension Outcome {
  /// Records an issue unless the verdict is this one, with this code of the envelope, at this step.
  ///
  /// What is not said is not asked. A step is named as the pipeline calls it, `envelope` or
  /// `filter 2xx`; the beginning of its name is enough. The text of the issue ends with the command
  /// that opens the exchange on the screens.
  public func expectVerdict(
    _ kind: Kind, code: String? = nil, at step: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard let text = await complaint(kind, code, step) else { return }
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }

  /// The step that failed.
  private var failed: StepResult? { steps.first { $0.hasPassed == false } }

  private func complaint(_ kind: Kind, _ code: String?, _ step: String?) async -> String? {
    let isStep = step.map { failed?.name.hasPrefix($0) ?? false } ?? true
    guard self.kind != kind || code.map({ $0 != envelope?.code }) ?? false || !isStep else {
      return nil
    }
    func words(_ kind: Kind, _ code: String?, _ step: String?) -> String {
      kind.rawValue + (code.map { ", code \($0)" } ?? "") + (step.map { ", at step '\($0)'" } ?? "")
    }
    let found = words(self.kind, envelope?.code, failed?.name)
    var text = "expected \(words(kind, code, step)); found \(found)"
    for step in steps {
      let mark = step.hasPassed.map { $0 ? "✓" : "✗" } ?? "–"
      text += "\n  \(mark) \(step.name): \(step.note)"
    }
    if steps.isEmpty, let error { text += "\n  ✗ \(error.message)" }
    guard let session = TestSession.current else { return text }
    return text + "\n" + session.command(at: await session.number(of: response))
  }
}

extension Call where Value == Response {
  /// Asks, judges by the pipeline, and records an issue unless the verdict is this one.
  ///
  /// Without a pipeline it is the default one with the profile the answer brings along.
  @discardableResult
  public func expectVerdict(
    _ kind: Kind, code: String? = nil, at step: String? = nil, by pipeline: Pipeline? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Outcome {
    let outcome = await outcome(pipeline)
    await outcome.expectVerdict(kind, code: code, at: step, sourceLocation: sourceLocation)
    return outcome
  }
}
