import LosslessJSON

/// A screen as a value: a grid of cells, each a character and how it looks.
///
/// Text enters only through the display rule, so no frame ever holds a control character, and a
/// wide character is always whole. Blank cells at the end of a row are part of its last runs: a
/// row's runs always cover its whole width.
package struct Frame: Sendable {
  package let width: Int
  package let height: Int
  /// Where a prompt's cursor stands; nil while none shows.
  package var cursor: (column: Int, row: Int)?
  /// How text becomes cells.
  package let rule: DisplayRule
  var cells: [Cell]
  /// The marks of the few cells that have some; a cell holds its place here plus one.
  var markSets: [Glyph.Marks] = []

  /// A blank screen.
  package init(width: Int, height: Int, rule: DisplayRule = DisplayRule()) {
    self.width = max(0, width)
    self.height = max(0, height)
    self.rule = rule
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  /// Calls `body` with each character of a row, from left to right, blanks at the end included.
  ///
  /// A wide character is one, in the first of its two columns.
  package func forEachCell(
    inRow row: Int,
    _ body: (_ column: Int, _ scalar: UInt32, _ marks: Glyph.Marks?, _ style: Style.Packed) -> Void
  ) {
    guard row >= 0, row < height, width > 0 else { return }
    cells.withUnsafeBufferPointer { cells in
      for column in 0..<width {
        let cell = cells[row * width + column]
        guard cell.scalar != Cell.continuation else { continue }
        let marks = cell.marks > 0 ? markSets[Int(cell.marks) - 1] : nil
        body(column, cell.scalar, marks, cell.style)
      }
    }
  }

  /// Whether a row looks just as it does in another frame.
  ///
  /// Rows with marks never do: a cell knows its marks only by their place in its own frame.
  package func hasSameRow(_ row: Int, as other: Frame) -> Bool {
    guard width == other.width, row >= 0, row < min(height, other.height) else { return false }
    return cells.withUnsafeBufferPointer { cells in
      other.cells.withUnsafeBufferPointer { others in
        // No way out before the end: so that many are compared at once.
        var difference: UInt32 = 0
        for index in row * width..<(row + 1) * width {
          difference |= cells[index].difference(from: others[index]) | cells[index].marks
        }
        return difference == 0
      }
    }
  }

  private func append(_ cell: Cell, to text: inout [UInt8]) {
    guard cell.scalar != Cell.continuation else { return }
    text.appendUTF8(cell.scalar)
    if cell.marks > 0 { markSets[Int(cell.marks) - 1].visit { text.appendUTF8($0) } }
  }

  /// A row as text, its trailing blanks included.
  package func text(ofRow row: Int) -> String {
    var bytes: [UInt8] = []
    for cell in cells[row * width..<(row + 1) * width] { append(cell, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The screen as text: a line a row, trailing blanks left out, as a person would paste it.
  package var text: String {
    var out: [UInt8] = []
    for row in 0..<height {
      var line = cells[row * width..<(row + 1) * width]
      while let last = line.last, last.scalar == 0x20 { line.removeLast() }
      for cell in line { append(cell, to: &out) }
      out.append(0x0A)
    }
    return String(decoding: out, as: UTF8.self)
  }
}

extension Frame: Equatable {
  /// Two frames are equal when they look the same.
  package static func == (left: Frame, right: Frame) -> Bool {
    left.width == right.width && left.height == right.height && left.cells == right.cells
      && left.markSets == right.markSets && left.cursor?.column == right.cursor?.column
      && left.cursor?.row == right.cursor?.row
  }
}

extension [UInt8] {
  /// Appends a code point; everything that comes here was decoded from UTF-8 before.
  fileprivate mutating func appendUTF8(_ scalar: UInt32) {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80: append(UInt8(scalar))
    case ..<0x800: append(contentsOf: [0xC0 | UInt8(scalar >> 6), tail(0)])
    case ..<0x10000: append(contentsOf: [0xE0 | UInt8(scalar >> 12), tail(6), tail(0)])
    default: append(contentsOf: [0xF0 | UInt8(scalar >> 18), tail(12), tail(6), tail(0)])
    }
  }
}
