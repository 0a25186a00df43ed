extension Call {
  /// Runs it inside the waiting task, on that task's executor, and reports each step.
  ///
  /// Unlike ``start(onProgress:)`` it makes no task of its own; cancelling the task that waits
  /// cancels the transfer.
  public func result(
    onProgress report: @escaping @Sendable (Progress) -> Void
  ) async -> Result<Value, NetError> {
    await finish(CallObserver(report: report))
  }

  /// The same, with the answer to be looked at while it comes.
  package func result(
    arriving: ArrivingAnswer, onProgress report: @escaping @Sendable (Progress) -> Void
  ) async -> Result<Value, NetError> {
    var observer = CallObserver(report: report)
    observer.arriving = arriving
    return await finish(observer)
  }
}
