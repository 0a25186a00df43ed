/// Ways to move that every list, text and tree knows.
enum Motion: Sendable, Hashable {
  case down, up, start, end, halfPageDown, halfPageUp, pageDown, pageUp

  /// By how many rows it goes where so many show; nil for the two ends.
  func rows(height: Int) -> Int? {
    switch self {
    case .down: 1
    case .up: -1
    case .halfPageDown: max(1, height / 2)
    case .halfPageUp: -max(1, height / 2)
    case .pageDown: max(1, height - 1)
    case .pageUp: -max(1, height - 1)
    case .start, .end: nil
    }
  }
}

/// Several commands that one value does: a screen that has such a value asks for the family.
extension Command {
  var motion: Motion? {
    switch self {
    case .moveDown: .down
    case .moveUp: .up
    case .goToStart: .start
    case .goToEnd: .end
    case .halfPageDown: .halfPageDown
    case .halfPageUp: .halfPageUp
    case .pageDown: .pageDown
    case .pageUp: .pageUp
    default: nil
    }
  }

  /// The change in a line that is typed.
  var lineEdit: (@Sendable (inout LineEditor) -> Void)? {
    switch self {
    case .cursorLeft: { $0.moveLeft() }
    case .cursorRight: { $0.moveRight() }
    case .cursorToStart: { $0.moveToStart() }
    case .cursorToEnd: { $0.moveToEnd() }
    case .deleteBackward: { $0.deleteBackward() }
    case .deleteForward: { $0.deleteForward() }
    case .deleteWord: { $0.deleteWord() }
    case .deleteToStart: { $0.deleteToStart() }
    case .deleteToEnd: { $0.deleteToEnd() }
    default: nil
    }
  }
}

extension ListCursor {
  mutating func move(_ motion: Motion) {
    switch motion {
    case .start: select(0)
    case .end: select(count - 1)
    case .down, .up, .halfPageDown, .halfPageUp, .pageDown, .pageUp:
      move(by: motion.rows(height: height) ?? 0)
    }
  }
}

extension TextPane {
  /// Moves the cursor where there is one, else the window.
  mutating func move(_ motion: Motion) {
    switch motion {
    case .start: scrollToStart()
    case .end: scrollToEnd()
    case .down, .up:
      let rows = motion.rows(height: height) ?? 0
      hasCursor ? moveCursor(by: rows) : scroll(by: rows)
    case .halfPageDown, .halfPageUp, .pageDown, .pageUp:
      turnPage(by: motion.rows(height: height) ?? 0)
    }
  }
}
