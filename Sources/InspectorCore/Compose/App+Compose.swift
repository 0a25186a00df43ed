import NetEngine

extension App {
  /// Opens the form, with what was typed for the selected request if it is such a one.
  mutating func openForm() {
    let target = list.selectedTarget
    form = ComposeForm(target.flatMap { composed[$0] } ?? lastComposed)
    if screen != .compose { screens.append(.compose) }
  }

  mutating func compose(_ command: Command) -> [Effect] {
    switch command {
    case .nextField: form?.step(by: 1)
    case .previousField: form?.step(by: -1)
    case .sendForm:
      guard let request = form?.request() else { return [] }
      screens.removeAll { $0 == .compose }
      return send(request)
    default: openForm()
    }
    return []
  }

  /// Makes a request of what was typed and fires it; its row comes with the next list.
  mutating func send(_ request: ComposedRequest) -> [Effect] {
    lastComposed = request
    awaited = request
    return [.compose(request)]
  }

  /// A list came: the row of the request that was typed last is selected.
  mutating func selectComposed(_ before: Int) {
    guard let request = awaited, list.items.count > before else { return }
    awaited = nil
    composed[list.items.count - 1] = request
    list.select(target: list.items.count - 1)
    answer.pinned = nil
    focus = .targets
  }

  mutating func settleForm() {
    if !screens.contains(.compose) { form = nil }
  }

  func drawForm(in frame: inout Frame) {
    guard let form else { return }
    let line = Region(column: 0, row: 0, width: size.width, height: 1)
    Border.line(in: &frame, row: 0, line, left: "━", right: "━", isActive: true)
    frame.draw(" A new request ", row: 0, column: 1, style: Border.titleStyle(isActive: true))
    let column = 11
    let room = max(1, size.width - column - 2)
    let height = max(1, size.height - 4)
    let first = max(0, form.current - height + 1)
    for field in first..<form.fields.count {
      let row = 2 + field - first
      guard row < size.height - 2 else { break }
      let isCurrent = field == form.current
      frame.draw(
        form.label(of: field), row: row, column: 2,
        style: Style(isCurrent ? .accent : .faint, bold: isCurrent))
      let editor = form.fields[field]
      let text = PromptLine(editor, column: column, room: room, rule: rule)
      if editor.isEmpty {
        frame.draw(
          form.hint(of: field), row: row, column: column, fitting: room, style: Style(.faint))
      } else {
        text.draw(in: &frame, row: row)
      }
      if isCurrent { frame.cursor = (column: min(text.cursor, size.width - 1), row: row) }
    }
    if let mistake = form.mistake {
      frame.draw(
        mistake, row: size.height - 2, column: column, fitting: room, style: Style(.warning))
    }
    drawFooter(in: &frame)
  }
}
