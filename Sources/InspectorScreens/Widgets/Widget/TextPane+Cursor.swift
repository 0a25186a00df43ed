/// Bytes of a document that stand out.
package struct TextMark: Sendable, Hashable {
  package var section: Int
  package var range: Range<Int>
  /// It belongs to where the cursor is.
  package var isCurrent: Bool

  package init(section: Int, range: Range<Int>, isCurrent: Bool) {
    self.section = section
    self.range = range
    self.isCurrent = isCurrent
  }
}

/// The cursor: the row that commands about a line mean.
extension TextPane {
  /// Which bytes of which section stand on the cursor's row.
  package var cursorBytes: (section: Int, bytes: Range<Int>)? {
    guard hasCursor, let row = rows(from: cursor, count: 1).first else { return nil }
    return (row.section, row.row.start..<max(row.row.start + 1, row.row.end))
  }

  /// The cursor's row on the screen, counted from the top; nil while it is scrolled away.
  var cursorRow: Int? { hasCursor ? visibleRows.firstIndex { $0.position == cursor } : nil }

  /// Moves the cursor, and the window only as far as it must.
  package mutating func moveCursor(by count: Int) {
    guard count != 0 else { return }
    if count > 0 {
      setCursor(rows(from: cursor, count: count + 1).last?.position ?? cursor)
    } else {
      setCursor(rows(before: cursor, count: -count).first?.position ?? cursor)
    }
  }

  /// Moves window and cursor together, so that the cursor keeps its row of the screen.
  package mutating func turnPage(by count: Int) {
    let before = top
    let row = cursorRow ?? 0
    scroll(by: count)
    guard hasCursor else { return }
    if top == before {
      // The window is at its end: the cursor goes there.
      let edge = count > 0 ? visibleRows.last : visibleRows.first
      setCursor(edge?.position ?? cursor)
    } else if visibleRows.indices.contains(row) {
      setCursor(visibleRows[row].position)
    }
  }

  /// Puts the cursor on a row of the screen.
  package mutating func select(row: Int) {
    guard visibleRows.indices.contains(row) else { return }
    setCursor(visibleRows[row].position)
  }

  /// A window that was moved takes the cursor along when it would be lost.
  mutating func keepCursorInSight() {
    guard hasCursor, let first = visibleRows.first, let last = visibleRows.last else { return }
    if cursor < first.position { setCursor(first.position) }
    if cursor > last.position { setCursor(last.position) }
  }
}
