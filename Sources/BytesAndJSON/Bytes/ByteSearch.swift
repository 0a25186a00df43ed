import Glibc

/// Finds bytes in bytes.
@usableFromInline package enum ByteSearch {
  /// Where a word stands first at or after an offset; nil when it does not.
  ///
  /// From one first letter to the next, as fast as memory is read. That may look at each byte as often
  /// as the word is long, so a long one, which somebody may have made of one letter, is looked for
  /// in another way.
  @usableFromInline package static func first(
    _ word: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer, from start: Int = 0
  ) -> Range<Int>? {
    guard start + word.count <= bytes.count else { return nil }
    guard let letter = word.first else { return start..<start }
    guard let base = bytes.baseAddress, let wanted = word.baseAddress else { return nil }
    var at = start
    guard word.count <= 32 else { return firstLong(word, in: bytes, from: start) }
    let last = bytes.count - word.count
    while at <= last, let found = memchr(base + at, Int32(letter), last - at + 1) {
      at = UnsafeRawPointer(found) - base
      if memcmp(found, wanted, word.count) == 0 { return at..<at + word.count }
      at += 1
    }
    return nil
  }

  /// The same of a word that is kept.
  package static func first(
    _ word: [UInt8], in bytes: UnsafeRawBufferPointer, from start: Int = 0
  ) -> Range<Int>? {
    word.withUnsafeBytes { first($0, in: bytes, from: start) }
  }

  /// Whether one byte stands right before another anywhere: eight places at a time.
  package static func holds(
    _ first: UInt8, before second: UInt8, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    guard let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return false }
    let (firsts, seconds) = (JSONScan.ones &* UInt64(first), JSONScan.ones &* UInt64(second))
    var (p, left) = (base, bytes.count)
    while left >= 9 {
      let others = (JSONScan.load8(p) ^ firsts) | (JSONScan.load8(p + 1) ^ seconds)
      if (others &- JSONScan.ones) & ~others & JSONScan.highs != 0 { return true }
      p += 8
      left -= 8
    }
    while left >= 2 {
      if p[0] == first, p[1] == second { return true }
      p += 1
      left -= 1
    }
    return false
  }

  /// By Knuth, Morris and Pratt: each byte is looked at twice at most, whatever the word.
  private static func firstLong(
    _ word: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Range<Int>? {
    // How much of the word's beginning its first so many bytes end with.
    var fallbacks = [Int](repeating: 0, count: word.count)
    var known = 0
    for place in 1..<word.count {
      while known > 0, word[place] != word[known] { known = fallbacks[known - 1] }
      if word[place] == word[known] { known += 1 }
      fallbacks[place] = known
    }
    known = 0
    for place in start..<bytes.count {
      while known > 0, bytes[place] != word[known] { known = fallbacks[known - 1] }
      if bytes[place] == word[known] { known += 1 }
      if known == word.count { return place + 1 - known..<place + 1 }
    }
    return nil
  }
}
