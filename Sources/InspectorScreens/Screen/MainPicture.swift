import NetEngine

/// The main screen as it is drawn: it reads where a person stands and what there is, and changes
/// nothing.
struct MainPicture {
  let main: MainScreen
  let house: House
  let layout: MainLayout
  let shown: Shown
  /// The firing in the answer pane; nil where none is.
  let shownRecord: FiredExchange?

  init(_ main: MainScreen, _ house: House) {
    (self.main, self.house) = (main, house)
    layout = main.layout(house)
    shown = main.shown(house)
    shownRecord = main.shownRecord(house.history)
  }

  var answer: AnswerView { main.answer }
  var rooms: [AnswerView.Room] { main.rooms(house) }

  func draw(in frame: inout Frame) {
    guard layout.form != .compact else { return drawCompact(in: &frame) }
    if let pane = layout.zoomed { return drawAlone(pane, in: &frame) }
    drawHeader(in: &frame)
    switch layout.form {
    case .wide: drawBoxes(in: &frame)
    default: drawRules(in: &frame)
    }
    drawTargets(in: &frame, layout.targets)
    drawHistory(in: &frame)
    drawAnswer(in: &frame)
  }

  // MARK: The first row

  private func drawHeader(in frame: inout Frame) {
    let right = headerState
    var room =
      house.size.width - 2 - (right.text.isEmpty ? 0 : house.rule.width(of: right.text) + 2)
    frame.draw(
      right.text, row: 0, endingAt: house.size.width - 1, fitting: house.size.width / 2,
      style: right.style)
    room =
      house.source == .network
      ? house.drawRecording(in: &frame, end: room) : house.drawSource(in: &frame, end: room)
    let name = house.rule.width(of: house.title) + house.rule.width(of: house.baseURL)
    room = house.drawPipeline(
      shown.pipeline, in: &frame, behind: max(40, min(name + 17, house.size.width - 24)), end: room)
    var column = frame.draw(
      " Inspector", row: 0, column: 0, end: house.size.width, style: Style(.title, bold: true))
    column = frame.draw("  ", row: 0, column: column)
    column = frame.draw(house.title, row: 0, column: column, fitting: room - column)
    frame.draw(
      house.baseURL, row: 0, column: column + 2, fitting: room - column - 2, style: Style(.faint))
  }

  private var headerState: (text: String, style: Style) {
    var words: [String] = []
    if !main.list.marked.isEmpty { words.append("\(main.list.marked.count) marked") }
    if !house.hasMouse { words.append("mouse off") }
    let running = house.history.running.count + house.firing.ordered.values.reduce(0, +)
    if running > 0 { words.append("\(running) running") }
    let style = running > 0 ? Style(.progress, bold: true) : Style(.faint)
    // The library's join makes its first caller wait; mostly there is one word here, or none.
    return (words.count > 1 ? words.joined(separator: "  ") : words.first ?? "", style)
  }

  // MARK: Frames around panes

  /// The pane with the focus is drawn last: the border that two panes share is its.
  private func drawBoxes(in frame: inout Frame) {
    if main.focus == .answer {
      drawListBox(in: &frame)
      drawAnswerBox(in: &frame)
    } else {
      drawAnswerBox(in: &frame)
      drawListBox(in: &frame)
    }
    let (focus, shared, history) = (main.focus, layout.answer.column, layout.history)
    frame.draw(
      focus == .list ? "┭" : focus == .answer ? "┮" : "┬", row: layout.list.row, column: shared,
      style: Border.style(isActive: focus != .history))
    frame.draw(
      "┴", row: layout.list.endRow - 1, column: shared,
      style: Border.style(isActive: focus != .list || history == nil))
    guard let history else { return }
    frame.draw(
      focus == .history ? "┥" : "┤", row: history.row - 1, column: shared,
      style: Border.style(isActive: true))
  }

  private func drawListBox(in frame: inout Frame) {
    let list = layout.list
    let isTargets = main.focus == .list
    Border.sides(
      in: &frame, list, rows: list.row..<list.endRow, isActive: isTargets || main.focus == .history)
    Border.line(
      in: &frame, row: list.row, list, left: isTargets ? "┍" : "┌", right: isTargets ? "┑" : "┐",
      isActive: isTargets)
    drawListTitle(in: &frame, row: list.row, column: list.column + 1, width: list.width - 2)
    if let history = layout.history {
      let isHistory = main.focus == .history
      let row = history.row - 1
      Border.sides(in: &frame, list, rows: list.row + 1..<row, isActive: isTargets)
      Border.sides(in: &frame, list, rows: row + 1..<list.endRow, isActive: isHistory)
      Border.line(
        in: &frame, row: row, list, left: isHistory ? "┝" : "├", right: isHistory ? "┥" : "┤",
        isActive: isHistory)
      frame.draw(
        " History \(historyTitle) ", row: row, column: list.column + 1,
        end: list.endColumn - 1, style: Border.titleStyle(isActive: isHistory))
    }
    let isLeft = isTargets && layout.history == nil || main.focus == .history
    drawBottom(in: &frame, list, isActive: isLeft, place: nil)
  }

  private func drawAnswerBox(in frame: inout Frame) {
    let isAnswer = main.focus == .answer
    let answer = layout.answer
    Border.sides(in: &frame, answer, rows: answer.row..<answer.endRow, isActive: isAnswer)
    Border.line(
      in: &frame, row: answer.row, answer, left: isAnswer ? "┍" : "┌",
      right: isAnswer ? "┑" : "┐", isActive: isAnswer)
    drawAnswerTitle(
      in: &frame, row: answer.row, column: answer.column + 1, width: answer.width - 3)
    drawBottom(in: &frame, answer, isActive: isAnswer, place: self.answer.percent)
  }

