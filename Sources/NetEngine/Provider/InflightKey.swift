/// What makes two calls one transfer: all that the answer depends on.
struct InflightKey: Hashable {
  var request: HTTPRequest
  /// For whom the plugins would send it.
  var identities: [String]
  var validation: ValidationType
  var authorization: AuthorizationType?
  var profile: EnvelopeProfile?
  var readsNoEnvelope: Bool
  /// What a stub answers; nil for a live transfer.
  var sample: Endpoint.Sample?
  var stub: StubBehavior
}

/// Transfers that several callers wait for, by what they send.
typealias InflightTable = SharedRuns<InflightKey, Result<Response, NetError>>

extension InflightTable {
  convenience init() { self.init(cancelled: .failure(.cancelled)) }
}
