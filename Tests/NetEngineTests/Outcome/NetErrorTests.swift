import CurlTransport
import NetEngine
import TestSupport
import Testing

/// Every failure in one table: its kind, its word, its exit code, what it carries, what it says.
@Suite struct NetErrorTests {
  struct Own: Error, CustomStringConvertible {
    var description: String { "own words" }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let error: NetError
    let kind: Kind
    let word: String
    let exit: Int32
    var hasResponse = false
    var hasUnderlying = false
    /// The whole message.
    let message: String
    /// How the next step begins; empty where there is none.
    let hint: String
    var testDescription: String { id }
  }

  static let response = Response.answer("the server's words", status: 404)
  static let broken = Response.answer("", status: 503)
  static let moved = Response(
    statusCode: 301, headers: ["Location": "/x"], body: .empty,
    request: HTTPRequest(url: "http://example.test/"))

  static func transport(_ kind: TransportError.Kind, _ phase: TransportError.Phase) -> NetError {
    .transport(TransportError(kind, phase: phase, detail: "why", elapsed: 1_500_000))
  }

  static let setup: [Row] = [
    Row(
      id: "requestMapping",
      error: .requestMapping(SetupProblem(.url, .noScheme, text: "some invalid URL")),
      kind: .setup, word: "set", exit: 1, hasUnderlying: true,
      message: "the URL 'some invalid URL' cannot be sent: no http:// or https:// in front",
      hint: "write a whole URL"),
    Row(
      id: "parameterEncoding",
      error: .parameterEncoding(
        cause: EncodingError.invalidValue(
          Double.infinity, EncodingError.Context(codingPath: [], debugDescription: "No form."))),
      kind: .setup, word: "set", exit: 1, hasUnderlying: true,
      message: "the body cannot be encoded: inf: No form.",
      hint: "send a value that has a JSON form"),
    Row(
      id: "cancelled", error: .cancelled, kind: .cancelled, word: "can", exit: 130,
      message: "cancelled", hint: ""),
    Row(
      id: "plugin", error: .plugin(name: "TokenPlugin", cause: Own()), kind: .plugin, word: "plg",
      exit: 3, hasUnderlying: true, message: "the plugin TokenPlugin failed: own words",
      hint: "look at what TokenPlugin does"),
    Row(
      id: "underlying", error: .underlying(Own(), nil), kind: .plugin, word: "plg", exit: 3,
      hasUnderlying: true, message: "own words", hint: "a closure of the call threw it"),
    Row(
      id: "underlying with its answer", error: .underlying(Own(), response), kind: .plugin,
      word: "plg", exit: 3, hasResponse: true, hasUnderlying: true, message: "own words",
      hint: "a closure of the call threw it"),
  ]

