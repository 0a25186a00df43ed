/// Which element of one array is which of another.
struct JSONElementMatch {
  /// For each element of the first array its place in the second, if it has one there.
  private(set) var partners: [Int?]
  /// Elements of the second array that the first has not.
  private(set) var added: [Int] = []
  /// Where the common elements stood before, in their new order; empty when that is the old order.
  private(set) var order: [Int] = []

  /// Matches elements by keys that are unique on each side.
  init(keys left: [UInt64], _ right: [UInt64]) {
    var places: [UInt64: Int] = Dictionary(minimumCapacity: right.count)
    for (place, key) in right.enumerated() { places[key] = place }
    partners = left.map { places[$0] }
    findOrder(among: right.count)
  }

  /// Matches elements by what they are.
  ///
  /// What is equal and keeps its order stays; what is equal elsewhere has moved; of what is left
  /// between two elements that stay, the first is taken to have become the first, and so on.
  init(elements left: [UInt64], _ right: [UInt64]) {
    partners = Array(repeating: nil, count: left.count)
    let common = CommonSubsequence(left, right).pairs
    var taken = Array(repeating: false, count: right.count)
    for (own, other) in common {
      partners[own] = other
      taken[other] = true
    }
    findMoved(left, right, &taken)
    findOrder(among: right.count)
    let isReordered = !order.isEmpty
    pairGaps(between: common, left.count, right.count, &taken)
    let moved = order
    findOrder(among: right.count)
    order = isReordered ? moved : []
  }

  private mutating func findMoved(_ left: [UInt64], _ right: [UInt64], _ taken: inout [Bool]) {
    var free: [UInt64: [Int]] = [:]
    for place in right.indices.reversed() where !taken[place] {
      free[right[place], default: []].append(place)
    }
    for place in left.indices where partners[place] == nil {
      guard let other = free[left[place]]?.popLast() else { continue }
      partners[place] = other
      taken[other] = true
    }
  }

  private mutating func pairGaps(
    between common: [(left: Int, right: Int)], _ leftCount: Int, _ rightCount: Int,
    _ taken: inout [Bool]
  ) {
    var (own, other) = (0, 0)
    for anchor in common + [(leftCount, rightCount)] {
      var free = (other..<anchor.right).lazy.filter { [taken] in !taken[$0] }.makeIterator()
      for place in own..<anchor.left where partners[place] == nil {
        guard let next = free.next() else { break }
        partners[place] = next
        taken[next] = true
      }
      (own, other) = (anchor.left + 1, anchor.right + 1)
    }
  }

  /// Sets `added` and `order` by the partners.
  private mutating func findOrder(among count: Int) {
    var sources: [Int?] = Array(repeating: nil, count: count)
    for (place, other) in partners.enumerated() {
      if let other { sources[other] = place }
    }
    added = sources.indices.filter { sources[$0] == nil }
    let before = sources.compactMap { $0 }
    order = zip(before, before.dropFirst()).allSatisfy { $0 < $1 } ? [] : before
  }
}
