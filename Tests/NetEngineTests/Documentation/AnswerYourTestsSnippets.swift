import CurlTransport
import NetEngine
import NetRecordings
import TestSupport
import Testing

enum Members: TargetType {
  case user(Int)
  case me

  var baseURL: String { "https://members.example.com" }
  var path: String {
    switch self {
    case .user(let id): "/users/\(id)"
    case .me: "/me"
    }
  }
  var envelope: EnvelopeProfile? { .codeMsgData }
  var sampleData: Body {
    switch self {
    case .user: #"{"code": 0, "msg": "", "data": {"name": "Ada"}}"#
    case .me: #"{"code": 401, "msg": "Again.", "data": null}"#
    }
  }
}

struct Guest: Decodable, Equatable {
  var name: String
}

extension MemberTests {
  private static let folder = Result { try TestFolder() }
  private static let made = Result {
    let exchanges = [Members.user(42), .me].enumerated().map { number, target in
      Exchange.sample(
        number + 1, url: target.words.baseURL + target.path,
        body: target.sampleData.text ?? "")
    }
    return try folder.get().write("members.har", Array(HARWriter().document(exchanges)))
  }

  /// What the article records over the network, made once.
  ///
  /// Written anew for each test, it would be empty for a moment while another one reads it.
  static func recording() throws -> String { try made.get() }
}

// snippet: test
@Suite struct MemberTests {
  let provider: Provider

  init() throws {
    provider = Provider(transport: ReplayTransport(try Session.open(MemberTests.recording())))
  }

  @Test func showsAName() async throws {
    let member = try await provider.request(Members.user(42)).mapObject(Guest.self).value
    #expect(member.name == "Ada")
  }

  @Test func knowsAnExpiredSession() async {
    let outcome = await provider.request(Members.me).outcome()
    #expect(outcome.kind == .invalidSession)
  }
}
// end

/// The samples of the article, with stubs in the place of a server.
@Suite struct AnswerYourTestsSnippets {
  @Test("what is recorded answers, and only that")
  func recorded() async throws {
    let scratch = try TestFolder()
    let folder = scratch.path
    // snippet: recorder
    let recorder = Recorder(Recorder.Settings(folder: folder, name: "login"))
    let provider = Provider { $0.plugins = [recorder.plugin] }
    // end
    _ = try await provider.request(Members.user(42), stub: .immediate).value
    // snippet: seal
    let report = try await recorder.seal(to: "\(folder)/login.har", SealOptions())
    print("\(report.count) exchanges kept")
    // end
    #expect(report.count == 1)
    // snippet: replay
    let replay = ReplayTransport(try Session.open("\(folder)/login.har"))
    let offline = Provider(transport: replay)
    let user = try await offline.request(Members.user(42)).mapObject(Guest.self).value
    // end
    #expect(user == Guest(name: "Ada"))
    // snippet: options
    var options = ReplayTransport.Options()
    options.rules = try Rules("* /** match query _ any")
    options.exhausted = .error
    let strict = ReplayTransport(try Session.open("\(folder)/login.har"), options: options)
    // end
    let other = await Provider(transport: strict).request(Members.user(7)).result.thrown
    #expect(other?.message.contains("/users/42") == true, "the nearest recording is named")
  }
}
