import CurlTransport
import FoundationEssentials
import NetEngine
import TestSupport
import Testing

/// What a target says counts in whatever type it is written: the spellings people bring along.
///
/// A type that means nothing does not compile: see `CompilerSaysTests`.
@Suite("A target's words") struct TargetWordTests {
  /// Nothing is said.
  private struct Bare: TargetType {
    let baseURL = "https://example.test"
    let path = "/"
  }

  /// Everything without its optional.
  private struct Plain: TargetType {
    let baseURL = "https://example.test"
    let path = "/plain"
    let method = HTTPMethod.put
    let task = HTTPTask.requestData("b")
    let headers = Headers([HeaderField("B", "2"), HeaderField("A", "1")])
    let validationType = ValidationType.successCodes
    let timeout = Duration.milliseconds(100)
    let sampleData = Body("sample".utf8)
    let authorizationType = AuthorizationType.bearer
    let options = RequestOptions()
    let limits = Limits()
    let envelope = EnvelopeProfile.codeMsgData
    let readsNoEnvelope = false
    let name = "plain"
    let secrets = [NamedSecret(name: "key", value: "abcdef")]
  }

  /// Everything optional, and something said.
  private struct Optionals: TargetType {
    var baseURL: String? { "https://example.test" }
    let path = "/optional"
    var method: HTTPMethod? { .put }
    var task: HTTPTask? { .requestData("b") }
    var headers: Headers? { ["B": "2", "A": "1"] }
    var validationType: ValidationType? { .successCodes }
    var timeout: Duration? { .milliseconds(100) }
    var sampleData: Body? { Body("sample".utf8) }
    var authorizationType: AuthorizationType? { .bearer }
    var options: RequestOptions? { RequestOptions() }
    var limits: Limits? { Limits() }
    var envelope: EnvelopeProfile? { .codeMsgData }
    var readsNoEnvelope: Bool? { false }
    var name: String? { "optional" }
    var secrets: [NamedSecret]? { [NamedSecret(name: "key", value: "abcdef")] }
  }

  /// As Moya's users write them.
  private enum Moya: TargetType {
    case list
    case user(Int)

    // Written by everybody, and right.
    // swift-format-ignore: NeverForceUnwrap
    var baseURL: URL { URL(string: "https://example.test/v1")! }
    var path: String {
      switch self {
      case .list: "/users"
      case .user(let id): "/users/\(id)"
      }
    }
    var headers: [String: String]? { ["B": "2", "A": "1"] }
    var sampleData: Data { Data("sample".utf8) }
    var authorizationType: AuthorizationType? {
      switch self {
      case .list: nil
      case .user: .bearer
      }
    }
  }

  /// An API's own protocol with what its targets share.
  private struct OwnProtocol: OwnTarget {
    let path = "/own"
  }

  private struct Bytes: TargetType {
    let baseURL = URL(string: "https://example.test")
    let path = "/"
    let headers = ["A": "1"]
    let sampleData: [UInt8] = [1, 2]
  }

  private struct Silent: TargetType {
    let baseURL = "https://example.test"
    let path = "/silent"
    let method: HTTPMethod? = nil
    let headers: [String: String]? = nil
    let timeout: Duration? = nil
    let sampleData: Data? = nil
    let name: String? = nil
  }

  @Test("every word counts, optional or not", arguments: [Plain().words, Optionals().words])
  func plain(_ words: TargetWords) {
    #expect(words.baseURL == "https://example.test")
    #expect(words.method == .put && "\(words.task)" == "\(HTTPTask.requestData("b"))")
    #expect(words.headers.map(\.name) == ["B", "A"])
    #expect(words.validationType == .successCodes && words.timeout == .milliseconds(100))
    #expect(words.sampleData == Body("sample".utf8))
    #expect(words.authorizationType == .bearer)
    #expect(words.options == RequestOptions() && words.limits == Limits())
    #expect(words.envelope == .codeMsgData && !words.readsNoEnvelope)
    #expect(words.name == words.path.dropFirst() && words.secrets.map(\.value) == ["abcdef"])
  }

  @Test("Moya's spellings mean what they say")
  func moya() {
    #expect(Moya.list.words.baseURL == "https://example.test/v1")
    #expect(Moya.list.words.headers.map { "\($0.name): \($0.value)" } == ["A: 1", "B: 2"])
    #expect(Moya.list.words.sampleData == Body("sample".utf8))
    #expect(Moya.list.words.authorizationType == nil)
    #expect(Moya.user(7).words.authorizationType == .bearer)
    #expect(Moya.user(7).words.path == "/users/7" && Moya.user(7).words.name == "/users/7")
  }

  @Test("what is not said, or said to be nothing, leaves the default")
  func silent() {
    for words in [Bare().words, Silent().words] {
      #expect(
        words.method == .get && "\(words.task)" == "\(HTTPTask.requestPlain)"
          && words.headers.isEmpty)
      #expect(words.validationType == .none && words.timeout == nil)
      #expect(words.sampleData.isEmpty && words.authorizationType == nil)
      #expect(words.options == nil && words.limits == nil && words.envelope == nil)
      #expect(!words.readsNoEnvelope && words.secrets.isEmpty && words.name == words.path)
    }
  }

  @Test("bytes are a sample, and what an API's own protocol says counts")
  func others() {
    #expect(Bytes().words.sampleData == Body([1, 2]))
    #expect(Bytes().words.baseURL == "https://example.test")
    #expect(OwnProtocol().words.timeout == .seconds(9))
    #expect(OwnProtocol().words.headers["X-Own"] == "1")
  }

  @Test("what is written is what is sent")
  func sent() async throws {
    let provider = Provider { $0.plugins = [AccessTokenPlugin { _ in "t" }] }
    let answer = try await provider.request(Plain(), stub: .immediate).value
    #expect(answer.request.headers["Authorization"] == "Bearer t")
    #expect(answer.request.timeout == .milliseconds(100))
    #expect(answer.profile == .codeMsgData && answer.body == Body("sample".utf8))
  }
}

private protocol OwnTarget: TargetType {}

extension OwnTarget {
  var baseURL: String { "https://example.test" }
  var timeout: Duration { .seconds(9) }
  var headers: [String: String] { ["X-Own": "1"] }
}
