extension App {
  /// Opens the help on what can be done here, or closes it.
  mutating func turnHelp() {
    if screen == .help {
      screens.removeLast()
      return
    }
    screens.removeAll { $0 == .help }
    help = HelpPage(places: scopes)
    screens.append(.help)
  }

  /// Looks for the words and shows what speaks of them; once for all that was typed in one go.
  mutating func settleHelp() {
    guard screens.contains(.help) else {
      help = nil
      return
    }
    let isTyped = if case .helpFilter = prompt?.kind { true } else { false }
    if isTyped, hasMoreEvents { return }
    help?.settle(
      keymap, width: max(1, size.width - 4), height: max(1, size.height - 3), rule: rule)
    if isTyped, prompt?.completion == nil { prompt?.note = help?.note }
  }

  /// How often the help was searched since it was opened.
  package var helpSearchCount: Int { help?.searchCount ?? 0 }

  func drawHelp(in frame: inout Frame) {
    let rule = Region(column: 0, row: 0, width: size.width, height: 1)
    Border.line(in: &frame, row: 0, rule, left: "━", right: "━", isActive: true)
    var segments = Segments()
    segments.add("Help", Border.titleStyle(isActive: true))
    if let help, !help.words.isEmpty {
      segments.add("\(help.count.shown) of \(Units.count(help.count.all, "line"))", rank: 1)
      segments.add("filter \(help.words)", Style(.accent), rank: 2)
    }
    frame.draw(" ", row: 0, column: 1)
    let end = segments.draw(
      in: &frame, row: 0, column: 2, fitting: size.width - 14, dot: Style(.faint))
    frame.draw(" ", row: 0, column: end)
    if let percent = help?.pane?.percent {
      frame.draw(
        " \(percent) % ", row: 0, endingAt: size.width - 1, fitting: 8, style: Style(.faint))
    }
    help?.pane?.draw(
      in: &frame,
      Region(column: 2, row: 1, width: size.width - 4, height: size.height - 3))
    drawFooter(in: &frame)
  }
}
