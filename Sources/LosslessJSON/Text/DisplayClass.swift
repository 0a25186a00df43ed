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
    guard scalar <= 0x10FFFF else {
      self = .escaped
      return
    }
    let block = Int(scalar >> 8)
    let starts = DisplayClass.starts
    let place = ScalarTable.changes.withUnsafeBufferPointer { changes in
      var low = Int(starts[block])
      var high = Int(starts[block + 1])
      while low < high {
        let middle = (low + high) >> 1
        if changes[middle] >> 2 <= scalar { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let value =
      place > 0 ? UInt8(ScalarTable.changes[place - 1] & 3) : DisplayClass.escaped.rawValue
    self = DisplayClass(rawValue: value) ?? .escaped
  }

  /// How many changes come before each block of 256 code points.
  ///
  /// Most blocks have none or few, so hardly anything is left to search.
  private static let starts: [UInt16] = {
    var starts = [UInt16](repeating: 0, count: 0x1102)
    for change in ScalarTable.changes { starts[Int(change >> 10) + 1] += 1 }
    for block in 1..<starts.count { starts[block] += starts[block - 1] }
    return starts
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
}
