import NetEngine
import TestSupport
import Testing

/// The table of what each mapping makes of each kind of body, cell by cell.
@Suite struct MappingTableTests {
  struct Cell: CustomTestStringConvertible, Sendable {
    let column: String
    let body: [UInt8]
    /// One outcome a row of the table: the label of the error, or the value as text.
    let json, lenientJSON, string, stringAtPath: String

    var testDescription: String { column }

    init(
      _ column: String, _ body: [UInt8], json: String, lenientJSON: String, string: String,
      stringAtPath: String
    ) {
      self.column = column
      self.body = body
      self.json = json
      self.lenientJSON = lenientJSON
      self.string = string
      self.stringAtPath = stringAtPath
    }

    init(
      _ column: String, _ body: String, json: String, lenientJSON: String, string: String,
      stringAtPath: String
    ) {
      self.init(
        column, Array(body.utf8), json: json, lenientJSON: lenientJSON, string: string,
        stringAtPath: stringAtPath)
    }
  }

  static let cells = [
    Cell(
      "empty", "", json: "mapping(json)", lenientJSON: "null", string: "",
      stringAtPath: "mapping(json)"),
    Cell(
      "white space", " \n", json: "mapping(json)", lenientJSON: "mapping(json)", string: " \n",
      stringAtPath: "mapping(json)"),
    Cell(
      "invalid", "{oops}", json: "mapping(json)", lenientJSON: "mapping(json)", string: "{oops}",
      stringAtPath: "mapping(json)"),
    Cell(
      "scalar", "42", json: "42", lenientJSON: "42", string: "42", stringAtPath: "mapping(string)"),
    Cell(
      "array", "[1,2]", json: "[1,2]", lenientJSON: "[1,2]", string: "[1,2]",
      stringAtPath: "mapping(string)"),
    Cell(
      "not UTF-8", [0x22, 0xff, 0x22], json: "mapping(json)", lenientJSON: "mapping(json)",
      string: "mapping(string)", stringAtPath: "mapping(json)"),
    Cell(
      "UTF-16", [0xff, 0xfe, 0x34, 0, 0x32, 0], json: "42", lenientJSON: "42", string: "42",
      stringAtPath: "mapping(string)"),
    Cell(
      "UTF-32", [0, 0, 0xfe, 0xff, 0, 0, 0, 0x34], json: "4", lenientJSON: "4", string: "4",
      stringAtPath: "mapping(string)"),
    Cell(
      "object with the path", #"{"a":"b"}"#, json: #"{"a":"b"}"#, lenientJSON: #"{"a":"b"}"#,
      string: #"{"a":"b"}"#, stringAtPath: "b"),
  ]

  @Test("every cell of the mapping table", arguments: cells)
  func cell(_ cell: Cell) {
    let response = Response.answer(cell.body)
    #expect(text { () throws(NetError) in compact(try response.mapJSON()) } == cell.json)
    #expect(
      text { () throws(NetError) in compact(try response.mapJSON(failsOnEmptyData: false)) }
        == cell.lenientJSON)
    #expect(text { () throws(NetError) in try response.mapString() } == cell.string)
    #expect(
      text { () throws(NetError) in try response.mapString(atKeyPath: "a") } == cell.stringAtPath)
  }

  private func text(_ body: () throws(NetError) -> String) -> String {
    switch outcome(body) {
    case .success(let text): text
    case .failure(let error): error.label
    }
  }

  private func compact(_ json: JSON) -> String { JSONPrinter.compact.text(json) }

  @Test(
    "an empty body is null where there can be none",
    arguments: [(204, HTTPMethod.get), (205, .get), (200, .head), (404, .head)])
  func emptyByNature(status: Int, method: HTTPMethod) throws {
    let response = Response.answer("", status: status, method: method)
    #expect(try response.mapJSON().isNull)
    #expect(try response.map(Int?.self) == nil)
  }

  @Test(
    "an empty body is missed everywhere else", arguments: [(200, HTTPMethod.get), (304, .get)])
  func emptyByFault(status: Int, method: HTTPMethod) {
    let response = Response.answer("", status: status, method: method)
    let thrown = outcome { () throws(NetError) in try response.mapJSON() }.thrown
    #expect(thrown?.label == "mapping(json)")
    #expect(thrown?.message == "the body is empty, expected JSON")
  }

  @Test("JSON that is fine keeps what it says, to the last digit and key")
  func lossless() throws {
    let text = #"{"n":123456789012345678901234567890,"f":1.0,"e":1e400,"b":1,"a":2,"a":3}"#
    let json = try Response.answer(text).mapJSON()
    #expect(JSONPrinter.compact.text(json) == text)
    #expect(json["a"].int == 3)
  }

  @Test("broken JSON tells line, column, what was found and what was expected")
  func position() {
    let response = Response.answer("{\n  \"a\": [1, 2,]\n}")
    let thrown = outcome { () throws(NetError) in try response.mapJSON() }.thrown
    guard case .json(let error) = thrown?.mapping?.reason else {
      Issue.record("expected the JSON error, got \(thrown?.label ?? "none")")
      return
    }
    #expect((error.line, error.column, error.byteOffset) == (2, 14, 15))
    #expect(
      thrown?.message
        == "the body is not valid JSON: line 2, column 14 (byte 15): found ']', expected a value")
    #expect(thrown?.hint == "remove the comma before it")
    #expect(thrown?.response?.body == response.body)
  }

  @Test("JSON below the depth limit is a value, one deeper is a limit that names itself")
  func depth() throws {
    var limits = Limits()
    limits.jsonDepth = 3
    #expect(try Response.answer("[[[]]]", limits: limits).mapJSON().count == 1)
    let thrown = outcome { () throws(NetError) in
      try Response.answer("[[[[]]]]", limits: limits).mapJSON()
    }.thrown
    #expect(thrown?.label == "limit(jsonDepth)")
    #expect(thrown?.kind == .limit)
    #expect(thrown?.message == "the depth of a JSON document is limited to 3")
    #expect(thrown?.hint == "raise limits.jsonDepth of the target, the provider or inspector.json")
  }

  @Test("a document of too many values is a limit too, not a broken document")
  func memory() {
    var limits = Limits()
    limits.jsonMemory = 4_096
    let body = "[" + String(repeating: "1,", count: 2_000) + "1]"
    let thrown = outcome { () throws(NetError) in
      try Response.answer(body, limits: limits).mapJSON()
    }.thrown
    #expect(thrown?.label == "limit(jsonMemory)")
    #expect(thrown?.message == "the parsed form of a JSON document is limited to 4096 bytes")
  }
}
