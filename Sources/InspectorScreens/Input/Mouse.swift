/// What the mouse did, in cells.
package struct Mouse: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }
  package var action: Action
  package var column: Int
  package var row: Int

  package init(_ action: Action, column: Int, row: Int) {
    self.action = action
    self.column = column
    self.row = row
  }
}
