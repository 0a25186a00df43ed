import CurlTransport
import Glibc
import Inspector
import InspectorCommands
import InspectorScreens
import NetEngine
import RequestFiles
import TestSupport
import Testing

/// What the app orders of the network is carried out, and answered exactly once.
///
/// One after the other: one test takes every worker until the main actor frees them, another takes
/// the main actor until workers have answered.
@MainActor
@Suite("The effect runner", .serialized)
struct EffectRunnerTests {
  private struct Sample: TargetType {
    var baseURL: String { "http://127.0.0.1:1" }
    var path: String { "/sample" }
    var sampleData: Body { "{}" }
  }

  private func runner(_ stub: StubBehavior) -> (EffectRunner, Mailbox) {
    let mailbox = Mailbox()
    let program = Program(
      title: "test", targets: [ListedTarget(Sample())],
      provider: { Provider { $0.stub = stub } })
    return (EffectRunner(program: program, mailbox: mailbox), mailbox)
  }

  /// Everything up to the given number of ends, ticks left out.
  private func events(
    _ runner: EffectRunner, _ mailbox: Mailbox, ends: Int = 1
  ) async -> [String] {
    var words: [String] = []
    while words.filter({ $0.hasPrefix("finished") }).count < ends {
      await mailbox.arrival()
      for event in mailbox.take() {
        runner.note(event)
        if case .exchange(let id, let what, _) = event {
          words.append(what.word + " \(id.rawValue)")
        }
      }
    }
    return words.filter { !$0.hasPrefix("progress") }
  }

  @Test("a firing begins and ends once")
  func send() async {
    let (runner, mailbox) = runner(.immediate)
    #expect(runner.isIdle)
    runner.send(target: 0)
    #expect(!runner.isIdle)
    #expect(await events(runner, mailbox) == ["began", "finished 200"].map { $0 + " 1" })
    #expect(runner.isIdle)
  }

  @Test("a profile that is kept right before the end is written", .timeLimit(.minutes(1)))
  func keptAtTheEnd() async throws {
    let folder = try TestFolder()
    let runner = EffectRunner(
      program: Program(title: "test", targets: [ListedTarget(Sample())], provider: { Provider() }),
      mailbox: Mailbox(),
      files: ConfigurationFiles(
        folder: folder.path, keys: .table, environment: { _ in nil }))
    // No worker is free: it cannot have been written by then.
    let isFree = Lock(false)
    let busy = (0..<Workers.shared.limit).map { _ in
      Task.detached(executorPreference: Workers.shared) {
        while !isFree.withLock({ $0 }) { sched_yield() }
      }
    }
    let shop = EnvelopeProfile(name: "shop", statusCodeKey: "status")
    runner.configure(ConfigurationChange(profile: shop, words: ""))
    async let code = runner.endRecording(0)
    await Task.yield()
    isFree.withLock { $0 = true }
    #expect(await code == 0)
    let text = try #require(TestFolder.text(at: folder.path + "/inspector.json"))
    #expect(text.contains("shop"))
    for task in busy { await task.value }
  }

  @Test("a cancelled firing ends as cancelled")
  func cancel() async {
    let (runner, mailbox) = runner(.delayed(.seconds(600)))
    runner.send(target: 0)
    runner.send(target: 0)
    runner.cancel(ExchangeID(2))
    runner.cancel(ExchangeID(9))
    #expect(await events(runner, mailbox) == ["began 1", "began 2", "finished cancelled 2"])
    #expect(!runner.isIdle)
    runner.cancelAll()
    #expect(await events(runner, mailbox) == ["finished cancelled 1"])
    #expect(runner.isIdle)
  }

  @Test(
    "a typed request is listed by its path below the base, elsewhere by its URL; its base is a host",
    arguments: [
      ("http://127.0.0.1:1/users?a=1", "/users?a=1", "http://127.0.0.1:1"),
      ("http://127.0.0.1:1", "/", "http://127.0.0.1:1"),
      ("http://127.0.0.1:10/users", "http://127.0.0.1:10/users", "http://127.0.0.1:10"),
    ])
  func composed(url: String, path: String, base: String) async {
    let (runner, mailbox) = runner(.immediate)
    runner.compose(ComposedRequest(method: "GET", url: url), beside: 0)
    var listed: TargetItem?
    var isDone = false
    while !isDone {
      await mailbox.arrival()
      for event in mailbox.take() {
        runner.note(event)
        if case .listed(let listing) = event { listed = listing.items.last }
        if case .exchange(_, .finished, _) = event { isDone = true }
      }
    }
    #expect(listed?.path == path)
    #expect(listed?.name == path)
    #expect(listed?.url == url)
    #expect(listed?.base == base)
  }

  @Test("a place that is not in the list is answered too")
  func noTarget() async {
    let (runner, mailbox) = runner(.immediate)
    runner.send(target: 7)
    #expect(await events(runner, mailbox) == ["began 1", "finished cancelled 1"])
    #expect(runner.isIdle)
  }

  private struct Login: TargetType {
    var readsNoEnvelope = false
    var baseURL: String { "http://127.0.0.1:1" }
    var path: String { "/login" }
    var sampleData: Body { #"{"status":"invalid_session","msg":"gone"}"# }
    var envelope: EnvelopeProfile? { readsNoEnvelope ? nil : .statusMsgData }
  }

