/// What a document remembers of look-ups in large containers, so that loops over them stay linear.
///
/// Bounded: a handful of containers; the one not used for longest is forgotten first, so that the
/// outer of two loops keeps its place while the inner one goes through many containers.
struct JSONLookupCache {
  private var ladders = JSONRecent<JSONLadder>(limit: 16)
  private var tables = JSONRecent<JSONKeyTable>(limit: 4)
  private var questions = JSONRecent<Int>(limit: 16)

  /// Looking through the members costs about a twentieth of making a table of them.
  private static let questionsBeforeTable = 20

  /// The ladder of a container, made when it is not there.
  mutating func withLadder<Result>(
    of container: Int, in document: JSONDocument, _ body: (inout JSONLadder) -> Result
  ) -> Result {
    ladders.with(container, make: { JSONLadder(of: container, in: document) }, body)
  }

  /// The table of an object's keys, made once it is asked for often enough to pay.
  mutating func keyTable(of object: Int, in document: JSONDocument) -> JSONKeyTable? {
    let isWorthIt = questions.with(
      object, make: { 0 },
      { times in
        times += 1
        return times > Self.questionsBeforeTable
      })
    guard isWorthIt else { return nil }
    return tables.with(object, make: { JSONKeyTable(of: object, in: document) }, { $0 })
  }
}

/// A few values by container, the least recently used one giving way to a new one.
private struct JSONRecent<Value> {
  let limit: Int
  private var entries: [(container: Int, used: Int, value: Value)] = []
  private var clock = 0

  init(limit: Int) { self.limit = limit }

  mutating func with<Result>(
    _ container: Int, make: () -> Value, _ body: (inout Value) -> Result
  ) -> Result {
    clock += 1
    let place = entries.firstIndex { $0.container == container } ?? add(container, make())
    entries[place].used = clock
    return body(&entries[place].value)
  }

  private mutating func add(_ container: Int, _ value: Value) -> Int {
    guard entries.count == limit else {
      entries.append((container, clock, value))
      return entries.count - 1
    }
    let oldest = entries.indices.min { entries[$0].used < entries[$1].used } ?? 0
    entries[oldest] = (container, clock, value)
    return oldest
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
