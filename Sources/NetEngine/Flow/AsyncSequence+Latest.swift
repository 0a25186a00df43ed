extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Runs a call for every element; a newer element cancels the call of an older one.
  ///
  /// The results are elements: a failure never ends the stream, the next element is as good as the
  /// first. A call that was overtaken says nothing. It ends with the sequence and its last call; a
  /// sequence that fails itself ends with that failure as the last element.
  public func latest<Value: Sendable>(
    _ call: @escaping @Sendable (Element) -> Call<Value>
  ) -> ResultStream<Result<Value, NetError>> {
    ResultStream { send in
      let runs = LatestRun()
      await withTaskCancellationHandler {
        var failure: NetError?
        do {
          for try await element in self {
            runs.start { number in
              let result = await call(element).result
              if runs.isLatest(number) { send(result) }
            }
          }
        } catch {
          failure = NetError(wrapping: error)
        }
        await runs.last?.value
        if let failure, !Task.isCancelled { send(.failure(failure)) }
      } onCancel: {
        runs.cancel()
      }
    }
  }
}

extension AsyncSequence where Self: Sendable {
  /// The values of a stream of results.
  public func elements<Value: Sendable>() -> AsyncCompactMapSequence<Self, Value>
  where Element == Result<Value, NetError> {
    compactMap { try? $0.get() }
  }

  /// The failures of a stream of results.
  public func errors<Value: Sendable>() -> AsyncCompactMapSequence<Self, NetError>
  where Element == Result<Value, NetError> {
    compactMap { $0.failure }
  }
}

/// Which run counts, and the task to cancel when another one takes its place.
private final class LatestRun: Sendable {
  private struct State {
    var number = 0
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let state = Lock(State())

  var last: Task<Void, Never>? { state.withLock(\.task) }

  /// Ends the run before and starts one in its place, in a task of its own.
  func start(_ work: @escaping @Sendable (Int) async -> Void) {
    let (number, old) = state.withLock { state in
      state.number += 1
      return (state.number, state.task)
    }
    old?.cancel()
    let task = Task { await work(number) }
    let isLate = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    // Cancelled meanwhile: `cancel` has found the task before this one.
    if isLate { task.cancel() }
  }

  func isLatest(_ number: Int) -> Bool {
    state.withLock { $0.number == number }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
