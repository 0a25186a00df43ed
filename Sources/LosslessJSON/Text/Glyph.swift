/// One unit of text as it stands in cells: a character with its marks, or the spelling of a byte
/// or code point that is never drawn as itself.
package struct Glyph: Sendable, Equatable {
  /// How many bytes of the text it stands for.
  package var byteCount: Int
  /// How many columns it takes, spelling and `<+n>` included.
  package var width: Int
  /// The character, or 0 where `spelling` says what is drawn.
  package var scalar: UInt32 = 0
  /// What is drawn in place of a character.
  package var spelling = Spelling.none
  /// Up to four marks that stand on the character.
  package var marks = Marks()
  /// Marks beyond the fourth, drawn as `<+n>` after the character.
  package var hiddenMarks = 0

  /// What stands for something that may not be drawn.
  package enum Spelling: Sendable, Equatable {
    case none
    /// `\xNN`: a byte that is not UTF-8.
    case byte(UInt8)
    /// `^X`: a control character.
    case control(UInt8)
    /// `\n`, `\r`, `\t` where they are data.
    case letter(UInt8)
    /// `<U+XXXX>`: a code point that would act on the text around it, or not show.
    case scalar(UInt32)
  }

  /// At most four code points without a heap of their own.
  package struct Marks: Sendable, Hashable {
    package private(set) var count = 0
    private var first: UInt32 = 0
    private var second: UInt32 = 0
    private var third: UInt32 = 0
    private var fourth: UInt32 = 0

    /// Adds one; false when four are there already.
    mutating func append(_ mark: UInt32) -> Bool {
      switch count {
      case 0: first = mark
      case 1: second = mark
      case 2: third = mark
      case 3: fourth = mark
      default: return false
      }
      count += 1
      return true
    }

    package func visit(_ body: (UInt32) -> Void) {
      if count > 0 { body(first) }
      if count > 1 { body(second) }
      if count > 2 { body(third) }
      if count > 3 { body(fourth) }
    }
  }
}

extension Glyph.Spelling {
  /// How many columns the spelling takes.
  var width: Int {
    switch self {
    case .none: 0
    case .byte: 4
    case .control, .letter: 2
    case .scalar(let value): 4 + max(4, value.digitCount(radix: 16))
    }
  }

  /// The spelling, ASCII only.
  package func forEachByte(_ body: (UInt8) -> Void) {
    switch self {
    case .none: break
    case .byte(let byte):
      body(UInt8(ascii: "\\"))
      body(UInt8(ascii: "x"))
      body(hexDigit(byte >> 4))
      body(hexDigit(byte & 15))
    case .control(let byte):
      body(UInt8(ascii: "^"))
      body(byte ^ 0x40)
    case .letter(let letter):
      body(UInt8(ascii: "\\"))
      body(letter)
    case .scalar(let value):
      for byte in "<U+".utf8 { body(byte) }
      for place in stride(from: max(4, value.digitCount(radix: 16)) - 1, through: 0, by: -1) {
        body(hexDigit(UInt8(truncatingIfNeeded: value >> (4 * UInt32(place)) & 15)))
      }
      body(UInt8(ascii: ">"))
    }
  }
}

extension FixedWidthInteger {
  /// How many digits it is written with; nothing negative comes here.
  package func digitCount(radix: Self) -> Int {
    var count = 1
    var rest = self / radix
    while rest > 0 {
      count += 1
      rest /= radix
    }
    return count
  }
}

/// A capital hexadecimal digit.
package func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}
