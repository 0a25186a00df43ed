import LosslessJSON

/// How bytes fall into rows of a width.
///
/// Rows are found from any place without an index. A line is followed back to its line feed; one
/// that is longer than a block has a row break at block boundaries instead, so that a body of one
/// endless line costs no more than any other. Blocks are whole rows of plain text: only the first
/// break of such a line can come early.
package struct TextLayout: Sendable, Hashable {
  var width: Int
  var wraps: Bool
  var rule: DisplayRule

  /// Where a row's bytes are, and where the next row starts.
  package struct Row: Hashable {
    var start: Int
    var end: Int
    var next: Int
  }

  private var block: Int {
    let width = max(1, width)
    return width * ((16_384 + width - 1) / width)
  }

  /// The row that starts at `start`.
  package func row(in section: TextSection, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int)
    -> Row
  {
    if case .hex(let perRow) = section.form {
      let end = min(bytes.count, start + perRow)
      return Row(start: start, end: end, next: end)
    }
    let row = wraps ? wrappedRow(section, bytes, start) : wholeRow(bytes, start)
    if section.form == .prose { return atSpace(row, in: bytes) }
    guard section.form == .head, row.next > row.end, row.end > row.start,
      bytes[row.end - 1] == 0x0D
    else { return row }
    return Row(start: row.start, end: row.end - 1, next: row.next)
  }

  private func wrappedRow(
    _ section: TextSection, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> Row {
    var index = start
    var column = 0
    var stop = nextBreak(in: bytes, after: start)
    while index < bytes.count {
      if bytes[index] == 0x0A { return Row(start: start, end: index, next: index + 1) }
      if index >= stop.place {
        if stop.isBreak(bytes, self) { return Row(start: start, end: index, next: index) }
        stop = nextBreak(in: bytes, after: index)
      }
      index = skipPlain(in: bytes, from: index, column: &column, to: stop.place)
      guard index < bytes.count, index < stop.place, bytes[index] != 0x0A else {
        if column >= width { return endOfRow(section, bytes, start, index) }
        continue
      }
      let step = step(in: bytes, at: index, column: column, stop: &stop)
      if column + step.width > width, column > 0 { return endOfRow(section, bytes, start, index) }
      column += step.width
      index += step.byteCount
      if column >= width { return endOfRow(section, bytes, start, index) }
    }
    return Row(start: start, end: bytes.count, next: bytes.count)
  }

  /// Steps over printable ASCII that carries no marks, as far as the row has room.
  private func skipPlain(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, column: inout Int, to stop: Int
  ) -> Int {
    let end = min(start + max(0, width - column), stop, bytes.count)
    var index = start
    while index < end, bytes[index] &- 0x20 < 0x5F,
      index + 1 == bytes.count || bytes[index + 1] < 0x80
    {
      index += 1
    }
    column += index - start
    return index
  }

  private func step(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int, column: Int, stop: inout Break
  ) -> (width: Int, byteCount: Int) {
    if bytes[index] == 0x09 { return (DisplayRule.tabWidth - column % DisplayRule.tabWidth, 1) }
    let glyph = rule.glyph(in: bytes, at: index)
    guard index + glyph.byteCount > stop.place, stop.isBreak(bytes, self) else {
      return (glyph.width, glyph.byteCount)
    }
    let cut = rule.glyph(in: UnsafeBufferPointer(rebasing: bytes[..<stop.place]), at: index)
    return (cut.width, cut.byteCount)
  }

  /// A full row; the line feed that follows belongs to it.
  private func endOfRow(
    _ section: TextSection, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> Row {
    if end < bytes.count, bytes[end] == 0x0A { return Row(start: start, end: end, next: end + 1) }
    if section.form == .head, end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A {
      return Row(start: start, end: end + 1, next: end + 2)
    }
    return Row(start: start, end: end, next: end)
  }

  /// A row of prose that was cut inside a word ends before that word instead.
  private func atSpace(_ row: Row, in bytes: UnsafeBufferPointer<UInt8>) -> Row {
    guard row.next == row.end, row.next < bytes.count, bytes[row.next] != 0x20,
      let space = ByteSearch.last(0x20, in: bytes, row.start..<row.end), space > row.start
    else { return row }
    return Row(start: row.start, end: space, next: space + 1)
  }

  private func wholeRow(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Row {
    var index = start
    while true {
      var stop = nextBreak(in: bytes, after: index)
      let end = min(stop.place, bytes.count)
      if let feed = ByteSearch.first(0x0A, in: bytes, index..<end) {
        return Row(start: start, end: feed, next: feed + 1)
      }
      if end == bytes.count || stop.isBreak(bytes, self) {
        return Row(start: start, end: end, next: end)
      }
      index = end
    }
  }

  /// A block boundary, and, once somebody asked, whether a row breaks there.
  struct Break {
    /// The boundary moved to the next whole code point.
    var place: Int
    private var boundary: Int
    private var answer: Bool?

    fileprivate init(boundary: Int, in bytes: UnsafeBufferPointer<UInt8>) {
      self.boundary = boundary
      place = boundary
      while place < bytes.count, place < boundary + 3, bytes[place] & 0xC0 == 0x80 { place += 1 }
    }

    fileprivate mutating func isBreak(
      _ bytes: UnsafeBufferPointer<UInt8>, _ layout: TextLayout
    ) -> Bool {
      if let answer { return answer }
      let isBreak =
        place < bytes.count && boundary >= layout.block
        && ByteSearch.first(0x0A, in: bytes, boundary - layout.block..<place) == nil
      answer = isBreak
      return isBreak
    }
  }

  private func nextBreak(in bytes: UnsafeBufferPointer<UInt8>, after index: Int) -> Break {
    var boundary = (index / block + 1) * block
    // A boundary just before `index` may have been moved onto or past it.
    let current = Break(boundary: index / block * block, in: bytes)
    if current.place > index { boundary = index / block * block }
    return Break(boundary: boundary, in: bytes)
  }

  /// Where the line of this byte starts, or the last break before it in a line without end.
  func lineStart(in bytes: UnsafeBufferPointer<UInt8>, of place: Int) -> Int {
    var boundary = place / block * block
    var stop = Break(boundary: boundary, in: bytes)
    if stop.place > place {
      boundary = max(0, boundary - block)
      stop = Break(boundary: boundary, in: bytes)
    }
    if boundary == 0 { return ByteSearch.last(0x0A, in: bytes, 0..<place).map { $0 + 1 } ?? 0 }
    if let feed = ByteSearch.last(0x0A, in: bytes, stop.place..<place) { return feed + 1 }
    if stop.isBreak(bytes, self) { return stop.place }
    let earlier = ByteSearch.last(0x0A, in: bytes, boundary - block..<stop.place)
    return earlier.map { $0 + 1 } ?? stop.place
  }
}
