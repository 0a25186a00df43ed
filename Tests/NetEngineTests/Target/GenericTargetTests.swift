import CurlTransport
import FoundationEssentials
import NetEngine
import TestSupport
import Testing

/// Generic code over targets reads each target's own properties, in whatever type they are written.
@Suite("Generic code over targets") struct GenericTargetTests {
  // MARK: Targets

  private struct Bare: TargetType {
    let baseURL = "https://example.test"
    let path = "/bare"
  }

  /// Every property, in the engine's types without their optionals.
  private struct Plain: TargetType {
    let baseURL = "https://example.test"
    let path = "/said"
    let method = HTTPMethod.put
    let task = HTTPTask.requestData("b")
    let headers: Headers = ["A": "1"]
    let validationType = ValidationType.successCodes
    let timeout = Duration.seconds(3)
    let sampleData = Body("sample".utf8)
    let authorizationType = AuthorizationType.bearer
    let options = RequestOptions()
    let limits = Limits()
    let envelope = EnvelopeProfile.codeMsgData
    let readsNoEnvelope = true
    let name = "said"
    let secrets = [NamedSecret(name: "key", value: "abcdef")]
  }

  /// The same in other types: Moya's and optionals.
  private struct Foreign: TargetType {
    let baseURL = URL(string: "https://example.test")
    let path = "/said"
    let method: HTTPMethod? = .put
    let task: HTTPTask? = .requestData("b")
    let headers: [String: String]? = ["A": "1"]
    let validationType: ValidationType? = .successCodes
    let timeout = Duration.seconds(3)
    let sampleData = Data("sample".utf8)
    let authorizationType: AuthorizationType? = .bearer
    let options: RequestOptions? = RequestOptions()
    let limits: Limits? = Limits()
    let envelope: EnvelopeProfile? = .codeMsgData
    let readsNoEnvelope: Bool? = true
    let name: String? = "said"
    let secrets: [NamedSecret]? = [NamedSecret(name: "key", value: "abcdef")]
  }

  /// `@unchecked Sendable`: no stored properties, so there is nothing to guard.
  private class Animal: TargetType, @unchecked Sendable {
    var baseURL: String { "https://example.test" }
    var path: String { "/animal" }
    var method: HTTPMethod { .put }
  }

  /// `@unchecked Sendable`: no stored properties, so there is nothing to guard.
  private final class Cat: Animal, @unchecked Sendable {
    override var method: HTTPMethod { .post }
  }

  /// A target of an API's own protocol that takes its defaults.
  private struct Quiet: OwnTarget {
    let path = "/own"
  }

  /// A target of the same protocol that replaces its defaults, in their types and in others.
  private struct Loud: OwnTarget {
    let path = "/own"
    let method = HTTPMethod.put
    let headers: [String: String]? = ["A": "1"]
    let timeout = Duration.seconds(3)
  }

  // MARK: Generic code

  /// The decorator as people write it first.
  private struct Versioned<Inner: TargetType>: TargetType {
    let inner: Inner
    var baseURL: String { inner.baseURL }
    var path: String { "/v1" + inner.path }
    var method: HTTPMethod { inner.method }
    var task: HTTPTask { inner.task }
    var headers: Headers { inner.headers }
    var validationType: ValidationType { inner.validationType }
    var timeout: Duration? { inner.timeout }
    var sampleData: Body { inner.sampleData }
    var authorizationType: AuthorizationType? { inner.authorizationType }
    var options: RequestOptions? { inner.options }
    var limits: Limits? { inner.limits }
    var envelope: EnvelopeProfile? { inner.envelope }
    var readsNoEnvelope: Bool { inner.readsNoEnvelope }
    var name: String { inner.name }
    var secrets: [NamedSecret] { inner.secrets }
  }

