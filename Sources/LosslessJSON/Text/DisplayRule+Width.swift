extension DisplayRule {
  /// How many columns a text takes on one row; stops counting once `limit` is reached.
  package func width(of text: String, upTo limit: Int = .max) -> Int {
    text.withUTF8Buffer { bytes in
      var width = 0
      var index = 0
      while index < bytes.count, width < limit {
        let reach = index + min(bytes.count - index, limit - width)
        let plain = bytes.plainCount(in: index..<reach)
        if plain > 0 {
          (index, width) = (index + plain, width + plain)
          continue
        }
        let glyph = glyph(in: bytes, at: index)
        width += glyph.width
        index += glyph.byteCount
      }
      return width
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many bytes, from the start of a range, are characters that take a column each and are drawn
  /// as they stand.
  package func plainCount(in range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound, self[index] &- 0x20 < 0x5F { index += 1 }
    // A mark may stand on the last one.
    if index > range.lowerBound, index < count, self[index] >= 0x80 { index -= 1 }
    return index - range.lowerBound
  }
}

extension String {
  /// Lends the text as bytes; a bridged string is copied first, the ones we make never are.
  package func withUTF8Buffer<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }
}
