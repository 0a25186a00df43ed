/// A moment in microseconds since the program started; it comes in events, no screen reads a clock.
package struct Instant: Hashable, Comparable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }
}
