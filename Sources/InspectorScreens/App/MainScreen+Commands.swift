import NetEngine

extension MainScreen: ListScreen {
  var name: String { "main" }
  var question: Question? { questions.last }

  var ownScopes: [Scope] {
    switch focus {
    case .list: [.targets, .main]
    case .history: [.history, .main]
    case .answer: answer.isUnsent ? [.preview, .main] : [.main]
    }
  }

  mutating func perform(_ action: Keymap.Action, _ house: inout House) -> Turn {
    switch action.command {
    case .mark: toggleMark()
    case .fold: list.setFolded(true)
    case .unfold: list.setFolded(false)
    default: return performInPanes(action, &house)
    }
    return .done()
  }

  /// Whether a key would do something now; what the screen does not know of is useful.
  func isUseful(_ command: Command, _ house: House) -> Bool? {
    var record: FiredExchange? { shownRecord(house.history) }
    let target = list.selectedTarget
    switch command {
    case .fire: return target.map(house.isInFlight) != true
    case .cancel: return record?.isRunning == true || target.map(house.isInFlight) == true
    case .cancelAll: return house.history.running.count > 1
    case .openDraft: return !house.drafts.all.isEmpty
    case .discard: return target.map { house.composed[$0] != nil } ?? false
    case .fireAgain: return record != nil
    case .previousAnswer, .nextAnswer:
      return record.map { house.history.numbers(of: $0.target).count > 1 } ?? false
    case .replay: return record?.result != nil
    case .answerFrom: return house.lastSession != nil || house.source != .network
    case .diff: return record.map { $0.result != nil && house.history.hasOther(than: $0) } ?? false
    case .edit, .variables: return target.map { house.items[$0].isInFile } ?? false
    case .save: return house.recording != nil && house.history.count > 0
    case .environment: return house.environments.count > 1
    default: return isUsefulInAnswer(command, house)
    }
  }

  func footer(of command: Command, _ house: House) -> CommandEntry.Footer? {
    switch command {
    case .fire:
      if case .group(let group) = list.selectedRow {
        return .init(list.folded.contains(group) ? "unfold" : "fold", 1)
      }
      guard let target = list.selectedTarget, house.items[target].isViewed else { return nil }
      if case .idle = house.state(of: target) { return .init("read", 1) }
      return .init("read again", 1)
    // Files do not stand among requests.
    case .fireAll where house.items.first?.isViewed == true:
      return .init(list.marked.isEmpty ? "read all" : "read marked", 5)
    case .fireAll where !list.marked.isEmpty: return .init("send marked", 5)
    default: return footerInAnswer(of: command, house)
    }
  }

  mutating func settle(_ house: House) { settle(house, isSeen: true) }

  func draw(in frame: inout Frame, _ house: House) { MainPicture(self, house).draw(in: &frame) }

  // MARK: Panes

  func content(_ house: House) -> Region { layout(house).content }

  func hasHistory(_ house: House) -> Bool { layout(house).history != nil }

  mutating func moveRows(_ motion: Motion, _ house: House) {
    if focus == .history {
      historyCursor.move(motion)
      return pin(historyRow: historyCursor.selected, house.history)
    }
    let before = list.cursor.selected
    list.cursor.move(motion)
    if list.cursor.selected != before { answer.pinned = nil }
  }

  /// Shows the answer at a row of the history, and its request in the list.
  private mutating func pin(historyRow row: Int, _ history: History) {
    guard let record = historyRows.record(atRow: row, in: history) else { return }
    list.select(target: record.target)
    answer.pinned = record.number
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
    case nil: return
    }
    list.cursor.move(by: 1)
    answer.pinned = nil
  }

  mutating func moveLine(by step: Int, _ house: inout House) -> Bool {
    house.split.move(by: step, house.size, wanting: list.wantedWidth)
  }

  func isCompact(_ house: House) -> Bool { layout(house).form == .compact }

  // MARK: The mouse

  mutating func take(_ mouse: Mouse, _ house: inout House) {
    switch mouse.action {
    case .wheelDown, .wheelUp: scroll(under: mouse, house)
    case .press: press(mouse, &house)
    case .drag: if house.split.isDragging { house.split.drag(to: mouse.column) }
    case .release: house.split.isDragging = false
    }
  }

  private mutating func scroll(under mouse: Mouse, _ house: House) {
    let layout = layout(house)
    let rows = mouse.notches
    if layout.shows(.list, column: mouse.column, row: mouse.row) {
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
    } else if layout.shows(.list, column: column, row: row) {
      focus = .list
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
