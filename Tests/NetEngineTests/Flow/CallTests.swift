import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// A call is cold: nothing happens until it is asked, and each asking is a request of its own.
@Suite(.timeLimit(.minutes(10))) struct CallTests {
  func events(_ call: Call<Response>) async throws -> [String] {
    var words: [String] = []
    for await event in call.events {
      switch event {
      case .value(let response): words.append("value \(response.statusCode)")
      case .failure(let error): words.append("failure \(error.message)")
      case .completed: words.append("completed")
      }
    }
    return words
  }

  @Test("one value, then completion")
  func oneValue() async throws {
    let call = Provider(transport: ScriptedTransport(.status(201))).request(GitHub.zen)
    #expect(try await events(call) == ["value 201", "completed"])
  }

  @Test("one failure with its message, and nothing after it; the stream never throws")
  func oneFailure() async throws {
    struct Own: Error, CustomStringConvertible {
      var description: String { "the message" }
    }
    let provider = Provider(transport: ScriptedTransport()) { $0.endpoint = { _ in throw Own() } }
    #expect(try await events(provider.request(GitHub.zen)) == ["failure the message"])
  }

  @Test("nothing is sent until it is asked, and once for each asking")
  func cold() async throws {
    let transport = ScriptedTransport()
    let call = Provider(transport: transport).request(GitHub.zen)
    _ = (call.progress, call.events, call.bytes)
    #expect(transport.requests.count == 0)
    _ = try await call.value
    _ = await call.result
    _ = await call.start().result
    for try await _ in call.progress {}
    for await _ in call.events {}
    for try await _ in call.bytes {}
    #expect(transport.requests.count == 6)
  }

  @Test("value throws what result holds")
  func valueAndResult() async {
    let call = Provider(transport: ScriptedTransport(.failure(.dns))).request(GitHub.zen)
    #expect(await call.result.error?.kind == .dns)
    do throws(NetError) {
      _ = try await call.value
      Issue.record("no failure")
    } catch {
      #expect(error.kind == .dns)
    }
  }

  @Test("a started call runs by itself and answers everybody who asks")
  func started() async throws {
    let transport = ScriptedTransport()
    let call = Provider(transport: transport).request(GitHub.zen).start()
    await transport.requests.wait(for: 1)
    #expect(try await call.value.statusCode == 200)
    #expect(await call.result.word == "200")
    #expect(transport.requests.count == 1)
  }

  @Test(
    "dropping an iterator before the end cancels the transfer",
    arguments: [
      "progress", "events", "bytes",
    ])
  func dropped(face: String) async throws {
    let server = try DemoServer()
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let call = provider.request(
      TestTarget(baseURL: server.baseURL, path: "/stream/1000000?ms=1"))
    switch face {
    case "progress":
      for try await progress in call.progress where progress.completed > 0 { break }
    case "bytes":
      for try await _ in call.bytes { break }
    default:
      let iterator = call.events.makeAsyncIterator()
      #expect(await server.wait { $0.requests == 1 })
      withExtendedLifetime(iterator) {}
    }
    #expect(await server.wait { $0.abandoned == 1 })
  }

  @Test(
    "cancelling the task that reads ends the stream and the transfer",
    arguments: [
      "progress", "events", "bytes",
    ])
  func cancelledReader(face: String) async throws {
    let server = try DemoServer()
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let call = provider.request(TestTarget(baseURL: server.baseURL, path: "/delay/60000"))
    let task = Task<String, Never> {
      do {
        switch face {
        case "progress": for try await _ in call.progress {}
        case "bytes": for try await _ in call.bytes {}
        default: return try await events(call).joined(separator: ", ")
        }
        return "ended"
      } catch {
        return (error as? NetError)?.message ?? "\(error)"
      }
    }
    #expect(await server.wait { $0.requests == 1 })
    task.cancel()
    #expect(await task.value == (face == "events" ? "failure cancelled" : "cancelled"))
    #expect(await server.wait { $0.abandoned == 1 })
  }
}
