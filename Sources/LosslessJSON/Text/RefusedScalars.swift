/// Code points that a terminal's library gives another width than the screens do.
///
/// They are asked for when the first text needs them: going through all there are takes longer
/// than making a first frame.
package final class RefusedScalars: Sendable {
  private let ranges: @Sendable () -> [ClosedRange<UInt32>]

  /// `ranges` is called again and again and answers the same: in order, not overlapping.
  package init(_ ranges: @escaping @Sendable () -> [ClosedRange<UInt32>]) { self.ranges = ranges }

  func contains(_ scalar: UInt32) -> Bool {
    if RefusedScalars.isOurs(scalar) { return false }
    let ranges = ranges()
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }

  /// What the screens themselves are drawn with: dashes, arrows, boxes, ticks and crosses.
  ///
  /// Spelled out they could not be read at all; every library agrees on them.
  private static func isOurs(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA0...0xFF, 0x2010...0x2027, 0x2190...0x21FF, 0x2212, 0x2248, 0x23CE, 0x2500...0x25FF,
      0x270E, 0x2713...0x2718:
      true
    default: false
    }
  }
}

extension RefusedScalars: Hashable {
  package static func == (one: RefusedScalars, other: RefusedScalars) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
