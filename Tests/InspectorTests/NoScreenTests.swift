import TestSupport
import Testing

/// Where there is no screen to draw on: one clear line, and what to do.
@Suite("Without a screen")
struct NoScreenTests {
  @Test(
    "a terminal that cannot be used is named",
    arguments: [
      (String?.none, "TERM is not set"), ("", "TERM is not set"),
      ("dumb", "'dumb' (TERM) cannot move its cursor"),
      ("no-such-thing", "'no-such-thing' (TERM) is not in this machine's terminal database"),
    ])
  func unusable(name: String?, said: String) throws {
    let pty = try PTY(Spawn.inspector, ["demo"], width: 300, environment: ["TERM": name])
    #expect(try pty.waitForEnd() == .exited(1))
    #expect(pty.screen.row(0).firstRange(of: said) != nil, "\(pty.screen.text)")
    #expect(pty.screen.row(1).isEmpty)
    #expect(pty.isAsGiven)
  }

  @Test("no terminal at all is said in one line")
  func notATerminal() throws {
    let run = try Piped([])
    #expect(run.ending == .exited(1))
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix("inspector: stdin is not a terminal"))
    #expect(run.error.utf8.filter { $0 == 0x0a }.count == 1)
  }

  @Test(
    "closed streams are no crash",
    arguments: [
      [true, false, false], [false, true, false], [false, false, true], [true, true, true],
    ])
  func closedStreams(closed: [Bool]) throws {
    let streams = closed.map { $0 ? Piped.Stream.closed : .captured }
    let run = try Piped([], stdin: streams[0], stdout: streams[1], stderr: streams[2])
    #expect(run.ending == .exited(1))
  }
}
