/// The form as a screen.
extension ComposeForm {
  mutating func perform(_ action: Keymap.Action) -> Turn {
    if let edit = action.command.lineEdit {
      self.edit { $0.edit(edit) }
      return .done()
    }
    switch action.command {
    case .nextField: step(by: 1)
    case .previousField: step(by: -1)
    default: return .pass
    }
    return .done()
  }

  func draw(in frame: inout Frame, _ house: House) {
    let size = house.size
    let line = Region(column: 0, row: 0, width: size.width, height: 1)
    Border.line(in: &frame, row: 0, line, left: "━", right: "━", isActive: true)
    frame.draw(" A new request ", row: 0, column: 1, style: Border.titleStyle(isActive: true))
    let column = 11
    let room = max(1, size.width - column - 2)
    let height = max(1, size.height - 4)
    let first = max(0, current - height + 1)
    for field in first..<fields.count {
      let row = 2 + field - first
      guard row < size.height - 2 else { break }
      let isCurrent = field == current
      frame.draw(
        label(of: field), row: row, column: 2,
        style: Style(isCurrent ? .accent : .faint, bold: isCurrent))
      let editor = fields[field]
      let text = PromptLine(editor, column: column, room: room, rule: house.rule)
      if editor.isEmpty {
        frame.draw(
          hint(of: field), row: row, column: column, fitting: room, style: Style(.faint))
      } else {
        text.draw(in: &frame, row: row)
      }
      if isCurrent { frame.cursor = (column: min(text.cursor, size.width - 1), row: row) }
    }
    if let mistake = mistake {
      frame.draw(
        mistake, row: size.height - 2, column: column, fitting: room, style: Style(.warning))
    } else if !isInBody {
      frame.draw(
        "a pasted curl command fills all of it", row: size.height - 2, column: column,
        fitting: room, style: Style(.faint))
    }
  }
}
