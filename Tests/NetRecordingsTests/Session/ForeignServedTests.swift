import InspectorProxy
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Recordings of other tools, served", .timeLimit(.minutes(5)))
struct ForeignServedTests {
  @Test("a GET is answered as it was, or why not is said")
  func served() async throws {
    var count = 0
    for shape in ForeignShape.all {
      let folder = try TestFolder()
      try folder.write("body.bin", [0, 255, 1, 254])
      let session = try Session.open(folder.write("o.har", Array(shape.file.utf8)))
      let exchanges = (0..<session.count).compactMap { try? session.exchange(at: $0) }
      let server = try RecordingServer(exchanges, RecordingServer.Options())
        .listen(on: ["127.0.0.1"], port: 0, hosts: HostGuard())
      for exchange in exchanges.flatMap(\.perHop) where exchange.request.method == .get {
        let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
        client.host = "localhost:\(server.port)"
        guard let target = Self.target(of: exchange.request.url) else { continue }
        // Another origin's may have been recorded under the same path.
        let same = exchanges.flatMap(\.perHop).filter {
          Self.target(of: $0.request.url) == target
        }
        guard let answer = try? client.ask("GET", target) else {
          // What failed for that tool fails again.
          #expect(same.contains { $0.response == nil }, "\(shape.name): \(target)")
          continue
        }
        if answer.field("Inspector-Error") != nil {
          #expect((answer.status ?? 0) >= 500 && answer.text.contains("why"), "\(shape.name)")
          continue
        }
        #expect(
          same.contains {
            $0.response?.statusCode == answer.status && $0.response?.body.bytes == answer.body
          }, "\(shape.name): \(target) \(answer.status)")
        count += 1
      }
      await server.stop()
    }
    #expect(count > 20)
  }

  /// As a client says it, which knows no fragment.
  private static func target(of url: String) -> String? {
    guard let text = try? URLText(url) else { return nil }
    return (text.path.isEmpty ? "/" : text.path) + (text.query.map { "?" + $0 } ?? "")
  }
}
