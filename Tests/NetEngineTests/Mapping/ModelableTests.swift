import NetEngine
import TestSupport
import Testing

/// Models that read themselves, as people port them.
@Suite struct ModelableTests {
  /// Reads everything where it is made.
  struct ByInit: Modelable, Equatable, Sendable {
    var id: Int
    init(_ json: JSON) throws { id = try json["id"].expecting(.number).intValue }
  }

  /// Reads everything afterwards, leniently.
  struct ByMapping: Modelable, Equatable, Sendable {
    var id = 0
    var name = "?"
    init(_ json: JSON) {}
    mutating func mapping(_ json: JSON) {
      id = json["id"].intValue
      name = json["nickname"].stringValue
    }
  }

  /// Can do both, and says which way it came to be.
  struct Both: Modelable, Decodable, Equatable, Sendable {
    var way: String
    init(_ json: JSON) { way = "read itself" }
    init(from decoder: any Decoder) throws { way = "decoded" }
  }

  struct Refusing: Modelable, Sendable {
    init(_ json: JSON) throws { throw BusinessFailure(code: "17", message: "not me") }
  }

  @Test("both functions are called, so that models of either style fill")
  func bothFunctions() throws {
    let response = Response.answer(#"{"id":"7","nickname":"Ada"}"#)
    let model = try response.mapObject(ByMapping.self)
    #expect((model.id, model.name) == (7, "Ada"))
    #expect(try Response.answer(#"{"id":7}"#).mapObject(ByInit.self).id == 7)
  }

  @Test("a type that is both reads itself, alone, in lists and as an optional")
  func precedence() throws {
    let object = Response.answer(#"{"data":{}}"#)
    let list = Response.answer(#"[{},{}]"#)
    #expect(try object.mapObject(Both.self).way == "read itself")
    #expect(try object.mapObject(Both?.self)?.way == "read itself")
    #expect(try list.mapArray(Both.self).map(\.way) == ["read itself", "read itself"])
    #expect(try list.mapObject([Both].self).map(\.way) == ["read itself", "read itself"])
    #expect(
      try list.mapArray(Both.self, skippingInvalid: true).models.map(\.way)
        == ["read itself", "read itself"])
    let envelope = Response.answer(#"{"code":0,"data":{}}"#, profile: .codeMsgData)
    #expect(try envelope.mapResponse(Both.self).way == "read itself")
    #expect(try envelope.mapObjResult(Both.self).model?.way == "read itself")
    let envelopeOfList = Response.answer(#"{"code":0,"data":[{}]}"#, profile: .codeMsgData)
    #expect(try envelopeOfList.mapResponse([Both].self).map(\.way) == ["read itself"])
    #expect(try envelopeOfList.mapArrayResult(Both.self).models?.map(\.way) == ["read itself"])
  }

  @Test("a path leads to the model; a missing one is named")
  func path() throws {
    let response = Response.answer(#"{"a":{"b":[{"id":1}]}}"#)
    #expect(try response.mapObject(ByInit.self, modelKey: "a>b>0").id == 1)
    let thrown = outcome { () throws(NetError) in
      try response.mapObject(ByInit.self, modelKey: "a>c>0")
    }.thrown
    #expect(thrown?.label == "mapping(object)")
    #expect(thrown?.message == "no key 'c' at 'a': the object has b")
  }

  @Test("null is no model, however lenient the model is, but nil for an optional one")
  func null() throws {
    let response = Response.answer(#"{"data":null}"#)
    let thrown = outcome { () throws(NetError) in
      try response.mapObject(ByMapping.self, modelKey: "data")
    }.thrown
    #expect(thrown?.message == "expected an object at 'data', found null")
    #expect(try response.mapObject(ByMapping?.self, modelKey: "data") == nil)
  }

  @Test("what a model throws keeps the place; its own no is a business failure")
  func throwing() {
    let response = Response.answer(#"{"data":{"id":"x"}}"#)
    let wrong = outcome { () throws(NetError) in
      try response.mapObject(ByInit.self, modelKey: "data")
    }.thrown
    #expect(wrong?.label == "mapping(object)")
    #expect(wrong?.message == "expected a number at 'data.id', found a string")
    let refused = outcome { () throws(NetError) in try response.mapObject(Refusing.self) }.thrown
    #expect(refused?.label == "business(17)")
    #expect(refused?.response?.body == response.body)
  }

  @Test("in a list the element that does not fit is named by its index")
  func elements() throws {
    let response = Response.answer(#"{"l":[{"id":1},{"id":2},{"id":"three"},null]}"#)
    for result in [
      outcome { () throws(NetError) in _ = try response.mapArray(ByInit.self, modelKey: "l") },
      outcome { () throws(NetError) in _ = try response.mapObject([ByInit].self, modelKey: "l") },
    ] {
      guard case .element(index: 2, _) = result.thrown?.mapping?.reason else {
        Issue.record("expected element 2, got \(result.label)")
        continue
      }
      #expect(result.label == "mapping(array)")
      #expect(
        result.thrown?.message
          == "element 2 at 'l' does not fit: expected a number at 'l.2.id', found a string")
    }
    let mapped = try response.mapArray(ByInit.self, modelKey: "l", skippingInvalid: true)
    #expect(mapped.models.map(\.id) == [1, 2])
    #expect(mapped.invalid.map(\.index) == [2, 3])
    #expect(
      mapped.invalid.map(\.error.message) == [
        "expected a number at 'l.2.id', found a string", "expected an object at 'l.3', found null",
      ])
  }

  @Test("what is no list is an error and not an empty list", arguments: ["{}", "null", "1"])
  func noList(body: String) {
    for skips in [true, false] {
      let result = outcome { () throws(NetError) in
        try Response.answer(body).mapArray(ByInit.self, skippingInvalid: skips)
      }
      #expect(result.label == "mapping(array)")
      #expect(result.thrown?.message.hasPrefix("expected an array at the top level") == true)
    }
  }

  @Test("the same for decodable elements")
  func decodableElements() throws {
    struct User: Decodable, Sendable { var id: Int }
    let response = Response.answer(#"[{"id":1},{"id":"two"},{}]"#)
    let thrown = outcome { () throws(NetError) in try response.mapArray(User.self) }.thrown
    guard case .element(index: 1, _) = thrown?.mapping?.reason else {
      Issue.record("expected element 1")
      return
    }
    #expect(thrown?.message.contains("element 1 does not fit") == true)
    let mapped = try response.mapArray(User.self, skippingInvalid: true)
    #expect(mapped.models.map(\.id) == [1])
    #expect(mapped.invalid.map(\.index) == [1, 2])
    #expect(mapped.invalid.last?.error.message.contains("no key 'id'") == true)
    #expect(try Response.answer("[]").mapArray(User.self).isEmpty)
  }
}
