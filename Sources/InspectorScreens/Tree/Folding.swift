import NetEngine

/// Which containers are folded: a depth for all, subtrees apart from it, single ones apart from those.
///
/// Nothing is listed, so unfolding a million values costs what unfolding one does.
struct Folding: Sendable, Hashable {
  /// Containers with so many others around them, or more, are folded.
  private(set) var depth: Int
  private var subtrees: [Subtree] = []
  private var single: [Place: Bool] = [:]

  private struct Subtree: Hashable {
    var part: Int
    var span: Range<Int>
    var isOpen: Bool
  }

  private struct Place: Hashable {
    var part: Int
    var index: Int
  }

  /// Nothing is folded.
  static let all = Int.max

  init(depth: Int = Folding.all) { self.depth = depth }

  func isOpen(_ row: JSONRow, in part: Int) -> Bool {
    if let isOpen = single[Place(part: part, index: row.node.index)] { return isOpen }
    let subtree = subtrees.last { $0.part == part && $0.span.contains(row.node.index) }
    return subtree?.isOpen ?? (row.depth < depth)
  }

  mutating func set(_ node: JSONNode, in part: Int, isOpen: Bool) {
    single[Place(part: part, index: node.index)] = isOpen
  }

  /// Everything in a span of values; what was said of its parts before counts no more.
  mutating func set(_ span: Range<Int>, in part: Int, isOpen: Bool) {
    single = single.filter { $0.key.part != part || !span.contains($0.key.index) }
    subtrees.removeAll { $0.part == part && span.contains($0.span.lowerBound) }
    subtrees.append(Subtree(part: part, span: span, isOpen: isOpen))
  }

  mutating func set(depth: Int) { self = Folding(depth: depth) }
}
