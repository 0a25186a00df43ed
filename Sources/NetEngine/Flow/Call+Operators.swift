extension Call {
  /// The value turned into another; what the closure throws becomes the failure.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) async throws -> Other
  ) -> Call<Other> {
    Call<Other> { [run] observer in
      let end = await run(observer)
      switch end.result {
      case .failure(let error): return .failure(error, end.listeners)
      case .success(let value):
        do { return RunResult(.success(try await transform(value)), end.listeners) } catch {
          return .failure(NetError(wrapping: error, response: value as? Response), end.listeners)
        }
      }
    }
  }

  /// Another call that needs this one's value; one after the other.
  public func then<Other: Sendable>(
    _ next: @escaping @Sendable (Value) async throws -> Call<Other>
  ) -> Call<Other> {
    Call<Other> { [run] observer in
      let first = await run(observer.withoutChunks)
      switch first.result {
      case .failure(let error): return .failure(error, first.listeners)
      case .success(let value):
        do {
          let second = await (try await next(value)).run(observer)
          return RunResult(second.result, first.listeners + second.listeners)
        } catch {
          return .failure(NetError(wrapping: error, response: value as? Response), first.listeners)
        }
      }
    }
  }

  /// A failure turned into a value; one that the closure throws stands in its place.
  ///
  /// A cancelled call stays cancelled: nobody waits for a value any more.
  public func recover(
    _ rescue: @escaping @Sendable (NetError) async throws -> Value
  ) -> Call {
    Call { [run] observer in
      let end = await run(observer)
      guard case .failure(let error) = end.result, !error.isCancelled else { return end }
      do { return RunResult(.success(try await rescue(error)), end.listeners) } catch {
        return .failure(NetError(wrapping: error), end.listeners)
      }
    }
  }

  /// Asks the handler about a failure, once per run and before the provider's handler.
  ///
  /// It hears at the end of the run, whichever operator has failed, those after it included, and
  /// what broke a sequence rather than that it broke.
  public func onFailure(_ handler: @escaping FailureHandler) -> Call {
    onFailure { error, _ in await handler(error) }
  }

  /// The same for a handler that wants to know the steps at which sequences broke.
  public func onFailure(_ handler: @escaping StepFailureHandler) -> Call {
    Call { [run] observer in
      var end = await run(observer)
      end.listeners.handlers.append(handler)
      return end
    }
  }

  /// Hears of each step of the transfer, however the call is run; whoever runs it hears as well.
  ///
  /// In a sequence it hears of this call alone, behind one of all its parts. The last step of a call
  /// comes at the end of its run, tries and calls that follow by ``then(_:)`` included.
  public func onProgress(_ report: @escaping @Sendable (Progress) -> Void) -> Call {
    Call { [run] observer in
      let progress = LastProgress(report)
      var own = observer
      own.report = { step in
        progress.take(step)
        observer.report?(step)
      }
      defer { progress.finish() }
      return await run(own)
    }
  }

  /// Runs it again while it fails, at most `times` more, whatever the failure but cancellation.
  ///
  /// At once: for pauses, and for telling passing failures from lasting ones, see ``RetryPlugin``.
  public func retry(_ times: Int) -> Call {
    Call { [run] observer in
      var left = times
      while true {
        let end = await run(observer)
        guard case .failure(let error) = end.result, left > 0, !error.isCancelled,
          !Task.isCancelled, observer.chunks?.hasDelivered != true
        else { return end }
        left -= 1
      }
    }
  }
}

extension Call where Value == Response {
  /// Fails with ``NetError/statusCode(_:)`` when the status is none of the filter's.
  public func filter(_ statuses: StatusFilter) -> Call {
    map { response in try response.filter(statuses) }
  }

  /// Fails with ``NetError/statusCode(_:)`` when the status is outside the range.
  public func filter(statusCodes range: some RangeExpression<Int> & Sendable) -> Call {
    map { response in try response.filter(statusCodes: range) }
  }

  /// Fails with ``NetError/statusCode(_:)`` when the status is another one.
  public func filter(statusCode: Int) -> Call {
    filter(statusCodes: statusCode...statusCode)
  }

  /// Lets 200–299 pass.
  public func filterSuccessfulStatusCodes() -> Call {
    filter(statusCodes: 200...299)
  }

  /// Lets 200–399 pass.
  public func filterSuccessfulStatusAndRedirectCodes() -> Call {
    filter(statusCodes: 200...399)
  }
}
