import DemoServer
import NetEngine
import NetRecordings
import TestServer
import TestSupport
import Testing

@Suite("Live replay")
struct LiveReplayTests {
  private static let paths =
    TestRoute.everything
    .filter { $0.method == "GET" && [.users, .envelopes, .json, .text].contains($0.group) }
    .map(\.sample).filter { !["/json/1", "/json/bytes/5000"].contains($0) }

  /// Fires what the demo answers well, and keeps it as a recording.
  private func record(_ server: DemoServer) async throws -> [Exchange] {
    var exchanges: [Exchange] = []
    for (place, path) in Self.paths.enumerated() {
      let result = await Demo.transport.fire(server.baseURL + path)
      let request = try #require(result.arrived?.request)
      exchanges.append(
        Exchange(
          sequence: place + 1, name: path, startedAt: place, request: request, result: result))
    }
    return exchanges
  }

  private func options(_ change: (inout LiveReplay.Options) -> Void = { _ in })
    -> LiveReplay.Options
  {
    var options = LiveReplay.Options()
    options.comparison = Comparison(pipeline: Pipeline(profile: EnvelopeProfile.codeMsgData))
    change(&options)
    return options
  }

  @Test("the same server again: all the same, or noise")
  func unchanged() async throws {
    let server = try DemoServer.withBroken()
    let exchanges = try await record(server)
    #expect(exchanges.count > 40)
    let seen = Record<Int>()
    let replay = try LiveReplay(
      exchanges, transport: Demo.transport, options: options { $0.parallel = 4 })
    let rows = await replay.run { seen.append($0.recorded.sequence) }
    #expect(rows.map(\.recorded.sequence) == exchanges.map(\.sequence))
    #expect(Set(seen.all) == Set(exchanges.map(\.sequence)))
    for row in rows {
      #expect(!row.change.isChange, "\(row.recorded.name): \(row.change)")
      #expect([.same, .noise].contains(row.change.kind))
    }
  }

  private static let changes: [(path: String, reply: Reply, kind: Change.Kind, places: [String])] =
    [
      (
        "/envelopes/success",
        .json(#"{"success":true,"message":"2 items","data":{"items":["a","c"]}}"#),
        .body(.value), ["/data/items/1 value \"b\" → \"c\""]
      ),
      (
        "/envelopes/null-data",
        .json(#"{"status":"ok","msg":"nothing to tell","data":null}"#, status: 404), .status,
        ["status value 200 → 404"]
      ),
      (
        "/envelopes/numeric/zero", .json(#"{"code":9,"msg":"","data":{"id":1}}"#), .envelope,
        ["/code value 0 → 9"]
      ),
      (
        "/json/array", .json(#"[{"id":3},{"id":1},{"id":2}]"#), .body(.reordered),
        [" reordered [0,1,2] → [2,0,1]"]
      ),
    ]

  @Test("a server that has changed: exactly these changes at exactly these places")
  func changed() async throws {
    let exchanges = try await record(try DemoServer.withBroken())
    var configuration = DemoServer.Configuration()
    configuration.routes = TestRoute.everything.map(\.route).map { route in
      guard let row = Self.changes.first(where: { $0.path == route.path }), route.method == "GET"
      else { return route }
      return Route("GET", row.path, "changed", route.group, "Changed.") { _ in row.reply }
    }
    let other = try DemoServer(configuration: configuration)
    let replay = try LiveReplay(
      exchanges, transport: Demo.transport, options: options { $0.baseURL = other.baseURL })
    for row in await replay.run() {
      let expected = Self.changes.first { $0.path == row.recorded.name }
      guard let expected else {
        #expect(!row.change.isChange, "\(row.recorded.name): \(row.change)")
        continue
      }
      #expect(row.change.kind == expected.kind, "\(row.recorded.name)")
      let places = row.change.differences.filter { !$0.isNoise }.map {
        "\($0.place.text) \($0.kind) \($0.from ?? "") → \($0.to ?? "")"
      }
      #expect(places == expected.places)
    }
  }

  @Test("a redirect is followed with the cookies it sets, where a store did so before")
  func cookies() async throws {
    let server = try DemoServer.withBroken()
    let target = TestTarget(baseURL: server.baseURL + "/redirect/cookie")
    for store in [nil, CookieStore()] {
      let provider = Provider(transport: Demo.transport) { $0.cookies = store }
      let result = await provider.request(target).result
      let request = try #require(result.arrived?.request)
      let exchange = Exchange(
        sequence: 1, name: "", startedAt: 1, request: request, result: result)
      let stored = try Session.read(HARWriter().document([exchange])).exchange(at: 0)
      let row = try #require(
        await LiveReplay([stored], transport: Demo.transport, options: options()).run().first)
      let body = try #require(try row.answered?.get().body.text)
      #expect(body.contains("way=known") == (store != nil))
      #expect(!row.change.isChange, "\(row.change)")
    }
  }

  @Test("redirects that failed at a limit fail again: the same, also at another limit")
  func endlessRedirects() async throws {
    let server = try DemoServer.withBroken()
    func limits(_ count: Int) -> Limits {
      var limits = Limits()
      limits.redirects = count
      return limits
    }
    for (recorded, now) in [(5, 5), (5, 7), (7, 5)] {
      let url = server.baseURL + "/broken/redirect/loop"
      let request = HTTPRequest(url: url)
      let result = await Demo.transport.fire(url) { $0.limits = limits(recorded) }
      let exchange = Exchange(
        sequence: 1, name: "", startedAt: 1, request: request, result: result)
      let stored = try Session.read(HARWriter().document([exchange])).exchange(at: 0)
      let replay = try LiveReplay(
        [stored], transport: Demo.transport, options: options { $0.limits = limits(now) })
      let row = try #require(await replay.run().first)
      #expect(row.change.kind == .same, "\(row.change)")
      #expect(row.answered?.failure?.message.contains("more than \(now) redirects") == true)
    }
  }

  @Test("a server that is gone: everything failed, and says how")
  func gone() async throws {
    let server = try DemoServer.withBroken()
    let exchanges = Array(try await record(server).prefix(2))
    server.stop()
    let rows = await (try LiveReplay(exchanges, transport: Demo.transport)).run()
    #expect(rows.map(\.change.kind) == [.failed, .failed])
  }

  @Test("a redirect to a host that is none of the session's ends there, nothing is sent to it")
  func foreignRedirect() async throws {
    let server = try DemoServer.withBroken()
    let path = "/redirect/to?to=\(server.otherOriginURL)/users"
    let request = HTTPRequest(url: server.baseURL + path)
    let exchange = Exchange(
      sequence: 1, name: "", startedAt: 0, request: request,
      result: .success(Response(statusCode: 200, request: request)))
    let rows = await (try LiveReplay([exchange], transport: Demo.transport)).run()
    let change = try #require(rows.first?.change)
    #expect(change.kind == .failed)
    #expect(change.differences.first?.to?.contains("which is no host of this replay") == true)
    #expect(server.log.count == 1)
  }

  @Test("a redirect within the session's hosts is followed, hop by hop")
  func ownRedirect() async throws {
    let server = try DemoServer.withBroken()
    let recorded = await Demo.transport.fire(server.baseURL + "/redirect/2")
    let request = try #require(recorded.response?.request)
    let exchange = Exchange(
      sequence: 1, name: "", startedAt: 0, request: request, result: recorded)
    let rows = await (try LiveReplay([exchange], transport: Demo.transport)).run()
    #expect(rows.first?.change.isChange == false)
    #expect(try rows.first?.answered?.get().hops.count == recorded.response?.hops.count)
  }
}
