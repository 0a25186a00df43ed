import NetEngine
import RequestFiles
import TestSupport
import Testing

/// A request file, and what its requests come to: see ``RequestSnapshot``.
struct RequestRow: Sendable, CustomTestStringConvertible {
  var id: String
  var text: String
  var lines: [String]

  init(_ id: String, _ text: String, _ lines: [String]) {
    self.id = id
    self.text = text
    self.lines = lines
  }

  var testDescription: String { id }

  static let all = lines + separators + bodies + parts + variables + references + more + slips
}

@Suite("Request files")
struct RequestTableTests {
  @Test("are read as the table says", arguments: RequestRow.all)
  func rows(_ row: RequestRow) throws {
    var fixture = try RequestFixture(row.text)
    fixture.context.readsSamples = true
    let lines = try fixture.lines()
    #expect(lines == row.lines)
  }

  @Test(
    "with CR LF mean what they mean with LF, but for line ends inside bodies",
    arguments: RequestRow.all.filter { !$0.text.utf8.contains(0x0d) })
  func lineEnds(_ row: RequestRow) throws {
    let text = row.text.utf8.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
    var fixture = try RequestFixture(text)
    fixture.context.readsSamples = true
    func joined(_ lines: [String]) -> [String] {
      lines.map { $0.split(separator: "␍").joined().split(separator: "\\r").joined() }
    }
    #expect(joined(try fixture.lines()) == joined(row.lines))
  }

  @Test("that are no UTF-8 say where; the collection goes on")
  func notUTF8() throws {
    let sandbox = try TestFolder()
    try sandbox.write("a.http", Array("GET http://h.test/1\nX: é".utf8) + [0xff, 0x0a])
    try sandbox.write("b.http", [0xff, 0xfe, 0x47, 0x00])
    try sandbox.write("c.http", "GET http://h.test/c\n")
    let lines = RequestSnapshot(try sandbox.collection(), RequestContext()).lines
    #expect(
      lines == [
        "problem a.http:2:5: the file is no UTF-8 text: a byte that is none — save it as UTF-8",
        "problem b.http:1:1: the file is no UTF-8 text: it starts like UTF-16 — save it as UTF-8",
        "GET http://h.test/c",
      ])
  }

  @Test("of more than 16 MiB are one problem")
  func tooLarge() throws {
    let bytes = [UInt8](repeating: 0x23, count: RequestFile.byteLimit + 1)
    let file = RequestFile(bytes, name: "a.http")
    #expect(file.requests.isEmpty)
    #expect(file.problems.map(\.message) == ["the file is longer than 16 MiB"])
  }

  @Test("keep the scripts of other tools as they are written")
  func scripts() {
    let script = "> {%\n  client.exit(1);\n\n  // %\n%}"
    let file = RequestFile(
      "< {% a %}\nGET http://h.test/\n\n\(script)\n> ./b.js\n", name: "a.http")
    #expect(file.requests.map(\.scripts) == [["< {% a %}", script, "> ./b.js"]])
    #expect(
      file.problems.map(\.message) == [
        "a script is kept and not run, and 2 more: 1 check is not made"
      ])
    #expect(file.problems.map(\.isNote) == [true])
  }
}
