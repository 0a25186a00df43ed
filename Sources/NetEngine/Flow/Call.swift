/// Something that can be asked for: cold, typed, repeatable.
///
/// Nothing is sent until ``value``, ``result``, ``progress``, ``events`` or ``start()`` is used; each
/// use is a request of its own. One value or one failure comes of it. Cancelling the task that
/// waits, or dropping the sequence before its end, cancels the transfer.
public struct Call<Value: Sendable>: Sendable {
  let run: @Sendable (CallObserver) async -> Result<Value, NetError>

  init(run: @escaping @Sendable (CallObserver) async -> Result<Value, NetError>) {
    self.run = run
  }

  /// Runs it and gives the value, or throws what went wrong.
  public var value: Value {
    get async throws(NetError) { try await result.get() }
  }

  /// Runs it and gives value or failure; never throws.
  public var result: Result<Value, NetError> {
    get async { await run(CallObserver()) }
  }

  /// Runs it at once in a task of its own and gives a handle to wait for it or cancel it.
  public func start(
    onProgress: (@Sendable (Progress) -> Void)? = nil
  ) -> RunningCall<Value> {
    RunningCall(Task { [run] in await run(CallObserver(report: onProgress)) })
  }

  /// Runs it when iterated: each step of the transfer, the last one with the response.
  public var progress: CallStream<Progress> {
    CallStream { [run] send in
      switch await run(CallObserver(report: { send(.success($0)) })) {
      case .success: break
      case .failure(let error): send(.failure(error))
      }
    }
  }

  /// Runs it when iterated: what happens as values, without ever throwing.
  public var events: CallStream<CallEvent<Value>> {
    CallStream { [run] send in
      switch await run(CallObserver()) {
      case .success(let value):
        send(.success(.value(value)))
        send(.success(.completed))
      case .failure(let error): send(.success(.failure(error)))
      }
    }
  }
}

/// What a call comes to, as a value: one value and the end, or one failure.
public enum CallEvent<Value: Sendable>: Sendable {
  /// What was asked for.
  case value(Value)
  /// What went wrong; nothing follows.
  case failure(NetError)
  /// Nothing follows.
  case completed
}

extension Call where Value == Response {
  /// Runs it when iterated: the body in pieces, decoded, as it comes; nothing of it is kept.
  ///
  /// A reader that is slow slows the server down: at most a few pieces wait in memory.
  public var bytes: ByteStream {
    ByteStream { [run] channel in await run(CallObserver(chunks: channel)) }
  }
}
