import NetEngine
import NetRecordings
import TestSupport
import Testing

/// `--slower`, the built program over sessions whose times are known.
@Suite("Slowness in the reports")
struct SlowerCommandTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func session(_ name: String, took: Int) throws -> String {
    let request = HTTPRequest(url: "http://h.test/a")
    var response = Response(statusCode: 200, headers: [:], body: Body("1"), request: request)
    response.hops[0].timings.wait = took
    let exchange = Exchange(
      sequence: 1, name: "a", startedAt: 1_700_000_000_000_000, request: request,
      result: .success(response))
    return try folder.write(name, HARWriter().document([exchange]))
  }

  @Test("a line of its own in text, JSON and JUnit, and exit 4; without the option nothing")
  func reports() throws {
    let (fast, slow) = (
      try session("a.har", took: 120_000), try session("b.har", took: 480_000)
    )
    #expect(try Piped(["diff", fast, slow]).ending == .exited(0))
    let text = try Piped(["diff", fast, slow, "--slower", "2x"])
    #expect(text.ending == .exited(4), "\(text.error)")
    #expect(text.output.contains("slower") && text.output.contains("  /time 120 ms → 480 ms\n"))
    let json = try Piped(["diff", fast, slow, "--slower", "2x", "--json"])
    let line = try #require(JSONLines(Array(json.output.utf8)).first).json
    #expect(line["change"].string == "slower")
    #expect(line["at"].arrayValue.map { $0["path"].stringValue } == ["/time"])
    #expect(line["at"].arrayValue.map { $0["to"].stringValue } == ["480 ms"])
    let junit = try Piped(["diff", fast + "#1", slow + "#1", "--slower", "x2", "--report", "junit"])
    #expect(junit.ending == .exited(4) && junit.output.contains("/time 120 ms → 480 ms"))
    #expect(try Piped(["diff", slow, fast, "--slower", "2x"]).ending == .exited(0))
    #expect(try Piped(["diff", fast, slow, "--slower", "4.5x"]).ending == .exited(0))
  }

  @Test("a factor that is none is told", arguments: ["2", "1x", "0.5x", "x", "fast", "-2x", "2xx"])
  func mistakes(text: String) throws {
    let run = try Piped(["diff", "a", "b", "--slower=\(text)"])
    #expect(run.ending != .exited(0) && run.ending != .exited(4))
    let path = try session("a.har", took: 1)
    let told = try Piped(["diff", path, path, "--slower=\(text)"])
    #expect(told.ending == .exited(1) && told.error.contains("a factor above 1, such as 2x"))
  }
}
