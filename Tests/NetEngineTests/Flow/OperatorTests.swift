import NetEngine
import TestSupport
import Testing

/// The operators of a call.
@Suite struct OperatorTests {
  private func call(_ answers: ScriptedTransport.Answer...) -> (Call<Response>, ScriptedTransport) {
    let transport = ScriptedTransport { request, _, number in
      answers[min(number, answers.count - 1)].result(request)
    }
    return (Provider(transport: transport).request(TestTarget()), transport)
  }

  @Test("map may take its time and may throw; its answer stays in the error")
  func map() async throws {
    let (call, _) = call(.status(200, body: "abc"))
    let count = try await call.map { response in
      await Task.yield()
      return response.body.count
    }.value
    #expect(count == 3)
    let thrown = await call.map { _ -> Int in throw Calls.Words("no") }.result
    #expect(thrown.words == "no")
    #expect(thrown.thrown?.response?.body == "abc")
  }

  @Test("then runs another call with the value, one after the other, and not after a failure")
  func then() async throws {
    let (first, firstTransport) = call(.status(200, body: "one"))
    let (second, secondTransport) = call(.status(200, body: "two"))
    let text = try await first.mapString().then { value in
      second.mapString().map { "\(value), \($0)" }
    }.value
    #expect(text == "one, two")
    #expect((firstTransport.requests.count, secondTransport.requests.count) == (1, 1))
    let failed = await first.filter(statusCode: 500).then { _ in second }.result
    #expect(failed.label == "statusCode(200)")
    #expect(secondTransport.requests.count == 1, "the second was never sent")
  }

  @Test("recover turns a failure into a value, or into another failure")
  func recover() async throws {
    let (call, _) = call(.status(503, body: "down"))
    let filtered = call.filterSuccessfulStatusCodes().mapString()
    #expect(
      try await filtered.recover { "instead of \($0.kind.word)" }.value == "instead of server error"
    )
    #expect(await filtered.recover { _ in throw Calls.Words("worse") }.result.words == "worse")
    #expect(try await call.mapString().recover { _ in "unused" }.value == "down")
  }

  @Test("a cancelled call is not recovered from")
  func recoverCancelled() async {
    let entered = Gate()
    let running = Calls.hanging(entered: entered).recover { _ in 7 }.start()
    await entered.wait()
    running.cancel()
    #expect(await running.result.label == "cancelled")
  }

  @Test("retry runs it again while it fails, so often and no more", arguments: 0...3)
  func retry(times: Int) async {
    let (call, transport) = call(.status(500), .failure(.reset), .status(200, body: "third"))
    let result = await call.filterSuccessfulStatusCodes().mapString().retry(times).result
    #expect(transport.requests.count == min(times, 2) + 1)
    #expect((try? result.get()) == (times >= 2 ? "third" : nil))
  }

  @Test("retry lets a cancelled call be")
  func retryCancelled() async {
    let entered = Gate()
    let transport = ScriptedTransport { _, _, _ in
      entered.open()
      await Gate.untilCancelled()
      return .failure(TransportError(.cancelled, phase: .waiting))
    }
    let running = Provider(transport: transport).request(TestTarget()).retry(5).start()
    await entered.wait()
    running.cancel()
    #expect(await running.result.label == "cancelled")
    #expect(transport.requests.count == 1)
  }

  @Test("the filters of a call are those of its answer")
  func filters() async {
    let (call, _) = call(.status(304))
    #expect(await call.filter(statusCodes: 300..<305).result.label == "value")
    #expect(await call.filter(statusCodes: 300..<304).result.label == "statusCode(304)")
    #expect(await call.filter(statusCode: 304).result.label == "value")
    #expect(await call.filter(StatusFilter([200...299, 304...304])).result.label == "value")
    #expect(await call.filterSuccessfulStatusCodes().result.label == "statusCode(304)")
    #expect(await call.filterSuccessfulStatusAndRedirectCodes().result.label == "value")
  }

  @Test("operators send nothing by themselves, and every run is a request of its own")
  func cold() async {
    let (call, transport) = call(.status(200, body: "{}"))
    let mapped = call.filterSuccessfulStatusCodes().mapJSON().map { $0.count }.retry(1)
    #expect(transport.requests.count == 0)
    for _ in 0..<3 { _ = await mapped.result }
    #expect(transport.requests.count == 3)
  }

  @Test("however often a run answers, its progress carries one response, the last event")
  func progress() async throws {
    let (flaky, _) = call(.status(500), .status(200, body: "x"))
    let (second, _) = call(.status(200, body: "second"))
    let streams = [
      flaky.filterSuccessfulStatusCodes().retry(1).progress,
      second.then { _ in second }.progress,
    ]
    for stream in streams {
      var responses: [Int] = []
      var count = 0
      for try await step in stream {
        count += 1
        if step.response != nil { responses.append(count) }
      }
      #expect(responses == [count])
    }
  }

  @Test("a stream of bytes is the last call's, not the first one's")
  func bytesOfThen() async throws {
    let (first, _) = call(.status(200, body: "first"))
    let (second, _) = call(.status(200, body: "second"))
    var bytes: [UInt8] = []
    for try await piece in first.then({ _ in second }).bytes { bytes += piece }
    #expect(String(decoding: bytes, as: UTF8.self) == "second")
  }
}