  static let answers: [Row] = [
    Row(
      id: "status 4xx", error: .statusCode(response), kind: .client, word: "cli", exit: 4,
      hasResponse: true, message: "the server answered 404", hint: "check the path"),
    Row(
      id: "status 5xx", error: .statusCode(broken), kind: .server, word: "srv", exit: 4,
      hasResponse: true, message: "the server answered 503", hint: "the fault is the server's"),
    Row(
      id: "status 3xx", error: .statusCode(moved), kind: .status, word: "sta", exit: 4,
      hasResponse: true, message: "the server answered 301", hint: "follow the Location"),
    Row(
      id: "status 3xx to nowhere", error: .statusCode(.answer("", status: 302)), kind: .status,
      word: "sta", exit: 4, hasResponse: true, message: "the server answered 302",
      hint: "the server says no place to go"),
    Row(
      id: "status beyond", error: .statusCode(.answer("", status: 999)), kind: .status,
      word: "sta", exit: 4, hasResponse: true, message: "the server answered 999",
      hint: "look at the body"),
    Row(
      id: "mapping", error: .mapping(MappingError(.json, .empty), response), kind: .mapping,
      word: "map", exit: 4, hasResponse: true, hasUnderlying: true,
      message: "the body is empty, expected JSON", hint: "look at the status"),
    Row(
      id: "business", error: .business(code: "1001", message: "Sold out.", response),
      kind: .business, word: "biz", exit: 4, hasResponse: true,
      message: "the server says no, code '1001': Sold out.", hint: "the code's meaning"),
    Row(
      id: "business without words", error: .business(code: "1001", message: "", response),
      kind: .business, word: "biz", exit: 4, hasResponse: true,
      message: "the server says no, code '1001'", hint: "the code's meaning"),
    Row(
      id: "invalidSession", error: .invalidSession(code: "401", message: "Again.", response),
      kind: .invalidSession, word: "inv", exit: 4, hasResponse: true,
      message: "the session is not valid, code '401': Again.", hint: "log in again"),
    Row(
      id: "limit",
      error: .limit(LimitExceeded(.decodedBody, allowed: 1_024, found: 2_048), response),
      kind: .limit, word: "lim", exit: 3, hasResponse: true, hasUnderlying: true,
      message: "a decoded body is limited to 1024 bytes, this one has 2048 or more",
      hint: "raise limits.decodedBody"),
    Row(
      id: "limit without a response", error: .limit(LimitExceeded(.redirects, allowed: 10), nil),
      kind: .limit, word: "lim", exit: 3, hasUnderlying: true,
      message: "the number of redirects is limited to 10", hint: "raise limits.redirects"),
    Row(
      id: "sequence", error: .sequence(brokenAt: 2, cause: .statusCode(response)),
      kind: .sequence, word: "seq", exit: 4, hasResponse: true, hasUnderlying: true,
      message: "step 2 failed: the server answered 404", hint: "check the path"),
    Row(
      id: "sequence that was cancelled", error: .sequence(brokenAt: 0, cause: .cancelled),
      kind: .sequence, word: "seq", exit: 130, hasUnderlying: true,
      message: "step 0 failed: cancelled", hint: ""),
  ]

  static let transports: [Row] = [
    (
      TransportError.Kind.dns, TransportError.Phase.resolving, Kind.dns, "dns", Int32(3),
      "check the host"
    ),
    (.connect, .connecting, .connect, "con", 3, "check that the server runs"),
    (.tls, .handshaking, .tls, "tls", 3, "look at the certificate"),
    (.timeout, .waiting, .timeout, "tmo", 3, "the server got the request and is silent"),
    (.timeout, .connecting, .timeout, "tmo", 3, "check the network"),
    (.reset, .receiving, .reset, "rst", 3, "the server or something between"),
    (.empty, .waiting, .empty, "emp", 3, "is it an HTTP server"),
    (.protocol, .receiving, .protocol, "prt", 3, "what came is in the raw view"),
    (.truncated, .receiving, .truncated, "cut", 3, "what arrived is shown"),
    (.decode, .decoding, .decode, "dec", 3, "the bytes as they came are kept"),
    (.redirect, .receiving, .redirect, "rdr", 3, "look at the hops"),
    (.miss, .waiting, .miss, "mis", 3, "record this request first"),
    (.storage, .receiving, .storage, "sto", 5, "choose another place"),
  ].map { kind, phase, outcome, word, exit, hint in
    Row(
      id: "transport \(word) \(phase)", error: transport(kind, phase), kind: outcome, word: word,
      exit: exit, hasUnderlying: true, message: "", hint: hint)
  }

