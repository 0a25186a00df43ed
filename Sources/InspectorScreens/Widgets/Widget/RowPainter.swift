import LosslessJSON

/// Draws one row of a section.
struct RowPainter {
  let bytes: UnsafeBufferPointer<UInt8>
  let section: TextSection
  let row: TextLayout.Row
  var styles: RowStyles

  /// The glyph as the layout has seen it, which looks behind the row; cut where a row ends inside of it.
  private func glyph(at index: Int, _ rule: DisplayRule) -> Glyph {
    let glyph = rule.glyph(in: bytes, at: index)
    guard index + glyph.byteCount > row.end else { return glyph }
    return rule.glyph(in: UnsafeBufferPointer(rebasing: bytes[..<row.end]), at: index)
  }

  /// Where the blanks begin that a line of somebody else's text ends with; ours end with none that
  /// matter.
  private var firstBlankAtEnd: Int {
    let isLineEnd = row.next > row.end || row.end == bytes.count
    guard isLineEnd, section.form == .text, section.showsBlanks else { return row.end }
    var place = row.end
    while place > row.start, bytes[place - 1].isBlank { place -= 1 }
    return place
  }

  mutating func drawText(
    in frame: inout Frame, _ region: Region, leftColumn: Int, rule: DisplayRule
  ) {
    let offset = region.column - leftColumn
    let end = leftColumn + region.width
    let blanks = firstBlankAtEnd
    var (index, column) = (row.start, 0)
    var (run, isShown) = (RowStyles.Run(style: section.style, end: row.start), false)
    while index < row.end, column < end {
      if index >= run.end || isShown != (column >= leftColumn) {
        isShown = column >= leftColumn
        run = styles.run(at: index, isShown: isShown)
      }
      // What takes a column a byte, and is drawn as it stands, is nearly all of most rows.
      let limit = isShown ? max(index, min(run.end, blanks, index + end - column)) : index
      let plain = bytes.plainCount(in: index..<limit)
      if plain > 0 {
        frame.draw(
          plain: UnsafeBufferPointer(rebasing: bytes[index..<index + plain]), row: region.row,
          column: offset + column, end: region.endColumn, style: run.style)
        (index, column) = (index + plain, column + plain)
        continue
      }
      if bytes[index] == 0x09 {
        let width = DisplayRule.tabWidth - column % DisplayRule.tabWidth
        let columns = max(column, leftColumn)..<max(column, leftColumn, min(column + width, end))
        draw(tab: columns, from: column, in: &frame, region.row, offset, blankStyle(in: run.style))
        (index, column) = (index + 1, column + width)
        continue
      }
      let glyph = glyph(at: index, rule)
      if isShown {
        draw(
          glyph, isAtEnd: index >= blanks, in: &frame, region, column: offset + column, run.style)
      }
      column += glyph.width
      index += glyph.byteCount
    }
    if index < row.end || column > end {
      frame.draw("…", row: region.row, column: region.endColumn - 1, style: Style(.faint))
    }
  }

  private func blankStyle(in style: Style) -> Style { style.role == .match ? style : Style(.faint) }

  private func draw(
    tab columns: Range<Int>, from first: Int, in frame: inout Frame, _ row: Int, _ offset: Int,
    _ style: Style
  ) {
    for column in columns {
      frame.draw(column == first ? "→" : " ", row: row, column: offset + column, style: style)
    }
  }

  private func draw(
    _ glyph: Glyph, isAtEnd: Bool, in frame: inout Frame, _ region: Region, column: Int,
    _ style: Style
  ) {
    if let sign = BlankSign(glyph, isAtEnd: isAtEnd) {
      frame.draw(sign.text, row: region.row, column: column, style: blankStyle(in: style))
    } else {
      _ = frame.draw(glyph, row: region.row, column: column, end: region.endColumn, style: style)
    }
  }

  mutating func drawHex(in frame: inout Frame, _ region: Region, perRow: Int) {
    let end = region.endColumn
    let digits = HexLayout.offsetDigits(bytes.count)
    frame.draw(
      hexText(row.start, digits: digits), row: region.row, column: region.column, end: end,
      style: Style(.faint))
    let hexColumn = region.column + digits + 2
    let textColumn = hexColumn + HexLayout.hexWidth(perRow) + 1
    frame.draw("│", row: region.row, column: textColumn - 1, end: end, style: Style(.faint))
    var run = RowStyles.Run(style: section.style, end: row.start)
    for index in row.start..<row.end {
      if index >= run.end { run = styles.run(at: index) }
      let place = index - row.start
      let byte = bytes[index]
      let isPrintable = byte >= 0x20 && byte < 0x7F
      let style = run.style == .plain && !isPrintable ? Style(.faint) : run.style
      let column = hexColumn + HexLayout.column(of: place)
      // No text is made of a byte: there are two thousand of them on a large screen.
      let (high, low) = (hexDigit(byte >> 4).smallASCII, hexDigit(byte & 15).smallASCII)
      frame.draw(ascii: high, row: region.row, column: column, end: end, style: style)
      frame.draw(ascii: low, row: region.row, column: column + 1, end: end, style: style)
      let text = isPrintable ? byte : UInt8(ascii: ".")
      frame.draw(
        ascii: text, row: region.row, column: textColumn + place, end: end, style: style)
    }
  }
}

/// A blank that is more than a gap between two words has a faint sign.
private enum BlankSign {
  /// It does not break.
  case joining
  /// Nothing comes behind it.
  case atEnd

  init?(_ glyph: Glyph, isAtEnd: Bool) {
    guard glyph.marks.count == 0, glyph.width == 1 else { return nil }
    switch glyph.scalar {
    case 0xA0, 0x202F: self = .joining
    case 0x20 where isAtEnd: self = .atEnd
    default: return nil
    }
  }

  var text: String { self == .joining ? "␣" : "·" }
}
