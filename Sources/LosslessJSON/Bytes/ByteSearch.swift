import Glibc

/// Finds bytes in bytes.
@usableFromInline package enum ByteSearch {
  /// The first place of a word at or after an offset.
  ///
  /// memmem(3) takes linear time for every word, also for one made of one letter.
  @usableFromInline package static func first(
    _ word: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer, from start: Int = 0
  ) -> Range<Int>? {
    guard start + word.count <= bytes.count else { return nil }
    guard !word.isEmpty else { return start..<start }
    guard let base = bytes.baseAddress, let wanted = word.baseAddress,
      let found = memmem(base + start, bytes.count - start, wanted, word.count)
    else { return nil }
    let place = UnsafeRawPointer(found) - base
    return place..<place + word.count
  }

  /// The first place of a word given as an array.
  package static func first(
    _ word: [UInt8], in bytes: UnsafeRawBufferPointer, from start: Int = 0
  ) -> Range<Int>? {
    word.withUnsafeBytes { first($0, in: bytes, from: start) }
  }

  /// The first place of `byte` in a range.
  package static func first(
    _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// The last place of `byte` in a range.
  package static func last(
    _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memrchr(base + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
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
}

/// Declared here because Swift's Glibc module leaves out GNU extensions.
@_silgen_name("memmem")
private func memmem(
  _ text: UnsafeRawPointer, _ length: Int, _ wanted: UnsafeRawPointer, _ count: Int
) -> UnsafeMutableRawPointer?

@_silgen_name("memrchr")
private func memrchr(
  _ text: UnsafeRawPointer, _ byte: Int32, _ length: Int
) -> UnsafeMutableRawPointer?
