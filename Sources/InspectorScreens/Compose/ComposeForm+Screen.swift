import NetEngine
import RequestFiles

/// The form as a screen.
extension ComposeForm: ScreenContent {
  var name: String { "compose" }

  var scopes: [Scope] {
    let completing: [Scope] = offered == nil ? [] : [.completing]
    return completing + (isInBody ? [.formBody] : []) + [.form, .always]
  }

  func isUseful(_ command: Command, _ house: House) -> Bool? {
    switch command {
    case .undo: !past.isEmpty
    case .goToBody: current != body
    case .goToURL: current == body
    case .toggleHeader: headers.contains(current) && !fields[current].isEmpty
    default: nil
    }
  }

  mutating func perform(_ action: Keymap.Action, _ house: inout House) -> Turn {
    if let change = action.command.lineEdit {
      edit(action.command, change)
      return .done()
    }
    switch action.command {
    case .nextField: step(by: 1)
    case .previousField: step(by: -1)
    case .lineDown: stepLine(by: 1)
    case .lineUp: stepLine(by: -1)
    case .goToBody: isInBody ? turnPage(by: Self.page) : goTo(body)
    case .goToURL: isInBody && text.currentLine > 0 ? turnPage(by: -Self.page) : goTo(1)
    case .newLine: edit { $0.insert("\n") }
    case .complete: complete(1)
    case .completeBackward: complete(-1)
    default: return .pass
    }
    return .done()
  }

  /// How many lines of a body a page key goes.
  private static let page = 10

  // MARK: Rows

  /// A row of the form.
  enum Row: Hashable {
    case field(Int)
    /// A line of the body behind its first.
    case line(Int)
    /// What is sent and stands in no field.
    case said(String, words: String)
  }

  var rows: [Row] {
    let draft = draft
    var rows: [Row] = [.field(0), .field(1)]
    // Comments that count, and the version that is asked for.
    for note in draft.notes + (draft.version.isEmpty ? [] : [draft.version]) {
      rows.append(.said(note, words: ""))
    }
    rows += headers.map { .field($0) }
    if let type = draft.addedType {
      rows.insert(.said("Content-Type: \(type)", words: "added for JSON"), at: rows.count - 1)
    }
    rows.append(.field(body))
    let count = other == nil ? text.lines.count : otherLines.count + 1
    return rows + (1..<max(1, count)).map { .line($0) }
  }

