import BytesAndJSON

extension TextPane {
  /// Draws the rows on screen, with every match of `needle` marked and `current` more so.
  ///
  /// The cursor's row has a bar in the column left of the region.
  package func draw(
    in frame: inout Frame, _ region: Region, needle: Needle? = nil, current: TextPosition? = nil,
    marks: [TextMark] = [], bar: Style? = nil
  ) {
    if let bar, let row = cursorRow, row < region.height {
      frame.draw("▌", row: region.row + row, column: region.column - 1, style: bar)
    }
    for (line, row) in visibleRows.prefix(region.height).enumerated() {
      let section = document.sections[row.section]
      let place = current.flatMap { $0.section == row.section ? $0.offset : nil }
      section.source.withBuffer { bytes in
        var painter = RowPainter(
          bytes: bytes, section: section, row: row.row, needle: needle, current: place,
          marks: marks.filter { $0.section == row.section })
        let target = Region(
          column: region.column, row: region.row + line, width: region.width, height: 1)
        if case .hex(let perRow) = section.form {
          painter.drawHex(in: &frame, target, perRow: perRow)
        } else {
          painter.drawText(in: &frame, target, leftColumn: leftColumn, rule: layout.rule)
        }
      }
    }
  }
}

extension TextPane {
  /// Draws a section of one line, cut at the region's edge.
  package static func draw(
    _ section: TextSection, in frame: inout Frame, _ region: Region, needle: Needle?,
    leftColumn: Int = 0
  ) {
    section.source.withBuffer { bytes in
      let end = bytes.last == 0x0A ? bytes.count - 1 : bytes.count
      var painter = RowPainter(
        bytes: bytes, section: section, row: TextLayout.Row(start: 0, end: end, next: bytes.count),
        needle: needle, current: nil, marks: [])
      painter.drawText(in: &frame, region, leftColumn: leftColumn, rule: frame.rule)
    }
  }
}

/// Draws one row of a section.
private struct RowPainter {
  let bytes: UnsafeBufferPointer<UInt8>
  let section: TextSection
  package let row: TextLayout.Row
  let needle: Needle?
  let current: Int?
  let marks: [TextMark]
  private var span: Int
  private var matchStart = 0
  private var matchEnd = 0
  /// Those that are no plain bytes are looked for at once, others on the way.
  private let isExpression: Bool
  private var expressionMatches: [Range<Int>] = []
  private var nextMatch = 0
  /// What the section's tint has said, of how much, and how far that is used.
  private var tinted: (spans: [StyleSpan], end: Int, next: Int) = ([], 0, 0)
  /// A tint is asked for so many bytes at a time: most of a cut row is never drawn.
  private static let tintStep = 128

  init(
    bytes: UnsafeBufferPointer<UInt8>, section: TextSection, row: TextLayout.Row,
    needle: Needle?, current: Int?, marks: [TextMark]
  ) {
    self.marks = marks
    self.bytes = bytes
    self.section = section
    self.row = row
    self.needle = needle
    self.current = current
    isExpression = needle.map { !$0.isBytes } ?? false
    span = RowPainter.firstSpan(section.spans, endingAfter: row.start)
    findMatchFromBefore()
  }

  private static func firstSpan(_ spans: [StyleSpan], endingAfter place: Int) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.upperBound <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// A match that starts on an earlier row reaches into this one.
  private mutating func findMatchFromBefore() {
    guard let needle else { return }
    if isExpression { return findAll(needle) }
    guard row.start > 0 else { return }
    let start = max(0, row.start - min(needle.bytes.count, 1_024) + 1)
    let end = min(bytes.count, row.start + needle.bytes.count - 1)
    guard start < end, let found = try? ByteSearch.first(needle, in: bytes, start..<end) else {
      return
    }
    (matchStart, matchEnd) = (found, found + needle.bytes.count)
  }

  /// All matches that touch the row, with a little of what is around it.
  private mutating func findAll(_ needle: Needle) {
    var start = max(0, row.start - 256)
    if let feed = ByteSearch.last(0x0A, in: bytes, start..<row.start) { start = feed + 1 }
    let end = min(bytes.count, row.end + 1_024)
    while start < row.end,
      let found = try? ByteSearch.extent(of: needle, in: bytes, start..<end)
    {
      if found.upperBound > row.start { expressionMatches.append(found) }
      start = found.upperBound
    }
  }

