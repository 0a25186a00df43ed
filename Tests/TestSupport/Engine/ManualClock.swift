import NetEngine

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    package var offset = Duration.zero

    package init(offset: Duration = .zero) { self.offset = offset }

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var awake: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Int: Sleeper] = [:]
    var lastID = 0
  }

  package init() {}

  private let state = Lock(State())
  private let sleeps = Record<Duration>()

  package var now: Instant { state.withLock(\.now) }
  package var minimumResolution: Duration { .zero }

  /// How long every sleeper so far wanted to sleep, in order.
  package var slept: [Duration] { sleeps.all }

  /// How many sleep right now.
  package var sleepers: Int { state.withLock(\.sleepers.count) }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { fallAsleep(id, deadline, $0) }
    } onCancel: {
      wake(id)
    }
  }

  private func fallAsleep(
    _ id: Int, _ deadline: Instant, _ awake: CheckedContinuation<Void, any Error>
  ) {
    let (isCancelled, duration) = state.withLock { state in
      state.sleepers[id] = Sleeper(deadline: deadline, awake: awake)
      return (Task.isCancelled, state.now.duration(to: deadline))
    }
    // Cancelled before it slept: the handler has run and found nobody.
    if isCancelled { wake(id) } else { advance(by: .zero) }
    sleeps.append(duration)
  }

  private func wake(_ id: Int) {
    let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
    sleeper?.awake.resume(throwing: CancellationError())
  }

  /// Moves the time on and wakes whoever is due.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.awake.resume() }
  }

  /// Returns once so many have fallen asleep since the clock was made.
  package func waitForSleeps(_ count: Int) async { await sleeps.wait(for: count) }
}
