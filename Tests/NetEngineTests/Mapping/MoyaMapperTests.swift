import NetEngine
import TestSupport
import Testing

/// The functions MoyaMapper's users know, with what has changed for the better.
@Suite struct MoyaMapperTests {
  struct Item: Modelable, Decodable, Equatable, Sendable {
    var id: Int
    init(_ json: JSON) { id = json["id"].intValue }
  }

  static let nested = EnvelopeProfile(
    name: "nested", statusCodeKey: "meta>error", tipStrKey: "meta>errMsg",
    modelKey: "body>results", successValues: ["false"])

  static let good =
    #"{"error":false,"errMsg":"fine","results":[{"id":1},{"id":2}],"extra":{"a":[10,{"b":"c"}],"n":1.50}}"#
  static let bad = #"{"error":true,"errMsg":"The list is empty today.","results":null}"#

  private func good(_ profile: EnvelopeProfile? = .moyaMapper) -> Response {
    .answer(Self.good, profile: profile)
  }

  @Test("mapResult: yes or no, the message, the code as text")
  func result() throws {
    let yes = try good().mapResult()
    #expect((yes.success, yes.message, yes.code) == (true, "fine", "false"))
    let no = try Response.answer(Self.bad, profile: .moyaMapper).mapResult()
    #expect((no.success, no.message, no.code) == (false, "The list is empty today.", "true"))
    #expect(try good().fetchStatusCode() == "false")
  }

  @Test("without a path mapArray and mapObject read the profile's data, verdict first")
  func dataPath() throws {
    #expect(try good().mapArray(Item.self).map(\.id) == [1, 2])
    #expect(try good().mapObject([Item].self).map(\.id) == [1, 2])
    #expect(try good().mapObject(Item.self, modelKey: "results>1").id == 2)
    let refused = outcome { () throws(NetError) in
      try Response.answer(Self.bad, profile: .moyaMapper).mapArray(Item.self)
    }.thrown
    #expect(refused?.label == "business(true)")
    let nested = Response.answer(
      #"{"meta":{"error":false},"body":{"results":{"id":5}}}"#, profile: Self.nested)
    #expect(try nested.mapObject(Item.self).id == 5)
  }

  @Test("without a profile a path is needed, or the whole body is meant")
  func noProfile() throws {
    #expect(try good(nil).mapArray(Item.self, modelKey: "results").count == 2)
    let whole = outcome { () throws(NetError) in try good(nil).mapArray(Item.self) }
    #expect(whole.label == "mapping(array)")
  }

  @Test("mapObjResult and mapArrayResult: the verdict, and the models where it is a yes")
  func resultAndModels() throws {
    let (result, models) = try good().mapArrayResult(Item.self)
    #expect(result.success && models?.map(\.id) == [1, 2])
    let (refusal, none) = try Response.answer(Self.bad, profile: .moyaMapper)
      .mapArrayResult(Item.self)
    #expect(!refusal.success && none == nil && refusal.message == "The list is empty today.")
    let (single, model) = try Response.answer(
      #"{"code":0,"data":{"id":3}}"#, profile: .codeMsgData
    ).mapObjResult(Item.self)
    #expect(single.success && model?.id == 3)
    let broken = outcome { () throws(NetError) in
      try Response.answer(#"{"code":0}"#, profile: .codeMsgData).mapObjResult(Item.self)
    }
    #expect(broken.thrown?.message == "no key 'data' at the top level: the object has code")
  }

  @Test("toJSON: the profile's data, a path, or the whole document")
  func toJSON() throws {
    #expect(try good().toJSON().count == 2)
    #expect(try good().toJSON(modelKey: "extra>a").count == 2)
    #expect(try good().toJSON(modelKey: "").count == 4)
    #expect(try good(nil).toJSON().count == 4)
    let missing = outcome { () throws(NetError) in try good().toJSON(modelKey: "extra>z") }
    #expect(missing.thrown?.message == "no key 'z' at 'extra': the object has a, n")
  }

  struct TextRow: CustomTestStringConvertible, Sendable {
    let path: String?
    let keys: [JSONPath.Step]
    let text: String
    var testDescription: String { "\(path ?? "data") \(keys)" }
  }

  static let texts = [
    TextRow(path: "errMsg", keys: [], text: "fine"),
    TextRow(path: "error", keys: [], text: "false"),
    TextRow(path: "extra>n", keys: [], text: "1.50"),
    TextRow(path: "extra", keys: ["a", 1, "b"], text: "c"),
    TextRow(path: "extra>a", keys: [0], text: "10"),
    TextRow(path: "results", keys: [], text: #"[{"id":1},{"id":2}]"#),
    TextRow(path: "", keys: ["results", 0], text: #"{"id":1}"#),
    TextRow(path: nil, keys: [0, "id"], text: "1"),
    TextRow(path: nil, keys: [], text: #"[{"id":1},{"id":2}]"#),
  ]

  @Test("fetchJSONString: the value as the text it stands as", arguments: texts)
  func text(_ row: TextRow) throws {
    #expect(try good().fetchJSONString(path: row.path, keys: row.keys) == row.text)
  }

  @Test("fetchJSONString of nothing names the missing step")
  func missingText() {
    let result = outcome { () throws(NetError) in
      try good().fetchJSONString(path: "extra", keys: ["q"])
    }
    #expect(result.label == "mapping(string)")
    #expect(result.thrown?.message == "no key 'q' at 'extra': the object has a, n")
  }

  @Test("SwiftyJSON's defaults are there for those who spell them")
  func lenient() throws {
    let json = try good().mapJSON()
    #expect(json["nowhere"][3].stringValue == "")
    #expect(json["nowhere"].intValue == 0)
    #expect(json["results"][0]["id"].stringValue == "1")
  }
}
