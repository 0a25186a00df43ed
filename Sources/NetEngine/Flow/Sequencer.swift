/// Several calls as one: side by side, as they come, or strictly one after the other.
public enum Sequencer {
  /// All values in the order of the calls; the first failure cancels the rest and names its index.
  public static func zip<Value>(
    _ calls: [Call<Value>], maxConcurrent: Int? = nil
  ) -> Call<[Value]> {
    Call { _ in
      var values = [Value?](repeating: nil, count: calls.count)
      for await item in results(of: calls, maxConcurrent) {
        switch item.result {
        case .success(let value): values[item.index] = value
        // Leaving the loop drops the stream, and that cancels what still runs.
        case .failure(let failure): return .failure(failure.broken(at: item.index))
        }
      }
      let complete = values.compactMap { $0 }
      guard complete.count == calls.count else { return .failure(CallFailure(.cancelled)) }
      return .success(complete)
    }
  }

  /// Every result as it completes, with the index of its call; a failure stops nothing else.
  ///
  /// With `stopsOnFailure` the first failure is the last element and cancels what still runs.
  public static func merge<Value>(
    _ calls: [Call<Value>], maxConcurrent: Int? = nil, stopsOnFailure: Bool = false
  ) -> ResultStream<Merged<Value>> {
    ResultStream { send in
      for await item in results(of: calls, maxConcurrent) {
        if case .failure(let failure) = item.result { await failure.beHeard() }
        send(Merged(index: item.index, result: item.result.mapError(\.error)))
        if stopsOnFailure, case .failure = item.result { return }
      }
    }
  }

  /// Values of different types side by side; the first failure cancels the rest and names its index.
  public static func zip<each Value: Sendable>(
    _ calls: repeat Call<each Value>
  ) -> Call<(repeat each Value)> {
    Call<(repeat each Value)> { _ in
      let failed = FirstFailure()
      var index = -1
      func start<One>(_ call: Call<One>) -> Task<Result<One, CallFailure>, Never> {
        index += 1
        let index = index
        return Task {
          let result = await call.run(CallObserver())
          if case .failure(let failure) = result { failed.report(failure.broken(at: index)) }
          return result
        }
      }
      let tasks = (repeat start(each calls))
      failed.onReport { for task in repeat each tasks { task.cancel() } }
      return await withTaskCancellationHandler {
        do {
          return .success((repeat try await (each tasks).value.get()))
        } catch {
          for task in repeat each tasks { _ = await task.value }
          return .failure(failed.failure ?? CallFailure(.cancelled))
        }
      } onCancel: {
        for task in repeat each tasks { task.cancel() }
      }
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
  /// The failure is ``NetError/sequence(brokenAt:cause:)`` with the step counted from 0. Nothing is
  /// kept between runs.
  public static func run<Value: Sendable>(
    _ body: @escaping @Sendable (Step) async throws -> Value
  ) -> Call<Value> {
    Call { _ in
      let step = Step()
      do {
        return .success(try await body(step))
      } catch {
        return .failure(step.failure(for: error))
      }
    }
  }

  /// At most so many at once; the stream ends after the last, dropping it cancels the rest.
  private static func results<Value>(
    of calls: [Call<Value>], _ maxConcurrent: Int?
  ) -> ResultStream<Indexed<Value>> {
    ResultStream { send in
      await withTaskGroup(of: Void.self) { group in
        let width = max(1, maxConcurrent ?? calls.count)
        for (index, call) in calls.enumerated() {
          if index >= width { await group.next() }
          if Task.isCancelled { return }
          group.addTask {
            send(Indexed(index: index, result: await call.run(CallObserver())))
          }
        }
      }
    }
  }

  private struct Indexed<Value: Sendable>: Sendable {
    var index: Int
    var result: Result<Value, CallFailure>
  }
}

/// A result with the index of its call.
public struct Merged<Value: Sendable>: Sendable {
  /// The place of the call in the list.
  public var index: Int
  /// What it came to.
  public var result: Result<Value, NetError>
}

/// Runs the calls of a sequence and counts them.
public final class Step: Sendable {
  private struct State {
    var next = 0
    var failure: CallFailure?
  }

  private let state = Lock(State())

  /// The failure behind what a sequence's body threw: a step's, or the body's own.
  func failure(for error: any Error) -> CallFailure {
    if let last = state.withLock(\.failure), let thrown = error as? NetError,
      case .sequence(let index, _) = thrown, case .sequence(index, _) = last.error
    {
      return last
    }
    return CallFailure(NetError(wrapping: error))
  }

  /// Runs the call as the next step; nil breaks the sequence here.
  public func callAsFunction<Value: Sendable>(_ call: Call<Value>?) async throws(NetError) -> Value
  {
    let index = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    guard let call else { throw fail(CallFailure(.underlying(MissingStep(), nil)), at: index) }
    switch await call.run(CallObserver()) {
    case .success(let value): return value
    case .failure(let failure): throw fail(failure, at: index)
    }
  }

  private func fail(_ failure: CallFailure, at index: Int) -> NetError {
    let broken = failure.broken(at: index)
    state.withLock { $0.failure = broken }
    return broken.error
  }
}

/// A step of a sequence that came to nothing: its closure returned nil.
public struct MissingStep: Error, Sendable, Hashable, CustomStringConvertible {
  /// For a message.
  public var description: String { "the step has no call to run" }
}

extension CallFailure {
  fileprivate func broken(at index: Int) -> CallFailure {
    replacing(.sequence(brokenAt: index, cause: error))
  }
}

/// The first of several failures, and what to do when it comes.
private final class FirstFailure: Sendable {
  private struct State {
    var failure: CallFailure?
    var action: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  var failure: CallFailure? { state.withLock(\.failure) }

  func report(_ failure: CallFailure) {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.failure == nil else { return nil }
      state.failure = failure
      return state.action
    }
    action?()
  }

  /// Runs it at once when the failure is there already.
  func onReport(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.action = action
      return state.failure != nil
    }
    if isLate { action() }
  }
}
