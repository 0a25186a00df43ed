import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// How long a whole exchange may take: the target's word first, then the limits'.
@Suite(.timeLimit(.minutes(10))) struct TargetTimeoutTests {
  let server: DemoServer

  init() throws {
    server = try DemoServer()
  }

  func fire(
    _ path: String, timeout: Duration?, total: Duration? = nil
  ) async -> Result<Response, NetError> {
    let provider = Provider(transport: LibcurlTransport(environment: [:])) {
      $0.limits.totalTimeout = total
    }
    return await provider.request(
      TestTarget(baseURL: server.baseURL, path: path, timeout: timeout)
    ).result
  }

  @Test("a silent server runs into the target's timeout")
  func silent() async {
    // On a busy machine the request may not have been sent yet: then it has ten times as long.
    for milliseconds in [40, 400, 4_000, 40_000] {
      let error = await fire("/broken/time/hang", timeout: .milliseconds(milliseconds)).error
      guard case .transport(let failure) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(failure.kind == .timeout)
      guard failure.phase != .waiting else {
        #expect(await server.wait { $0.requests > 0 })
        return
      }
    }
    Issue.record("it never came to wait for a response")
  }

  @Test("a body that never ends runs into it too, and what came is kept")
  func endless() async {
    let error = await fire("/stream/100000?ms=1", timeout: .milliseconds(100)).error
    #expect(error?.kind == .timeout)
    #expect(error?.response?.isComplete == false)
    #expect(error?.response?.body.starts(with: Array("chunk 0\n".utf8)) == true)
  }

  @Test("the limits' total stands where the target says nothing")
  func total() async {
    let error = await fire("/delay/60000", timeout: nil, total: .milliseconds(40)).error
    #expect(error?.kind == .timeout)
  }

  @Test("the target's word comes before the limits', in both directions")
  func both() async {
    #expect(
      await fire("/delay/60", timeout: .seconds(50), total: .milliseconds(20)).word == "200")
    #expect(
      await fire("/delay/60000", timeout: .milliseconds(20), total: .seconds(50)).word == "timeout")
  }

  @Test("how long connecting may take a request says itself, and no other limit changes with it")
  func connecting() async {
    let transport = ScriptedTransport()
    let provider = Provider(transport: transport) { $0.limits.redirects = 3 }
    var target = TestTarget(options: RequestOptions())
    target.options?.connectTimeout = .milliseconds(70)
    _ = await provider.request(target).result
    _ = await provider.request(TestTarget()).result
    let limits = transport.requests.all.map(\.limits)
    #expect(limits.map(\.connectTimeout) == [.milliseconds(70), Limits().connectTimeout])
    #expect(limits.map(\.redirects) == [3, 3])
  }
}
