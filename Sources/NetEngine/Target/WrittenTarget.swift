import LosslessJSON

/// The properties of a target in the types that the target writes them in.
///
/// `TargetType` declares each property a second time, in the type that the engine reads. The two
/// halves keep two promises together:
/// ```
/// struct Zen: TargetType { let headers: [String: String]? = … }
///   _WrittenTarget.headers: WrittenHeaders ─► Zen's own property, in Zen's type
///   TargetType.headers: Headers            ─► _headersWord, which reads the line above
/// ```
/// The associated types have no constraint here. With one, the compiler would skip a property in
/// another type and take the default without a word. ``TargetType`` has the constraints, so such a
/// property is an error. `@_implements` lets no other property, such as a default of an API's own
/// protocol, take the place of the reading.
public protocol _WrittenTarget: Sendable {
  associatedtype WrittenBaseURL
  associatedtype WrittenMethod = HTTPMethod
  associatedtype WrittenTask = HTTPTask
  associatedtype WrittenHeaders = Headers
  associatedtype WrittenValidationType = ValidationType
  associatedtype WrittenTimeout = Duration?
  associatedtype WrittenSampleData = Body
  associatedtype WrittenAuthorizationType = AuthorizationType?
  associatedtype WrittenOptions = RequestOptions?
  associatedtype WrittenLimits = Limits?
  associatedtype WrittenEnvelope = EnvelopeProfile?
  associatedtype WrittenReadsNoEnvelope = Bool
  associatedtype WrittenName = String
  associatedtype WrittenSecrets = [NamedSecret]

  var path: String { get }
  var baseURL: WrittenBaseURL { get }
  var method: WrittenMethod { get }
  var task: WrittenTask { get }
  var headers: WrittenHeaders { get }
  var validationType: WrittenValidationType { get }
  var timeout: WrittenTimeout { get }
  var sampleData: WrittenSampleData { get }
  var authorizationType: WrittenAuthorizationType { get }
  var options: WrittenOptions { get }
  var limits: WrittenLimits { get }
  var envelope: WrittenEnvelope { get }
  var readsNoEnvelope: WrittenReadsNoEnvelope { get }
  var name: WrittenName { get }
  var secrets: WrittenSecrets { get }
}

// MARK: - Defaults, for the properties that a target does not write

extension _WrittenTarget where WrittenMethod == HTTPMethod {
  /// GET.
  public var method: HTTPMethod { .get }
}

extension _WrittenTarget where WrittenTask == HTTPTask {
  /// A request without a body.
  public var task: HTTPTask { .requestPlain }
}

extension _WrittenTarget where WrittenHeaders == Headers {
  /// No headers.
  public var headers: Headers { [:] }
}

extension _WrittenTarget where WrittenValidationType == ValidationType {
  /// Every status passes.
  public var validationType: ValidationType { .none }
}

extension _WrittenTarget where WrittenTimeout == Duration? {
  /// The provider's limit.
  public var timeout: Duration? { nil }
}

extension _WrittenTarget where WrittenSampleData == Body {
  /// Empty.
  public var sampleData: Body { .empty }
}

extension _WrittenTarget where WrittenAuthorizationType == AuthorizationType? {
  /// No credentials.
  public var authorizationType: AuthorizationType? { nil }
}

extension _WrittenTarget where WrittenOptions == RequestOptions? {
  /// The provider's options.
  public var options: RequestOptions? { nil }
}

extension _WrittenTarget where WrittenLimits == Limits? {
  /// The provider's limits.
  public var limits: Limits? { nil }
}

extension _WrittenTarget where WrittenEnvelope == EnvelopeProfile? {
  /// The provider's profile.
  public var envelope: EnvelopeProfile? { nil }
}

extension _WrittenTarget where WrittenReadsNoEnvelope == Bool {
  /// The profile counts.
  public var readsNoEnvelope: Bool { false }
}

extension _WrittenTarget where WrittenName == String {
  /// The path.
  public var name: String { path }
}

extension _WrittenTarget where WrittenSecrets == [NamedSecret] {
  /// No named secrets.
  public var secrets: [NamedSecret] { [] }
}

// MARK: - Properties as generic code and the engine read them

extension TargetType {
  /// The meaning of `baseURL`.
  @_implements(TargetType,baseURL)
  public var _baseURLWord: String { (baseURL as WrittenBaseURL).targetWord ?? "" }
  /// The meaning of `method`.
  @_implements(TargetType,method)
  public var _methodWord: HTTPMethod { (method as WrittenMethod).targetWord ?? .get }
  /// The meaning of `task`.
  @_implements(TargetType,task)
  public var _taskWord: HTTPTask { (task as WrittenTask).targetWord ?? .requestPlain }
  /// The meaning of `headers`.
  @_implements(TargetType,headers)
  public var _headersWord: Headers { (headers as WrittenHeaders).targetWord ?? [:] }
  /// The meaning of `validationType`.
  @_implements(TargetType,validationType)
  public var _validationTypeWord: ValidationType {
    (validationType as WrittenValidationType).targetWord ?? .none
  }
  /// The meaning of `timeout`.
  @_implements(TargetType,timeout)
  public var _timeoutWord: Duration? { (timeout as WrittenTimeout).targetWord }
  /// The meaning of `sampleData`.
  @_implements(TargetType,sampleData)
  public var _sampleDataWord: Body { (sampleData as WrittenSampleData).targetWord ?? .empty }
  /// The meaning of `authorizationType`.
  @_implements(TargetType,authorizationType)
  public var _authorizationTypeWord: AuthorizationType? {
    (authorizationType as WrittenAuthorizationType).targetWord
  }
  /// The meaning of `options`.
  @_implements(TargetType,options)
  public var _optionsWord: RequestOptions? { (options as WrittenOptions).targetWord }
  /// The meaning of `limits`.
  @_implements(TargetType,limits)
  public var _limitsWord: Limits? { (limits as WrittenLimits).targetWord }
  /// The meaning of `envelope`.
  @_implements(TargetType,envelope)
  public var _envelopeWord: EnvelopeProfile? { (envelope as WrittenEnvelope).targetWord }
  /// The meaning of `readsNoEnvelope`.
  @_implements(TargetType,readsNoEnvelope)
  public var _readsNoEnvelopeWord: Bool {
    (readsNoEnvelope as WrittenReadsNoEnvelope).targetWord ?? false
  }
  /// The meaning of `name`.
  @_implements(TargetType,name)
  public var _nameWord: String { (name as WrittenName).targetWord ?? path }
  /// The meaning of `secrets`.
  @_implements(TargetType,secrets)
  public var _secretsWord: [NamedSecret] { (secrets as WrittenSecrets).targetWord ?? [] }
}
