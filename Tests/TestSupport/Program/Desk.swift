import DemoServer
import Glibc

/// The program in a terminal over a folder of requests to a server of its own, and who sits before it.
package final class Desk {
  package let server: DemoServer
  package let folder: TestFolder
  package let terminal: PTY
  /// How many requests have been asked for.
  package private(set) var asked = 0

  /// Thirty quick requests in `a.http`, one that hangs in `z.http`, two environments.
  ///
  /// `command` stands before the program, for a shell: `ulimit -n 40; exec`.
  package init(
    _ folder: TestFolder, behind command: String? = nil, environment: [String: String?] = [:],
    slow: String = "/broken/time/hang"
  ) throws {
    server = try DemoServer()
    self.folder = folder
    let base = server.baseURL
    try folder.write(
      "r/http-client.env.json",
      #"{"one": {"host": "\#(base)", "place": "one"}, "two": {"host": "\#(base)", "place": "two"}}"#
    )
    try folder.write("r/z.http", "### slow\nGET {{host}}\(slow)\n")
    let variables = ["XDG_STATE_HOME": folder.path + "/state"].merging(environment) { $1 }
    let words = [folder.path + "/r", "--env", "one"]
    try folder.write("r/a.http", Self.requests(version: 0))
    if let command {
      let line = command + " '\(Spawn.inspector)' \(words.joined(separator: " "))"
      terminal = try PTY(
        "/bin/sh", ["-c", line], width: 120, height: 36, environment: variables)
    } else {
      terminal = try PTY(
        Spawn.inspector, words, width: 120, height: 36, environment: variables)
    }
    try terminal.wait(for: "? help")
    // What is marked is what `a` fires.
    try terminal.type("g ")
    try terminal.wait(for: "30 marked")
  }

  package static let quick = 30

  private static func requests(version: Int) -> String {
    (0..<quick).map { "### n\($0)\nGET {{host}}/echo?n=\($0)&e={{place}}&v=\(version)&\n" }
      .joined(separator: "\n")
  }

  package func edit(version: Int) throws {
    try folder.write("r/a.http", Self.requests(version: version))
  }

  /// Fires all that are marked, and sees them answered.
  package func fireAll() throws {
    asked += Self.quick
    try terminal.type("a")
    try waitForAll()
  }

  /// A frame in which all that was asked for has begun, and nothing runs any more.
  package func waitForAll() throws {
    try terminal.wait(for: "the end of all") { [asked] screen in
      // The heading of the thirty counts those that run: `12✓ 18…`.
      !screen.row(2).contains("…") && screen.contains("History \(asked) ")
    }
  }

  /// Fires the slow one and cancels it while it waits.
  package func cancelOne() throws {
    asked += 1
    let before = server.counters
    try terminal.type("Gr")
    try terminal.look(until: { [server] in server.counters.requests > before.requests })
    try terminal.type("x")
    try terminal.look(until: { [server] in server.counters.abandoned > before.abandoned })
    try terminal.type("g")
    try waitForAll()
  }

  /// Types a command and waits for what it shows.
  package func say(_ command: String, until text: String) throws {
    try terminal.type(":\(command)\r")
    try terminal.wait(for: text)
  }
}

extension PTY {
  /// Reads what is painted until something outside of the terminal holds.
  package func look(until isMet: () -> Bool) throws {
    var turns = 0
    while !isMet() {
      try look()
      turns += 1
      guard turns < 12_000 else {
        throw Failure(description: "it does not happen; the screen:\n\(screen.text)")
      }
    }
  }
}
