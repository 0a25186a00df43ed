import NetEngine
import TestSupport
import Testing

/// Strings and models at a path.
@Suite struct KeyPathMappingTests {
  static let body =
    #"{"s":"text","n":1,"b":true,"z":null,"o":{"k":"inner"},"l":["first",{"x":"y"}],"a.b":"dotted","d":{"a":{"b":"plain"}}}"#

  struct StringRow: CustomTestStringConvertible, Sendable {
    let id: String
    let path: JSONPath
    /// The text, or the words of the error.
    let expected: Result<String, Words>
    var testDescription: String { id }

    struct Words: Error { let text: String }

    init(_ id: String, _ path: JSONPath, _ text: String) {
      (self.id, self.path, expected) = (id, path, .success(text))
    }

    init(_ id: String, _ path: JSONPath, fails words: String) {
      (self.id, self.path, expected) = (id, path, .failure(Words(text: words)))
    }
  }

  static let strings = [
    StringRow("dotted", "o.k", "inner"),
    StringRow("arrows", "o>k", "inner"),
    StringRow("pointer", "/o/k", "inner"),
    StringRow("a list of steps", ["o", "k"], "inner"),
    StringRow("a position", "l.0", "first"),
    StringRow("a position on the way", "l>1>x", "y"),
    StringRow("a key with a dot", ["a.b"], "dotted"),
    StringRow("the same, dotted, is another place", "d.a.b", "plain"),
    StringRow("empty parts of the arrow form", ">o>>k>", "inner"),
    StringRow("number", "n", fails: "expected a string at 'n', found a number"),
    StringRow("bool", "b", fails: "expected a string at 'b', found a bool"),
    StringRow("null", "z", fails: "expected a string at 'z', found null"),
    StringRow("object", "o", fails: "expected a string at 'o', found an object"),
    StringRow("array", "l", fails: "expected a string at 'l', found an array"),
    StringRow("the root", "", fails: "expected a string at the top level, found an object"),
    StringRow("missing", "o.q", fails: "no key 'q' at 'o': the object has k"),
    StringRow(
      "the first missing step", "d.q.r.s", fails: "no key 'q' at 'd': the object has a"),
    StringRow("past the end", "l.7", fails: "no element 7 at 'l': the array has 2"),
    StringRow("into a string", "s.t", fails: "no key 't' at 's': it is a string, not an object"),
  ]

  @Test("a string at a path, or which step is wrong and what is there", arguments: strings)
  func string(_ row: StringRow) {
    let result = outcome { () throws(NetError) in
      try Response.answer(Self.body).mapString(atKeyPath: row.path)
    }
    switch row.expected {
    case .success(let text): #expect((try? result.get()) == text)
    case .failure(let words):
      #expect(result.label == "mapping(string)")
      #expect(result.thrown?.message == words.text)
      #expect(result.thrown?.mapping?.path == row.path)
    }
  }

  struct ScalarRow: CustomTestStringConvertible, Sendable {
    let id: String
    let map: @Sendable (Response) throws(NetError) -> String
    let expected: String
    var testDescription: String { id }

    init<Model: Decodable & Sendable>(
      _ id: String, _ type: Model.Type, at path: JSONPath, _ expected: String
    ) {
      self.id = id
      self.expected = expected
      map = { response throws(NetError) in "\(try response.map(type, atKeyPath: path))" }
    }
  }

  static let scalars = [
    ScalarRow("Int", Int.self, at: "int", "1"),
    ScalarRow("a large Int", Int64.self, at: "large", "9007199254740993"),
    ScalarRow("Double", Double.self, at: "double", "1.5"),
    ScalarRow("Bool", Bool.self, at: "bool", "true"),
    ScalarRow("String", String.self, at: "string", "123"),
    ScalarRow("URL as text", String.self, at: "url", "https://example.test/a"),
    ScalarRow("Optional of null", Int?.self, at: "null", "nil"),
    ScalarRow("Optional of a value", Int?.self, at: "int", "Optional(1)"),
    ScalarRow("list", [Int].self, at: "list", "[1, 2]"),
    ScalarRow("element", Int.self, at: "list.1", "2"),
    ScalarRow("1 is not Bool", Bool.self, at: "int", "mapping(object)"),
    ScalarRow("true is not Int", Int.self, at: "bool", "mapping(object)"),
    ScalarRow("\"123\" is not Int", Int.self, at: "string", "mapping(object)"),
    ScalarRow("123 is not String", String.self, at: "int", "mapping(object)"),
    ScalarRow("1.5 is not Int", Int.self, at: "double", "mapping(object)"),
    ScalarRow("an object is not String", String.self, at: "object", "mapping(object)"),
    ScalarRow("null is not Int", Int.self, at: "null", "mapping(object)"),
    ScalarRow("missing is no Optional", Int?.self, at: "missing", "mapping(object)"),
  ]

  static let scalarBody =
    #"{"int":1,"large":9007199254740993,"double":1.5,"bool":true,"string":"123","url":"https://example.test/a","null":null,"list":[1,2],"object":{}}"#

  @Test("scalars at a path, and the pairs that do not fit", arguments: scalars)
  func scalar(_ row: ScalarRow) {
    let result = outcome { () throws(NetError) in try row.map(.answer(Self.scalarBody)) }
    switch result {
    case .success(let text): #expect(text == row.expected)
    case .failure(let error): #expect(error.label == row.expected)
    }
  }

  @Test("a missing path names the first missing step and never decodes the root")
  func missingPath() {
    struct User: Decodable { var id: Int }
    let thrown = outcome { () throws(NetError) in
      try Response.answer(#"{"id":1,"data":{"id":2}}"#).map(User.self, atKeyPath: "data.user.id")
    }.thrown
    #expect(thrown?.message == "no key 'user' at 'data': the object has id")
    #expect(thrown?.mapping?.path == "data.user.id")
  }
}
