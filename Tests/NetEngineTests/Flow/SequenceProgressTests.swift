import CurlTransport
import DemoServer
import NetEngine
import TestServer
import TestSupport
import Testing

// Both modules have a Step; this one is a sequence's.
import class NetEngine.Step

/// How far a sequence is: all of it, and each of its parts.
@Suite(.timeLimit(.minutes(10))) struct SequenceProgressTests {
  /// A step in short: `0/2 0.25 receiving, all 0.125`; parts outermost first.
  static func line(_ progress: Progress) -> String {
    let parts = progress.parts.map { part in
      "\(part.index)/\(part.count.map(String.init) ?? "?") \(part.fraction)"
    }
    let what = (parts + ["\(progress.phase)"]).joined(separator: " ")
    return "\(what), all \(progress.fraction)\(progress.response == nil ? "" : ", response")"
  }

  /// Half of a body, then the answer.
  static func half(_ name: String = "", status: Int = 200) -> Call<Response> {
    let transport = ScriptedTransport { request, transfer, _ in
      transfer.report?(Progress(phase: .receiving, completed: 1, total: 2))
      return .success(Response(statusCode: status, body: Body(name), request: request))
    }
    return Provider(transport: transport).request(TestTarget()).filter(.successful)
  }

  private func lines<Value>(_ call: Call<Value>) async throws -> [String] {
    var lines: [String] = []
    for try await progress in call.progress { lines.append(Self.line(progress)) }
    return lines
  }

  static let two = [
    "0/2 0.0 building, all 0.0", "0/2 0.5 receiving, all 0.25",
    "0/2 1.0 done, all 0.5, response",
    "1/2 0.0 building, all 0.5", "1/2 0.5 receiving, all 0.75",
    "1/2 1.0 done, all 1.0, response", "done, all 1.0",
  ]

  /// Without a count nobody knows how far all of it is before its end.
  static let uncounted = two.map { line in
    let isEnd = line == "done, all 1.0"
    guard !isEnd, let comma = line.firstRange(of: ", all ") else { return line }
    let end = line.hasSuffix("response") ? ", response" : ""
    return line[..<comma.lowerBound].replacing("/2", with: "/?") + ", all 0.0" + end
  }

  @Test("a zip tells of each part, of all of them, and of its end")
  func zip() async throws {
    let calls = [Self.half(), Self.half()]
    #expect(try await lines(Sequencer.zip(calls, maxConcurrent: 1)) == Self.two)
    #expect(
      try await lines(Sequencer.zip(Self.half(), Self.half(), maxConcurrent: 1)) == Self.two)
  }

  @Test("so does a run, once it is known how many steps there are")
  func run() async throws {
    let body: @Sendable (Step) async throws -> Response = { step in
      _ = try await step(Self.half())
      return try await step(Self.half())
    }
    #expect(try await lines(Sequencer.run(steps: 2, body)) == Self.two)
    #expect(try await lines(Sequencer.run(body)) == Self.uncounted)
  }

  @Test("a run that returns early is done")
  func early() async throws {
    let early = Sequencer.run(steps: 2) { step in try await step(Self.half()) }
    #expect(try await lines(early) == Self.two.prefix(3) + ["done, all 1.0"])
  }

  @Test("a merge tells of its calls; one that failed is over like any other")
  func merge() async throws {
    let heard = Record<String>()
    let calls = [Self.half(status: 500), Self.half()]
    let stream = Sequencer.merge(calls, maxConcurrent: 1) { heard.append(Self.line($0)) }
    for await _ in stream {}
    // The answer came, and was refused: that is the end of the transfer too.
    #expect(heard.all == Self.two)
  }

  @Test("sequences in sequences: each part by its place, the outermost first")
  func nested() async throws {
    let inner = Sequencer.run(steps: 2) { step in
      _ = try await step(Self.half())
      return try await step(Self.half())
    }
    #expect(
      try await lines(Sequencer.zip([inner, Self.half()], maxConcurrent: 1)) == [
        "0/2 0.0 0/2 0.0 building, all 0.0", "0/2 0.25 0/2 0.5 receiving, all 0.125",
        "0/2 0.5 0/2 1.0 done, all 0.25, response",
        "0/2 0.5 1/2 0.0 building, all 0.25", "0/2 0.75 1/2 0.5 receiving, all 0.375",
        "0/2 1.0 1/2 1.0 done, all 0.5, response", "0/2 1.0 done, all 0.5",
        "1/2 0.0 building, all 0.5", "1/2 0.5 receiving, all 0.75",
        "1/2 1.0 done, all 1.0, response", "done, all 1.0",
      ])
  }

  @Test("a part that is tried again goes on where it was, and ends once")
  func retries() async throws {
    let transport = ScriptedTransport { request, transfer, number in
      transfer.report?(Progress(phase: .receiving, completed: number == 0 ? 3 : 1, total: 4))
      return number == 0
        ? .failure(TransportError(.reset, phase: .receiving)) : .success(.ok(request))
    }
    let call = Provider(transport: transport).request(TestTarget()).retry(1)
    #expect(
      try await lines(Sequencer.zip([call])) == [
        "0/1 0.0 building, all 0.0", "0/1 0.75 receiving, all 0.75",
        "0/1 0.75 building, all 0.75", "0/1 0.75 receiving, all 0.75",
        "0/1 1.0 done, all 1.0, response", "done, all 1.0",
      ])
  }

  @Test("what is sent counts for half of a part, what comes back for the other half")
  func upload() async throws {
    let transport = ScriptedTransport { request, transfer, _ in
      transfer.report?(Progress(phase: .sending, completed: 4, total: 4))
      transfer.report?(Progress(phase: .waiting))
      transfer.report?(Progress(phase: .receiving, completed: 1, total: 2))
      return .success(.ok(request))
    }
    let call = Provider(transport: transport).request(TestTarget())
    #expect(
      try await lines(Sequencer.zip([call])) == [
        "0/1 0.0 building, all 0.0", "0/1 0.5 sending, all 0.5", "0/1 0.5 waiting, all 0.5",
        "0/1 0.75 receiving, all 0.75", "0/1 1.0 done, all 1.0, response", "done, all 1.0",
      ])
  }

  @Test("an empty sequence is done at once")
  func empty() async throws {
    #expect(try await lines(Sequencer.zip([Call<Int>]())) == ["done, all 1.0"])
  }

  @Test("nothing follows a failure, not even what a cancelled part still says")
  func late() async throws {
    let (entered, said) = (Gate(), Gate())
    let talking = ScriptedTransport { _, transfer, _ in
      entered.open()
      await Gate.untilCancelled()
      transfer.report?(Progress(phase: .receiving))
      said.open()
      return .failure(TransportError(.cancelled, phase: .receiving))
    }
    let calls = [
      Provider(transport: talking).request(TestTarget()),
      Calls.waiting(for: entered, 0).map { _ in throw Calls.Words("no") },
    ]
    var iterator = Sequencer.zip(calls).progress.makeAsyncIterator()
    do throws(NetError) {
      while try await iterator.next() != nil {}
      Issue.record("no failure")
    } catch {
      #expect(error.brokenSteps == [1])
    }
    await said.wait()
    #expect(try await iterator.next() == nil)
  }

  @Test("over real HTTP the whole never goes back, whatever runs side by side")
  func live() async throws {
    let server = try DemoServer.withBroken()
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let calls = (0..<6).map { number in
      number % 2 == 0
        ? provider.request(TestTarget(baseURL: server.baseURL, path: "/bytes/300000"))
        : provider.request(
          TestTarget(
            baseURL: server.baseURL, path: "/upload", method: .post,
            task: .requestData(Body([UInt8](repeating: 1, count: 200_000)))))
    }
    var fractions: [Double] = []
    var ends = 0
    for try await progress in Sequencer.zip(calls, maxConcurrent: 3).progress {
      fractions.append(progress.fraction)
      if progress.response != nil { ends += 1 }
    }
    #expect(fractions == fractions.sorted())
    #expect(fractions.last == 1)
    #expect(ends == 6)
  }

  @Test("onProgress hears of its own call, and whoever runs it as well")
  func handler() async throws {
    let (own, all) = (Record<String>(), Record<String>())
    let first = Self.half("a").onProgress { own.append(Self.line($0)) }
    let call = Sequencer.zip([first, Self.half("b")], maxConcurrent: 1)
      .onProgress { all.append(Self.line($0)) }
    _ = try await call.value
    #expect(
      own.all == ["building, all 0.0", "receiving, all 0.5", "done, all 1.0, response"])
    #expect(all.all == Self.two)
    #expect(try await lines(call) == Self.two)
    #expect(all.count == 2 * Self.two.count)
  }
}