  private var historyTitle: String {
    let shown = main.historyRows.count(in: house.history)
    let count = main.sieve.isOn ? "\(shown) of \(house.history.count)" : "\(shown)"
    return main.historyRows.order == .newest ? count : "\(count) · \(main.historyRows.order.words)"
  }

  private func drawBottom(in frame: inout Frame, _ region: Region, isActive: Bool, place: Int?) {
    let row = region.endRow - 1
    Border.bottom(in: &frame, region, isActive: isActive)
    if let place { drawPlace(place, in: &frame, row: row, end: region.endColumn - 2) }
    guard region == layout.answer else { return }
    let start = answer.drawPath(
      in: &frame, row: row, column: region.column + 2, width: region.width / 2)
    self.answer.drawSearch(in: &frame, row: row, column: start, end: region.endColumn - 9)
    drawMarks(in: &frame, region)
  }

  /// The right border as a map of the text: where matches are.
  private func drawMarks(in frame: inout Frame, _ region: Region) {
    guard let count = answer.count, answer.search != nil, answer.hasContent else { return }
    let content = layout.content
    guard content.height > 0 else { return }
    for row in 0..<content.height {
      let first = row * SearchCount.parts / content.height
      let last = max(first + 1, (row + 1) * SearchCount.parts / content.height)
      guard count.marks.contains(first..<min(last, SearchCount.parts)) else { continue }
      frame.draw(
        "◂", row: content.row + row, column: region.endColumn - 1, style: Style(.match))
    }
  }

  /// How far down the text is.
  private func drawPlace(_ percent: Int, in frame: inout Frame, row: Int, end: Int) {
    let text = percent == 100 ? " end " : " \(percent) % "
    frame.draw(text, row: row, endingAt: end, fitting: 8, style: Style(.faint))
  }

  /// One pane and nothing else: its title over it, over the whole width.
  private func drawAlone(_ pane: Pane, in frame: inout Frame) {
    Border.rule(in: &frame, row: 0)
    let width = house.size.width - 2
    switch pane {
    case .list:
      drawListTitle(in: &frame, row: 0, column: 1, width: width)
      drawTargets(in: &frame, layout.targets)
    case .history:
      frame.draw(
        " History \(historyTitle) ", row: 0, column: 1, style: Border.titleStyle(isActive: true))
      drawHistory(in: &frame)
    case .answer:
      drawTitleLine(in: &frame, row: 0)
      drawAnswer(in: &frame)
    }
  }

  /// The narrow form: a line over each pane and nothing at its sides.
  private func drawRules(in frame: inout Frame) {
    Border.rule(in: &frame, row: 1, isActive: main.focus == .list)
    drawListTitle(in: &frame, row: 1, column: 1, width: house.size.width - 2)
    Border.rule(in: &frame, row: layout.answer.row, isActive: main.focus == .answer)
    drawTitleLine(in: &frame, row: layout.answer.row)
  }

  /// The answer's title with what stands beside it.
  private func drawTitleLine(in frame: inout Frame, row: Int) {
    let place = answer.percent
    let end = drawAnswerTitle(
      in: &frame, row: row, column: 1, width: house.size.width - (place == nil ? 2 : 9))
    drawAside(in: &frame, row: row, from: end + 1, to: house.size.width - (place == nil ? 2 : 9))
    guard let place else { return }
    drawPlace(place, in: &frame, row: row, end: house.size.width - 1)
  }

  /// Without a border below, the search or the tree's path stands behind the title.
  private func drawAside(in frame: inout Frame, row: Int, from column: Int, to end: Int) {
    if answer.search != nil {
      return answer.drawSearch(in: &frame, row: row, column: column, end: end)
    }
    guard answer.isTree, let path = answer.tree?.path, !path.isEmpty else { return }
    let width = min(end - column, house.rule.width(of: path) + 2)
    guard width >= 6 else { return }
    _ = answer.drawPath(in: &frame, row: row, column: end - width, width: width)
  }

  private func drawListTitle(in frame: inout Frame, row: Int, column: Int, width: Int) {
    let count =
      !main.sieve.isOn
      ? "\(main.list.order.count)" : "\(main.list.shownCount) of \(main.list.order.count)"
    let style = Border.titleStyle(isActive: main.focus == .list)
    var place = frame.draw(
      " Targets \(count) ", row: row, column: column, end: column + width, style: style)
    var total = main.tally.total
    total.running = 0
    for part in tallyParts(total) {
      place = frame.draw(part.sign, row: row, column: place, end: column + width, style: part.style)
      place = frame.draw(" ", row: row, column: place, end: column + width)
    }
    if main.targetOrder != .listed {
      place = frame.draw(
        "· \(main.targetOrder.words) ", row: row, column: place, end: column + width,
        style: Style(.faint))
    }
    guard let filter = main.sieve.filter else { return }
    place = frame.draw("· ", row: row, column: place, end: column + width, style: Style(.faint))
    let room = column + width - place - 1
    place = frame.draw(
      filter.text, row: row, column: place, fitting: room, style: Style(.match))
    frame.draw(" ", row: row, column: place, end: column + width)
  }
}
