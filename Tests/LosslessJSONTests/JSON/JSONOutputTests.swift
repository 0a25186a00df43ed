import NetEngine
import TestSupport
import Testing

@Suite("JSON printing")
struct JSONPrinterTests {
  private static let text = #"{"b":[1.000,{"z":1e400,"a":"\u00e9\/"},[]],"a":{},"B":null,"b":-0}"#

  @Test("compact drops white space and nothing else")
  func compact() throws {
    let json = try JSON(
      parsing: Self.text.split(separator: ",").joined(separator: " ,\n\t"))
    #expect(JSONPrinter.compact.text(json) == Self.text)
  }

  @Test("pretty puts one value on a line")
  func pretty() throws {
    let expected = #"""
      {
        "b": [
          1.000,
          {
            "z": 1e400,
            "a": "\u00e9\/"
          },
          []
        ],
        "a": {},
        "B": null,
        "b": -0
      }
      """#
    #expect(JSONPrinter.pretty.text(try JSON(parsing: Self.text)) == expected)
    #expect(try JSON(parsing: Self.text).description == expected)
    #expect(JSONPrinter(indent: 0).text([1, [2]]) == "[\n1,\n[\n2\n]\n]")
    #expect(JSONPrinter(indent: 4).text(["a": 1]) == "{\n    \"a\": 1\n}")
  }

  @Test("sorted goes by the bytes of unescaped keys, at every level, and keeps equal keys in order")
  func sorted() throws {
    #expect(
      JSONPrinter(indent: nil, sortsKeys: true).text(try JSON(parsing: Self.text))
        == #"{"B":null,"a":{},"b":[1.000,{"a":"\u00e9\/","z":1e400},[]],"b":-0}"#)
    let escaped = try JSON(parsing: #"{"é":1,"z":2,"\u0061":3,"":4}"#)
    #expect(
      JSONPrinter(indent: nil, sortsKeys: true).text(escaped) == #"{"":4,"\u0061":3,"z":2,"é":1}"#)
  }

  @Test(
    "scalars, empty containers and nothing print as themselves",
    arguments: ["1", #""a""#, "null", "[]", "{}"])
  func scalars(_ text: String) throws {
    let json = try JSON(parsing: text)
    #expect(JSONPrinter.compact.text(json) == text && JSONPrinter.pretty.text(json) == text)
    #expect(JSONPrinter.pretty.text(json["missing"]).isEmpty)
  }

  @Test("a part of a document prints alone")
  func part() throws {
    #expect(JSONPrinter.compact.text(try JSON(parsing: Self.text)["a"]) == "{}")
  }

  @Test("a value printed in pieces is the same value, and a failing sink stops it")
  func pieces() throws {
    struct Full: Error {}
    let json = JSON((0..<1_000).map { JSON($0) })
    var pieces: [[UInt8]] = []
    JSONPrinter.pretty.print(json, pieceSize: 256) { pieces.append($0) }
    #expect(pieces.count > 10 && pieces.allSatisfy { !$0.isEmpty && $0.count < 512 })
    #expect(Array(pieces.joined()) == JSONPrinter.pretty.bytes(json))
    var calls = 0
    #expect(throws: Full.self) {
      try JSONPrinter.pretty.print(json, pieceSize: 256) { _ throws(Full) in
        calls += 1
        throw Full()
      }
    }
    #expect(calls == 1)
  }

  @Test("a broken document prints closed, up to the break")
  func broken() {
    let json = JSONDocument(Array(#"{"a":[1,{"b":2,"c"#.utf8)).json
    #expect(JSONPrinter.compact.text(json) == #"{"a":[1,{"b":2}]}"#)
  }
}

@Suite("JSON numbers")
struct JSONNumberTests {
  @Test(
    "numbers are read exactly",
    arguments: [
      ("0", 0, 0, true), ("-0", 0, 0, true), ("0.0", 0, 0, true), ("0e5", 0, 0, true),
      ("1", 1, 1, true), ("-1", -1, nil, true),
      ("1.0", 1, 1, true), ("1.50", nil, nil, true), ("10e-1", 1, 1, true), ("1.5e1", 15, 15, true),
      ("1.55e1", nil, nil, true),
      ("100e-2", 1, 1, true), ("123e18", nil, nil, true),
      ("12e18", nil, 12_000_000_000_000_000_000, true),
      ("9223372036854775807", .max, 9_223_372_036_854_775_807, false),
      ("9223372036854775808", nil, 9_223_372_036_854_775_808, false),
      ("-9223372036854775808", .min, nil, false), ("-9223372036854775809", nil, nil, false),
      ("18446744073709551615", nil, .max, false), ("18446744073709551616", nil, nil, false),
      ("1e19", nil, 10_000_000_000_000_000_000, true),
      ("1e20", nil, nil, true), ("1e400", nil, nil, false), ("1e-400", nil, nil, false),
      ("1e99999999999999999999", nil, nil, false),
      ("0e99999999999999999999", 0, 0, true), ("0.1", nil, nil, true), ("0.10", nil, nil, true),
      ("0.30000000000000004", nil, nil, true),
      ("0.300000000000000044", nil, nil, false),
      ("9007199254740993", 9_007_199_254_740_993, 9_007_199_254_740_993, false),
      ("0.00001e5", 1, 1, true), ("1000000e-6", 1, 1, true), ("1e-1", nil, nil, true),
      ("123456789012345678", 123_456_789_012_345_678, 123_456_789_012_345_678, false),
    ] as [(String, Int?, UInt64?, Bool)])
  func exact(_ text: String, _ int: Int?, _ uint: UInt64?, _ survives: Bool) throws {
    let number = try #require(JSONNumber(text))
    #expect(number.int == int && number.uint == uint && number.survivesDouble == survives)
    #expect(number.text == text)
    let json = try JSON(parsing: text)
    #expect(json.int == int && json.uint == uint && json.numberText == text)
  }

  @Test(
    "without its fraction a number goes towards zero and stays in range",
    arguments: [
      ("1.99", 1), ("-1.99", -1), ("0.99", 0), ("-0.99", 0), ("1e30", .max), ("-1e30", .min),
      ("123.456e2", 12_345), ("5e-10", 0),
      ("9223372036854775807.9", .max), ("-9223372036854775808.9", .min),
      ("18446744073709551616", .max),
    ])
  func clamped(_ text: String, _ int: Int) throws {
    #expect(try #require(JSONNumber(text)).clampedInt == int)
  }

  @Test(
    "what is no JSON number is none",
    arguments: ["", "+1", "01", "1.", ".5", "1e", "-", " 1", "1 ", "0x1", "nan", "inf", "1,5", "١"])
  func rejected(_ text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test("huge numbers keep every digit")
  func huge() throws {
    let digits = String(repeating: "1234567890", count: 20)
    let json = try JSON(parsing: "[\(digits),-\(digits).\(digits)e-\(digits)]")
    #expect(json[0].numberText == digits && json[1].numberText == "-\(digits).\(digits)e-\(digits)")
    #expect(json[0].int == nil && json[0].intValue == .max && json[0].stringValue == digits)
  }
}

@Suite("NDJSON")
struct JSONLinesTests {
  @Test(
    "each line is a document of its own; empty lines are none",
    arguments: [
      ("{\"a\":1}\n{\"a\":2}\n", [1, 2]), ("1\n2\n3", [1, 2, 3]), ("1\r\n2\r\n", [1, 2]),
      ("\n\n1\n \t\r\n2\n\n", [3, 5]),
      ("", []), ("\n", []), ("  \n  ", []), ("1", [1]), ("\u{feff}1\n2", [1, 2]),
      ("\u{feff}\n1", [2]),
    ])
  func lines(_ text: String, _ numbers: [Int]) {
    let lines = JSONLines(Array(text.utf8))
    #expect(lines.lines.map(\.number) == numbers)
    #expect(lines.allSatisfy { $0.isComplete } && lines.count == numbers.count)
  }

  @Test("a broken line is one error, placed in all the bytes; the others are fine")
  func brokenLine() throws {
    let lines = JSONLines(Array("{\"a\":1}\n{\"a\":}\n[3]\n".utf8))
    #expect(lines[0].json["a"].int == 1 && lines[2].json[0].int == 3)
    let error = try #require(lines[1].error)
    #expect(error.byteOffset == 13 && error.line == 2 && error.column == 6)
  }

  @Test("lines are found while they arrive, however they are cut")
  func arriving() {
    let bytes = Array("{\"a\":1}\n\n[2]\n\"three\"".utf8)
    for cut in 0...bytes.count {
      var lines = JSONLines(bytes: JSONTestBytes(bytes))
      lines.scan(upTo: cut, isFinal: false)
      #expect(
        lines.count
          == bytes[..<cut].split(separator: 0x0a, omittingEmptySubsequences: false).dropLast()
          .filter { !$0.isEmpty }.count)
      lines.scan(upTo: bytes.count, isFinal: true)
      lines.scan(upTo: bytes.count, isFinal: true)
      #expect(lines.map { JSONPrinter.compact.text($0.json) } == ["{\"a\":1}", "[2]", "\"three\""])
      #expect(lines.lines.map(\.number) == [1, 3, 4] && lines.scannedBytes == bytes.count)
    }
  }

  @Test("a line's document keeps all the bytes alive, and no more than its own")
  func ownBytes() {
    let document = JSONLines(Array("[1]\n[2,3]\n".utf8))[1]
    #expect(document.withText { String(decoding: $0, as: UTF8.self) } == "[2,3]")
    #expect(document.json[1].int == 3)
  }
}
