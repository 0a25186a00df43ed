import NetEngine

extension App {
  /// Shows the string under the tree's cursor where all of it can be read.
  mutating func showString() {
    guard let value = answer.currentValue, let part = answer.tree?.cursor.part
    else { return }
    guard value.document.kind(of: value.node) == .string else {
      house.notice = Notice(text: "this is no string: t reads strings, y v copies any value")
      return
    }
    guard viewedRecord?.reading != nil else {
      house.notice = Notice(text: "the answer is still being read: t works once that is over")
      return
    }
    answer.stringPart = part
    answer.stringPath = value.document.path(to: value.node)
    answer.show(.string)
  }
}
