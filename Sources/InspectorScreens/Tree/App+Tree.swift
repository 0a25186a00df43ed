import NetEngine

extension App {
  /// The document a path is typed for: the one under the tree's cursor, or the whole body.
  var pathDocument: JSONDocument? {
    guard answer.isTree, let row = answer.tree?.cursorRow else {
      return viewedRecord?.reading?.document
    }
    return row.document
  }

  mutating func openTreePath() {
    guard let tree = answer.tree else { return }
    open(Prompt(.treePath(from: tree.cursor, tree.folding)))
  }

  /// Of many lines or events shows those in which the search finds something, or all again.
  mutating func showMatchesOnly() -> [Effect] {
    guard let noun = answer.tree?.forest.noun else {
      return house.notify("this is one document: / goes to what is found in it")
    }
    guard answer.search != nil else {
      return house.notify("/ says what is looked for: then & shows only the \(noun)s with it")
    }
    answer.showMatchesOnly(!answer.showsMatchesOnly)
    return house.notify(
      answer.showsMatchesOnly ? "only the \(noun)s with a match: & shows all again" : "all \(noun)s"
    )
  }

  /// Shows the string under the tree's cursor where all of it can be read.
  mutating func showString() -> [Effect] {
    guard let value = answer.currentValue, let part = answer.tree?.cursor.part
    else { return [] }
    guard value.document.kind(of: value.node) == .string else {
      return house.notify("this is no string: t reads strings, y v copies any value")
    }
    guard viewedRecord?.reading != nil else {
      return house.notify("the response is still being read: t works once that is over")
    }
    answer.stringPart = part
    answer.stringPath = value.document.path(to: value.node)
    answer.show(.string)
    return []
  }
}
