import LosslessJSON

/// Finding the way to the right while lines are cut, and back.
extension TextPane {
  /// Brings bytes onto the screen: the row, and while rows are cut the columns as well.
  package mutating func reveal(_ position: TextPosition, length: Int) {
    reveal(position)
    guard !wraps, document.sections.indices.contains(position.section) else { return }
    let part = document.sections[position.section]
    if case .hex = part.form { return }
    let columns = part.source.withBuffer { bytes in
      let start = rowStart(of: position).offset
      let end = layout.row(in: part, bytes, from: start).end
      return layout.columns(
        of: position.offset..<position.offset + max(1, length), in: bytes, rowFrom: start, to: end)
    }
    let home = columnBeforeSearch ?? leftColumn
    let left = Sideways.left(showing: columns, width: width, from: leftColumn, home: home)
    guard left != leftColumn else { return }
    columnBeforeSearch = left == home ? nil : home
    leftColumn = left
  }

  /// Goes back to where it was before a search went sideways.
  package mutating func returnSideways() {
    leftColumn = columnBeforeSearch ?? leftColumn
    columnBeforeSearch = nil
  }
}

/// How far a window of cut rows goes to the right.
package enum Sideways {
  /// The first column to show so that some columns are on screen: where it stands if they are, the
  /// place it came from if they are there, else with some of what stands before them.
  package static func left(showing columns: Range<Int>, width: Int, from left: Int, home: Int)
    -> Int
  {
    // The last column may hold a mark that there is more.
    let room = max(1, width - 1)
    func shows(_ left: Int) -> Bool {
      columns.lowerBound >= left && columns.upperBound <= left + room
    }
    if shows(left) { return left }
    if shows(home) { return home }
    let before = max(0, min(room / 3, room - columns.count))
    return max(0, columns.lowerBound - before)
  }
}

extension TextLayout {
  /// The columns that bytes of a row take, counted from its start.
  package func columns(
    of range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, rowFrom start: Int, to end: Int
  ) -> Range<Int> {
    let row = UnsafeBufferPointer(rebasing: bytes[..<end])
    var column = 0
    var first: Int?
    var index = start
    while index < min(range.upperBound, end) {
      if index >= range.lowerBound, first == nil { first = column }
      if bytes[index] == 0x09 {
        column += DisplayRule.tabWidth - column % DisplayRule.tabWidth
        index += 1
      } else {
        let glyph = rule.glyph(in: row, at: index)
        column += glyph.width
        index += glyph.byteCount
      }
    }
    return (first ?? column)..<column
  }
}
