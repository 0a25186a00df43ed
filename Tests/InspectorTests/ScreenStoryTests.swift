import DemoServer
import Glibc
import TestServer
import TestSupport
import Testing

/// The program as a person uses it: keys in, screens out.
@Suite("In a terminal")
struct ScreenStoryTests {
  private func start(
    _ arguments: [String] = [], width: Int = 80, height: Int = 24,
    environment: [String: String?] = [:]
  ) throws -> PTY {
    let pty = try PTY(
      Spawn.inspector, ["demo"] + arguments, width: width, height: height, environment: environment)
    try pty.wait(for: "? help")
    return pty
  }

  @Test("fires three targets, grows, cancels a slow one, shows its keys, and leaves nothing behind")
  func wholeStory() throws {
    let pty = try start()
    try pty.wait(for: "Targets")
    for _ in 0..<3 { try pty.type("\rj") }
    try pty.wait(for: "three responses") { screen in
      (0..<screen.height).filter { screen.row($0).contains { "✓✗".contains($0) } }.count >= 4
    }
    pty.resize(width: 120, height: 36)
    try pty.wait(for: "a history beside the response") { screen in
      screen.contains("History 3") && screen.row(35).firstRange(of: "q quit") != nil
    }
    try pty.type("f/delay/300\r")
    try pty.wait(for: "the slow target alone") { $0.contains("Targets 1 ") }
    try pty.type("\rx")
    try pty.wait(for: "cancelled")
    try pty.type("?")
    try pty.wait(for: "cancel the selected request")
    try pty.type("q")
    try pty.wait(for: "History 1 of 4")
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.isAsGiven)
    #expect(pty.screen.unknown.isEmpty)
  }

  @Test("holds no timer once it only waits for a key: that costs nothing")
  func idle() throws {
    let pty = try start()
    try pty.type("j\r")
    try pty.wait(for: "200 expired")
    try pty.type("?")
    try pty.wait(for: "the help") { $0.row(0).contains("━ Help ━") }
    let held = (0..<256).compactMap { Self.link("/proc/\(pty.pid)/fd/\($0)") }
    #expect(held.contains("anon_inode:[eventfd]"))
    #expect(!held.contains("anon_inode:[timerfd]"))
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  @Test("loads libcurl when the first request is sent, not before the first frame")
  func lateLibrary() throws {
    let pty = try start()
    let libraries = { TestFolder.text(at: "/proc/\(pty.pid)/maps") ?? "" }
    #expect(libraries().contains("libc.so"))
    #expect(!libraries().contains("libcurl"))
    try pty.type("j\r")
    try pty.wait(for: "200 expired")
    #expect(libraries().contains("libcurl"))
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  /// What a symbolic link says; nil where there is none.
  private static func link(_ path: String) -> String? {
    var room = [CChar](repeating: 0, count: 256)
    let count = readlink(path, &room, room.count)
    return count > 0
      ? String(decoding: room[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  @Test(
    "draws on what calls itself", arguments: ["xterm", "linux", "screen", "vt100", "tmux-256color"])
  func otherTerminals(name: String) throws {
    let pty = try start(environment: ["TERM": name])
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.hasSettingsAsGiven)
  }

  @Test(
    "knows the keys by the terminal's own names",
    arguments: [
      ("xterm-256color", "\u{1b}OP"), ("xterm-256color", "\u{1b}[11~"), ("linux", "\u{1b}[[A"),
      ("rxvt", "\u{1b}[11~"), ("vt100", "\u{1b}OP"),
    ])
  func functionKeys(name: String, helpKey: String) throws {
    let pty = try start(environment: ["TERM": name])
    try pty.type(helpKey)
    try pty.wait(for: "the help") { $0.row(0).contains("━ Help ━") }
  }

  @Test("uses no colour when NO_COLOR is set, and some when it is empty")
  func noColor() throws {
    let plain = try start(environment: ["NO_COLOR": "1"])
    #expect(!plain.screen.hasUsedColor)
    let colored = try start(environment: ["NO_COLOR": ""])
    #expect(colored.screen.hasUsedColor)
  }

  @Test("uses no colour where the terminal has none")
  func monochrome() throws {
    #expect(!(try start(environment: ["TERM": "vt100"])).screen.hasUsedColor)
  }

  @Test("draws lines and letters in UTF-8 even in the C locale")
  func otherLocale() throws {
    let pty = try start(environment: ["LANG": "C", "LC_ALL": "C"])
    try pty.wait(for: "▾ Users")
  }

  @Test("takes a paste as text: nothing in it is a command")
  func paste() throws {
    let pty = try start()
    try pty.type("f\u{1b}[200~/delay/300\u{1b}[201~")
    try pty.wait(for: "the pasted filter at work") { $0.contains("Targets 1 ") }
    try pty.type("\u{1b}\u{1b}[200~Q\u{1b}[201~")
    try pty.type("?")
    try pty.wait(for: "the help") { $0.row(0).contains("━ Help ━") }
  }

  @Test("takes a paste of a megabyte with Escape in it")
  func largePaste() throws {
    let pty = try start()
    let text = [UInt8](repeating: UInt8(ascii: "Q"), count: 1 << 20)
    try pty.type("f\u{1b}[200~")
    try pty.type(bytes: text[..<500_000] + Array("\u{1b}[A\u{1b}".utf8) + text[500_000...])
    try pty.type("\u{1b}[201~\u{1b}")
    try pty.type("\u{1b}?")
    try pty.wait(for: "the help") { $0.row(0).contains("━ Help ━") }
  }

  @Test("selects what is clicked")
  func mouse() throws {
    let pty = try start()
    let row = try #require(pty.screen.rowNumber(of: "no such user"))
    try pty.type("\u{1b}[<0;10;\(row + 1)M\u{1b}[<0;10;\(row + 1)m")
    try pty.wait(for: "the clicked target") { $0.contains("GET /users/7") }
  }

  @Test("waits a moment for the rest of a key before it takes Escape for one")
  func splitKey() throws {
    let pty = try start()
    try pty.type("?")
    try pty.wait(for: "the help") { $0.row(0).contains("━ Help ━") }
    try pty.type("\u{1b}")
    try pty.wait(for: "the list again") { $0.contains("Targets") }
  }

  @Test("shows what a server sends, and never obeys it")
  func escapeSequences() throws {
    let server = try DemoServer.withBroken()
    let routes = TestRoute.everything.filter { $0.group == .escapes }
    let requests = routes.map { "### \($0.name)\nGET \(server.baseURL)\($0.sample)\n" }
    let folder = try TestFolder()
    let path = try folder.write("escapes.http", requests.joined(separator: "\n"))
    let pty = try PTY(
      Spawn.inspector, [path], width: 120, height: 50,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try pty.wait(for: "the list") { screen in
      screen.contains("envelope message") && screen.contains("? help")
        && screen.modes.isSuperset(of: [1, 1006, 2004])
    }
    let modes = pty.screen.modes
    try pty.type("a")
    try pty.wait(for: "the end of all") { screen in
      screen.contains("envelope message") && !screen.contains(" running")
        && !screen.contains("│ · GET") && !screen.contains("│▌· GET")
    }
    let first = try #require(pty.screen.rowNumber(of: "window title"))
    let last = try #require(pty.screen.rowNumber(of: "envelope message"))
    #expect(last - first > 20)
    for tab in ["1", "4", "6", "7"] {
      try pty.type("g" + tab)
      let hasHeading = pty.screen.row(first - 1).contains("▾")
      for row in (hasHeading ? first - 1 : first)...last {
        try pty.wait(for: "row \(row) selected") { $0.row(row).hasPrefix("│▌") }
        try pty.type("j")
      }
    }
    try pty.type("?")
    try pty.wait(for: "the help") { $0.row(0).contains("━ Help ━") }
    #expect(pty.screen.modes == modes)
    #expect(pty.screen.unknown.isEmpty)
    #expect(server.requestCount >= routes.count)
  }

  @Test("keeps up with a storm of sizes", arguments: [[1, 20, 300, 80]])
  func resizeStorm(sizes: [Int]) throws {
    let pty = try start()
    for size in sizes { pty.resize(width: size, height: max(1, size / 3)) }
    pty.resize(width: 80, height: 24)
    try pty.type("?")
    try pty.wait(for: "the help") { $0.row(0).contains("━ Help ━") }
    try pty.type("qQ")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.isAsGiven)
  }
}
