import CurlTransport
import DemoServer
import NetEngine
import NetRecordings
import TestServer
import TestSupport
import Testing

/// What had come of an answer when somebody cancelled it stays with the exchange.
@Suite("A cancelled answer is recorded as far as it came", .timeLimit(.minutes(2)))
struct CancelledRecordingTests {
  let folder: TestFolder
  let server: DemoServer

  init() throws {
    folder = try TestFolder()
    server = try DemoServer.withBroken()
  }

  /// Ends it when the first bytes of its body are there; nobody has to look at them.
  private func cancelWhileReceiving(_ provider: Provider) async -> Result<Response, NetError> {
    let moment = Gate()
    let target = TestTarget(baseURL: "\(server.baseURL)/broken/time/stall")
    let call = provider.request(target).start { progress in
      if progress.phase == .receiving, progress.completed > 0 { moment.open() }
    }
    await moment.wait()
    call.cancel()
    return await call.result
  }

  private func expectPart(_ exchange: Exchange, _ stage: Comment) {
    #expect(exchange.failureKind == .cancelled, stage)
    #expect(exchange.wasCancelled, stage)
    #expect(exchange.response?.statusCode == 200, stage)
    #expect(exchange.response?.headers["Content-Length"] == "1000", stage)
    #expect(exchange.response?.body == Body(String(repeating: ".", count: 400)), stage)
    #expect(exchange.response?.isComplete == false, stage)
  }

  @Test("in the journal, in the saved session and in one that is saved again")
  func recorded() async throws {
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    let provider = Provider(transport: LibcurlTransport(environment: [:])) {
      $0.plugins = [RetryPlugin(limit: 3), recorder.plugin]
    }
    let result = await cancelWhileReceiving(provider)
    #expect(result.error?.kind == .cancelled)
    #expect(server.requests(with: "stall").count == 1, "what was cancelled is not tried again")
    let journal = try Leftover("\(folder.path)/.journal/r.jsonl").session
    #expect(journal.count == 1)
    expectPart(try journal.exchange(at: 0), "journal")
    try await recorder.seal(to: folder.path + "/s.har")
    let saved = try Session.open(folder.path + "/s.har")
    expectPart(try saved.exchange(at: 0), "saved")
    let row = saved.row(at: 0)
    #expect(row.failure == .cancelled && row.status == 200 && row.size == 400)
    try saved.seal(to: folder.path + "/again.har")
    let again = try Session.open(folder.path + "/again.har").exchange(at: 0)
    #expect(again.difference(from: try saved.exchange(at: 0)) == nil)
  }

  @Test("a session that answers cancels it again, with the same part")
  func replayed() async throws {
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    let first = await cancelWhileReceiving(
      Provider(transport: LibcurlTransport(environment: [:])) { $0.plugins = [recorder.plugin] })
    try await recorder.seal(to: folder.path + "/s.har")
    let exchanges = Array(try Session.open(folder.path + "/s.har").exchanges)
    let again = await Provider(transport: ReplayTransport(exchanges))
      .request(TestTarget(baseURL: exchanges[0].request.url)).result
    #expect(again.error?.isCancelled == true && again.error?.exitCode == 130)
    #expect(again.error?.response?.body == first.error?.response?.body)
    #expect(again.error?.response?.isComplete == false)
    let rows = await (try LiveReplay(exchanges, transport: ScriptedTransport())).run()
    #expect(rows.map(\.change) == [Change(.skipped(.cancelled))], "it is not waited for again")
  }

  @Test("cancelled before a byte came it has no answer, as ever")
  func before() async throws {
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    let provider = Provider(transport: LibcurlTransport(environment: [:])) {
      $0.plugins = [recorder.plugin]
    }
    let call = provider.request(TestTarget(baseURL: "\(server.baseURL)/broken/time/hang")).start()
    #expect(await server.wait { $0.requests == 1 })
    call.cancel()
    guard case .cancelled = await call.result.error else {
      Issue.record("a part of nothing")
      return
    }
    try await recorder.seal(to: folder.path + "/s.har")
    let saved = try Session.open(folder.path + "/s.har").exchange(at: 0)
    guard case .failure(.cancelled) = saved.result else {
      Issue.record("\(String(describing: saved.result))")
      return
    }
    #expect(!folder.text("s.har").contains("answered"))
  }

  @Test("secrets are taken out of a part, too")
  func redacted() throws {
    let secret = "tiger-93-lantern-quilt"
    var exchange = Exchange.sample()
    var part = Response(
      statusCode: 200, headers: ["Content-Type": "application/json", "X-Api-Key": secret],
      body: Body(#"{"token":"\#(secret)","rows":[1,2"#), request: exchange.request)
    part.isComplete = false
    exchange.result = .failure(
      .transport(TransportError(.cancelled, phase: .receiving, response: part)))
    try Session([exchange]).seal(to: folder.path + "/s.har")
    #expect(!folder.text("s.har").contains(secret))
    let saved = try Session.open(folder.path + "/s.har").exchange(at: 0)
    #expect(saved.failureKind == .cancelled)
    #expect(saved.response?.isComplete == false)
    #expect(saved.response?.body.text?.contains("rows") == true)
    #expect(saved.response?.headers["X-Api-Key"]?.contains("redacted") == true)
  }

  @Test("a replay that is stopped while an answer comes has stopped, it has not failed")
  func stopped() async throws {
    let transport = ScriptedTransport { request, _, _ in
      let part = Response(statusCode: 200, body: "par", request: request)
      return .failure(TransportError(.cancelled, phase: .receiving, response: part))
    }
    let rows = await (try LiveReplay([.sample()], transport: transport)).run()
    #expect(rows.map(\.change) == [Change(.skipped(.stopped))])
  }
}
