import CurlTransport
import FoundationEssentials
import NetEngine
import TestSupport
import Testing

/// One spelling for every result.
@Suite struct AsTests {
  struct User: Decodable, Equatable, Sendable { var id: Int }

  private func call(_ body: Body) -> Call<Response> {
    var target = TestTarget()
    target.sampleData = body
    return Provider().request(target, stub: .immediate)
  }

  @Test("as knows text, bytes, JSON, images, lists and models of all kinds")
  func everyKind() async throws {
    let call = call(#"{"id":1}"#)
    #expect(try await call.as(String.self).value == #"{"id":1}"#)
    #expect(try await call.as(Body.self).value == #"{"id":1}"#)
    #expect(try await call.as(Data.self).value == Data(#"{"id":1}"#.utf8))
    #expect(try await call.as(JSON.self).value["id"].int == 1)
    #expect(try await call.as(User.self).value == User(id: 1))
    #expect(try await call.as([String: Int].self).value == ["id": 1])
    #expect(try await call.as(ModelableTests.ByMapping.self).value.id == 1)
    #expect(try await call.as(ModelableTests.Both.self).value.way == "read itself")
    let list = self.call(#"[{"id":1},{"id":2}]"#)
    #expect(try await list.as([User].self).value == [User(id: 1), User(id: 2)])
    #expect(try await list.as([ModelableTests.ByMapping].self).value.map(\.id) == [1, 2])
    #expect(try await list.as([ModelableTests.Both].self).value.map(\.way).count == 2)
    let gif = self.call(Body(Array("GIF89a".utf8) + [1, 0, 2, 0]))
    #expect(try await gif.as(ImageInfo.self).value.format == .gif)
  }

  @Test("as takes the whole body, whatever the profile says")
  func wholeBody() async throws {
    var target = TestTarget()
    target.sampleData = #"{"code":7,"id":3,"data":{"id":4}}"#
    let call = Provider { $0.profile = .codeMsgData }.request(target, stub: .immediate)
    #expect(try await call.as(User.self).value.id == 3)
    #expect(await call.mapObject(User.self).result.label == "business(7)")
  }

  @Test("a model that judges itself is asked")
  func judge() async {
    let call = call(#"{"approved":false,"reason":"no"}"#)
    #expect(await call.as(MapResponseTests.Payment.self).result.label == "business(declined)")
  }

  @Test("the other mappings of a call are those of its answer")
  func mappings() async throws {
    let call = call(#"{"code":0,"msg":"m","data":[{"id":1},{"id":"x"}]}"#)
    let profile = EnvelopeProfile.codeMsgData
    #expect(try await call.mapJSON().value["code"].int == 0)
    #expect(try await call.mapString(atKeyPath: "msg").value == "m")
    #expect(try await call.map(User.self, atKeyPath: "data.0").value.id == 1)
    #expect(try await call.toJSON(modelKey: "data").value.count == 2)
    #expect(try await call.fetchJSONString(path: "data", keys: [0, "id"]).value == "1")
    #expect(try await call.fetchStatusCode(params: profile).value == "0")
    #expect(try await call.mapResult(params: profile).value.message == "m")
    #expect(try await call.mapEmptyResponse(params: profile).value == Empty())
    #expect(try await call.mapObject(User.self, modelKey: "data.0").value.id == 1)
    #expect(await call.mapArray(User.self, modelKey: "data").result.label == "mapping(array)")
    let some = try await call.mapArray(User.self, modelKey: "data", skippingInvalid: true).value
    #expect(some.models == [User(id: 1)] && some.invalid.map(\.index) == [1])
    let models = ModelableTests.ByMapping.self
    #expect(
      try await call.mapResponse([ModelableTests.ByMapping].self, params: profile).value.count == 2)
    #expect(try await call.mapArrayResult(models, params: profile).value.models?.count == 2)
    #expect(await call.mapObjResult(models, params: profile).result.label == "value")
  }
}
