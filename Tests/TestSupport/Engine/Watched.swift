import NetEngine

/// A value that tests wait for: whoever waits is woken by the change that fulfils the condition.
///
/// A cancelled task waits no longer, so that a test that runs out of time ends.
package final class Watched<Value: Sendable>: Sendable {
  private struct Waiter {
    var condition: @Sendable (Value) -> Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var value: Value
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
  }

  private let state: Lock<State>

  package init(_ value: Value) {
    state = Lock(State(value: value))
  }

  package var value: Value { state.withLock(\.value) }

  package func update(_ change: (inout Value) -> Void) {
    let due = state.withLock { state in
      change(&state.value)
      let due = state.waiters.filter { $0.value.condition(state.value) }
      for id in due.keys { state.waiters[id] = nil }
      return due.values
    }
    for waiter in due { waiter.continuation.resume() }
  }

  /// Returns once the condition holds.
  package func wait(until condition: @escaping @Sendable (Value) -> Bool) async {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          if condition(state.value) || Task.isCancelled { return false }
          state.waiters[id] = Waiter(condition: condition, continuation: continuation)
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
    }
  }
}
