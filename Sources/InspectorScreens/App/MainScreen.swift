import NetEngine

/// The screen everything begins with: the requests, the history, and the answer of the selected one.
struct MainScreen: Sendable {
  var focus = Pane.list
  var isZoomed = false
  var list: TargetList
  var targetOrder = TargetOrder.listed
  var tally = Tally()
  var sieve = Sieve()
  var historyRows = HistoryRows()
  var historyCursor = ListCursor()
  var answer = AnswerView()
  /// Where one stood before a filter was typed, and where Esc goes back to.
  var beforeFilter: Standing?
  /// A filter was left: as soon as the list is as it was, one stands there again.
  var returning: Standing?
  /// The selected request before it has a response.
  var unsent: UnsentRequest?
  /// The typed request whose row is still to come.
  var awaited: TypedRequest?
  /// The typed request that was sent last, until its answer is there.
  var sent: Sent?

  /// What waits for a yes or a no, the one that is asked now last.
  var questions: [Question] = []

  init(_ items: [TargetItem]) { list = TargetList(items) }

  /// The chosen exchange, or the selected request's newest.
  func shownRecord(_ history: History) -> FiredExchange? {
    if let number = answer.pinned, let record = history[number] { return record }
    return list.selectedTarget.flatMap { history.newest(of: $0) }
  }

  /// What the answer pane shows.
  func shown(_ house: House) -> Shown {
    let record = shownRecord(house.history)
    if let record {
      return Shown(
        record: record.record, target: record.target, item: house.items[record.target],
        pipeline: house.pipeline(of: record))
    }
    let item = list.selectedTarget.map { house.items[$0] }
    let pipeline =
      item.map { house.lens.pipeline(for: $0) }
      ?? Pipeline(
        filter: house.lens.filter ?? .successful, mapping: house.lens.mapping ?? .auto,
        profile: house.lens.fallback)
    return Shown(
      record: nil, item: item, pipeline: pipeline,
      unsent: unsent.flatMap { $0.target == list.selectedTarget ? $0 : nil })
  }

  func layout(_ house: House) -> MainLayout {
    MainLayout(
      size: house.size, split: house.split, listWidth: list.wantedWidth,
      isHistoryOpen: focus == .history, zoomed: isZoomed ? focus : nil)
  }

  /// Brings what depends on size and state together; the answer only where it is seen.
  mutating func settle(_ house: House, isSeen: Bool) {
    let layout = layout(house)
    if layout.history == nil, focus == .history { focus = .list }
    list.cursor.shape(count: list.rows.count, height: layout.targets.height)
    settleHistory(
      isSeen ? shownRecord(house.history)?.record : nil, house.history,
      height: layout.history?.height ?? 1)
    if isSeen { settleAnswer(house) }
  }

  /// The history's cursor stands on what is shown, whoever chose it.
  private mutating func settleHistory(_ record: ExchangeRecord?, _ history: History, height: Int) {
    let count = historyRows.count(in: history)
    let isGrown = historyCursor.count != count
    historyCursor.shape(count: count, height: height)
    guard let record, let row = historyRows.row(of: record.number, in: history) else { return }
    if isGrown || historyCursor.selected != row { historyCursor.select(row) }
  }

  /// A place in the list, and the answer that was chosen there.
  struct Standing: Sendable {
    var row: TargetList.Row?
    var cursor: ListCursor
    var pinned: Int?
  }

  /// A typed request that was sent: it is shown, whatever the list hides.
  struct Sent: Sendable {
    var target: Int
    /// It was selected; from then on the person moves the cursor.
    var isSelected = false
  }
}
