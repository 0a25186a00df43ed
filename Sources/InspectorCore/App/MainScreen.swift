import NetEngine

/// The screen everything begins with: the requests, the history, and the answer of the selected one.
struct MainScreen: Sendable {
  var focus = Pane.targets
  var split = Split()
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
  /// The typed request whose row is still to come.
  var awaited: ComposedRequest?
  /// The typed request that was sent last, until its answer is there.
  var sent: Sent?

  init(_ items: [TargetItem]) { list = TargetList(items) }

  enum Pane: Sendable, Hashable {
    case targets, history, answer
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
