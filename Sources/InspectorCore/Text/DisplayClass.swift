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
    let value =
      scalar < DisplayClass.tableEnd
      ? DisplayClass.table[Int(scalar)] : DisplayClass.lookUp(scalar)
    self = DisplayClass(rawValue: value) ?? .escaped
  }

  /// Below this a byte for each code point says its class; it holds nearly all text there is.
  private static let tableEnd: UInt32 = 0x20000

  /// 128 KiB, filled in a few microseconds when the first character asks.
  private static let table: [UInt8] = {
    var table = [UInt8](repeating: DisplayClass.escaped.rawValue, count: Int(tableEnd))
    let changes = ScalarTable.changes
    for (index, change) in changes.enumerated() where change >> 2 < tableEnd {
      let next = index + 1 < changes.count ? changes[index + 1] >> 2 : tableEnd
      for scalar in change >> 2..<min(next, tableEnd) {
        table[Int(scalar)] = UInt8(change & 3)
      }
    }
    return table
  }()

  /// Calls with each run of code points that are drawn as themselves, and with their columns.
  package static func forEachDrawnRun(
    in range: Range<UInt32>, _ body: (Range<UInt32>, _ columns: Int32) -> Void
  ) {
    let changes = ScalarTable.changes
    for (index, change) in changes.enumerated() {
      let next = index + 1 < changes.count ? changes[index + 1] >> 2 : range.upperBound
      let run = (change >> 2..<max(next, change >> 2)).clamped(to: range)
      guard !run.isEmpty else { continue }
      switch DisplayClass(rawValue: UInt8(change & 3)) {
      case .narrow: body(run, 1)
      case .wide: body(run, 2)
      case .mark: body(run, 0)
      case .escaped, nil: break
      }
    }
  }

  private static func lookUp(_ scalar: UInt32) -> UInt8 {
    let wanted = scalar << 2 | 3
    return ScalarTable.changes.withUnsafeBufferPointer { changes in
      var low = 0
      var high = changes.count
      while low < high {
        let middle = (low + high) >> 1
        if changes[middle] <= wanted { low = middle + 1 } else { high = middle }
      }
      return low > 0 ? UInt8(changes[low - 1] & 3) : DisplayClass.escaped.rawValue
    }
  }
}
