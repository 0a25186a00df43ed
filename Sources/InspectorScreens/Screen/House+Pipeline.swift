import NetEngine

extension House {
  /// Draws what is asked of responses so that it ends before `end`; returns the column before it.
  ///
  /// A step that a person chose in place of the target's own is bold and has a star. Where the room
  /// is short, the steps that every response passes are left out.
  func drawPipeline(_ pipeline: Pipeline, in frame: inout Frame, end: Int) -> Int {
    let gap = " · "
    var steps = steps(of: pipeline)
    func start() -> Int {
      end - steps.reduce(0) { $0 + rule.width(of: $1.text) } - 3 * (steps.count - 1)
    }
    while start() < 40, let spare = steps.lastIndex(where: { !$0.isChosen }), steps.count > 1 {
      steps.remove(at: spare)
    }
    // The program's name goes before everything; a step that is cut says nothing.
    let first = start()
    guard first >= 20 else { return end }
    var column = first
    for (index, step) in steps.enumerated() {
      if index > 0 { column = frame.draw(gap, row: 0, column: column, style: Style(.faint)) }
      column = frame.draw(
        step.text, row: 0, column: column, end: end,
        style: step.isChosen ? Style(.accent, bold: true) : Style(.faint))
    }
    return first - 2
  }

  /// The most important step first.
  private func steps(of pipeline: Pipeline) -> [(text: String, isChosen: Bool)] {
    let (filter, mapping) = (pipeline.filter, pipeline.mapping)
    let steps: [(String, Bool)] = [
      (pipeline.profile.map { "envelope \($0.name)" } ?? "no envelope", lens.profile != .own),
      (filter == .none ? "any status" : "status \(filter.text)", lens.filter != nil),
      (mapping == .auto ? "any body" : "body \(mapping.text)", lens.mapping != nil),
    ]
    return steps.map { text, isChosen in
      (text.shortened(to: 33) + (isChosen ? "*" : ""), isChosen)
    }
  }
}
