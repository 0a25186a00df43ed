import NetEngine
import TestSupport
import Testing

/// Exactly what the logger writes.
@Suite(.timeLimit(.minutes(10))) struct LoggerPluginTests {
  let log = Record<String>()

  func logger(_ detail: LoggerPlugin.Detail) -> LoggerPlugin {
    LoggerPlugin(detail) { [log] in log.append($0) }
  }

  func fire(
    _ target: TestTarget, _ transport: ScriptedTransport, _ detail: LoggerPlugin.Detail = .verbose
  ) async -> [String] {
    let provider = Provider(transport: transport) { $0.plugins = [logger(detail)] }
    _ = await provider.request(target).result
    return log.all
  }

  static let added = """
    User-Agent: Inspector/\(EngineVersion.text)
    Accept: */*
    Accept-Encoding: gzip, deflate, br, zstd
    """

  @Test("a stub is logged like a live call")
  func stub() async {
    let provider = Provider(transport: ScriptedTransport()) {
      $0.stub = .immediate
      $0.plugins = [logger(.verbose)]
    }
    _ = await provider.request(GitHub.zen).result
    #expect(
      log.all == [
        """
        GET https://api.github.com/zen
        \(Self.added)
        """,
        """
        200 https://api.github.com/zen
        Half measures are as bad as nothing at all.
        """,
      ])
  }

  @Test("the body is logged as text, or by its size when it is none")
  func body() async {
    var target = TestTarget(method: .post, task: .requestData("{\"é\":1}\n"))
    #expect(
      await fire(target, ScriptedTransport(), [.requestLine, .requestBody])
        == ["POST https://example.test/\n{\"é\":1}\n"])
    target.task = .requestData(Body([0xff, 0x00]))
    #expect(
      await fire(target, ScriptedTransport(), .requestBody).last
        == "<2 bytes that are not UTF-8>")
  }

  @Test("a streamed body is noted, not read")
  func streamed() async throws {
    let folder = try TestFolder()
    let path = try folder.write("up.bin", "12345")
    let file = TestTarget(method: .put, task: .uploadFile(path))
    #expect(
      await fire(file, ScriptedTransport(), .requestBody) == ["<5 bytes streamed from '\(path)'>"])
    let parts = Multipart([.init(name: "f", .file(path: path))], boundary: "B")
    let form = TestTarget(method: .post, task: .uploadMultipartFormData(parts))
    #expect(
      await fire(form, ScriptedTransport(), .requestBody).last == "<122 bytes streamed in parts>")
  }

  @Test("a header of the request beats the default one")
  func ownHeader() async {
    let target = TestTarget(headers: ["user-agent": "Mine/1", "X-Own": ""])
    #expect(
      await fire(target, ScriptedTransport(), .requestHeaders) == [
        """
        user-agent: Mine/1
        X-Own:\u{20}
        Accept: */*
        Accept-Encoding: gzip, deflate, br, zstd
        """
      ])
  }

  @Test("a request that cannot be built is logged as not sent, with the reason")
  func unbuildable() async {
    #expect(
      await fire(TestTarget(baseURL: "nowhere"), ScriptedTransport()) == [
        "not sent: the URL 'nowhere' cannot be sent: no http:// or https:// in front"
      ])
    let failing = TestPlugin(name: "Signer", onPrepare: { _, _ in throw TestPlugin.Refused() })
    let provider = Provider(transport: ScriptedTransport()) {
      $0.plugins = [failing, logger(.standard)]
    }
    _ = await provider.request(TestTarget()).result
    #expect(log.all.last == "not sent: the plugin Signer failed: Refused()")
  }

  @Test("a try that could not be prepared again is logged as not sent")
  func unbuildableRetry() async {
    let failing = TestPlugin(
      onPrepare: { request, attempt in
        if attempt.number == 1 { throw TestPlugin.Refused() }
        return request
      }, onRetry: { _, _, _ in .retry(after: .zero) })
    let provider = Provider(transport: ScriptedTransport()) {
      $0.plugins = [logger([.requestLine, .responseLine]), failing]
    }
    _ = await provider.request(TestTarget()).result
    #expect(
      log.all == [
        "GET https://example.test/", "200 https://example.test/",
        "not sent: the plugin TestPlugin failed: Refused()",
      ])
  }

  @Test("the response line and the body")
  func response() async {
    let transport = ScriptedTransport { request, _, _ in
      var response = Response(
        statusCode: 201, headers: ["Content-Type": "text/plain", "X-A": "1"], body: "made\n",
        request: request)
      response.hops[0].reason = "Created\u{1b}[31m"
      return .success(response)
    }
    #expect(
      await fire(TestTarget(), transport).last == """
        201 Created\\x1B[31m https://example.test/
        Content-Type: text/plain
        X-A: 1
        made

        """)
  }

  @Test("a failed validation logs the server's body")
  func validation() async {
    let target = TestTarget(validationType: .successCodes)
    let transport = ScriptedTransport(.status(404, ["X-A": "1"], body: "no such thing"))
    for detail in [LoggerPlugin.Detail.standard, .verbose] {
      #expect(
        await fire(target, transport, detail).last == """
          failed: the server answered 404
          404 https://example.test/
          X-A: 1
          no such thing
          """)
    }
    #expect(
      await fire(target, transport, [.responseLine, .responseBody]).last == """
        failed: the server answered 404
        404 https://example.test/
        """)
  }

  @Test("an error without a response is one line")
  func errorAlone() async {
    let message = TransportError(.reset, detail: "scripted").message
    #expect(
      await fire(TestTarget(), ScriptedTransport(.failure(.reset))).last == "failed: \(message)")
    let silent = ScriptedTransport.silent
    let provider = Provider(transport: silent) { $0.plugins = [logger(.standard)] }
    let call = provider.request(TestTarget()).start()
    await silent.requests.wait(for: 1)
    call.cancel()
    _ = await call.result
    #expect(log.all.last == "failed: cancelled")
  }

  @Test("formatters of one's own")
  func formatters() async {
    let logger = LoggerPlugin(
      [.requestBody, .responseBody], formatRequest: { "request of \($0.count)" },
      formatResponse: { "response of \($0.count)" }, write: { [log] in log.append($0) })
    let provider = Provider(transport: ScriptedTransport(.status(200, body: "four"))) {
      $0.plugins = [logger]
    }
    _ = await provider.request(TestTarget(method: .post, task: .requestData("123"))).result
    #expect(log.all == ["request of 3", "response of 4"])
  }

  @Test("in cURL form the command stands for the request")
  func curl() async {
    #expect(
      await fire(
        TestTarget(headers: ["A": "1", "Accept-Encoding": "gzip"]),
        ScriptedTransport(.status(204)), [.curl, .requestLine, .responseLine]) == [
          "curl 'https://example.test/' -H 'A: 1' -H 'Accept-Encoding: gzip'"
            + " -H 'User-Agent: Inspector/\(EngineVersion.text)' -H 'Accept: */*'"
            + " --compressed --location",
          "204 https://example.test/",
        ])
  }

  @Test("what nothing was asked of is not written")
  func nothing() async {
    #expect(await fire(TestTarget(), ScriptedTransport(.status(200, body: "x")), []) == [])
    #expect(await fire(TestTarget(), ScriptedTransport(), .requestBody) == [])
  }
}
