/// A call that runs: wait for it, or cancel it as often as you like.
///
/// The run belongs to nobody: when the last handle is dropped it goes on to its end, handlers of its
/// failure and progress included, as a `Task` does. To end it with its owner, wait for it in a task
/// that is cancelled, or cancel it in the owner's `deinit`. Cancelling one task that waits cancels the
/// run for all; ``Call/share()`` gives each who waits a part of their own.
public struct RunningCall<Value: Sendable>: Sendable {
  private let task: Task<Result<Value, NetError>, Never>

  init(_ task: Task<Result<Value, NetError>, Never>) {
    self.task = task
  }

  /// Cancels it, unless it is over; it still answers, with ``NetError/cancelled``.
  public func cancel() {
    task.cancel()
  }

  /// Whether it was told to stop.
  public var isCancelled: Bool { task.isCancelled }

  /// What it came to; cancelling the waiting task cancels the call.
  public var result: Result<Value, NetError> {
    get async {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// The value, or what went wrong thrown.
  public var value: Value {
    get async throws(NetError) { try await result.get() }
  }
}
