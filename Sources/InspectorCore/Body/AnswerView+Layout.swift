import FramesAndWidgets
import NetEngine

/// Bodies laid out: JSON pretty, forms as tables.
extension AnswerView {
  /// What a page is to show of the bodies.
  mutating func layOut(_ page: AnswerPage, _ context: inout AnswerContext) {
    switch page {
    case .raw:
      context.layout = layout.layOut(context.record)
      if case .form(let table) = context.layout { context.table = table }
    case .request where !layout.showsFormsAsSent:
      let request = context.response.request
      context.table = FormBody(request).map { layout.table(of: $0) }
      context.query = FormBody(queryOf: request.url).map { FormTable($0, atMost: .max) }
    case .json where context.record.arrival == nil:
      context.table = context.response.form.map { layout.table(of: $0) }
    case .json, .envelope, .string, .headers, .timing, .request, .hex, .image: break
    }
    layout.tables[page] = [context.table, context.query]
  }

  /// Turns how the page shows bodies; the answer says how they show now, nil where it shows none.
  mutating func turnLayout() -> String? {
    switch page {
    case .raw, .envelope:
      // The half that it is about may not be on the screen.
      if page == .envelope { choose(.raw) }
      layout.isOn.toggle()
      makeBodiesAnew()
      return layout.isOn ? "Raw shows bodies laid out" : "Raw shows bodies as they came"
    case .request:
      layout.showsFormsAsSent.toggle()
      makeBodiesAnew()
      return layout.showsFormsAsSent ? "forms show as they were sent" : "forms show as tables"
    case .json, .string, .headers, .timing, .hex, .image: return nil
    }
  }

  /// What turning it would show; nil where the page has nothing to lay out.
  func layoutLabel(_ record: ExchangeRecord) -> String? {
    guard let response = record.response else { return nil }
    switch page {
    case .raw where response.form != nil: return layout.isOn ? "as it came" : "table"
    case .raw where record.reading?.parts == nil && record.isJSON:
      return layout.isOn ? "as it came" : "pretty"
    case .request
    where FormBody(response.request) != nil || FormBody(queryOf: response.request.url) != nil:
      return layout.showsFormsAsSent ? "table" : "as it was sent"
    default: return nil
    }
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
    case .form: nil
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
    case .string, .number, .bool, .null:
      return TreeValue(document: pretty.document, node: value)
    }
  }

  /// The field of a form on the cursor's row.
  var currentField: (field: FormField, table: FormTable)? {
    guard let pane, let tables = layout.tables[page] else { return nil }
    let place = pane.cursor
    guard pane.document.sections.indices.contains(place.section),
      let number = pane.document.sections[place.section].table, let table = tables[number]
    else { return nil }
    let line = pane.document.sections[place.section].source.withBuffer { bytes in
      bytes[..<min(place.offset, bytes.count)].count { $0 == 0x0A }
    }
    return table.field(atLine: line).map { ($0, table) }
  }
}

extension Response {
  /// The body as a form; nil where it does not say that it is one.
  var form: FormBody? { FormBody(body, type: typeSaid) }
}
