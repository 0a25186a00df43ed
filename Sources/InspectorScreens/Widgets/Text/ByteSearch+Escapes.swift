import LosslessJSON

/// Finding a word where escapes are shown undone.
extension ByteSearch {
  private static let backslash = UInt8(ascii: "\\")

  /// Where in a range a needle is first found, in whatever way it is looked for.
  package static func extent(
    of needle: Needle, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(Pattern.Trouble) -> Range<Int>? {
    guard !range.isEmpty, !needle.isEmpty else { return nil }
    if needle.undoesEscapes { return try undone(needle, in: bytes, range) }
    if let expression = needle.expression {
      return try Self.range(of: expression, in: bytes, range)
    }
    return try first(needle, in: bytes, range).map { $0..<$0 + needle.bytes.count }
  }

  /// The first place in a range where a word is spelled, with escapes or without.
  ///
  /// Only a stretch with a backslash in it is searched with the expression, which is slower; a
  /// stretch that has none is searched as it stands. Stretches start small: a match that is near
  /// costs no look at what is far.
  private static func undone(
    _ needle: Needle, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(Pattern.Trouble) -> Range<Int>? {
    let word = needle.undoing(escapes: false)
    guard let spellings = needle.spellings else { return try whole(word, in: bytes, range) }
    let hasBackslash = needle.bytes.contains(backslash)
    var start = range.lowerBound
    var stretch = 1 << 10
    while start < range.upperBound {
      let end = min(range.upperBound, start + stretch)
      let reach = min(range.upperBound, end + needle.reach)
      // A backslash that is typed may be part of an escape, whose sign also stands unescaped.
      let isPlain = !hasBackslash && first(backslash, in: bytes, start..<reach) == nil
      let found = try whole(isPlain ? word : spellings, in: bytes, start..<reach)
      if let found, found.lowerBound < end { return found }
      start = end
      stretch = min(stretch * 2, 1 << 16)
    }
    return nil
  }

  /// The first place that does not start inside an escape: the `n` of `\n` is none.
  private static func whole(
    _ needle: Needle, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(Pattern.Trouble) -> Range<Int>? {
    var start = range.lowerBound
    while let found = try extent(of: needle, in: bytes, start..<range.upperBound) {
      if !isInsideEscape(found.lowerBound, in: bytes) { return found }
      start = found.lowerBound + 1
    }
    return nil
  }

  /// Whether an escape starts before a place and ends behind it.
  package static func isInsideEscape(_ place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for distance in 1...5 where distance <= place && bytes[place - distance] == backslash {
      let isLong = distance > 1 && bytes[place - distance + 1] == UInt8(ascii: "u")
      if distance == 1 || isLong, startsEscape(place - distance, in: bytes) { return true }
    }
    return false
  }

  /// Whether a backslash is not itself escaped: the number of those before it is even.
  private static func startsEscape(
    _ place: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    // A text of nothing but backslashes is not walked through for each of them.
    let least = max(0, place - 1_024)
    var start = place
    while start > least, bytes[start - 1] == backslash { start -= 1 }
    return (place - start).isMultiple(of: 2)
  }
}
