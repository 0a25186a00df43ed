import LosslessJSON

extension Frame {
  /// Draws text on one row, spelled by the display rule and cut at `end`; says where it stopped.
  ///
  /// Everything that does not fit the frame is left out, whatever the numbers are.
  @discardableResult
  package mutating func draw(
    _ text: String, row: Int, column: Int, end: Int? = nil, style: Style = .plain
  ) -> Int {
    text.withUTF8Buffer { draw($0, row: row, column: column, end: end, style: style) }
  }

  @discardableResult
  package mutating func draw(
    _ bytes: UnsafeBufferPointer<UInt8>, row: Int, column: Int, end: Int? = nil,
    style: Style = .plain
  ) -> Int {
    var column = column
    let end = min(end ?? width, width)
    var index = 0
    while index < bytes.count, column < end {
      let plain = bytes.plainCount(in: index..<min(bytes.count, index + end - column))
      if plain > 0 {
        draw(
          plain: UnsafeBufferPointer(rebasing: bytes[index..<index + plain]), row: row,
          column: column, end: end, style: style)
        (index, column) = (index + plain, column + plain)
        continue
      }
      let glyph = rule.glyph(in: bytes, at: index)
      column = draw(glyph, row: row, column: column, end: end, style: style)
      index += glyph.byteCount
    }
    return column
  }

  /// Draws text in `limit` columns; one that is longer ends in `…`.
  @discardableResult
  package mutating func draw(
    _ text: String, row: Int, column: Int, fitting limit: Int, style: Style = .plain
  ) -> Int {
    guard limit > 0 else { return column }
    if rule.width(of: text, upTo: limit + 1) <= limit {
      return draw(text, row: row, column: column, end: column + limit, style: style)
    }
    let end = draw(
      text, row: row, column: column, wholeGlyphsEnd: column + limit - 1, style: style)
    return draw("…", row: row, column: end, end: column + limit, style: style)
  }

  /// Draws text on a row of a region, counted from its first.
  package mutating func draw(
    _ text: String, in region: Region, row: Int = 0, style: Style = Style(.faint)
  ) {
    draw(
      text, row: region.row + row, column: region.column, fitting: region.width, style: style)
  }

  /// Draws text so that it ends before `end`; what is longer than `limit` ends in `…`.
  package mutating func draw(
    _ text: String, row: Int, endingAt end: Int, fitting limit: Int, style: Style = .plain
  ) {
    let needed = min(limit, rule.width(of: text, upTo: limit + 1))
    draw(text, row: row, column: end - needed, fitting: limit, style: style)
  }

  /// Draws the end of a text in `limit` columns; one that is longer begins with `…`.
  @discardableResult
  package mutating func draw(
    _ text: String, row: Int, column: Int, fittingEnd limit: Int, style: Style = .plain
  ) -> Int {
    var rest = text.unicodeScalars[...]
    guard limit > 0, rule.width(of: text, upTo: limit + 1) > limit else {
      return draw(text, row: row, column: column, fitting: limit, style: style)
    }
    // Each scalar is at least a column or a part of one: more of them than that never fit.
    rest = rest.suffix(limit)
    while rule.width(of: String(rest), upTo: limit + 1) > limit - 1, !rest.isEmpty {
      rest = rest.dropFirst()
    }
    let start = draw("…", row: row, column: column, end: column + limit, style: style)
    return draw(String(rest), row: row, column: start, end: column + limit, style: style)
  }

  /// Like `draw`, but a glyph that would be cut is left out.
  private mutating func draw(
    _ text: String, row: Int, column: Int, wholeGlyphsEnd end: Int, style: Style
  ) -> Int {
    text.withUTF8Buffer { bytes in
      var column = column
      var index = 0
      while index < bytes.count {
        let glyph = rule.glyph(in: bytes, at: index)
        guard column + glyph.width <= end else { break }
        column = draw(glyph, row: row, column: column, end: end, style: style)
        index += glyph.byteCount
      }
      return column
    }
  }

  /// Draws one glyph, cut at `end`; says in which column the next one stands.
  package mutating func draw(
    _ glyph: Glyph, row: Int, column: Int, end: Int, style: Style
  ) -> Int {
    var column = column
    switch glyph.spelling {
    case .none: column = put(glyph, row: row, column: column, end: end, style: style.packed)
    default:
      let packed = style.spelled.packed
      glyph.spelling.forEachByte { byte in
        if column < end { set(UInt32(byte), row: row, column: column, style: packed) }
        column += 1
      }
    }
    guard glyph.hiddenMarks > 0 else { return column }
    let packed = style.spelled.packed
    for byte in "<+\(glyph.hiddenMarks)>".utf8 {
      if column < end { set(UInt32(byte), row: row, column: column, style: packed) }
      column += 1
    }
    return column
  }

