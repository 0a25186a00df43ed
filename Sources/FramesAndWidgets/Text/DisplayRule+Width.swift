extension DisplayRule {
  /// How many columns a text takes on one row; stops counting once `limit` is reached.
  package func width(of text: String, upTo limit: Int = .max) -> Int {
    text.withUTF8Buffer { bytes in
      var width = 0
      var index = 0
      while index < bytes.count, width < limit {
        let glyph = glyph(in: bytes, at: index)
        width += glyph.width
        index += glyph.byteCount
      }
      return width
    }
  }
}

extension String {
  /// Lends the text as bytes; a bridged string is copied first, the ones we make never are.
  func withUTF8Buffer<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }
}
