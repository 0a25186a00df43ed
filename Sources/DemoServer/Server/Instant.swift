import Glibc

/// A moment of the monotonic clock, in milliseconds.
package struct Instant: Comparable, Sendable {
  package let milliseconds: Int

  package static var now: Instant {
    var time = Glibc.timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
  }

  var timespec: Glibc.timespec {
    Glibc.timespec(
      tv_sec: milliseconds / 1_000, tv_nsec: (milliseconds % 1_000) * 1_000_000)
  }

  package func advanced(byMilliseconds amount: Int) -> Instant {
    Instant(milliseconds: milliseconds + amount)
  }

  /// Milliseconds from now until this moment; 0 when it has passed.
  var remaining: Int { max(0, milliseconds - Instant.now.milliseconds) }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
