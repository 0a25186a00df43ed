import Glibc
import TestSupport
import Testing

/// One sitting from the first frame to the last, as somebody who looks for a fault would have it.
@Suite("The whole way")
struct WholeWayTests {
  @Test(
    "list, filter, fire, envelope, another profile, search, copy, quit",
    arguments: [(80, 24), (120, 36)])
  func wholeWay(width: Int, height: Int) throws {
    let folder = try TestFolder()
    let environment = [
      "XDG_STATE_HOME": folder.path + "/state", "XDG_CONFIG_HOME": folder.path + "/config",
      "TERM": "vt220",
    ]
    let pty = try PTY(
      Spawn.inspector, ["demo"], width: width, height: height, environment: environment)
    try pty.wait(for: "the list") { $0.contains("Targets 40") && $0.contains("? help") }
    try pty.type("fsession ended\r")
    try pty.wait(for: "one request") { $0.contains("Targets 1 of 40") }
    try pty.type("j\r")
    try pty.wait(for: "its answer") { $0.contains("200 expired") && $0.contains("expired") }
    try pty.wait(for: "the envelope") { screen in
      screen.contains("verdict   ✗ expired") && screen.contains("✗ envelope")
    }
    try pty.type("p")
    try pty.wait(for: "the profiles") { $0.contains("code/msg/data") }
    try pty.type("j\r")
    try pty.wait(for: "the same response without a profile") { screen in
      screen.contains("200 expired?") && screen.contains("no envelope*")
    }
    try pty.type("/msg\r")
    try pty.wait(for: "the place of a match") { $0.contains("1 of ") }
    try pty.type("yb")
    try pty.wait(for: "where the copy is") { $0.contains("copied exact body") }
    #expect(folder.read("state/inspector/copied")?.contains("\"invalid_session\"") == true)
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.isAsGiven)
    #expect(pty.screen.unknown.isEmpty)
    try again(environment, folder)
  }

  /// What was typed is there in the next run; nobody else can read it.
  private func again(_ environment: [String: String], _ folder: TestFolder) throws {
    var facts = stat()
    #expect(stat(folder.path + "/state/inspector/prompts.jsonl", &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o600)
    let pty = try PTY(Spawn.inspector, ["demo"], environment: environment)
    try pty.wait(for: "? help")
    try pty.type("f\u{1b}[A")
    try pty.wait(for: "the filter of before") { $0.contains("filter session ended") }
    try pty.type("\u{1b}")
    try pty.wait(for: "the keys") { $0.contains("? help") }
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }
}
