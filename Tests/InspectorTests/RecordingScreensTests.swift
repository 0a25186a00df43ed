import DemoServer
import Glibc
import NetEngine
import NetRecordings
import TestServer
import TestSupport
import Testing

/// What is fired in the screens is kept: on its own, under a name, and after a crash.
@Suite("Recording in the screens")
struct RecordingScreensTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private var state: [String: String?] { ["XDG_STATE_HOME": folder.path + "/state"] }

  /// Request files that ask the program's own demo server would need its port: a refused one does.
  private func requests() throws -> String {
    try folder.write(
      "r.http",
      """
      ### one
      GET http://127.0.0.1:1/one?token=hunter2-hunter2

      ### two
      GET http://127.0.0.1:1/two
      Authorization: Bearer abcdefgh12345678

      """)
    return folder.path + "/r.http"
  }

  private func play(
    _ script: String, on path: String, _ environment: [String: String?] = [:]
  ) throws -> Piped {
    let file = try folder.write("script", script)
    return try Piped(
      [path, "--script", file, "--size", "120x30"],
      environment: state.merging(environment) { $1 })
  }

  @Test("two requests are fired and saved; the file is a session without their secrets")
  func save() throws {
    let path = try requests()
    let done = try play(
      """
      expect recording scratch
      key a
      wait
      key : s a v e Space b o t h Enter
      wait
      expect 2 exchanges
      expect secrets taken out
      key w b o t h Enter
      wait
      expect both.har is there already: replace it?
      key n w a g a i n Enter
      wait
      expect 2 exchanges
      """, on: path)
    #expect(done.ending == .exited(0), "\(done.error)")
    let session = try Session.open(folder.path + "/sessions/both.har")
    #expect(session.count == 2)
    var facts = stat()
    #expect(stat(folder.path + "/state/inspector", &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o700, "nobody else may look into it")
    let text = try #require(folder.read("sessions/both.har"))
    #expect(text.contains("/one") && text.contains("/two"))
    #expect(!text.contains("hunter2") && !text.contains("abcdefgh"))
    #expect(try Session.open(folder.path + "/sessions/again.har").count == 2)
  }

  @Test("a folder that cannot take the session leaves it to the state folder")
  func elsewhere() throws {
    let path = try requests()
    try folder.write("sessions", "")
    let done = try play(
      """
      key a
      wait
      key : s a v e Space b o t h Enter
      wait
      expect 2 exchanges, 2 secrets taken out
      key : s a v e Space b o t h Enter
      wait
      expect 2 exchanges, 2 secrets taken out
      """, on: path)
    #expect(done.ending == .exited(0), "\(done.error)")
    for name in ["both.har", "both-2.har"] {
      #expect(try Session.open(folder.path + "/state/inspector/sessions/" + name).count == 2)
    }
  }

  @Test("what is being saved is saved before the program ends")
  func quitWhileSaving() throws {
    let path = try requests()
    #expect(try play("key a\nwait\nkey w x Enter Q", on: path).ending == .exited(0))
    #expect(try Session.open(folder.path + "/sessions/x.har").count == 2)
  }

  @Test("a session is saved at a path, too; a folder that is not there is said")
  func path() throws {
    let path = try requests()
    let done = try play(
      """
      key a
      wait
      key :
      type save \(folder.path)/day.har
      key Enter
      wait
      expect 2 exchanges
      key w
      type ~/night
      key Enter
      wait
      expect 2 exchanges
      key w
      type \(folder.path)/none/x
      key Enter
      wait
      expect not saved:
      """, on: path, ["HOME": folder.path])
    #expect(done.ending == .exited(0), "\(done.error)")
    #expect(try Session.open(folder.path + "/day.har").count == 2)
    #expect(try Session.open(folder.path + "/night.har").count == 2)
    #expect(access(folder.path + "/sessions", F_OK) != 0)
  }

  @Test("saving leaves the scratch recording alone: what earlier runs have sent is still in it")
  func scratchStays() throws {
    let path = try requests()
    #expect(try play("key a\nwait", on: path).ending == .exited(0))
    let done = try play("key a\nwait\nkey w x Enter\nwait\nexpect 2 exchanges,", on: path)
    #expect(done.ending == .exited(0), "\(done.error)")
    #expect(try Session.open(folder.path + "/sessions/x.har").count == 2)
    let scratch = folder.path + "/state/inspector/.journal/scratch.jsonl"
    let kept = try Leftover(scratch)
    #expect(Array(kept.session.exchanges).map(\.sequence) == [1, 2, 3, 4] && kept.hasEnd)
    // The next run goes on behind them.
    #expect(try play("key a\nwait", on: path).ending == .exited(0))
    #expect(try Leftover(scratch).session.count == 6)
  }

  @Test("a file that is there is replaced after a yes; only what this run has sent is saved")
  func replace() throws {
    let path = try requests()
    #expect(try play("key a\nwait", on: path).ending == .exited(0))
    #expect(folder.read("state/inspector/.journal/scratch.jsonl")?.contains("/one") == true)
    try folder.write("sessions/x.har", "mine")
    let script = """
      key f t w o Enter
      wait
      key a
      wait
      key w x Enter
      wait
      expect x.har is there already: replace it?
      """
    #expect(try play(script + "\nkey n\nexpect as it was", on: path).ending == .exited(0))
    #expect(folder.read("sessions/x.har") == "mine")
    let done = try play(script + "\nkey y\nwait\nexpect 1 exchange,", on: path)
    #expect(done.ending == .exited(0), "\(done.error)")
    #expect(try Session.open(folder.path + "/sessions/x.har").count == 1)
  }

  @Test(
    "a folder that cannot be written is said, and what was recorded is still there; the end is 5")
  func unwritable() throws {
    let path = try requests()
    try folder.write("state/inspector", "no folder")
    try folder.write("sessions", "no folder")
    let done = try play(
      """
      key a
      wait
      expect not saved
      key w x Enter
      wait
      expect not saved:
      """, on: path)
    #expect(done.ending == .exited(5), "\(done.error)")
    let said =
      "inspector: 2 exchanges of this run could not be kept: '\(folder.path)/state/inspector"
    #expect(done.error.contains(said), "\(done.error)")
    #expect(folder.read("sessions") == "no folder")
  }

  @Test("what a full disk refuses is said at the end, unless a session has it")
  func refused() throws {
    let path = try requests()
    func run(_ script: String) throws -> Piped {
      let file = try folder.write("script", script)
      // No file of it grows beyond 512 bytes: the disk is full as far as it can see.
      let words =
        "trap '' XFSZ; ulimit -f 1; exec '\(Spawn.inspector)' '\(path)' --script '\(file)'"
      return try Piped(["-c", words], environment: state, program: "/bin/sh")
    }
    let done = try run("key a\nwait\nkey q")
    #expect(done.ending == .exited(5), "\(done.error)")
    #expect(done.error.contains(" of this run could not be kept: "), "\(done.error)")
    #expect(try run("key q").ending == .exited(0))
  }

  @Test(
    "after a crash the next start says what can be recovered, opens it by a key, and seal finds it")
  func crash() async throws {
    let path = try requests()
    do {
      let pty = try PTY(Spawn.inspector, [path], width: 100, environment: state)
      try pty.wait(for: "recording scratch")
      try pty.type("a")
      try pty.wait(for: "2✗")
      kill(pty.pid, SIGKILL)
      #expect(try pty.waitForEnd() == .signalled(SIGKILL))
    }
    let pty = try PTY(Spawn.inspector, [path], width: 100, environment: state)
    try pty.wait(for: "2 exchanges can be recovered: O opens them, inspector seal keeps them")
    try pty.type("O")
    try pty.wait(for: "2 exchanges, 2 failed, cut off")
    try pty.type("\u{1b}[B\r")
    try pty.wait(for: "~seq 1-2")
    try pty.type("\u{1b}\u{1b}\u{1b}")
    try pty.wait(for: "recording scratch")
    try pty.type("a")
    try pty.wait(for: "2✗")
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    // Another journal without an end: all that is listed as cut off is counted, the history too.
    await Self.leaveOpen(in: folder.path + "/state/inspector")
    let third = try PTY(Spawn.inspector, [path], width: 100, environment: state)
    try third.wait(for: "3 exchanges can be recovered: O opens them, inspector seal keeps them")
    try third.type("O")
    try third.wait(for: "both runs") {
      $0.contains("2 exchanges, 2 failed, cut off") && $0.contains("1 exchange, cut off")
    }
    try third.type("\u{1b}Q")
    #expect(try third.waitForEnd() == .exited(0))
    let found = try Piped(["seal"], environment: state)
    #expect(found.output.contains("scratch.har: 2 exchanges"))
    let journals = folder.path + "/state/inspector/.journal/"
    #expect(try Leftover(journals + "scratch.jsonl").session.count == 4)
    #expect(access(journals + "scratch-2.jsonl", F_OK) != 0)
    let again = try Piped(["seal"], environment: state)
    #expect(again.error.contains("nothing is left unfinished"))
  }

  /// Leaves a journal as a capture that was killed does.
  private static func leaveOpen(in state: String) async {
    let recorder = Recorder(Recorder.Settings(folder: state, name: "capture"))
    await recorder.begin(HTTPRequest(url: "http://h.test/"), name: "one")
  }

  @Test("what had come of an answer that x ended is on the screen and in the saved session")
  func cancelled() throws {
    let server = try DemoServer.withBroken()
    let path = try folder.write("r.http", "GET \(server.baseURL)/broken/time/stall\n")
    let pty = try PTY(Spawn.inspector, [path], width: 120, height: 30, environment: state)
    try pty.wait(for: "recording scratch")
    try pty.type("\r")
    try pty.wait(for: "the rest is still coming")
    try pty.type("x")
    try pty.wait(for: "INCOMPLETE")
    try pty.wait(for: "400 B")
    try pty.type("wpart\r")
    try pty.wait(for: "1 exchange")
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    let saved = try Session.open(folder.path + "/sessions/part.har").exchange(at: 0)
    #expect(saved.failureKind == .cancelled)
    #expect(saved.response?.body.count == 400)
    let shown = try Piped(
      ["list", folder.path + "/sessions/part.har", "--headers", "--body"], environment: state)
    #expect(shown.output.contains("1 200 cancelled     GET"))
    #expect(shown.output.contains("Content-Length: 1000"))
    #expect(shown.output.contains(String(repeating: ".", count: 60)))
  }

  @Test("after the end a line says where the recording is, unless it was saved or there is none")
  func farewell() throws {
    let path = try requests()
    func run(_ keys: [String]) throws -> String {
      let terminal = try PTY(
        Spawn.inspector, [path], width: 120, height: 30,
        environment: ["XDG_STATE_HOME": folder.path + "/state", "HOME": folder.path])
      try terminal.wait(for: "? help")
      for key in keys {
        try terminal.type(key)
        if key == "a" { try terminal.wait(for: "2✗") }
        if key.hasPrefix("w") { try terminal.wait(for: "2 exchanges") }
      }
      try terminal.type("Q")
      #expect(try terminal.waitForEnd() == .exited(0))
      return terminal.screen.text
    }
    let line = "inspector: 2 exchanges recorded: inspector list ~/state/inspector/.journal/scratch"
    #expect(try !run([]).contains("recorded"))
    #expect(try run(["a"]).contains(line))
    // What earlier runs have left is not counted.
    #expect(try run(["a"]).contains(line))
    #expect(try !run(["a", "wkept\r"]).contains("recorded:"))
  }

  @Test("a request that ran during the save is not saved: the last line names its recording")
  func savedWhileRunning() throws {
    let server = try DemoServer()
    try folder.write("h.http", "GET \(server.baseURL)/broken/time/hang\n")
    let terminal = try PTY(
      Spawn.inspector, [folder.path + "/h.http"], width: 120, height: 30,
      environment: ["XDG_STATE_HOME": folder.path + "/state", "HOME": folder.path])
    try terminal.wait(for: "? help")
    try terminal.type("\r")
    try terminal.wait(for: "waiting")
    try terminal.type("wkept\r")
    try terminal.wait(for: "kept.har")
    try terminal.type("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.text.contains("1 exchange recorded: inspector list"))
  }

  @Test("a folder of ours that others could look into is closed to them")
  func narrowed() throws {
    mkdir(folder.path + "/state", 0o755)
    mkdir(folder.path + "/state/inspector", 0o755)
    chmod(folder.path + "/state/inspector", 0o755)
    #expect(try play("key a\nwait", on: try requests()).ending == .exited(0))
    var facts = stat()
    #expect(stat(folder.path + "/state/inspector", &facts) == 0 && facts.st_mode & 0o777 == 0o700)
    #expect(stat(folder.path + "/state", &facts) == 0 && facts.st_mode & 0o777 == 0o755)
  }
}
