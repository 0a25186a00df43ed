import Glibc

/// What variables take from outside: the time, chance, the process's environment.
///
/// Given from outside so that a test, or a replay, always gets the same.
package struct VariableSystem: Sendable {
  /// Milliseconds since 1970, UTC.
  package var now: @Sendable () -> Int
  /// A number in a range.
  package var random: @Sendable (ClosedRange<Int>) -> Int
  /// A variable of the process's environment.
  package var environment: @Sendable (String) -> String?

  /// How many seconds the clocks here are ahead of UTC at a moment in milliseconds since 1970.
  package var utcOffset: @Sendable (Int) -> Int

  /// Takes all; without the last the clocks here show UTC.
  package init(
    now: @escaping @Sendable () -> Int, random: @escaping @Sendable (ClosedRange<Int>) -> Int,
    environment: @escaping @Sendable (String) -> String?,
    utcOffset: @escaping @Sendable (Int) -> Int = { _ in 0 }
  ) {
    self.now = now
    self.random = random
    self.environment = environment
    self.utcOffset = utcOffset
  }

  /// The machine's own.
  package static let live = VariableSystem(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    },
    random: { Int.random(in: $0) },
    environment: { name in
      guard !name.isEmpty, !name.utf8.contains(0), let value = getenv(name) else { return nil }
      return String(cString: value)
    },
    utcOffset: { moment in
      var seconds = moment / 1_000
      var local = tm()
      return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
    })
}
