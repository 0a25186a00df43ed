/// Runs the calls of a sequence and counts them.
///
/// It is made for one run and handed to the body of ``Sequencer/run(steps:_:)``.
public final class Step: Sendable {
  private struct State {
    var next = 0
    var failures: [Int: FailureListeners] = [:]
    var common: (@Sendable (NetError) async -> Void)?
  }

  private let state = Lock(State())
  private let parts: SequenceParts

  init(_ parts: SequenceParts) {
    self.parts = parts
  }

  /// Runs the call as the next step; nil breaks the sequence here.
  public func callAsFunction<Value: Sendable>(_ call: Call<Value>?) async throws(NetError) -> Value
  {
    let index = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    let end: RunResult<Value> =
      if let call { await parts.run(call, as: index) } else {
        .failure(NetError(wrapping: MissingStep()), listeners)
      }
    switch end.result {
    case .success(let value):
      state.withLock { $0.common = end.listeners.common ?? $0.common }
      return value
    case .failure(let error):
      state.withLock { $0.failures[index] = end.listeners }
      throw error.breaking(at: index)
    }
  }

  /// Who hears of a failure that is no step's: the provider of the last step that went well.
  var listeners: FailureListeners { FailureListeners(common: state.withLock(\.common)) }

  /// The end of a run whose body has thrown: a step's failure, or the body's own.
  func end<Value>(with error: any Error) -> RunResult<Value> {
    let error = NetError(wrapping: error)
    guard case .sequence(let index, _) = error, let heard = state.withLock({ $0.failures[index] })
    else { return .failure(error, listeners) }
    return .failure(error, heard)
  }
}

/// A step of a sequence that came to nothing: nothing was to be called.
struct MissingStep: Error, Sendable, Hashable, CustomStringConvertible {
  /// For a message.
  var description: String { "the step has no call to run" }
}
