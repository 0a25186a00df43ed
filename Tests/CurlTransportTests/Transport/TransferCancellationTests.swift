import CurlTransport
import DemoServer
import LosslessJSON
import NetEngine
import TestServer
import TestSupport
import Testing

/// Cancelling a transfer at each of its stages, over real sockets.
@Suite(.timeLimit(.minutes(ProcessTable.isDeep ? 30 : 2))) struct TransferCancellationTests {
  let server: DemoServer
  let transport = LibcurlTransport(environment: [:])

  init() throws {
    server = try DemoServer.withBroken()
  }

  /// Starts a request and cancels it at the first step of progress that fits.
  private func cancel(
    _ url: String, at isMoment: @escaping @Sendable (Progress) -> Bool,
    _ change: (inout TestTarget) -> Void = { _ in }
  ) async -> Result<Response, NetError> {
    var target = TestTarget(baseURL: url)
    change(&target)
    let moment = Gate()
    let call = Provider(transport: transport).request(target).start { progress in
      if isMoment(progress) { moment.open() }
    }
    await moment.wait()
    call.cancel()
    return await call.result
  }

  @Test func whileConnecting() async throws {
    let hole = try BlackHole()
    let result = await cancel(
      "http://127.0.0.1:\(hole.port)/", at: { $0.phase == .connecting })
    #expect(result.error?.isCancelled == true)
  }

  @Test func duringTheHandshake() async throws {
    // A server that never speaks: the handshake waits for its first word.
    let (begun, ended) = (Gate(), Gate())
    let silent = try RawServer { peer in
      _ = peer.receive()
      begun.open()
      while !peer.receive().isEmpty {}
      ended.open()
    }
    let call = Provider(transport: transport)
      .request(TestTarget(baseURL: "https://127.0.0.1:\(silent.port)/")).start()
    await begun.wait()
    call.cancel()
    #expect(await call.result.error?.isCancelled == true)
    await ended.wait()
  }

  @Test func whileSending() async throws {
    let server = try DemoServer.deaf()
    let isSending: @Sendable (Progress) -> Bool = { $0.phase == .sending && $0.completed > 0 }
    let result = await cancel(server.baseURL, at: isSending) {
      $0.method = .post
      $0.task = .requestData(Body([UInt8](repeating: 0, count: 64 << 20)))
    }
    #expect(result.error?.isCancelled == true)
    // The server may hear of it late: the kernel goes on with what was written.
    #expect(ProcessTable.sockets(toPort: server.port) == 0)
  }

  @Test func whileWaiting() async throws {
    let call = Provider(transport: transport)
      .request(TestTarget(baseURL: "\(server.baseURL)/broken/time/hang")).start()
    #expect(await server.wait { $0.requests == 1 })
    call.cancel()
    #expect(await call.result.error?.isCancelled == true)
    #expect(await server.waitForClosedConnections(1))
  }

  @Test func whileReceiving() async throws {
    let result = await cancel(
      "\(server.baseURL)/broken/time/stall", at: { $0.phase == .receiving && $0.completed > 0 })
    #expect(result.error?.isCancelled == true)
    #expect(result.error?.kind == .cancelled && result.error?.exitCode == 130)
    #expect(result.error?.response?.statusCode == 200)
    #expect(result.error?.response?.body.count == 400)
    #expect(result.error?.response?.isComplete == false)
    #expect(await server.waitForClosedConnections(1))
  }

  @Test func onTheWayBetweenTwoHops() async throws {
    let url = RedirectSocketTests.redirecting(
      from: server.baseURL, to: server.otherOriginURL + "/broken/time/hang")
    let call = Provider(transport: transport).request(TestTarget(baseURL: url)).start()
    #expect(await server.wait { $0.requests == 2 })
    call.cancel()
    let error = await call.result.error
    #expect(error?.isCancelled == true)
    #expect(error?.response == nil, "what a redirect said is no part of the response")
    #expect(await server.wait { $0.closedByPeer >= 1 })
  }

  @Test func whatWasReachedIsToldBelowTheProvider() async throws {
    let request = HTTPRequest(url: "\(server.baseURL)/broken/time/stall")
    let hasBytes = Gate()
    let transfer = Transfer { progress in
      if progress.completed > 0 { hasBytes.open() }
    }
    let task = Task { () async -> TransportError? in
      do throws(TransportError) {
        _ = try await transport.send(request, reporting: transfer)
        return nil
      } catch { return error }
    }
    await hasBytes.wait()
    task.cancel()
    let error = try #require(await task.value)
    #expect(error.kind == .cancelled)
    #expect(error.phase == .receiving)
    #expect(error.response?.wire.count == 400)
    #expect(error.response?.isComplete == false)
  }

  @Test func beforeItStarts() async throws {
    let id = Unique.text()
    let url = "\(server.baseURL)/echo?\(id)"
    let task = Task { [transport] () async -> TransportError.Kind? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(TransportError) {
        _ = try await transport.send(HTTPRequest(url: url), reporting: Transfer())
        return nil
      } catch { return error.kind }
    }
    #expect(await task.value == .cancelled)
    _ = try await transport.fire("\(server.baseURL)/echo").get()
    #expect(server.requests(with: id).isEmpty)
  }

  @Test func againAndAfterTheEnd() async throws {
    let call = Provider(transport: transport)
      .request(TestTarget(baseURL: "\(server.baseURL)/echo")).start()
    #expect(await call.result.response?.statusCode == 200)
    call.cancel()
    call.cancel()
    #expect(await call.result.response?.statusCode == 200)
    #expect(try await transport.fire("\(server.baseURL)/echo").get().statusCode == 200)
  }

  @Test func atAnyMomentAtAll() async throws {
    // Cancelled after 0, 1, 2, … turns of the scheduler: each is answered, once.
    let url = "\(server.baseURL)/bytes/20000"
    let kinds = await withTaskGroup(of: Kind.self) { group in
      for turns in 0..<300 {
        group.addTask { [transport] in
          let call = Provider(transport: transport).request(TestTarget(baseURL: url)).start()
          for _ in 0..<turns { await Task.yield() }
          call.cancel()
          return await call.result.error?.kind ?? .ok
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(kinds.isSubset(of: [.ok, .cancelled]))
    #expect(try await transport.fire("\(server.baseURL)/echo").get().statusCode == 200)
  }

  // MARK: In crowds

  /// Fires 200 requests that hang, cancels them at once, waits for the closed connections.
  ///
  /// However long the machine lets them wait for each other: the suite's time is the only limit, and
  /// no silence ends a call that is about to be cancelled.
  private func crowd() async {
    var target = TestTarget(baseURL: "\(server.baseURL)/broken/time/hang")
    var limits = Limits()
    limits.idleTimeout = .seconds(3_600)
    target.limits = limits
    let before = server.counters
    let calls = (0..<200).map { _ in Provider(transport: transport).request(target).start() }
    let ended = Lock<[String]>([])
    for call in calls {
      Task {
        let result = await call.result
        ended.withLock { $0.append("\(result)") }
      }
    }
    var hasAll = false
    while !hasAll, ended.withLock({ $0.isEmpty }) {
      hasAll = await server.wait(atMostSeconds: 1) { $0.requests >= before.requests + 200 }
    }
    #expect(hasAll, "a call ended by itself: \(ended.withLock { $0.first ?? "" })")
    for call in calls { call.cancel() }
    for call in calls { #expect(await call.result.error?.isCancelled == true) }
    #expect(
      await server.waitForClosedConnections(before.closedByPeer + 200, atMostSeconds: 3_600))
  }

  @Test func twoHundredAtOnceAndNothingIsLeftOpen() async throws {
    for _ in 0..<(ProcessTable.isDeep ? 100 : 20) { await crowd() }
    #expect(ProcessTable.sockets(toPort: server.port) == 0)
    #expect(server.openConnections == 0)
  }

  @Test(
    "A thousand crowds leave no memory behind",
    .enabled(if: ProcessTable.isDeep, "set INSPECTOR_DEEP=1: it takes minutes"))
  func aThousandCrowds() async throws {
    for _ in 0..<100 { await crowd() }
    let before = ProcessTable.residentPages
    for _ in 0..<900 { await crowd() }
    let grown = (ProcessTable.residentPages - before) * 4_096
    #expect(grown < 8 << 20, "\(grown) bytes")
    #expect(ProcessTable.sockets(toPort: server.port) == 0)
  }
}

/// A name server that does not answer holds up nobody but who asks.
///
/// libcurl waits for the thread that looks a name up, and every other transfer with it, unless it
/// is told not to.
@Suite(.timeLimit(.minutes(2))) struct SlowLookupTests {
  @Test(
    .enabled(
      if: SlowLookup.canBeMade && !SlowLookup.isHere, "needs a C compiler for a slow look-up"))
  func aHangingLookUpHoldsUpNobody() throws {
    let ending = try SlowLookup.run("SlowLookupTests")
    #expect(ending.status == 0, "\(ending.text)\(ending.errorText)")
    #expect((ending.text + ending.errorText).contains("cancelledInTheMiddleOfALookUp() passed"))
    #expect((ending.text + ending.errorText).contains("outOfTimeInTheMiddleOfALookUp() passed"))
  }

  @Test(.enabled(if: SlowLookup.isHere, "is run by aHangingLookUpHoldsUpNobody"))
  func cancelledInTheMiddleOfALookUp() async throws {
    let server = try DemoServer()
    let transport = LibcurlTransport(environment: [:])
    let before = SlowLookup.hanging
    let call = Provider(transport: transport)
      .request(TestTarget(baseURL: "http://\(SlowLookup.name)/")).start()
    while SlowLookup.hanging == before { await Task.yield() }
    #expect(try await transport.fire("\(server.baseURL)/echo").get().statusCode == 200)
    call.cancel()
    #expect(await call.result.error?.isCancelled == true)
    #expect(try await transport.fire("\(server.baseURL)/echo").get().statusCode == 200)
  }

  @Test(.enabled(if: SlowLookup.isHere, "is run by aHangingLookUpHoldsUpNobody"))
  func outOfTimeInTheMiddleOfALookUp() async throws {
    let server = try DemoServer()
    let ended = Gate()
    do {
      let transport = LibcurlTransport(environment: [:], onThreadEnd: { ended.open() })
      let late = await transport.fire("http://\(SlowLookup.name)/") {
        $0.timeout = .milliseconds(50)
      }
      #expect(late.transportError?.kind == .timeout)
      #expect(late.transportError?.phase == .resolving)
      var limits = Limits()
      limits.connectTimeout = .milliseconds(50)
      let slow = await transport.fire("http://\(SlowLookup.name)/") { [limits] in
        $0.limits = limits
      }
      #expect(slow.transportError?.kind == .timeout)
      #expect(slow.transportError?.phase == .resolving)
      #expect(try await transport.fire("\(server.baseURL)/echo").get().statusCode == 200)
    }
    await ended.wait()
  }
}

/// The thread behind a transport.
@Suite(.timeLimit(.minutes(10))) struct TransportLifeTests {
  @Test func lettingGoOfTheTransportEndsItsThreadAndItsConnections() async throws {
    let server = try DemoServer()
    let ended = Gate()
    do {
      let transport = LibcurlTransport(environment: [:], onThreadEnd: { ended.open() })
      for cookie in ["a", "b"] {
        _ = try await transport.fire("\(server.baseURL)/echo") { $0.headers["Cookie"] = cookie }
          .get()
      }
      #expect(server.openConnections == 2)
    }
    await ended.wait()
    #expect(await server.waitForClosedConnections(2))
    #expect(ProcessTable.sockets(toPort: server.port) == 0)
  }

  @Test func aTransferKeepsItsTransportAlive() async throws {
    let server = try DemoServer()
    let ended = Gate()
    let url = "\(server.baseURL)/stream/5?ms=20"
    // Nobody but the call knows the transport.
    let call = Provider(
      transport: LibcurlTransport(environment: [:], onThreadEnd: { ended.open() })
    ).request(TestTarget(baseURL: url))
    let text = try await call.value.body.text
    #expect(text == (0..<5).map { "chunk \($0)\n" }.joined())
  }

  /// A look that takes something for ready again and again would leave it awake for ever.
  @Test func theThreadSleepsWhenThereIsNothingToDo() async throws {
    let server = try DemoServer()
    let transport = LibcurlTransport(environment: [:])
    for _ in 0..<20 {
      _ = try await transport.fire("\(server.baseURL)/redirect/2").get()
      var looks = 0
      while looks < 500 {
        looks = transport.isAtRest ? looks + 1 : 0
        await Task.yield()
      }
    }
  }

  @Test func manyTransportsComeAndGo() async throws {
    let server = try DemoServer()
    let ended = Record<Int>()
    for number in 0..<50 {
      let transport = LibcurlTransport(environment: [:], onThreadEnd: { ended.append(number) })
      _ = try await transport.fire("\(server.baseURL)/echo").get()
    }
    await ended.wait(for: 50)
    #expect(await server.waitForClosedConnections(50))
  }
}

extension DemoServer {
  /// A server that never reads a body and never answers.
  static func deaf() throws -> DemoServer {
    var configuration = DemoServer.Configuration()
    var route = Route("POST", "/", "deaf", .echo, "Never reads.") { _ in Reply([.hang]) }
    route.answersBeforeBody = true
    configuration.routes = [route]
    return try DemoServer(configuration: configuration)
  }
}
