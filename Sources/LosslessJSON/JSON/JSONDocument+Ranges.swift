/// Where values stand in the bytes.
extension JSONDocument {
  /// The bytes of a value in `text`, from its first to its last one; up to `parsedBytes` if it is open.
  package func range(of node: JSONNode) -> Range<Int> {
    let start = valueOffset(of: node)
    return start..<endOffset(of: node.index, from: start)
  }

  /// The bytes of a member's key in `text`, quotes included.
  package func keyRange(of node: JSONNode) -> Range<Int>? {
    guard node.isMember else { return nil }
    let start = word(node.index).offset
    let close = JSONScan.knownStringEnd(base + start + 1, end)
    return start..<(close - base + 1)
  }

  /// The bytes of a value as they were received.
  ///
  /// The same as `range` unless the document is UTF-16 or UTF-32: then it is counted out, from the
  /// start, at the cost of the distance.
  package func sourceRange(of node: JSONNode) -> Range<Int> { sourceRange(range(of: node)) }

  /// The bytes as received that a range of `text` was made from.
  package func sourceRange(_ range: Range<Int>) -> Range<Int> {
    guard encoding != .utf8 else { return range }
    return sourceOffset(range.lowerBound)..<sourceOffset(range.upperBound)
  }

  /// A value's text as it stands in the document, white space, escapes and number text untouched.
  package func rawText(of node: JSONNode) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: utf8(range(of: node))), as: UTF8.self)
  }

  /// Runs over the UTF-8 bytes of one value, for a decoder that wants to read just that.
  package func withBytes<Result>(
    of node: JSONNode, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: utf8(range(of: node)))))
  }

  func utf8(_ range: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
    UnsafeBufferPointer(start: base, count: parsedBytes)[range]
  }

  private func sourceOffset(_ offset: Int) -> Int {
    JSONTranscoder.sourceOffset(of: offset, in: base, encoding: encoding, markLength: markLength)
  }

  /// Where the value itself starts: behind its key, if it has one.
  func valueOffset(of node: JSONNode) -> Int {
    let offset = word(node.index).offset
    guard node.isMember else { return offset }
    let quote = JSONScan.knownStringEnd(base + offset + 1, end)
    let colon = JSONScan.skipSpace(quote + 1, end)
    return JSONScan.skipSpace(colon + 1, end) - base
  }

  private func endOffset(of index: Int, from start: Int) -> Int {
    let word = word(index)
    guard !word.isContainer else { return closeOffset(of: index, from: start) }
    if word.payload < JSONWord.payloadMax { return start + word.payload }
    let isString = word.tag == .string
    return isString
      ? JSONScan.knownStringEnd(base + start + 1, end) - base + 1
      : JSONScan.knownNumberEnd(base + start, end) - base
  }

  /// A large container says where it ends; in a small one the last value leads there.
  private func closeOffset(of index: Int, from start: Int) -> Int {
    if isOpen(JSONNode(index: index, isMember: false)) { return parsedBytes }
    let last = word(past(index) - 1)
    if past(index) - 1 > index, last.tag == .end { return last.offset + 1 }
    var container = index
    var brackets = 1
    var position = start + 1
    while let child = lastChild(of: container) {
      let childStart = valueOffset(of: child)
      guard word(child.index).isContainer else {
        position = endOffset(of: child.index, from: childStart)
        break
      }
      container = child.index
      position = childStart + 1
      brackets += 1
    }
    for _ in 0..<brackets {
      position = JSONScan.skipSpace(base + position, end) - base + 1
    }
    return position
  }

  private func lastChild(of index: Int) -> JSONNode? {
    var last: JSONNode?
    for child in children(at: index) { last = child }
    return last
  }
}
