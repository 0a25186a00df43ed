extension DisplayRule {
  /// The bytes as text that acts on no terminal: only line feeds and tabs stand as they are.
  ///
  /// For output that goes to a terminal without screens.
  package func plainText(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      if bytes[at] == 0x0A || bytes[at] == 0x09 {
        text.append(bytes[at])
        at += 1
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
