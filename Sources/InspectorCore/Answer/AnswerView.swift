import NetEngine

/// The answer pane: which exchange it shows, in which tab, how far scrolled, what is searched.
struct AnswerView: Sendable {
  /// The exchange a person chose; nil for the newest of the selected request.
  var pinned: Int?
  var tab = 1 {
    didSet { if tab != oldValue { search?.forget() } }
  }
  var wraps = true
  var search: TextSearch?
  /// What the panes were made of.
  private var content: Content?
  /// A pane for each tab that was looked at, so that each keeps its place.
  private var panes: [Int: TextPane] = [:]
  private var size = Size(width: 1, height: 1)

  private struct Content: Hashable {
    var number: Int
    var hasResult: Bool
  }

  /// The pane on screen; nil while there is no answer.
  var pane: TextPane? { content == nil ? nil : panes[tab] }

  /// Whether long lines wrap in this tab, as they do or must.
  var isWrapping: Bool { pane?.wraps ?? wraps }

  // MARK: Following what is shown

  /// Takes the exchange to show and the room there is; makes the text when it is a new one.
  mutating func show(_ record: ExchangeRecord?, _ item: TargetItem?, size: Size, rule: DisplayRule)
  {
    guard let record, let item, !record.isRunning else {
      leave()
      return
    }
    let wanted = Content(number: record.number, hasResult: record.result != nil)
    if wanted != content {
      leave()
      content = wanted
    }
    let isResized = size != self.size
    self.size = size
    let shown = AnswerTab[tab]
    let wraps = shown?.canWrap == true && self.wraps
    if isResized { dropOtherPanes() }
    if panes[tab] != nil {
      if isResized, shown?.followsWidth == true {
        let text = document(record, item)
        panes[tab]?.replace(text)
      }
      panes[tab]?.shape(width: size.width, height: size.height, wraps: wraps)
    } else {
      panes[tab] = TextPane(
        document(record, item), width: size.width, height: size.height, wraps: wraps, rule: rule)
    }
  }

  private mutating func leave() {
    content = nil
    panes = [:]
    search?.forget()
  }

  /// Other tabs are made again when they are looked at, unless they only need a new shape.
  private mutating func dropOtherPanes() {
    for number in panes.keys where number != tab && AnswerTab[number]?.followsWidth == true {
      panes[number] = nil
    }
  }

  private func document(_ record: ExchangeRecord, _ item: TargetItem) -> TextDocument {
    guard let response = record.response, let shown = AnswerTab[tab] else {
      return FailureDocument.make(record, item)
    }
    return shown.document(record, response, size.width)
  }

  // MARK: Moving

  mutating func move(_ command: Command) {
    panes[tab]?.move(command)
  }

  mutating func scroll(by rows: Int) {
    panes[tab]?.scroll(by: rows)
  }

  mutating func scroll(columns: Int) {
    panes[tab]?.scroll(columns: columns)
  }

  // MARK: Searching

  mutating func startSearch(forward: Bool) {
    guard let pane else { return }
    search?.start(forward: forward, from: pane.top, in: pane.document)
  }

  mutating func stepSearch() -> TextSearch.State {
    guard let pane, var search else { return .missing }
    let state = search.step(in: pane.document)
    self.search = search
    if case .found(let position) = state { panes[tab]?.reveal(position) }
    return state
  }
}
