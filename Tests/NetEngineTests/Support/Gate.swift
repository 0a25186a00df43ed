import NetEngine

/// A door that stays shut until it is opened, once and for all.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits, whether its task is cancelled or not.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Waits until the task is cancelled.
  static func untilCancelled() async {
    let gate = Gate()
    await withTaskCancellationHandler {
      await gate.wait()
    } onCancel: {
      gate.open()
    }
  }
}
