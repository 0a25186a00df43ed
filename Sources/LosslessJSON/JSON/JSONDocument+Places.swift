/// From a value to the way that leads to it, and from a place in the bytes to the value there.
extension JSONDocument {
  /// The containers around a value, outermost first.
  package func ancestors(of node: JSONNode) -> [JSONNode] {
    trail(to: node).map(\.container)
  }

  /// The container around a value; nil for the root.
  package func parent(of node: JSONNode) -> JSONNode? { trail(to: node).last?.container }

  /// The way from the root to a value.
  ///
  /// Its cost grows with the containers on the way that are walked for the first time; ask once for
  /// a selected row and keep the answer.
  package func path(to node: JSONNode) -> JSONPath {
    let trail = trail(to: node)
    let steps = trail.enumerated().map { level, stop -> JSONPath.Step in
      guard word(stop.container.index).tag == .object else { return .index(stop.position) }
      let inner = level + 1 < trail.count ? trail[level + 1].container : node
      return .key(key(of: inner) ?? "")
    }
    return JSONPath(steps)
  }

  /// Each container on the way to a value, and the position to go on at.
  func trail(to node: JSONNode) -> [(container: JSONNode, position: Int)] {
    guard var current = root else { return [] }
    var trail: [(container: JSONNode, position: Int)] = []
    while current.index < node.index, word(current.index).isContainer {
      guard let next = child(holding: node.index, of: current.index) else { break }
      trail.append((current, next.position))
      current = next.child
    }
    return trail
  }

  private func child(holding target: Int, of index: Int) -> (child: JSONNode, position: Int)? {
    guard word(index).isContainer else { return nil }
    let isLarge = isLarge(index)
    // The first few are walked in any case: of a deep document every level may be large, and
    // ladders are kept of a handful only.
    let walked = isLarge ? Self.walked : Int.max
    for (position, child) in children(at: index).prefix(walked).enumerated()
    where past(child.index) > target {
      return (child, position)
    }
    return isLarge ? withLadder(of: index) { $0.child(holding: target, in: self) } : nil
  }

  private static let walked = 16

  /// The innermost value at a byte of `text`, its key included; nil before and behind the root.
  package func node(atByte offset: Int) -> JSONNode? {
    guard let root, offset >= word(0).offset, offset < range(of: root).upperBound else {
      return nil
    }
    var low = 0
    var high = entries
    while low < high {
      let middle = (low + high) / 2
      if word(middle).offset <= offset { low = middle + 1 } else { high = middle }
    }
    // The last value that begins before the byte may end before it too: then one around it is meant.
    var inner = root
    while inner.index < low - 1, let next = child(holding: low - 1, of: inner.index) {
      inner = next.child
    }
    let around = ancestors(of: inner) + [inner]
    return around.last { offset < range(of: $0).upperBound }
  }
}