  /// The lines of a body that is not typed here.
  private var otherLines: [String] {
    guard case .lines(let text) = other else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private var cursorRow: Int {
    let row: Row = isInBody && text.currentLine > 0 ? .line(text.currentLine) : .field(current)
    return rows.firstIndex(of: row) ?? 0
  }

  /// Brings the row of the cursor into sight.
  mutating func settle(_ house: House) {
    let height = Self.height(house.size)
    let row = cursorRow
    top = max(0, min(max(min(top, row), row - height + 1), max(0, rows.count - height)))
  }

  /// Rows between the title and what is said below.
  private static func height(_ size: Size) -> Int { max(1, size.height - 4) }

  // MARK: Drawing

  func draw(in frame: inout Frame, _ house: House) {
    let size = house.size
    Border.rule(in: &frame, row: 0)
    let end = frame.draw(
      " A new request ", row: 0, column: 1, style: Border.titleStyle(isActive: true))
    if let taken = draft.taken {
      frame.draw(
        "from \(taken.words) ", row: 0, column: end, fitting: size.width - end - 2,
        style: Style(.faint))
    }
    let rows = rows
    for (index, row) in rows.dropFirst(top).prefix(Self.height(size)).enumerated() {
      draw(row, at: 2 + index, in: &frame, house)
    }
    drawFoot(in: &frame, house)
  }

  private static let column = 11

  private func draw(_ row: Row, at place: Int, in frame: inout Frame, _ house: House) {
    let room = max(1, house.size.width - Self.column - 2)
    switch row {
    case .said(let text, let words):
      frame.draw("also", row: place, column: 2, style: Style(.faint))
      let end = frame.draw(
        text, row: place, column: Self.column, fitting: room, style: Style(.faint))
      draw(words, in: &frame, place, after: end, house)
    case .field(let field):
      let isCurrent = field == current
      frame.draw(
        words(of: field).label, row: place, column: 2,
        style: Style(isCurrent ? .accent : .faint, bold: isCurrent))
      field == body
        ? drawBody(line: 0, in: &frame, place, room, house)
        : draw(field: field, in: &frame, place, room, house)
    case .line(let line): drawBody(line: line, in: &frame, place, room, house)
    }
  }

  private func draw(
    field: Int, in frame: inout Frame, _ place: Int, _ room: Int, _ house: House
  ) {
    let editor = fields[field]
    if editor.isEmpty {
      frame.draw(
        words(of: field).hint, row: place, column: Self.column, fitting: room, style: Style(.faint))
    }
    let text = PromptLine(editor, column: Self.column, room: room, rule: house.rule)
    if field == current {
      frame.cursor = (column: min(text.cursor, house.size.width - 1), row: place)
    }
    guard !editor.isEmpty else { return }
    let end = text.draw(in: &frame, row: place)
    if !isOn(field) {
      frame.restyle(Region(column: Self.column, row: place, width: room, height: 1)) { _ in
        Style(.faint)
      }
    }
    draw(origin(of: field), in: &frame, place, after: end, house)
  }

  /// Where a field comes from, once it was taken from somewhere.
  private func origin(of field: Int) -> String {
    if !isOn(field) { return "off" }
    guard let taken = draft.taken else { return "" }
    switch field {
    case 0: return fields[0].text == taken.method ? "" : "changed"
    case 1: return fields[1].text == taken.url ? "" : "changed"
    case body: return draft.body == taken.body ? "" : "changed"
    default:
      guard let line = lines[field - 2].taken else { return "typed" }
      return line == fields[field].text ? "" : "changed"
    }
  }

  private func draw(
    _ words: String, in frame: inout Frame, _ row: Int, after column: Int, _ house: House
  ) {
    let end = house.size.width - 1
    guard !words.isEmpty, column + words.utf8.count + 2 < end else { return }
    frame.draw(words, row: row, endingAt: end, fitting: words.utf8.count, style: Style(.faint))
  }

  // MARK: The body

  private func drawBody(
    line: Int, in frame: inout Frame, _ place: Int, _ room: Int, _ house: House
  ) {
    if let other {
      if current == body, line == 0 { frame.cursor = (column: Self.column, row: place) }
      let text = line == 0 ? other.words(type: type) : otherLines[line - 1]
      frame.draw(text, row: place, column: Self.column, fitting: room, style: Style(.faint))
      return
    }
    let lines = text.lines
    guard lines.indices.contains(line) else { return }
    if text.isEmpty {
      frame.draw(
        words(of: body).hint, row: place, column: Self.column, fitting: room, style: Style(.faint))
    }
    let isCurrent = current == body && line == text.currentLine
    let isMistaken = text.mistake?.line == line + 1
    var end = Self.column
    var editor = LineEditor(String(decoding: text.text.bytes[lines[line]], as: UTF8.self))
    if isCurrent {
      editor.move(to: text.text.cursor - lines[line].lowerBound)
      let shown = PromptLine(editor, column: Self.column, room: room, rule: house.rule)
      end = shown.draw(in: &frame, row: place)
      frame.cursor = (column: min(shown.cursor, house.size.width - 1), row: place)
    } else if !editor.isEmpty {
      end = frame.draw(editor.text, row: place, column: Self.column, fitting: room)
    }
    if isMistaken { frame.draw("✗", row: place, column: Self.column - 2, style: Style(.warning)) }
    if line == 0 { draw(origin(of: body), in: &frame, place, after: end, house) }
  }

  /// The media type that is said of the body.
  private var type: String {
    headers.compactMap { HeaderText(fields[$0].text) }
      .last { $0.name.lowercased() == "content-type" }?.value ?? ""
  }

  // MARK: What is said below

  private func drawFoot(in frame: inout Frame, _ house: House) {
    let row = house.size.height - 2
    let room = max(1, house.size.width - Self.column - 2)
    if let mistake {
      frame.draw(mistake, row: row, column: Self.column, fitting: room, style: Style(.warning))
    } else if headers.contains(current), let offered {
      let words = offered.words.map { $0.hasSuffix(": ") ? String($0.dropLast(2)) : $0 }
      var column = frame.draw("Tab: ", row: row, column: Self.column, style: Style(.faint))
      for (index, word) in words.enumerated() where column < Self.column + room {
        let isChosen = index == (offered.chosen ?? 0)
        column =
          frame.draw(
            word, row: row, column: column, fitting: Self.column + room - column,
            style: isChosen ? Style(.accent, underlined: true) : Style(.faint)) + 2
      }
    } else if let mistake = text.mistake, other == nil {
      frame.draw(
        "the JSON stops at \(mistake.text)", row: row, column: Self.column, fitting: room,
        style: Style(.warning))
    } else if current < body {
      frame.draw(
        "a pasted curl command fills all of it", row: row, column: Self.column, fitting: room,
        style: Style(.faint))
    }
  }
}

extension WrittenRequest.Payload {
  /// What a body is that is not typed in the form.
  func words(type: String) -> String {
    switch self {
    case .text(let text): return "text of \(Units.bytes(text.utf8.count))"
    case .lines(let text):
      var request = WrittenRequest(method: "POST", target: "http://host/", body: self)
      if !type.isEmpty { request.headers = [HeaderField("Content-Type", type)] }
      let kind = request.bodyWords ?? "lines of a request file"
      return text.isEmpty ? kind : "\(kind):"
    case .held(let body):
      let what = type.isEmpty ? "" : " of \(type)"
      return "\(Units.bytes(body.count))\(what), as they were sent; Ctrl-u takes them away"
    }
  }
}
