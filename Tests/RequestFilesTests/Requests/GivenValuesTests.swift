import RequestFiles
import TestSupport
import Testing

/// Values for a run from files: one set of them, or a row for each round.
@Suite("Values that are given in files") struct GivenValuesTests {
  static let sets: [(text: String, values: [String: String])] = [
    (
      #"{"a": "x", "b": 1.50, "c": true, "d": null, "e": {"f": [1]}}"#,
      ["a": "x", "b": "1.50", "c": "true", "e": #"{"f":[1]}"#]
    ),
    ("a=x\n# no\nexport b=\"y z\"\n", ["a": "x", "b": "y z"]),
    ("\u{feff}{\"a\": \"x\"}", ["a": "x"]), ("", [:]),
  ]

  @Test("an object, or lines", arguments: sets)
  func set(_ row: (text: String, values: [String: String])) throws {
    #expect(try GivenValues.variables(Array(row.text.utf8)) == row.values)
  }

  static let tables: [(text: String, rows: [[String: String]])] = [
    ("a,b\n1,2\n3,4\n", [["a": "1", "b": "2"], ["a": "3", "b": "4"]]),
    ("a;b\r\n1;2", [["a": "1", "b": "2"]]), ("a\tb\n1\t\n", [["a": "1", "b": ""]]),
    ("a,b\n\"x, \"\"y\"\"\nz\",2\n", [["a": "x, \"y\"\nz", "b": "2"]]),
    ("\u{feff}name\n日本\n\nAda\n", [["name": "日本"], ["name": "Ada"]]),
    (#"[{"a": 1}, {"a": "2", "b": null}]"#, [["a": "1"], ["a": "2"]]),
  ]

  @Test("a round for each row, of a table or of JSON", arguments: tables)
  func rows(_ row: (text: String, rows: [[String: String]])) throws {
    #expect(try GivenValues.rows(Array(row.text.utf8)) == row.rows)
  }

  static let mistakes: [(text: String, line: Int, what: String)] = [
    ("", 1, "there is nothing in it"), ("a,b\n", 1, "there is no row below the names"),
    ("a,b\n1,2\n3\n", 3, "1 field under 2 names: 'a' …"),
    ("a,a\n1,2\n", 1, "expected a name for each column, each another one"),
    ("a\n\"x\n", 2, "a quote is not closed"),
    ("{}", 1, "expected an array of objects, one for each round"),
    ("[1]", 1, "element 0 is no object of names and values"),
  ]

  @Test("what cannot be read names its line", arguments: mistakes)
  func mistake(_ row: (text: String, line: Int, what: String)) {
    let mistake = #expect(throws: GivenValues.Mistake.self) {
      _ = try GivenValues.rows(Array(row.text.utf8))
    }
    #expect(mistake?.line == row.line && mistake?.what == row.what)
  }
}
