/// What two sequences have in common, in order: Myers' algorithm in linear memory.
///
/// Sequences that differ in more places than are worth counting are split at elements that are
/// unique in both (patience); a stretch without such an element then has nothing in common. So time
/// and memory stay bounded, whatever a server sends.
package struct CommonSubsequence {
  /// Positions of equal elements, rising on both sides.
  package let pairs: [(left: Int, right: Int)]

  /// Compares two sequences of hashes.
  package init(_ left: [UInt64], _ right: [UInt64]) {
    var run = CommonSubsequenceRun(left: left, right: right)
    run.perform()
    pairs = run.pairs.sorted { $0.left < $1.left }
  }
}

private struct CommonSubsequenceRun {
  let left: [UInt64]
  let right: [UInt64]
  package var pairs: [(left: Int, right: Int)] = []
  /// Steps that may still be made before only small differences are counted out.
  private var budget = 40_000_000
  private var pending: [Box] = []

  /// A stretch of both sequences.
  private struct Box {
    var left: Range<Int>
    var right: Range<Int>
  }

  init(left: [UInt64], right: [UInt64]) {
    self.left = left
    self.right = right
  }

  mutating func perform() {
    pending = [Box(left: left.indices, right: right.indices)]
    while let box = pending.popLast() {
      let rest = trimmed(box)
      guard !rest.left.isEmpty, !rest.right.isEmpty else { continue }
      if let (before, behind) = splitAtSnake(rest) {
        pending += [before, behind]
      } else {
        pending += splitAtUnique(rest)
      }
    }
  }

  /// Takes what is equal at both ends.
  private mutating func trimmed(_ box: Box) -> Box {
    var (a, b) = (box.left, box.right)
    while let i = a.first, let j = b.first, left[i] == right[j] {
      pairs.append((i, j))
      (a, b) = (i + 1..<a.upperBound, j + 1..<b.upperBound)
    }
    while let i = a.last, let j = b.last, left[i] == right[j] {
      pairs.append((i, j))
      (a, b) = (a.lowerBound..<i, b.lowerBound..<j)
    }
    return Box(left: a, right: b)
  }

  // MARK: Myers

  /// The two boxes around the middle of a shortest way through; nil when that is too far.
  private mutating func splitAtSnake(_ box: Box) -> (Box, Box)? {
    let most = min((box.left.count + box.right.count + 1) / 2, budget > 0 ? 2_048 : 64)
    var search = SnakeSearch(
      left: left[box.left], right: right[box.right], most: most)
    defer { budget -= search.steps }
    guard let snake = search.middle() else { return nil }
    let (a, b) = (box.left.lowerBound, box.right.lowerBound)
    for step in 0..<snake.length { pairs.append((a + snake.x + step, b + snake.y + step)) }
    let (endX, endY) = (a + snake.x + snake.length, b + snake.y + snake.length)
    return (
      Box(left: a..<a + snake.x, right: b..<b + snake.y),
      Box(left: endX..<box.left.upperBound, right: endY..<box.right.upperBound)
    )
  }

  // MARK: Patience

  /// The boxes between elements that are there once on both sides; none when there is none.
  private mutating func splitAtUnique(_ box: Box) -> [Box] {
    let anchors = risingAnchors(box)
    guard !anchors.isEmpty else { return [] }
    var boxes: [Box] = []
    var (a, b) = (box.left.lowerBound, box.right.lowerBound)
    for anchor in anchors {
      pairs.append(anchor)
      boxes.append(Box(left: a..<anchor.left, right: b..<anchor.right))
      (a, b) = (anchor.left + 1, anchor.right + 1)
    }
    boxes.append(Box(left: a..<box.left.upperBound, right: b..<box.right.upperBound))
    return boxes.filter { !$0.left.isEmpty && !$0.right.isEmpty }
  }

