import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Rules made of differences")
struct RuleLineTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var url: String
    var type = "application/json"
    var from: String
    var to: String
    var line: String

    var testDescription: String { line }
  }

  static let rows: [Row] = [
    Row(
      url: "http://h.test/users", from: #"{"data":{"at":1}}"#, to: #"{"data":{"at":2}}"#,
      line: "GET /users body /data/at ignore"),
    Row(
      url: "http://h.test/users/17/posts?page=2", from: #"{"at":1}"#, to: "{}",
      line: "GET /users/*/posts body /at ignore"),
    Row(
      url: "http://h.test/o/0f8fad5b-d9cb-469f-a165-70867728950e", from: "[1,2]", to: "[1,3]",
      line: "GET /o/* body /* ignore"),
    Row(
      url: "http://h.test/v2/a", from: #"{"items":[{"id":"a","x y":1}]}"#,
      to: #"{"items":[{"id":"a","x y":2}]}"#, line: "GET /v2/a body /items/*/* ignore"),
    Row(
      url: "http://h.test", from: "1", to: "2", line: "GET / body /** ignore"),
    Row(
      url: "http://h.test/a", from: #"{"a/b":{"c~d":1}}"#, to: #"{"a/b":{"c~d":2}}"#,
      line: "GET /a body /a~1b/c~0d ignore"),
    Row(
      url: "http://h.test/health", type: "text/plain", from: "ok\nuptime: 12 s",
      to: "ok\nuptime: 15 s",
      line: "GET /health text ^uptime: ignore"),
    Row(
      url: "http://h.test/health", type: "text/plain", from: "up 7", to: "up 9",
      line: "GET /health text ^up ignore"),
    Row(
      url: "http://h.test/health", type: "text/plain", from: "12 (of us)", to: "15 (of us)",
      line: #"GET /health text \(of us\)$ ignore"#),
    Row(
      url: "http://h.test/health", type: "text/plain", from: "a", to: "a\nbuilt [x] on #1",
      line: ##"GET /health text ^built \[x\] on \#1$ ignore"##),
  ]

  private func change(_ row: Row, _ rules: Rules = Rules()) -> (HTTPRequest, Change) {
    let request = HTTPRequest(url: row.url)
    func answer(_ body: String) -> Result<Response, NetError> {
      .success(
        Response(
          statusCode: 200, headers: ["Content-Type": row.type], body: Body(body), request: request))
    }
    return (
      request,
      Comparison(rules: rules).change(of: request, from: answer(row.from), to: answer(row.to))
    )
  }

  @Test("the line of a difference forgives it", arguments: rows)
  func forgives(row: Row) throws {
    let (request, found) = change(row)
    let difference = try #require(found.differences.first { !$0.isNoise })
    let line = try #require(Rules.line(forgiving: difference, of: request))
    #expect(line == row.line)
    let (_, after) = change(row, try Rules(line))
    #expect(after.kind == .noise, "\(line): \(after)")
  }

  @Test("a header has one, also that of a redirect; what no rule forgives has none")
  func others() throws {
    let request = HTTPRequest(method: .post, url: "http://h.test/a b")
    func line(_ place: Difference.Place, _ from: String? = "1", _ to: String? = "2") -> String? {
      Rules.line(forgiving: Difference(place, .value, from: from, to: to), of: request)
    }
    #expect(line(.header("x-build"))?.hasSuffix(" header x-build ignore") == true)
    #expect(line(.hops(.init(0, .location)))?.hasSuffix(" header location ignore") == true)
    for place in [Difference.Place.transfer, .time, .status, .byte(3), .hops(nil)] {
      #expect(line(place) == nil)
    }
    // Nothing is alike in them: a pattern would forgive any line.
    #expect(line(.line(1), "abc", "xyz") == nil)
    for redirect in [Difference.Place.Redirect(1, .status)] {
      #expect(line(.hops(redirect)) == nil)
    }
  }
}
