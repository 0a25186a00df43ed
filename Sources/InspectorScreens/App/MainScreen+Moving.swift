/// Moving on the main screen, by keys and by the mouse.
extension MainScreen {
  mutating func move(_ motion: Motion, _ history: History) {
    guard answer.chooser == nil else {
      answer.chooser?.cursor.move(motion)
      return
    }
    switch focus {
    case .answer: answer.move(motion)
    case .targets:
      let before = list.cursor.selected
      list.cursor.move(motion)
      if list.cursor.selected != before { answer.pinned = nil }
    case .history:
      historyCursor.move(motion)
      pin(historyRow: historyCursor.selected, history)
    }
  }

  /// Shows the answer at a row of the history, and its request in the list.
  private mutating func pin(historyRow row: Int, _ history: History) {
    guard let record = historyRows.record(atRow: row, in: history) else { return }
    list.select(target: record.target)
    answer.pinned = record.number
  }

  /// Where raw and envelope stand beside each other, each of them is a pane of its own.
  mutating func turnFocus(by step: Int, _ house: House) {
    var panes: [(pane: Pane, page: AnswerPage?)] = [(.targets, nil)]
    let pages = rooms(house).map(\.page)
    panes += pages.count > 1 ? pages.map { (.answer, $0) } : [(.answer, nil)]
    if layout(house).history != nil { panes.append((.history, nil)) }
    let place = panes.firstIndex { pane, page in
      pane == focus && (page == nil || page == answer.page)
    }
    let next = panes[((place ?? 0) + step + panes.count) % panes.count]
    focus = next.pane
    if let page = next.page { answer.show(page) }
  }

  mutating func toggleMark() {
    switch list.selectedRow {
    case .target(let target):
      if list.marked.remove(target) == nil { list.marked.insert(target) }
      sieve.touch(target: target, record: nil)
    case .group(let group):
      let members = Set(list.members[group])
      for target in members { sieve.touch(target: target, record: nil) }
      if members.isSubset(of: list.marked) {
        list.marked.subtract(members)
      } else {
        list.marked.formUnion(members)
      }
    case nil:
      return
    }
    list.cursor.move(by: 1)
    answer.pinned = nil
  }

  // MARK: Panes

  /// Moves the line between the list and the answer; says where it is at its end.
  mutating func moveSplit(by step: Int, _ house: inout House) {
    guard layout(house).form != .compact, !isZoomed else {
      house.notice = Notice(
        text: isZoomed ? "one pane shows: Z brings the others back" : Self.small)
      return
    }
    if !house.split.move(by: step, house.size, wanting: list.wantedWidth) {
      house.notice = Notice(text: "the other pane needs what it has")
    }
  }

  /// Gives the pane with the focus the whole screen, or all panes theirs.
  mutating func zoom(_ house: inout House) {
    guard layout(house).form != .compact else {
      house.notice = Notice(text: Self.small)
      return
    }
    isZoomed.toggle()
  }

  private static let small = "one pane fits here"

  // MARK: The mouse

  mutating func take(_ mouse: Mouse, _ house: inout House, isTyping: Bool) {
    switch mouse.action {
    case .wheelDown, .wheelUp: scroll(under: mouse, house)
    case .press: if !isTyping { press(mouse, &house) }
    case .drag: if house.split.isDragging { house.split.drag(to: mouse.column) }
    case .release: house.split.isDragging = false
    }
  }

  private mutating func scroll(under mouse: Mouse, _ house: House) {
    let layout = layout(house)
    let rows = mouse.notches
    if layout.shows(.targets, column: mouse.column, row: mouse.row) {
      list.cursor.scroll(by: rows)
    } else if layout.shows(.history, column: mouse.column, row: mouse.row) {
      historyCursor.scroll(by: rows)
    } else if layout.shows(.answer, column: mouse.column, row: mouse.row) {
      answer.scroll(by: rows, on: answerPage(at: mouse.column, house))
    }
  }

  private mutating func press(_ mouse: Mouse, _ house: inout House) {
    let layout = layout(house)
    let (column, row) = (mouse.column, mouse.row)
    if layout.form == .wide, layout.zoomed == nil,
      column == layout.answer.column,
      layout.answer.row..<layout.answer.endRow ~= row
    {
      house.split.isDragging = true
    } else if layout.shows(.targets, column: column, row: row) {
      focus = .targets
      select(targetRow: list.cursor.top + row - layout.targets.row)
    } else if let history = layout.history, layout.shows(.history, column: column, row: row) {
      focus = .history
      pin(historyRow: historyCursor.top + row - history.row, house.history)
    } else if let tabs = layout.tabs, layout.shows(.answer, column: column, row: row),
      tabs.contains(column: column, row: row)
    {
      focus = .answer
      if let page = self.tabs(house).page(at: column, from: tabs.column, width: tabs.width) {
        answer.choose(page)
      }
    } else if layout.shows(.answer, column: column, row: row) {
      focus = .answer
      if let page = answerPage(at: column, house) { answer.show(page) }
      answer.select(row: row - layout.content.row)
    }
  }

  /// The page of the answer that stands at a column.
  private func answerPage(at column: Int, _ house: House) -> AnswerPage? {
    rooms(house).last { $0.region.column - 1 <= column }?.page
  }

  /// A click selects a request; on a heading it folds or unfolds.
  private mutating func select(targetRow row: Int) {
    guard let clicked = list.row(row) else { return }
    list.cursor.select(row)
    answer.pinned = nil
    if case .group(let group) = clicked { list.toggleFolded(group) }
  }
}
