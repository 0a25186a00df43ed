import CNcurses
import InspectorCore

/// Where the screens and this machine's C library disagree about the width of a character.
enum TerminalWidths {
  /// Code points to be spelled out: drawn as themselves they would shift the rest of their row.
  static func refused() -> [ClosedRange<UInt32>] {
    var refused: [ClosedRange<UInt32>] = []
    var first: UInt32?
    for scalar in UInt32(0xa0)..<0x40000 {
      if nc_width(scalar) == width(DisplayClass(scalar)) {
        if let start = first { refused.append(start...scalar - 1) }
        first = nil
      } else if first == nil {
        first = scalar
      }
    }
    return refused
  }

  private static func width(_ displayClass: DisplayClass) -> Int32 {
    switch displayClass {
    case .narrow: 1
    case .wide: 2
    case .mark: 0
    case .escaped: -2
    }
  }
}
