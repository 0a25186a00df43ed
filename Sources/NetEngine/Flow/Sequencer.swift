/// Several calls as one: side by side, as they come, or strictly one after the other.
///
/// Cancelling what they have become cancels them all, and is ``NetError/cancelled`` and no broken
/// step.
public enum Sequencer {
  /// All values in the order of the calls; the first failure cancels the rest and names its index.
  public static func zip<Value>(
    _ calls: [Call<Value>], maxConcurrent: Int? = nil
  ) -> Call<[Value]> {
    Call { observer in await values(of: calls, maxConcurrent, observer) }
  }

  /// Values of different types side by side; the first failure cancels the rest and names its index.
  public static func zip<each Value: Sendable>(
    _ calls: repeat Call<each Value>, maxConcurrent: Int? = nil
  ) -> Call<(repeat each Value)> {
    Call<(repeat each Value)> { observer in
      let places = (repeat Place<each Value>())
      var fillings: [Call<Void>] = []
      for (call, place) in repeat (each calls, each places) {
        fillings.append(call.map { place.fill($0) })
      }
      let end = await values(of: fillings, maxConcurrent, observer)
      switch end.result {
      case .failure(let error): return .failure(error, end.listeners)
      case .success:
        do { return RunResult(.success((repeat try (each places).value)), end.listeners) } catch {
          return .failure(NetError(wrapping: error), end.listeners)
        }
      }
    }
  }

  /// Every result as it completes, with the index of its call; a failure stops nothing else.
  ///
  /// With `stopsOnFailure` the first failure is the last element and cancels what still runs.
  /// `onProgress` hears how far each call is, and all of them; one that failed is over like any other.
  public static func merge<Value>(
    _ calls: [Call<Value>], maxConcurrent: Int? = nil, stopsOnFailure: Bool = false,
    onProgress: (@Sendable (Progress) -> Void)? = nil
  ) -> ResultStream<Merged<Value>> {
    ResultStream { send in
      let last = onProgress.map { LastProgress($0) }
      defer { last?.finish() }
      let parts = SequenceParts(CallObserver(report: last?.take(_:)), count: calls.count)
      for await item in results(of: calls, maxConcurrent, parts) {
        if case .failure(let error) = item.end.result { await item.end.listeners.hear(error) }
        send(Merged(index: item.index, result: item.end.result))
        if stopsOnFailure, case .failure = item.end.result { return }
      }
      if !Task.isCancelled { parts.finish() }
    }
  }

  /// Calls one after the other, each seeing what came before; a failure names its step.
  ///
  /// ```swift
  /// let detail = Sequencer.run { step in
  ///   let token = try await step(api.login())
  ///   return try await step(api.detail(token))
  /// }
  /// ```
  /// The failure is ``NetError/sequence(brokenAt:cause:)`` with the step counted from 0; whatever the
  /// body returns, after however many steps, is a success. Nothing is kept between runs. Whoever knows how many steps there will be says it in `steps`: then its
  /// progress says how far all of it is.
  public static func run<Value: Sendable>(
    steps: Int? = nil, _ body: @escaping @Sendable (Step) async throws -> Value
  ) -> Call<Value> {
    Call { observer in
      let parts = SequenceParts(observer, count: steps)
      let step = Step(parts)
      do {
        let value = try await body(step)
        parts.finish()
        return RunResult(.success(value), step.listeners)
      } catch {
        return step.end(with: error)
      }
    }
  }

  private static func values<Value>(
    of calls: [Call<Value>], _ maxConcurrent: Int?, _ observer: CallObserver
  ) async -> RunResult<[Value]> {
    let parts = SequenceParts(observer, count: calls.count)
    var values = [Value?](repeating: nil, count: calls.count)
    var listeners = FailureListeners()
    for await item in results(of: calls, maxConcurrent, parts) {
      switch item.end.result {
      case .success(let value):
        values[item.index] = value
        listeners.common = listeners.common ?? item.end.listeners.common
      case .failure(let error):
        // Leaving the loop drops the stream, and that cancels what still runs.
        return .failure(error.breaking(at: item.index), item.end.listeners)
      }
    }
    let complete = values.compactMap { $0 }
    guard complete.count == calls.count else { return .failure(.cancelled, listeners) }
    parts.finish()
    return RunResult(.success(complete), listeners)
  }

  /// At most so many at once; the stream ends after the last, dropping it cancels the rest.
  private static func results<Value>(
    of calls: [Call<Value>], _ maxConcurrent: Int?, _ parts: SequenceParts
  ) -> ResultStream<Indexed<Value>> {
    ResultStream { send in
      await withTaskGroup(of: Void.self) { group in
        let width = max(1, maxConcurrent ?? calls.count)
        for (index, call) in calls.enumerated() {
          if index >= width { await group.next() }
          if Task.isCancelled { return }
          group.addTask {
            send(Indexed(index: index, end: await parts.run(call, as: index)))
          }
        }
      }
    }
  }

  private struct Indexed<Value: Sendable>: Sendable {
    var index: Int
    var end: RunResult<Value>
  }
}

/// A result with the index of its call.
public struct Merged<Value: Sendable>: Sendable {
  /// The place of the call in the list.
  public var index: Int
  /// What it came to.
  public var result: Result<Value, NetError>
}

extension NetError {
  /// The failure of a sequence that breaks here; when it is cancelled as a whole, just that.
  func breaking(at index: Int) -> NetError {
    isCancelled && Task.isCancelled ? .cancelled : .sequence(brokenAt: index, cause: self)
  }
}

/// Where one value of a tuple waits for the others.
private final class Place<Value: Sendable>: Sendable {
  private let content = Lock<Value?>(nil)

  func fill(_ value: Value) {
    content.withLock { $0 = value }
  }

  var value: Value {
    get throws {
      guard let value = content.withLock(\.self) else { throw NetError.cancelled }
      return value
    }
  }
}
