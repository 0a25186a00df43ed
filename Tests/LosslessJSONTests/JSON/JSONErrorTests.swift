import NetEngine
import TestSupport
import Testing

/// One broken document and exactly what must be said about it.
private struct ErrorRow: Sendable, CustomTestStringConvertible {
  let id: String
  let text: String
  let byte: Int
  let line: Int
  let column: Int
  let reason: JSONError.Reason
  let expected: JSONError.Expected
  let found: JSONError.Found

  var testDescription: String { id }

  init(
    _ id: String, _ text: String, at byte: Int, line: Int = 1, column: Int,
    _ reason: JSONError.Reason = .unexpected, found: JSONError.Found, expected: JSONError.Expected
  ) {
    self.id = id
    self.text = text
    self.byte = byte
    self.line = line
    self.column = column
    self.reason = reason
    self.found = found
    self.expected = expected
  }
}

@Suite("JSON errors")
struct JSONErrorTests {
  private static let rows = [
    ErrorRow("empty", "", at: 0, column: 1, .empty, found: .end, expected: .value),
    ErrorRow(
      "space-only", " \n ", at: 3, line: 2, column: 2, .empty, found: .end, expected: .value),
    ErrorRow("bare-word", "hello", at: 0, column: 1, found: .character("h"), expected: .value),
    ErrorRow("html", "<html>", at: 0, column: 1, found: .character("<"), expected: .value),
    ErrorRow("trailing-comma", "[1,]", at: 3, column: 4, found: .character("]"), expected: .value),
    ErrorRow(
      "trailing-comma-object", #"{"a":1,}"#, at: 7, column: 8, found: .character("}"),
      expected: .key),
    ErrorRow(
      "first-element", "[,1]", at: 1, column: 2, found: .character(","), expected: .valueOrArrayEnd),
    ErrorRow(
      "first-key", "{1:2}", at: 1, column: 2, found: .character("1"), expected: .keyOrObjectEnd),
    ErrorRow("no-colon", #"{"a" 1}"#, at: 5, column: 6, found: .character("1"), expected: .colon),
    ErrorRow("no-value", #"{"a":}"#, at: 5, column: 6, found: .character("}"), expected: .value),
    ErrorRow(
      "no-comma", "[1 2]", at: 3, column: 4, found: .character("2"), expected: .commaOrArrayEnd),
    ErrorRow(
      "no-comma-object", #"{"a":1 "b"}"#, at: 7, column: 8, found: .character("\""),
      expected: .commaOrObjectEnd),
    ErrorRow(
      "mismatch", "[1}", at: 2, column: 3, found: .character("}"), expected: .commaOrArrayEnd),
    ErrorRow(
      "third-line", "{\n  \"a\": 1,\n  b: 2\n}", at: 14, line: 3, column: 3, found: .character("b"),
      expected: .key),
    ErrorRow(
      "after-crlf", "[\r\n1,\r\n?]", at: 7, line: 3, column: 1, found: .character("?"),
      expected: .value),
    ErrorRow(
      "column-in-scalars", #"["é日🎉" x]"#, at: 13, column: 8, found: .character("x"),
      expected: .commaOrArrayEnd),
    ErrorRow(
      "cut-array", "[1, 2", at: 5, column: 6, .truncated, found: .end, expected: .commaOrArrayEnd),
    ErrorRow(
      "cut-string", "[\"abc", at: 5, column: 6, .truncated, found: .end, expected: .stringEnd),
    ErrorRow(
      "cut-literal", "[tru", at: 4, column: 5, .truncated, found: .end, expected: .literal("true")),
    ErrorRow("cut-number", "[-", at: 2, column: 3, .truncated, found: .end, expected: .digit),
    ErrorRow("cut-escape", #"["\"#, at: 3, column: 4, .truncated, found: .end, expected: .escape),
    ErrorRow("cut-hex", #"["\u12"#, at: 6, column: 7, .truncated, found: .end, expected: .hexDigit),
    ErrorRow(
      "cut-after-key", #"{"a""#, at: 4, column: 5, .truncated, found: .end, expected: .colon),
    ErrorRow(
      "literal", "[nul]", at: 4, column: 5, found: .character("]"), expected: .literal("null")),
    ErrorRow(
      "literal-case", "[TRUE]", at: 1, column: 2, found: .character("T"), expected: .valueOrArrayEnd
    ),
    ErrorRow(
      "leading-zero", "[012]", at: 2, column: 3, found: .character("1"), expected: .commaOrArrayEnd),
    ErrorRow("point", "[1.]", at: 3, column: 4, found: .character("]"), expected: .digit),
    ErrorRow("exponent", "[1e+x]", at: 4, column: 5, found: .character("x"), expected: .digit),
    ErrorRow("plus", "[+1]", at: 1, column: 2, found: .character("+"), expected: .valueOrArrayEnd),
    ErrorRow("nan", "[1,NaN]", at: 3, column: 4, found: .character("N"), expected: .value),
    ErrorRow(
      "escape", #"["\q"]"#, at: 3, column: 4, .badEscape, found: .character("q"), expected: .escape),
    ErrorRow(
      "hex", #"["\u12g4"]"#, at: 6, column: 7, .badEscape, found: .character("g"),
      expected: .hexDigit),
    ErrorRow(
      "control", "[\"a\tb\"]", at: 3, column: 4, .controlCharacter, found: .character("\t"),
      expected: .stringEnd),
    ErrorRow(
      "control-far", "[\"" + String(repeating: "x", count: 100) + "\u{1b}\"]", at: 102, column: 103,
      .controlCharacter, found: .character("\u{1b}"), expected: .stringEnd),
    ErrorRow(
      "trailing", "[] x", at: 3, column: 4, .trailing, found: .character("x"), expected: .end),
    ErrorRow(
      "two-documents", "{}\n{}", at: 3, line: 2, column: 1, .trailing, found: .character("{"),
      expected: .end),
    ErrorRow(
      "unicode-outside", "[é]", at: 1, column: 2, found: .character("é"), expected: .valueOrArrayEnd
    ),
    ErrorRow(
      "depth", String(repeating: "[", count: 513), at: 512, column: 513,
      .limit(.depth, allowed: 512), found: .character("["), expected: .valueOrArrayEnd),
  ]

  @Test("an error says where, what was found and what was expected", arguments: rows)
  fileprivate func place(_ row: ErrorRow) throws {
    let error = try #require(JSONDocument(Array(row.text.utf8)).error)
    #expect(error.byteOffset == row.byte)
    #expect(error.line == row.line && error.column == row.column)
    #expect(error.reason == row.reason)
    #expect(error.found == row.found && error.expected == row.expected)
  }

  @Test(
    "an error is one sentence that names the place, the trouble and a way out",
    arguments: [
      (
        "[1,]",
        "line 1, column 4 (byte 3): found ']', expected a value — remove the comma before it"
      ),
      (
        #"{"a":1,}"#,
        "line 1, column 8 (byte 7): found '}', expected a key in double quotes — remove the comma before it"
      ),
      (
        "{'a':1}",
        "line 1, column 2 (byte 1): found ''', expected a key in double quotes or '}' — strings take double quotes"
      ),
      (
        "[1",
        "line 1, column 3 (byte 2): found the end, expected ',' or ']' — the document is cut off"
      ),
      ("", "line 1, column 1 (byte 0): there is no JSON here, only an empty body"),
      (" ", "line 1, column 2 (byte 1): there is no JSON here, only white space"),
      (
        "[\"\u{1b}\"]",
        #"line 1, column 3 (byte 2): found U+001B, expected the string's closing '"' — inside a string it is written \u001b"#
      ),
      (
        "[\"\n\"]",
        #"line 1, column 3 (byte 2): found a line feed, expected the string's closing '"' — inside a string it is written \n"#
      ),
      ("[1] // x", "line 1, column 5 (byte 4): found '/', expected nothing more"),
      (
        "[/**/]",
        "line 1, column 2 (byte 1): found '/', expected a value or ']' — JSON has no comments"
      ),
      (
        "{}{}",
        "line 1, column 3 (byte 2): found '{', expected nothing more — several documents, one a line, are NDJSON"
      ),
      (
        "[NaN]",
        "line 1, column 2 (byte 1): found 'N', expected a value or ']' — JSON has no NaN and no Infinity"
      ),
      (
        "<p>",
        "line 1, column 1 (byte 0): found '<', expected a value — this looks like HTML or XML"
      ),
      ("[\u{202e}]", "line 1, column 2 (byte 1): found U+202E, expected a value or ']'"),
    ])
  func sentence(_ text: String, _ expected: String) {
    #expect(JSONDocument(Array(text.utf8)).error?.description == expected)
  }

  @Test("bytes that are no text are named as bytes")
  func invalidText() throws {
    let error = try #require(JSONDocument([0x5b, 0x22, 0x61, 0xff, 0x22, 0x5d]).error)
    #expect(error.reason == .invalidText && error.found == .byte(0xff) && error.byteOffset == 3)
    #expect(
      error.description == "line 1, column 4 (byte 3): found the byte 0xFF, which is not UTF-8")
    let outside = try #require(JSONDocument([0x5b, 0xff, 0x5d]).error)
    #expect(outside.reason == .invalidText && outside.byteOffset == 1)
  }

  @Test("the limits are named with what they allow")
  func limits() throws {
    let bytes = Array("[1,2,3,4,5,6,7,8,9]".utf8)
    let size = try #require(JSONDocument(bytes, limits: JSONLimits(documentBytes: 8)).error)
    #expect(size.limit == .documentBytes && size.byteOffset == 8)
    #expect(size.description.contains("longer than the 8 bytes"))
    let many = Array(("[" + String(repeating: "1,", count: 200) + "1]").utf8)
    let tape = try #require(JSONDocument(many, limits: JSONLimits(tapeBytes: 800)).error)
    #expect(tape.limit == .tapeBytes)
    #expect(tape.description.contains("fit into 800 bytes of memory"))
    let depth = try #require(JSONDocument(Array("[[[]]]".utf8), limits: JSONLimits(depth: 2)).error)
    #expect(depth.limit == .depth && depth.byteOffset == 2)
  }

  @Test("what stands before the error is kept and can be read")
  func partialDocument() throws {
    let document = JSONDocument(Array(#"{"a":[1,2,{"b":"c"}],"d":{"e":true,"f":x"#.utf8))
    #expect(document.error?.byteOffset == 39)
    #expect(JSONPrinter.compact.text(document.json) == #"{"a":[1,2,{"b":"c"}],"d":{"e":true}}"#)
    #expect(document.json["d"]["e"].bool == true)
    #expect(document.isOpen(try #require(document.json["d"].node)))
    #expect(!document.isOpen(try #require(document.json["a"].node)))
    #expect(document.json["d"]["f"].exists == false)
  }

  @Test("an open container counts its own children, not those of a large one closed last in it")
  func openAroundLarge() throws {
    let large = "[" + Array(repeating: "1", count: 100).joined(separator: ",") + "]"
    let document = JSONDocument(Array("[0,\(large)".utf8))
    let root = try #require(document.root)
    #expect(document.count(of: root) == 2 && document.isOpen(root))
    let child = try #require(document.child(at: 1, of: root))
    #expect(document.count(of: child) == 100 && document.rawText(of: child) == large)
  }

  @Test("a document too deep is kept down to the limit")
  func depthIsSoft() {
    let text =
      #"{"ok":1,"deep":"# + String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
      + "}"
    let document = JSONDocument(Array(text.utf8))
    #expect(document.error?.limit == .depth)
    #expect(document.json["ok"].int == 1)
    var json = document.json["deep"]
    var depth = 1
    while json.kind == .array {
      depth += 1
      json = json[0]
    }
    #expect(depth == 512)
  }

  @Test(
    "the depth limit holds for arrays and objects, near the end and far from it",
    arguments: [("[1,[[[2]]]]", 5), (#"[1,{"a":{"b":{"c":1}}}]"#, 13), (#"[1,[{"a":[2]}]]"#, 9)])
  func depthLimitEverywhere(_ text: String, _ place: Int) {
    for room in [0, 500] {
      let bytes = Array((text + String(repeating: " ", count: room)).utf8)
      #expect(JSONDocument(bytes, limits: JSONLimits(depth: 4)).isComplete)
      let error = JSONDocument(bytes, limits: JSONLimits(depth: 3)).error
      #expect(error?.limit == .depth && error?.byteOffset == place)
    }
  }

  @Test("a document over the size limit is kept up to it, whatever way it comes")
  func sizeIsSoft() {
    let bytes = Array("[1,2,3,4,5,6,7,8,9]".utf8)
    let limits = JSONLimits(documentBytes: 8)
    let whole = JSONDocument(bytes, limits: limits)
    #expect(JSONPrinter.compact.text(whole.json) == "[1,2,3]")
    for cut in 0...bytes.count {
      let fed = JSONFeeding.document(bytes, cuts: [cut], limits: limits)
      #expect(fed.error == whole.error && fed.tapeBytes == whole.tapeBytes)
    }
  }

  @Test("parsing strictly throws the error")
  func strictParsing() throws {
    #expect(throws: JSONError.self) { try JSON(parsing: "[1,]") }
    #expect(try JSON(parsing: "[1]")[0].int == 1)
  }
}
