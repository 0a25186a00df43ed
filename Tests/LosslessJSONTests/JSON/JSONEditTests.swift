import LosslessJSON
import TestSupport
import Testing

@Suite("Single values of a JSON text changed") struct JSONEditTests {
  /// What is there, what is done, what it is then; nil where there is no place.
  static let rows: [(text: String, path: String, token: String?, made: String?)] = [
    (#"{ "a" : 1.0 , "b":2}"#, "/a", "true", #"{ "a" : true , "b":2}"#),
    (#"{"a":1,"a":2}"#, "/a", "3", #"{"a":1,"a":3}"#),
    (#"{"a":[1,2]}"#, "/a/1", "\"x\"", #"{"a":[1,"x"]}"#),
    (#"{"a":[1,2]}"#, "/a/2", "3", nil), (#"{"a":1}"#, "/b/c", "3", nil),
    ("{}", "/a", "1", #"{"a":1}"#), (#"{ "b":1}"#, "/a", "1", #"{"a":1, "b":1}"#),
    (#"{"a":{}}"#, "/a/b~1c", "1", #"{"a":{"b/c":1}}"#), ("[1]", "/0", "[]", "[[]]"),
    ("7", "", "8", "8"), (#"{"a":1,"b":2}"#, "/a", nil, #"{"b":2}"#),
    (#"{"a":1 , "b":2}"#, "/b", nil, #"{"a":1 }"#), (#"{"a":1}"#, "/a", nil, "{}"),
    ("[1,2,3]", "/1", nil, "[1,3]"), ("[1, 2]", "/1", nil, "[1]"), ("[1]", "/0", nil, "[]"),
    ("[1]", "/1", nil, nil), ("[1]", "", nil, nil),
    ("\u{feff}{\"a\":1}", "/a", "2", "\u{feff}{\"a\":2}"),
  ]

  @Test("every other byte stays as it came", arguments: rows.indices)
  func changed(_ number: Int) throws {
    let row = Self.rows[number]
    var edit = try JSONEdit(Array(row.text.utf8))
    do throws(JSONEdit.Refused) {
      if let token = row.token {
        try edit.set(JSONPath(row.path), to: Array(token.utf8))
      } else {
        try edit.drop(JSONPath(row.path))
      }
      #expect(row.made == String(decoding: edit.bytes, as: UTF8.self))
      #expect(JSONDocument(edit.bytes).error == nil)
    } catch {
      #expect(row.made == nil && error.words.contains("no place for"))
    }
  }

  @Test("what is no JSON, or not UTF-8, says so")
  func refused() {
    #expect(throws: JSONEdit.Refused.self) { try JSONEdit(Array("{".utf8)) }
    #expect(throws: JSONEdit.Refused.notUTF8) {
      try JSONEdit([0xfe, 0xff, 0, 0x7b, 0, 0x7d])
    }
  }
}
