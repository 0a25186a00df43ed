/// The members of one object by key: open addressing over their hashes.
///
/// The hash is seeded anew in every process, so that no server can choose keys that collide.
struct JSONKeyTable {
  /// Members in document order.
  private var members: [JSONNode] = []
  /// For each place, one past the number of the last member with the key; 0 is free.
  private var places: [UInt32]
  /// For each member, one past the number of the one with the same key before it; 0 is none.
  private var earlier: [UInt32] = []

  init(of object: Int, in document: JSONDocument) {
    members = Array(document.children(at: object))
    var size = 16
    while size < members.count * 2 { size *= 2 }
    places = Array(repeating: 0, count: size)
    earlier = Array(repeating: 0, count: members.count)
    for number in members.indices { insert(number, in: document) }
  }

  /// The last member with a key.
  func last(_ key: UnsafeBufferPointer<UInt8>, in document: JSONDocument) -> JSONNode? {
    let place = place(of: key, in: document)
    return places[place] == 0 ? nil : members[Int(places[place]) - 1]
  }

  /// Keys that more than one member has, in the order of their first members.
  func duplicates(in document: JSONDocument) -> [JSONDuplicateKey] {
    var found: [(first: Int, duplicate: JSONDuplicateKey)] = []
    for place in places where place > 0 && earlier[Int(place) - 1] > 0 {
      var numbers: [Int] = []
      var number = place
      while number > 0 {
        numbers.append(Int(number) - 1)
        number = earlier[Int(number) - 1]
      }
      numbers.reverse()
      let nodes = numbers.map { members[$0] }
      let key = nodes.first.flatMap { document.key(of: $0) } ?? ""
      found.append((numbers[0], JSONDuplicateKey(key: key, members: nodes)))
    }
    return found.sorted { $0.first < $1.first }.map(\.duplicate)
  }

  private mutating func insert(_ number: Int, in document: JSONDocument) {
    Self.withKey(of: members[number], in: document) { key in
      let place = place(of: key, in: document)
      earlier[number] = places[place]
      places[place] = UInt32(truncatingIfNeeded: number + 1)
    }
  }

  /// Where a key is, or where it would go.
  private func place(of key: UnsafeBufferPointer<UInt8>, in document: JSONDocument) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(key))
    var place = hasher.finalize() & (places.count - 1)
    while places[place] != 0 {
      let member = members[Int(places[place]) - 1]
      if Self.withKey(of: member, in: document, { $0.elementsEqual(key) }) { return place }
      place = (place + 1) & (places.count - 1)
    }
    return place
  }

  private static func withKey<Result>(
    of member: JSONNode, in document: JSONDocument,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let range = document.keyContentRange(of: member) ?? 0..<0
    let raw = document.utf8(range)
    guard JSONText.hasEscapes(raw) else { return body(UnsafeBufferPointer(rebasing: raw)) }
    return JSONText.content(raw).withUnsafeBufferPointer(body)
  }
}
