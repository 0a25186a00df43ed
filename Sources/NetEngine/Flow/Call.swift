/// Something that can be asked for: cold, typed, repeatable.
///
/// Nothing is sent until ``value``, ``result``, ``progress``, ``events`` or ``start(onProgress:)`` is
/// used; each use is a request of its own. One value or one failure comes of it. Cancelling the task
/// that waits, or dropping the sequence before its end, cancels the transfer.
public struct Call<Value: Sendable>: Sendable {
  typealias Run = @Sendable (CallObserver) async -> RunResult<Value>

  /// One run up to its result; nobody has heard of a failure yet.
  let run: Run

  init(run: @escaping Run) {
    self.run = run
  }

  /// A call of one's own, for what is no request: a cache, a file, a value that is there already.
  ///
  /// The work is done anew for each use. What it throws becomes the failure, ``NetError/underlying(_:_:)``
  /// unless it is a ``NetError`` itself; a `CancellationError` is ``NetError/cancelled``.
  public init(_ work: @escaping @Sendable () async throws -> Value) {
    self.init(run: { _ in
      do { return RunResult(.success(try await work())) } catch {
        return RunResult(.failure(NetError(wrapping: error)))
      }
    })
  }

  /// One run with everything that belongs to its end.
  func finish(_ observer: CallObserver) async -> Result<Value, NetError> {
    let progress = observer.report.map { LastProgress($0) }
    var own = observer
    if let progress { own.report = progress.take(_:) }
    let end = await run(own)
    progress?.finish()
    if case .failure(let error) = end.result { await end.listeners.hear(error) }
    return end.result
  }

  /// Runs it and gives the value, or throws what went wrong.
  public var value: Value {
    get async throws(NetError) { try await finish(CallObserver()).get() }
  }

  /// Runs it and gives value or failure; never throws.
  public var result: Result<Value, NetError> {
    get async { await finish(CallObserver()) }
  }

  /// Runs it at once in a task of its own and gives a handle to wait for it or cancel it.
  public func start(
    onProgress: (@Sendable (Progress) -> Void)? = nil
  ) -> RunningCall<Value> {
    RunningCall(Task { await finish(CallObserver(report: onProgress)) })
  }

  /// Runs it when iterated: each step of the transfer, the last one with the response.
  ///
  /// A reader that falls far behind misses steps, never the last one.
  public var progress: CallStream<Progress> {
    CallStream(unreadLimit: 1_024) { send in
      switch await finish(CallObserver(report: { send(.success($0)) })) {
      case .success: break
      case .failure(let error): send(.failure(error))
      }
    }
  }

  /// Runs it when iterated: what happens as values, without ever throwing.
  public var events: ResultStream<CallEvent<Value>> {
    ResultStream { send in
      switch await finish(CallObserver()) {
      case .success(let value):
        send(.value(value))
        send(.completed)
      case .failure(let error): send(.failure(error))
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
    ByteStream { channel in await finish(CallObserver(chunks: channel)) }
  }
}
