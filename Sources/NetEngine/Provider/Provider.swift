/// Turns targets into calls: how requests travel, who may step in, what is bounded.
///
/// A value: copies are independent, but as long as transport and plugins are the same they share
/// transfers. A call owns what it needs, so nothing has to keep the provider alive.
///
/// ```swift
/// let provider = Provider { $0.plugins = [AccessTokenPlugin { _ in token }] }
/// let response = try await provider.request(GitHub.zen).value
/// ```
public struct Provider: Sendable {
  /// Makes an endpoint of a target.
  public typealias EndpointHook = @Sendable (TargetWords) throws -> Endpoint

  /// What carries requests.
  public var transport: any Transport { didSet { inflight = InflightTable() } }
  /// Who steps in, in this order.
  public var plugins: [any Plugin] = [] { didSet { inflight = InflightTable() } }
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
  /// How answers are wrapped where a target says nothing.
  public var profile: EnvelopeProfile?
  /// What models are decoded by where a mapping says nothing, dates and key spellings for one; made
  /// anew for each use.
  public var decoder: DecoderMaker? { didSet { inflight = InflightTable() } }
  /// Where cookies are kept and taken from; none unless it is set.
  public var cookies: CookieStore? { didSet { inflight = InflightTable() } }
  /// What every wait is measured with: delayed stubs and retries.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Hears once of every failed run that the call's own handlers pass on: what went wrong, inside of
  /// sequences too, and never of what was cancelled.
  public var onFailure: (@Sendable (NetError) async -> Void)?
  /// A new one with each change that makes other requests: one user's answer is not another's.
  private(set) var inflight = InflightTable()

  /// Starts with the defaults; `configure` changes them.
  ///
  /// With `import CurlTransport` the transport may be left out: then libcurl carries the requests.
  public init(transport: any Transport, _ configure: (inout Provider) -> Void = { _ in }) {
    self.transport = transport
    configure(&self)
  }

  /// A cold call: nothing happens until it is asked for its value.
  public func request(_ target: some TargetType, stub: StubBehavior? = nil) -> Call<Response> {
    let source = ProviderCall(self, target.words, stub: stub)
    return Call { observer in
      RunResult(
        await source.run(observer), FailureListeners(common: source.provider.onFailure))
    }
  }

  /// What would be sent for a target; plugins are not asked, nothing is sent.
  package func preview(_ target: some TargetType) -> Result<HTTPRequest, NetError> {
    Result { () throws(NetError) in try ProviderRun(ProviderCall(self, target.words)).preview() }
  }

  /// The requests that run right now for whoever asks for the same, before plugins have prepared them;
  /// none unless it shares them.
  public var inflightRequests: [HTTPRequest] { inflight.keys.map(\.request) }
  /// How many calls wait for them.
  package var waitersInFlight: Int { inflight.waiters }
}
