/// A selection and a scroll position over a number of rows.
package struct ListCursor: Sendable, Hashable {
  package private(set) var selected = 0
  package private(set) var top = 0
  package private(set) var count = 0
  package private(set) var height = 1

  package init() {}

  /// The rows on screen.
  package var visible: Range<Int> { top..<max(top, min(count, top + height)) }

  /// Takes how many rows there are and how many show.
  package mutating func shape(count: Int, height: Int) {
    self.count = max(0, count)
    let wasVisible = visible.contains(selected)
    self.height = max(1, height)
    selected = max(0, min(selected, self.count - 1))
    top = max(0, min(top, self.count - self.height))
    if wasVisible { reveal() }
  }

  package mutating func select(_ row: Int) {
    selected = max(0, min(row, count - 1))
    reveal()
  }

  package mutating func move(by rows: Int) { select(selected + rows) }

  /// Moves the window and leaves the selection.
  package mutating func scroll(by rows: Int) { top = max(0, min(top + rows, count - height)) }

  /// Brings the selection onto the screen with a row of what is around it.
  private mutating func reveal() {
    let margin = height >= 5 ? 1 : 0
    if selected - margin < top { top = selected - margin }
    if selected + margin >= top + height { top = selected + margin - height + 1 }
    top = max(0, min(top, count - height))
  }
}
