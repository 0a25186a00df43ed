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
    Call { _ in .failure(CallFailure(.underlying(ChainStop(), nil))) }
  }
}

/// Counts and runs the steps of one run of a chain, and tells of each.
struct ChainRun: Sendable {
  private let step = Step()
  let tell: @Sendable (ChainEvent) -> Void

  /// Runs what the closure of step `index` chose; nil breaks the chain.
  func run<Value: Sendable>(_ next: Call<Value>?, at index: Int) async throws -> Value {
    do throws(NetError) {
      let value = try await step(next)
      tell(ChainEvent(step: index, result: .success(value)))
      return value
    } catch {
      if !error.isStop { tell(ChainEvent(step: index, result: .failure(error))) }
      throw error
    }
  }

  /// One run as a whole.
  func end<Value: Sendable>(
    _ body: (ChainRun) async throws -> Value
  ) async -> Result<ChainEnd<Value>, CallFailure> {
    do {
      return .success(.completed(try await body(self)))
    } catch let error as NetError where error.isStop {
      guard case .sequence(let index, _) = error else { return .failure(CallFailure(error)) }
      return .success(.stopped(after: index - 1))
    } catch {
      return .failure(step.failure(for: error))
    }
  }
}

extension NetError {
  fileprivate var isStop: Bool {
    if case .sequence(_, .underlying(let cause, _)) = self { return cause is ChainStop }
    return false
  }
}
