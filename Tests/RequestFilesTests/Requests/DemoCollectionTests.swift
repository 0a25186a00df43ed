import CurlTransport
import DemoServer
import NetEngine
import RequestFiles
import TestSupport
import Testing

/// A request that was fired, as filters see it.
private struct Fired: FilterSubject {
  let target: RequestFileTarget
  let outcome: Outcome

  var filterMethod: String { target.method.rawValue }
  var filterURL: String { target.baseURL }
  var filterName: String { target.name }
  var filterKind: Kind? { outcome.kind }
  var filterStatus: Int? { outcome.response?.statusCode }
  var filterRequestHeaders: [String] {
    outcome.response?.request.headers.map { "\($0.name): \($0.value)" } ?? []
  }
  var filterResponseHeaders: [String] {
    outcome.response?.headers.map { "\($0.name): \($0.value)" } ?? []
  }
  var filterRequestBody: Body? { nil }
  var filterResponseBody: Body? { outcome.response?.body }
  var filterEnvelope: (code: String?, message: String?)? {
    outcome.envelope.map { ($0.code, $0.message) }
  }
  var filterDocument: JSON? {
    outcome.document?.json ?? outcome.response.flatMap { try? JSON(parsing: $0.body.bytes) }
  }
  var filterTime: Int? { outcome.response?.totalTime }
  var filterAge: Int? { 0 }
  var filterHops: Int? { outcome.response?.hops.count }
  var filterIsMarked: Bool { false }
  var filterIsReplay: Bool { false }
  var filterIsAltered: Bool { false }
  var filterNote: String { "" }
}

@Suite("The demo collection")
struct DemoCollectionTests {
  private static let folder = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    return parts.joined(separator: "/") + "/requests"
  }()

  @Test("is read without a problem, scripts included")
  func reading() throws {
    let collection = try RequestCollection(path: Self.folder)
    #expect(
      collection.problems.map(\.message) == [])
    #expect(collection.entries.flatMap(\.request.problems).map(\.description) == [])
    #expect(
      collection.files.map(\.name) == ["answers.http", "bodies.http", "login.http", "users.http"])
    #expect(collection.environments == ["demo", "ipv6"])
    #expect(collection.entries.count == 24)
  }

  @Test("answers from its samples without a server")
  func samples() async throws {
    let collection = try RequestCollection(path: Self.folder)
    var context = RequestContext()
    context.environment = "demo"
    context.readsSamples = true
    let provider = Provider(transport: ScriptedTransport.silent) { $0.stub = .immediate }
    for name in ["login", "user"] {
      let entry = try #require(try collection.entries(named: name).first)
      let target = try collection.target(entry, in: context)
      let outcome = Classifier.classify(
        await provider.request(target).result, target.pipeline())
      #expect(outcome.kind == .ok)
    }
  }

  @Test("does against the demo server what each request expects")
  func firing() async throws {
    let server = try DemoServer()
    defer { server.stop() }
    let collection = try RequestCollection(path: Self.folder)
    let exchanges = Lock<[Int: EarlierExchange]>([:])
    var context = RequestContext()
    context.environment = "demo"
    context.set = ["baseUrl": server.baseURL]
    context.earlier = { entry in exchanges.withLock { $0[entry.id] } }
    for entry in try collection.order(collection.entries) {
      let target = try collection.target(entry, in: context)
      let result = await Provider().request(target).result
      let fired = Fired(
        target: target, outcome: Classifier.classify(result, target.pipeline()))
      let check = ExpectationCheck(Expectations(target.expectations), of: fired, fired.outcome)
      let unmet = check.answers.filter { !$0.holds }.map(\.text)
      #expect(unmet == [], "\(entry.request.listName): \(fired.outcome.kind)")
      if target.expectations.isEmpty { #expect(fired.outcome.kind == .ok) }
      if let response = fired.outcome.response {
        exchanges.withLock { $0[entry.id] = EarlierExchange(response) }
      }
    }
    #expect(exchanges.withLock(\.count) == collection.entries.count)
  }
}
