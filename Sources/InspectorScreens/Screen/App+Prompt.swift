import LosslessJSON

extension App {
  /// The rows the prompt takes from the bottom: one for the answer where there is room.
  private var promptRows: Int { prompt?.note == nil || house.size.height < 6 ? 1 : 2 }

  /// Where the list over the prompt stands.
  var offersRegion: Region? {
    prompt?.offers?.region(above: house.size.height - promptRows, width: house.size.width)
  }

  /// What is typed, under it what it means or what is wrong with it, over it what can be taken.
  func drawPrompt(_ prompt: Prompt, in frame: inout Frame) {
    if let region = offersRegion { prompt.offers?.draw(in: &frame, region) }
    let row = house.size.height - promptRows
    frame.fill(
      Region(column: 0, row: row, width: house.size.width, height: promptRows), style: .plain)
    let label = " \(prompt.row.label) "
    let isMistaken = if case .mistake = prompt.note { true } else { false }
    let start = frame.draw(
      label, row: row, column: 0, style: Style(isMistaken ? .warning : .accent, bold: true))
    let line = PromptLine(
      prompt.shownEditor, column: start, room: max(1, house.size.width - start - 1),
      rule: house.rule)
    let end = line.draw(in: &frame, row: row)
    frame.cursor = (column: min(line.cursor, house.size.width - 1), row: row)
    drawKeys(of: prompt, in: &frame, row, after: end)
    if promptRows == 2, let note = prompt.note { draw(note, line, in: &frame, row + 1) }
  }

  private func drawKeys(of prompt: Prompt, in frame: inout Frame, _ row: Int, after column: Int) {
    let hint = prompt.keys
    guard column + hint.utf8.count + 4 < house.size.width else { return }
    frame.draw(
      hint, row: row, endingAt: house.size.width - 1, fitting: house.size.width - column - 3,
      style: Style(.faint))
  }

  private func draw(
    _ note: Prompt.Note, _ line: PromptLine, in frame: inout Frame, _ row: Int
  ) {
    let room = house.size.width - line.column - 1
    switch note {
    case .hint(let text):
      frame.draw(text, row: row, column: line.column, fitting: room, style: Style(.faint))
    case .words(let text):
      frame.draw(text, row: row, column: line.column, fitting: room, style: Style(.ok))
    case .mistake(let offset, let text):
      draw(text, caretAt: line.column(of: offset), in: &frame, row)
    case .choices(let words, let chosen): drawChoices(words, chosen, in: &frame, row, line.column)
    }
  }

  /// A caret under the place and the text on the side with room for it.
  private func draw(_ text: String, caretAt place: Int, in frame: inout Frame, _ row: Int) {
    let style = Style(.warning)
    let width = house.rule.width(of: text)
    frame.draw("^", row: row, column: place, style: Style(.warning, bold: true))
    let right = house.size.width - place - 3
    if width <= right || right >= place {
      frame.draw(text, row: row, column: place + 2, fitting: right, style: style)
    } else {
      frame.draw(text, row: row, endingAt: place - 1, fitting: place - 2, style: style)
    }
  }

  /// As many of the words as fit, the chosen one always among them.
  private func drawChoices(
    _ words: [String], _ chosen: Int, in frame: inout Frame, _ row: Int, _ column: Int
  ) {
    let end = house.size.width - 1
    var first = chosen
    var width = house.rule.width(of: words[chosen])
    while first > 0, width + house.rule.width(of: words[first - 1]) + 2 <= (end - column) / 2 {
      first -= 1
      width += house.rule.width(of: words[first]) + 2
    }
    var place = first == 0 ? column : frame.draw("… ", row: row, column: column, end: end)
    for index in first..<words.count {
      guard place + house.rule.width(of: words[index]) <= end - 2 || index == chosen else {
        frame.draw("…", row: row, column: place, end: end, style: Style(.faint))
        return
      }
      let style = index == chosen ? Style(.accent, bold: true, underlined: true) : Style(.faint)
      place = frame.draw(words[index], row: row, column: place, end: end, style: style) + 2
    }
  }
}

/// The part of a typed line that fits its row: it moves left so that the cursor always shows.
struct PromptLine {
  let column: Int
  private let room: Int
  private let bytes: [UInt8]
  /// The first byte that shows.
  private let hidden: Int
  private let rule: DisplayRule
  private let isSelected: Bool
  /// The column the cursor stands in.
  private(set) var cursor = 0

  init(_ editor: LineEditor, column: Int, room: Int, rule: DisplayRule) {
    (self.column, self.room, self.rule) = (column, room, rule)
    bytes = editor.bytes
    isSelected = editor.isSelected
    hidden = Self.firstShown(Array(bytes[..<editor.cursor]), room: room, rule: rule)
    cursor = self.column(of: editor.cursor)
  }

  /// Where a byte of the text stands.
  func column(of offset: Int) -> Int {
    let end = min(max(hidden, offset), bytes.count)
    let width = rule.width(of: String(decoding: bytes[hidden..<end], as: UTF8.self), upTo: room)
    return column + width
  }

  @discardableResult
  func draw(in frame: inout Frame, row: Int) -> Int {
    Array(bytes[hidden...]).withUnsafeBufferPointer {
      frame.draw(
        $0, row: row, column: column, end: column + room,
        style: isSelected ? Style(.selection) : .plain)
    }
  }

  /// The first byte to show, so that `room` columns end at the cursor.
  private static func firstShown(_ bytes: [UInt8], room: Int, rule: DisplayRule) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var starts: [(place: Int, column: Int)] = []
      var column = 0
      var index = 0
      while index < bytes.count {
        starts.append((index, column))
        let glyph = rule.glyph(in: bytes, at: index)
        column += glyph.width
        index += glyph.byteCount
      }
      guard column >= room else { return 0 }
      return starts.first { column - $0.column < room }?.place ?? bytes.count
    }
  }
}
