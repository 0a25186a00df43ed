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

/// What can be done with the folds of a tree.
enum Fold: Sendable, Hashable {
  case fold, unfold, foldSubtree, unfoldSubtree, deeper, shallower, nextSibling, previousSibling
}

/// What can be done with a line that is typed.
enum LineEdit: Sendable, Hashable {
  case left, right, toStart, toEnd
  case deleteBackward, deleteForward, deleteWord, deletePart, deleteToStart, deleteToEnd
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

  var fold: Fold? {
    switch self {
    case .foldValue: .fold
    case .unfoldValue: .unfold
    case .foldSubtree: .foldSubtree
    case .unfoldSubtree: .unfoldSubtree
    case .deeper: .deeper
    case .shallower: .shallower
    case .nextSibling: .nextSibling
    case .previousSibling: .previousSibling
    default: nil
    }
  }

  var lineEdit: LineEdit? {
    switch self {
    case .cursorLeft: .left
    case .cursorRight: .right
    case .cursorToStart: .toStart
    case .cursorToEnd: .toEnd
    case .deleteBackward: .deleteBackward
    case .deleteForward: .deleteForward
    case .deleteWord: .deleteWord
    case .deleteToStart: .deleteToStart
    case .deleteToEnd: .deleteToEnd
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

extension LineEditor {
  mutating func edit(_ edit: LineEdit) {
    switch edit {
    case .left: moveLeft()
    case .right: moveRight()
    case .toStart: moveToStart()
    case .toEnd: moveToEnd()
    case .deleteBackward: deleteBackward()
    case .deleteForward: deleteForward()
    case .deleteWord: deleteWord()
    case .deletePart: deletePart()
    case .deleteToStart: deleteToStart()
    case .deleteToEnd: deleteToEnd()
    }
  }
}
