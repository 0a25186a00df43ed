import DemoServer
import InspectorProxy
import LosslessJSON
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("A recording that rules alter")
struct AlteredRecordingTests {
  /// What was told of exchanges, in the order of their ends.
  private final class Told: Sendable {
    let all = Lock<[ServedExchange]>([])
  }

  private func recorded(
    _ path: String, _ number: Int, status: Int = 200, headers: Headers = [:], body: Body = "",
    method: HTTPMethod = .get, sent: Body? = nil
  ) -> Exchange {
    let request = HTTPRequest(
      method: method, url: "https://api.example.com" + path, body: sent.map { .bytes($0) } ?? .none)
    return Exchange(
      sequence: number, name: path, startedAt: 0, request: request,
      result: .success(
        Response(statusCode: status, headers: headers, body: body, request: request)))
  }

  private func serve(
    _ exchanges: [Exchange], _ told: Told = Told(),
    _ change: (inout RecordingServer.Options) -> Void = { _ in }
  ) throws -> ListeningServer {
    var options = RecordingServer.Options()
    options.onEnd = { end in told.all.withLock { $0.append(end) } }
    change(&options)
    return try RecordingServer(exchanges, options)
      .listen(on: ["127.0.0.1", "::1"], port: 0, hosts: HostGuard())
  }

  private func client(_ server: ListeningServer) throws -> RawClient {
    let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
    client.host = "localhost:\(server.port)"
    return client
  }

  @Test("a recording of a changed request answers the request that the app sent")
  func changedRequest() async throws {
    var exchange = recorded("/a?page=2", 1, body: "yes")
    exchange.fromApp = HTTPRequest(url: "https://api.example.com/a?page=1")
    let server = try serve([exchange])
    let client = try client(server)
    #expect(try client.ask("GET", "/a?page=1").text == "yes")
    let miss = try client.ask("GET", "/a?page=2")
    #expect(miss.status == 501 && miss.text.contains("GET /a?page=1"), "\(miss.text)")
    await server.stop()
  }

  @Test("lines of rules alter what a recording answers, and answer without one")
  func rules() async throws {
    let told = Told()
    let profile = EnvelopeProfile(
      name: "p", statusCodeKey: "status", successValues: ["ok"], invalidSessionValues: ["expired"])
    let rules = """
      GET /a answer as invalidSession every 2
      GET /b answer status 503 header set Retry-After=2
      GET /c answer body set /n 2
      """
    let read = try Rules(rules)
    let server = try serve(
      [
        recorded("/a", 1, headers: ["ETag": "\"x\""], body: #"{"status":"ok"}"#),
        recorded("/c", 2, body: #"{"n":1}"#),
      ], told
    ) {
      $0.alterations = Alterations(read)
      $0.profile = { _ in profile }
    }
    let client = try client(server)
    #expect(try client.ask("GET", "/a").text == #"{"status":"ok"}"#)
    let altered = try client.ask("GET", "/a")
    #expect(altered.text == #"{"status":"expired"}"# && altered.field("ETag") == nil)
    #expect(altered.field("Inspector-Altered") == "rule 1")
    let refused = try client.ask("GET", "/b")
    #expect(refused.status == 503 && refused.field("Retry-After") == "2")
    #expect(try client.ask("GET", "/c").text == #"{"n":2}"#)
    await server.stop()
    let ends = told.all.withLock { $0 }
    #expect(ends.map(\.source) == [.recording(1), .recording(1), .rule, .recording(2)])
    #expect(ends.map(\.altered.count) == [0, 1, 1, 1])
  }
}
