import DemoServer
import TestSupport
import Testing

/// Answers from samples and recordings on the screens, and what is compared with them.
@Suite("Who answers on the screens")
struct SourceScreensTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func play(_ script: String) throws -> Piped {
    let file = try folder.write("script", script)
    return try Piped(
      [folder.path + "/a.http", "--script", file, "--size", "160x30"],
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state",
      ])
  }

  /// Records one answer of a server that is gone afterwards.
  private func record() throws {
    let server = try DemoServer()
    try folder.write(
      "a.http",
      """
      ### users
      # @sample ./sample.json
      GET \(server.baseURL)/users
      ### other
      GET \(server.baseURL)/users/7

      """)
    try folder.write("sample.json", "{\"code\": 0, \"msg\": \"a sample\"}")
    let done = try play("key Enter\nwait\nexpect 200 ok\nkey w x Enter\nwait\nexpect 1 exchange,")
    #expect(done.ending == .exited(0), "\(done.error)")
  }

  @Test(
    "a recording answers with no server there, marked; a miss names what is near; nothing is kept")
  func offline() throws {
    try record()
    let done = try play(
      """
      type :answer-from \(folder.path)/sessions/x.har
      key Enter Enter
      wait
      expect ◂ from x
      expect 200 ok
      expect ok · ◂ from x
      key j Enter
      wait
      expect the session has no response
      expect #1 GET /users (the path is shorter)
      key w
      type y
      key Enter
      wait
      expect nothing was sent yet
      """)
    #expect(done.ending == .exited(0), "\(done.error)")
  }

  @Test("the server is asked again by R, and what it says is compared with the recording")
  func live() throws {
    try record()
    let done = try play(
      """
      type :answer-from \(folder.path)/sessions/x.har
      key Enter R
      wait
      expect Diff
      expect recorded in x
      expect failed
      """)
    #expect(done.ending == .exited(0), "\(done.error)")
  }

  @Test("samples answer after S; a file that is no recording is said and changes nothing")
  func samples() throws {
    try record()
    let done = try play(
      """
      key S Enter
      wait
      expect ◂ samples
      expect a sample
      type :stub \(folder.path)/a.http
      key Enter
      wait
      expect samples go on answering: 
      expect ◂ samples
      key S
      wait
      key Enter
      wait
      expect no connection
      """)
    #expect(done.ending == .exited(0), "\(done.error)")
  }
}
