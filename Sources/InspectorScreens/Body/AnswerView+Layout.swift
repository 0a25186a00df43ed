import NetEngine

/// JSON bodies laid out.
extension AnswerView {
  /// Sets how a page shows the body.
  mutating func layOut(_ page: AnswerPage, _ context: inout AnswerContext) {
    if page == .raw { context.layout = layout.layOut(context.record) }
  }

  /// Shows bodies as they came, or laid out.
  mutating func show(isExact: Bool) {
    guard layout.isOn == isExact else { return }
    layout.isOn = !isExact
    makeBodiesAnew()
  }

  /// Shows the body in the other way; returns whether that is laid out, nil on pages without a
  /// body.
  mutating func turnLayout() -> Bool? {
    guard page.number == AnswerPage.raw.number else { return nil }
    // The raw half may be off screen.
    if page == .envelope { choose(.raw) }
    layout.turn()
    makeBodiesAnew()
    return layout.isWanted
  }

  /// The footer's label for turning the layout; nil where the page has nothing to lay out.
  func layoutLabel(_ record: ExchangeRecord) -> String? {
    guard page == .raw, record.hasLayout else { return nil }
    return layout.isWanted ? "exact bytes" : "lay out"
  }

  /// Whether Raw shows the exact bytes of a body that could be laid out.
  func isExact(_ record: ExchangeRecord?) -> Bool { !layout.isWanted && record?.hasLayout == true }

  /// The search prompt's label; in a body it says which of its two texts is searched.
  var searchLabel: String {
    guard page == .raw else { return "search" }
    return layout.shown.isLaidOut ? "search the layout" : "search the exact bytes"
  }

  /// Takes what was made of a body beside the loop.
  mutating func take(_ result: LayoutResult) {
    if layout.take(result) { makeBodiesAnew() }
  }

  // MARK: Places

  /// The document whose text the Raw tab shows as the body.
  private var rawDocument: JSONDocument? {
    switch layout.shown {
    case .pretty(let pretty): pretty.document
    case .asItCame: readDocument.flatMap { $0.encoding == .utf8 ? $0 : nil }
    }
  }

  /// The value the cursor of the Raw tab stands on; nil at its start, which stays the start.
  var valueAtCursor: JSONNode? {
    guard let pane = panes[.raw], pane.cursor > pane.document.start,
      pane.cursor.section == pane.document.bodySection, let document = rawDocument
    else { return nil }
    var place = pane.cursor.offset
    let end = document.withText { text in
      while place < text.count, text[place] == 0x20 || text[place] == 0x09 { place += 1 }
      return text.count
    }
    return place < end ? document.node(atByte: place) : nil
  }

  /// Goes to the value in the text that shows now.
  mutating func reveal(_ value: JSONNode) {
    guard let document = rawDocument, let section = panes[.raw]?.document.bodySection else {
      return
    }
    let place = document.keyRange(of: value) ?? document.range(of: value)
    panes[.raw]?.reveal(TextPosition(section: section, offset: place.lowerBound))
  }

  /// The element on the cursor's row of a pretty text: a list's name stands on another row.
  var prettyElement: TreeValue? {
    guard page == .raw, case .pretty(let pretty) = layout.shown, let value = valueAtCursor,
      !value.isMember
    else { return nil }
    switch pretty.document.kind(of: value) {
    case .object, .array: return nil
    case .string, .number, .bool, .null: return TreeValue(document: pretty.document, node: value)
    }
  }
}

extension ExchangeRecord {
  fileprivate var hasLayout: Bool { response != nil && reading?.parts == nil && isJSON }
}