  private func risingAnchors(_ box: Box) -> [(left: Int, right: Int)] {
    // -1 is nowhere yet, -2 is more than once.
    var places: [UInt64: (left: Int, right: Int)] = [:]
    for index in box.left {
      let isNew = places[left[index]] == nil
      places[left[index]] = (isNew ? index : -2, -1)
    }
    for index in box.right {
      guard let known = places[right[index]], known.left >= 0 else { continue }
      places[right[index]] = (known.left, known.right == -1 ? index : -2)
    }
    let unique = places.values.filter { $0.left >= 0 && $0.right >= 0 }
    let sorted = unique.sorted { $0.left < $1.left }
    return RisingSubsequence.places(sorted.map(\.right)).map { sorted[$0] }
  }
}

/// The longest rising subsequence of different numbers.
enum RisingSubsequence {
  /// The places of its elements.
  static func places(_ numbers: [Int]) -> [Int] {
    var ends: [Int] = []
    var before = Array(repeating: -1, count: numbers.count)
    for (place, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      before[place] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var places: [Int] = []
    var place = ends.last ?? -1
    while place >= 0 {
      places.append(place)
      place = before[place]
    }
    return places.reversed()
  }
}

/// The search for the middle of a shortest edit script, from both ends at once.
private struct SnakeSearch {
  let left: ArraySlice<UInt64>
  let right: ArraySlice<UInt64>
  let most: Int
  var steps = 0

  /// A run of equal elements, possibly none, in the middle of a shortest way.
  struct Snake {
    var x: Int
    var y: Int
    var length: Int
  }

  init(left: ArraySlice<UInt64>, right: ArraySlice<UInt64>, most: Int) {
    self.left = left
    self.right = right
    self.most = most
  }

  /// Nil when the way is longer than twice `most`.
  mutating func middle() -> Snake? {
    let delta = left.count - right.count
    var forward = Frontier(most: most)
    var backward = Frontier(most: most)
    for edits in 0...most {
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        guard let start = forward.start(diagonal, edits, left.count, right.count) else { continue }
        let end = run(from: start, diagonal)
        forward[diagonal] = end
        let other = delta - diagonal
        if delta % 2 != 0, other.magnitude < edits, backward.meets(end, other, left.count) {
          return Snake(x: start, y: start - diagonal, length: end - start)
        }
      }
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        guard let start = backward.start(diagonal, edits, left.count, right.count) else { continue }
        let end = runBack(from: start, diagonal)
        backward[diagonal] = end
        let other = delta - diagonal
        if delta % 2 == 0, other.magnitude <= edits, forward.meets(end, other, left.count) {
          let (x, y) = (left.count - end, right.count - (end - diagonal))
          return Snake(x: x, y: y, length: end - start)
        }
      }
    }
    return nil
  }

  private mutating func run(from start: Int, _ diagonal: Int) -> Int {
    var x = start
    while x < left.count, x - diagonal < right.count,
      left[left.startIndex + x] == right[right.startIndex + x - diagonal]
    {
      x += 1
    }
    steps += x - start + 1
    return x
  }

  private mutating func runBack(from start: Int, _ diagonal: Int) -> Int {
    var x = start
    while x < left.count, x - diagonal < right.count,
      left[left.endIndex - 1 - x] == right[right.endIndex - 1 - x + diagonal]
    {
      x += 1
    }
    steps += x - start + 1
    return x
  }

  /// How far each diagonal has come.
  private struct Frontier {
    private var reached: [Int]
    private let origin: Int

    init(most: Int) {
      reached = Array(repeating: -1, count: 2 * most + 3)
      origin = most + 1
    }

    subscript(diagonal: Int) -> Int {
      get { reached[origin + diagonal] }
      set { reached[origin + diagonal] = newValue }
    }

    /// Where a diagonal goes on with one edit more; nil when that leaves the box.
    func start(_ diagonal: Int, _ edits: Int, _ width: Int, _ height: Int) -> Int? {
      if edits == 0 { return 0 }
      let down = self[diagonal + 1]
      let across = self[diagonal - 1]
      var best = -1
      if down >= 0, down - diagonal <= height { best = down }
      if across >= 0, across < width { best = max(best, across + 1) }
      return best < 0 || best - diagonal > height ? nil : best
    }

    func meets(_ end: Int, _ diagonal: Int, _ width: Int) -> Bool {
      self[diagonal] >= 0 && end + self[diagonal] >= width
    }
  }
}
