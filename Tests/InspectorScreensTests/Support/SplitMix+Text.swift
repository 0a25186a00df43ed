import TestSupport

extension SplitMix {
  /// Bytes of every kind: text, broken text, controls, marks, and what steers text.
  mutating func text(pieces: Int) -> [UInt8] {
    var out: [UInt8] = []
    for _ in 0..<pieces {
      switch Int.random(in: 0..<9, using: &self) {
      case 0: out.append(UInt8.random(in: 0...255, using: &self))
      case 1: out.append(UInt8.random(in: 0...0x1F, using: &self))
      case 2: out += Array("\u{1B}]52;c;aGk=\u{7}\u{9B}31m\u{90}q\u{9C}".utf8)
      case 3: out += Array(String(Character(scalar(in: 0x80...0x2FFF))).utf8)
      case 4: out += Array(String(Character(scalar(in: 0x3000...0x10FFFF))).utf8)
      case 5: out += Array(String(Character(scalar(in: 0x300...0x36F))).utf8)
      case 6:
        out += Array(
          ["👩‍💻", "❤️", "漢", "\u{202E}", "\u{200D}", "\u{FE0F}", "한"].randomElement(using: &self)?.utf8
            ?? "".utf8)
      case 7: out.append(contentsOf: [0x0D, 0x0A])
      default: out += Array("plain text".utf8)
      }
    }
    return out
  }

  mutating func scalar(in range: ClosedRange<UInt32>) -> Unicode.Scalar {
    Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? "x"
  }
}
