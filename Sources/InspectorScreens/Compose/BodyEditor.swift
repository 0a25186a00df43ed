import NetEngine

/// A text of several lines being typed: the body of a request.
struct BodyEditor: Sendable, Hashable {
  private(set) var text: LineEditor
  /// The column Up and Down keep to, in scalars; nil after any other key.
  private var wanted: Int?
  /// The bytes of each line, without their ends; there is always one.
  private(set) var lines: [Range<Int>] = []
  /// What is wrong with it as JSON, where it is meant as some.
  private(set) var mistake: JSONMistake?

  /// Longer bodies are edited elsewhere.
  static let limit = 256 << 10

  /// Where a body stops being the JSON it begins as.
  struct JSONMistake: Sendable, Hashable {
    var line: Int
    var text: String
  }

  init(_ text: String) {
    self.text = LineEditor(text, limit: Self.limit)
    look()
  }

  var isEmpty: Bool { text.isEmpty }

  mutating func edit(_ change: (inout LineEditor) -> Void) {
    wanted = nil
    change(&text)
    look()
  }

  /// The keys of a line, in the line the cursor is in.
  mutating func edit(_ command: Command, _ change: (inout LineEditor) -> Void) {
    let line = lines[currentLine]
    edit { text in
      switch command {
      case .cursorToStart: text.move(to: line.lowerBound)
      case .cursorToEnd: text.move(to: line.upperBound)
      case .deleteToStart: text.delete(line.lowerBound..<text.cursor)
      case .deleteToEnd where text.cursor == line.upperBound: text.deleteForward()
      case .deleteToEnd: text.delete(text.cursor..<line.upperBound)
      default: change(&text)
      }
    }
  }

  // MARK: Lines

  /// What is drawn is looked for once, not for each line.
  private mutating func look() {
    lines = []
    var start = 0
    for (place, byte) in text.bytes.enumerated() where byte == 0x0A {
      lines.append(start..<place)
      start = place + 1
    }
    lines.append(start..<text.bytes.count)
    check()
  }

  var currentLine: Int { text.bytes[..<text.cursor].count { $0 == 0x0A } }

  /// Goes so many lines down or up; false where there is none.
  mutating func step(by step: Int) -> Bool {
    let lines = lines
    let line = currentLine
    guard lines.indices.contains(line + step) else { return false }
    let column =
      wanted ?? text.bytes[lines[line].lowerBound..<text.cursor].count(where: Self.begins)
    text.move(to: place(at: column, in: lines[line + step]))
    wanted = column
    return true
  }

  /// Goes as many lines, or to the first or the last one.
  mutating func turnPage(by rows: Int) {
    let line = currentLine
    let target = max(0, min(lines.count - 1, line + rows))
    _ = target == line ? true : step(by: target - line)
  }

  private func place(at column: Int, in line: Range<Int>) -> Int {
    var left = column
    for place in line where Self.begins(text.bytes[place]) {
      if left == 0 { return place }
      left -= 1
    }
    return line.upperBound
  }

  /// Whether a scalar begins here.
  private static func begins(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

  // MARK: JSON

  /// Variables stand for something that fits: they are looked at once they have values.
  private mutating func check() {
    mistake = nil
    guard text.bytes.beginsAsJSON, let error = JSONDocument(Self.withoutVariables(text.bytes)).error
    else { return }
    mistake = JSONMistake(
      line: error.line, text: "line \(error.line), column \(error.column): \(error.trouble)")
  }

  /// Digits in place of each variable: right inside a string and outside of one.
  private static func withoutVariables(_ bytes: [UInt8]) -> [UInt8] {
    var made = bytes
    var open: Int?
    for index in bytes.indices {
      if bytes[index] == 0x0A {
        open = nil
      } else if bytes[index...].starts(with: "{{".utf8) {
        open = open ?? index
      } else if let start = open, bytes[index...].starts(with: "}}".utf8) {
        for place in start..<index + 2 { made[place] = UInt8(ascii: "1") }
        open = nil
      }
    }
    return made
  }
}
