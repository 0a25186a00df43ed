import DemoServer
import NetEngine
import TestSupport
import Testing

/// What `run` and `send` say of an answer that looks like a refusal where no profile is set.
@Suite("Detected envelopes without a screen")
struct DetectedReportTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  private static let ways =
    "--profile status/msg/data judges by it, P on the screens keeps it in inspector.json"

  private func run(_ text: String, _ arguments: String...) throws -> Piped {
    let path = try folder.write("t.http", text)
    return try Piped(["run", path, "--set", "baseUrl=\(server.baseURL)"] + arguments)
  }

  private static let three = """
    ### fine
    GET /users
    ### gone
    GET /users/42
    ### also gone
    GET /users/42
    ### refused
    GET /users/7

    """

  @Test("the text has the question mark of the lists and says how to judge; the run stays green")
  func text() throws {
    let run = try run(Self.three)
    #expect(run.ending == .exited(0), "\(run.error)")
    let lines = run.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 7, "\(run.output)")
    let starts = [
      "✓ 200 ok            GET", "✓ 200 expired?      GET", "✓ 200 expired?      GET",
      "✓ 200 rejected?     GET",
    ]
    #expect(zip(lines, starts).allSatisfy { $0.hasPrefix($1) }, "\(run.output)")
    #expect(
      lines[4] == "note: 2 responses look like refusals: no profile is set, and a detected one "
        + "(status/msg/data) says expired; \(Self.ways)")
    #expect(
      lines[5] == "note: 1 response looks like a refusal: no profile is set, and a detected one "
        + "(status/msg) says rejected; \(Self.ways)")
    #expect(lines[6].hasPrefix("4 requests · 4 as expected · "))
  }

  @Test("on a terminal a detected failure has the colour of a warning, a good response green")
  func colours() throws {
    let rows: [(path: String, attributes: Set<Set<Int>>)] = [
      ("/users/42", [[], [1, 33]]), ("/users", [[], [32]]),
    ]
    for (path, attributes) in rows {
      let file = try folder.write("t.http", "GET \(server.baseURL)\(path)\n")
      let terminal = try PTY(
        Spawn.inspector, ["run", file],
        environment: ["TERM": "xterm-256color", "NO_COLOR": nil])
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.screen.attributesSeen == attributes, "\(path)")
    }
  }

  @Test("JSON has it beside the verdict, which stays; JUnit has nothing to fail")
  func machines() throws {
    let run = try run(Self.three, "--json", "--report", "junit=\(folder.path)/a.xml")
    #expect(run.ending == .exited(0), "\(run.error)")
    let lines = JSONLines(Array(run.output.utf8)).map(\.json)
    #expect(lines.allSatisfy { $0["kind"].string == "ok" && $0["ok"].bool == true })
    #expect(
      lines.map { $0["detected"]["kind"].string }
        == [nil, "invalidSession", "invalidSession", "business"], "\(run.output)")
    #expect(lines[1]["detected"]["profile"].string == "status/msg/data")
    #expect(lines[1]["detected"]["reason"].string?.isEmpty == false)
    #expect(!lines[0]["detected"].exists)
    let xml = try #require(folder.read("a.xml"))
    #expect(xml.contains("tests=\"4\" failures=\"0\" errors=\"0\""), "\(xml)")
  }

  /// Where nothing is hinted at: a request, and options.
  static let silent: [(id: String, text: String, arguments: [String], code: Int32)] = [
    ("no profile on the line", "GET /users/42", ["--profile", "none"], 0),
    ("no profile in the request", "# @profile none\nGET /users/42", [], 0),
    ("a profile judges", "GET /users/42", ["--profile", "status/msg/data"], 4),
    ("it failed anyway", "# @expect ~c 201\nGET /users/42", [], 4),
    ("plain data", "GET /users", [], 0),
  ]

  @Test("whoever has chosen, or hears of a failure, is told nothing more", arguments: silent)
  func silence(_ row: (id: String, text: String, arguments: [String], code: Int32)) throws {
    let path = try folder.write("t.http", row.text + "\n")
    let run = try Piped(
      ["run", path, "--set", "baseUrl=\(server.baseURL)"] + row.arguments
        + ["--report", "text", "--report", "json=\(folder.path)/a.json"])
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    #expect(!run.output.contains("?") && !run.output.contains("note:"), "\(run.output)")
    #expect(folder.read("a.json")?.contains("detected") == false)
  }

  private func send(_ arguments: String...) throws -> Piped {
    try Piped(
      [
        "-c", "cd \(folder.path.quotedForShell) && exec \"$@\"", "sh", Spawn.inspector, "send",
        server.baseURL + "/users/42",
      ] + arguments, program: "/bin/sh")
  }

  @Test("send says it on stderr: stdout is the body alone, and the exit code stays")
  func sends() throws {
    let sent = try send()
    #expect(sent.ending == .exited(0))
    #expect(JSONDocument(Array(sent.output.utf8)).json["status"].string == "invalid_session")
    #expect(
      sent.error == "inspector: note: the response looks like a refusal: no profile is set, and a "
        + "detected one (status/msg/data) says expired; \(Self.ways)\n")
    #expect(try send("--profile", "none").error == "")
    let judged = try send("--profile", "status/msg/data")
    #expect(judged.ending == .exited(4))
    #expect(!judged.error.contains("note:"))
    let line = try send("--json")
    let said = JSONDocument(Array(line.output.utf8)).json
    #expect(said["detected"]["kind"].string == "invalidSession" && said["kind"].string == "ok")
    #expect(line.error == "")
  }
}
