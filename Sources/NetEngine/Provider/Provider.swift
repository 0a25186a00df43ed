/// Turns targets into calls: how requests travel, who may step in, what is bounded.
///
/// A value: copies are independent but for the transport and the table of shared transfers. A call
/// owns what it needs, so nothing has to keep the provider alive.
///
/// ```swift
/// let provider = Provider { $0.plugins = [AccessTokenPlugin { _ in token }] }
/// let response = try await provider.request(GitHub.zen).value
/// ```
public struct Provider: Sendable {
  /// Makes an endpoint of a target.
  public typealias EndpointHook = @Sendable (any TargetType) throws -> Endpoint

  /// What carries requests.
  public var transport: any Transport
  /// Who steps in, in this order.
  public var plugins: [any Plugin] = []
  /// Whether samples answer instead of servers.
  public var stub = StubBehavior.never
  /// Whether equal requests that run at the same time share one transfer.
  public var sharesInflight = false
  /// What turns a target into an endpoint.
  public var endpoint: EndpointHook = { Endpoint($0) }
  /// What is bounded where a target says nothing.
  public var limits = Limits()
  /// How requests travel where a target says nothing.
  public var options = RequestOptions()
  /// What every wait is measured with: delayed stubs and retries.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Hears once of every failed run that the call's own handlers pass on.
  public var onFailure: (@Sendable (NetError) async -> Void)?
  let inflight = InflightTable()

  /// Starts with libcurl and the defaults; `configure` changes what it likes.
  public init(
    transport: any Transport = CurlTransport.shared,
    _ configure: (inout Provider) -> Void = { _ in }
  ) {
    self.transport = transport
    configure(&self)
  }

  /// A cold call: nothing happens until it is asked for its value.
  public func request(_ target: some TargetType, stub: StubBehavior? = nil) -> Call<Response> {
    var provider = self
    if let stub { provider.stub = stub }
    return Call { [provider] observer in
      await provider.run(target, observer)
        .mapError { CallFailure($0, common: provider.onFailure) }
    }
  }

  private func run(
    _ target: any TargetType, _ observer: CallObserver
  ) async -> Result<Response, NetError> {
    let exchange = ProviderRun(provider: self, target: target)
    guard sharesInflight, observer.chunks == nil else { return await exchange.perform(observer) }
    return await inflight.share(exchange.key, observer) { await exchange.perform($0) }
  }
}
