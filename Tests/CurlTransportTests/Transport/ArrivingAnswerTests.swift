import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// Answers that are looked at while they come.
@Suite("An answer on its way", .timeLimit(.minutes(2))) struct ArrivingAnswerTests {
  /// Fires and looks until what there is suits; then cancels, and looks once more.
  private func look(
    _ url: String, until suits: @escaping (Response) -> Bool
  ) async -> (seen: Response?, last: Response?, isCancelled: Bool) {
    let arriving = ArrivingAnswer()
    let call = Provider(transport: LibcurlTransport(environment: [:]))
      .request(TestTarget(baseURL: url))
    let task = Task { await call.result(arriving: arriving) { _ in } }
    var seen: Response?
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      if arriving.hasNews, let response = arriving.look() {
        seen = response
        if suits(response) { break }
      }
      await Task.yield()
    }
    task.cancel()
    guard case .failure(let error) = await task.value else { return (seen, nil, false) }
    return (seen, arriving.look(), error.isCancelled)
  }

  @Test("head and body show as they come; a look finds news once; what came stays after a cancel")
  func grows() async throws {
    let server = try Demo.server()
    let (seen, last, isCancelled) = await look("\(server.baseURL)/events/endless?ms=1") {
      $0.body.count >= 60
    }
    let response = try #require(seen)
    #expect(!response.isComplete)
    #expect(response.statusCode == 200)
    #expect(response.headers["Content-Type"] == "text/event-stream")
    #expect(response.hops[0].head.starts(with: "HTTP/1.1 200".utf8))
    #expect(response.body.starts(with: "data: tick\n\ndata: tick\n\n".utf8))
    let part = try #require(last)
    #expect(isCancelled)
    #expect(part.body.starts(with: response.body.bytes))
    #expect(part.hops[0].timings.wait != nil)
  }

  @Test("a second try is unpacked by itself")
  func unpackedAgain() throws {
    let arriving = ArrivingAnswer()
    for (packed, text) in [
      (CodingSamples.shortGzip, CodingSamples.short), (CodingSamples.longGzip, CodingSamples.long),
    ] {
      arriving.startOver()
      #expect(arriving.look() == nil)
      arriving.begin(
        Response(
          statusCode: 200, headers: ["Content-Encoding": "gzip"],
          request: HTTPRequest(url: "http://a.test/")))
      arriving.grow(Body(packed))
      #expect(arriving.look()?.body.bytes == text)
    }
  }

  @Test("what came of a try is gone when the next one begins")
  func retried() async {
    let (arriving, seen) = (ArrivingAnswer(), Record<Int?>())
    let transport = ScriptedTransport { request, transfer, number in
      seen.append(transfer.arriving?.look()?.statusCode)
      transfer.arriving?.begin(Response(statusCode: 503, request: request))
      return .success(Response(statusCode: number == 0 ? 503 : 200, request: request))
    }
    let provider = Provider(transport: transport) {
      $0.plugins = [RetryPlugin(limit: 1, jitter: { 0 })]
    }
    let result = await provider.request(TestTarget()).result(arriving: arriving) { _ in }
    #expect(result.response?.statusCode == 200)
    #expect(seen.all == [nil, nil])
  }

  @Test("the head of a redirect that is followed does not show, the hop does")
  func redirect() async throws {
    let server = try DemoServer.answering { request in
      request.query("end") != nil
        ? .chunked(
          type: "text/plain", [.chunk("the end"), .endless([.wait(milliseconds: 10_000)])])
        : Reply([
          .raw("HTTP/1.1 302 Found\r\nLocation: /?end=1\r\nContent-Length: 5\r\n\r\nhello")
        ])
    }
    let (seen, _, _) = await look(server.baseURL) { response in
      #expect(response.statusCode == 200)
      return !response.body.isEmpty
    }
    #expect(seen?.body == "the end")
    #expect(seen?.hops.map(\.statusCode) == [302, 200])
  }

  @Test("a coded body is undone as far as it has come, each byte once")
  func coded() async throws {
    // Blocks that hold bytes as they are, and no last one.
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    let block: [UInt8] = [0, 4, 0, 0xFB, 0xFF] + Array("tick".utf8)
    let server = try DemoServer.answering { _ in
      .chunked(
        type: "text/plain", fields: [Field("Content-Encoding", "gzip")],
        [.chunk(head), .endless([.chunk(block), .wait(milliseconds: 2)])])
    }
    var last = 0
    let (seen, _, _) = await look(server.baseURL) { response in
      #expect(response.body.count >= last)
      last = response.body.count
      return last >= 40
    }
    let response = try #require(seen)
    #expect(response.wire.count > response.body.count)
    #expect(response.body.text?.hasPrefix("tickticktick") == true)
  }
}
