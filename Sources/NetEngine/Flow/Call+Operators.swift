extension Call {
  /// The value turned into another; what the closure throws becomes the failure.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) async throws -> Other
  ) -> Call<Other> {
    Call<Other> { [run] observer in
      switch await run(observer) {
      case .failure(let failure): return .failure(failure)
      case .success(let value):
        do { return .success(try await transform(value)) } catch {
          return .failure(CallFailure(NetError(wrapping: error, response: value as? Response)))
        }
      }
    }
  }

  /// Another call that needs this one's value; one after the other.
  public func then<Other: Sendable>(
    _ next: @escaping @Sendable (Value) async throws -> Call<Other>
  ) -> Call<Other> {
    Call<Other> { [run] observer in
      switch await run(observer) {
      case .failure(let failure): return .failure(failure)
      case .success(let value):
        do { return await (try await next(value)).run(observer) } catch {
          return .failure(CallFailure(NetError(wrapping: error, response: value as? Response)))
        }
      }
    }
  }

  /// A failure turned into a value; one that the closure throws stands in its place.
  public func recover(
    _ rescue: @escaping @Sendable (NetError) async throws -> Value
  ) -> Call {
    Call { [run] observer in
      switch await run(observer) {
      case .success(let value): return .success(value)
      case .failure(let failure):
        do { return .success(try await rescue(failure.error)) } catch {
          return .failure(failure.replacing(NetError(wrapping: error)))
        }
      }
    }
  }

  /// Asks the handler about a failure, once per run and before the provider's handler.
  public func onFailure(_ handler: @escaping FailureHandler) -> Call {
    Call { [run] observer in
      await run(observer).mapError { failure in
        var failure = failure
        failure.handlers.append(handler)
        return failure
      }
    }
  }

  /// Runs it again while it fails, at most `times` more, whatever the failure but cancellation.
  public func retry(_ times: Int) -> Call {
    Call { [run] observer in
      var left = times
      while true {
        let result = await run(observer)
        guard case .failure(let failure) = result, left > 0, !failure.error.isCancelled,
          !Task.isCancelled, observer.chunks?.hasDelivered != true
        else { return result }
        left -= 1
      }
    }
  }
}

extension Call where Value == Response {
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
