/// A value as a row of a tree: what it is, how deep it stands, which child of its container it is.
package struct JSONRow: Hashable, Sendable {
  package let node: JSONNode
  /// How many containers are around it.
  package let depth: Int
  /// Its place in its container, counted from 0.
  package let position: Int
}

/// Rows of a tree of which some containers are folded, found around a place.
///
/// Nothing is listed and nothing is counted first, so a document of any size costs the same; only a
/// very large container is walked once, when a place behind its beginning is asked for.
extension JSONDocument {
  /// The numbers of a value and of all it holds.
  package func span(of node: JSONNode) -> Range<Int> { node.index..<past(node.index) }

  /// The rows from a value on, at most so many.
  package func rows(
    from node: JSONNode, count: Int, isOpen: (JSONRow) -> Bool
  ) -> [JSONRow] {
    guard count > 0, let row = row(showing: node, isOpen: { _ in true }) else { return [] }
    var walk = JSONWalk(document: self, trail: trail(to: node))
    var rows = [row]
    while rows.count < count, let last = rows.last,
      let next = walk.next(after: last, isOpen: isOpen(last))
    {
      rows.append(next)
    }
    return rows
  }

  /// The rows before a value, or before the end, in order; at most so many.
  package func rows(
    before node: JSONNode?, count: Int, isOpen: (JSONRow) -> Bool
  ) -> [JSONRow] {
    var rows: [JSONRow] = []
    var index = node?.index ?? entries
    while rows.count < count {
      index -= 1
      while index > 0, word(index).tag == .end { index -= 1 }
      guard index >= 0, index < entries, let row = row(showing: index, isOpen: isOpen) else {
        break
      }
      rows.append(row)
      index = row.node.index
    }
    return rows.reversed()
  }

  /// The row that shows a value: its own, or that of the outermost folded container around it.
  package func row(showing node: JSONNode, isOpen: (JSONRow) -> Bool) -> JSONRow? {
    row(showing: node.index, isOpen: isOpen)
  }

  /// The element or member before a value in the same container.
  package func previousSibling(of node: JSONNode) -> JSONNode? {
    guard let last = trail(to: node).last, last.position > 0 else { return nil }
    return child(at: last.position - 1, of: last.container)
  }

  /// Walks the containers whose beginning is far from their end, so that later looks are quick.
  package func prepareRows() {
    guard let root else { return }
    _ = row(showing: entries - 1) { _ in true }
    _ = count(of: root)
  }

  private func row(showing index: Int, isOpen: (JSONRow) -> Bool) -> JSONRow? {
    guard index < entries, let root else { return nil }
    let target = JSONNode(index: index, isMember: false)
    var shown = JSONRow(node: root, depth: 0, position: 0)
    let trail = trail(to: target)
    for (level, stop) in trail.enumerated() {
      guard isOpen(shown) else { return shown }
      let isMember = word(stop.container.index).tag == .object
      let inner = level + 1 < trail.count ? trail[level + 1].container.index : index
      shown = JSONRow(
        node: JSONNode(index: inner, isMember: isMember), depth: level + 1,
        position: stop.position)
    }
    return shown
  }
}

/// A walk through rows in order; it knows the containers around the row it stands on.
private struct JSONWalk {
  private let document: JSONDocument
  private var around: [Level]

  private struct Level {
    /// The index just past the container.
    let end: Int
    let isObject: Bool
    /// The position of the child the walk is in.
    var position: Int
  }

  init(document: JSONDocument, trail: [(container: JSONNode, position: Int)]) {
    self.document = document
    around = trail.map { stop in
      Level(
        end: document.past(stop.container.index),
        isObject: document.word(stop.container.index).tag == .object, position: stop.position)
    }
  }

  mutating func next(after row: JSONRow, isOpen: Bool) -> JSONRow? {
    let index = row.node.index
    let word = document.word(index)
    let past = document.past(index)
    if word.isContainer, isOpen, document.childrenEnd(index) > index + 1 {
      around.append(Level(end: past, isObject: word.tag == .object, position: 0))
      return self.row(at: index + 1)
    }
    return rowBehind(past)
  }

  /// Leaves the containers that end before the next value.
  private mutating func rowBehind(_ place: Int) -> JSONRow? {
    var index = place
    while index < document.entries, document.word(index).tag == .end { index += 1 }
    guard index < document.entries else { return nil }
    while let last = around.last, last.end <= index { around.removeLast() }
    guard !around.isEmpty else { return nil }
    around[around.count - 1].position += 1
    return row(at: index)
  }

  private func row(at index: Int) -> JSONRow? {
    guard let level = around.last else { return nil }
    return JSONRow(
      node: JSONNode(index: index, isMember: level.isObject), depth: around.count,
      position: level.position)
  }
}
