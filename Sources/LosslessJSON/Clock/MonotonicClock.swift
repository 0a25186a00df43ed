import Glibc

/// The clock transfers are measured with.
package enum MonotonicClock {
  package static var microseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
  }

  /// Microseconds from one moment to a later one; 0 when it is not later.
  package static func distance(_ from: UInt64, _ to: UInt64) -> Int {
    to > from ? Int(to - from) : 0
  }
}

extension Duration {
  /// Whole microseconds, never negative; what is longer than centuries is centuries.
  package var microseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let whole = UInt64(min(seconds, 1 << 40)) * 1_000_000
    return whole + UInt64(attoseconds / 1_000_000_000_000)
  }
}

extension UInt64 {
  package func saturatingSum(_ other: UInt64) -> UInt64 {
    let (sum, over) = addingReportingOverflow(other)
    return over ? .max : sum
  }
}
