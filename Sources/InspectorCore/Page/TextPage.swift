import NetEngine

/// A text over the whole screen: what will be sent, the messages.
struct TextPage: Sendable {
  let title: String
  var document: TextDocument
  /// It starts at its end: the newest is last.
  var startsAtEnd = false
  private(set) var pane: TextPane?

  init(_ title: String, _ document: TextDocument, startsAtEnd: Bool = false) {
    self.title = title
    self.document = document
    self.startsAtEnd = startsAtEnd
  }

  mutating func move(_ command: Command) { pane?.move(command) }
  mutating func scroll(by rows: Int) { pane?.scroll(by: rows) }

  /// Follows the size of the screen.
  mutating func settle(width: Int, height: Int, rule: DisplayRule) {
    if pane == nil {
      pane = TextPane(document, width: width, height: height, wraps: true, rule: rule)
      if startsAtEnd { pane?.scrollToEnd() }
    }
    pane?.shape(width: width, height: height, wraps: true)
  }
}

extension App {
  mutating func show(_ page: TextPage, as screen: Screen) {
    pages[screen] = page
    if !screens.contains(screen) { screens.append(screen) }
  }

  mutating func settlePages() {
    guard !pages.isEmpty else { return }
    for screen in pages.keys where !screens.contains(screen) { pages[screen] = nil }
    pages[screen]?.settle(
      width: max(1, house.size.width - 4), height: max(1, house.size.height - 3), rule: house.rule)
  }

  func drawPage(in frame: inout Frame) {
    guard let page = pages[screen] else { return }
    let line = Region(column: 0, row: 0, width: house.size.width, height: 1)
    Border.line(in: &frame, row: 0, line, left: "━", right: "━", isActive: true)
    let style = Border.titleStyle(isActive: true)
    let start = frame.draw(" ", row: 0, column: 1)
    let end = frame.draw(
      page.title, row: 0, column: start, fitting: house.size.width - 14, style: style)
    frame.draw(" ", row: 0, column: end)
    if let percent = page.pane?.percent {
      frame.draw(
        " \(percent) % ", row: 0, endingAt: house.size.width - 1, fitting: 8, style: Style(.faint))
    }
    page.pane?.draw(
      in: &frame,
      Region(column: 2, row: 1, width: house.size.width - 4, height: house.size.height - 3))
    drawFooter(in: &frame)
  }
}
