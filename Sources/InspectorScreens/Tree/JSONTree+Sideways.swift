import NetEngine

/// Finding the way to the right along a long value.
extension JSONTree {
  /// Further to the right a search does not go: all rows on screen would be drawn so far.
  private static let columnLimit = 4_000
  /// Bytes of a value that can be so many columns: escaped, a sign takes six.
  private static let reach = columnLimit * 6

  /// Brings a match onto the screen: its row, and its columns where it stands far into a value.
  mutating func reveal(byte offset: Int, _ needle: Needle) {
    reveal(byte: offset)
    guard let row = cursorRow, let value = row.value else { return }
    let start = row.document.keyRange(of: value.node) ?? row.document.range(of: value.node)
    let place = forest.place(ofByte: offset)?.offset ?? 0
    let columns = columns(of: place, needle, in: row, from: start.lowerBound)
    isMatchBeyond = columns == nil && place - start.lowerBound > size.width
    leftColumn =
      columns.map { Sideways.left(showing: $0, width: size.width, from: leftColumn, home: 0) } ?? 0
  }

  /// The columns of a match on its row; nil where the row does not go so far.
  ///
  /// The row shows escapes undone, so the match is looked for anew in what it shows: it is the one
  /// with as many before it as in the document.
  private func columns(
    of place: Int, _ needle: Needle, in row: Row, from start: Int
  ) -> Range<Int>? {
    guard place - start < Self.reach else { return nil }
    let before = row.document.withText { text in
      let bytes = text.bindMemory(to: UInt8.self)
      return ByteSearch.count(needle, in: bytes, start..<max(start, min(place, bytes.count)))
    }
    let (section, contentStart) = section(of: row, width: size.width, hidden: Self.columnLimit)
    let columns = section.source.withBuffer { bytes in
      ByteSearch.place(of: needle, number: before, in: bytes, from: contentStart).map { found in
        TextLayout(width: size.width, wraps: false, rule: DisplayRule())
          .columns(of: found, in: bytes, rowFrom: 0, to: bytes.count)
      }
    }
    return columns.flatMap { $0.lowerBound < Self.columnLimit ? $0 : nil }
  }
}
