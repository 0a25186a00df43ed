import Glibc

/// What variables take from outside: the time, chance, the process's environment.
///
/// Given from outside so that a test, or a replay, always gets the same.
public struct VariableSystem: Sendable {
  /// Milliseconds since 1970, UTC.
  public var now: @Sendable () -> Int
  /// A number in a range.
  public var random: @Sendable (ClosedRange<Int>) -> Int
  /// A variable of the process's environment.
  public var environment: @Sendable (String) -> String?

  /// Takes all three.
  public init(
    now: @escaping @Sendable () -> Int, random: @escaping @Sendable (ClosedRange<Int>) -> Int,
    environment: @escaping @Sendable (String) -> String?
  ) {
    self.now = now
    self.random = random
    self.environment = environment
  }

  /// The machine's own.
  public static let live = VariableSystem(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    },
    random: { Int.random(in: $0) },
    environment: { name in
      guard !name.isEmpty, !name.utf8.contains(0), let value = getenv(name) else { return nil }
      return String(cString: value)
    })
}
