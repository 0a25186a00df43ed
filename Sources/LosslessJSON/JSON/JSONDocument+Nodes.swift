/// Walking the tree: everything a list of rows needs, without looking at more than its window.
extension JSONDocument {
  /// What a value is.
  package func kind(of node: JSONNode) -> JSON.Kind {
    switch word(node.index).tag {
    case .null: .null
    case .true, .false: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object, .end: .object
    }
  }

  /// Whether a container was not closed: the document is broken, or still being read.
  package func isOpen(_ node: JSONNode) -> Bool {
    word(node.index).isContainer && isOpen(at: node.index)
  }

  /// The elements of an array or the members of an object, in document order; nothing for a scalar.
  package func children(of node: JSONNode) -> JSONChildren {
    JSONChildren(document: self, container: node)
  }

  /// The first element or member.
  package func firstChild(of node: JSONNode) -> JSONNode? {
    var children = children(of: node).makeIterator()
    return children.next()
  }

  /// The next element or member of the same container, in constant time.
  package func nextSibling(of node: JSONNode) -> JSONNode? {
    let next = past(node.index)
    guard next < entries, word(next).tag != .end else { return nil }
    let after = JSONScan.skipSpace(base + range(of: node).upperBound, end)
    guard after < end, after.pointee == 0x2c else { return nil }
    return JSONNode(index: next, isMember: node.isMember)
  }

  /// How many elements or members; 0 for a scalar.
  ///
  /// Constant time, but for a very large container or one still open: those are walked once.
  package func count(of node: JSONNode) -> Int {
    let index = node.index
    guard word(index).isContainer else { return 0 }
    let end = childrenEnd(index)
    if end < past(index), word(end).payload < JSONWord.payloadMax { return word(end).payload }
    return isLarge(index)
      ? withLadder(of: index) { $0.count } : children(at: index).reduce(0) { sum, _ in sum + 1 }
  }

  /// Whether a container holds nothing; true for a scalar.
  package func isEmpty(_ node: JSONNode) -> Bool { firstChild(of: node) == nil }

  /// The element or member at a position, counted from 0; loops over positions stay linear.
  package func child(at position: Int, of node: JSONNode) -> JSONNode? {
    let index = node.index
    guard position >= 0, word(index).isContainer else { return nil }
    if isLarge(index) { return withLadder(of: index) { $0.child(at: position, in: self) } }
    for (at, child) in children(at: index).enumerated() where at == position { return child }
    return nil
  }

  // MARK: The tape itself

  /// The index just past a value and all it holds.
  @inline(always)
  func past(_ index: Int) -> Int {
    let word = word(index)
    guard word.isContainer else { return index + 1 }
    let past = word.payload
    return past <= index || past > entries ? entries : past
  }

  /// Where the children of a container end: its own end mark, if it has one, is none of them.
  func childrenEnd(_ index: Int) -> Int {
    let past = past(index)
    return past - 1 > index && word(past - 1).tag == .end && !isOpen(at: index) ? past - 1 : past
  }

  private func isOpen(at index: Int) -> Bool {
    let payload = word(index).payload
    return payload <= index || payload > entries
  }

  /// Whether walking a container is worth a ladder.
  func isLarge(_ index: Int) -> Bool { past(index) - index > JSONWord.endThreshold }

  func children(at index: Int) -> JSONChildren {
    JSONChildren(document: self, container: JSONNode(index: index, isMember: false))
  }
}

/// The elements of an array or the members of an object, in document order.
package struct JSONChildren: Sequence, IteratorProtocol, Sendable {
  private let document: JSONDocument
  private let end: Int
  private let isObject: Bool
  private var index: Int

  init(document: JSONDocument, container: JSONNode) {
    self.document = document
    let word = document.word(container.index)
    index = container.index + 1
    end = word.isContainer ? document.childrenEnd(container.index) : index
    isObject = word.tag == .object
  }

  /// The next one.
  package mutating func next() -> JSONNode? {
    guard index < end else { return nil }
    defer { index = document.past(index) }
    return JSONNode(index: index, isMember: isObject)
  }
}
