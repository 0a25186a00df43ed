import NetEngine
import TestSupport
import Testing

/// Who owns a run: nobody, when it is started; all who ask, when it is shared.
@Suite(.timeLimit(.minutes(10))) struct SharedCallTests {
  /// Answers when its gate is open; keeps who was cancelled.
  private struct Held {
    let gate = Gate()
    let cancelled = Gate()
    let transport: ScriptedTransport

    init(status: Int = 200) {
      transport = ScriptedTransport { [gate, cancelled] request, transfer, _ in
        transfer.report?(Progress(phase: .receiving, completed: 1, total: 2))
        await gate.wait()
        if Task.isCancelled {
          cancelled.open()
          return .failure(TransportError(.cancelled, phase: .waiting))
        }
        return .success(Response(statusCode: status, body: "shared", request: request))
      }
    }

    var call: Call<Response> { Provider(transport: transport).request(TestTarget()) }
  }

  /// Starts a call and waits until a step of its transport was heard: it has joined.
  ///
  /// The step before that, `building`, is heard of calls that may never get there.
  private func start<Value>(_ call: Call<Value>) async -> RunningCall<Value> {
    let joined = Gate()
    let running = call.start { if $0.phase != .building { joined.open() } }
    await joined.wait()
    return running
  }

  @Test("all who ask while it runs get the result of one run, the next one gets another")
  func shared() async throws {
    let gate = Gate()
    let transport = ScriptedTransport { request, transfer, _ in
      // Says something as long as it runs: who joins late hears of it.
      while !gate.hasOpened {
        transfer.report?(Progress(phase: .waiting))
        await Task.yield()
      }
      return .success(.ok(request, "shared"))
    }
    let call = Provider(transport: transport).request(TestTarget()).share()
    let running = [await start(call), await start(call), await start(call)]
    let count = await start(call.map { $0.body.count })
    gate.open()
    for one in running { #expect(try await one.value.body == "shared") }
    #expect(try await count.value == 6)
    #expect(transport.requests.count == 1)
    _ = try await call.value
    #expect(transport.requests.count == 2)
  }

  @Test("whoever is cancelled leaves the others alone, the last one ends the run")
  func cancelled() async {
    let transport = ScriptedTransport { _, transfer, _ in
      while !Task.isCancelled {
        transfer.report?(Progress(phase: .waiting))
        await Task.yield()
      }
      return .failure(TransportError(.cancelled, phase: .waiting))
    }
    let call = Provider(transport: transport).request(TestTarget()).share()
    let first = await start(call)
    let second = await start(call)
    first.cancel()
    #expect(await first.result.thrown?.isCancelled == true)
    let third = await start(call)
    #expect(transport.requests.count == 1)
    second.cancel()
    third.cancel()
    #expect(await third.result.thrown?.isCancelled == true)
    #expect(await second.result.thrown?.isCancelled == true)
  }

  @Test("a run that everybody has left answers nobody who asks anew, however late it ends")
  func leftBehind() async throws {
    let gates = [Gate(), Gate()]
    let hasAnswered = Gate()
    let transport = ScriptedTransport { request, transfer, number in
      transfer.report?(Progress(phase: .waiting))
      // Cancelled it goes on, as whoever does not look at that.
      await Task.detached { await gates[number].wait() }.value
      if number == 0 { hasAnswered.open() }
      return .success(.ok(request, number == 0 ? "old" : "new"))
    }
    let call = Provider(transport: transport).request(TestTarget()).share()
    let first = await start(call)
    first.cancel()
    #expect(await first.result.thrown?.isCancelled == true)
    let second = await start(call)
    gates[0].open()
    await hasAnswered.wait()
    // Nobody hears of the old run's end: it gets the time to do harm.
    for _ in 0..<1_000 { await Task.yield() }
    gates[1].open()
    #expect(try await second.value.body == "new")
  }

  @Test("a failure is heard once, however many wait")
  func heardOnce() async {
    let heard = Record<String>()
    let gate = Gate()
    let transport = ScriptedTransport { request, transfer, number in
      while number == 0, !gate.hasOpened {
        transfer.report?(Progress(phase: .waiting))
        await Task.yield()
      }
      return .failure(TransportError(.reset, phase: .waiting))
    }
    let provider = Provider(transport: transport) {
      $0.onFailure = { heard.append("provider \($0.kind.word)") }
    }
    let call = provider.request(TestTarget())
      .onFailure { error in
        heard.append("before \(error.kind.word)")
        return .passOn
      }
      .share()
      .onFailure { error in
        heard.append("behind \(error.kind.word)")
        return .passOn
      }
    let running = [await start(call), await start(call)]
    gate.open()
    for one in running { #expect(await one.result.thrown?.kind == .reset) }
    let words = heard.all.sorted()
    #expect(words == ["before reset", "behind reset", "behind reset", "provider reset"])
  }

  @Test("a stream is nobody else's")
  func streams() async throws {
    let transport = ScriptedTransport(.status(200, body: "abc"))
    let call = Provider(transport: transport).request(TestTarget()).share()
    for _ in 0..<2 {
      var bytes: [UInt8] = []
      for try await piece in call.bytes { bytes += piece }
      #expect(bytes == Array("abc".utf8))
    }
    #expect(transport.requests.count == 2)
  }

  @Test("a started call whose handle is dropped runs on to its end")
  func dropped() async {
    let held = Held(status: 500)
    let heard = Record<NetError>()
    do {
      _ = await start(
        held.call.filterSuccessfulStatusCodes().onFailure { error in
          heard.append(error)
          return .handled
        })
    }
    held.gate.open()
    await heard.wait(for: 1)
    #expect(heard.all.first?.response?.body == "shared")
  }

  @Test("cancelling one task that waits for a started call cancels it for all")
  func waiting() async {
    let held = Held()
    let running = await start(held.call)
    let task = Task { await running.result }
    task.cancel()
    await held.cancelled.wait()
    #expect(await running.result.thrown?.isCancelled == true)
    #expect(running.isCancelled)
  }
}

/// Calls that are no requests.
@Suite struct OwnCallTests {
  private struct Own: Error, Equatable {}

  @Test("work becomes a call: cold, done anew for each use, its errors typed")
  func own() async throws {
    let runs = Record<Int>()
    let call = Call<Int> {
      runs.append(runs.count)
      return runs.count
    }
    #expect(runs.count == 0)
    #expect(try await call.value == 1)
    #expect(try await call.map { $0 + 1 }.value == 3)
    #expect(try await Sequencer.zip([call, call], maxConcurrent: 1).value == [3, 4])
    let failing = Call<Int> { throw Own() }
    #expect(await failing.result.thrown?.underlying is Own)
    let typed = Call<Int> { throw NetError.business(code: "7", message: "", .answer("")) }
    #expect(await typed.result.label == "business(7)")
    let cancelled = Call<Int> { throw CancellationError() }
    #expect(await cancelled.result.thrown?.isCancelled == true)
  }

  @Test("it has a place in sequences, whose progress counts it")
  func progress() async throws {
    var lines: [String] = []
    for try await progress in Sequencer.zip([Call { 1 }, Call { 2 }], maxConcurrent: 1).progress {
      lines.append(SequenceProgressTests.line(progress))
    }
    #expect(lines == ["0/2 1.0 done, all 0.5", "1/2 1.0 done, all 1.0", "done, all 1.0"])
  }

  private static let methods: [(HTTPMethod, Bool)] = [
    (.get, false), (.head, false), (.delete, false), (.options, false), (.trace, false),
    (.post, true), (.put, true), (.patch, true), (.connect, true), ("PROPPATCH", true),
  ]

  @Test("which methods may carry parts")
  func multipart() {
    for (method, supports) in Self.methods {
      #expect(method.supportsMultipart == supports, "\(method.rawValue)")
    }
  }

  @Test("a provider names the requests it shares")
  func inflight() async throws {
    let gate = Gate()
    let transport = ScriptedTransport { request, _, _ in
      await gate.wait()
      return .success(.ok(request))
    }
    let provider = Provider(transport: transport) { $0.sharesInflight = true }
    #expect(provider.inflightRequests.isEmpty)
    let running = provider.get("http://a.test/b").start()
    await transport.requests.wait(for: 1)
    #expect(provider.inflightRequests.map(\.url) == ["http://a.test/b"])
    gate.open()
    _ = try await running.value
    #expect(provider.inflightRequests.isEmpty)
  }
}