  @Test(
    "a typed request is read as the one beside it, of the same server only, or as it says",
    arguments: [
      ("http://127.0.0.1:1/other?x=1", [], true), ("http://127.0.0.1:2/login", [], false),
      ("http://127.0.0.1:1/login", ["# @no-redirect"], true),
      ("http://127.0.0.1:1/login", ["# @profile none"], false),
    ])
  func composedReading(url: String, notes: [String], isRead: Bool) async {
    let mailbox = Mailbox()
    let program = Program(
      title: "test", targets: [ListedTarget(Login())],
      provider: { Provider { $0.stub = .immediate } })
    let runner = EffectRunner(program: program, mailbox: mailbox)
    var request = ComposedRequest(method: "GET", url: url)
    request.notes = notes
    runner.compose(request, beside: 0)
    var listed: TargetItem?
    var isDone = false
    while !isDone {
      await mailbox.arrival()
      for event in mailbox.take() {
        runner.note(event)
        if case .listed(let listing) = event { listed = listing.items.last }
        if case .exchange(_, .finished, _) = event { isDone = true }
      }
    }
    #expect((listed?.pipeline.profile == .statusMsgData) == isRead)
  }

  @Test("an answer is read on its way, by the target's profile")
  func readOnTheWay() async throws {
    let mailbox = Mailbox()
    let program = Program(
      title: "test", targets: [ListedTarget(Login())],
      provider: { Provider { $0.stub = .immediate } })
    let runner = EffectRunner(program: program, mailbox: mailbox)
    runner.send(target: 0)
    #expect(await reading(runner, mailbox)?.outcome.kind == .invalidSession)
    var lens = Lens()
    lens.profile = .none
    runner.look(through: lens)
    runner.send(target: 0)
    let bare = try #require(await reading(runner, mailbox))
    #expect(bare.outcome.kind == .ok)
    #expect(bare.detected?.profile.statusCodeKey == "status")
  }

  @Test("an answer to a target without an envelope has none, whatever the default is")
  func readWithout() async throws {
    let mailbox = Mailbox()
    let target = ListedTarget(Login(readsNoEnvelope: true))
    #expect(target.item.readsNoEnvelope)
    let program = Program(
      title: "test", targets: [target], provider: { Provider { $0.stub = .immediate } })
    let runner = EffectRunner(program: program, mailbox: mailbox)
    runner.look(through: Lens(fallback: .statusMsgData))
    runner.send(target: 0)
    let bare = try #require(await reading(runner, mailbox))
    #expect(bare.outcome.kind == .ok && bare.detected == nil)
    #expect(bare.outcome.response?.readsNoEnvelope == true)
  }

  /// The reading that comes with the next answer.
  private func reading(_ runner: EffectRunner, _ mailbox: Mailbox) async -> Reading? {
    while true {
      await mailbox.arrival()
      for event in mailbox.take() {
        runner.note(event)
        if case .exchange(_, .finished(_, let reading), _) = event { return reading }
      }
    }
  }

  @Test("a large answer comes first and is read apart: its start, its progress, its end")
  func readApart() async {
    let (runner, mailbox) = runner(.immediate)
    let rows = (0..<300_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
    var response = Response(
      statusCode: 200, headers: ["Content-Type": "application/json"], body: Body("[\(rows)]"),
      request: HTTPRequest(method: .get, url: "http://127.0.0.1:1/large"))
    response.request.limits.jsonDepth = 8
    let order = ReadOrder(number: 1, pipeline: Pipeline(), result: .success(response))
    runner.read([order, order])
    #expect(!runner.isIdle)
    var words: [String] = []
    while !runner.isIdle {
      await mailbox.arrival()
      for event in mailbox.take() {
        runner.note(event)
        guard case .read(_, let what, _) = event else { continue }
        switch what {
        case .started(let document): words.append("started \(document.isComplete)")
        case .progress: if words.last != "progress" { words.append("progress") }
        case .done(let reading): words.append("done \(reading.document?.isComplete ?? false)")
        case .dropped: words.append("dropped")
        }
      }
    }
    #expect(words.last == "done true")
    #expect(words.contains("dropped"))
    #expect(words.contains("started false"))
  }

  @Test("transfers end while the main actor is busy, as behind a terminal that takes no bytes")
  func busyMainActor() {
    let (runner, mailbox) = runner(.immediate)
    for _ in 0..<20 { runner.send(target: 0) }
    var ended = 0
    let deadline = ContinuousClock.now + .seconds(30)
    while ended < 20, ContinuousClock.now < deadline {
      for case .exchange(_, .finished, _) in mailbox.take() { ended += 1 }
    }
    #expect(ended == 20)
  }
}

extension ExchangeEvent {
  fileprivate var word: String {
    switch self {
    case .began: "began"
    case .recorded: "recorded"
    case .progress, .arrived: "progress"
    case .finished(.success(let response), _): "finished \(response.statusCode)"
    case .finished(.failure(let error), _): "finished \(error.isCancelled ? "cancelled" : "failed")"
    }
  }
}
