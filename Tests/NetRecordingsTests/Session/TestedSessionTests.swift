import DemoServer
import NetEngine
import NetEngineTesting
import NetRecordings
import TestSupport
import Testing

/// The product for tests: what it records, what it answers, what its failures say.
@Suite(.timeLimit(.minutes(5))) struct TestedSessionTests {
  /// Records what a demo server says to three requests; the file may be asked from then on.
  private func recorded() async throws -> (folder: TestFolder, path: String) {
    let folder = try TestFolder()
    let path = folder.path + "/made/first.har"
    let session = try await TestSession.open(path, .replayOrRecord, isCI: false)
    let base = try Demo.server().baseURL
    try await TestSession.$current.withValue(session) {
      let provider = Provider.session()
      for path in ["/users/1", "/users/42", "/users/7"] {
        _ = try await provider.get(base + path).value
      }
    }
    try await session.end()
    return (folder, path)
  }

  @Test("What is not there is recorded, and answers the next time")
  func recordAndReplay() async throws {
    let (folder, path) = try await recorded()
    #expect(try Session.open(path).count == 3)
    let copy = folder.path + "/copy.har"
    try Session.open(path).seal(to: copy)
    let session = try await TestSession.open(copy, .replay)
    await TestSession.$current.withValue(session) {
      let outcome = await Provider.session { $0.profile = .statusMsgData }
        .get("http://nowhere.test/users/1").expectVerdict(.ok)
      #expect(outcome.response?.statusCode == 200)
    }
  }

  @Test("A failure says what was expected and found, each step, and what opens the exchange")
  func failureText() async throws {
    let (folder, path) = try await recorded()
    let copy = folder.path + "/a copy.har"
    try Session.open(path).seal(to: copy)
    let session = try await TestSession.open(copy, .replay)
    let text = Lock("")
    await TestSession.$current.withValue(session) {
      let call = Provider.session { $0.profile = .statusMsgData }.get(
        "http://nowhere.test/users/42")
      await withKnownIssue {
        await call.expectVerdict(.ok, code: "ok", at: "mapJSON")
      } matching: { issue in
        text.withLock { $0 = issue.comments.first?.rawValue ?? "" }
        return true
      }
    }
    let lines = text.withLock { $0 }.split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "expected ok, code ok, at step 'mapJSON'; found invalidSession, code invalid_session,"
        + " at step 'envelope'")
    #expect(lines.contains { $0.hasPrefix("  ✗ envelope: ") })
    #expect(lines.last == "inspector '\(copy)'#2")
  }

  @Test("What is as expected records nothing; a step's name may be its beginning")
  func fulfilled() async throws {
    let transport = ScriptedTransport(.status(503))
    let call = Provider(transport: transport).get("http://a.test/")
    await call.expectVerdict(.server, at: "filter")
  }

  @Test("No recording is made where CI is set, and none where only a replay is wanted")
  func missing() async throws {
    for (mode, word) in [
      (SessionTrait.Mode.replay, "say .replayOrRecord"), (.replayOrRecord, "where CI is set"),
    ] {
      let error = await #expect(throws: (any Error).self) {
        _ = try await TestSession.open("/nowhere/x.har", mode, isCI: true)
      }
      #expect("\(try #require(error))".contains(word))
    }
  }

  @Test("Without the trait nothing is asked")
  func noTrait() async {
    let outcome = await Provider.session().get("http://127.0.0.1:1/").outcome()
    #expect(outcome.kind == .miss)
    #expect(outcome.error?.message.contains(".session(") == true)
  }
}
