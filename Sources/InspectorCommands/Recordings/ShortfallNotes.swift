import NetEngine
import NetRecordings

/// Lines about what a recording cannot put on the disk: at once, and each time the number has ten
/// times grown; of cut bodies, each change up to ten.
package nonisolated final class ShortfallNotes: Sendable {
  private struct Told {
    /// The number of exchanges at which the next line is due.
    var (risk, lost, cut, capped, dropped) = (1, 1, 1, 1, 1)
  }

  private let told = Lock(Told())

  package init() {}

  package func tell(_ now: Shortfall) {
    for line in lines(for: now) { Output.talk(line) }
  }

  /// The lines that are due.
  package func lines(for now: Shortfall) -> [String] {
    told.withLock { told in
      var lines: [String] = []
      if let problem = now.problem, now.inMemory >= told.risk {
        lines.append(
          "\(Units.count(now.inMemory, "exchange")) in memory only: \(problem)")
        told.risk = Self.next(now.inMemory)
      } else if now.problem == nil, told.risk > 1 {
        lines.append("the recording is on the disk again")
        told.risk = 1
      }
      if now.lost >= told.lost {
        lines.append(
          "\(Units.count(now.lost, "exchange")) lost, the oldest: the memory for a recording is full"
        )
        told.lost = Self.next(now.lost)
      }
      if now.cut >= told.cut {
        lines.append(
          "of \(Units.count(now.cut, "older exchange")) only the beginning of the body is kept:"
            + " there is no room for more")
        told.cut = Self.next(now.cut, isExact: true)
      }
      if now.capped >= told.capped {
        lines.append(
          "\(Units.count(now.capped, "response")) of more than 32 MiB:"
            + " a recording keeps the first 32 MiB of each body")
        told.capped = Self.next(now.capped, isExact: true)
      }
      if now.dropped >= told.dropped {
        lines.append("\(Units.count(now.dropped, "older exchange")) made room for newer ones")
        told.dropped = Self.next(now.dropped)
      }
      return lines
    }
  }

  /// The next power of ten; for an exact count below ten, the next number.
  private static func next(_ count: Int, isExact: Bool = false) -> Int {
    if isExact, count < 10 { return count + 1 }
    var next = 10
    while next <= count { next = next.multipliedReportingOverflow(by: 10).partialValue }
    return next
  }
}
