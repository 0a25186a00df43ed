import DemoServer
import InspectorProxy
import LosslessJSON
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("A recording that is larger than memory should hold")
struct LargeRecordingTests {
  private func recorded(_ path: String, _ number: Int, _ body: Body) -> Exchange {
    let request = HTTPRequest(url: "https://api.example.com" + path)
    let response = Response(
      statusCode: 200, headers: ["Content-Type": "text/plain", "ETag": "\"\(number)\""], body: body,
      request: request)
    return Exchange(
      sequence: number, name: path, startedAt: 0, request: request, result: .success(response))
  }

  /// A redirect and where it leads, as one exchange.
  private func redirected(_ number: Int) -> Exchange {
    var exchange = recorded("/moved", number, "there")
    guard case .success(var response) = exchange.result else { return exchange }
    var first = Hop(url: "https://api.example.com/moved", method: .get)
    (first.statusCode, first.headers) = (302, ["Location": "/there"])
    first.body = "gone"
    response.hops[0].url = "https://api.example.com/there"
    response.hops.insert(first, at: 0)
    exchange.result = .success(response)
    return exchange
  }

  @Test("bodies are read when they are asked for, and few are kept")
  func loaded() async throws {
    let large = Body([UInt8](repeating: 0x61, count: 12 << 20))
    let all =
      (0..<4).map { recorded("/large/\($0)", $0 + 1, large) }
      + [recorded("/small", 5, "small"), redirected(6)]
    let loads = Lock<[Int]>([])
    var options = RecordingServer.Options()
    options.load = { place in
      loads.withLock { $0.append(place) }
      return all[place]
    }
    let light = all.map(\.withoutResponseBodies)
    #expect(
      light.allSatisfy { $0.response?.body.isEmpty == true && $0.response?.wire.isEmpty == true })
    var failed = all[0]
    guard case .success(let response) = failed.result else { return }
    (failed.result, failed.toApp) = (.failure(.statusCode(response)), .success(response))
    let stripped = failed.withoutResponseBodies
    #expect(stripped.response?.statusCode == 200 && stripped.response?.body.isEmpty == true)
    #expect(stripped.toApp?.response?.body.isEmpty == true)
    let server = try RecordingServer(light, options)
      .listen(on: ["127.0.0.1"], port: 0, hosts: HostGuard())
    let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
    client.host = "localhost:\(server.port)"
    for path in ["/small", "/small", "/moved", "/there"] {
      let answer = try client.ask("GET", path)
      #expect(
        answer.text == ["/small": "small", "/moved": "gone", "/there": "there"][path], "\(path)")
    }
    #expect(loads.withLock { $0 } == [4, 5, 5])
    for number in 0..<4 {
      #expect(try client.ask("GET", "/large/\(number)").body.count == large.count)
    }
    // The first ones had to go.
    _ = try client.ask("GET", "/large/0")
    #expect(loads.withLock { $0 } == [4, 5, 5, 0, 1, 2, 3, 0])
    #expect(try client.ask("HEAD", "/large/0").field("Content-Length") == "\(large.count)")
    await server.stop()
  }

  @Test("a recording whose file has changed is a miss that says so")
  func changed() async throws {
    var options = RecordingServer.Options()
    options.load = { _ in nil }
    let server = try RecordingServer([recorded("/a", 3, "")], options)
      .listen(on: ["127.0.0.1"], port: 0, hosts: HostGuard())
    let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
    client.host = "localhost:\(server.port)"
    let answer = try client.ask("GET", "/a")
    #expect(answer.status == 501)
    #expect(
      JSONDocument(answer.body).json["why"].stringValue
        == "recording #3 cannot be read any more: its file has changed")
    await server.stop()
  }
}