  /// Draws printable ASCII characters side by side.
  mutating func draw(
    plain bytes: UnsafeBufferPointer<UInt8>, row: Int, column: Int, end: Int, style: Style
  ) {
    let first = max(0, column)
    let last = min(width, end, column + bytes.count)
    guard row >= 0, row < height, first < last else { return }
    let start = row * width
    clearNeighbours(of: start + first, column: first)
    clearNeighbours(of: start + last - 1, column: last - 1)
    let packed = style.packed
    cells.withUnsafeMutableBufferPointer { cells in
      for place in first..<last {
        cells[start + place] = Cell(UInt32(bytes[place - column]), packed)
      }
    }
  }

  /// Draws one printable ASCII character.
  package mutating func draw(ascii byte: UInt8, row: Int, column: Int, end: Int, style: Style) {
    if column < end { set(UInt32(byte), row: row, column: column, style: style.packed) }
  }

  private mutating func put(
    _ glyph: Glyph, row: Int, column: Int, end: Int, style: Style.Packed
  ) -> Int {
    let isWide = glyph.width - (glyph.hiddenMarks > 0 ? glyph.hiddenWidth : 0) == 2
    let next = column + (isWide ? 2 : 1)
    if next > end {
      if column < end { set(0x20, row: row, column: column, style: style) }
      return next
    }
    if isWide, column < 0 || next > width {
      if column >= 0 { set(0x20, row: row, column: column, style: style) }
      return next
    }
    set(glyph.scalar, row: row, column: column, style: style)
    if isWide { setContinuation(row: row, column: column + 1, style: style) }
    if glyph.marks.count > 0, let cell = index(row, column) {
      markSets.append(glyph.marks)
      cells[cell].marks = UInt32(markSets.count)
    }
    return next
  }

  /// Sets one cell; both halves of a wide character that is hit go blank.
  private mutating func set(_ scalar: UInt32, row: Int, column: Int, style: Style.Packed) {
    guard let cell = index(row, column) else { return }
    clearNeighbours(of: cell, column: column)
    cells[cell] = Cell(scalar, style)
  }

  private mutating func setContinuation(row: Int, column: Int, style: Style.Packed) {
    guard let cell = index(row, column) else { return }
    if column + 1 < width, cells[cell + 1].scalar == Cell.continuation {
      cells[cell + 1] = Cell(0x20, cells[cell + 1].style)
    }
    cells[cell] = Cell(Cell.continuation, style)
  }

  private mutating func clearNeighbours(of cell: Int, column: Int) {
    if cells[cell].scalar == Cell.continuation, column > 0 {
      cells[cell - 1] = Cell(0x20, cells[cell - 1].style)
    }
    if column + 1 < width, cells[cell + 1].scalar == Cell.continuation {
      cells[cell + 1] = Cell(0x20, cells[cell + 1].style)
    }
  }

  private func index(_ row: Int, _ column: Int) -> Int? {
    guard row >= 0, row < height, column >= 0, column < width else { return nil }
    return row * width + column
  }

  /// Makes a rectangle blank, or full of one ASCII character or line.
  package mutating func fill(_ region: Region, with scalar: Unicode.Scalar = " ", style: Style) {
    let packed = style.packed
    let first = max(0, region.column)
    let last = min(width, region.endColumn)
    guard first < last else { return }
    for row in max(0, region.row)..<max(0, region.row, min(height, region.endRow)) {
      let start = row * width
      clearNeighbours(of: start + first, column: first)
      clearNeighbours(of: start + last - 1, column: last - 1)
      for column in first..<last { cells[start + column] = Cell(scalar.value, packed) }
    }
  }

  /// Changes how a rectangle looks and leaves its text.
  package mutating func restyle(_ region: Region, _ change: (Style) -> Style) {
    for row in max(0, region.row)..<max(0, region.row, min(height, region.endRow)) {
      for column in max(0, region.column)..<max(0, region.column, min(width, region.endColumn)) {
        let cell = row * width + column
        cells[cell].style = change(Style(cells[cell].style)).packed
      }
    }
  }
}

extension Style {
  /// How a spelling looks in text of this style: a match and a selection stay what they are.
  var spelled: Style {
    switch role {
    case .match, .selection: self
    // Underlined as well: the same signs as literal text must not look like it without colours.
    default: Style(.escaped, bold: isBold, reversed: isReversed, underlined: true)
    }
  }
}

extension Glyph {
  /// The columns of its `<+n>`.
  var hiddenWidth: Int { hiddenMarks == 0 ? 0 : 3 + hiddenMarks.digitCount(radix: 10) }
}
