extension DisplayRule {
  /// The bytes as text that acts on no terminal: only line feeds stand as they are.
  ///
  /// For output that goes to a terminal without screens. A tab is the blanks it would be on one:
  /// itself it would move the cursor over what stands there.
  package func plainText(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var (at, column) = (0, 0)
    while at < bytes.count {
      if bytes[at] == 0x0A {
        text.append(bytes[at])
        (at, column) = (at + 1, 0)
        continue
      }
      if bytes[at] == 0x09 {
        let width = DisplayRule.tabWidth - column % DisplayRule.tabWidth
        text.append(contentsOf: repeatElement(0x20, count: width))
        (at, column) = (at + 1, column + width)
        continue
      }
      let glyph = glyph(in: bytes, at: at)
      if glyph.spelling == .none {
        text.appendUTF8(glyph.scalar)
        glyph.marks.visit { text.appendUTF8($0) }
        if glyph.hiddenMarks > 0 { text += "<+\(glyph.hiddenMarks)>".utf8 }
      } else {
        glyph.spelling.forEachByte { text.append($0) }
      }
      at += glyph.byteCount
      column += glyph.width
    }
    return text
  }
}

extension [UInt8] {
  fileprivate mutating func appendUTF8(_ value: UInt32) {
    guard let scalar = Unicode.Scalar(value) else { return }
    append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
