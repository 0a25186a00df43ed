/// What a document remembers of look-ups in large containers, so that loops over them stay linear.
///
/// Bounded: a handful of containers, the oldest forgotten first.
struct JSONLookupCache {
  private static let limit = 16

  private var ladders: [(container: Int, ladder: JSONLadder)] = []
  private var tables: [(container: Int, table: JSONKeyTable)] = []
  private var askedOnce: [Int] = []

  /// The ladder of a container, made when it is not there.
  mutating func withLadder<Result>(
    of container: Int, in document: JSONDocument, _ body: (inout JSONLadder) -> Result
  ) -> Result {
    if let place = ladders.lastIndex(where: { $0.container == container }) {
      return body(&ladders[place].ladder)
    }
    if ladders.count == Self.limit { ladders.removeFirst() }
    ladders.append((container, JSONLadder(of: container, in: document)))
    return body(&ladders[ladders.count - 1].ladder)
  }

  /// The table of an object's keys, made when it is asked for a second time.
  mutating func keyTable(of object: Int, in document: JSONDocument) -> JSONKeyTable? {
    if let known = tables.last(where: { $0.container == object }) { return known.table }
    guard askedOnce.contains(object) else {
      if askedOnce.count == Self.limit { askedOnce.removeFirst() }
      askedOnce.append(object)
      return nil
    }
    if tables.count == Self.limit / 4 { tables.removeFirst() }
    let table = JSONKeyTable(of: object, in: document)
    tables.append((object, table))
    return table
  }
}

/// Every 64th child of a large container, and the last one asked for.
///
/// With it `array[i]` costs at most 64 steps wherever `i` is, and one step in a loop.
struct JSONLadder {
  private static let spacing = 64

  let count: Int
  private var rungs: [JSONNode] = []
  private var cursor: (position: Int, node: JSONNode)?

  init(of container: Int, in document: JSONDocument) {
    var count = 0
    for child in document.children(at: container) {
      if count % Self.spacing == 0 { rungs.append(child) }
      count += 1
    }
    self.count = count
  }

  mutating func child(at position: Int, in document: JSONDocument) -> JSONNode? {
    guard position < count else { return nil }
    var (at, node) = (position / Self.spacing * Self.spacing, rungs[position / Self.spacing])
    if let cursor, cursor.position <= position, cursor.position > at {
      (at, node) = cursor
    }
    while at < position {
      node = node.moved(to: document.past(node.index))
      at += 1
    }
    cursor = (position, node)
    return node
  }

  /// The child whose subtree holds an index of the tape.
  func child(holding target: Int, in document: JSONDocument) -> (child: JSONNode, position: Int)? {
    var low = 0
    var high = rungs.count
    while low < high {
      let middle = (low + high) / 2
      if rungs[middle].index <= target { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    var position = (low - 1) * Self.spacing
    var node = rungs[low - 1]
    while position < count {
      let next = document.past(node.index)
      if next > target { return (node, position) }
      node = node.moved(to: next)
      position += 1
    }
    return nil
  }
}

extension JSONDocument {
  func withLadder<Result>(of index: Int, _ body: (inout JSONLadder) -> Result) -> Result {
    cache.withLock { $0.withLadder(of: index, in: self, body) }
  }
}
