/// A terminal's screen as a grid of cells, fed with the bytes a program sends it.
///
/// It knows what ncurses uses of an xterm; what it does not know is kept in ``unknown``, so that a
/// test can insist on there being nothing.
package struct VT {
  package private(set) var width: Int
  package private(set) var height: Int
  /// A cell holds a character with its marks; the second half of a wide one is empty.
  package private(set) var cells: [[String]]
  /// The private modes that are on: 1049 second screen, 1002 mouse, 2004 marked paste.
  package private(set) var modes: Set<Int> = [7, 25]
  /// The modes that were on at any time, however short.
  package private(set) var modesSeen: Set<Int> = [7, 25]
  package private(set) var hasKeypadMode = false
  package private(set) var unknown: [String] = []
  /// Every combination of attributes that the program switched on.
  package private(set) var attributesSeen: Set<Set<Int>> = []
  /// Whether any colour was ever asked for.
  package private(set) var hasUsedColor = false
  /// How the next character would be drawn: empty when nothing is left switched on.
  package private(set) var attributes: Set<Int> = []

  private var cursor = (column: 0, row: 0)
  private var saved = (column: 0, row: 0)
  private var region: ClosedRange<Int>
  private var last = " "
  /// Whether the first and the second character set draw lines, and which one is in use.
  private var drawsLines = [false, false]
  private var characterSet = 0
  private var otherScreen: [[String]] = []
  private var pending: [UInt8] = []

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    region = 0...height - 1
    cells = Self.blank(width, height)
  }

  /// What a terminal has when nobody has changed anything.
  package var isAsGiven: Bool {
    modes == [7, 25] && !hasKeypadMode && attributes.isEmpty
  }

  package func row(_ number: Int) -> String {
    var text = cells[number].joined()
    while text.utf8.last == 0x20 { text.removeLast() }
    return text
  }

  package var text: String { (0..<height).map(row).joined(separator: "\n") }

  package func contains(_ text: String) -> Bool { self.text.firstRange(of: text) != nil }

  /// The number of the first row that holds the text.
  package func rowNumber(of text: String) -> Int? {
    (0..<height).first { row($0).firstRange(of: text) != nil }
  }

  package mutating func resize(width: Int, height: Int) {
    cells = Self.fit(cells, width, height)
    self.width = width
    self.height = height
    region = 0...height - 1
    cursor = (min(cursor.column, width - 1), min(cursor.row, height - 1))
  }

  /// Takes bytes; a sequence that is not complete waits for the rest.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var start = 0
    while start < pending.count, let length = step(start) { start += length }
    pending.removeFirst(start)
  }

  // MARK: - Characters

  private mutating func step(_ start: Int) -> Int? {
    switch pending[start] {
    case 0x1b: return escape(start)
    case 0x0d: cursor.column = 0
    case 0x0a: lineFeed()
    case 0x08: cursor.column = max(0, cursor.column - 1)
    case 0x09: cursor.column = min(width - 1, cursor.column / 8 * 8 + 8)
    case 0x0e: characterSet = 1
    case 0x0f: characterSet = 0
    case 0x00, 0x07: break
    case let byte:
      let length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
      guard start + length <= pending.count else { return nil }
      put(String(decoding: pending[start..<start + length], as: UTF8.self))
      return length
    }
    return 1
  }

  private mutating func put(_ text: String) {
    guard let scalar = text.unicodeScalars.first else { return }
    if scalar.properties.generalCategory == .nonspacingMark {
      if cursor.column > 0 { cells[cursor.row][cursor.column - 1] += text }
      return
    }
    let columns = Self.isWide(scalar) ? 2 : 1
    if cursor.column + columns > width {
      cursor.column = 0
      lineFeed()
    }
    last = drawsLines[characterSet] ? Self.lines[text] ?? text : text
    cells[cursor.row][cursor.column] = last
    if columns == 2, cursor.column + 1 < width { cells[cursor.row][cursor.column + 1] = "" }
    cursor.column += columns
  }

  private mutating func lineFeed() {
    if cursor.row == region.upperBound {
      scroll(by: 1, from: region.lowerBound)
    } else {
      cursor.row = min(cursor.row + 1, height - 1)
    }
  }

  /// Moves the rows from one to the end of the region up, or down by a negative number.
  private mutating func scroll(by count: Int, from first: Int) {
    let blank = Array(repeating: " ", count: width)
    for _ in 0..<min(abs(count), height) {
      if count > 0 {
        cells.remove(at: first)
        cells.insert(blank, at: region.upperBound)
      } else {
        cells.remove(at: region.upperBound)
        cells.insert(blank, at: first)
      }
    }
  }

  private mutating func erase(row: Int, _ columns: Range<Int>) {
    for column in columns where column < width { cells[row][column] = " " }
  }

  // MARK: - Sequences

  private mutating func escape(_ start: Int) -> Int? {
    guard start + 1 < pending.count else { return nil }
    switch pending[start + 1] {
    case UInt8(ascii: "["): return control(start)
    case UInt8(ascii: "("), UInt8(ascii: ")"):
      guard start + 2 < pending.count else { return nil }
      drawsLines[pending[start + 1] == UInt8(ascii: "(") ? 0 : 1] =
        pending[start + 2] == UInt8(ascii: "0")
      return 3
    case UInt8(ascii: "7"): saved = cursor
    case UInt8(ascii: "8"): cursor = saved
    case UInt8(ascii: "M"):
      if cursor.row == region.lowerBound {
        scroll(by: -1, from: region.lowerBound)
      } else {
        cursor.row = max(0, cursor.row - 1)
      }
    case UInt8(ascii: "="): hasKeypadMode = true
    case UInt8(ascii: ">"): hasKeypadMode = false
    case let byte: unknown.append("ESC \(Unicode.Scalar(byte))")
    }
    return 2
  }

  private mutating func control(_ start: Int) -> Int? {
    let body = pending[(start + 2)...]
    guard let end = body.firstIndex(where: { 0x40...0x7e ~= $0 }) else { return nil }
    let text = String(decoding: pending[(start + 2)..<end], as: UTF8.self)
    let numbers = text.drop { "?>".contains($0) }
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let final = Character(Unicode.Scalar(pending[end]))
    if !move(final, numbers), !edit(final, numbers), !set(final, text, numbers) {
      unknown.append("CSI \(text)\(final)")
    }
    return end - start + 1
  }

  private mutating func move(_ final: Character, _ numbers: [Int]) -> Bool {
    let count = max(1, numbers.first ?? 1)
    let second = max(1, numbers.count > 1 ? numbers[1] : 1)
    switch final {
    case "H", "f": cursor = (min(second, width) - 1, min(count, height) - 1)
    case "d": cursor.row = min(count, height) - 1
    case "G", "`": cursor.column = min(count, width) - 1
    case "A": cursor.row = max(0, cursor.row - count)
    case "B": cursor.row = min(height - 1, cursor.row + count)
    case "C": cursor.column = min(width - 1, cursor.column + count)
    case "D": cursor.column = max(0, cursor.column - count)
    default: return false
    }
    return true
  }

  private mutating func edit(_ final: Character, _ numbers: [Int]) -> Bool {
    let count = max(1, numbers.first ?? 1)
    let (column, row) = (min(cursor.column, width), cursor.row)
    switch (final, numbers.first ?? 0) {
    case ("K", 0): erase(row: row, column..<width)
    case ("K", 1): erase(row: row, 0..<column + 1)
    case ("K", _): erase(row: row, 0..<width)
    case ("X", _): erase(row: row, column..<min(width, column + count))
    case ("J", let part): eraseScreen(part)
    case ("P", _):
      let end = min(width, column + count)
      cells[row].removeSubrange(column..<end)
      cells[row] += Array(repeating: " ", count: end - column)
    case ("@", _):
      cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
      cells[row].removeLast(count)
    case ("L", _): scroll(by: -count, from: row)
    case ("M", _): scroll(by: count, from: row)
    case ("S", _): scroll(by: count, from: region.lowerBound)
    case ("T", _): scroll(by: -count, from: region.lowerBound)
    case ("b", _): for _ in 0..<count { put(last) }
    default: return false
    }
    return true
  }

  private mutating func eraseScreen(_ part: Int) {
    let column = min(cursor.column, width)
    if part == 0 { erase(row: cursor.row, column..<width) }
    if part == 1 { erase(row: cursor.row, 0..<column + 1) }
    let rows =
      switch part {
      case 0: min(cursor.row + 1, height)..<height
      case 1: 0..<cursor.row
      default: 0..<height
      }
    for row in rows { erase(row: row, 0..<width) }
  }

  /// Modes, colours, the scrolling region, and what has no effect on the cells.
  private mutating func set(_ final: Character, _ text: String, _ numbers: [Int]) -> Bool {
    switch final {
    case "h" where text.hasPrefix("?"): for mode in numbers { switchMode(mode, isOn: true) }
    case "l" where text.hasPrefix("?"): for mode in numbers { switchMode(mode, isOn: false) }
    case "h", "l": return numbers == [4]
    case "m": paint(numbers.isEmpty ? [0] : numbers)
    case "r":
      region = max(0, (numbers.first ?? 1) - 1)...(numbers.count > 1 ? numbers[1] : height) - 1
      cursor = (0, 0)
    case "t": return text.hasPrefix("22;") || text.hasPrefix("23;")
    default: return false
    }
    return true
  }

  private mutating func switchMode(_ mode: Int, isOn: Bool) {
    let isChange = modes.contains(mode) != isOn
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
    if isOn { modesSeen.insert(mode) }
    guard mode == 1049, isChange else { return }
    if isOn {
      otherScreen = cells
      cells = Self.blank(width, height)
    } else {
      cells = Self.fit(otherScreen, width, height)
    }
  }

  private mutating func paint(_ numbers: [Int]) {
    for number in numbers {
      switch number {
      case 0: attributes = []
      case 39, 49: attributes = attributes.filter { $0 < 30 }
      default:
        attributes.insert(number)
        if 30...48 ~= number || 90...107 ~= number { hasUsedColor = true }
      }
    }
    attributesSeen.insert(attributes)
  }

  // MARK: - Tables

  private static func blank(_ width: Int, _ height: Int) -> [[String]] {
    Array(repeating: Array(repeating: " ", count: width), count: height)
  }

  /// The cells that are there in a grid of another size.
  private static func fit(_ cells: [[String]], _ width: Int, _ height: Int) -> [[String]] {
    var grid = blank(width, height)
    for (row, line) in cells.prefix(height).enumerated() {
      for (column, cell) in line.prefix(width).enumerated() { grid[row][column] = cell }
    }
    return grid
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f6ff,
      0x1f900...0x1f9ff, 0x20000...0x3fffd:
      true
    default: false
    }
  }

  private static let lines = [
    "q": "─", "x": "│", "l": "┌", "k": "┐", "m": "└", "j": "┘", "t": "├", "u": "┤", "n": "┼",
    "v": "┴", "w": "┬",
  ]
}
