import NetEngine
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct StubTests {
  let provider = Provider(transport: ScriptedTransport()) { $0.stub = .immediate }

  @Test("a stub returns the sample's bytes")
  func sampleBytes() async throws {
    let response = try await provider.request(GitHub.zen).value
    #expect(response.body == GitHub.zen.sampleData)
    #expect(response.statusCode == 200)
  }

  @Test("a stub's response carries the prepared request")
  func request() async throws {
    var provider = provider
    provider.plugins = [TestPlugin.setting("X-Prepared", "yes")]
    let response = try await provider.request(GitHub.zen).value
    #expect(response.request.url == "https://api.github.com/zen")
    #expect(response.request.headers["X-Prepared"] == "yes")
    #expect(response.request.headers.contains("User-Agent"))
  }

  @Test("associated values reach URL and sample")
  func associatedValues() async throws {
    let response = try await provider.request(GitHub.user("ashfurrow")).value
    #expect(response.request.url == "https://api.github.com/users/ashfurrow")
    #expect(response.body.text == #"{"login": "ashfurrow", "id": 100}"#)
  }

  @Test("the same target gives equal requests, time after time")
  func equalRequests() async throws {
    let target = GitHub.user("ada")
    #expect(Endpoint(target) == Endpoint(target))
    let call = provider.request(target)
    let first = try await call.value
    let second = try await call.value
    #expect(first == second)
    #expect(first.request == second.request)
  }

  @Test("the endpoint hook's own sample is used")
  func customSample() async throws {
    var provider = provider
    provider.endpoint = { target in
      var endpoint = Endpoint(target)
      endpoint.sample = .status(201, "other")
      return endpoint
    }
    let response = try await provider.request(GitHub.zen).value
    #expect(response.statusCode == 201)
    #expect(response.body == "other")
  }

  @Test("a full response is passed through identically")
  func fullResponse() async throws {
    var whole = Response(
      statusCode: 207, headers: ["X-Own": "1"], body: "whole",
      request: HTTPRequest(url: "https://elsewhere.test/"))
    whole.warnings = [Warning(.bareLF)]
    whole.isComplete = false
    var provider = provider
    provider.endpoint = { [whole] target in
      var endpoint = Endpoint(target)
      endpoint.sample = .response(whole)
      return endpoint
    }
    #expect(try await provider.request(GitHub.zen).value == whole)
  }

  @Test("a stubbed network error is kept as it is")
  func networkError() async {
    let error = TransportError(.reset, phase: .receiving, curlCode: 56, detail: "cut", elapsed: 12)
    var provider = provider
    provider.endpoint = { target in
      var endpoint = Endpoint(target)
      endpoint.sample = .failure(error)
      return endpoint
    }
    guard case .transport(let kept) = await provider.request(GitHub.zen).result.error else {
      Issue.record("not a transport error")
      return
    }
    #expect(kept == error)
  }

  @Test("a stub with 400 fails validation like a live answer")
  func validationFails() async {
    for code in [400, 199, 500] {
      let error = await stubbed(code, .successCodes).error
      guard case .statusCode(let response) = error else {
        Issue.record("\(code): \(String(describing: error))")
        continue
      }
      #expect(response.statusCode == code)
      #expect(response.body == "sample")
    }
  }

  @Test("a stub with 200 passes")
  func validationPasses() async {
    #expect(await stubbed(200, .successCodes).response?.statusCode == 200)
    #expect(await stubbed(404, .none).response?.statusCode == 404)
  }

  func stubbed(_ code: Int, _ validation: ValidationType) async -> Result<Response, NetError> {
    var provider = provider
    provider.endpoint = { target in
      var endpoint = Endpoint(target)
      endpoint.sample = .status(code, "sample")
      return endpoint
    }
    return await provider.request(TestTarget(validationType: validation)).result
  }

  static let validations: [(ValidationType, accepted: [Int], refused: [Int])] = [
    (.none, [0, 100, 200, 404, 599], []),
    (.successCodes, [200, 204, 299], [0, 199, 300, 404, 500]),
    (.successAndRedirectCodes, [200, 299, 300, 399], [199, 400, 500]),
    (.customCodes([]), [0, 200, 404], []),
    (.customCodes([404, 418]), [404, 418], [200, 405]),
  ]

  @Test("each validation accepts its codes", arguments: validations.indices)
  func validation(index: Int) async {
    let (type, accepted, refused) = Self.validations[index]
    for code in accepted { #expect(await stubbed(code, type).word == "\(code)") }
    for code in refused {
      #expect(await stubbed(code, type).word == Kind(refusedStatus: code).rawValue)
    }
  }

  @Test("one call can be stubbed, or not, whatever the provider says")
  func perCall() async throws {
    let transport = ScriptedTransport(.status(204))
    var provider = Provider(transport: transport)
    #expect(try await provider.request(GitHub.zen, stub: .immediate).value.statusCode == 200)
    #expect(transport.requests.count == 0)
    #expect(try await provider.request(GitHub.zen).value.statusCode == 204)
    provider.stub = .immediate
    #expect(try await provider.request(GitHub.zen).value.statusCode == 200)
    #expect(transport.requests.count == 1)
    #expect(try await provider.request(GitHub.zen, stub: .never).value.statusCode == 204)
    #expect(transport.requests.count == 2)
  }
}

/// Stubs that take their time, on a clock that only moves when told.
@Suite(.timeLimit(.minutes(10))) struct DelayedStubTests {
  let clock = ManualClock()
  let record = Record<String>()
  let provider: Provider

  init() {
    provider = Provider(transport: ScriptedTransport()) { [clock, record] in
      $0.stub = .delayed(.seconds(2))
      $0.clock = clock
      $0.plugins = [TestPlugin.recording(into: record)]
    }
  }

  @Test("a delayed stub takes at least its delay")
  func takesItsTime() async {
    let call = provider.request(GitHub.zen).start()
    await clock.waitForSleeps(1)
    #expect(clock.slept == [.seconds(2)])
    clock.advance(by: .seconds(2) - .nanoseconds(1))
    #expect(clock.sleepers == 1)
    #expect(record.all == ["A.prepare#0", "A.willSend#0"], "nothing is answered yet")
    clock.advance(by: .nanoseconds(1))
    #expect(await call.result.word == "200")
  }

  @Test("a cancelled delayed stub fails as cancelled")
  func cancelled() async {
    let call = provider.request(GitHub.zen).start()
    await clock.waitForSleeps(1)
    call.cancel()
    call.cancel()
    #expect(await call.result.error?.isCancelled == true)
    #expect(clock.sleepers == 0)
    #expect(clock.now == ManualClock.Instant(), "nobody waited for the delay")
  }

  @Test("plugins hear that a delayed stub was cancelled")
  func pluginsHear() async {
    let call = provider.request(GitHub.zen).start()
    await clock.waitForSleeps(1)
    call.cancel()
    _ = await call.result
    #expect(
      record.all == [
        "A.prepare#0", "A.willSend#0", "A.didReceive#0 cancelled", "A.retry#0",
        "A.process#0 cancelled",
      ])
  }

  @Test("a delayed stub that nobody cancels succeeds")
  func succeeds() async throws {
    let call = provider.request(GitHub.zen).start()
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(3))
    #expect(try await call.value.body == GitHub.zen.sampleData)
    #expect(record.all.suffix(3) == ["A.didReceive#0 200", "A.retry#0", "A.process#0 200"])
  }
}
