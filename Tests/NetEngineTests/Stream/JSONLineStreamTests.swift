import CurlTransport
import DemoServer
import NetEngine
import TestServer
import TestSupport
import Testing

/// NDJSON as values, as its lines come.
@Suite(.timeLimit(.minutes(10))) struct JSONLineStreamTests {
  private func read(_ call: Call<Response>) async -> (values: [String], error: NetError?) {
    var values: [String] = []
    do throws(NetError) {
      for try await value in call.jsonLines { values.append(JSONPrinter.compact.text(value)) }
      return (values, nil)
    } catch {
      return (values, error)
    }
  }

  private static let rows: [(claim: String, text: String, values: [String], problem: Int?)] = [
    ("nothing", "", [], nil),
    (
      "a value a line", "{\"a\":1}\n[2]\n\"c\"\nnull\n", [#"{"a":1}"#, "[2]", "\"c\"", "null"], nil
    ),
    ("the last line needs no end", "1\n2", ["1", "2"], nil),
    ("both bytes end a line", "1\r\n2\r\n", ["1", "2"], nil),
    ("a carriage return alone is white space", "[1,\r2]\n", ["[1,2]"], nil),
    ("lines of white space are none", "\n \t\r\n1\n\n\n2\n  ", ["1", "2"], nil),
    ("a byte order mark is left out", "\u{feff}1\n2\n", ["1", "2"], nil),
    ("text in more than one byte", "\"日本 🇩🇪\"\n", ["\"日本 🇩🇪\""], nil),
    (
      "numbers stay as they are", "1.10\n12345678901234567890123\n",
      ["1.10", "12345678901234567890123"], nil
    ),
    ("what is no JSON ends it, and says where", "1\n\nx\n2\n", ["1"], 3),
    ("so does a line cut short", "1\n{\"a\":\n", ["1"], 2),
    ("two values on one line are too many", "1 2\n", [], 1),
  ]

  @Test("each rule, whole and cut at every place", arguments: rows.indices)
  func rule(index: Int) {
    let row = Self.rows[index]
    let bytes = Array(row.text.utf8)
    let head = Response(statusCode: 200, request: HTTPRequest(url: "http://a.test/"))
    for cut in 0...bytes.count {
      var reader = JSONLineReader(head)
      let values =
        reader.take(Array(bytes[..<cut])) + reader.take(Array(bytes[cut...])) + reader.finish()
      #expect(
        values.map { JSONPrinter.compact.text($0) } == row.values, "\(row.claim), cut at \(cut)")
      #expect(reader.problem?.line == row.problem, "\(row.claim), cut at \(cut)")
    }
  }

  @Test("a server's lines")
  func live() async throws {
    let server = try DemoServer.withBroken()
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let (values, error) = await read(provider.get("\(server.baseURL)/ndjson?count=50&ms=0"))
    #expect(error == nil)
    let whole = try await provider.get("\(server.baseURL)/ndjson?count=50&ms=0").mapString().value
    #expect(values.count == 50)
    #expect(values == whole.split(separator: "\n").map(String.init))
  }

  @Test("what is right comes before what is wrong, which says its place in the whole")
  func broken() async {
    let transport = ScriptedTransport(.status(200, body: "{\"a\":1}\n{\"a\":}\n3\n"))
    let (values, error) = await read(Provider(transport: transport).get("http://a.test/"))
    #expect(values == [#"{"a":1}"#])
    #expect(error?.kind == .mapping)
    #expect(
      error?.message.contains("line 2, column 6 (byte 13)") == true, "\(error?.message ?? "")")
  }

  @Test("a refusal is a failure, with its body")
  func refusal() async throws {
    let server = try DemoServer.withBroken()
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let (values, error) = await read(provider.get("\(server.baseURL)/status/404"))
    #expect(values.isEmpty)
    #expect(error?.response?.statusCode == 404 && error?.response?.body.isEmpty == false)
  }

  @Test("a failure of the transfer comes behind the lines that are whole")
  func brokenOff() async throws {
    let server = try DemoServer.answering([
      .head(Head(200, fields: [Field("Content-Length", "100")])), .body(Array("1\n2\n3".utf8)),
      .close,
    ])
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let (values, error) = await read(provider.get(server.baseURL))
    #expect(values == ["1", "2"])
    #expect(error?.kind == .truncated)
  }

  @Test("a line that never ends meets a limit")
  func limit() async {
    let transport = ScriptedTransport(.status(200, body: "1\n[1, 2, 3, 4, 5]"))
    let provider = Provider(transport: transport) { $0.limits.decodedBody = 8 }
    let (values, error) = await read(provider.get("http://a.test/"))
    #expect(values == ["1"] && error?.kind == .limit)
  }
}
