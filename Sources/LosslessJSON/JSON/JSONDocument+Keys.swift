/// Keys: what they say, and which member they find.
///
/// Keys are compared by their bytes after unescaping. Swift's `==` on strings would call "é" written
/// in one scalar and in two the same key; the server does not.
extension JSONDocument {
  /// A member's key, unescaped; nil when the value is no member of an object.
  package func key(of node: JSONNode) -> String? {
    keyContentRange(of: node).map { JSONText.string(utf8($0)) }
  }

  /// The member of an object that a key finds: of several with that key, the last one.
  package func member(_ key: String, of node: JSONNode) -> JSONNode? {
    var key = key
    return key.withUTF8 { member($0, of: node) }
  }

  /// The member of an object that a key finds, the key given as its UTF-8 bytes.
  func member(_ key: UnsafeBufferPointer<UInt8>, of node: JSONNode) -> JSONNode? {
    guard word(node.index).tag == .object else { return nil }
    if hasManyMembers(node.index) {
      let table = cache.withLock { $0.keyTable(of: node.index, in: self) }
      if let table { return table.last(key, in: self) }
    }
    var found = -1
    var child = node.index + 1
    let end = childrenEnd(node.index)
    while child < end {
      if isKey(of: child, key) { found = child }
      child = past(child)
    }
    return found < 0 ? nil : JSONNode(index: found, isMember: true)
  }

  /// Whether a table of keys may pay; only the end mark of a large container can tell cheaply.
  private func hasManyMembers(_ index: Int) -> Bool {
    let end = childrenEnd(index)
    return end < past(index) && word(end).payload > 32
  }

  /// The members of an object that share a key with another one: one list a key, in document order.
  ///
  /// Costs one pass over the object's keys; nothing is looked for before somebody asks.
  package func duplicateKeys(in node: JSONNode) -> [JSONDuplicateKey] {
    guard word(node.index).tag == .object else { return [] }
    return JSONKeyTable(of: node.index, in: self).duplicates(in: self)
  }

  /// Whether a key or string contains half a surrogate pair, which no text can hold.
  package func hasLoneSurrogate(_ node: JSONNode) -> Bool {
    if let key = keyContentRange(of: node), JSONText.hasLoneSurrogate(utf8(key)) { return true }
    return stringContentRange(of: node).map { JSONText.hasLoneSurrogate(utf8($0)) } ?? false
  }

  /// A string value, unescaped; nil for any other kind.
  package func string(of node: JSONNode) -> String? {
    stringContentRange(of: node).map { JSONText.string(utf8($0)) }
  }

  /// A string value, unescaped, as a body; nil for any other kind, and when no disk has room for it.
  func body(of node: JSONNode) -> Body? {
    stringContentRange(of: node).flatMap { JSONText.body(utf8($0)) }
  }

  /// The bytes of a string value between its quotes, as they stand in `text`.
  func stringContentRange(of node: JSONNode) -> Range<Int>? {
    guard word(node.index).tag == .string else { return nil }
    let range = range(of: node)
    return range.lowerBound + 1..<range.upperBound - 1
  }

  func keyContentRange(of node: JSONNode) -> Range<Int>? {
    keyRange(of: node).map { $0.lowerBound + 1..<$0.upperBound - 1 }
  }

  /// Compares without finding the key's end first: most members differ in their first bytes.
  @inline(__always)
  private func isKey(of index: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = base + word(index).offset + 1
    if let first = wanted.first, start < end, start.pointee != first, start.pointee != 0x5c {
      return false
    }
    return isWholeKey(of: index, at: start, wanted)
  }

  private func isWholeKey(
    of index: Int, at start: UnsafePointer<UInt8>, _ wanted: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let room = end - start
    var i = 0
    while i < wanted.count, i < room, start[i] == wanted[i] {
      // Neither stands for itself here: one ends the key, the other begins an escape.
      if start[i] == 0x22 || start[i] == 0x5c { break }
      i += 1
    }
    guard i < room else { return false }
    if i == wanted.count { return start[i] == 0x22 }
    let node = JSONNode(index: index, isMember: true)
    guard start[i] == 0x5c, let range = keyContentRange(of: node) else { return false }
    return JSONText.isEqual(utf8(range), wanted)
  }
}

/// Members of one object that have the same key.
package struct JSONDuplicateKey: Equatable, Sendable {
  /// The key, unescaped.
  package let key: String

  /// The members, in document order; a look-up finds the last.
  package let members: [JSONNode]
}
