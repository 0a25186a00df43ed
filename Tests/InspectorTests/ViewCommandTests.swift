import Glibc
import Inspector
import InspectorCommands
import InspectorScreens
import NetEngine
import TestSupport
import Testing

/// `inspector FILE` and `inspector check FILE`: files that are neither requests nor recordings.
@Suite("Files that are looked at")
struct ViewCommandTests {
  /// What stands on stdin, what `--check` says, what it ends with.
  static let table: [(id: String, input: String, said: String, code: Int32)] = [
    ("object", "{\"a\": 1}\n", "-: JSON: object, 1 key, 9 B\n", 0),
    ("scalar", "1e400", "-: JSON: number 1e400, 5 B\n", 0),
    (
      "comma", "{\"a\": [1, 2,]}",
      "-:1:13: no JSON: found ']', expected a value (byte 12) — remove the comma before it\n", 4
    ),
    (
      "third line", "{\n  \"a\": 1,\n  b: 2\n}\n",
      "-:3:3: no JSON: found 'b', expected a key in double quotes (byte 14)\n", 4
    ),
    ("empty", "", "-:1:1: no JSON: there is no JSON here, only an empty body (byte 0)\n", 4),
    ("lines", "{\"a\":1}\n\n[2]\n", "-: NDJSON: 2 documents, 13 B\n", 0),
    (
      "a bad line", "{\"a\":1}\n[2]\n{\"a\" 1}\n",
      "-:3:6: no NDJSON: found '1', expected ':' (byte 17)\n", 4
    ),
    (
      "two on a line", "[1] [2]",
      "-:1:5: no JSON: found '[', expected nothing more (byte 4) — several documents, "
        + "one a line, are NDJSON\n", 4
    ),
    (
      "text behind", "{\"a\":1}\nand so on",
      "-:2:1: no JSON: found 'a', expected nothing more (byte 8)\n", 4
    ),
    (
      "cut off", "{\"a\": \"x",
      "-:1:9: no JSON: found the end, expected the string's closing '\"' "
        + "(byte 8) — the document is cut off\n", 4
    ),
  ]

  @Test("check says what stdin is, or where it stops being it", arguments: table)
  func check(_ row: (id: String, input: String, said: String, code: Int32)) throws {
    let run = try Piped(["check", "-"], input: row.input)
    #expect(run.output == row.said)
    #expect(run.ending == .exited(row.code))
    #expect(run.error.isEmpty)
  }

  @Test("check --json says the same for machines")
  func json() throws {
    let good = try Piped(["check", "-", "--json"], input: "[1,2]")
    #expect(
      good.output
        == #"{"v":1,"file":"-","format":"json","ok":true,"bytes":5,"encoding":"UTF-8","#
        + #""summary":"array, 2 elements"}"# + "\n")
    let bad = try Piped(["check", "-", "--json"], input: "[1,2\n")
    #expect(bad.ending == .exited(4))
    let said = JSONDocument(Array(bad.output.utf8)).json
    #expect(said["ok"].bool == false)
    #expect(said["line"].int == 2)
    #expect(said["column"].int == 1)
    #expect(said["byte"].int == 5)
    #expect(said["expected"].string == "',' or ']'")
    #expect(said["found"].string == "the end")
    #expect(said["hint"].string == "the document is cut off")
  }

  @Test("looks at every file; one that cannot be read counts more than one that is no JSON")
  func files() throws {
    let folder = try TestFolder()
    let good = try folder.write("good.json", "{}")
    let lines = try folder.write("one.ndjson", "{\"a\": }\n{}\n")
    let missing = folder.path + "/missing.json"
    let run = try Piped(["check", good, missing, lines])
    #expect(run.ending == .exited(2))
    #expect(
      run.output == """
        \(good): JSON: object, 0 keys, 2 B
        \(lines):1:7: no NDJSON: found '}', expected a value (byte 6)

        """)
    #expect(run.error == "inspector: \(missing): No such file or directory\n")
    #expect(try Piped(["check", folder.path]).ending == .exited(2))
  }

  @Test("UTF-16 and a byte order mark are read")
  func encodings() throws {
    let folder = try TestFolder()
    let wide = try folder.write("wide.json", [0xff, 0xfe, 0x5b, 0, 0x31, 0, 0x5d, 0])
    #expect(
      try Piped(["check", wide]).output == "\(wide): JSON: array, 1 element, 8 B, "
        + "UTF-16LE\n")
  }

  @Test("of several things that went wrong the graver one decides")
  func order() {
    func first(_ codes: Int32...) -> Int32 {
      var all = ExitCodes()
      for code in codes { all.add(code) }
      return all.first
    }
    #expect(first() == 0)
    #expect(first(0, 0) == 0)
    #expect(first(4, 3) == 3)
    #expect(first(4, 3, 1) == 1)
    #expect(first(1, 2, 3, 4) == 2)
    #expect(first(2, 5) == 5)
    #expect(first(5, 130, 2) == 130)
  }

  @Test("marks and wide characters reach the terminal whole and in their columns")
  func cells() throws {
    let text = "e\u{301}e\u{300}\u{323}x 日本 👍 end"
    let folder = try TestFolder()
    let path = try folder.write("cells.txt", "\(text)\n\n")
    let terminal = try PTY(Spawn.inspector, [path], width: 120)
    try terminal.wait(for: text)
    let row = try #require(terminal.screen.rowNumber(of: text))
    #expect(["│", "┊"].contains(terminal.screen.cells[row].last))
    try terminal.type("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("the first rows of a file in memory are there at once; what must be waited for is not")
  func glimpse() throws {
    let folder = try TestFolder()
    let text = "[" + String(repeating: "\"row\",\n", count: 10_000) + "1]"
    let file = ViewedFile(path: try folder.write("rows.json", text))
    // A file system may not be able to say what it has in memory.
    if let glimpse = file.glimpse {
      #expect(glimpse.total == text.utf8.count)
      #expect(glimpse.response.body == Body(Array(text.utf8.prefix(16 << 10))))
      #expect(!glimpse.response.isComplete)
      #expect(glimpse.start != nil)
    }
    #expect(ViewedFile(path: try folder.write("empty.json", "")).glimpse == nil)
    #expect(ViewedFile(path: folder.path + "/missing").glimpse == nil)
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { close(ends[1]) }
    #expect(FileReading(ends[0]).glimpse() == nil)
  }

  @Test("on a terminal files open in the panes; what comes through a pipe leaves the keys alone")
  func panes() throws {
    let folder = try TestFolder()
    let one = try folder.write("one.json", "{\"a\": [1, 2]}")
    let two = try folder.write("two.txt", "just text\u{1b}]0;t\u{7}\n")
    let script = try Piped(
      [one, two, "--script", "-", "--size", "100x24"], input: "wait\nframe\nkey j\nframe\n")
    #expect(script.ending == .exited(0), "\(script.error)")
    #expect(script.output.firstRange(of: "Targets 2") != nil)
    #expect(script.output.firstRange(of: "\"a\": [") != nil, "\(script.output)")
    #expect(script.output.firstRange(of: "just text^[]0;t^G") != nil)
    #expect(script.output.firstRange(of: "a stub") == nil)
    let missing = try Piped([one + "x", "--script", "-"], input: "frame\n")
    #expect(missing.ending == .exited(2))
    let terminal = try PTY(
      "/bin/sh", ["-c", "printf '[1, 2, 3]' | '\(Spawn.inspector)' -"])
    try terminal.wait(for: "  2,")
    try terminal.type("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }
}
