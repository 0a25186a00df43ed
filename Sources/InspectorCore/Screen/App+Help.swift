extension App {
  /// Makes the help text when it is opened, and again for another width.
  mutating func settleHelp() {
    guard screen == .help else {
      help = nil
      return
    }
    let width = max(1, size.width - 4)
    let height = max(1, size.height - 3)
    if help?.width != width {
      help = TextPane(
        HelpDocument.make(keymap, width: width), width: width, height: height, wraps: false,
        rule: rule)
    }
    help?.shape(width: width, height: height, wraps: false)
  }

  func drawHelp(in frame: inout Frame) {
    let rule = Region(column: 0, row: 0, width: size.width, height: 1)
    Border.line(in: &frame, row: 0, rule, left: "━", right: "━", isActive: true)
    frame.draw(" Keys ", row: 0, column: 1, style: Border.titleStyle(isActive: true))
    if let percent = help?.percent {
      frame.draw(
        " \(percent) % ", row: 0, endingAt: size.width - 1, fitting: 8, style: Style(.faint))
    }
    help?.draw(
      in: &frame,
      Region(column: 2, row: 1, width: size.width - 4, height: size.height - 3))
    drawFooter(in: &frame)
  }
}
