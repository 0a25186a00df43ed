import BytesAndJSON

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
/// Each property may be written in every type that means it to the engine, optional or not: see
/// ``TargetWord``. One in another type does not compile: "candidate would match if 'Int' conformed to
/// 'TargetWord'".
public protocol TargetType: Sendable {
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

  /// The part all targets of an API share, with its query if it has one: a `String` or a `URL`.
  var baseURL: WrittenBaseURL { get }
  /// What is joined to the base with exactly one `/`; a `?` in it starts a query.
  var path: String { get }
  /// How it asks; GET if nothing is said.
  var method: WrittenMethod { get }
  /// What it sends; nothing if nothing is said.
  var task: WrittenTask { get }
  /// What it adds to the head, `Headers` or a dictionary; the task's Content-Type stands back for
  /// one given here.
  var headers: WrittenHeaders { get }
  /// Which status codes count as an answer; all, if nothing is said.
  var validationType: WrittenValidationType { get }
  /// How long the whole exchange may take: a `Duration`.
  var timeout: WrittenTimeout { get }
  /// The body of its stub: a `Body`, a `Data` or bytes.
  var sampleData: WrittenSampleData { get }
  /// Which credentials it needs: an ``AuthorizationType``.
  var authorizationType: WrittenAuthorizationType { get }
  /// How it travels, as ``RequestOptions``; the provider's way if nil.
  var options: WrittenOptions { get }
  /// What is bounded, as ``Limits``; the provider's if nil.
  var limits: WrittenLimits { get }
  /// How its answers are wrapped, an ``EnvelopeProfile``; the provider's if nil.
  var envelope: WrittenEnvelope { get }
  /// Whether its answers are wrapped in nothing, whatever profile the provider has.
  var readsNoEnvelope: WrittenReadsNoEnvelope { get }
  /// What a list shows for it.
  var name: WrittenName { get }
  /// Values in it that are taken out of everything that leaves the program, wherever they stand.
  var secrets: WrittenSecrets { get }
  /// All of this as the engine reads it; it comes by itself. A target that stands for another one
  /// gives that one's.
  var words: TargetWords { get }
}

extension TargetType {
  /// GET.
  public var method: HTTPMethod { .get }
  /// A request without a body.
  public var task: HTTPTask { .requestPlain }
  /// None.
  public var headers: Headers { [:] }
  /// Every status is an answer.
  public var validationType: ValidationType { .none }
  /// The provider's limit.
  public var timeout: Duration? { nil }
  /// Empty.
  public var sampleData: Body { .empty }
  /// None.
  public var authorizationType: AuthorizationType? { nil }
  /// The provider's.
  public var options: RequestOptions? { nil }
  /// The provider's.
  public var limits: Limits? { nil }
  /// The provider's.
  public var envelope: EnvelopeProfile? { nil }
  /// A profile counts where there is one.
  public var readsNoEnvelope: Bool { false }
  /// The path.
  public var name: String { path }
  /// None but what is found by its place and its look.
  public var secrets: [NamedSecret] { [] }
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
