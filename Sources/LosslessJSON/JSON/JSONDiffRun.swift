/// One comparison: pairs that are still to be looked at, on a stack, so depth does not matter.
struct JSONDiffRun {
  private let left: JSONDocument
  private let right: JSONDocument
  private let leftHashes: JSONHashes
  private let rightHashes: JSONHashes
  /// Arrays of the first document whose key a rule says.
  private let keys: [Int: String]
  private(set) var found: [JSONDiff.Found] = []
  private var pending: [Task] = []

  private enum Task {
    case compare(JSONNode, JSONNode)
    case found(JSONDiff.Found)
  }

  init(_ left: JSONDocument, _ right: JSONDocument, _ options: JSONDiff.Options) {
    self.left = left
    self.right = right
    leftHashes = JSONHashes(left, ignoring: Self.ignored(by: options, in: left))
    rightHashes = JSONHashes(right, ignoring: Self.ignored(by: options, in: right))
    var keys: [Int: String] = [:]
    if let root = left.root {
      for (array, key) in options.keys {
        for node in array.nodes(in: left, below: root) where keys[node.index] == nil {
          keys[node.index] = key
        }
      }
    }
    self.keys = keys
  }

  private static func ignored(by options: JSONDiff.Options, in document: JSONDocument) -> Set<Int> {
    guard let root = document.root else { return [] }
    return options.ignored.reduce(into: []) { set, pattern in
      set.formUnion(pattern.nodes(in: document, below: root).map(\.index))
    }
  }

  /// Finds every difference between two values.
  mutating func compare(_ from: JSONNode, _ to: JSONNode) {
    guard leftHashes.counts(from), rightHashes.counts(to) else { return }
    pending = [.compare(from, to)]
    while let task = pending.popLast() {
      switch task {
      case .found(let entry): found.append(entry)
      case .compare(let from, let to):
        guard leftHashes[from] != rightHashes[to] else { continue }
        pending += tasks(from, to).reversed()
      }
    }
  }

  private func tasks(_ from: JSONNode, _ to: JSONNode) -> [Task] {
    let kind = left.kind(of: from)
    guard kind == right.kind(of: to) else { return [Self.entry(.type, from, to)] }
    switch kind {
    case .object: return members(from, to)
    case .array: return elements(from, to)
    case .null, .bool, .number, .string: return [Self.entry(.value, from, to)]
    }
  }

  private static func entry(_ kind: JSONDiff.Kind, _ from: JSONNode?, _ to: JSONNode?) -> Task {
    .found(JSONDiff.Found(kind: kind, from: from, to: to))
  }

  // MARK: Objects

  /// Of several members with one key the first belongs to the first, the second to the second.
  private func members(_ from: JSONNode, _ to: JSONNode) -> [Task] {
    let own = keyed(from, left, leftHashes)
    let others = keyed(to, right, rightHashes)
    var places = Dictionary(
      others.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    var tasks: [Task] = []
    for (key, node) in own {
      if let place = places.removeValue(forKey: key) {
        tasks.append(.compare(node, others[place].node))
      } else {
        tasks.append(Self.entry(.removed, node, nil))
      }
    }
    for place in places.values.sorted() {
      tasks.append(Self.entry(.added, nil, others[place].node))
    }
    return tasks
  }

  private func keyed(
    _ object: JSONNode, _ document: JSONDocument, _ hashes: JSONHashes
  ) -> [(key: UInt64, node: JSONNode)] {
    var seen: [UInt64: UInt64] = [:]
    return document.children(of: object).compactMap { child in
      guard hashes.counts(child) else { return nil }
      let key = hashes.key(of: child)
      let number = seen[key, default: 0]
      seen[key] = number + 1
      return (number == 0 ? key : ByteHash.mix(key, number), child)
    }
  }

  // MARK: Arrays

  private func elements(_ from: JSONNode, _ to: JSONNode) -> [Task] {
    let own = left.children(of: from).filter(leftHashes.counts)
    let others = right.children(of: to).filter(rightHashes.counts)
    let match: JSONElementMatch
    if let (first, second) = elementKeys(of: from, own, others) {
      match = JSONElementMatch(keys: first, second)
    } else {
      match = JSONElementMatch(
        elements: own.map { leftHashes[$0] }, others.map { rightHashes[$0] })
    }
    var tasks: [Task] = []
    if !match.order.isEmpty {
      tasks.append(
        .found(JSONDiff.Found(kind: .reordered, from: from, to: to, order: match.order)))
    }
    for (place, node) in own.enumerated() {
      if let other = match.partners[place] {
        tasks.append(.compare(node, others[other]))
      } else {
        tasks.append(Self.entry(.removed, node, nil))
      }
    }
    return tasks + match.added.map { Self.entry(.added, nil, others[$0]) }
  }

  /// What tells the elements apart: the value of a member that each has and no two share.
  private func elementKeys(
    of array: JSONNode, _ own: [JSONNode], _ others: [JSONNode]
  ) -> ([UInt64], [UInt64])? {
    guard !own.isEmpty, !others.isEmpty else { return nil }
    let names = keys[array.index].map { [$0] } ?? ["id", "_id", "uuid", "key", "name"]
    for name in names {
      if let first = uniqueValues(of: name, own, left, leftHashes),
        let second = uniqueValues(of: name, others, right, rightHashes)
      {
        return (first, second)
      }
    }
    return nil
  }

  private func uniqueValues(
    of name: String, _ elements: [JSONNode], _ document: JSONDocument, _ hashes: JSONHashes
  ) -> [UInt64]? {
    var values: [UInt64] = []
    values.reserveCapacity(elements.count)
    var seen = Set<UInt64>(minimumCapacity: elements.count)
    for element in elements {
      guard let member = document.member(name, of: element) else { return nil }
      let kind = document.kind(of: member)
      guard kind == .string || kind == .number, seen.insert(hashes[member]).inserted else {
        return nil
      }
      values.append(hashes[member])
    }
    return values
  }
}
