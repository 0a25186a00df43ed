/// What every run of a call needs: the provider as it was, and the target.
///
/// An object, so that the way down to the transport hands on one reference.
final class ProviderCall: Sendable {
  let provider: Provider
  let target: TargetWords

  init(_ provider: Provider, _ target: TargetWords, stub: StubBehavior? = nil) {
    var provider = provider
    if let stub { provider.stub = stub }
    self.provider = provider
    self.target = target
  }

  /// One run: a transfer of its own, or a part in somebody else's.
  func run(_ observer: CallObserver) async -> Result<Response, NetError> {
    let exchange = ProviderRun(self)
    let result: Result<Response, NetError>
    if provider.sharesInflight, observer.chunks == nil, let key = await exchange.key() {
      result = await provider.inflight.share(key, observer) { await exchange.perform($0) }
        .0
    } else {
      result = await exchange.perform(observer)
    }
    if let report = observer.report, case .success(let response) = result {
      // Here and not where it is shared: who joins late hears of the end as well.
      let count = response.body.count
      report(Progress(phase: .done, completed: count, total: count, response: response))
    }
    return result
  }
}
