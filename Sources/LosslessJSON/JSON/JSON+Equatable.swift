extension JSON: Equatable {
  /// Whether two values mean the same: numbers by value and exactly, strings by their characters'
  /// bytes, objects whatever the order of their members, of several members with one key the last.
  ///
  /// Without recursion, so depth does not matter. Two views of nothing are equal.
  public static func == (left: JSON, right: JSON) -> Bool {
    guard let leftNode = left.node, let rightNode = right.node else {
      return left.node == nil && right.node == nil
    }
    if left.document === right.document, leftNode == rightNode { return true }
    var comparison = JSONComparison(left: left.document, right: right.document)
    return comparison.isEqual(leftNode, rightNode)
  }
}

private struct JSONComparison {
  let left: JSONDocument
  let right: JSONDocument
  private var pending: [(JSONNode, JSONNode)] = []

  init(left: JSONDocument, right: JSONDocument) {
    self.left = left
    self.right = right
  }

  mutating func isEqual(_ first: JSONNode, _ second: JSONNode) -> Bool {
    pending = [(first, second)]
    while let (a, b) = pending.popLast() {
      guard left.kind(of: a) == right.kind(of: b), isLevelEqual(a, b) else { return false }
    }
    return true
  }

  /// Compares scalars; of containers it looks at the keys and leaves the values for later.
  private mutating func isLevelEqual(_ a: JSONNode, _ b: JSONNode) -> Bool {
    switch left.kind(of: a) {
    case .null: true
    case .bool: left.word(a.index).tag == right.word(b.index).tag
    case .number: isNumberEqual(left.rawText(of: a), right.rawText(of: b))
    case .string: content(of: a, in: left) == content(of: b, in: right)
    case .array: areElementsPaired(a, b)
    case .object: areMembersPaired(a, b)
    }
  }

  private func isNumberEqual(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    guard let first = JSONNumber(a), let second = JSONNumber(b) else { return false }
    return first == second
  }

  private func content(of node: JSONNode, in document: JSONDocument) -> [UInt8] {
    document.stringContentRange(of: node).map { JSONText.content(document.utf8($0)) } ?? []
  }

  private mutating func areElementsPaired(_ a: JSONNode, _ b: JSONNode) -> Bool {
    var others = right.children(of: b)
    for child in left.children(of: a) {
      guard let other = others.next() else { return false }
      pending.append((child, other))
    }
    return others.next() == nil
  }

  private mutating func areMembersPaired(_ a: JSONNode, _ b: JSONNode) -> Bool {
    var keys = 0
    for child in left.children(of: a) {
      let key = keyContent(of: child, in: left)
      let (own, other) = key.withUnsafeBufferPointer {
        (left.member($0, of: a), right.member($0, of: b))
      }
      guard own == child else { continue }
      guard let other else { return false }
      keys += 1
      pending.append((child, other))
    }
    let otherKeys = right.children(of: b).count { child in
      keyContent(of: child, in: right).withUnsafeBufferPointer { right.member($0, of: b) } == child
    }
    return keys == otherKeys
  }

  private func keyContent(of node: JSONNode, in document: JSONDocument) -> [UInt8] {
    document.keyContentRange(of: node).map { JSONText.content(document.utf8($0)) } ?? []
  }
}
