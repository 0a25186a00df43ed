extension App {
  /// Rows one notch of the wheel moves.
  private static let notch = 3

  mutating func take(_ mouse: Mouse) -> [Effect] {
    if prompt == nil, mouse.action == .press { house.notice = nil }
    if screen == .diff {
      if mouse.action == .wheelDown { diff?.scroll(by: App.notch) }
      if mouse.action == .wheelUp { diff?.scroll(by: -App.notch) }
      return []
    }
    if screen == .session {
      takeInSession(mouse)
      return []
    }
    if screen == .profile {
      if mouse.action == .wheelDown { profileEditor?.tree.scroll(by: App.notch) }
      if mouse.action == .wheelUp { profileEditor?.tree.scroll(by: -App.notch) }
      let tree = profileRooms.tree
      if mouse.action == .press, tree.contains(column: mouse.column, row: mouse.row) {
        profileEditor?.tree.select(row: mouse.row - tree.row)
      }
      return []
    }
    guard screen == .main else {
      let rows = mouse.action == .wheelDown ? App.notch : mouse.action == .wheelUp ? -App.notch : 0
      switch screen {
      case .help: help?.scroll(by: rows)
      case .output: output?.scroll(by: rows)
      case .variables: variablesPane?.scroll(by: rows)
      default: pages[screen]?.scroll(by: rows)
      }
      return []
    }
    switch mouse.action {
    case .wheelDown: scroll(under: mouse, by: App.notch)
    case .wheelUp: scroll(under: mouse, by: -App.notch)
    case .press: if prompt == nil { press(mouse) }
    case .drag: if main.split.isDragging { main.split.drag(to: mouse.column) }
    case .release: main.split.isDragging = false
    }
    return []
  }

  private mutating func scroll(under mouse: Mouse, by rows: Int) {
    let layout = layout
    if layout.targets.contains(column: mouse.column, row: mouse.row) {
      main.list.cursor.scroll(by: rows)
    } else if layout.history?.contains(column: mouse.column, row: mouse.row) == true {
      main.historyCursor.scroll(by: rows)
    } else if layout.answer.contains(column: mouse.column, row: mouse.row) {
      answer.scroll(by: rows, on: answerPage(at: mouse.column))
    }
  }

  private mutating func press(_ mouse: Mouse) {
    let layout = layout
    let (column, row) = (mouse.column, mouse.row)
    if layout.form == .wide, column == layout.answer.column || column + 1 == layout.answer.column,
      layout.answer.row..<layout.answer.endRow ~= row
    {
      main.split.isDragging = true
    } else if layout.targets.contains(column: column, row: row) {
      main.focus = .targets
      select(targetRow: main.list.cursor.top + row - layout.targets.row)
    } else if let history = layout.history, history.contains(column: column, row: row) {
      main.focus = .history
      pin(historyRow: main.historyCursor.top + row - history.row)
    } else if let tabs = layout.tabs, tabs.contains(column: column, row: row) {
      main.focus = .answer
      if let page = self.tabs.page(at: column, from: tabs.column, width: tabs.width) {
        answer.choose(page)
      }
    } else if layout.answer.contains(column: column, row: row) {
      main.focus = .answer
      if let page = answerPage(at: column) { answer.show(page) }
      answer.select(row: row - layout.content.row)
    }
  }

  /// The page of the answer that stands at a column.
  private func answerPage(at column: Int) -> AnswerPage? {
    answerRooms.last { $0.region.column - 1 <= column }?.page
  }

  /// A click selects a request; on a heading it folds or unfolds.
  private mutating func select(targetRow row: Int) {
    guard let clicked = main.list.row(row) else { return }
    main.list.cursor.select(row)
    answer.pinned = nil
    if case .group(let group) = clicked { main.list.toggleFolded(group) }
  }
}
