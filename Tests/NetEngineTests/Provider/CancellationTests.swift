import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// Cancelling is answered at every stage, once, as cancelled, and as often as one likes.
@Suite(.timeLimit(.minutes(10))) struct CancellationTests {
  let record = Record<String>()

  func provider(_ transport: some Transport, _ plugins: any Plugin...) -> Provider {
    Provider(transport: transport) { [record] in
      $0.plugins = plugins + [TestPlugin.recording(into: record)]
    }
  }

  func expectCancelled(_ call: RunningCall<Response>) async {
    call.cancel()
    call.cancel()
    let error = await call.result.error
    guard case .cancelled = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    call.cancel()
    #expect(await call.result.word == "cancelled", "the response stays what it was")
  }

  @Test("cancelled at once: nothing is sent, live or stubbed")
  func atOnce() async {
    for stub in [StubBehavior.never, .immediate, .delayed(.seconds(1))] {
      let transport = ScriptedTransport()
      let provider = provider(transport)
      let gate = Gate()
      let task = Task {
        await gate.wait()
        return await provider.request(GitHub.zen, stub: stub).result
      }
      task.cancel()
      gate.open()
      #expect(await task.value.word == "cancelled")
      #expect(transport.requests.count == 0)
      #expect(record.all.last == "A.process#0 cancelled")
    }
    #expect(!record.all.contains { $0.hasPrefix("A.willSend") })
  }

  @Test("cancelled while it is built: nothing is sent, only process hears")
  func whileBuilding() async {
    let entered = Gate()
    let transport = ScriptedTransport()
    let slow = TestPlugin(onPrepare: { request, _ in
      entered.open()
      await Gate.untilCancelled()
      return request
    })
    let call = provider(transport, slow).request(GitHub.zen).start()
    await entered.wait()
    await expectCancelled(call)
    #expect(transport.requests.count == 0)
    #expect(record.all == ["A.process#0 cancelled"])
  }

  @Test("cancelled while the last plugin prepares: nothing is sent either")
  func inTheLastPlugin() async {
    let entered = Gate()
    let transport = ScriptedTransport()
    var provider = provider(transport)
    provider.plugins.append(
      TestPlugin(onPrepare: { request, _ in
        entered.open()
        await Gate.untilCancelled()
        return request
      }))
    let call = provider.request(GitHub.zen).start()
    await entered.wait()
    await expectCancelled(call)
    #expect(transport.requests.count == 0)
    #expect(record.all == ["A.prepare#0", "A.process#0 cancelled"])
  }

  @Test("a plugin that answers cancellation by throwing is no failing plugin")
  func throwingWhileBuilding() async {
    let entered = Gate()
    let slow = TestPlugin(onPrepare: { request, _ in
      entered.open()
      await Gate.untilCancelled()
      try Task.checkCancellation()
      return request
    })
    let call = provider(ScriptedTransport(), slow).request(GitHub.zen).start()
    await entered.wait()
    await expectCancelled(call)
  }

  @Test("cancelled while it waits: the transport is told, hooks are paired")
  func whileWaiting() async {
    let transport = ScriptedTransport.silent
    let call = provider(transport).request(GitHub.zen).start()
    await transport.requests.wait(for: 1)
    await expectCancelled(call)
    #expect(
      record.all == [
        "A.prepare#0", "A.willSend#0", "A.didReceive#0 cancelled", "A.retry#0",
        "A.process#0 cancelled",
      ])
  }

  @Test("cancellation is recognisable, whatever it is wrapped in")
  func recognisable() {
    let causes: [NetError] = [
      .cancelled, NetError.sequence(brokenAt: 3, cause: .cancelled),
      .sequence(brokenAt: 0, cause: .sequence(brokenAt: 1, cause: .cancelled)),
      .transport(FailureTests.cancelledPart),
      .sequence(brokenAt: 0, cause: .transport(FailureTests.cancelledPart)),
    ]
    for error in causes {
      #expect(error.isCancelled)
      #expect(error.exitCode == 130)
    }
    let others: [NetError] = [
      .transport(TransportError(.timeout)), .plugin(name: "p", cause: CancellationError()),
      .sequence(brokenAt: 0, cause: .transport(TransportError(.reset))),
    ]
    for error in others { #expect(!error.isCancelled) }
  }

  @Test("cancelling the waiting task cancels the transfer")
  func byTask() async {
    let transport = ScriptedTransport.silent
    let provider = provider(transport)
    let task = Task { await provider.request(GitHub.zen).result }
    await transport.requests.wait(for: 1)
    task.cancel()
    #expect(await task.value.word == "cancelled")
  }

  @Test("cancelling the task that waits for a handle cancels the call")
  func byWaiter() async {
    let transport = ScriptedTransport.silent
    let call = provider(transport).request(GitHub.zen).start()
    let task = Task { await call.result }
    await transport.requests.wait(for: 1)
    task.cancel()
    #expect(await task.value.word == "cancelled")
    #expect(call.isCancelled)
  }

  @Test("cancelling what is over changes nothing")
  func afterwards() async {
    let call = provider(ScriptedTransport()).request(GitHub.zen).start()
    #expect(await call.result.word == "200")
    call.cancel()
    #expect(await call.result.word == "200")
  }
}

/// The same against a real server, which must see the connection go.
@Suite(.timeLimit(.minutes(10))) struct LiveCancellationTests {
  let server: DemoServer
  let provider = Provider(transport: LibcurlTransport(environment: [:]))

  init() throws {
    server = try DemoServer()
  }

  @Test("cancelled while the server is silent: it sees the connection closed")
  func waiting() async {
    let server = server
    let target = TestTarget(baseURL: server.baseURL, path: "/delay/60000")
    let call = provider.request(target).start()
    #expect(await server.wait { $0.requests == 1 })
    call.cancel()
    #expect(await call.result.word == "cancelled")
    #expect(await server.wait { $0.abandoned == 1 })
  }

  @Test("cancelled in the middle of a body: it sees the connection closed")
  func streaming() async {
    let server = server
    let arriving = Gate()
    let target = TestTarget(baseURL: server.baseURL, path: "/stream/1000000?ms=1")
    let call = provider.request(target).start { progress in
      if progress.completed > 0 { arriving.open() }
    }
    await arriving.wait()
    call.cancel()
    #expect(await call.result.word == "cancelled")
    #expect(await server.wait { $0.abandoned == 1 })
  }

  @Test("two hundred silent calls cancelled at once are all answered")
  func many() async {
    let server = server
    let target = TestTarget(baseURL: server.baseURL, path: "/delay/60000")
    let calls = (0..<200).map { _ in provider.request(target).start() }
    #expect(await server.wait { $0.requests == 200 })
    for call in calls { call.cancel() }
    for call in calls { #expect(await call.result.word == "cancelled") }
    #expect(await server.wait { $0.abandoned == 200 })
  }
}
