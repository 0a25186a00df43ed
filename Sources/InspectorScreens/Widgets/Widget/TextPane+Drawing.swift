import LosslessJSON

extension TextPane {
  /// Draws the rows on screen, with every match of `needle` marked and `current` more so.
  ///
  /// The cursor's row has a bar in the column left of the region, so have the rows of an object or
  /// an array that is marked and longer than a row.
  package func draw(
    in frame: inout Frame, _ region: Region, needle: Needle? = nil, current: TextPosition? = nil,
    marks: [TextMark] = [], bar: Style? = nil
  ) {
    for (line, row) in visibleRows.prefix(region.height).enumerated() {
      let section = document.sections[row.section]
      let marks = marks.filter { $0.section == row.section }
      let place = current.flatMap { $0.section == row.section ? $0.offset : nil }
      section.source.withBuffer { bytes in
        let long = marks.filter { $0.isLonger(than: row.row, in: bytes) }
        if let mark = long.last {
          frame.draw(
            "┃", row: region.row + line, column: region.column - 1,
            style: Style(mark.isCurrent ? .accent : .faint, bold: mark.isCurrent))
        }
        let styles = RowStyles(
          section, row.row, of: bytes, width: region.width, needle: needle, current: place,
          marks: long.isEmpty ? marks : marks.filter { !long.contains($0) })
        var painter = RowPainter(bytes: bytes, section: section, row: row.row, styles: styles)
        let target = Region(
          column: region.column, row: region.row + line, width: region.width, height: 1)
        if case .hex(let perRow) = section.form {
          painter.drawHex(in: &frame, target, perRow: perRow)
        } else {
          painter.drawText(in: &frame, target, leftColumn: leftColumn, rule: layout.rule)
        }
      }
    }
    if let bar, let row = cursorRow, row < region.height {
      frame.draw("▌", row: region.row + row, column: region.column - 1, style: bar)
    }
  }
}

extension TextMark {
  /// Whether the mark is of an object or an array, on a row and on its neighbour.
  fileprivate func isLonger(
    than row: TextLayout.Row, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    bytes.indices.contains(range.lowerBound) && "{[".utf8.contains(bytes[range.lowerBound])
      && range.overlaps(row.start..<max(row.next, row.start + 1))
      && (range.lowerBound < row.start || range.upperBound > row.next)
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
      let row = TextLayout.Row(start: 0, end: end, next: bytes.count)
      let styles = RowStyles(section, row, of: bytes, width: region.width, needle: needle)
      var painter = RowPainter(bytes: bytes, section: section, row: row, styles: styles)
      painter.drawText(in: &frame, region, leftColumn: leftColumn, rule: frame.rule)
    }
  }
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
