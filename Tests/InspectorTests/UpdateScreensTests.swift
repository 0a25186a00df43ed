import DemoServer
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// A session that learns on its screen: new answers and rules stand in its files.
@Suite("Learning from a replay on the screens", .timeLimit(.minutes(5)))
struct UpdateScreensTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  private func play(_ script: String) throws -> Piped {
    let file = try folder.write("script", script)
    return try Piped(
      [folder.path + "/s.har", "--script", file, "--size", "120x30"],
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
  }

  private func session(_ paths: [String]) throws {
    let exchanges = paths.enumerated().map { place, path in
      let request = HTTPRequest(url: server.baseURL + path)
      let response = Response(
        statusCode: 200, headers: ["Content-Type": "application/json"],
        body: Body(#"{"data":{"id":1,"name":"old"},"status":"ok"}"#), request: request)
      return Exchange(
        sequence: place + 1, name: "", startedAt: 1_700_000_000_000_000 + place, request: request,
        result: .success(response))
    }
    try Session(exchanges).seal(to: folder.path + "/s.har")
  }

  @Test("U writes the new answer into the session, notes of the moment before it too")
  func update() throws {
    try session(["/users/1", "/status/404"])
    let done = try play(
      """
      wait
      key e
      type seen
      key Enter
      key a
      wait
      expect 1 status
      key U
      wait
      expect 1 new response kept
      expect ✓ kept
      key j
      wait
      key D
      wait
      expect recorded 200 → now 404
      key U
      wait
      expect both say the same
      """)
    #expect(done.ending == .exited(0), "\(done.error)\(done.output)")
    let session = try Session.open(folder.path + "/s.har")
    #expect(session.status(at: 1) == 404)
    let first = try session.exchange(at: 0)
    #expect(first.note == "seen" && first.response?.body.text?.contains("old") == false)
    let again = try play("wait\nkey a\nwait\nexpect 2 exchanges\nkey n\nexpect nothing after this")
    #expect(again.ending == .exited(0), "\(again.error)\(again.output)")
  }

  @Test("a rule made of a difference stands in the session's rules file, behind what is there")
  func rule() throws {
    try session(["/users/1"])
    try folder.write("s.rules", "* /** header x-y ignore")
    let done = try play(
      """
      wait
      key a
      wait
      key D
      wait
      expect F forgive
      key n F
      key Ctrl-u
      type GET /users/* body /** ignore
      key Enter
      wait
      expect the rule stands in
      """)
    #expect(done.ending == .exited(0), "\(done.error)\(done.output)")
    #expect(
      folder.read("s.rules") == "* /** header x-y ignore\nGET /users/* body /** ignore\n",
      "\(done.error)\(done.output)")
  }
}
