import DemoServer
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// What the built program makes of a session on its screen: what is kept in it, what is fired.
@Suite("Sessions on the screens", .timeLimit(.minutes(5)))
struct SessionScreensTests {
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
      environment: ["XDG_STATE_HOME": folder.path + "/state", "X_API_KEY": nil])
  }

  /// Recorded somewhere that is gone by now: a redacted key, a safe request, and one that is not.
  private func session() throws {
    let base = "http://gone.test"
    var first = HTTPRequest(url: "\(base)/users")
    first.headers = ["X-Api-Key": "‹redacted:x-api-key›"]
    let requests = [
      first, HTTPRequest(url: "\(base)/users/1"),
      HTTPRequest(method: .post, url: "\(base)/users"),
    ]
    let exchanges = requests.enumerated().map { place, request in
      let response = Response(
        statusCode: 200, headers: ["Content-Type": "application/json"], body: Body("{}"),
        request: request)
      return Exchange(
        sequence: place + 1, name: "", startedAt: 1_700_000_000_000_000 + place, request: request,
        result: .success(response))
    }
    try Session(exchanges).seal(to: folder.path + "/s.har")
  }

  @Test("a session is opened by its bare name, completed from beside the requests")
  func bareName() throws {
    try session()
    _ = try folder.write("api/a.http", "GET http://gone.test/\n")
    _ = try folder.write("api/sessions/.keep", "")
    try Session.open(folder.path + "/s.har").seal(to: folder.path + "/api/sessions/login.har")
    try Session.open(folder.path + "/s.har").seal(to: folder.path + "/api/sessions/nightly.har")
    let script = try folder.write(
      "script",
      """
      key O
      wait
      type nig
      key Tab
      expect open nightly
      key Enter
      wait
      expect Session  nightly
      expect 3 exchanges
      key q :
      type stub login
      key Enter
      wait
      expect the recording login answers
      """)
    let done = try Piped(
      [folder.path + "/api", "--script", script, "--size", "120x30"],
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    #expect(done.ending == .exited(0), "\(done.error)")
  }

  @Test("marks and notes stand in the file, also when the program is quit right after them")
  func remarks() throws {
    try session()
    let done = try play(
      """
      wait
      expect 3 exchanges
      key e
      type see Bearer abcdefgh12345678
      key Enter
      wait
      expect 1 note saved, 1 secret taken out of them
      key j Space
      expect 1 marked
      key Q
      """)
    #expect(done.ending == .exited(0), "\(done.error)")
    let session = try Session.open(folder.path + "/s.har")
    #expect((0..<3).map { session.isMarked(at: $0) } == [false, true, false])
    #expect(try session.exchange(at: 0).note.hasPrefix("see Bearer ‹redacted:bearer#"))
    #expect(folder.read("s.har")?.contains("abcdefgh") == false)
    let again = try play(
      "wait\nexpect 1 marked\nkey f\ntype ~marked\nkey Enter\nwait\nexpect 1 of 3")
    #expect(again.ending == .exited(0), "\(again.error)")
  }

  @Test("two screens of one recording show each other's marks and notes, and keep them")
  func twoScreens() throws {
    try session()
    let (one, two) = (try screens(), try screens())
    try one.wait(for: "3 exchanges")
    try two.wait(for: "3 exchanges")
    try one.type("eof one\r")
    try one.wait(for: "1 note saved")
    try two.wait(for: "✎ of one")
    // Both have something to save when they quit.
    try one.type("j ")
    try two.type("G ")
    try one.wait(for: "1 marked")
    try two.wait(for: "1 marked")
    try one.type("Q")
    #expect(try one.waitForEnd() == .exited(0))
    try two.wait(for: "2 marked")
    try two.type("Q")
    #expect(try two.waitForEnd() == .exited(0))
    let session = try Session.open(folder.path + "/s.har")
    #expect((0..<3).map { session.isMarked(at: $0) } == [false, true, true])
    #expect(try session.exchange(at: 0).note == "of one")
  }

  private func screens() throws -> PTY {
    try PTY(
      Spawn.inspector, [folder.path + "/s.har"], width: 120, height: 30,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
  }

  @Test("a replay goes to the base URL, asks for permission and for the key, and is compared")
  func replay() throws {
    try session()
    try folder.write("s.rules", "GET /users/* body /** ignore\n")
    let before = server.requestCount
    let done = try play(
      """
      wait
      key b
      type \(server.baseURL)
      key Enter a
      wait
      expect 1 exchange may change data: POST /users
      expect n the other 2
      key n
      wait
      expect $X_API_KEY
      type k-secret-value
      key Enter
      wait
      expect rules
      expect 1 skipped
      key Ctrl-g
      """)
    #expect(done.ending == .exited(0), "\(done.error)")
    #expect(server.requestCount == before + 2)
    #expect(!done.output.contains("k-secret") && !done.error.contains("k-secret"))
    // Nothing is sent without a yes, or after Esc in the prompt of a secret.
    let none = try play(
      """
      wait
      key b
      type \(server.baseURL)
      key Enter a
      wait
      key Esc
      expect nothing was sent
      key a
      wait
      key y
      wait
      key Esc
      expect nothing was sent
      """)
    #expect(none.ending == .exited(0), "\(none.error)")
    #expect(server.requestCount == before + 2)
  }
}
