import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// Equal requests that run at the same time share one transfer.
@Suite(.timeLimit(.minutes(10))) struct InflightTests {
  /// Answers each request once its gate is open, cancelled ones at once.
  struct Held {
    let gate = Gate()
    /// Those that have come, and those that were ended.
    let asked = Record<Int>()
    let cancelled = Record<Int>()
    let transport: ScriptedTransport

    init(_ answer: ScriptedTransport.Answer = .status(200, body: "shared")) {
      transport = ScriptedTransport { [gate, asked, cancelled] request, transfer, number in
        asked.append(number)
        transfer.report?(Progress(phase: .receiving, completed: 1, total: 4))
        await gate.wait()
        if Task.isCancelled {
          cancelled.append(number)
          return .failure(TransportError(.cancelled, phase: .waiting))
        }
        return answer.result(request)
      }
    }
  }

  func provider(_ transport: some Transport) -> Provider {
    Provider(transport: transport) { $0.sharesInflight = true }
  }

  /// Starts calls and waits until each of them has joined a transfer.
  func start(
    _ count: Int, of target: TestTarget = TestTarget(), _ provider: Provider
  ) async -> [RunningCall<Response>] {
    let before = provider.waitersInFlight
    let calls = (0..<count).map { _ in provider.request(target).start() }
    await provider.waitForWaiters(before + count)
    return calls
  }

  @Test("in flight 0, 1, 0: one transfer, the same response for all")
  func sharing() async throws {
    let held = Held()
    let provider = provider(held.transport)
    #expect(provider.inflightRequests.count == 0)
    let calls = await start(5, provider)
    #expect(provider.inflightRequests.count == 1)
    held.gate.open()
    var responses: [Response] = []
    for call in calls { responses.append(try await call.value) }
    #expect(responses.allSatisfy { $0 == responses[0] })
    #expect(responses[0].body == "shared")
    #expect(held.transport.requests.count == 1)
    #expect(provider.inflightRequests.count == 0)
    _ = try await provider.request(TestTarget()).value
    #expect(held.transport.requests.count == 2, "what is over is not shared any more")
  }

  @Test("sharing through the cold face: a call asked twice is one transfer")
  func coldFace() async throws {
    let held = Held()
    let provider = provider(held.transport)
    let call = provider.request(TestTarget())
    async let first = call.value
    async let second = call.value
    await provider.waitForWaiters(2)
    held.gate.open()
    let pair = try await (first, second)
    #expect(pair.0 == pair.1)
    #expect(held.transport.requests.count == 1)
  }

  @Test("one waiter's cancel is harmless to the others")
  func oneLeaves() async throws {
    let held = Held()
    let calls = await start(3, provider(held.transport))
    for leaving in [0, 1] {
      calls[leaving].cancel()
      calls[leaving].cancel()
      #expect(await calls[leaving].result.word == "cancelled")
    }
    #expect(held.cancelled.count == 0)
    held.gate.open()
    #expect(try await calls[2].value.body == "shared")
    #expect(held.transport.requests.count == 1)
  }

  @Test("the last waiter's cancel ends the transfer, and the next call starts afresh")
  func allLeave() async throws {
    let held = Held()
    let provider = provider(held.transport)
    let calls = await start(2, provider)
    // What is ended before it was sent never comes here.
    await held.asked.wait(for: 1)
    for call in calls { call.cancel() }
    for call in calls { #expect(await call.result.word == "cancelled") }
    await held.cancelled.wait(for: 1)
    #expect(provider.inflightRequests.count == 0)
    held.gate.open()
    #expect(try await provider.request(TestTarget()).value.body == "shared")
    #expect(held.transport.requests.count == 2)
  }

  @Test("a failed build clears sharing and every waiter hears of it")
  func failedBuild() async throws {
    let gate = Gate()
    let fails = Lock(true)
    var provider = provider(ScriptedTransport())
    provider.plugins = [
      TestPlugin(onPrepare: { request, _ in
        await gate.wait()
        if fails.withLock({ $0 }) { throw TestPlugin.Refused() }
        return request
      })
    ]
    let calls = await start(2, provider)
    gate.open()
    for call in calls { #expect(await call.result.word == "plugin") }
    #expect(provider.inflightRequests.count == 0)
    fails.withLock { $0 = false }
    #expect(try await provider.request(TestTarget()).value.statusCode == 200)
  }

  @Test("an endpoint that cannot be built is never in flight")
  func unbuildable() async {
    let provider = provider(ScriptedTransport())
    let target = TestTarget(baseURL: "nowhere")
    #expect(await provider.request(target).result.word == "setup")
    #expect(provider.inflightRequests.count == 0)
  }

  @Test("a failure is everybody's")
  func sharedFailure() async {
    let held = Held(.failure(.reset))
    let calls = await start(3, provider(held.transport))
    held.gate.open()
    for call in calls { #expect(await call.result.word == "reset") }
    #expect(held.transport.requests.count == 1)
  }

  @Test("every waiter gets the progress, and the end exactly once")
  func progress() async throws {
    let steps = [Record<Progress>(), Record<Progress>()]
    let entered = Gate()
    let (first, last) = (Gate(), Gate())
    let transport = ScriptedTransport { request, transfer, _ in
      entered.open()
      await first.wait()
      transfer.report?(Progress(phase: .receiving, completed: 1, total: 2))
      await last.wait()
      return .success(.ok(request, "ab"))
    }
    let provider = provider(transport)
    let calls = steps.map { record in
      provider.request(TestTarget()).start { record.append($0) }
    }
    await provider.waitForWaiters(2)
    await entered.wait()
    first.open()
    last.open()
    for call in calls { _ = try await call.value }
    for record in steps {
      let all = record.all
      #expect(all.filter { $0.phase == .receiving }.map(\.fraction) == [0.5])
      #expect(all.filter { $0.response != nil }.count == 1)
      #expect(all.last?.response?.body == "ab")
    }
  }

  static let unequal: [(id: String, one: TestTarget, other: TestTarget)] = [
    ("URL", TestTarget(path: "/a"), TestTarget(path: "/b")),
    ("method", TestTarget(), TestTarget(method: .post)),
    ("header", TestTarget(), TestTarget(headers: ["A": "1"])),
    (
      "body", TestTarget(method: .post, task: .requestData("a")),
      TestTarget(method: .post, task: .requestData("b"))
    ),
    ("timeout", TestTarget(timeout: .seconds(1)), TestTarget(timeout: .seconds(2))),
    (
      "destination", TestTarget(task: .downloadDestination(.init(path: "/a"))),
      TestTarget(task: .downloadDestination(.init(path: "/b")))
    ),
    (
      "destination or none", TestTarget(task: .downloadDestination(.init(path: "/a"))), TestTarget()
    ),
    ("credentials", TestTarget(authorizationType: .bearer), TestTarget()),
    (
      "envelope", TestTarget(envelope: EnvelopeProfile(name: "e", statusCodeKey: "code")),
      TestTarget()
    ),
    ("no envelope", TestTarget(readsNoEnvelope: true), TestTarget()),
    ("validation", TestTarget(validationType: .successCodes), TestTarget()),
  ]

  @Test("what differs in anything that matters is not shared", arguments: unequal.indices)
  func notShared(index: Int) async {
    let (id, one, other) = Self.unequal[index]
    let held = Held()
    let provider = provider(held.transport)
    let calls = await start(1, of: one, provider) + start(1, of: other, provider)
    #expect(provider.inflightRequests.count == 2, "\(id)")
    for call in calls { call.cancel() }
    for call in calls { _ = await call.result }
  }

  @Test("a stubbed call never shares with a live one")
  func stubs() async throws {
    let held = Held()
    let provider = provider(held.transport)
    let target = TestTarget(sampleData: "sample")
    let live = await start(1, of: target, provider)[0]
    #expect(try await provider.request(target, stub: .immediate).value.body == "sample")
    held.gate.open()
    #expect(try await live.value.body == "shared")
  }

  @Test("a copy with other plugins never shares: its answers may be another user's")
  func copies() async throws {
    let held = Held()
    let provider = provider(held.transport)
    var other = provider
    other.plugins = [TestPlugin.setting("Authorization", "Bearer other")]
    let calls = await start(1, provider) + start(1, other)
    await held.transport.requests.wait(for: 2)
    held.gate.open()
    let tokens = try await [calls[0].value, calls[1].value].map {
      $0.request.headers["Authorization"]
    }
    #expect(tokens == [nil, "Bearer other"])
  }

  @Test("equal requests for two users are two transfers")
  func users() async throws {
    let held = Held()
    var provider = provider(held.transport)
    let users = Lock(["ada", "bob", "bob"])
    let current = Lock("ada")
    provider.plugins = [AccessTokenPlugin { _ in current.withLock { $0 } }]
    let target = TestTarget(authorizationType: .bearer)
    var calls: [RunningCall<Response>] = []
    for user in users.withLock(\.self) {
      current.withLock { $0 = user }
      calls += await start(1, of: target, provider)
    }
    #expect(provider.inflightRequests.count == 2)
    held.gate.open()
    for call in calls { #expect(await call.result.word == "200") }
  }

  @Test("nothing is shared unless it is asked for")
  func off() async throws {
    let held = Held()
    var provider = provider(held.transport)
    provider.sharesInflight = false
    let calls = (0..<2).map { _ in provider.request(TestTarget()).start() }
    await held.transport.requests.wait(for: 2)
    held.gate.open()
    for call in calls { _ = try await call.value }
  }

  @Test("the server sees one request, and its connection go with the last waiter")
  func live() async throws {
    let server = try DemoServer()
    let provider = provider(LibcurlTransport(environment: [:]))
    let target = TestTarget(baseURL: server.baseURL, path: "/delay/60000")
    let calls = await start(3, of: target, provider)
    #expect(await server.wait { $0.requests == 1 })
    calls[0].cancel()
    calls[1].cancel()
    _ = await (calls[0].result, calls[1].result)
    #expect(server.counters.abandoned == 0)
    calls[2].cancel()
    #expect(await calls[2].result.word == "cancelled")
    #expect(await server.wait { $0.abandoned == 1 })
    #expect(server.requestCount == 1)
  }
}

extension Provider {
  /// Returns once so many calls have joined transfers, or the task is cancelled.
  fileprivate func waitForWaiters(_ count: Int) async {
    while waitersInFlight < count, !Task.isCancelled { await Task.yield() }
  }
}
