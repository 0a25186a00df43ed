import CNcurses
import InspectorCore

/// Where the screens and this machine's C library disagree about the width of a character.
///
/// The library's answers mean something only in the locale the terminal is drawn in.
nonisolated enum TerminalWidths {
  /// Code points to be spelled out: drawn as themselves they would shift the rest of their row.
  static func refused() -> [ClosedRange<UInt32>] {
    var refused: [ClosedRange<UInt32>] = []
    var scalar: UInt32 = 0xa0
    while scalar < 0x40000 {
      let next = scalar + (isUniform(scalar) ? 256 : 1)
      if disagree(scalar) {
        if let last = refused.last, last.upperBound == scalar - 1 {
          refused[refused.count - 1] = last.lowerBound...next - 1
        } else {
          refused.append(scalar...next - 1)
        }
      }
      scalar = next
    }
    return refused
  }

  /// Blocks of one kind of character: one look at each 256 of them is enough.
  private static func isUniform(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3400..<0x4d00, 0x4e00..<0xa000, 0xac00..<0xd700, 0xe000..<0xf900, 0x17000..<0x18700,
      0x20000..<0x40000:
      scalar & 0xff == 0
    default: false
    }
  }

  /// What is never drawn as itself cannot be drawn wrong.
  private static func disagree(_ scalar: UInt32) -> Bool {
    switch DisplayClass(scalar) {
    case .narrow: nc_width(scalar) != 1
    case .wide: nc_width(scalar) != 2
    case .mark: nc_width(scalar) != 0
    case .escaped: false
    }
  }
}
