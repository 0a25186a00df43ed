import CurlTransport
import FoundationEssentials
import NetEngine
import TestSupport
import Testing

// snippet: modelable
struct Member: Modelable, Equatable {
  var id: Int
  var nickname = ""

  init(_ json: JSON) throws {
    id = try json["id"].expecting(.number).intValue
  }

  mutating func mapping(_ json: JSON) {
    nickname = json["profile"]["nick"].stringValue
  }
}
// end

// snippet: judging
struct Payment: ResponseModel {
  var approved: Bool
  var reason: String?

  var businessFailure: BusinessFailure? {
    approved ? nil : BusinessFailure(code: "declined", message: reason ?? "")
  }
}
// end

/// The samples of the article run on stubs.
@Suite struct ReadAnEnvelopeSnippets {
  private struct Target: TargetType {
    var baseURL: String { "https://shop.example.com" }
    var path: String { "/" }
    var sampleData: Body
  }

  private func call(_ body: Body, profile: EnvelopeProfile? = nil) -> Call<Response> {
    Provider { $0.profile = profile }.request(Target(sampleData: body), stub: .immediate)
  }

  private func unmasked(_ body: Body) -> Body { Body(body.bytes.map { $0 ^ 1 }) }

  private struct Secretive: TargetType {
    var baseURL: String { "https://shop.example.com" }
    var path: String { "/" }
    var sampleData: Body { Body(Array(#"{"code": 0, "data": {"id": 7}}"#.utf8).map { $0 ^ 1 }) }
  }

  @Test("a step of one's own unpacks what comes packed")
  func unpacked() async throws {
    // snippet: unpack
    let provider = Provider {
      $0.profile = .codeMsgData
      $0.plugins = [UnpackPlugin("unmask") { body, _ in unmasked(body) }]
    }
    let response = try await provider.request(Secretive(), stub: .immediate).value
    print(response.packed.count, response.body.count)
    // end
    #expect(response.body.text == #"{"code": 0, "data": {"id": 7}}"#)
    #expect(response.packed == Secretive().sampleData)
  }

  @Test("a profile says where things stand")
  func profile() async throws {
    // snippet: profile
    let profile = EnvelopeProfile(
      name: "shop",
      statusCodeKey: "meta>code",
      tipStrKey: "meta>msg",
      modelKey: "body",
      successValues: ["0"],
      invalidSessionValues: ["401"])
    // end
    let good = call(
      #"{"meta": {"code": 0, "msg": ""}, "body": {"id": 7, "title": "Lamp"}}"#, profile: profile)
    #expect(try await good.mapResponse(Product.self).value.id == 7)
    let over = call(#"{"meta": {"code": 401, "msg": "Log in."}}"#, profile: profile)
    #expect(await over.mapResponse(Product.self).result.label == "invalidSession(401)")
  }

  @Test("the data of a success, and the code of a failure")
  func mapping() async throws {
    let call = call(
      #"{"code": 0, "msg": "ok", "data": {"id": 7, "title": "Lamp"}}"#, profile: .codeMsgData)
    // snippet: map
    let product = try await call.mapResponse(Product.self).value
    let result = try await call.mapResult().value
    // end
    #expect(product.id == 7)
    #expect((result.success, result.message, result.code) == (true, "ok", "0"))
    try await override(call)
  }

  private func override(_ call: Call<Response>) async throws {
    // snippet: params
    let failed = await call.mapResult(params: .statusMsgData).result
    // end
    #expect(failed.label == "mapping(envelope)")
  }

  @Test("models that read themselves, and lists of them")
  func modelable() async throws {
    let list = call(#"{"data": [{"id": 1, "profile": {"nick": "Ada"}}, {"id": "two"}]}"#)
    // snippet: list
    let members = try await list.mapArray(Member.self, modelKey: "data", skippingInvalid: true)
      .value
    // members.models holds those that fit, members.invalid what is wrong with the others
    // end
    #expect(members.models.map(\.nickname) == ["Ada"])
    #expect(members.invalid.map(\.index) == [1])
  }

  private struct Visit: Decodable {
    var seenAt: Date
  }

  private struct Spelled: Decodable {
    enum CodingKeys: String, CodingKey { case seconds = "seen_at" }
    var seconds: Int
  }

  @Test("a decoder of one's own")
  func decoder() async throws {
    let transport = ScriptedTransport(.status(200, body: #"{"code": 0, "data": {"seen_at": 60}}"#))
    var provider = Provider(transport: transport) { $0.profile = .codeMsgData }
    // snippet: decoder
    provider.decoder = {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.dateDecodingStrategy = .secondsSince1970
      return decoder
    }
    let visit = try await provider.get("https://api.example.com/visits/7").mapResponse(Visit.self)
      .value
    let plain = try await provider.get("https://api.example.com/visits/7")
      .mapObject(Spelled.self, modelKey: "data", using: { JSONDecoder() })
      .value
    // end
    #expect(visit.seenAt == Date(timeIntervalSince1970: 60) && plain.seconds == 60)
  }

  @Test("a model may object to itself")
  func judging() async {
    let call = call(
      #"{"code": 0, "data": {"approved": false, "reason": "The card."}}"#, profile: .codeMsgData)
    #expect(await call.mapResponse(Payment.self).result.label == "business(declined)")
  }

  @Test("a guess from answers")
  func detect() async throws {
    let first = try await call(#"{"code": 0, "msg": "", "data": [1]}"#).value
    let second = try await call(#"{"code": 1001, "msg": "Sold out.", "data": null}"#).value
    // snippet: detect
    let samples = [first, second].compactMap { EnvelopeSample($0) }
    if let guess = EnvelopeDetector.detect(samples) {
      print(guess.profile.name, guess.confidence, guess.reason)
    }
    // end
    #expect(EnvelopeDetector.detect(samples)?.profile.successValues == ["0"])
  }
}
