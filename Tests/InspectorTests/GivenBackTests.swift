import Glibc
import TestSupport
import Testing

/// The terminal is given back in every end of the program.
@Suite("The terminal is given back")
struct GivenBackTests {
  private func start(_ environment: [String: String?] = [:]) throws -> PTY {
    try PTY(Spawn.inspector, ["demo"], environment: environment)
  }

  private func startAndWait() throws -> PTY {
    let pty = try start()
    try pty.wait(for: "? help")
    #expect(!pty.isAsGiven)
    return pty
  }

  @Test(
    "after a signal that ends it",
    arguments: [
      (SIGTERM, PTY.Ending.exited(143)), (SIGHUP, .exited(129)), (SIGINT, .exited(130)),
      (SIGUSR1, .exited(138)), (SIGUSR2, .exited(140)), (SIGXCPU, .exited(152)),
      (SIGALRM, .exited(142)), (SIGVTALRM, .exited(154)), (SIGPROF, .exited(155)),
      (SIGXFSZ, .exited(153)), (SIGIO, .exited(157)), (SIGPWR, .exited(158)), (40, .exited(168)),
      (SIGQUIT, .signalled(SIGQUIT)), (SIGSEGV, .signalled(SIGSEGV)),
      (SIGABRT, .signalled(SIGABRT)),
    ])
  func signals(number: Int32, ending: PTY.Ending) throws {
    let pty = try startAndWait()
    pty.signal(number)
    #expect(try pty.waitForEnd() == ending)
    #expect(pty.isAsGiven, "\(pty.screen.modes) \(pty.screen.attributes)")
  }

  @Test("after SIGHUP, which a terminal that goes sends twice")
  func hangUpTwice() throws {
    let pty = try startAndWait()
    pty.signal(SIGHUP)
    pty.signal(SIGHUP)
    #expect(try pty.waitForEnd() == .exited(129))
    #expect(pty.isAsGiven)
  }

  @Test(
    "after a crash or exit() inside",
    arguments: [
      ("trap", PTY.Ending.signalled(SIGILL), "Fatal error: forced"),
      ("trap-elsewhere", .signalled(SIGILL), "Fatal error: forced"),
      ("segv", .signalled(SIGSEGV), ""), ("overflow", .signalled(SIGSEGV), ""),
      ("abort", .signalled(SIGABRT), ""), ("exit", .exited(3), ""),
    ])
  func crashes(way: String, ending: PTY.Ending, said: String) throws {
    let pty = try start(["INSPECTOR_FORCED_END": way])
    try pty.wait(for: "the second screen") { $0.modesSeen.contains(1049) }
    let end = try pty.waitForEnd()
    #if arch(arm64)
      let expected = ending == .signalled(SIGILL) ? .signalled(SIGTRAP) : ending
    #else
      let expected = ending
    #endif
    #expect(end == expected)
    #expect(pty.isAsGiven, "\(pty.screen.modes) \(pty.screen.attributes)")
    #expect(said.isEmpty || pty.screen.contains(said), "\(pty.screen.text)")
  }

  @Test("while it is stopped by Ctrl-Z, and taken again when the shell continues it")
  func controlZ() throws {
    let script = """
      set -m; "$0" demo; printf 'stopped-%s\\n' here; read -r line; fg >/dev/null; echo "ended $?"
      """
    let pty = try PTY("/bin/sh", ["-c", script, Spawn.inspector])
    try pty.wait(for: "? help")
    try pty.type("\u{1a}")
    try pty.wait(for: "stopped-here")
    #expect(pty.isAsGiven)
    try pty.type("go on\r")
    try pty.wait(for: "? help")
    try pty.type("Q")
    try pty.wait(for: "ended 0")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.isAsGiven)
  }

  @Test("while it is stopped by a signal, and taken again when continued")
  func stopSignal() throws {
    let pty = try startAndWait()
    pty.signal(SIGTSTP)
    #expect(try pty.waitForStop() == .stopped)
    try pty.wait(for: "the shell's screen") { $0.isAsGiven }
    #expect(pty.hasSettingsAsGiven)
    pty.signal(SIGCONT)
    try pty.wait(for: "the second screen") { $0.modes.contains(1049) && $0.contains("? help") }
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.isAsGiven)
  }

  @Test("Ctrl-Z without a shell above says so and goes on")
  func nobodyAbove() throws {
    let pty = try startAndWait()
    try pty.type("\u{1a}")
    try pty.wait(for: "not suspended")
  }

  @Test("and the program is gone when its window is closed")
  func closedWindow() throws {
    let pty = try startAndWait()
    pty.hangUp()
    #expect(try pty.waitForEnd() == .exited(129))
  }

  @Test("and the program ends when it is told to, even if nobody reads its terminal")
  func unreadTerminal() throws {
    let pty = try startAndWait()
    pty.setTakesBytes(false)
    try pty.type("j")
    pty.signal(SIGTERM)
    #expect(try pty.waitForEnd() == .exited(143))
    #expect(pty.hasSettingsAsGiven)
  }
}
