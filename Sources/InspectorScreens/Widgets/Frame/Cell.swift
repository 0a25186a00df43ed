/// A character, its marks and its style in eight bytes.
struct Cell: Hashable, Sendable {
  /// 21 bits of character, then the style.
  private var bits: UInt32
  /// The place of its marks in the frame's list, counted from 1; 0 for none.
  var marks: UInt32 = 0

  /// In the place of a character: this is the second column of the wide one before.
  static let continuation: UInt32 = 0x1F_FFFF
  static let blank = Cell(0x20, Style.plain.packed)

  init(_ scalar: UInt32, _ style: Style.Packed) { bits = scalar | UInt32(style.bits) << 21 }

  var scalar: UInt32 { bits & 0x1F_FFFF }

  /// Nothing where both are the same.
  func difference(from other: Cell) -> UInt32 { bits ^ other.bits | marks ^ other.marks }

  var style: Style.Packed {
    get { Style.Packed(bits: UInt16(truncatingIfNeeded: bits >> 21)) }
    set { bits = bits & 0x1F_FFFF | UInt32(newValue.bits) << 21 }
  }
}

extension Style {
  /// A style in nine bits, as a cell holds it: room for 32 roles.
  package struct Packed: Hashable, Sendable {
    package var bits: UInt16

    package init(bits: UInt16) { self.bits = bits }

    /// How many there can be, and how many without marks.
    package static let count = 512
    package static let marks = 64
  }

  package var packed: Packed {
    Packed(
      bits: UInt16(role.rawValue) | (isSelected ? 0x20 : 0) | (isBold ? 0x40 : 0)
        | (isReversed ? 0x80 : 0) | (isUnderlined ? 0x100 : 0))
  }

  package init(_ packed: Packed) {
    self.init(
      Role(rawValue: UInt8(packed.bits & 0x1F)) ?? .plain, bold: packed.bits & 0x40 != 0,
      reversed: packed.bits & 0x80 != 0, underlined: packed.bits & 0x100 != 0)
    isSelected = packed.bits & 0x20 != 0
  }
}
