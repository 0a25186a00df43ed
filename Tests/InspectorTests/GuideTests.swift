import DemoServer
import TestSupport
import Testing

/// Whoever has never seen the screens is shown around, by keys alone.
@Suite("The guided minute")
struct GuideTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func demo() throws -> PTY {
    let pty = try PTY(
      "/bin/sh", ["-c", "cd '\(folder.path)' && exec \(Spawn.inspector) demo --port 0"],
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try pty.wait(for: "Targets")
    return pty
  }

  @Test("eight things are tried, each once the one before is done; ended, it does not come again")
  func minute() throws {
    let pty = try demo()
    try pty.wait(for: "1 of 8 · ⏎ sends the request you stand on")
    try pty.type("\r")
    try pty.wait(for: "2 of 8 · Ctrl-o jumps: type session ⏎; ⏎ sends: 200, refused")
    try pty.type("\u{0f}session")
    try pty.wait(for: "GET /users/42")
    try pty.type("\r")
    try pty.type("\r")
    try pty.wait(for: "3 of 8 · Tab goes into the response: which step failed, why")
    try pty.type("\t")
    try pty.wait(for: "4 of 8 · c changes a request: 1 for the 42; Ctrl-s sends it")
    try pty.type("c")
    try pty.wait(for: "Ctrl-s")
    try pty.type("\u{7f}\u{7f}1\u{13}")
    try pty.wait(for: "5 of 8 · p reads by another profile; u goes back")
    try pty.type("p")
    try pty.wait(for: "status/msg/data")
    try pty.type("\u{1b}[B\r")
    try pty.wait(for: "6 of 8 · w saves it all, secrets taken out: type a name, ⏎")
    try pty.type("wfirst\r")
    try pty.wait(for: "7 of 8 · O opens it again: the name, ⏎; nothing is sent")
    try pty.type("Ofirst\r")
    try pty.wait(for: "8 of 8 · R sends one again; ⏎ shows what has changed")
    #expect(pty.screen.contains("3 exchanges"), "its rows are there by then")
    try pty.type("R")
    try pty.wait(for: "3 exchanges · 1 ")
    #expect(pty.screen.contains("8 of 8"), "what has changed is still to be looked at")
    try pty.type("\r")
    try pty.wait(for: "That was the minute")
    try pty.type(":guide\r")
    try pty.wait(for: "the end of the guide") { !$0.contains("That was the minute") }
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))

    let again = try demo()
    try again.type("\r")
    try again.wait(for: "200 OK")
    #expect(!again.screen.contains("of 8"))
  }
}
