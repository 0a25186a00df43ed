import FoundationEssentials
import NetEngine
import TestSupport
import Testing

/// The decoder a person sets decodes every model, wherever it stands in the answer.
@Suite struct DecoderTests {
  private struct Visit: Decodable, Equatable, Sendable {
    var userName: String
    var seenAt: Date
  }

  private static let visit = Visit(userName: "Ada", seenAt: Date(timeIntervalSince1970: 60))
  private static let one = #"{"user_name":"Ada","seen_at":60}"#

  @Sendable private static func snakes() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    return decoder
  }

  private static func envelope(_ data: String) -> Body {
    Body(#"{"code":0,"msg":"","data":\#(data)}"#)
  }

  /// A mapping with the decoder that is said for it, or with none.
  private typealias Mapping =
    @Sendable (Call<Response>, DecoderMaker?) async throws -> [Visit]

  private static let mappings: [(name: String, body: Body, map: Mapping)] = [
    ("map", Body(one), { [try await $0.map(Visit.self, using: $1).value] }),
    (
      "map at a path", envelope(one),
      {
        [try await $0.map(Visit.self, atKeyPath: "data", using: $1).value]
      }
    ),
    ("as", Body(one), { [try await $0.as(Visit.self, using: $1).value] }),
    ("mapObject", envelope(one), { [try await $0.mapObject(Visit.self, using: $1).value] }),
    (
      "mapObject at a path", envelope("[\(one)]"),
      {
        [try await $0.mapObject(Visit.self, modelKey: "data>0", using: $1).value]
      }
    ),
    ("mapArray", envelope("[\(one)]"), { try await $0.mapArray(Visit.self, using: $1).value }),
    (
      "mapArray that skips", envelope("[{},\(one)]"),
      {
        try await $0.mapArray(Visit.self, skippingInvalid: true, using: $1).value.models
      }
    ),
    ("mapResponse", envelope(one), { [try await $0.mapResponse(Visit.self, using: $1).value] }),
    (
      "mapResponse of a list", envelope("[\(one)]"),
      {
        try await $0.mapResponse([Visit].self, using: $1).value
      }
    ),
    (
      "mapObjResult", envelope(one),
      {
        [try await $0.mapObjResult(Visit.self, using: $1).value.model].compactMap { $0 }
      }
    ),
    (
      "mapArrayResult", envelope("[\(one)]"),
      {
        try await $0.mapArrayResult(Visit.self, using: $1).value.models ?? []
      }
    ),
  ]

  private func call(_ body: Body, _ decoder: DecoderMaker? = nil) -> Call<Response> {
    let transport = ScriptedTransport(.status(200, body: body))
    let provider = Provider(transport: transport) { $0.decoder = decoder }
    return provider.get("http://a.test/", envelope: .codeMsgData)
  }

  @Test(
    "per call, as the provider's, and the call's before the provider's", arguments: mappings.indices
  )
  func everyMapping(index: Int) async throws {
    let row = Self.mappings[index]
    #expect(try await row.map(call(row.body), Self.snakes) == [Self.visit], "\(row.name)")
    #expect(try await row.map(call(row.body, Self.snakes), nil) == [Self.visit], "\(row.name)")
    #expect(
      try await row.map(call(row.body) { JSONDecoder() }, Self.snakes) == [Self.visit],
      "\(row.name)")
    let plain = try? await row.map(call(row.body, Self.snakes)) { JSONDecoder() }
    #expect(plain?.isEmpty != false, "\(row.name)")
  }

  @Test("an answer keeps the provider's decoder, and is the same answer with it")
  func ofAnAnswer() async throws {
    let transport = ScriptedTransport(.status(200, body: Body(Self.one)))
    var provider = Provider(transport: transport)
    let plain = try await provider.get("http://a.test/").value
    provider.decoder = Self.snakes
    let set = try await provider.get("http://a.test/").value
    #expect(try set.map(Visit.self) == Self.visit)
    #expect(throws: NetError.self) { try plain.map(Visit.self) }
    #expect(plain == set && plain.hashValue == set.hashValue)
    #expect(try plain.map(Visit.self, using: Self.snakes()) == Self.visit)
    #expect(try plain.mapObject(Visit.self, modelKey: "", using: Self.snakes()) == Self.visit)
  }

  @Test("a model that is both reads itself, and decodes when a decoder is said for it")
  func both() async throws {
    let call = call(#"{"id":1}"#, Self.snakes)
    #expect(try await call.as(ModelableTests.Both.self).value.way == "read itself")
  }
}
