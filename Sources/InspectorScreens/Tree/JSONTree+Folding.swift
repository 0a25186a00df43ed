import NetEngine

/// Folding and unfolding; nothing is listed for it, however much it hides.
extension JSONTree {
  /// The cursor's row.
  var cursorRow: Row? { visibleRows.first { $0.place == cursor } }

  /// Performs a command that folds; false for any other.
  mutating func fold(_ command: Command) -> Bool {
    let column = leftColumn
    leftColumn = 0
    switch command {
    case .foldValue: foldOne()
    case .unfoldValue: unfoldOne()
    case .foldSubtree: setSubtree(isOpen: false)
    case .unfoldSubtree: setSubtree(isOpen: true)
    case .deeper: changeDepth(by: 1)
    case .shallower: changeDepth(by: -1)
    case .nextSibling: goToSibling(forward: true)
    case .previousSibling: goToSibling(forward: false)
    default:
      leftColumn = column
      return false
    }
    return true
  }

  /// Folds an open container; from anything else goes to the container around it.
  private mutating func foldOne() {
    guard let row = cursorRow, let value = row.value else { return moveCursor(by: -1) }
    if row.isOpen, row.isContainer {
      folding.set(value.node, in: row.place.part, isOpen: false)
      settle()
    } else if let parent = row.document.parent(of: value.node) {
      setCursor(JSONPlace(part: row.place.part, node: parent))
    }
  }

  /// Unfolds a folded container; goes into an open one.
  private mutating func unfoldOne() {
    guard let row = cursorRow, let value = row.value, row.isContainer else { return }
    if row.isOpen {
      moveCursor(by: 1)
    } else {
      folding.set(value.node, in: row.place.part, isOpen: true)
      settle()
    }
  }

  private mutating func setSubtree(isOpen: Bool) {
    guard let row = cursorRow, let value = row.value else { return }
    folding.set(row.document.span(of: value.node), in: row.place.part, isOpen: isOpen)
    settle()
  }

  /// Unfolds all by one level, or folds the deepest that shows.
  private mutating func changeDepth(by step: Int) {
    let open = visibleRows.filter { $0.isOpen && $0.isContainer }.compactMap { $0.value?.depth }
    let folded = visibleRows.filter { !$0.isOpen && $0.isContainer }.compactMap { $0.value?.depth }
    if step < 0 {
      folding.set(depth: min(folding.depth, (open.max() ?? 0) + 1) - 1)
      if folding.depth < 0 { folding.set(depth: 0) }
    } else if folding.depth != Folding.all {
      let wanted = max(folding.depth, folded.min() ?? folding.depth) + 1
      folding.set(depth: wanted > 512 || folded.isEmpty ? Folding.all : wanted)
    } else {
      folding.set(depth: Folding.all)
    }
    settle()
  }

  private mutating func goToSibling(forward: Bool) {
    guard let row = cursorRow, let value = row.value else { return }
    let part = row.place.part
    if value.depth == 0, forest.hasParts {
      let next = forward ? nextPart(part + 1) : previousPart(part - 1)
      guard 0..<forest.count ~= next else { return }
      return setCursor(JSONPlace(part: next, node: root(next)))
    }
    let sibling =
      forward
      ? row.document.nextSibling(of: value.node) : row.document.previousSibling(of: value.node)
    if let sibling { setCursor(JSONPlace(part: part, node: sibling)) }
  }

  // MARK: Places

  /// Unfolds what is around a byte of the text and puts the cursor on the value there.
  mutating func reveal(byte offset: Int) {
    guard let place = forest.place(ofByte: offset), place.part < forest.count else { return }
    let document = forest.document(place.part)
    guard let node = document.node(atByte: place.offset) ?? document.root else { return }
    show(JSONPlace(part: place.part, node: node))
  }

  /// Goes to the value at a path of one of the documents; false where there is none.
  mutating func go(to path: JSONPath, in part: Int) -> Bool {
    guard part < forest.count, let node = forest.document(part).json[path: path].node else {
      return false
    }
    show(JSONPlace(part: part, node: node))
    return true
  }

  /// Unfolds what is around a value and puts the cursor on it.
  private mutating func show(_ target: JSONPlace) {
    guard let node = target.node else { return }
    for container in forest.document(target.part).ancestors(of: node) {
      folding.set(container, in: target.part, isOpen: true)
    }
    let isInSight = visibleRows.contains { $0.place == target }
    setCursor(target)
    if !isInSight { showAroundCursor() }
  }

  /// What was out of sight comes with some of what stands around it.
  private mutating func showAroundCursor() {
    let margin = min(3, (size.height - 1) / 2)
    guard let row = visibleRows.firstIndex(where: { $0.place == cursor }) else { return }
    if row < margin { scroll(by: row - margin) }
    if row > size.height - 1 - margin { scroll(by: row - (size.height - 1 - margin)) }
  }

  /// The byte of the text at which the cursor's value begins, its key included.
  var cursorByte: Int {
    guard let row = cursorRow, let value = row.value else { return 0 }
    let key = row.document.keyRange(of: value.node)
    let start = key?.lowerBound ?? row.document.range(of: value.node).lowerBound
    var forest = forest
    return forest.byte(of: start, in: row.place.part)
  }

  /// How far the last row on screen is through the text, in percent; nil when all shows.
  var percent: Int? {
    guard let first = visibleRows.first, let last = visibleRows.last else { return nil }
    var copy = self
    let isStart = copy.rows(before: first.place, count: 1).isEmpty
    let isEnd = copy.rows(from: last.place, count: 2).count == 1
    if isStart, isEnd { return nil }
    if isEnd { return 100 }
    guard let node = last.value?.node else { return 100 }
    let offset = copy.forest.byte(
      of: last.document.range(of: node).lowerBound, in: last.place.part)
    return Int(saturating: Double(offset) / Double(max(1, forest.text.count)) * 100)
  }
}
