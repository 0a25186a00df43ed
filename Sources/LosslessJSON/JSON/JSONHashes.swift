extension JSONDocument {
  /// What the document means as one number, however it is written: `1` and `1.0` are the same.
  ///
  /// Values that are left out are as good as not there; marks of secrets count without their hashes.
  package func meaning(leavingOut nodes: [JSONNode] = []) -> UInt64 {
    guard let root else { return 0 }
    return JSONHashes(self, ignoring: Set(nodes.map(\.index)))[root]
  }
}

/// What every value of a document means, as one number each: equal values have equal numbers.
///
/// Equal means what `JSON ==` means, but that of several members with one key the order counts.
/// One pass over the tape from its end to its beginning, so depth does not matter.
struct JSONHashes {
  private let document: JSONDocument
  /// By the index on the tape.
  private var values: [UInt64]
  /// Values that are as good as not there.
  private let ignored: Set<Int>
  private let mayHoldMarks: Bool
  private var keys: [UInt64] = []

  /// Hashes a whole document; what is `ignored` does not count.
  init(_ document: JSONDocument, ignoring ignored: Set<Int> = []) {
    self.document = document
    self.ignored = ignored
    values = Array(repeating: 0, count: document.entries)
    mayHoldMarks = document.withText(RedactedText.mayOccur(within:))
    for index in stride(from: document.entries - 1, through: 0, by: -1)
    where document.word(index).isContainer {
      values[index] = hashOfContainer(at: index)
    }
    if document.entries > 0, !document.word(0).isContainer {
      values[0] = hashOfScalar(at: 0, from: document.word(0).offset)
    }
  }

  subscript(node: JSONNode) -> UInt64 { values[node.index] }

  /// Whether a value counts.
  func counts(_ node: JSONNode) -> Bool { ignored.isEmpty || !ignored.contains(node.index) }

  /// The hash of a member's key.
  func key(of node: JSONNode) -> UInt64 {
    guard let range = document.keyContentRange(of: node) else { return 0 }
    return hashOfText(range, seed: 1)
  }

  private mutating func hashOfContainer(at index: Int) -> UInt64 {
    let isObject = document.word(index).tag == .object
    let end = document.childrenEnd(index)
    var hash: UInt64 = isObject ? 3 : 5
    var count: UInt64 = 0
    keys.removeAll(keepingCapacity: true)
    var child = index + 1
    while child < end {
      let next = document.past(child)
      if ignored.isEmpty || !ignored.contains(child) {
        let key = isObject ? self.key(of: JSONNode(index: child, isMember: true)) : 0
        let value = value(at: child, isMember: isObject)
        if isObject {
          keys.append(key)
          // A sum: members mean the same in any order.
          hash &+= ByteHash.mix(key, value)
        } else {
          hash = ByteHash.mix(hash, value)
        }
        count += 1
      }
      child = next
    }
    if isObject, hasDuplicates() { hash = hashInOrder(at: index, end: end) }
    return ByteHash.mix(hash, count &+ (isObject ? 1 << 40 : 1 << 41))
  }

  private mutating func value(at index: Int, isMember: Bool) -> UInt64 {
    guard !document.word(index).isContainer else { return values[index] }
    let node = JSONNode(index: index, isMember: isMember)
    values[index] = hashOfScalar(at: index, from: document.valueOffset(of: node))
    return values[index]
  }

  private mutating func hasDuplicates() -> Bool {
    if keys.count <= 12 {
      for (place, key) in keys.enumerated() where keys[..<place].contains(key) { return true }
      return false
    }
    keys.sort()
    return zip(keys, keys.dropFirst()).contains { $0 == $1 }
  }

  /// An object that has a key twice: of the members with one key the order counts.
  private func hashInOrder(at index: Int, end: Int) -> UInt64 {
    var seen: [UInt64: UInt64] = [:]
    var hash: UInt64 = 7
    var child = index + 1
    while child < end {
      if ignored.isEmpty || !ignored.contains(child) {
        let key = key(of: JSONNode(index: child, isMember: true))
        let number = seen[key, default: 0]
        seen[key] = number + 1
        hash &+= ByteHash.mix(ByteHash.mix(key, number), values[child])
      }
      child = document.past(child)
    }
    return hash
  }

  private func hashOfScalar(at index: Int, from start: Int) -> UInt64 {
    let word = document.word(index)
    switch word.tag {
    case .null: return 11
    case .false: return 13
    case .true: return 17
    case .number: return hashOfNumber(from: start, word.payload)
    case .string:
      let length = word.payload
      let close =
        length < JSONWord.payloadMax
        ? start + length
        : JSONScan.knownStringEnd(document.base + start + 1, document.end)
          - document.base + 1
      return hashOfText(start + 1..<close - 1, seed: 19)
    case .array, .object, .end: return values[index]
    }
  }

  private func hashOfText(_ range: Range<Int>, seed: UInt64) -> UInt64 {
    let raw = document.utf8(range)
    guard mayHoldMarks || JSONText.hasEscapes(raw) else {
      return ByteHash.of(UnsafeBufferPointer(rebasing: raw), seed: seed)
    }
    var content = JSONText.content(raw)
    if mayHoldMarks { content = RedactedText.comparable(content) }
    return content.withUnsafeBufferPointer { ByteHash.of($0, seed: seed) }
  }

  /// A short integer is its digits; everything else goes through the exact number.
  private func hashOfNumber(from start: Int, _ payload: Int) -> UInt64 {
    if payload <= 18 {
      var value: UInt64 = 0
      var place = start
      let isNegative = document.base[place] == 0x2d
      if isNegative { place += 1 }
      while place < start + payload, JSONScan.isDigit(document.base[place]) {
        value = value &* 10 &+ UInt64(document.base[place] &- 0x30)
        place += 1
      }
      if place == start + payload { return Self.integer(value, isNegative) }
    }
    let end =
      payload < JSONWord.payloadMax
      ? start + payload
      : JSONScan.knownNumberEnd(document.base + start, document.end) - document.base
    let text = String(
      decoding: UnsafeBufferPointer(rebasing: document.utf8(start..<end)), as: UTF8.self)
    guard let number = JSONNumber(text) else { return 23 }
    if let int = number.int, int.magnitude < 1_000_000_000_000_000_000 {
      return Self.integer(UInt64(int.magnitude), int < 0)
    }
    return ByteHash.mix(29, UInt64(bitPattern: Int64(number.hashValue)))
  }

  private static func integer(_ value: UInt64, _ isNegative: Bool) -> UInt64 {
    ByteHash.mix(isNegative && value != 0 ? 31 : 37, value)
  }
}
