import CurlTransport
import FoundationEssentials
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Profiles as configuration, and which one counts.
@Suite struct EnvelopeProfileTests {
  @Test("what is written reads back the same", arguments: EnvelopeProfile.readyMade)
  func roundTrip(profile: EnvelopeProfile) throws {
    let data = try JSONEncoder().encode(profile)
    #expect(try JSONDecoder().decode(EnvelopeProfile.self, from: data) == profile)
  }

  @Test("every profile of the library is found by its name, and names are unique")
  func library() {
    let names = EnvelopeProfile.readyMade.map(\.name)
    #expect(Set(names).count == names.count)
    for profile in EnvelopeProfile.readyMade {
      #expect(EnvelopeProfile.named(profile.name) == profile)
    }
    #expect(EnvelopeProfile.named("nobody's") == nil)
  }

  private func decode(_ text: String) throws -> EnvelopeProfile {
    try JSONDecoder().decode(EnvelopeProfile.self, from: Data(text.utf8))
  }

  @Test("what is left out has its default, what is unknown is passed over")
  func defaults() throws {
    let profile = try decode(
      #"{"name":"mine","statusCodeKey":"code","colour":"red","nested":{"a":1}}"#)
    #expect(profile == EnvelopeProfile(name: "mine", statusCodeKey: "code"))
    #expect(profile.rule == .value && profile.missingCode == .malformed)
    #expect(try decode(#"{"name":"s","rule":"httpStatus"}"#).rule == .httpStatus)
  }

  @Test("codes may be written as text, numbers or booleans")
  func codes() throws {
    let profile = try decode(
      #"{"name":"n","statusCodeKey":"c","successValues":[0,"ok",true,200.0,1.5,-3],"invalidSessionValues":[false,"401"]}"#
    )
    #expect(profile.successValues == ["0", "ok", "true", "200", "1.5", "-3"])
    #expect(profile.invalidSessionValues == ["false", "401"])
  }

  struct BadRow: CustomTestStringConvertible, Sendable {
    let body: String
    let words: String
    var testDescription: String { body }
  }

  static let bad = [
    BadRow(body: #"{"statusCodeKey":"code"}"#, words: "no key 'name'"),
    BadRow(
      body: #"{"name":null,"statusCodeKey":"code"}"#, words: "expected String, found null at 'name'"
    ),
    BadRow(body: #"{"name":"n"}"#, words: "no key 'statusCodeKey'"),
    BadRow(body: #"{"name":"n","statusCodeKey":"c","rule":"luck"}"#, words: " at 'rule'"),
    BadRow(
      body: #"{"name":"n","statusCodeKey":"c","successValues":[[]]}"#, words: "at 'successValues.0'"
    ),
    BadRow(body: #"{"name":7,"statusCodeKey":"c"}"#, words: "at 'name'"),
  ]

  @Test("what is missing or wrong is named", arguments: bad)
  func errors(_ row: BadRow) {
    let thrown = outcome { () throws(NetError) in
      try Response.answer(row.body).map(EnvelopeProfile.self)
    }.thrown
    #expect(thrown?.message.contains(row.words) == true, "\(thrown?.message ?? "no error")")
  }

  struct Target: TargetType {
    var envelope: EnvelopeProfile?
    var readsNoEnvelope = false
    var baseURL: String { "https://example.test" }
    var path: String { "/" }
    var sampleData: Body { "{}" }
  }

  @Test("the target's profile comes before the provider's, and that before a plugin's")
  func precedence() async throws {
    func profile(of target: Target, provider: EnvelopeProfile?) async throws -> String? {
      let provider = Provider {
        $0.profile = provider
        $0.plugins = [EnvelopeProfilePlugin(.ret)]
      }
      return try await provider.request(target, stub: .immediate).value.profile?.name
    }
    #expect(
      try await profile(of: Target(envelope: .errno), provider: .graphQL) == "errno/errmsg/data")
    #expect(try await profile(of: Target(), provider: .graphQL) == "GraphQL")
    #expect(try await profile(of: Target(), provider: nil) == "ret/msg/data")
  }

  private struct Listener: Plugin {
    let heard: Record<String>
    func didReceive(_ result: Result<Response, NetError>, for attempt: Attempt) async {
      heard.append("received: \((try? result.get().profile?.name) ?? "none")")
    }
    func retry(
      _ result: Result<Response, NetError>, of request: HTTPRequest, for attempt: Attempt
    ) async -> RetryDecision {
      heard.append("retry: \((try? result.get().profile?.name) ?? "none")")
      return .stop
    }
  }

  @Test("a plugin's profile is there for every plugin, whatever their order")
  func pluginsSeeIt() async {
    for isLast in [false, true] {
      let heard = Record<String>()
      let chooser = EnvelopeProfilePlugin { $0.path == "/" ? .ret : nil }
      let plugins: [any Plugin] = [Listener(heard: heard), chooser]
      let provider = Provider { $0.plugins = isLast ? plugins : plugins.reversed() }
      _ = await provider.request(Target(), stub: .immediate).result
      #expect(heard.all == ["received: ret/msg/data", "retry: ret/msg/data"])
    }
  }

  @Test("a target without an envelope has no profile of anybody, and its answer says so")
  func noEnvelope() async throws {
    let provider = Provider {
      $0.profile = .graphQL
      $0.plugins = [EnvelopeProfilePlugin(.ret)]
    }
    let bare = Target(readsNoEnvelope: true)
    let response = try await provider.request(bare, stub: .immediate).value
    #expect(response.readsNoEnvelope && response.profile == nil)
    // What a recording says of an answer is not what the target says now.
    let exchange = Exchange(
      sequence: 1, name: "", startedAt: 0, request: response.request, result: .success(response))
    var replay = Provider(transport: ReplayTransport([exchange]))
    let recorded = try await replay.request(Target()).value
    #expect(recorded.readsNoEnvelope && recorded.profile == nil)
    replay.profile = .errno
    let again = try await replay.request(Target()).value
    #expect(!again.readsNoEnvelope && again.profile == .errno)
  }
}
