import DemoServer
import Glibc
import Inspector
import TestSupport
import Testing

/// What comes slowly, in a terminal: it shows while it comes, and keys go on.
@Suite("Streams in a terminal")
struct StreamingScreensTests {
  /// A pipe with a name, which a test writes to while the program reads it.
  private final class Gate {
    let path: String
    private var descriptor: Int32 = -1

    init(in folder: TestFolder) throws {
      path = folder.path + "/gate"
      try #require(mkfifo(path, 0o600) == 0)
    }

    deinit { end() }

    /// Waits for the reader the first time; the screen is read meanwhile, or nobody would go on.
    func write(_ text: String, reading pty: PTY) throws {
      // Both ends: the opening does not wait, and the reader finds no end before this one closes.
      if descriptor < 0 { descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK) }
      try #require(descriptor >= 0)
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) } else { try pty.look() }
      }
    }

    func end() {
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// The program on a pipe, in a shell of its own.
  private func view(_ gate: Gate, width: Int = 80, height: Int = 24) throws -> PTY {
    try PTY(
      "/bin/sh", ["-c", "cat '\(gate.path)' | exec '\(Spawn.inspector)' -"], width: width,
      height: height)
  }

  @Test("a pipe shows what has come before its end, as text and as a tree, and can be searched")
  func pipe() throws {
    let folder = try TestFolder()
    let gate = try Gate(in: folder)
    let pty = try view(gate)
    try gate.write(#"{"first": [1, 2, 3],"# + "\n", reading: pty)
    try pty.wait(for: #"{"first": [1, 2, 3],"#)
    try pty.wait(for: "the rest is still coming")
    try pty.wait(for: "receiving")
    try pty.type("2")
    try pty.wait(for: "first: [3]")
    try pty.wait(for: "reading; the rest is still coming")
    try pty.type("1/second\r")
    try pty.wait(for: "'second' is not in this tab")
    try gate.write(#""second": true,"# + "\n", reading: pty)
    try pty.wait(for: #""second": true,"#)
    try pty.type("n")
    try pty.wait(for: "/second  1 of 1")
    try gate.write(#""last": null}"# + "\n", reading: pty)
    gate.end()
    try pty.wait(for: "the end of it") { screen in
      screen.contains(#""last": null"#) && !screen.contains("still coming")
        && !screen.contains("receiving")
    }
    try pty.type("2")
    try pty.wait(for: "last: null")
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  /// Three keys for the third event's tree: Tab, 2, +.
  @Test("events are rows as they come, each a tree, and only those with a match where asked")
  func events() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    try folder.write("a.http", "GET \(server.baseURL)/events?count=12&ms=1\n")
    let pty = try PTY(
      Spawn.inspector, [folder.path], width: 80, height: 24,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try pty.wait(for: "? help")
    try pty.type("\r\t2")
    // Where the machine is busy, the moment it came stands between the two.
    try pty.wait(for: "the third event, closed") { screen in
      guard let row = screen.rowNumber(of: " 3 #2  tick") else { return false }
      return screen.row(row).contains("▸ {1}")
    }
    try pty.type("+")
    try pty.wait(for: "the third event, open") { screen in
      guard let row = screen.rowNumber(of: " 3 #2  tick") else { return false }
      return screen.row(row + 1).contains("tick: 2")
    }
    try pty.type("-/11\r&")
    try pty.wait(for: "one event of twelve") { screen in
      screen.contains("12 #11 tick") && !screen.contains(" 3 #2  tick")
    }
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  @Test("a pipe with a name is read once: nothing of it is lost to the look whether it opens")
  func namedPipe() throws {
    let folder = try TestFolder()
    let gate = try Gate(in: folder)
    let pty = try PTY(Spawn.inspector, [gate.path])
    try gate.write("the very first line\n", reading: pty)
    try pty.wait(for: "the very first line")
    try pty.wait(for: "the rest is still coming")
    gate.end()
    try pty.wait(for: "the end of it") { !$0.contains("still coming") }
    try pty.type("r")
    try pty.wait(for: "2 of 2")
    try pty.wait(for: "the very first line")
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  @Test("x ends the reading of a pipe; what came stays, and is said to be a part")
  func cancelled() throws {
    let folder = try TestFolder()
    let gate = try Gate(in: folder)
    let pty = try view(gate)
    try gate.write("one line of many\n", reading: pty)
    try pty.wait(for: "one line of many")
    try pty.type("x")
    try pty.wait(for: "INCOMPLETE")
    try pty.wait(for: "one line of many")
    gate.end()
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  @Test("a storm of sizes between 1×1 and 500×200 while data streams: the last frame is right")
  func storm() throws {
    let folder = try TestFolder()
    let gate = try Gate(in: folder)
    let lines = (0..<12_000).map { #"{"line": \#($0), "text": "row \#($0) of many"}"# + "\n" }
    let pty = try view(gate, width: 120, height: 36)
    var sizes = [(1, 1), (500, 200), (20, 5), (300, 1), (1, 200), (99, 17), (240, 60), (2, 2)]
    for start in stride(from: 0, to: lines.count, by: 200) {
      try gate.write(lines[start..<start + 200].joined(), reading: pty)
      let size = sizes.removeFirst()
      sizes.append(size)
      pty.resize(width: size.0, height: size.1)
    }
    gate.end()
    pty.resize(width: 120, height: 36)
    try pty.wait(for: "the end of the pipe") { screen in
      screen.contains("FILE stdin") && !screen.contains("receiving")
    }
    try pty.type("G")
    let whole = try folder.write("whole", lines.joined())
    let script = try Piped(
      ["-", "--script", try folder.write("script", "wait\nkey G\nframe\n")]
        + ["--size", "120x36"], stdin: .file(whole))
    let wanted = script.output.split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst().dropLast().map(String.init)
    #expect(wanted.contains { $0.contains("row 11999 of ") })
    try pty.wait(for: "the last frame, as a script draws it:\n\(script.output)") { screen in
      Self.answer((0..<screen.height).map(screen.row)) == Self.answer(wanted)
    }
    #expect(pty.screen.unknown.isEmpty)
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.isAsGiven)
  }

  /// The rows of the answer's box; the list beside it tells the time.
  private static func answer(_ rows: [String]) -> [String] {
    rows.map { row in
      var row = String(row.dropFirst(40))
      while row.last == " " { row.removeLast() }
      return row
    }
  }

  @Test("an answer without end shows while it comes, can be followed, and x keeps what came")
  func endless() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    let path = try folder.write("one.http", "GET \(server.baseURL)/events/endless?ms=5\n")
    let pty = try PTY(Spawn.inspector, [path], width: 120, height: 36)
    try pty.wait(for: "Targets 1")
    try pty.type("\r")
    try pty.wait(for: "200 OK · receiving")
    try pty.wait(for: "Content-Type: text/event-stream")
    try pty.wait(for: "data: tick")
    try pty.type("\tG")
    try pty.wait(for: "its end, far down") { screen in
      screen.contains("the rest is still coming") && !screen.contains("text/event-stream")
        && screen.contains("events, ")
    }
    try pty.type("x")
    try pty.wait(for: "INCOMPLETE")
    try pty.wait(for: "data: tick")
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  @Test("fifty transfers at once: keys go on, X ends all of them, each says so")
  func cancelAll() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    let requests = (1...50).map { "### slow \($0)\nGET \(server.baseURL)/delay/600000?\($0)\n" }
    let path = try folder.write("many.http", requests.joined(separator: "\n"))
    let pty = try PTY(Spawn.inspector, [path], width: 120, height: 70)
    try pty.wait(for: "Targets 50")
    try pty.type("a")
    try pty.wait(for: "50 running")
    try pty.type("G")
    try pty.wait(for: "the last one") { $0.rowNumber(of: "▌… GET slow 50") != nil }
    try pty.type("/")
    try pty.type("\u{1b}X")
    try pty.wait(for: "all of them cancelled") { !$0.contains("running") }
    try pty.wait(for: "fifty rows that say so") { screen in
      (0..<screen.height).filter {
        screen.row($0).contains("⊘ GET") || screen.row($0).contains("can")
      }
      .count >= 50
    }
    try pty.type("\r")
    try pty.wait(for: "1 running")
    try pty.type("X")
    try pty.wait(for: "it cancelled") { !$0.contains("running") }
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }
}
