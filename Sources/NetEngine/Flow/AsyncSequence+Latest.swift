extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Runs a call for every element; a newer element cancels the call of an older one.
  ///
  /// The results are elements: a failure never ends the stream, the next element is as good as the
  /// first. A call that was overtaken says nothing. It ends with the sequence and its last call.
  public func latest<Value: Sendable>(
    _ call: @escaping @Sendable (Element) -> Call<Value>
  ) -> ResultStream<Result<Value, NetError>> {
    ResultStream { send in
      let runs = LatestRun()
      await withTaskCancellationHandler {
        var iterator = makeAsyncIterator()
        while let element = try? await iterator.next() {
          if Task.isCancelled { break }
          let number = runs.begin()
          runs.keep(
            Task {
              let result = await call(element).result
              if runs.isLatest(number) { send(result) }
            }, number)
        }
        await runs.last?.value
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
  }

  private let state = Lock(State())

  var last: Task<Void, Never>? { state.withLock(\.task) }

  func begin() -> Int {
    let (number, old) = state.withLock { state in
      state.number += 1
      return (state.number, state.task)
    }
    old?.cancel()
    return number
  }

  func keep(_ task: Task<Void, Never>, _ number: Int) {
    state.withLock { $0.task = task }
  }

  func isLatest(_ number: Int) -> Bool {
    state.withLock { $0.number == number }
  }

  func cancel() {
    last?.cancel()
  }
}
