import Glibc

/// A moment of the monotonic clock.
///
/// In nanoseconds: a wait that begins at a whole millisecond before now would end early, and who
/// asks for 100 ms measures 99.
package struct Instant: Comparable, Sendable {
  package let nanoseconds: Int

  package init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

  package static var now: Instant {
    var time = Glibc.timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
  }

  var timespec: Glibc.timespec {
    Glibc.timespec(
      tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
  }

  package func advanced(byMilliseconds amount: Int) -> Instant {
    Instant(nanoseconds: nanoseconds + amount * 1_000_000)
  }

  /// Milliseconds from now until this moment; 0 when it has passed.
  var remaining: Int { milliseconds(after: .now) }

  /// Whole milliseconds that reach from a moment to this one, never less; 0 when it has passed.
  package func milliseconds(after moment: Instant) -> Int {
    (max(0, nanoseconds - moment.nanoseconds) + 999_999) / 1_000_000
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
