import LosslessJSON

/// What a target says, read once: plain values, whatever types they were written in.
///
/// Plugins and endpoint hooks are handed this. One object, so that the way down to the transport
/// hands on one reference.
public final class TargetWords: Sendable {
  /// The target as the caller gave it.
  public let target: any TargetType
  /// The part all targets of an API share, with its query if it has one.
  public let baseURL: String
  /// What is joined to the base with exactly one `/`; a `?` in it starts a query.
  public let path: String
  /// How it asks.
  public let method: HTTPMethod
  /// What it sends.
  public let task: HTTPTask
  /// What it adds to the head.
  public let headers: Headers
  /// Which status codes count as an answer.
  public let validationType: ValidationType
  /// How long the whole exchange may take.
  public let timeout: Duration?
  /// Which credentials it needs.
  public let authorizationType: AuthorizationType?
  /// How it travels; the provider's way if nil.
  public let options: RequestOptions?
  /// What is bounded; the provider's limits if nil.
  public let limits: Limits?
  /// How its answers are wrapped; the provider's profile if nil.
  public let envelope: EnvelopeProfile?
  /// Whether its answers are wrapped in nothing, whatever profile the provider has.
  public let readsNoEnvelope: Bool
  /// What a list shows for it.
  public let name: String
  /// Values in it that are taken out of everything that leaves the program, wherever they stand.
  public let secrets: [NamedSecret]
  private let sample: @Sendable () -> Body

  /// The body of its stub: made when it is asked for, for it may be long.
  public var sampleData: Body { sample() }

  /// Reads a target.
  init(_ target: some TargetType) {
    self.target = target
    baseURL = target.baseURL
    path = target.path
    method = target.method
    task = target.task
    headers = target.headers
    validationType = target.validationType
    timeout = target.timeout
    authorizationType = target.authorizationType
    options = target.options
    limits = target.limits
    envelope = target.envelope
    readsNoEnvelope = target.readsNoEnvelope
    name = target.name
    secrets = target.secrets
    sample = { target.sampleData }
  }
}
