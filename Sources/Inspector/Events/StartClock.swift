import Glibc
import InspectorScreens

/// The one clock: microseconds since the program started, and the time of day as lists show it.
nonisolated enum StartClock {
  private static let start = microseconds()

  /// Now, on a clock that never jumps.
  static var now: Instant { Instant(microseconds: microseconds() - start) }

  /// Seconds of the local day, now.
  static var secondOfDay: Int {
    let parts = LocalMoment.parts(time(nil))
    return Int(parts.tm_hour * 3_600 + parts.tm_min * 60 + parts.tm_sec)
  }

  /// The local time of day, `HH:MM:SS`.
  static var timeOfDay: String { LocalMoment.parts(time(nil)).time }

  private static func microseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
