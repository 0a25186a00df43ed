import NetEngine

extension House {
  /// Draws what is asked of responses so that it ends before `end`; returns the column before it.
  ///
  /// A step that a person chose in place of the target's own is bold and has a star. Where the room
  /// is short, steps that nobody chose are left out for what ends before `start`.
  func drawPipeline(
    _ pipeline: Pipeline, in frame: inout Frame, behind start: Int = 40, end: Int
  ) -> Int {
    let gap = " · "
    var steps = steps(of: pipeline)
    func column() -> Int {
      end - steps.reduce(0) { $0 + rule.width(of: $1.text) } - 3 * (steps.count - 1)
    }
    while column() < start, let spare = steps.lastIndex(where: { !$0.isChosen }) {
      steps.remove(at: spare)
    }
    // The program's name goes before everything; a step that is cut says nothing.
    let first = column()
    guard first >= 20, !steps.isEmpty else { return end }
    var place = first
    for (index, step) in steps.enumerated() {
      if index > 0 { place = frame.draw(gap, row: 0, column: place, style: Style(.faint)) }
      place = frame.draw(
        step.text, row: 0, column: place, end: end,
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
