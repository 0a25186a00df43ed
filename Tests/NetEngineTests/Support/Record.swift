import NetEngine

/// What happened, in order, from any thread.
final class Record<Element: Sendable>: Sendable {
  private struct State {
    var all: [Element] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Lock(State())

  var all: [Element] { state.withLock(\.all) }
  var count: Int { state.withLock(\.all.count) }

  func append(_ element: Element) {
    let due = state.withLock { state in
      state.all.append(element)
      let due = state.waiting.filter { $0.count <= state.all.count }
      state.waiting.removeAll { $0.count <= state.all.count }
      return due
    }
    for waiter in due { waiter.continuation.resume() }
  }

  /// Returns once there are so many.
  func wait(for count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.all.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}
