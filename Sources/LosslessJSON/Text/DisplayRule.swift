/// The one way from bytes to cells: nothing a server, a file or a paste says acts on the terminal.
///
/// Bytes that are not UTF-8 become `\xNN`, controls `^X`, and what is invisible or steers the text
/// around it `<U+XXXX>`. At most four marks stand on a character, the rest is counted as `<+n>`.
/// A zero-width joiner between two emoji and one variation selector after a character that has shapes
/// to choose from are left out: the emoji stands as its parts.
package struct DisplayRule: Sendable, Hashable {
  /// Columns between two tab stops.
  package static let tabWidth = 4

  /// Code points whose width the terminal's library sees otherwise; they are spelled too.
  private let refused: RefusedScalars?

  package init(refused: RefusedScalars? = nil) { self.refused = refused }

  /// Marks that are counted into one `<+n>`; after that many the next ones are spelled.
  ///
  /// It bounds what one character can cost: a million marks are legal text.
  static let markLimit = 256

  /// The glyph that starts at `start`; never reads past the end of `bytes`.
  package func glyph(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Glyph {
    let byte = bytes[start]
    if byte >= 0x20, byte < 0x7F {
      let glyph = Glyph(byteCount: 1, width: 1, scalar: UInt32(byte))
      guard start + 1 < bytes.count, bytes[start + 1] >= 0x80 else { return glyph }
      return addMarks(to: glyph, in: bytes, from: start)
    }
    if byte < 0x80 { return DisplayRule.control(byte) }
    guard let (scalar, count) = decodeUTF8(bytes, at: start) else {
      return Glyph(byteCount: 1, width: 4, spelling: .byte(byte))
    }
    switch displayClass(of: scalar) {
    case .narrow:
      return addMarks(to: Glyph(byteCount: count, width: 1, scalar: scalar), in: bytes, from: start)
    case .wide:
      return addMarks(to: Glyph(byteCount: count, width: 2, scalar: scalar), in: bytes, from: start)
    case .mark, .escaped:
      let spelling = Glyph.Spelling.scalar(scalar)
      return Glyph(byteCount: count, width: spelling.width, spelling: spelling)
    }
  }

  /// The class of a code point above U+007F in this terminal.
  private func displayClass(of scalar: UInt32) -> DisplayClass {
    guard let refused, refused.contains(scalar) else { return DisplayClass(scalar) }
    return .escaped
  }

  private static func control(_ byte: UInt8) -> Glyph {
    switch byte {
    case 0x09: Glyph(byteCount: 1, width: 2, spelling: .letter(UInt8(ascii: "t")))
    case 0x0A: Glyph(byteCount: 1, width: 2, spelling: .letter(UInt8(ascii: "n")))
    case 0x0D: Glyph(byteCount: 1, width: 2, spelling: .letter(UInt8(ascii: "r")))
    default: Glyph(byteCount: 1, width: 2, spelling: .control(byte))
    }
  }

  /// Takes the marks, one variation selector and the joiner that belong to a character.
  private func addMarks(
    to base: Glyph, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Glyph {
    var glyph = base
    var hasSelector = false
    while start + glyph.byteCount < bytes.count, bytes[start + glyph.byteCount] >= 0x80,
      let (scalar, count) = decodeUTF8(bytes, at: start + glyph.byteCount)
    {
      if isVariationSelector(scalar) {
        guard !hasSelector, choosesShape(scalar, of: glyph.scalar) else { break }
        hasSelector = true
      } else if scalar == 0x200D {
        let next = start + glyph.byteCount + count
        guard isEmoji(glyph.scalar), next < bytes.count,
          let (joined, _) = decodeUTF8(bytes, at: next), isEmoji(joined)
        else { break }
        glyph.byteCount += count
        break
      } else if displayClass(of: scalar) == .mark {
        guard glyph.hiddenMarks < DisplayRule.markLimit else { break }
        if !glyph.marks.append(scalar) { glyph.hiddenMarks += 1 }
      } else {
        break
      }
      glyph.byteCount += count
    }
    if glyph.hiddenMarks > 0 { glyph.width += 3 + glyph.hiddenMarks.digitCount(radix: 10) }
    return glyph
  }
}

/// U+FE00–FE0F and U+E0100–E01EF: they choose a shape and have none.
private func isVariationSelector(_ scalar: UInt32) -> Bool {
  scalar & ~0xF == 0xFE00 || (scalar >= 0xE0100 && scalar <= 0xE01EF)
}

/// Whether a selector after this character means anything: elsewhere it would draw nothing, and is
/// something that hides in a text.
private func choosesShape(_ selector: UInt32, of base: UInt32) -> Bool {
  guard let scalar = Unicode.Scalar(base) else { return false }
  // Text or picture: of pictures, and of the digits that keycaps are made of.
  if selector == 0xFE0E || selector == 0xFE0F { return scalar.properties.isEmoji }
  if selector > 0xFFFF { return scalar.properties.isIdeographic }
  switch base {
  // Myanmar, CJK punctuation, Phags-pa, full width forms, Manichaean.
  case 0x1000...0x109F, 0x3000...0x303F, 0xA840...0xA877, 0xFF00...0xFFEF, 0x10AC0...0x10AFF:
    return true
  default: return scalar.properties.isIdeographic || scalar.properties.isMath
  }
}

/// Whether a joiner after this character joins pictures and not letters.
private func isEmoji(_ scalar: UInt32) -> Bool {
  guard scalar > 0xFF, let scalar = Unicode.Scalar(scalar) else { return false }
  return scalar.properties.isEmoji
}

/// The code point at `start` and how many bytes it takes; nil when the bytes are not UTF-8.
///
/// Strict: no overlong forms, no surrogates, nothing above U+10FFFF.
package func decodeUTF8(
  _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
) -> (scalar: UInt32, count: Int)? {
  let lead = bytes[start]
  let count: Int
  var scalar: UInt32
  var least: UInt32
  switch lead {
  case 0x00...0x7F: return (UInt32(lead), 1)
  case 0xC2...0xDF: (count, scalar, least) = (2, UInt32(lead & 0x1F), 0x80)
  case 0xE0...0xEF: (count, scalar, least) = (3, UInt32(lead & 0x0F), 0x800)
  case 0xF0...0xF4: (count, scalar, least) = (4, UInt32(lead & 0x07), 0x10000)
  default: return nil
  }
  guard start + count <= bytes.count else { return nil }
  for index in start + 1..<start + count {
    let byte = bytes[index]
    guard byte & 0xC0 == 0x80 else { return nil }
    scalar = scalar << 6 | UInt32(byte & 0x3F)
  }
  guard scalar >= least, scalar <= 0x10FFFF, scalar & ~0x7FF != 0xD800 else { return nil }
  return (scalar, count)
}
