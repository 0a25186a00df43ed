import LosslessJSON

/// Telling the places of a needle apart by their number.
extension ByteSearch {
  /// How often a needle is found in a range, one behind the other.
  package static func count(
    _ needle: Needle, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int {
    var count = 0
    var start = range.lowerBound
    // What costs too much was said where the match was looked for.
    while let found = try? extent(of: needle, in: bytes, start..<range.upperBound) {
      count += 1
      start = found.upperBound
    }
    return count
  }

  /// The place of the needle that has so many others before it.
  package static func place(
    of needle: Needle, number: Int, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Range<Int>? {
    var start = start
    for _ in 0..<number {
      guard let found = try? extent(of: needle, in: bytes, start..<bytes.count) else { return nil }
      start = found.upperBound
    }
    return try? extent(of: needle, in: bytes, start..<bytes.count)
  }
}
