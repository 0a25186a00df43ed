/// How a chain ended.
public enum ChainEnd<Value: Sendable>: Sendable {
  /// Every step ran.
  case completed(Value)
  /// A step said that it is enough: the steps up to and including this one ran.
  case stopped(after: Int)
}

/// A step that has finished, for `events`.
public struct ChainEvent: Sendable {
  /// Counted from 0.
  public var step: Int
  /// What it came to.
  public var result: Result<any Sendable, NetError>
}

/// What ``Call/stop`` fails with; a chain takes it for a success.
struct ChainStop: Error {}

extension Call {
  /// For the closure of a chain's step: it is enough, the chain ends early as a success.
  public static var stop: Call {
    Call { _ in RunResult(.failure(.underlying(ChainStop(), nil))) }
  }
}

/// Runs the steps of one run of a chain, and tells of each.
struct ChainRun: Sendable {
  private let step: Step
  private let parts: SequenceParts
  private let tell: @Sendable (ChainEvent) -> Void

  /// A run of so many steps, for nobody but its caller; each is told as it finishes.
  init(
    _ observer: CallObserver = CallObserver(), steps: Int? = nil,
    tell: @escaping @Sendable (ChainEvent) -> Void = { _ in }
  ) {
    parts = SequenceParts(observer, count: steps)
    step = Step(parts)
    self.tell = tell
  }

  /// Runs what the closure chooses as the next step; nil breaks the chain.
  func next<Value: Sendable>(
    _ choose: () async throws -> Call<Value>?
  ) async throws(NetError) -> Value {
    let (index, result) = await step.perform(choose)
    switch result {
    case .success(let value): tell(ChainEvent(step: index, result: .success(value)))
    case .failure(let error) where error.isStop: break
    case .failure(let error): tell(ChainEvent(step: index, result: .failure(error)))
    }
    return try result.get()
  }

  /// One run as a whole.
  func end<Value: Sendable>(
    _ body: (ChainRun) async throws -> Value
  ) async -> RunResult<ChainEnd<Value>> {
    do {
      let value = try await body(self)
      parts.finish()
      return RunResult(.success(.completed(value)), step.listeners)
    } catch let error as NetError where error.isStop {
      guard case .sequence(let index, _) = error else { return step.end(with: error) }
      parts.finish()
      return RunResult(.success(.stopped(after: index - 1)), step.listeners)
    } catch {
      return step.end(with: error)
    }
  }
}

extension ResultStream where Element == ChainEvent {
  /// The steps of a chain's run as they finish; a failure is heard by those who want to hear of it.
  init<Value: Sendable>(chain body: @escaping @Sendable (ChainRun) async throws -> Value) {
    self.init { send in
      let end = await ChainRun(tell: send).end(body)
      if case .failure(let error) = end.result { await end.listeners.hear(error) }
    }
  }
}

extension NetError {
  fileprivate var isStop: Bool {
    if case .sequence(_, .underlying(let cause, _)) = self { return cause is ChainStop }
    return false
  }
}
