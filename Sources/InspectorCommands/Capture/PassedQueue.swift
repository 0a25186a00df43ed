import Glibc
import NetEngine

/// What other threads have put in, dealt with beside them, all that is there at once.
///
/// Under load one turn takes many: going from one thread to another costs more than most of the work,
/// and takes the processor from whoever passes on.
nonisolated final class PassedQueue<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var isScheduled = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// Between two turns: nobody sees a line that comes so much later.
  private static var pause: UInt32 { 4_000 }

  private let state = Lock(State())
  private let work: @Sendable ([Item]) async -> Void

  init(_ work: @escaping @Sendable ([Item]) async -> Void) { self.work = work }

  func put(_ item: Item) {
    let schedules = state.withLock { state in
      state.items.append(item)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if schedules { Task.detached(executorPreference: Workers.shared) { await self.drain() } }
  }

  /// Returns once all that was put in is dealt with.
  func finish() async {
    await withCheckedContinuation { waiter in
      let isOver = state.withLock { state in
        if state.isScheduled { state.waiters.append(waiter) }
        return !state.isScheduled
      }
      if isOver { waiter.resume() }
    }
  }

  private func drain() async {
    while true {
      let (items, waiters) = state.withLock {
        state -> ([Item], [CheckedContinuation<Void, Never>]) in
        defer { state.items = [] }
        guard state.items.isEmpty else { return (state.items, []) }
        state.isScheduled = false
        defer { state.waiters = [] }
        return ([], state.waiters)
      }
      for waiter in waiters { waiter.resume() }
      guard !items.isEmpty else { return }
      await work(items)
      // One of our own threads may wait; a timer would be libdispatch's, and wake it ever after.
      usleep(Self.pause)
    }
  }
}
