import BytesAndJSON

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
  init<Target: TargetType>(_ target: Target)
  where
    Target.WrittenBaseURL: TargetWord<String>,
    Target.WrittenMethod: TargetWord<HTTPMethod>,
    Target.WrittenTask: TargetWord<HTTPTask>,
    Target.WrittenHeaders: TargetWord<Headers>,
    Target.WrittenValidationType: TargetWord<ValidationType>,
    Target.WrittenTimeout: TargetWord<Duration>,
    Target.WrittenSampleData: TargetWord<Body>,
    Target.WrittenAuthorizationType: TargetWord<AuthorizationType>,
    Target.WrittenOptions: TargetWord<RequestOptions>,
    Target.WrittenLimits: TargetWord<Limits>,
    Target.WrittenEnvelope: TargetWord<EnvelopeProfile>,
    Target.WrittenReadsNoEnvelope: TargetWord<Bool>,
    Target.WrittenName: TargetWord<String>,
    Target.WrittenSecrets: TargetWord<[NamedSecret]>
  {
    self.target = target
    baseURL = target.baseURL.targetWord ?? ""
    path = target.path
    method = target.method.targetWord ?? .get
    task = target.task.targetWord ?? .requestPlain
    headers = target.headers.targetWord ?? [:]
    validationType = target.validationType.targetWord ?? .none
    timeout = target.timeout.targetWord
    authorizationType = target.authorizationType.targetWord
    options = target.options.targetWord
    limits = target.limits.targetWord
    envelope = target.envelope.targetWord
    readsNoEnvelope = target.readsNoEnvelope.targetWord ?? false
    name = target.name.targetWord ?? target.path
    secrets = target.secrets.targetWord ?? []
    sample = { target.sampleData.targetWord ?? .empty }
  }
}

extension TargetType
where
  WrittenBaseURL: TargetWord<String>, WrittenMethod: TargetWord<HTTPMethod>,
  WrittenTask: TargetWord<HTTPTask>, WrittenHeaders: TargetWord<Headers>,
  WrittenValidationType: TargetWord<ValidationType>, WrittenTimeout: TargetWord<Duration>,
  WrittenSampleData: TargetWord<Body>, WrittenAuthorizationType: TargetWord<AuthorizationType>,
  WrittenOptions: TargetWord<RequestOptions>, WrittenLimits: TargetWord<Limits>,
  WrittenEnvelope: TargetWord<EnvelopeProfile>, WrittenReadsNoEnvelope: TargetWord<Bool>,
  WrittenName: TargetWord<String>, WrittenSecrets: TargetWord<[NamedSecret]>
{
  /// What its properties say.
  ///
  /// Where the compiler misses this one, a property is written in a type that the engine cannot read:
  /// its note names the type.
  public var words: TargetWords { TargetWords(self) }
}