  /// The style of a byte, asked from left to right; what is left of the screen needs no colour.
  private mutating func style(at index: Int, isShown: Bool = true) -> Style {
    if index >= matchEnd { findMatch(at: index) }
    if index < matchEnd, index >= matchStart {
      return Style(.match, bold: matchStart == current, reversed: matchStart == current)
    }
    while span < section.spans.count, section.spans[span].range.upperBound <= index { span += 1 }
    var style = section.style
    if span < section.spans.count, section.spans[span].range.contains(index) {
      style = section.spans[span].style
    } else if isShown, let tint = section.tint {
      style = self.style(at: index, tint) ?? style
    }
    for mark in marks where mark.range.contains(index) {
      style.isUnderlined = true
      if mark.isCurrent { style.isBold = true }
    }
    return style
  }

  private mutating func style(at index: Int, _ tint: any TextTint) -> Style? {
    if index >= tinted.end {
      let end = min(row.end, index + Self.tintStep)
      tinted = (tint.spans(in: index..<end), end, 0)
    }
    while tinted.next < tinted.spans.count,
      tinted.spans[tinted.next].range.upperBound <= index
    {
      tinted.next += 1
    }
    guard tinted.next < tinted.spans.count, tinted.spans[tinted.next].range.contains(index) else {
      return nil
    }
    return tinted.spans[tinted.next].style
  }

  private mutating func findMatch(at index: Int) {
    if isExpression {
      while nextMatch < expressionMatches.count, expressionMatches[nextMatch].upperBound <= index {
        nextMatch += 1
      }
      guard nextMatch < expressionMatches.count else { return }
      let next = expressionMatches[nextMatch]
      if next.contains(index) { (matchStart, matchEnd) = (next.lowerBound, next.upperBound) }
    } else if let needle, needle.matches(bytes, at: index) {
      (matchStart, matchEnd) = (index, index + needle.bytes.count)
    }
  }

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
    let blanks = firstBlankAtEnd
    var index = row.start
    var column = 0
    while index < row.end, column < leftColumn + region.width {
      let style = style(at: index, isShown: column >= leftColumn)
      let blank = style.role == .match ? style : Style(.faint)
      if bytes[index] == 0x09 {
        let width = TextLayout.tabWidth - column % TextLayout.tabWidth
        let end = min(column + width, leftColumn + region.width)
        for place in max(column, leftColumn)..<max(column, leftColumn, end) {
          let sign = place == column ? "→" : " "
          frame.draw(sign, row: region.row, column: offset + place, style: blank)
        }
        column += width
        index += 1
        continue
      }
      let glyph = glyph(at: index, rule)
      if column >= leftColumn {
        if let sign = BlankSign(glyph, isAtEnd: index >= blanks) {
          frame.draw(sign.text, row: region.row, column: offset + column, style: blank)
        } else {
          _ = frame.draw(
            glyph, row: region.row, column: offset + column, end: region.endColumn, style: style)
        }
      }
      column += glyph.width
      index += glyph.byteCount
    }
    if index < row.end || column > leftColumn + region.width {
      frame.draw("…", row: region.row, column: region.endColumn - 1, style: Style(.faint))
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
    for index in row.start..<row.end {
      let place = index - row.start
      let byte = bytes[index]
      let isPrintable = byte >= 0x20 && byte < 0x7F
      var style = style(at: index)
      if style == .plain, !isPrintable { style = Style(.faint) }
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

/// Where the columns of a hexadecimal row stand.
package enum HexLayout {
  static func offsetDigits(_ count: Int) -> Int { max(8, count.digitCount(radix: 16)) }

  /// Two digits and a space for each byte, one more space after each eight.
  static func column(of place: Int) -> Int { place * 3 + place / 8 }

  static func hexWidth(_ perRow: Int) -> Int { column(of: perRow - 1) + 3 }

  /// How many bytes fit a row of this width.
  package static func bytesPerRow(width: Int, count: Int) -> Int {
    [32, 16, 8, 4].first { offsetDigits(count) + 2 + hexWidth($0) + 1 + $0 <= width } ?? 4
  }
}

/// A number in hexadecimal with leading zeros.
package func hexText(_ value: Int, digits: Int) -> String {
  var out: [UInt8] = []
  for place in stride(from: digits - 1, through: 0, by: -1) {
    out.append(hexDigit(UInt8(truncatingIfNeeded: value >> (4 * place) & 15)).smallASCII)
  }
  return String(decoding: out, as: UTF8.self)
}
