import TestSupport
import Testing

/// The program's words outside the screen.
@Suite("The command line")
struct CommandLineTests {
  @Test("shows its help and version on stdout")
  func help() throws {
    let help = try Piped(["--help"])
    #expect(help.ending == .exited(0))
    #expect(help.output.firstRange(of: "inspector demo") != nil)
    #expect(try Piped(["demo", "--help"]).output.firstRange(of: "--port N") != nil)
    #expect(help.error.isEmpty)
    let version = try Piped(["demo", "--version"])
    #expect(version.ending == .exited(0))
    #expect(version.output.hasPrefix("inspector "))
  }

  @Test(
    "says what is wrong with a line, and what would be right",
    arguments: [
      (["--prot", "1"], "Unknown option '--prot'. Did you mean '--port'?"),
      (["--xyzzy"], "Unknown option '--xyzzy'. See"),
      (["dmeo"], "Unknown command 'dmeo'. Did you mean 'demo'?"),
      (["--port", "8000"], "'--port' needs a command before it."),
      (["demo", "--port"], "A value is missing: '--port N'."),
      (["demo", "--port", "65536"], "'--port' needs a number from 0 to 65535, not '65536'."),
      (
        ["demo", "--port", "0", "--port", "x"], "'--port' needs a number from 0 to 65535, not 'x'."
      ),
      (["demo", "--port=+80"], "'--port' needs a number from 0 to 65535, not '+80'."),
      (["demo", "--help=yes"], "'--help' takes no value."),
      (["demo", "one"], "'demo' does not take 'one'."),
      (["demo", "--", "--port"], "'demo' does not take '--port'."),
      (["--size", "80", "--script", "-"], "'--size' needs a size from 1x1 to 1000x500"),
      (["--theme", "blue"], "'--theme' needs dark or light, not 'blue'."),
    ])
  func mistakes(arguments: [String], said: String) throws {
    let run = try Piped(arguments)
    #expect(run.ending == .exited(1))
    #expect(run.output.isEmpty)
    #expect(run.error.firstRange(of: said) != nil, "\(run.error)")
  }

  @Test("a full disk is 5, a reader that has gone is 141")
  func unwritable() throws {
    let full = try Piped(["--help"], stdout: .file("/dev/full"))
    #expect(full.ending == .exited(5))
    #expect(full.error == "inspector: stdout cannot be written: No space left on device\n")
    let gone = try Piped(["--help"], stdout: .brokenPipe)
    #expect(gone.ending == .exited(141))
    #expect(gone.error.isEmpty)
  }

  @Test("a script shows the screens as text, frame by frame")
  func script() throws {
    let run = try Piped(
      ["demo", "--script", "-", "--size", "60x12"],
      input: "frame\nkey Enter\nwait\nresize 90x20\nframe\n")
    #expect(run.ending == .exited(0), "\(run.error)")
    let titles = run.output.split(separator: "\n").filter { $0.hasPrefix("── frame ") }
    #expect(titles.map { $0.prefix { $0 != "─" || $0 == " " } }.count == 2)
    #expect(run.output.firstRange(of: "── frame 1 · line 1 · 60x12 ─") != nil)
    #expect(run.output.firstRange(of: "── frame 2 · line 5 · 90x20 ─") != nil)
    #expect(run.output.firstRange(of: "200 OK") != nil, "\(run.output)")
  }

  @Test("a script's expectation that is not met is 1, with its line and the screen")
  func expectation() throws {
    let run = try Piped(["--script", "-"], input: "expect Targets\nexpect zebra\nframe\n")
    #expect(run.ending == .exited(1))
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix("inspector: -:2: 'zebra' is not on the screen"))
    #expect(run.error.firstRange(of: "Targets") != nil)
  }

  @Test("a script that cannot be read is 2, with its place")
  func unreadableScript() throws {
    let missing = try Piped(["--script", "/nonexistent/script"])
    #expect(missing.ending == .exited(2))
    #expect(
      missing.error
        == "inspector: /nonexistent/script: No such file or directory — check the path\n")
    let wrong = try Piped(["--script", "-"], input: "frame\nkey Entre\n")
    #expect(wrong.ending == .exited(2))
    #expect(wrong.error.hasPrefix("inspector: -: line 2, column 5: 'Entre' is not a key"))
  }

  @Test("quit ends a script with 0")
  func quit() throws {
    let run = try Piped(["--script", "-"], input: "key Q\nexpect zebra\n")
    #expect(run.ending == .exited(0))
  }

  @Test("a port that is taken is said, and the usual one is only a wish")
  func takenPort() throws {
    let first = try PTY(Spawn.inspector, ["demo"])
    try first.wait(for: "http://127.0.0.1:")
    let row = try #require((0..<3).map(first.screen.row).first { $0.contains("127.0.0.1:") })
    let port = try #require(row.split(separator: ":").last?.prefix { $0.isNumber })
    let second = try Piped(["demo", "--port", String(port), "--script", "-"], input: "frame\n")
    #expect(second.ending == .exited(1))
    #expect(second.error.firstRange(of: "Port \(port) is taken") != nil)
    let third = try Piped(["demo", "--script", "-"], input: "frame\n")
    #expect(third.ending == .exited(0))
  }
}
