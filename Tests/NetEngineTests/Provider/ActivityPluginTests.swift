import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ActivityPluginTests {
  let changes = Record<ActivityPlugin.Change>()

  func provider(_ transport: ScriptedTransport) -> Provider {
    Provider(transport: transport) { [changes] in
      $0.plugins = [ActivityPlugin { change, _ in changes.append(change) }]
    }
  }

  @Test("it hears that a request began, with its target")
  func began() async {
    let targets = Record<GitHub?>()
    let transport = ScriptedTransport.silent
    let provider = Provider(transport: transport) {
      $0.plugins = [
        ActivityPlugin { change, target in
          if change == .began { targets.append(target.target as? GitHub) }
        }
      ]
    }
    let call = provider.request(GitHub.user("ada")).start()
    await transport.requests.wait(for: 1)
    #expect(targets.all == [.user("ada")])
    call.cancel()
    _ = await call.result
  }

  @Test("it hears that a request ended, however it ended")
  func ended() async {
    let answers: [ScriptedTransport.Answer] = [.status(200), .status(500), .failure(.reset)]
    for answer in answers {
      _ = await provider(ScriptedTransport(answer)).request(GitHub.zen).result
    }
    _ = await provider(ScriptedTransport()).request(GitHub.zen, stub: .immediate).result
    #expect(changes.all == [.began, .ended, .began, .ended, .began, .ended, .began, .ended])
  }

  @Test("began and ended balance: cancelled, retried, unbuildable")
  func balance() async {
    let silent = ScriptedTransport.silent
    let call = provider(silent).request(GitHub.zen).start()
    await silent.requests.wait(for: 1)
    call.cancel()
    _ = await call.result
    var retrying = provider(ScriptedTransport(.status(503), .status(503), .status(200)))
    retrying.plugins.append(RetryPlugin(jitter: { 0 }))
    _ = await retrying.request(GitHub.zen).result
    _ = await provider(ScriptedTransport()).request(TestTarget(baseURL: "nowhere")).result
    #expect(
      changes.all == [.began, .ended] + [.began, .ended] + [.began, .ended] + [.began, .ended])
  }
}
