import LosslessJSON

/// A request of an API as a value: what to ask, of whom, and how to read the answer.
///
/// ```swift
/// enum GitHub: TargetType {
///   case zen, user(String)
///   var baseURL: String { "https://api.github.com" }
///   var path: String {
///     switch self {
///     case .zen: "/zen"
///     case .user(let name): "/users/\(name)"
///     }
///   }
/// }
/// ```
///
/// Generic code reads each property in the type named here, whatever type the target writes it in:
/// `inner.method` is an ``HTTPMethod`` for any `Inner: TargetType` and for `any TargetType`. A target
/// writes it in every type with that meaning, optional or not: see ``TargetWord``. A property in
/// another type does not compile: "type 'Int' does not conform to protocol 'TargetWord'".
public protocol TargetType: _WrittenTarget
where
  WrittenBaseURL: TargetWord<String>, WrittenMethod: TargetWord<HTTPMethod>,
  WrittenTask: TargetWord<HTTPTask>, WrittenHeaders: TargetWord<Headers>,
  WrittenValidationType: TargetWord<ValidationType>, WrittenTimeout: TargetWord<Duration>,
  WrittenSampleData: TargetWord<Body>, WrittenAuthorizationType: TargetWord<AuthorizationType>,
  WrittenOptions: TargetWord<RequestOptions>, WrittenLimits: TargetWord<Limits>,
  WrittenEnvelope: TargetWord<EnvelopeProfile>, WrittenReadsNoEnvelope: TargetWord<Bool>,
  WrittenName: TargetWord<String>, WrittenSecrets: TargetWord<[NamedSecret]>
{
  /// The part all targets of an API share, with its query if it has one: a `String` or a `URL`.
  var baseURL: String { get }
  /// What is joined to the base with exactly one `/`; a `?` in it starts a query.
  var path: String { get }
  /// The request method; GET by default.
  var method: HTTPMethod { get }
  /// The body and the query; none by default.
  var task: HTTPTask { get }
  /// The request's headers, `Headers` or a dictionary; none by default. A Content-Type given here
  /// replaces the task's.
  var headers: Headers { get }
  /// The status codes that pass; all by default.
  var validationType: ValidationType { get }
  /// The time limit of the whole exchange; the provider's if nil, the default.
  var timeout: Duration? { get }
  /// The body of its stub: a `Body`, a `Data` or bytes; empty by default.
  var sampleData: Body { get }
  /// The kind of credentials it needs; none if nil, the default.
  var authorizationType: AuthorizationType? { get }
  /// How it travels; the provider's way if nil, the default.
  var options: RequestOptions? { get }
  /// The limits of the exchange; the provider's if nil, the default.
  var limits: Limits? { get }
  /// The profile of its responses; the provider's if nil, the default.
  var envelope: EnvelopeProfile? { get }
  /// Whether its responses have no envelope, even if the provider has a profile; false by default.
  var readsNoEnvelope: Bool { get }
  /// The name in lists; the path by default.
  var name: String { get }
  /// Values that are redacted in everything that leaves the program, wherever they are; none by
  /// default.
  var secrets: [NamedSecret] { get }
  /// All properties as the engine reads them, made from the properties by default.
  ///
  /// A target that wraps another one may return that target's words. Generic code reads the
  /// properties, so a wrapper forwards those as well.
  var words: TargetWords { get }
}

extension TargetType {
  /// The properties, each read once.
  public var words: TargetWords { TargetWords(self) }
}

/// Which status codes pass.
public enum ValidationType: Sendable, Hashable {
  /// Every one.
  case none
  /// 200–299.
  case successCodes
  /// 200–399.
  case successAndRedirectCodes
  /// These; an empty list lets all pass.
  case customCodes([Int])

  /// Whether this code passes.
  package func accepts(_ statusCode: Int) -> Bool {
    switch self {
    case .none: true
    case .successCodes: 200..<300 ~= statusCode
    case .successAndRedirectCodes: 200..<400 ~= statusCode
    case .customCodes(let codes): codes.isEmpty || codes.contains(statusCode)
    }
  }
}

/// The kind of Authorization header a target needs.
public enum AuthorizationType: Sendable, Hashable {
  /// `Basic` and a token.
  case basic
  /// `Bearer` and a token.
  case bearer
  /// Another word and a token.
  case custom(String)

  /// The word before the token.
  public var scheme: String {
    switch self {
    case .basic: "Basic"
    case .bearer: "Bearer"
    case .custom(let word): word
    }
  }
}
