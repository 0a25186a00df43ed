import NetEngine
import TestSupport
import Testing

/// One refresh, however many calls were refused; no loop; a failing refresh lets refusals stand.
@Suite(.timeLimit(.minutes(10))) struct TokenRefreshPluginTests {
  /// A backend that knows one token, and a store that holds one.
  final class Backend: Sendable {
    let valid = Lock("new")
    let stored = Lock("old")
    let refreshes = Record<Void>()
    let refreshing = Gate()
    let mayFinish = Gate()
    let refreshFails: Bool

    init(refreshFails: Bool = false, isHeld: Bool = false) {
      self.refreshFails = refreshFails
      if !isHeld { mayFinish.open() }
    }

    var transport: ScriptedTransport {
      ScriptedTransport { [valid] request, _, _ in
        let isRight = request.headers["Authorization"] == "Bearer " + valid.withLock { $0 }
        return .success(Response(statusCode: isRight ? 200 : 401, request: request))
      }
    }

    var plugins: [any Plugin] {
      let refresh = TokenRefreshPlugin { [self] in
        refreshes.append(())
        refreshing.open()
        await mayFinish.wait()
        if refreshFails { throw TestPlugin.Refused() }
        stored.withLock { $0 = "new" }
      }
      return [refresh, AccessTokenPlugin { [stored] _ in stored.withLock { $0 } }]
    }
  }

  static let target = TestTarget(validationType: .successCodes, authorizationType: .bearer)

  func provider(_ backend: Backend) -> Provider {
    Provider(transport: backend.transport) { $0.plugins = backend.plugins }
  }

  @Test("a refused call is sent again with the new token")
  func one() async throws {
    let backend = Backend()
    let transport = backend.transport
    let provider = Provider(transport: transport) { $0.plugins = backend.plugins }
    #expect(try await provider.request(Self.target).value.statusCode == 200)
    #expect(
      transport.requests.all.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
    #expect(try await provider.request(Self.target).value.statusCode == 200)
    #expect(backend.refreshes.count == 1)
  }

  @Test("a hundred calls refused at the same time make one refresh")
  func many() async {
    let backend = Backend()
    let sent = Record<Void>()
    let transport = ScriptedTransport { request, _, _ in
      let isNew = request.headers["Authorization"] == "Bearer new"
      // Nobody is refused before everybody has been sent with the old token.
      if !isNew {
        sent.append(())
        await sent.wait(for: 100)
      }
      return .success(Response(statusCode: isNew ? 200 : 401, request: request))
    }
    let provider = Provider(transport: transport) { $0.plugins = backend.plugins }
    let calls = (0..<100).map { _ in provider.request(Self.target).start() }
    for call in calls { #expect(await call.result.word == "200") }
    #expect(backend.refreshes.count == 1)
    #expect(transport.requests.count == 200)
  }

  @Test("a refusal that arrives after the refresh needs no second one")
  func lateRefusal() async {
    let backend = Backend()
    let late = Gate()
    let transport = ScriptedTransport { request, _, number in
      if number == 0 { await late.wait() }
      let isNew = request.headers["Authorization"] == "Bearer new"
      return .success(Response(statusCode: isNew ? 200 : 401, request: request))
    }
    let provider = Provider(transport: transport) { $0.plugins = backend.plugins }
    let first = provider.request(Self.target).start()
    await transport.requests.wait(for: 1)
    #expect(await provider.request(Self.target).result.word == "200")
    late.open()
    #expect(await first.result.word == "200")
    #expect(backend.refreshes.count == 1)
  }

  @Test("a second refusal stands: there is no loop")
  func secondRefusal() async {
    let backend = Backend()
    backend.valid.withLock { $0 = "unreachable" }
    let transport = backend.transport
    let provider = Provider(transport: transport) { $0.plugins = backend.plugins }
    let error = await provider.request(Self.target).result.error
    #expect(error?.response?.statusCode == 401)
    #expect(transport.requests.count == 2)
    #expect(backend.refreshes.count == 1)
    _ = await provider.request(Self.target).result
    #expect(backend.refreshes.count == 2, "another call may try again")
  }

  @Test("a failing refresh lets every refusal stand")
  func failingRefresh() async {
    let backend = Backend(refreshFails: true, isHeld: true)
    let provider = provider(backend)
    let calls = (0..<10).map { _ in provider.request(Self.target).start() }
    await backend.refreshing.wait()
    backend.mayFinish.open()
    for call in calls { #expect(await call.result.error?.response?.statusCode == 401) }
  }

  @Test("refusals that come in after a failed refresh make no second one")
  func lateRefusalsAfterAFailure() async {
    let backend = Backend(refreshFails: true)
    let sent = Record<Void>()
    let later = Gate()
    let transport = ScriptedTransport { request, _, number in
      sent.append(())
      await sent.wait(for: 10)
      if number > 0 { await later.wait() }
      return .success(Response(statusCode: 401, request: request))
    }
    let provider = Provider(transport: transport) { $0.plugins = backend.plugins }
    let first = provider.request(Self.target).start()
    await transport.requests.wait(for: 1)
    let others = (1..<10).map { _ in provider.request(Self.target).start() }
    #expect(await first.result.error?.response?.statusCode == 401)
    later.open()
    for call in others { #expect(await call.result.error?.response?.statusCode == 401) }
    #expect(backend.refreshes.count == 1)
    #expect(transport.requests.count == 10)
  }

  @Test("a call that starts after a refresh that failed refreshes anew")
  func afterAFailure() async {
    let stored = Lock("old")
    let refreshes = Record<Void>()
    let refresh = TokenRefreshPlugin {
      refreshes.append(())
      if refreshes.count == 1 { throw TestPlugin.Refused() }
      stored.withLock { $0 = "new" }
    }
    let transport = ScriptedTransport { request, _, _ in
      let isNew = request.headers["Authorization"] == "Bearer new"
      return .success(Response(statusCode: isNew ? 200 : 401, request: request))
    }
    let provider = Provider(transport: transport) {
      $0.plugins = [refresh, AccessTokenPlugin { _ in stored.withLock { $0 } }]
    }
    #expect(await provider.request(Self.target).result.error?.response?.statusCode == 401)
    #expect(await provider.request(Self.target).result.word == "200")
    #expect(refreshes.count == 2)
  }

  @Test("a call that waited for a refresh that failed asks for no other one")
  func waitedForAFailure() async {
    let backend = Backend(refreshFails: true, isHeld: true)
    let provider = provider(backend)
    let refused = provider.request(Self.target).start()
    await backend.refreshing.wait()
    let waiting = provider.request(Self.target).start()
    let plugin = provider.plugins.compactMap { $0 as? TokenRefreshPlugin }.first
    while plugin?.waiting != 2, !Task.isCancelled { await Task.yield() }
    backend.mayFinish.open()
    #expect(await refused.result.error?.response?.statusCode == 401)
    #expect(await waiting.result.error?.response?.statusCode == 401)
    #expect(backend.refreshes.count == 1)
  }

  @Test(
    "a refresh may send through the provider it belongs to, even what was refused, even shared",
    arguments: ["/token", ""], [false, true])
  func ownProvider(path: String, isShared: Bool) async throws {
    let provider = Lock<Provider?>(nil)
    let stored = Lock("old")
    let inner = Record<String>()
    let refresh = TokenRefreshPlugin {
      let target = TestTarget(path: path, authorizationType: .bearer)
      if let call = provider.withLock(\.self)?.request(target) {
        inner.append(await call.result.word)
      }
      stored.withLock { $0 = "new" }
    }
    let transport = ScriptedTransport { request, _, _ in
      let isNew = request.headers["Authorization"] == "Bearer new"
      return .success(Response(statusCode: isNew ? 200 : 401, request: request))
    }
    let made = Provider(transport: transport) {
      $0.sharesInflight = isShared
      $0.plugins = [refresh, AccessTokenPlugin { _ in stored.withLock { $0 } }]
    }
    provider.withLock { $0 = made }
    let target = TestTarget(authorizationType: .bearer)
    #expect(await made.request(target).result.word == "200")
    #expect(inner.all == ["401"])
  }

  @Test("calls that start during a refresh wait for its token")
  func startedDuring() async {
    let backend = Backend(isHeld: true)
    let transport = backend.transport
    let provider = Provider(transport: transport) { $0.plugins = backend.plugins }
    let refused = provider.request(Self.target).start()
    await backend.refreshing.wait()
    let later = provider.request(Self.target).start()
    let other = TestTarget()
    #expect(await provider.request(other).result.word == "401", "no token needed, no waiting")
    backend.mayFinish.open()
    #expect(await later.result.word == "200")
    #expect(await refused.result.word == "200")
    let tokens = transport.requests.all.map { $0.headers["Authorization"] }
    #expect(
      tokens.filter { $0 == "Bearer old" }.count == 1, "the later call never used the old one")
  }

  @Test("a call cancelled while it waits for a refresh is answered at once, the refresh goes on")
  func cancelledDuring() async {
    let backend = Backend(isHeld: true)
    let provider = provider(backend)
    let refused = provider.request(Self.target).start()
    await backend.refreshing.wait()
    let waiting = provider.request(Self.target).start()
    for call in [refused, waiting] {
      call.cancel()
      #expect(await call.result.word == "cancelled")
    }
    backend.mayFinish.open()
    #expect(await provider.request(Self.target).result.word == "200")
    #expect(backend.refreshes.count == 1)
  }

  @Test("what counts as refused is the caller's choice; the usual sign is 401")
  func isRefused() async {
    let request = HTTPRequest(url: "https://a.test/")
    for code in [200, 400, 401, 403] {
      let response = Response(statusCode: code, request: request)
      #expect(TokenRefreshPlugin.is401(.success(response)) == (code == 401))
      #expect(TokenRefreshPlugin.is401(.failure(.statusCode(response))) == (code == 401))
    }
    #expect(!TokenRefreshPlugin.is401(.failure(.cancelled)))
    let refreshes = Record<Void>()
    let transport = ScriptedTransport(.status(419), .status(200))
    let provider = Provider(transport: transport) {
      $0.plugins = [
        TokenRefreshPlugin(isRefused: { $0.response?.statusCode == 419 }) { refreshes.append(()) }
      ]
    }
    let target = TestTarget(authorizationType: .bearer)
    #expect(await provider.request(target).result.word == "200")
    #expect(refreshes.count == 1)
  }
}
