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

  mutating func settleHelp() {
    guard screens.contains(.help) else {
      help = nil
      return
    }
    help?.settle(
      house.keymap, width: max(1, house.size.width - 4), height: max(1, house.size.height - 3),
      rule: house.rule)
  }

  /// Shows what speaks of these words only; answers what is to be said under them.
  mutating func filterHelp(_ words: String) -> Prompt.Note? {
    help?.words = words
    settleHelp()
    return help?.note
  }

  func drawHelp(in frame: inout Frame) {
    let rule = Region(column: 0, row: 0, width: house.size.width, height: 1)
    Border.line(in: &frame, row: 0, rule, left: "━", right: "━", isActive: true)
    var segments = Segments()
    segments.add("Help", Border.titleStyle(isActive: true))
    if let help, !help.words.isEmpty {
      segments.add("\(help.count.shown) of \(Units.count(help.count.all, "line"))", rank: 1)
      segments.add("filter \(help.words)", Style(.accent), rank: 2)
    }
    frame.draw(" ", row: 0, column: 1)
    let end = segments.draw(
      in: &frame, row: 0, column: 2, fitting: house.size.width - 14, dot: Style(.faint))
    frame.draw(" ", row: 0, column: end)
    if let percent = help?.pane?.percent {
      frame.draw(
        " \(percent) % ", row: 0, endingAt: house.size.width - 1, fitting: 8, style: Style(.faint))
    }
    help?.pane?.draw(
      in: &frame,
      Region(column: 2, row: 1, width: house.size.width - 4, height: house.size.height - 3))
    drawFooter(in: &frame)
  }
}
