/// How large a screen is, in cells.
package struct Size: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of cells.
package struct Region: Hashable, Sendable {
  package var column: Int
  package var row: Int
  package var width: Int
  package var height: Int

  package init(column: Int, row: Int, width: Int, height: Int) {
    self.column = column
    self.row = row
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package var endColumn: Int { column + width }
  package var endRow: Int { row + height }

  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < endColumn && row >= self.row && row < endRow
  }

  /// One row of it.
  func line(_ row: Int) -> Region { Region(column: column, row: row, width: width, height: 1) }

  /// The rectangle without so many cells on its sides.
  package func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Region {
    Region(
      column: column + left, row: row + top, width: width - left - right,
      height: height - top - bottom)
  }
}
