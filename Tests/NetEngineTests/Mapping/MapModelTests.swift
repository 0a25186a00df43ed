import NetEngine
import TestSupport
import Testing

/// Whole bodies and values at a path as Codable models.
@Suite struct MapModelTests {
  struct User: Codable, Equatable, Sendable {
    var id: Int
    var name: String?
  }

  struct Options: Codable, Equatable, Sendable {
    var page: Int?
  }

  @Test("an object and an array decode")
  func whole() throws {
    #expect(
      try Response.answer(#"{"id":1,"name":"Ada"}"#).map(User.self) == User(id: 1, name: "Ada"))
    #expect(
      try Response.answer(#"[{"id":1},{"id":2}]"#).map([User].self)
        == [User(id: 1), User(id: 2)])
    #expect(try Response.answer("{}").map(Options.self) == Options())
    #expect(try Response.answer("[]").map([User].self).isEmpty)
  }

  @Test("an empty body fails, unless an empty object or list will do")
  func empty() throws {
    let response = Response.answer("")
    let failing = [
      outcome { () throws(NetError) in _ = try response.map(Options.self) },
      outcome { () throws(NetError) in _ = try response.map(User.self, failsOnEmptyData: false) },
      outcome { () throws(NetError) in
        _ = try response.map(User.self, atKeyPath: "a", failsOnEmptyData: false)
      },
      outcome { () throws(NetError) in _ = try response.map([User].self, atKeyPath: "a") },
    ]
    for result in failing {
      #expect(result.label == "mapping(object)")
      #expect(result.thrown?.message == "the body is empty, expected the value")
    }
    #expect(try response.map(Options.self, failsOnEmptyData: false) == Options())
    #expect(try response.map([User].self, failsOnEmptyData: false).isEmpty)
    #expect(try response.map([User].self, atKeyPath: "", failsOnEmptyData: false).isEmpty)
    #expect(try response.map([User].self, atKeyPath: "a.b", failsOnEmptyData: false).isEmpty)
  }

  @Test("the same at a path")
  func atPath() throws {
    let response = Response.answer(
      #"{"data":{"user":{"id":1},"users":[{"id":2}],"none":[],"nothing":{}}}"#)
    #expect(try response.map(User.self, atKeyPath: "data.user") == User(id: 1))
    #expect(try response.map([User].self, atKeyPath: "data>users") == [User(id: 2)])
    #expect(try response.map(User.self, atKeyPath: "/data/users/0") == User(id: 2))
    #expect(try response.map([User].self, atKeyPath: "data.none").isEmpty)
    #expect(try response.map(Options.self, atKeyPath: "data.nothing") == Options())
  }

  @Test("a value decodes from its own bytes: UTF-16 bodies too")
  func otherEncodings() throws {
    let bytes = Array(#"{"data":{"id":7,"name":"Ngọc"}}"#.utf16).flatMap {
      [UInt8($0 & 0xff), UInt8($0 >> 8)]
    }
    let user = try Response.answer(bytes).map(User.self, atKeyPath: "data")
    #expect(user == User(id: 7, name: "Ngọc"))
  }

  @Test("of a key that comes twice a look-up takes the last, the decoder the first")
  func duplicates() throws {
    let response = Response.answer(#"{"id":1,"id":2}"#)
    #expect(try response.mapJSON()["id"].int == 2)
    #expect(try response.map(User.self).id == 1, "pinned: it is the standard decoder's choice")
  }

  @Test("broken JSON is a matter of JSON, not of the model")
  func broken() {
    let result = outcome { () throws(NetError) in try Response.answer("{oops").map(User.self) }
    #expect(result.label == "mapping(json)")
  }

  @Test("a decoding error keeps its coding path and names the place")
  func codingPath() {
    let thrown = outcome { () throws(NetError) in
      try Response.answer(#"{"data":[{"id":1},{"id":"two"}]}"#)
        .map([User].self, atKeyPath: "data")
    }.thrown
    guard case .typeMismatch(let type, let context)? = thrown?.underlying as? DecodingError else {
      Issue.record("expected a DecodingError")
      return
    }
    #expect("\(type)" == "Int")
    #expect(context.codingPath.last?.stringValue == "id")
    #expect(thrown?.message.contains("expected Int at '1.id'") == true)
    #expect(thrown?.hint == "compare the model with the document at this path")
  }

  @Test("what a model is not is told with the key that is missing")
  func missingKey() {
    let thrown = outcome { () throws(NetError) in
      try Response.answer(#"{"name":"Ada"}"#).map(User.self)
    }.thrown
    #expect(thrown?.message == "the value does not fit: no key 'id'")
  }
}
