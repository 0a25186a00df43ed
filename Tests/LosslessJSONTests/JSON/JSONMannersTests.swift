import NetEngine
import TestSupport
import Testing

/// One value and what each way of reading it answers.
private struct MannersRow: Sendable, CustomTestStringConvertible {
  let text: String
  var string: String?
  var stringValue = ""
  var int: Int?
  var intValue = 0
  var double: Double?
  var doubleValue = 0.0
  var bool: Bool?
  var boolValue = false

  var testDescription: String { text }
}

@Suite("JSON manners")
struct JSONMannersTests {
  private static let rows = [
    MannersRow(text: "null"),
    MannersRow(
      text: "true", stringValue: "true", intValue: 1, doubleValue: 1, bool: true, boolValue: true),
    MannersRow(text: "false", stringValue: "false", bool: false),
    MannersRow(text: "0", stringValue: "0", int: 0, double: 0),
    MannersRow(text: "-0", stringValue: "-0", int: 0, double: -0.0, doubleValue: -0.0),
    MannersRow(
      text: "1", stringValue: "1", int: 1, intValue: 1, double: 1, doubleValue: 1, boolValue: true),
    MannersRow(
      text: "-7", stringValue: "-7", int: -7, intValue: -7, double: -7, doubleValue: -7,
      boolValue: true),
    MannersRow(
      text: "1.0", stringValue: "1.0", int: 1, intValue: 1, double: 1, doubleValue: 1,
      boolValue: true),
    MannersRow(
      text: "1.9", stringValue: "1.9", intValue: 1, double: 1.9, doubleValue: 1.9, boolValue: true),
    MannersRow(
      text: "-1.9", stringValue: "-1.9", intValue: -1, double: -1.9, doubleValue: -1.9,
      boolValue: true),
    MannersRow(
      text: "1e3", stringValue: "1e3", int: 1_000, intValue: 1_000, double: 1_000,
      doubleValue: 1_000, boolValue: true),
    MannersRow(
      text: "1e-3", stringValue: "1e-3", double: 0.001, doubleValue: 0.001, boolValue: true),
    MannersRow(
      text: "9223372036854775807", stringValue: "9223372036854775807", int: .max, intValue: .max,
      double: 9_223_372_036_854_775_808, doubleValue: 9_223_372_036_854_775_808, boolValue: true),
    MannersRow(
      text: "9223372036854775808", stringValue: "9223372036854775808", intValue: .max,
      double: 9_223_372_036_854_775_808, doubleValue: 9_223_372_036_854_775_808, boolValue: true),
    MannersRow(
      text: "-9223372036854775808", stringValue: "-9223372036854775808", int: .min, intValue: .min,
      double: -9_223_372_036_854_775_808, doubleValue: -9_223_372_036_854_775_808, boolValue: true),
    MannersRow(
      text: "-9223372036854775809", stringValue: "-9223372036854775809", intValue: .min,
      double: -9_223_372_036_854_775_808, doubleValue: -9_223_372_036_854_775_808, boolValue: true),
    MannersRow(
      text: "1e400", stringValue: "1e400", intValue: .max, doubleValue: .infinity, boolValue: true),
    MannersRow(
      text: "-1e400", stringValue: "-1e400", intValue: .min, doubleValue: -.infinity,
      boolValue: true),
    MannersRow(text: #""""#, string: ""),
    MannersRow(text: #""abc""#, string: "abc", stringValue: "abc"),
    MannersRow(text: #""42""#, string: "42", stringValue: "42", intValue: 42, doubleValue: 42),
    MannersRow(text: #""1.5""#, string: "1.5", stringValue: "1.5", intValue: 1, doubleValue: 1.5),
    MannersRow(text: #""+5""#, string: "+5", stringValue: "+5"),
    MannersRow(text: #""0x1F""#, string: "0x1F", stringValue: "0x1F"),
    MannersRow(text: #""nan""#, string: "nan", stringValue: "nan"),
    MannersRow(text: #""true""#, string: "true", stringValue: "true", boolValue: true),
    MannersRow(text: #""YES""#, string: "YES", stringValue: "YES", boolValue: true),
    MannersRow(
      text: #""1""#, string: "1", stringValue: "1", intValue: 1, doubleValue: 1, boolValue: true),
    MannersRow(text: #""no""#, string: "no", stringValue: "no"),
    MannersRow(text: #""\u00e9\n""#, string: "é\n", stringValue: "é\n"),
    MannersRow(text: "[]"), MannersRow(text: "[1]"), MannersRow(text: "{}"),
    MannersRow(text: #"{"a":1}"#),
  ]

  @Test("each kind answers each question, strictly and leniently", arguments: rows)
  fileprivate func reading(_ row: MannersRow) throws {
    let json = try JSON(parsing: row.text)
    #expect(json.string == row.string && json.stringValue == row.stringValue)
    #expect(json.int == row.int && json.intValue == row.intValue)
    #expect(json.double == row.double && json.doubleValue == row.doubleValue)
    #expect(json.bool == row.bool && json.boolValue == row.boolValue)
    #expect(json.rawText == row.text && json.exists && json.error == nil)
    #expect(json.isNull == (row.text == "null"))
  }

  @Test("nothing answers with nothing and with the defaults")
  func missingValue() throws {
    let json = try JSON(parsing: #"{"a":[1]}"#)["b"]["c"][3]
    #expect(!json.exists && json.kind == nil && json.node == nil && !json.isNull)
    #expect(json.string == nil && json.int == nil && json.double == nil && json.bool == nil)
    #expect(
      json.array == nil && json.dictionary == nil && json.members == nil && json.number == nil)
    #expect(
      json.stringValue.isEmpty && json.intValue == 0 && json.doubleValue == 0 && !json.boolValue)
    #expect(json.arrayValue.isEmpty && json.dictionaryValue.isEmpty && json.isEmpty)
    #expect(json.rawText == nil && json.description.isEmpty && Array(json).isEmpty)
    #expect(json.withBytes { $0.count } == 0)
  }

  @Test(
    "the kind is the value's own",
    arguments: zip(
      ["null", "true", "1", #""""#, "[]", "{}"], JSON.Kind.allCases))
  func kinds(_ text: String, _ kind: JSON.Kind) throws {
    #expect(try JSON(parsing: text).kind == kind)
  }

  @Test("subscripts go by key, by position, by steps and by path")
  func subscripts() throws {
    let json = try JSON(parsing: #"{"data":{"items":[{"id":1},{"id":2}],"0":"zero"}}"#)
    #expect(json["data"]["items"][1]["id"].int == 2)
    #expect(json["data", "items", 0, "id"].int == 1)
    #expect(json["data", "items"].count == 2)
    #expect(json[path: "data.items.1.id"].int == 2)
    #expect(json[path: "data>items>0>id"].int == 1)
    #expect(json[path: "/data/items/1"]["id"].int == 2)
    #expect(json[path: ["data", "items", 0, "id"]].int == 1)
    #expect(json["data"]["0"].string == "zero" && json[path: "data.0"].string == "zero")
    #expect(!json["data"]["items"]["0"].exists && json[path: "data.items.0"].exists)
    #expect(
      !json["data"]["items"][-1].exists && !json["data"]["items"][2].exists
        && !json["data"][0].exists)
  }

  @Test(
    "a missing step says how far the path goes and what is there",
    arguments: [
      ("dat.items", "no key 'dat' at the top level: the object has data, n, empty"),
      ("data.itms.0", "no key 'itms' at 'data': the object has items"),
      ("data.items.7.id", "no element 7 at 'data.items': the array has 2"),
      ("data.items.name", "no key 'name' at 'data.items': it is an array, not an object"),
      ("data.items.0.id.x", "no key 'x' at 'data.items.0.id': it is a number, not an object"),
      ("n.0", "no key '0' at 'n': it is null, not an object"),
      ("empty.x", "no key 'x' at 'empty': the object is empty"),
    ])
  func misses(_ path: String, _ sentence: String) throws {
    let json = try JSON(parsing: #"{"data":{"items":[{"id":1},{"id":2}]},"n":null,"empty":{}}"#)
    let found = json[path: JSONPath(path)]
    #expect(found.error?.description == sentence)
    #expect(found["more"][5].error == found.error)
  }

  @Test("an error spells what could act on a terminal, and cuts what is long")
  func errorsAreVisible() throws {
    let long = String(repeating: "k", count: 100)
    let json = try JSON(parsing: "{\"\\u001b]0;x\u{202e}\":{\"\(long)\":1}}")
    #expect(
      json["\n"].error?.description
        == #"no key '\u{a}' at the top level: the object has \u{1b}]0;x\u{202e}"#)
    let inner = try #require(json["\u{1b}]0;x\u{202e}"]["é"].error?.description)
    #expect(inner.hasPrefix(#"no key 'é' at '\u{1b}]0;x\u{202e}': the object has kkk"#))
    #expect(inner.hasSuffix("k…") && !inner.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test("an object with many keys names the first six")
  func manyKeys() throws {
    let json: JSON = ["a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7]
    #expect(
      json["x"].error?.description
        == "no key 'x' at the top level: the object has a, b, c, d, e, f, …")
    #expect(
      json[3].error?.description == "no element 3 at the top level: it is an object, not an array")
  }

  @Test("expecting a kind gives the value or an error with the path and the kind found")
  func expecting() throws {
    let json = try JSON(parsing: #"{"a":{"b":[1]}}"#)
    #expect(try json["a"].expecting(.object)["b"][0].int == 1)
    let wrong = #expect(throws: JSONAccessError.self) { try json["a"]["b"][0].expecting(.string) }
    #expect(wrong?.path == "a.b.0" && wrong?.found == .number)
    #expect(wrong?.description == "expected a string at 'a.b.0', found a number")
    let top = #expect(throws: JSONAccessError.self) { try json.expecting(.array) }
    #expect(top?.description == "expected an array at the top level, found an object")
    let missing = #expect(throws: JSONAccessError.self) { try json["a"]["c"].expecting(.string) }
    #expect(missing?.path == "a" && missing?.description == "no key 'c' at 'a': the object has b")
  }

  @Test("a broken document without a value says why")
  func brokenDocument() {
    let json = JSONDocument(Array("<html>".utf8)).json
    #expect(!json.exists && json["a"].error?.description.contains("looks like HTML") == true)
  }

  @Test("iteration is in document order, with keys or positions")
  func iteration() throws {
    let object = try JSON(parsing: #"{"z":1,"a":2,"m":3,"a":4}"#)
    #expect(object.map(\.0) == ["z", "a", "m", "a"] && object.map(\.1.intValue) == [1, 2, 3, 4])
    let array = try JSON(parsing: #"["x","y"]"#)
    #expect(array.map(\.0) == ["0", "1"] && array.map(\.1.stringValue) == ["x", "y"])
    #expect(try JSON(parsing: "5").map(\.0).isEmpty)
  }

  @Test("arrays, dictionaries and members come as they stand")
  func containers() throws {
    let json = try JSON(parsing: #"{"b":[1,"x",null],"a":{"k":true},"b":2}"#)
    #expect(json.dictionary?.count == 2 && json.dictionaryValue["b"]?.int == 2)
    #expect(json.members?.map(\.key) == ["b", "a", "b"])
    #expect(json.members?[0].value.arrayValue.map(\.kind) == [.number, .string, .null])
    #expect(json.array == nil && json["b"].array == nil && json["a"].dictionary?["k"]?.bool == true)
    #expect(json.count == 3 && json["a"].count == 1 && json["a"]["k"].count == 0)
  }

  @Test("literals build documents")
  func literals() {
    let json: JSON = [
      "name": "O\"Brien\n\u{1}", "n": 1, "x": 1.5, "ok": true, "no": nil, "list": [1, [2], []],
      "o": [:],
    ]
    #expect(
      JSONPrinter.compact.text(json)
        == #"{"name":"O\"Brien\n\u0001","n":1,"x":1.5,"ok":true,"no":null,"list":[1,[2],[]],"o":{}}"#
    )
    #expect(json["list"][1][0].int == 2 && json["name"].string == "O\"Brien\n\u{1}")
    #expect(
      JSON(Double.infinity).isNull && JSON(Double.nan).isNull && JSON(UInt64.max).uint == .max)
    #expect(JSON([JSON(1), json["missing"]]).rawText == "[1,null]")
    let twice: JSON = ["a": 1, "a": 2]
    #expect(twice.rawText == #"{"a":1,"a":2}"# && twice["a"].int == 2)
  }

  @Test("built values keep number and string text of what they are built from")
  func buildingKeepsText() throws {
    let parsed = try JSON(parsing: #" { "n" : 1.000 , "s" : "\u00e9" } "#)
    let built: JSON = ["n": parsed["n"], "s": parsed["s"], "all": parsed]
    #expect(built.rawText == #"{"n":1.000,"s":"\u00e9","all":{"n":1.000,"s":"\u00e9"}}"#)
    #expect(JSON(try #require(JSONNumber("1e400"))).rawText == "1e400")
  }

  @Test(
    "equal means the same value, however it is written",
    arguments: [
      ("1", "1.0", true), ("1", "10e-1", true), ("0", "-0.0", true),
      ("1", "1.0000000000000000000001", false),
      ("100000000000000000001", "100000000000000000000", false), ("1", #""1""#, false),
      ("1", "true", false),
      (#""é""#, #""\u00e9""#, true), ("\"e\u{301}\"", #""é""#, false), (#""\/""#, #""/""#, true),
      (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, true), (#"{"a":1}"#, #"{"a":1,"b":2}"#, false),
      (#"{"a":1,"a":2}"#, #"{"a":2}"#, true), (#"{"a":1,"a":2}"#, #"{"a":1}"#, false),
      (#"{"a":1,"b":1}"#, #"{"a":1,"c":1}"#, false), ("[1,2]", "[2,1]", false),
      ("[1,2]", "[1,2,3]", false),
      ("[1,2,3]", "[1,2]", false), ("[[],{}]", "[ [ ] , { } ]", true), ("[]", "{}", false),
      ("null", "false", false),
      ("true", "false", false), (#""\ud800""#, #""\ud801""#, false),
      ("[1e2,[{\"a\":[0]}]]", "[100,[{\"a\":[0e5]}]]", true),
    ])
  func equality(_ left: String, _ right: String, _ isEqual: Bool) throws {
    #expect((try JSON(parsing: left) == JSON(parsing: right)) == isEqual)
    #expect((try JSON(parsing: right) == JSON(parsing: left)) == isEqual)
  }

  @Test("a value's bytes can be read by another decoder")
  func ownBytes() throws {
    let json = try JSON(parsing: #"{"a": {"b" : [1, 2] } , "c":3}"#)
    #expect(json["a"].withBytes { String(decoding: $0, as: UTF8.self) } == #"{"b" : [1, 2] }"#)
    #expect(json["a"]["b"].rawText == "[1, 2]")
  }
}
