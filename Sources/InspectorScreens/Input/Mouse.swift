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

extension Mouse {
  /// Rows the wheel moves what is under it.
  var notches: Int {
    switch action {
    case .wheelDown: 3
    case .wheelUp: -3
    case .press, .drag, .release: 0
    }
  }
}
