/// Two documents and what is different between them: `kind pointer from → to`, a line each.
struct JSONDiffRow: CustomStringConvertible {
  let description: String
  let from: String
  let to: String
  let lines: [String]

  init(_ description: String, _ from: String, _ to: String, _ lines: [String] = []) {
    self.description = description
    self.from = from
    self.to = to
    self.lines = lines
  }

  static let all = values + objects + arrays + keyed

  static let values = [
    JSONDiffRow("the same", "{\"a\":[1,true,null,\"x\"]}", "{ \"a\" : [1, true, null, \"x\"] }"),
    JSONDiffRow("a scalar root", "1", "2", ["value  1 → 2"]),
    JSONDiffRow("another kind", "{\"a\":1}", "{\"a\":\"1\"}", ["type /a 1 → \"1\""]),
    JSONDiffRow("true is not false", "[true]", "[false]", ["value /0 true → false"]),
    JSONDiffRow("null is not nothing", "{\"a\":null}", "{}", ["removed /a null →"]),
    JSONDiffRow("an object is no array", "{\"a\":{}}", "{\"a\":[]}", ["type /a {} → []"]),
    JSONDiffRow("one number in three spellings", "[1,10,-0]", "[1.0,1e1,0]"),
    JSONDiffRow(
      "digits no double holds", "{\"id\":9007199254740993}", "{\"id\":9007199254740992}",
      ["value /id 9007199254740993 → 9007199254740992"]),
    JSONDiffRow(
      "a hundred digits", "[1\(String(repeating: "0", count: 99))1]",
      "[1\(String(repeating: "0", count: 99))2]",
      [
        "value /0 1\(String(repeating: "0", count: 99))1"
          + " → 1\(String(repeating: "0", count: 99))2"
      ]),
    JSONDiffRow("19 digits in two spellings", "[1000000000000000000]", "[1e18]"),
    JSONDiffRow("escapes mean their letters", "[\"\\u0061\\/\"]", "[\"a/\"]"),
    JSONDiffRow(
      "two ways to compose an accent", "[\"e\u{301}\"]", "[\"\u{e9}\"]",
      ["value /0 \"e\u{301}\" → \"\u{e9}\""]),
    JSONDiffRow(
      "half a surrogate is not another", "[\"\\ud800\"]", "[\"\\ud801\"]",
      ["value /0 \"\\ud800\" → \"\\ud801\""]),
    JSONDiffRow(
      "redacted under another salt", "{\"t\":\"Bearer ‹redacted:token#ab12›\"}",
      "{\"t\":\"Bearer ‹redacted:token#ff00›\"}"),
    JSONDiffRow(
      "redacted under another name", "{\"t\":\"‹redacted:token#ab›\"}",
      "{\"t\":\"‹redacted:pin#ab›\"}"),
  ]

  static let objects = [
    JSONDiffRow("members in another order", "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"),
    JSONDiffRow("a new member", "{\"a\":1}", "{\"b\":2,\"a\":1}", ["added /b → 2"]),
    JSONDiffRow(
      "several at once", "{\"a\":{\"x\":1,\"y\":2},\"b\":3}", "{\"a\":{\"y\":4},\"c\":5}",
      ["removed /a/x 1 →", "value /a/y 2 → 4", "removed /b 3 →", "added /c → 5"]),
    JSONDiffRow(
      "a key with a slash and a tilde", "{\"a/b~\":1}", "{\"a/b~\":2}", ["value /a~1b~0 1 → 2"]),
    JSONDiffRow("an escaped key", "{\"\\u0061\":1}", "{\"a\":1}"),
    JSONDiffRow(
      "a key twice: the first belongs to the first", "{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":3}",
      ["value /a 2 → 3"]),
    JSONDiffRow(
      "a key twice, the other way round", "{\"a\":1,\"a\":2}", "{\"a\":2,\"a\":1}",
      ["value /a 1 → 2", "value /a 2 → 1"]),
    JSONDiffRow("a key once more", "{\"a\":1}", "{\"a\":1,\"a\":1}", ["added /a → 1"]),
  ]

  static let arrays = [
    JSONDiffRow("one more at the end", "[1,2]", "[1,2,3]", ["added /2 → 3"]),
    JSONDiffRow("one more in front", "[1,2]", "[0,1,2]", ["added /0 → 0"]),
    JSONDiffRow("one less in the middle", "[1,2,3]", "[1,3]", ["removed /1 2 →"]),
    JSONDiffRow("one changed", "[1,2,3]", "[1,5,3]", ["value /1 2 → 5"]),
    JSONDiffRow(
      "one changed inside", "[{\"a\":1,\"b\":1},{\"a\":2,\"b\":2}]",
      "[{\"a\":1,\"b\":1},{\"a\":2,\"b\":3}]", ["value /1/b 2 → 3"]),
    JSONDiffRow(
      "another order", "[1,2,3]", "[3,1,2]", ["reordered  [1,2,3] → [3,1,2] (2 0 1)"]),
    JSONDiffRow(
      "another order and one new", "[1,2,3]", "[3,1,2,4]",
      ["reordered  [1,2,3] → [3,1,2,4] (2 0 1)", "added /3 → 4"]),
    JSONDiffRow("equal elements stay equal", "[1,1,1]", "[1,1]", ["removed /2 1 →"]),
    JSONDiffRow("all gone", "[1,2]", "[]", ["removed /0 1 →", "removed /1 2 →"]),
  ]

  static let keyed = [
    JSONDiffRow(
      "by id, in another place", "[{\"id\":1,\"n\":\"a\"},{\"id\":2,\"n\":\"b\"}]",
      "[{\"id\":0,\"n\":\"z\"},{\"id\":1,\"n\":\"a\"},{\"id\":2,\"n\":\"c\"}]",
      ["value /1/n \"b\" → \"c\"", "added /0 → {\"id\":0,\"n\":\"z\"}"]),
    JSONDiffRow(
      "by id, in another order and changed", "[{\"id\":1,\"n\":1},{\"id\":2,\"n\":2}]",
      "[{\"id\":2,\"n\":2},{\"id\":1,\"n\":9}]",
      [
        "reordered  [{\"id\":1,\"n\":1},{\"id\":2,\"n\":2}]"
          + " → [{\"id\":2,\"n\":2},{\"id\":1,\"n\":9}] (1 0)",
        "value /0/n 1 → 9",
      ]),
    JSONDiffRow(
      "by name when ids repeat",
      "[{\"id\":1,\"name\":\"a\",\"v\":1},{\"id\":1,\"name\":\"b\",\"v\":2}]",
      "[{\"id\":1,\"name\":\"b\",\"v\":2}]",
      ["removed /0 {\"id\":1,\"name\":\"a\",\"v\":1} →"]),
    JSONDiffRow(
      "an id of two kinds is two ids", "[{\"id\":1}]", "[{\"id\":\"1\"}]",
      ["removed /0 {\"id\":1} →", "added /0 → {\"id\":\"1\"}"]),
    JSONDiffRow(
      "one without an id: no key", "[{\"id\":1,\"n\":1},{\"n\":2}]",
      "[{\"id\":1,\"n\":3},{\"n\":2}]",
      ["value /0/n 1 → 3"]),
  ]
}

extension [JSONDiffRow] {
  func row(_ name: String) -> JSONDiffRow? { first { $0.description == name } }
}
