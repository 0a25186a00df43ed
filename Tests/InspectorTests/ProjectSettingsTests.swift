import DemoServer
import TestServer
import TestSupport
import Testing

/// The table of docs/CONFIGURATION.md, a test a row.
@Suite("The settings that a project's file may make")
struct ProjectSettingsTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer.withBroken()
    folder = try TestFolder()
    try folder.write("t.http", "GET \(server.baseURL)/users/42\n")
    try folder.write("big.http", "GET \(server.baseURL)/bytes/100000\n")
    try folder.write(
      "config/inspector/inspector.json",
      #"{ "unpack": { "own": "cat" }, "limits": { "wireBody": "10k", "timeout": "20s" } }"#)
  }

  private func inspector(_ settings: String, _ words: String) throws -> Piped {
    try folder.write("inspector.json", settings)
    return try folder.shell("XDG_CONFIG_HOME='\(folder.path)/config' inspector \(words)")
  }

  private static let shop = #"""
    "profiles": { "shop": { "statusCodeKey": "status", "tipStrKey": "msg", "modelKey": "data",
      "successValues": ["success"], "invalidSessionValues": ["invalid_session"] } }
    """#

  @Test("profile and profiles count", arguments: ["run t.http", "send URL"])
  func profiles(command: String) throws {
    let words = command.replacing("URL", with: "\(server.baseURL)/users/42")
    let run = try inspector("{ \(Self.shop), \"profile\": \"shop\" }", words)
    #expect(run.ending == .exited(4), "\(run.error)")
  }

  @Test("profileFor counts")
  func profileFor() throws {
    let run = try inspector(
      "{ \(Self.shop), \"profileFor\": { \"\(server.baseURL)\": \"shop\" } }", "run t.http")
    #expect(run.ending == .exited(4), "\(run.error)")
  }

  @Test("profileFor judges a journal outside of the project as it judges the screens")
  func journal() throws {
    let run = try inspector(
      "{ \(Self.shop), \"profileFor\": { \"\(server.baseURL)\": \"shop\" } }",
      "run t.http --record n; mkdir -p state/.journal; mv sessions/n.har state/.journal/;"
        + " inspector check state/.journal/n.har")
    #expect(run.ending == .exited(4), "\(run.error)")
  }

  @Test("unpackFor counts, and names the person's commands alone")
  func unpackFor() throws {
    let own = try inspector(#"{ "unpackFor": { "\#(server.baseURL)": "own" } }"#, "run t.http -v")
    #expect(!own.error.contains("names no command"), "\(own.error)")
    let other = try inspector(#"{ "unpackFor": { "\#(server.baseURL)": "x" } }"#, "run t.http")
    #expect(other.error.contains("your own inspector.json names no command 'x'"), "\(other.error)")
  }

  /// A limit, and the exit code of a response of 100,000 bytes.
  @Test("limits count when they are lower", arguments: ["run big.http", "send URL"])
  func lower(command: String) throws {
    let words = command.replacing("URL", with: "\(server.baseURL)/bytes/5000")
    let own = try inspector("{ }", words)
    #expect(own.ending == .exited(command.hasPrefix("send") ? 0 : 3), "\(own.error)")
    let run = try inspector(#"{ "limits": { "wireBody": "1k" } }"#, words)
    #expect(run.ending == .exited(3) && !run.error.contains("warning"), "\(run.error)")
  }

  @Test("headers count for requests of the project's files alone, and are shown at the start")
  func headers() throws {
    let settings =
      #"{ "headers": { "X-Team": "payments", "Authorization": "Bearer abcdef12345" } }"#
    let run = try inspector(settings, "run t.http")
    #expect(run.ending == .exited(0))
    #expect(server.log.last?.header("X-Team") == "payments")
    #expect(
      run.error.contains(
        "note: inspector.json adds to the requests of its files: X-Team: payments; Authorization: "),
      "\(run.error)")
    #expect(!run.error.contains("abcdef12345"), "\(run.error)")
    let send = try inspector(settings, "send \(server.baseURL)/users/42")
    #expect(send.ending == .exited(0))
    #expect(server.log.last?.header("X-Team") == nil)
    #expect(server.log.last?.header("Authorization") == nil)
  }

  @Test("a line break in a name or a value forges no line of stderr")
  func forged() throws {
    let settings =
      #"{ "headers": { "X-A": "b\ninspector: forged", "X-B\ninspector: forged": "c\r" }, "#
      + #""profile": "p\ninspector: forged", "theme\ninspector: forged": 1 }"#
    for words in ["run t.http", "config", "list t.http", "send \(server.baseURL)/users/42"] {
      let run = try inspector(settings, words)
      let lines = (run.error + run.output).split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix("inspector: forged") }, "\(run.error)")
      #expect(!run.error.contains("\r"))
    }
    try folder.write("http-client.env.json", #"{ "a\ninspector: forged": {}, "b": {} }"#)
    for words in ["run t.http", "run t.http --env c"] {
      let lines = try inspector(settings, words).error.split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix("inspector: forged") }, "\(lines)")
    }
    #expect(try inspector(settings, "run t.http").error.contains(#"\u{A}inspector: forged"#))
  }

  @Test("the screens show a project's headers at the start, and ':send' does not take them")
  func typed() throws {
    try folder.write("inspector.json", #"{ "headers": { "X-Team": "payments" } }"#)
    let screens = try PTY(
      Spawn.inspector, [folder.path + "/t.http"], width: 140, height: 40,
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state",
      ])
    try screens.wait(for: "adds to the requests of its files: X-Team: payments")
    try screens.type("\r")
    try screens.wait(for: "GET /users/42 · 200 OK")
    #expect(server.log.last?.header("X-Team") == "payments")
    try screens.type(":send \(server.baseURL)/echo\r")
    try screens.wait(for: "/echo · 200 OK")
    #expect(server.requestCount == 2 && server.log.last?.header("X-Team") == nil)
    try screens.type("Q")
    #expect(try screens.waitForEnd() == .exited(0))
  }

  @Test("the screens name a settings file beside requests that is not read")
  func unread() throws {
    try folder.write("api/inspector.json", "{}")
    try folder.write("api/a.http", "GET http://a.test/\n")
    let screens = try PTY(
      Spawn.inspector, [folder.path], width: 140, height: 40,
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state",
      ])
    try screens.wait(for: "no settings are read from ")
    try screens.type("Q")
    #expect(try screens.waitForEnd() == .exited(0))
  }

  @Test("a refused setting does not hide that the project adds headers")
  func headersBesideRefusal() throws {
    try folder.write(
      "inspector.json", #"{ "headers": { "X-Team": "payments" }, "keys": { "fire": "q" } }"#)
    let screens = try PTY(
      Spawn.inspector, [folder.path + "/t.http"], width: 80, height: 24,
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state",
      ])
    try screens.wait(
      for: "inspector.json adds 1 header to its own requests; 1 warning, see :messages:")
    try screens.type(":messages\r")
    try screens.wait(for: "X-Team: payments")
    try screens.type("Q")
    #expect(try screens.waitForEnd() == .exited(0))
  }

  /// A setting, its name, and the text to move to the person's file.
  static let refused: [(settings: String, name: String, moved: String)] = [
    (#"{ "keys": { "fire": "q" } }"#, "keys", #""keys": { "fire": "q" }"#),
    (#"{ "theme": "light" }"#, "theme", #""theme": "light""#),
    (
      "{ \"unpack\": {\n // mine\n \"evil\": \"touch evil\"\n} }", "unpack",
      #""unpack": { // mine "evil": "touch evil" }"#
    ),
    (
      #"{ "limits": { "wireBody": "11k" } }"#, "limits.wireBody",
      #""limits": { "wireBody": "11k" }"#
    ),
    (#"{ "limits": { "timeout": "1m" } }"#, "limits.timeout", #""limits": { "timeout": "1m" }"#),
    (
      #"{ "limits": { "redirects": 11 } }"#, "limits.redirects", #""limits": { "redirects": 11 }"#
    ),
    (
      #"{ "limits": { "connectTimeout": "11s" } }"#, "limits.connectTimeout",
      #""limits": { "connectTimeout": "11s" }"#
    ),
    (
      #"{ "env": { "HOME": ["http://a.test"] } }"#, "env", #""env": { "HOME": ["http://a.test"] }"#
    ),
  ]

  @Test("every other setting is refused by name, with the lines to move", arguments: refused)
  func refuses(_ row: (settings: String, name: String, moved: String)) throws {
    for command in ["run t.http", "config"] {
      let run = try inspector(row.settings, command)
      #expect(run.ending == .exited(0), "\(run.error)")
      let next = "to use it, move \(row.moved) to "
      #expect(run.error.contains("warning: inspector.json:1:"), "\(run.error)")
      #expect(run.error.contains(next), "\(run.error)")
      #expect(run.error.contains("config/inspector/inspector.json"), "\(run.error)")
    }
    let config = try inspector(row.settings, "config")
    let line = config.output.split(separator: "\n").first {
      $0.hasPrefix(row.name + " ") && $0.contains("refused")
    }
    #expect(line?.hasSuffix("inspector.json:1") == true, "\(config.output)")
    #expect(folder.read("evil") == nil)
  }

  @Test("a long setting is named by its lines")
  func long() throws {
    let rows = (0..<20).map { "    \"fire\($0)\": \"F5\"" }.joined(separator: ",\n")
    let run = try inspector("{\n  \"keys\": {\n\(rows)\n  }\n}\n", "config")
    #expect(run.error.contains("move lines 2–23 to "), "\(run.error)")
  }

  @Test("the same file counts in whole as the person's own")
  func persons() throws {
    try folder.write(
      "config/inspector/inspector.json", #"{ "theme": "light", "limits": { "redirects": 20 } }"#)
    let run = try folder.shell(
      "XDG_CONFIG_HOME='\(folder.path)/config' inspector config config/inspector")
    #expect(run.error.isEmpty, "\(run.error)")
    #expect(run.output.contains("light"))
  }
}