  /// The same over an existential.
  private struct Erased: TargetType {
    let inner: any TargetType
    var baseURL: String { inner.baseURL }
    var path: String { inner.path }
    var method: HTTPMethod { inner.method }
    var task: HTTPTask { inner.task }
    var headers: Headers { inner.headers }
    var validationType: ValidationType { inner.validationType }
    var timeout: Duration? { inner.timeout }
    var sampleData: Body { inner.sampleData }
    var authorizationType: AuthorizationType? { inner.authorizationType }
    var options: RequestOptions? { inner.options }
    var limits: Limits? { inner.limits }
    var envelope: EnvelopeProfile? { inner.envelope }
    var readsNoEnvelope: Bool { inner.readsNoEnvelope }
    var name: String { inner.name }
    var secrets: [NamedSecret] { inner.secrets }
  }

  /// A decorator that keeps the inner target's types.
  private struct SameTypes<Inner: TargetType>: TargetType {
    let inner: Inner
    var baseURL: Inner.WrittenBaseURL { inner.baseURL }
    var path: String { inner.path }
    var method: Inner.WrittenMethod { inner.method }
    var headers: Inner.WrittenHeaders { inner.headers }
    var timeout: Inner.WrittenTimeout { inner.timeout }
  }

  private struct API<Target: TargetType> {
    let targets: [Target]
    var lines: [String] { targets.map { "\($0.method.rawValue) \($0.name)" } }
    var methods: [HTTPMethod] { targets.map(\.method) }
    var safe: [Target] { targets.filter { $0.method == .get } }
  }

  private static func line(_ target: any TargetType) -> String {
    let method = target.method
    return "\(method.rawValue) \(target.path) \(target.headers["A"] ?? "-")"
      + " \(target.timeout ?? .zero) \(target.validationType)"
  }

  // MARK: Claims

  private static let said: [any TargetType] = [
    Plain(), Foreign(), Erased(inner: Plain()), Erased(inner: Foreign()),
    Erased(inner: Versioned(inner: Versioned(inner: Foreign()))),
  ]

  @Test("a decorator gets every property of the target in it", arguments: said)
  func decorator(_ target: any TargetType) {
    func decorated(_ inner: some TargetType) -> TargetWords { Versioned(inner: inner).words }
    for words in [target.words, decorated(target), Erased(inner: target).words] {
      #expect(words.baseURL == "https://example.test" && words.path.hasSuffix("/said"))
      #expect(words.method == .put && "\(words.task)" == "\(HTTPTask.requestData("b"))")
      #expect(words.headers == ["A": "1"] && words.validationType == .successCodes)
      #expect(words.timeout == .seconds(3) && words.sampleData == Body("sample".utf8))
      #expect(words.authorizationType == .bearer && words.options == RequestOptions())
      #expect(words.limits == Limits() && words.envelope == .codeMsgData)
      #expect(words.readsNoEnvelope && words.name == "said")
      #expect(words.secrets.map(\.value) == ["abcdef"])
    }
  }

  @Test("what is sent through a decorator is what the target in it sends")
  func sent() async throws {
    let provider = Provider { $0.plugins = [AccessTokenPlugin { _ in "t" }] }
    for call in [
      provider.request(Versioned(inner: Plain()), stub: .immediate),
      provider.request(Versioned(inner: Foreign()), stub: .immediate),
    ] {
      let response = try await call.value
      #expect(response.request.url == "https://example.test/v1/said")
      #expect(response.request.method == .put && response.request.headers["A"] == "1")
      #expect(response.request.headers["Authorization"] == "Bearer t")
      #expect(response.request.timeout == .seconds(3) && response.body == Body("sample".utf8))
    }
  }

