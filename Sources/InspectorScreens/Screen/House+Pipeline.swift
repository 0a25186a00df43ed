import NetEngine

extension House {
  /// Draws the pipeline in force so that it ends before `end`; says in which column it starts.
  ///
  /// A step that a person chose in place of the target's own is bold and has a star.
  func drawPipeline(_ pipeline: Pipeline, in frame: inout Frame, end: Int) -> Int {
    let steps = steps(of: pipeline)
    let arrow = " → "
    let width = steps.reduce(0) { $0 + rule.width(of: $1.text) } + 3 * (steps.count - 1)
    let label = "pipeline "
    let isLabelled = end - width - label.utf8.count >= 40
    let start = end - width - (isLabelled ? label.utf8.count : 0)
    // The program's name goes before everything; a pipeline cut in its middle says nothing.
    guard start >= 20 else { return end }
    var column = start
    if isLabelled { column = frame.draw(label, row: 0, column: column, style: Style(.faint)) }
    for (index, step) in steps.enumerated() {
      if index > 0 { column = frame.draw(arrow, row: 0, column: column, style: Style(.faint)) }
      column = frame.draw(
        step.text, row: 0, column: column, end: end,
        style: step.isChosen ? Style(.accent, bold: true) : .plain)
    }
    return start - 2
  }

  private func steps(of pipeline: Pipeline) -> [(text: String, isChosen: Bool)] {
    let steps = [
      (pipeline.filter == .none ? "any status" : pipeline.filter.text, lens.filter != nil),
      (pipeline.mapping.text, lens.mapping != nil),
      (pipeline.profile?.name ?? "none", lens.profile != .own),
    ]
    return steps.map { text, isChosen in
      (text.shortened(to: 24) + (isChosen ? "*" : ""), isChosen)
    }
  }
}
