/// How one code point stands in a grid of cells.
package enum DisplayClass: UInt8, Sendable {
  /// One column; ambiguous widths count as this.
  case narrow
  /// Two columns.
  case wide
  /// No column of its own: it stands on the character before it.
  case mark
  /// Never drawn as itself: invisible, unassigned, private, or it steers the text around it.
  case escaped

  /// The class of a code point above U+007F; ASCII is decided before anybody asks.
  package init(_ scalar: UInt32) {
    switch scalar {
    case 0xA1...0xAC, 0xAE...0x2FF: self = .narrow
    case 0x300...0x34E, 0x350...0x36F: self = .mark
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: self = .wide
    default: self = DisplayClass.lookUp(scalar)
    }
  }

  private static func lookUp(_ scalar: UInt32) -> DisplayClass {
    let wanted = scalar << 2 | 3
    return ScalarTable.changes.withUnsafeBufferPointer { changes in
      var low = 0
      var high = changes.count
      while low < high {
        let middle = (low + high) >> 1
        if changes[middle] <= wanted { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return .escaped }
      return DisplayClass(rawValue: UInt8(changes[low - 1] & 3)) ?? .escaped
    }
  }
}
