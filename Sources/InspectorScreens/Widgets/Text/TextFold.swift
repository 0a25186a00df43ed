import LosslessJSON

/// Breaks a text of one line into lines of a width, at spaces where there are some.
package enum TextFold {
  /// More lines than this are not made; the last one ends in `…`.
  static let limit = 200

  /// The lines; `first` is the width of the first one when something stands before it.
  package static func lines(_ text: String, width: Int, first: Int? = nil, rule: DisplayRule)
    -> [String]
  {
    text.withUTF8Buffer { bytes in
      var lines: [String] = []
      var start = 0
      while start < bytes.count || lines.isEmpty {
        let room = max(1, lines.isEmpty ? first ?? width : width)
        var end = end(of: bytes, from: start, room: room, rule)
        let isLast = end == bytes.count
        if !isLast, let space = space(in: bytes, start..<end) { end = space }
        let line = String(decoding: bytes[start..<end], as: UTF8.self)
        guard lines.count < limit else {
          lines.append(line + "…")
          return lines
        }
        lines.append(line)
        start = end
        if !isLast { while start < bytes.count, bytes[start] == 0x20 { start += 1 } }
      }
      return lines
    }
  }

  private static func end(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, room: Int, _ rule: DisplayRule
  ) -> Int {
    var index = start
    var column = 0
    while index < bytes.count {
      let glyph = rule.glyph(in: bytes, at: index)
      guard column + glyph.width <= room || index == start else { return index }
      column += glyph.width
      index += glyph.byteCount
    }
    return index
  }

  /// Where the last word of a cut line starts, if it is not its only one.
  private static func space(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    if bytes[range.upperBound] == 0x20 { return range.upperBound }
    guard let space = ByteSearch.last(0x20, in: bytes, range), space > range.lowerBound else {
      return nil
    }
    return space
  }
}
