import NetEngine
import NetRecordings
import TestSupport
import Testing

/// A step of one's own between decoding and mapping: what it makes, what it says, what is kept.
@Suite("A step of one's own") struct UnpackTests {
  private static func masked(_ text: String) -> Body { Body(text.utf8.map { $0 ^ 1 }) }

  private struct NoKey: Error, CustomStringConvertible {
    var description: String { "no key 7\u{1b}[2J" }
  }

  private static let unmask = UnpackPlugin("unmask") { body, response in
    if response.headers["X-Key"] == "7" { throw NoKey() }
    return response.headers["X-Plain"] == nil ? Body(body.bytes.map { $0 ^ 1 }) : nil
  }

  private func answer(
    _ body: Body, status: Int = 200, headers: Headers = [:], plugins: [any Plugin] = [unmask]
  ) async -> Outcome {
    let transport = ScriptedTransport { request, _, _ in
      .success(Response(statusCode: status, headers: headers, body: body, request: request))
    }
    let provider = Provider(transport: transport) {
      $0.profile = .codeMsgData
      $0.plugins = plugins
    }
    return await provider.request(TestTarget()).outcome()
  }

  private static let ok = #"{"code":0,"msg":"","data":{"id":7}}"#
  private static let again = #"{"code":401,"msg":"Again."}"#

  @Test("mapping and envelope read what comes out, and the step stands between filter and mapping")
  func passes() async {
    let outcome = await answer(Self.masked(Self.ok), headers: ["Content-Type": "application/json"])
    #expect(
      outcome.kind == .ok && outcome.steps.map(\.name)[..<3] == ["filter 2xx", "unmask", "mapJSON"])
    #expect(outcome.steps[1].note == "35 bytes → 35" && outcome.steps[1].hasPassed == true)
    #expect(outcome.response?.body.text == Self.ok)
    #expect(outcome.response?.packed == Self.masked(Self.ok))
    #expect(await answer(Self.masked(Self.again)).kind == .invalidSession)
    // Also behind a filter that has refused: a person wants to see what it says.
    let refused = await answer(Self.masked(Self.again), status: 500)
    #expect(refused.kind == .server && refused.steps[1].hasPassed == nil)
    #expect(refused.envelope?.message == "Again.")
  }

  @Test(
    "what it throws fails the answer there; what came is kept, and nothing in it acts on a screen")
  func fails() async throws {
    let body = Self.masked(Self.ok)
    let outcome = await answer(body, headers: ["X-Key": "7"])
    #expect(outcome.kind == .mapping && outcome.response?.body == body)
    #expect(outcome.steps.map(\.hasPassed) == [true, false, nil, nil])
    #expect(outcome.error?.message == #"the step 'unmask' failed: no key 7\u{1B}[2J"#)
    let result = await Provider(
      transport: ScriptedTransport { request, _, _ in
        .success(
          Response(statusCode: 200, headers: ["X-Key": "7"], body: body, request: request))
      }
    ) { $0.plugins = [Self.unmask] }.request(TestTarget()).result
    #expect(throws: NetError.self) { try result.get() }
  }

  @Test(
    "nobody is asked for what has no body; nil leaves it to the next, the first that answers decides"
  )
  func order() async {
    let all = UnpackPlugin("all") { _, _ in "1" }
    #expect(await answer("", plugins: [all]).response?.ownStep == nil)
    let plain = await answer(
      "{}", headers: ["X-Plain": ""], plugins: [Self.unmask, all, Self.unmask])
    #expect(plain.response?.ownStep?.name == "all" && plain.response?.body.text == "1")
    #expect(await answer("{}", headers: ["X-Plain": ""]).response?.ownStep == nil)
  }

  @Test("a refresh hears the refusal that was packed")
  func refresh() async throws {
    let isNew = Lock(false)
    let transport = ScriptedTransport { request, _, _ in
      let text = isNew.withLock { $0 } ? Self.ok : Self.again
      return .success(Response(statusCode: 200, body: Self.masked(text), request: request))
    }
    let provider = Provider(transport: transport) {
      $0.profile = .codeMsgData
      $0.plugins = [
        Self.unmask,
        TokenRefreshPlugin(isRefused: TokenRefreshPlugin.isInvalidSession) {
          isNew.withLock { $0 = true }
        },
      ]
    }
    let target = TestTarget(authorizationType: .bearer)
    #expect(try await provider.request(target).mapJSON().value["data"]["id"].int == 7)
  }

  // MARK: Recordings

  private func recorded(_ text: String, headers: Headers = [:]) async throws -> Exchange {
    let response = try #require(await answer(Self.masked(text), headers: headers).response)
    return Exchange(
      sequence: 1, name: "a", startedAt: 0, request: response.request,
      result: response.ownStep?.failure == nil
        ? .success(response) : .failure(.mapping(MappingError(.json, .empty), response)))
  }

  @Test("a session keeps both bodies and how it went, and judges them the same")
  func kept() async throws {
    for (text, key) in [(Self.ok, "1"), (Self.again, "1"), (Self.ok, "7")] {
      let exchange = try await recorded(text, headers: ["X-Key": key])
      let read = try Session.read(HARWriter().document([exchange])).exchange(at: 0)
      #expect(read.response?.ownStep == exchange.response?.ownStep, "\(text) \(key)")
      #expect(read.response?.body == exchange.response?.body)
      #expect(read.response?.wire == exchange.response?.wire)
      let pipeline = Pipeline(profile: .codeMsgData)
      let (old, new) = (exchange.outcome(pipeline), read.outcome(pipeline))
      if key == "1" { #expect(old?.kind == new?.kind) }
      #expect(new?.steps[1].name == "unmask" && (new?.steps[1].hasPassed == (key == "1")))
    }
  }

  @Test("what a secret came packed in is left out with it, and only that")
  func redacted() async throws {
    let redactor = Redactor()
    func redact(_ text: String) async throws -> Response {
      let (copy, known) = (try await recorded(text), redactor)
      return try #require(known.redact(copy).response)
    }
    let secret = try await redact(#"{"code":0,"data":{"access_token":"abcdefgh12345678"}}"#)
    #expect(secret.body.text?.contains("abcdefgh12345678") == false)
    #expect(secret.packed.isEmpty && secret.wire.isEmpty && secret.ownStep?.name == "unmask")
    let harmless = try await redact(Self.ok)
    #expect(harmless.packed == Self.masked(Self.ok) && harmless.body.text == Self.ok)
  }

  @Test("a recording is unpacked anew where somebody can, and stands as it is where nobody does")
  func replayed() async throws {
    let exchange = try await recorded(Self.ok)
    let replay = ReplayTransport([exchange])
    var provider = Provider(transport: replay) { $0.plugins = [Self.unmask] }
    let again = try await provider.request(TestTarget()).value
    #expect(again.body.text == Self.ok && again.packed == Self.masked(Self.ok))
    provider.plugins = []
    let kept = try await provider.request(TestTarget()).value
    #expect(kept.body.text == Self.ok && kept.ownStep?.name == "unmask")
  }
}
