import DemoServer
import Glibc
import TestSupport
import Testing

/// An `inspector.json` that is edited while the screens are open.
@Suite("Configuration edited under the screens")
struct ConfigurationWatchTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
    try folder.write("r/a.http", "### one\nGET \(server.baseURL)/echo\n")
  }

  @Test("keys, headers and profiles count at once; a mistake is said and changes nothing")
  func edits() throws {
    try folder.write("config/inspector/inspector.json", "{ \"keys\": { \"fire\": \"F5\" } }")
    let terminal = try PTY(
      Spawn.inspector, [folder.path + "/r"], width: 120, height: 40,
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state",
      ])
    try terminal.wait(for: "F5 send")
    try folder.write(
      "config/inspector/inspector.json",
      "{\n  \"keys\": { \"fire\": \"F6\" },\n  \"headers\": { \"X-Team\": \"payments\" },\n}\n")
    try terminal.wait(for: "now in force: keys, headers")
    try terminal.type("\u{1B}")
    try terminal.wait(for: "F6 send")
    try terminal.type("\u{1B}[17~")
    try terminal.wait(for: "payments")
    try folder.write("config/inspector/inspector.json", "{\n  \"keys\": { \"fier\": \"F7\" }\n}\n")
    try terminal.wait(for: "not taken: ")
    try terminal.wait(for: "inspector.json:2:13: 'fier' means nothing here")
    try terminal.type("\u{1B}")
    try terminal.wait(for: "F6 send")
    try folder.write("config/inspector/inspector.json", "{\n  \"keys\": { \"fire\": \"F7\" }\n}\n")
    try terminal.wait(for: "now in force: keys, headers")
    try terminal.type("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("an edit of a project's file is refused in the same parts as at the start")
  func refused() throws {
    try folder.write("r/inspector.json", "{ \"keys\": { \"fire\": \"q\" } }")
    let terminal = try PTY(
      Spawn.inspector, [folder.path + "/r"], width: 160, height: 40,
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state",
      ])
    try terminal.wait(for: "\"keys\" does not count in a project's file")
    try folder.write(
      "r/inspector.json", "{ \"theme\": \"light\", \"headers\": { \"X-Team\": \"payments\" } }")
    try terminal.wait(for: "\"theme\" does not count in a project's file")
    try terminal.type("\u{1B}\r")
    try terminal.wait(for: "payments")
    #expect(server.requestCount == 1)
    try terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(server.requestCount == 1)
  }

  @Test("the first file of a person who had no folder for it counts at once, too")
  func firstFile() throws {
    try folder.write("config/other", "")
    let terminal = try PTY(
      Spawn.inspector, [folder.path + "/r"], width: 120, height: 40,
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state",
      ])
    try terminal.wait(for: "? help")
    try folder.write("config/inspector/inspector.json", "{ \"keys\": { \"fire\": \"F5\" } }")
    try terminal.wait(for: "now in force: keys")
    try terminal.type("\u{1B}")
    try terminal.wait(for: "F5 send")
    try folder.write("config/inspector/inspector.json", "{ \"keys\": { \"fire\": \"F6\" } }")
    try terminal.wait(for: "now in force: keys")
    try terminal.type("\u{1B}")
    try terminal.wait(for: "F6 send")
    try terminal.type("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("another theme is drawn at once; the one that was said on the line stays")
  func theme() throws {
    try folder.write("config/inspector/inspector.json", "{ \"theme\": \"dark\" }")
    let environment = [
      "XDG_CONFIG_HOME": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state",
      "TERM": "xterm-256color",
    ]
    let terminal = try PTY(
      Spawn.inspector, [folder.path + "/r"], width: 100, height: 30, environment: environment)
    try terminal.wait(for: "? help")
    try folder.write("config/inspector/inspector.json", "{ \"theme\": \"light\" }")
    try terminal.wait(for: "now in force: theme")
    try terminal.type("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    let fixed = try PTY(
      Spawn.inspector, [folder.path + "/r", "--theme", "dark"], width: 100, height: 30,
      environment: environment)
    try fixed.wait(for: "? help")
    try folder.write(
      "config/inspector/inspector.json", "{ \"theme\": \"dark\", \"headers\": { \"X-A\": \"1\" } }")
    try fixed.wait(for: "now in force: headers")
    try fixed.type("Q")
    #expect(try fixed.waitForEnd() == .exited(0))
  }
}
