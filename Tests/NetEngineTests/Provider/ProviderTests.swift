import CurlTransport
import NetEngine
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ProviderTests {
  @Test("a running request can be cancelled through its handle")
  func handle() async {
    let transport = ScriptedTransport.silent
    let call = Provider(transport: transport).request(GitHub.zen).start()
    await transport.requests.wait(for: 1)
    #expect(!call.isCancelled)
    call.cancel()
    #expect(call.isCancelled)
    #expect(await call.result.word == "cancelled")
  }

  @Test("the transport is injectable, at the start and later")
  func injection() async throws {
    var provider = Provider(transport: ScriptedTransport(.status(201)))
    #expect(try await provider.request(GitHub.zen).value.statusCode == 201)
    provider.transport = ScriptedTransport(.status(202))
    #expect(try await provider.request(GitHub.zen).value.statusCode == 202)
    #expect(
      try await Provider { $0.transport = ScriptedTransport(.status(203)) }
        .request(GitHub.zen).value.statusCode == 203)
  }

  @Test("prepare comes before willSend, which sees what was prepared")
  func prepareFirst() async throws {
    let seen = Record<String?>()
    var watcher = TestPlugin()
    watcher.onWillSend = { request, _ in seen.append(request.headers["X-Prepared"]) }
    let transport = ScriptedTransport()
    let provider = Provider(transport: transport) {
      $0.plugins = [watcher, TestPlugin.setting("X-Prepared", "yes")]
    }
    _ = try await provider.request(GitHub.zen).value
    #expect(seen.all == ["yes"], "plugins that come later have prepared it too")
    #expect(transport.requests.all.first?.headers["X-Prepared"] == "yes")
  }

  @Test("process can rewrite the result, each plugin on top of the one before")
  func process() async throws {
    func appending(_ text: String) -> TestPlugin {
      TestPlugin(onProcess: { result, _ in
        result.map { response in
          var response = response
          response.body = Body((response.body.text ?? "") + text)
          return response
        }
      })
    }
    var rescue = TestPlugin()
    rescue.onProcess = { result, attempt in
      .success(result.response ?? Response(statusCode: 299, request: HTTPRequest(url: "")))
    }
    var provider = Provider(transport: ScriptedTransport(.status(200, body: "a")))
    provider.plugins = [appending("b"), appending("c")]
    #expect(try await provider.request(GitHub.zen).value.body == "abc")
    provider.transport = ScriptedTransport(.failure(.dns))
    provider.plugins = [rescue]
    #expect(try await provider.request(GitHub.zen).value.statusCode == 299)
  }

  @Test("preparation may take its time")
  func slowPreparation() async throws {
    let gate = Gate()
    let entered = Gate()
    let transport = ScriptedTransport()
    let provider = Provider(transport: transport) {
      $0.plugins = [
        TestPlugin(onPrepare: { request, _ in
          entered.open()
          await gate.wait()
          var request = request
          request.headers["X-Slow"] = "done"
          return request
        })
      ]
    }
    let call = provider.request(GitHub.zen).start()
    await entered.wait()
    #expect(transport.requests.count == 0)
    gate.open()
    #expect(try await call.value.request.headers["X-Slow"] == "done")
  }

  @Test("the endpoint hook decides what is sent")
  func endpointHook() async throws {
    let transport = ScriptedTransport()
    let provider = Provider(transport: transport) {
      $0.endpoint = { target in
        var endpoint = Endpoint(target).adding(headers: ["X-Hook": target.name])
        endpoint.url = "https://other.test/hooked"
        endpoint.method = .put
        return endpoint
      }
    }
    _ = try await provider.request(GitHub.zen).value
    let request = transport.requests.all.first
    #expect(request?.url == "https://other.test/hooked")
    #expect(request?.method == .put)
    #expect(request?.headers["X-Hook"] == "/zen")
  }

  struct Broken: Error, CustomStringConvertible {
    var description: String { "no base URL for this region" }
  }

  @Test("what the endpoint hook throws surfaces, whatever it is")
  func builderFails() async {
    let failures: [(any Error, Kind)] = [
      (Broken(), .plugin), (CancellationError(), .cancelled),
      (SetupProblem(.url, .noHost(at: 7), text: "x"), .setup),
      (NetError.parameterEncoding(cause: Broken()), .setup),
      (TransportError(.miss), .miss),
    ]
    for (failure, kind) in failures {
      let transport = ScriptedTransport()
      let provider = Provider(transport: transport) { $0.endpoint = { _ in throw failure } }
      #expect(await provider.request(GitHub.zen).result.error?.kind == kind, "\(failure)")
      #expect(transport.requests.count == 0)
    }
  }

  @Test("the message of what the hook threw is kept")
  func builderMessage() async {
    let provider = Provider(transport: ScriptedTransport()) {
      $0.endpoint = { _ in throw Broken() }
    }
    let error = await provider.request(GitHub.zen).result.error
    #expect(error?.message == "no base URL for this region")
    #expect(error?.underlying is Broken)
  }

  /// Targets need not be enums.
  struct Create: TargetType {
    let baseURL = "http://example.test"
    let path = "/endpoint"
    let method = HTTPMethod.post
    var headers: Headers = ["Content-Type": "application/json"]
    var task: HTTPTask { .requestData("{}") }
  }

  @Test("a struct as target: its URL")
  func structURL() async throws {
    #expect(try await sent(Create()).url == "http://example.test/endpoint")
  }

  @Test("a struct as target: its method")
  func structMethod() async throws {
    #expect(try await sent(Create()).method == .post)
  }

  @Test("a struct as target: its data")
  func structData() async throws {
    #expect(try await sent(Create()).body == .bytes("{}"))
  }

  @Test("a struct as target: its headers")
  func structHeaders() async throws {
    #expect(try await sent(Create()).headers["content-type"] == "application/json")
  }

  func sent(_ target: some TargetType) async throws -> HTTPRequest {
    try await Provider(transport: ScriptedTransport()).request(target).value.request
  }

  @Test("an empty path keeps the base with its query")
  func emptyPath() async throws {
    let target = TestTarget(baseURL: "http://example.test/123?key=value#part")
    #expect(try await sent(target).url == "http://example.test/123?key=value")
  }

  @Test("a plugin that throws is named, and nothing is sent")
  func throwingPlugin() async {
    let record = Record<String>()
    let transport = ScriptedTransport()
    let failing = TestPlugin(name: "Signer", onPrepare: { _, _ in throw Broken() })
    let provider = Provider(transport: transport) {
      $0.plugins = [
        TestPlugin.recording(into: record), failing, TestPlugin.recording("B", into: record),
      ]
    }
    let error = await provider.request(GitHub.zen).result.error
    guard case .plugin(let name, let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(name == "Signer")
    #expect(cause is Broken)
    #expect(error?.message == "the plugin Signer failed: no base URL for this region")
    #expect(transport.requests.count == 0)
    #expect(record.all == ["A.prepare#0", "A.process#0 plugin", "B.process#0 plugin"])
  }

  @Test("limits and options of the provider stand where the target says nothing")
  func limitsAndOptions() async throws {
    var limits = Limits()
    limits.redirects = 3
    var options = RequestOptions()
    options.followsRedirects = false
    let provider = Provider(transport: ScriptedTransport()) {
      $0.limits = limits
      $0.options = options
    }
    let silent = try await provider.request(TestTarget()).value.request
    #expect(silent.limits == limits)
    #expect(silent.options == options)
    #expect(silent.timeout == nil)
    let own = TestTarget(timeout: .seconds(1), options: RequestOptions(), limits: Limits())
    let said = try await provider.request(own).value.request
    #expect(said.limits == Limits())
    #expect(said.options == RequestOptions())
    #expect(said.timeout == .seconds(1))
  }

  @Test("a call owns what it needs: nothing has to keep the provider alive")
  func ownership() async throws {
    func makeCall() -> Call<Response> {
      Provider(transport: ScriptedTransport(.status(204))).request(GitHub.zen)
    }
    #expect(try await makeCall().value.statusCode == 204)
  }
}
