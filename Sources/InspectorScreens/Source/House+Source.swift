import NetEngine

extension House {
  /// Orders that another source answers from now on.
  mutating func order(_ source: AnswerSource) -> [Effect] {
    orderedSource = source
    if case .session = source { notify("opening \(source.name) …") }
    return [.answer(from: source)]
  }
}

/// The first row's words for where responses come from and go to.
extension House {
  /// Draws whether what is fired is kept, so that it ends before `end`; says where room ends now.
  func drawRecording(in frame: inout Frame, end: Int) -> Int {
    guard let recording = recording else { return end }
    let isSaved = recording.problem == nil
    let long = isSaved ? "● recording \(recording.name)" : "✗ not saved"
    let text = end < 60 && isSaved ? "● recording" : long
    let style = isSaved ? Style(.faint) : Style(.server, bold: true)
    return draw(badge: text, style, in: &frame, behind: isSaved ? 24 : 11, end: end)
  }

  /// The program's name goes before everything.
  private func draw(
    badge text: String, _ style: Style, in frame: inout Frame, behind start: Int, end: Int
  ) -> Int {
    let width = rule.width(of: text)
    guard end - width >= start else { return end }
    frame.draw(text, row: 0, endingAt: end + 1, fitting: width, style: style)
    return end - width - 2
  }

  /// Draws who answers when that is not the network, so that it ends before `end`.
  func drawSource(in frame: inout Frame, end: Int) -> Int {
    let text = "◂ \(source.isSession ? "from " : "")\(source.name.shortened(to: 24))"
    return draw(badge: text, Style(.warning, bold: true), in: &frame, behind: 12, end: end)
  }
}
