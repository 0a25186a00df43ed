extension Call {
  /// The same call, run once for all who ask for it while it runs.
  ///
  /// Whoever asks first starts it, others get its result, and each hears of its progress; once it is
  /// over the next one starts it anew. Whoever is cancelled leaves the others alone, the last one to
  /// leave cancels the run. Its failure is heard once. Copies of the shared call share with each other.
  ///
  /// Only results are shared: `bytes`, `serverEvents` and `jsonLines` send a request of their own.
  /// ``Provider/sharesInflight`` does the same for all equal requests of a provider.
  public func share() -> Call {
    let runs = SharedRuns<Alone, RunResult<Value>>(cancelled: .failure(.cancelled, .init()))
    return Call { [run] observer in
      if observer.chunks != nil { return await run(observer) }
      let (end, isFirst) = await runs.share(Alone(), observer) { await run($0) }
      return isFirst ? end : RunResult(end.result)
    }
  }
}

/// What makes all runs of one call the same.
private struct Alone: Hashable {}
