import CurlTransport
import DemoServer
import NetEngine
import TestServer
import TestSupport
import Testing

/// Each step of a transfer, in its order; the last one carries the response, exactly once.
@Suite(.timeLimit(.minutes(10))) struct ProgressTests {
  /// A step as a test writes it.
  struct Step: Equatable, CustomStringConvertible {
    var phase: Progress.Phase
    var fraction: Double
    var hasResponse = false
    var description: String { "\(phase) \(fraction)\(hasResponse ? " response" : "")" }

    init(_ phase: Progress.Phase, _ fraction: Double, hasResponse: Bool = false) {
      (self.phase, self.fraction, self.hasResponse) = (phase, fraction, hasResponse)
    }

    init(_ progress: Progress) {
      self.init(progress.phase, progress.fraction, hasResponse: progress.response != nil)
    }
  }

  static let end = Step(.done, 1, hasResponse: true)

  /// Reports the four quarters of a body in one direction, then answers.
  static func quarters(_ phase: Progress.Phase, isLengthKnown: Bool = true) -> ScriptedTransport {
    ScriptedTransport { request, transfer, _ in
      for quarter in 1...4 {
        transfer.report?(
          Progress(phase: phase, completed: quarter, total: isLengthKnown ? 4 : nil))
      }
      return .success(.ok(request, "full"))
    }
  }

  func steps(
    _ task: HTTPTask, _ transport: ScriptedTransport, _ method: HTTPMethod = .get
  ) async throws -> [Step] {
    let target = TestTarget(method: method, task: task)
    var steps: [Step] = []
    for try await progress in Provider(transport: transport).request(target).progress {
      steps.append(Step(progress))
    }
    return steps
  }

  static func expected(_ phase: Progress.Phase) -> [Step] {
    [Step(.building, 0)] + [0.25, 0.5, 0.75, 1].map { Step(phase, $0) } + [end]
  }

  @Test("download progress: 0.25, 0.5, 0.75, 1, completed")
  func download() async throws {
    let folder = try TestFolder()
    let task = HTTPTask.downloadDestination(.init(path: folder.path + "/file"))
    #expect(try await steps(task, Self.quarters(.receiving)) == Self.expected(.receiving))
    #expect(folder.text("file") == "full")
  }

  @Test("data progress is the same")
  func data() async throws {
    let transport = Self.quarters(.receiving)
    #expect(try await steps(.requestPlain, transport) == Self.expected(.receiving))
  }

  @Test("of unknown length: 0 until it is done, then 1")
  func unknownLength() async throws {
    let steps = try await steps(.requestPlain, Self.quarters(.receiving, isLengthKnown: false))
    let zeros = [Step](repeating: Step(.receiving, 0), count: 4)
    #expect(steps == [Step(.building, 0)] + zeros + [Self.end])
  }

  @Test("upload progress: 0.25, 0.5, 0.75, 1, completed")
  func upload() async throws {
    let task = HTTPTask.requestData("full")
    #expect(try await steps(task, Self.quarters(.sending), .post) == Self.expected(.sending))
  }

  @Test("multipart progress is the same")
  func multipart() async throws {
    let task = HTTPTask.uploadMultipartFormData([.init(name: "a", .data("1"))])
    #expect(try await steps(task, Self.quarters(.sending), .post) == Self.expected(.sending))
  }

  @Test("one response, one completion, and nothing after it")
  func once() async throws {
    let call = Provider(transport: Self.quarters(.receiving)).request(TestTarget())
    var iterator = call.progress.makeAsyncIterator()
    var responses: [Response] = []
    var last: Progress?
    while let progress = try await iterator.next() {
      last = progress
      if let response = progress.response { responses.append(response) }
    }
    #expect(responses.map(\.body) == ["full"])
    #expect(last?.phase == .done)
    #expect(last?.completed == 4)
    #expect(last?.total == 4)
    for _ in 0..<2 { #expect(try await iterator.next() == nil) }
  }

  @Test("a stub reports progress, at once and delayed")
  func stub() async throws {
    let clock = ManualClock()
    let provider = Provider(transport: ScriptedTransport()) { $0.clock = clock }
    for stub in [StubBehavior.immediate, .delayed(.seconds(1))] {
      var steps: [Step] = []
      for try await progress in provider.request(GitHub.zen, stub: stub).progress {
        steps.append(Step(progress))
        guard steps.count == 1, stub != .immediate else { continue }
        await clock.waitForSleeps(1)
        clock.advance(by: .seconds(1))
      }
      #expect(steps == [Step(.building, 0), Step(.receiving, 1), Self.end])
    }
  }

  @Test("each try begins anew, and only the last one ends")
  func retries() async throws {
    let transport = ScriptedTransport { request, transfer, number in
      transfer.report?(Progress(phase: .receiving, completed: 1, total: 2))
      return .success(Response(statusCode: number == 0 ? 503 : 200, request: request))
    }
    let provider = Provider(transport: transport) {
      $0.clock = ManualClock()
      $0.plugins = [RetryPlugin(jitter: { 0 })]
    }
    var steps: [Step] = []
    for try await progress in provider.request(TestTarget()).progress {
      steps.append(Step(progress))
    }
    let half = [Step(.building, 0), Step(.receiving, 0.5)]
    #expect(steps == half + half + [Self.end])
  }

  @Test("a failure is thrown once, typed, after the steps before it")
  func failure() async throws {
    let transport = ScriptedTransport { _, transfer, _ in
      transfer.report?(Progress(phase: .waiting))
      return .failure(TransportError(.reset, phase: .waiting))
    }
    var iterator = Provider(transport: transport).request(TestTarget()).progress
      .makeAsyncIterator()
    var steps: [Step] = []
    do throws(NetError) {
      while let progress = try await iterator.next() { steps.append(Step(progress)) }
      Issue.record("no failure")
    } catch {
      #expect(error.kind == .reset)
    }
    #expect(steps == [Step(.building, 0), Step(.waiting, 0)])
    #expect(try await iterator.next() == nil, "nothing follows")
  }

  @Test("a reader that falls far behind misses steps, never the last one")
  func slowReader() async throws {
    let done = Gate()
    let transport = ScriptedTransport { request, transfer, _ in
      for step in 1...5_000 {
        transfer.report?(Progress(phase: .receiving, completed: step, total: 5_000))
      }
      done.open()
      return .success(.ok(request, "end"))
    }
    var iterator = Provider(transport: transport).request(TestTarget()).progress
      .makeAsyncIterator()
    await done.wait()
    var steps: [Progress] = []
    while let progress = try await iterator.next() { steps.append(progress) }
    #expect(steps.count <= 1_024 + 1)
    #expect(steps.last?.response?.body == "end")
    #expect(steps.dropLast().allSatisfy { $0.response == nil })
  }

  static let figures: [(Progress, Double)] = [
    (Progress(phase: .receiving, completed: 5), 0),
    (Progress(phase: .receiving, completed: 0, total: 0), 0),
    (Progress(phase: .receiving, completed: 5, total: 4), 1),
    (Progress(phase: .receiving, completed: 1, total: 3), 1.0 / 3),
    (Progress(phase: .done, response: Response(statusCode: 204, request: .init(url: ""))), 1),
  ]

  @Test("the fraction stays between 0 and 1")
  func fraction() {
    for (progress, fraction) in Self.figures { #expect(progress.fraction == fraction) }
  }
}

/// The same over real HTTP, where only the order is certain.
@Suite(.timeLimit(.minutes(10))) struct LiveProgressTests {
  let server: DemoServer
  let provider = Provider(transport: LibcurlTransport(environment: [:]))

  init() throws {
    server = try DemoServer.withBroken()
  }

  func steps(_ target: TestTarget) async throws -> [Progress] {
    var steps: [Progress] = []
    for try await progress in provider.request(target).progress { steps.append(progress) }
    return steps
  }

  @Test("a download counts up to its length")
  func download() async throws {
    let steps = try await steps(TestTarget(baseURL: server.baseURL, path: "/bytes/3000000"))
    let received = steps.filter { $0.phase == .receiving }
    #expect(received.map(\.completed) == received.map(\.completed).sorted())
    #expect(received.allSatisfy { $0.total == 3_000_000 })
    #expect(received.last?.completed == 3_000_000)
    #expect(
      steps.map(\.phase).withoutRepeats == [.building, .connecting, .waiting, .receiving, .done])
    #expect(steps.last?.response?.body.count == 3_000_000)
  }

  @Test("chunks have no length to count up to")
  func chunks() async throws {
    let steps = try await steps(TestTarget(baseURL: server.baseURL, path: "/stream/3?ms=1"))
    let received = steps.filter { $0.phase == .receiving }
    #expect(received.last?.completed == 24)
    #expect(received.allSatisfy { $0.total == nil && $0.fraction == 0 })
    #expect(steps.last?.fraction == 1)
  }

  @Test("an upload counts up to its length, file and parts alike")
  func upload() async throws {
    let folder = try TestFolder()
    let path = try folder.write("up", [UInt8](repeating: 1, count: 2_000_000))
    let parts: Multipart = [.init(name: "f", .file(path: path))]
    for task in [HTTPTask.uploadFile(path), .uploadMultipartFormData(parts)] {
      let target = TestTarget(
        baseURL: server.baseURL, path: "/upload", method: .post, task: task)
      let steps = try await steps(target)
      let total = try #require(steps.last?.response?.request.body.count)
      let sent = steps.filter { $0.phase == .sending && $0.total != nil }
      #expect(sent.map(\.completed) == sent.map(\.completed).sorted())
      #expect(sent.allSatisfy { $0.total == total })
      #expect(sent.last?.fraction == 1)
      #expect(
        steps.map(\.phase).withoutRepeats == [.building, .connecting, .sending, .receiving, .done])
    }
  }
}

extension Array where Element: Equatable {
  fileprivate var withoutRepeats: [Element] {
    reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
