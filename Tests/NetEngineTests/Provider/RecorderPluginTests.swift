import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct RecorderPluginTests {
  let record = Record<String>()

  var recorder: RecorderPlugin {
    RecorderPlugin(
      sent: { [record] request, attempt in
        record.append("sent \(request.headers["X-Try"] ?? "") #\(attempt.number)")
      },
      finished: { [record] result, attempt in
        record.append("finished \(result.word) #\(attempt.number)")
      })
  }

  @Test("each try is handed over when it is sent, and finished exactly once")
  func tries() async {
    let transport = ScriptedTransport(.failure(.reset), .status(503), .status(200))
    let provider = Provider(transport: transport) {
      $0.clock = ManualClock()
      $0.plugins = [
        RetryPlugin(jitter: { 0 }), recorder, TestPlugin.setting("X-Try", "prepared"),
      ]
    }
    _ = await provider.request(GitHub.zen).result
    #expect(
      record.all == [
        "sent prepared #0", "finished reset #0", "sent prepared #1", "finished server #1",
        "sent prepared #2", "finished 200 #2",
      ])
  }

  @Test("what was never sent is never recorded, what was cancelled is finished")
  func edges() async {
    let silent = ScriptedTransport.silent
    let provider = Provider(transport: silent) { $0.plugins = [recorder] }
    _ = await provider.request(TestTarget(baseURL: "nowhere")).result
    #expect(record.all == [])
    let call = provider.request(TestTarget()).start()
    await silent.requests.wait(for: 1)
    call.cancel()
    _ = await call.result
    #expect(record.all == ["sent  #0", "finished cancelled #0"])
  }

  @Test("what is recorded is recorded before the call goes on")
  func awaited() async throws {
    let gate = Gate()
    let writing = Gate()
    let slow = RecorderPlugin { _, _ in
      writing.open()
      await gate.wait()
    }
    let answered = Record<Void>()
    let provider = Provider(transport: ScriptedTransport()) {
      $0.plugins = [
        slow,
        TestPlugin(onProcess: { result, _ in
          answered.append(())
          return result
        }),
      ]
    }
    let call = provider.request(TestTarget()).start()
    await writing.wait()
    #expect(answered.count == 0)
    gate.open()
    #expect(try await call.value.statusCode == 200)
  }
}
