import NetEngine
import TestSupport
import Testing

/// The hooks in their order: per try, and once at the end.
@Suite(.timeLimit(.minutes(10))) struct HookOrderTests {
  let record = Record<String>()
  let clock = ManualClock()

  func provider(_ transport: ScriptedTransport, retries: [Bool] = []) -> Provider {
    let decider = TestPlugin(
      name: "Decider",
      onRetry: { _, _, attempt in
        attempt.number < retries.count && retries[attempt.number] ? .retry(after: .zero) : .stop
      })
    return Provider(transport: transport) { [record, clock] in
      $0.clock = clock
      $0.plugins = [
        TestPlugin.recording("A", into: record), decider, TestPlugin.recording("B", into: record),
      ]
    }
  }

  @Test("one try: every hook in array order, results after validation")
  func oneTry() async {
    let target = TestTarget(validationType: .successCodes)
    _ = await provider(ScriptedTransport(.status(404))).request(target).result
    #expect(
      record.all == [
        "A.prepare#0", "B.prepare#0", "A.willSend#0", "B.willSend#0", "A.didReceive#0 client",
        "B.didReceive#0 client", "A.retry#0", "B.retry#0", "A.process#0 client",
        "B.process#0 client",
      ])
  }

  @Test("hooks are paired on every retry, process comes once")
  func retries() async {
    let transport = ScriptedTransport(.failure(.reset), .status(503), .status(200))
    _ = await provider(transport, retries: [true, true]).request(TestTarget()).result
    #expect(
      record.all == [
        "A.prepare#0", "B.prepare#0", "A.willSend#0", "B.willSend#0",
        "A.didReceive#0 reset", "B.didReceive#0 reset", "A.retry#0",
        "A.prepare#1", "B.prepare#1", "A.willSend#1", "B.willSend#1",
        "A.didReceive#1 503", "B.didReceive#1 503", "A.retry#1",
        "A.prepare#2", "B.prepare#2", "A.willSend#2", "B.willSend#2",
        "A.didReceive#2 200", "B.didReceive#2 200", "A.retry#2", "B.retry#2",
        "A.process#2 200", "B.process#2 200",
      ])
    #expect(transport.requests.count == 3)
  }

  @Test("a retry is prepared afresh: what one try added is not in the next")
  func freshRequests() async {
    let transport = ScriptedTransport(.status(503), .status(200))
    var provider = provider(transport, retries: [true])
    provider.plugins.append(
      TestPlugin(onPrepare: { request, attempt in
        var request = request
        request.headers.append(HeaderField("X-Try", "\(attempt.number)"))
        return request
      }))
    _ = await provider.request(TestTarget()).result
    #expect(transport.requests.all.map { $0.headers.values("X-Try") } == [["0"], ["1"]])
  }

  @Test("a request that cannot be built is only processed")
  func failedBuild() async {
    let transport = ScriptedTransport()
    _ = await provider(transport).request(TestTarget(baseURL: "nowhere")).result
    #expect(record.all == ["A.process#0 setup", "B.process#0 setup"])
    #expect(transport.requests.count == 0)
  }

  @Test("a second try that cannot be built is only processed")
  func failedRebuild() async {
    let transport = ScriptedTransport(.status(503))
    var provider = provider(transport, retries: [true])
    provider.plugins[0] = TestPlugin.recording("A", into: record, failingAtTry: 1)
    let error = await provider.request(TestTarget()).result.error
    #expect(error?.kind == .plugin)
    #expect(
      record.all == [
        "A.prepare#0", "B.prepare#0", "A.willSend#0", "B.willSend#0", "A.didReceive#0 503",
        "B.didReceive#0 503", "A.retry#0", "A.prepare#1", "A.process#1 plugin",
        "B.process#1 plugin",
      ])
  }

  @Test("cancelled while it waits for the next try: that try never begins")
  func cancelledBetween() async {
    let transport = ScriptedTransport(.status(503))
    var provider = provider(transport)
    provider.plugins.append(TestPlugin(onRetry: { _, _, _ in .retry(after: .seconds(1)) }))
    let call = provider.request(TestTarget()).start()
    await clock.waitForSleeps(1)
    call.cancel()
    #expect(await call.result.error?.isCancelled == true)
    #expect(
      record.all.suffix(4) == [
        "A.retry#0", "B.retry#0", "A.process#0 cancelled", "B.process#0 cancelled",
      ])
    #expect(transport.requests.count == 1)
  }

  @Test("the attempt tells runs apart and keeps the target")
  func attempts() async {
    let attempts = Record<Attempt>()
    var plugin = TestPlugin()
    plugin.onWillSend = { _, attempt in attempts.append(attempt) }
    plugin.onRetry = { _, _, attempt in attempt.number == 0 ? .retry(after: .zero) : .stop }
    let provider = Provider(transport: ScriptedTransport()) { $0.plugins = [plugin] }
    let call = provider.request(GitHub.user("ada"))
    _ = await call.result
    _ = await call.result
    let all = attempts.all
    #expect(all.map(\.number) == [0, 1, 0, 1])
    #expect(all.map { $0.target.target as? GitHub } == [GitHub](repeating: .user("ada"), count: 4))
    #expect(all[0].run == all[1].run)
    #expect(all[2].run == all[3].run)
    #expect(all[0].run != all[2].run)
  }

  @Test("a plugin without hooks changes nothing and is called by its type's name")
  func bare() async throws {
    struct Bare: Plugin {}
    let transport = ScriptedTransport(.status(503))
    let provider = Provider(transport: transport) { $0.plugins = [Bare()] }
    #expect(try await provider.request(TestTarget()).value.statusCode == 503)
    #expect(transport.requests.count == 1)
    #expect(Bare().name == "Bare")
  }
}
