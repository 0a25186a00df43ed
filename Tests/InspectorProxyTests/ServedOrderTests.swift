import InspectorProxy
import LosslessJSON
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Which of several recorded answers comes next, whoever asks.
@Suite("The order of a recording's answers")
struct ServedOrderTests {
  private func serve(
    _ answers: [String], _ change: (inout RecordingServer.Options) -> Void = { _ in }
  ) throws -> ListeningServer {
    let exchanges = answers.enumerated().map { place, body in
      let request = HTTPRequest(url: "https://api.example.com/a")
      return Exchange(
        sequence: place + 1, name: "a", startedAt: 0, request: request,
        result: .success(Response(statusCode: 200, body: Body(body), request: request)))
    }
    var options = RecordingServer.Options()
    change(&options)
    return try RecordingServer(exchanges, options)
      .listen(on: ["127.0.0.1"], port: 0, hosts: HostGuard())
  }

  private func client(_ server: ListeningServer) throws -> RawClient {
    let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
    client.host = "localhost:\(server.port)"
    return client
  }

  @Test("two clients at once share it; a server that begins again begins with the first")
  func shared() async throws {
    let answers = ["1", "2", "3", "4"]
    for _ in 0..<2 {
      let server = try serve(answers)
      let clients = try (client(server), client(server))
      // Both have asked before either reads.
      clients.0.send("GET", "/a")
      clients.1.send("GET", "/a")
      let first = try [clients.0.readAnswer().text, clients.1.readAnswer().text]
      #expect(first.sorted() == ["1", "2"])
      #expect(try clients.1.ask("GET", "/a").text == "3")
      #expect(try clients.0.ask("GET", "/a").text == "4")
      #expect(try clients.1.ask("GET", "/a").text == "4")
      await server.stop()
    }
  }

  @Test("where what is used up is an error, nobody behind is asked for it either")
  func exhausted() async throws {
    let asked = Lock<[String]>([])
    let server = try serve(["1"]) { options in
      options.replay.exhausted = .error
      options.behind = (
        "http://localhost",
        { request in
          asked.withLock { $0.append(request.url) }
          return .success(Response(statusCode: 200, body: "fresh", request: request))
        }
      )
    }
    // The server forwards in a task, which needs a thread of the pool that this test must not block.
    let answers = try await BackgroundThread.run {
      let client = try self.client(server)
      return try ["/a", "/a", "/b"].map { try client.ask("GET", $0) }
    }
    #expect(answers[0].text == "1")
    let second = answers[1]
    #expect(second.status == 501 && second.field("Inspector-Error") != nil, "\(second.text)")
    // A request that was never recorded is forwarded.
    #expect(answers[2].text == "fresh" && asked.withLock { $0 } == ["http://localhost/b"])
    await server.stop()
  }
}