  @Test(
    "every failure has its kind, word, exit code, answer, cause and words",
    arguments: setup + answers + transports)
  func row(_ row: Row) {
    let error = row.error
    #expect(error.kind == row.kind)
    #expect(error.kind.code == row.word)
    #expect(error.exitCode == row.exit)
    #expect((error.response != nil) == row.hasResponse)
    #expect((error.underlying != nil) == row.hasUnderlying)
    if !row.message.isEmpty { #expect(error.message == row.message) }
    #expect(error.hint.hasPrefix(row.hint) && error.hint.isEmpty == row.hint.isEmpty)
    let whole = error.hint.isEmpty ? error.message : "\(error.message) — \(error.hint)"
    #expect("\(error)" == whole)
  }

  @Test("a failed transfer says how long it took and why", arguments: transports)
  func transportMessage(_ row: Row) {
    #expect(row.error.message.contains("after 1.5 s"))
    #expect(row.error.message.contains("why"))
  }

  @Test("a transport error comes before the part of an answer it brings")
  func transportBeforeResponse() {
    var partial = Response.answer("half", status: 200)
    partial.isComplete = false
    let error = NetError.transport(
      TransportError(.truncated, phase: .receiving, response: partial))
    #expect(error.kind == .truncated)
    #expect(error.response?.body == "half")
    let outcome = Classifier.classify(.failure(error), Pipeline(profile: .codeMsgData))
    #expect(outcome.kind == .truncated)
    #expect(outcome.response?.body == "half")
    #expect(outcome.steps.allSatisfy { $0.hasPassed == nil && $0.note == "not reached" })
  }

  /// The words and exit codes as the table of the engine has them.
  static let kinds: [(Kind, String, Int32)] = [
    (.ok, "ok", 0), (.setup, "set", 1), (.dns, "dns", 3), (.connect, "con", 3), (.tls, "tls", 3),
    (.timeout, "tmo", 3), (.reset, "rst", 3), (.empty, "emp", 3), (.protocol, "prt", 3),
    (.truncated, "cut", 3), (.decode, "dec", 3), (.cancelled, "can", 130), (.miss, "mis", 3),
    (.redirect, "rdr", 3), (.limit, "lim", 3), (.client, "cli", 4), (.server, "srv", 4),
    (.status, "sta", 4), (.mapping, "map", 4), (.business, "biz", 4), (.invalidSession, "inv", 4),
    (.expectation, "exp", 4), (.sequence, "seq", 3), (.storage, "sto", 5), (.plugin, "plg", 3),
  ]

  @Test("the one table of kinds is complete, and no two share a word")
  func table() {
    #expect(Self.kinds.map(\.0).count == Kind.allCases.count)
    for (kind, word, exit) in Self.kinds {
      #expect(kind.code == word)
      #expect(kind.exitCode == exit)
    }
    #expect(Set(Kind.allCases.map(\.code)).count == Kind.allCases.count)
    #expect(Set(Kind.allCases.map(\.word)).count == Kind.allCases.count)
    #expect(Kind.allCases.map(\.word.count).max() == Kind.wordWidth)
    #expect(Outcome.Kind.self == Kind.self)
  }

  @Test("a parameter that cannot be encoded is named by its path")
  func parameter() async {
    let target = TestTarget(
      method: .post,
      task: .requestParameters(
        ["page": ["size": .number(.infinity)]], encoding: .json))
    let result = await Provider().request(target, stub: .immediate).result
    #expect(result.label == "parameterEncoding")
    #expect(
      result.thrown?.message
        == "the parameter 'page.size' cannot be encoded: inf has no JSON form")
  }

  @Test("an error of ours that a closure throws stays what it is")
  func wrapping() async {
    let thrown: [(any Error & Sendable, String)] = [
      (NetError.cancelled, "cancelled"), (CancellationError(), "cancelled"),
      (TransportError(.cancelled), "cancelled"), (TransportError(.dns), "transport(dns)"),
      (SetupProblem(.url, .noHost(at: 7), text: "x"), "requestMapping"),
      (LimitExceeded(.jsonDepth, allowed: 1), "limit(jsonDepth)"), (Own(), "underlying"),
    ]
    for (error, label) in thrown {
      let result = await Provider().request(TestTarget(), stub: .immediate)
        .map { _ -> Int in throw error }.result
      #expect(result.label == label)
    }
    let kept = await Provider().request(TestTarget(), stub: .immediate)
      .map { _ -> Int in throw Own() }.result
    #expect(kept.thrown?.response?.statusCode == 200)
  }
}