  @Test("a logger over any target, and an array of them, read the targets' own properties")
  func existentials() {
    let targets: [any TargetType] = [
      Bare(), Plain(), Foreign(), Animal(), Cat(), SameTypes(inner: Foreign()),
    ]
    #expect(
      targets.map(Self.line) == [
        "GET /bare - 0.0 seconds none", "PUT /said 1 3.0 seconds successCodes",
        "PUT /said 1 3.0 seconds successCodes", "PUT /animal - 0.0 seconds none",
        "POST /animal - 0.0 seconds none", "PUT /said 1 3.0 seconds none",
      ])
    #expect(targets.map(\.method) == [.get, .put, .put, .put, .post, .put])
    #expect(targets.filter { $0.method == .get }.map(\.path) == ["/bare"])
  }

  @Test("a generic service reads its targets' own properties")
  func service() {
    #expect(API(targets: [Plain()]).lines == ["PUT said"])
    #expect(API(targets: [Foreign()]).lines == ["PUT said"])
    #expect(API(targets: [Foreign()]).methods == [.put] && API(targets: [Foreign()]).safe.isEmpty)
    #expect(API(targets: [Bare()]).lines == ["GET /bare"] && API(targets: [Bare()]).safe.count == 1)
    #expect(API(targets: [Animal(), Cat()]).methods == [.put, .post])
  }

  @Test("a switch, an unwrapping and a constraint see the engine's types")
  func types() {
    func kind<Target: TargetType>(_ target: Target) -> String {
      switch target.method {
      case .put: "put"
      default: "other"
      }
    }
    func seconds(_ target: some TargetType) -> Duration {
      if let timeout = target.timeout { return timeout }
      return .zero
    }
    func plain<Target: TargetType>(_ target: Target) -> HTTPMethod
    where Target.WrittenMethod == HTTPMethod { target.method }
    #expect(kind(Plain()) == "put" && kind(Foreign()) == "put" && kind(Bare()) == "other")
    #expect(seconds(Foreign()) == .seconds(3) && seconds(Bare()) == .zero)
    #expect(plain(Plain()) == .put && plain(Bare()) == .get && plain(Cat()) == .post)
    #expect(Foreign().command == "curl -X PUT https://example.test/said")
  }

  @Test("a default of an API's own protocol is replaced by a target's own property, in any type")
  func ownProtocol() {
    func read(_ target: some TargetType) -> String { Self.line(target) }
    func readOwn(_ target: some OwnTarget) -> String {
      "\(target.method.rawValue) \(target.path) \(target.headers["A"] ?? "-")"
        + " \(target.timeout ?? .zero) \(target.validationType)"
    }
    let quiet = "POST /own - 9.0 seconds none"
    let loud = "PUT /own 1 3.0 seconds none"
    #expect(read(Quiet()) == quiet && readOwn(Quiet()) == quiet)
    #expect(read(Loud()) == loud && readOwn(Loud()) == loud)
    let any: [any OwnTarget] = [Quiet(), Loud()]
    #expect(any.map { readOwn($0) } == [quiet, loud] && any.map(\.method) == [.post, .put])
    #expect(Versioned(inner: Loud()).words.headers == ["A": "1"])
  }

  @Test("a decorator of decorators reads each property once")
  func cost() {
    let count = Counter()
    var target: any TargetType = Counted(count: count)
    for _ in 0..<12 { target = Erased(inner: target) }
    let words = target.words
    #expect(words.method == .put && count.reads.withLock { $0 } == 1)
  }

  private final class Counter: Sendable {
    let reads = Lock(0)
  }

  private struct Counted: TargetType {
    let count: Counter
    let baseURL = "https://example.test"
    let path = "/"
    var method: HTTPMethod {
      count.reads.withLock { $0 += 1 }
      return .put
    }
  }
}

private protocol OwnTarget: TargetType {}

extension OwnTarget {
  var baseURL: String { "https://example.test" }
  var method: HTTPMethod { .post }
  var headers: Headers { ["X-Own": "1"] }
  var timeout: Duration? { .seconds(9) }
}

extension TargetType {
  fileprivate var command: String { "curl -X \(method.rawValue) \(baseURL)\(path)" }
}
