import DemoServer
import Glibc
import NetEngine
import TestServer
import TestSupport
import Testing

/// `inspector run`, the built program against a server of this process.
@Suite("The command run")
struct RunCommandTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer.withBroken()
    folder = try TestFolder()
  }

  private func run(
    _ text: String, _ arguments: String..., file: String = "t.http"
  ) throws -> Piped {
    let path = try folder.write(file, text)
    return try Piped(["run", path, "--set", "baseUrl=\(server.baseURL)"] + arguments)
  }

  /// A request each, and the exit code it makes.
  static let codes: [(id: String, text: String, arguments: [String], code: Int32, kind: String)] = [
    ("ok", "GET /users", [], 0, "ok"),
    ("4xx", "GET /status/404", [], 4, "client"),
    ("5xx", "GET /status/503", [], 4, "server"),
    ("other status", "# @no-redirect\nGET /redirect/1", [], 4, "status"),
    ("business", "# @profile status/msg/data\nGET /users/7", [], 4, "business"),
    ("invalid session", "# @profile status/msg/data\nGET /users/42", [], 4, "invalidSession"),
    ("mapping", "# @map image\nGET /users", [], 4, "mapping"),
    ("expectation", "# @expect ~c 201\nGET /users", [], 4, "expectation"),
    ("timeout", "GET /delay/60000", ["--timeout", "100ms"], 3, "timeout"),
    ("refused", "GET http://127.0.0.1:1/", [], 3, "connect"),
    ("limit", "GET /bytes/100000", ["--max-body", "1k"], 3, "limit"),
    ("unresolved variable", "GET /users/{{nobody}}", [], 1, "setup"),
    ("no such environment value", "GET {{host}}/users", [], 1, "setup"),
    ("broken request", "GET /users\nno header", [], 2, "setup"),
    ("body file missing", "POST /echo\n\n< ./missing.json", [], 2, "setup"),
    ("status option", "GET /status/404", ["--status", "none"], 0, "ok"),
    ("map option", "GET /users", ["--map", "image"], 4, "mapping"),
    ("profile option", "GET /users/7", ["--profile", "status/msg/data"], 4, "business"),
  ]

  @Test("ends with the code of what went wrong", arguments: codes)
  func code(
    _ row: (id: String, text: String, arguments: [String], code: Int32, kind: String)
  ) throws {
    let path = try folder.write("t.http", row.text + "\n")
    let run = try Piped(
      ["run", path, "--set", "baseUrl=\(server.baseURL)", "--json"] + row.arguments)
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    let lines = JSONLines(Array(run.output.utf8))
    #expect(lines.count == 1)
    let said = try #require(lines.first).json
    #expect(said["kind"].string == row.kind, "\(run.output)")
    #expect(said["ok"].bool == (row.code == 0))
    #expect(said["seq"].int == 1)
    #expect(said["error"].exists == (row.code != 0))
  }

  @Test("a collection that cannot be read is 2, its place named")
  func unreadable() throws {
    let missing = try Piped(["run", folder.path + "/none"])
    #expect(missing.ending == .exited(2))
    #expect(missing.error.firstRange(of: "none") != nil)
    #expect(missing.error.firstRange(of: "No such file or directory") != nil)
    let wide = try folder.write("wide.http", [0xff, 0xfe, 0x47, 0])
    let run = try Piped(["run", wide])
    #expect(run.ending == .exited(2))
    #expect(run.error.firstRange(of: "\(wide):1:1: the file is no UTF-8 text") != nil)
  }

  /// A file beside the requests that asks for an answer, and the request that is sent with it.
  static let asking: [(name: String, text: String, request: String)] = [
    (
      "http-client.env.json", #"{"dev":{"said":"{{users.response.body.$.status}}"}}"#,
      "# @expect ~u said=ok\nGET /users?said={{said}}"
    ),
    (
      "body.txt", "said={{users.response.body.$.status}}",
      "# @expect ~b said=ok\nPOST /echo\n\n<@ ./body.txt"
    ),
    (
      "named.http", "@said = {{users.response.body.$.status}}\n",
      "import ./named.http\n# @expect ~u said=ok\nGET /users?said={{said}}"
    ),
  ]

  @Test("an answer is there for what asks and is no request's need", arguments: asking)
  func askedFor(_ row: (name: String, text: String, request: String)) throws {
    try folder.write(row.name, row.text)
    let run = try run("### users\nGET /users\n###\n\(row.request)\n")
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
  }

  @Test("a full disk is 5 for stdout and for a report, told before anything is sent")
  func fullDisk() throws {
    let path = try folder.write("t.http", "GET \(server.baseURL)/users\n")
    let full = try Piped(["run", path], stdout: .file("/dev/full"))
    #expect(full.ending == .exited(5))
    #expect(full.error == "inspector: stdout cannot be written: No space left on device\n")
    let report = try Piped(["run", path, "--report", "junit=/dev/full"])
    #expect(report.ending == .exited(5))
    #expect(report.output.firstRange(of: "1 as expected") != nil)
    #expect(
      report.error == "inspector: /dev/full cannot be written: No space left on device\n")
    let nowhere = try Piped(["run", path, "--report", "junit=\(folder.path)/no/such.xml"])
    #expect(nowhere.ending == .exited(5))
    #expect(nowhere.output.isEmpty)
    #expect(try Piped(["run", path], stdout: .brokenPipe).ending == .exited(141))
  }

  @Test("Ctrl-c ends it with 130, after the report is written; what is left counts as skipped")
  func interrupt() throws {
    let path = try folder.write(
      "t.http",
      """
      ### first
      GET \(server.baseURL)/users
      ### stuck
      GET \(server.baseURL)/delay/600000
      ### last
      GET \(server.baseURL)/users

      """)
    let report = folder.path + "/r.xml"
    let terminal = try PTY(
      Spawn.inspector, ["run", path, "--report", "junit=\(report)"], width: 100)
    try terminal.wait(for: "1/3 · stuck")
    try terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
    #expect(terminal.screen.contains("ended by signal 2"))
    #expect(!terminal.screen.contains("1/3"))
    let xml = try #require(folder.read("r.xml"))
    #expect(
      xml.firstRange(of: "tests=\"3\" failures=\"0\" errors=\"1\" skipped=\"1\"") != nil, "\(xml)")
  }

  @Test(
    "every signal that ends it is its exit code, whatever it cancelled, and the report is written",
    arguments: [
      (SIGTERM, 143), (SIGHUP, 129), (SIGALRM, 142), (SIGUSR1, 138), (SIGXCPU, 152), (40, 168),
    ] as [(Int32, Int32)])
  func ended(signal: Int32, code: Int32) throws {
    let path = try folder.write("t.http", "### stuck\nGET \(server.baseURL)/delay/600000\n")
    let report = folder.path + "/r.xml"
    let terminal = try PTY(
      Spawn.inspector, ["run", path, "--report", "junit=\(report)"], width: 100)
    try terminal.wait(for: "0/1 · stuck")
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == .exited(code))
    #expect(terminal.screen.contains("ended by signal \(signal)"))
    #expect(folder.read("r.xml") != nil)
  }

  @Test("SIGHUP beside another signal does not cut the end off: the report is written")
  func endedTwice() throws {
    let path = try folder.write("t.http", "### stuck\nGET \(server.baseURL)/delay/600000\n")
    let report = folder.path + "/r.xml"
    let terminal = try PTY(
      Spawn.inspector, ["run", path, "--report", "junit=\(report)"], width: 100)
    try terminal.wait(for: "0/1 · stuck")
    terminal.signal(SIGTERM)
    terminal.signal(SIGHUP)
    let end = try terminal.waitForEnd()
    #expect(end == .exited(143) || end == .exited(129))
    #expect(terminal.screen.contains("ended by signal"))
    #expect(folder.read("r.xml") != nil)
  }

  @Test("a chain goes in order, what it needs first, whatever else runs beside it")
  func chain() throws {
    let text = """
      ### detail
      GET /orders/{{orders.response.body.$.data[0].id}}
      Authorization: Bearer {{login.response.body.$.data.token}}
      ### orders
      # @expect ~json data length >0
      GET /orders
      Authorization: Bearer {{login.response.body.$.data.token}}
      ### login
      POST /login
      Content-Type: application/json

      {"name": "ada", "password": "secret"}
      ### a
      GET /delay/30
      ### b
      GET /delay/20
      ### c
      # @depends b
      GET /delay/10

      """
    for parallel in ["1", "4"] {
      let run = try run(text, "--json", "--parallel", parallel)
      #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
      let names = JSONLines(Array(run.output.utf8)).map { $0.json["name"].stringValue }
      #expect(names == ["login", "orders", "detail", "a", "b", "c"])
    }
  }

  @Test("a missing value names variable, line and nearest name; what needs the answer is skipped")
  func missingValue() throws {
    let before = server.requestCount
    let run = try run(
      """
      @tokn = 1
      ### login
      GET /users/{{token}}
      ### next
      GET /users?id={{login.response.body.$.id}}

      """)
    #expect(run.ending == .exited(1))
    #expect(
      run.output.firstRange(of: "there is no variable 'token' — did you mean 'tokn'?") != nil)
    #expect(run.output.firstRange(of: "t.http:3:12") != nil, "\(run.output)")
    #expect(run.output.firstRange(of: "skipped: 'login', which it needs, failed") != nil)
    #expect(server.requestCount == before)
  }

  @Test("a cycle is named, sends nothing, and leaves the rest alone")
  func cycle() throws {
    let run = try run(
      """
      ### a
      # @depends b
      GET /users
      ### b
      GET /users?x={{a.response.body.$.x}}
      ### c
      GET /users

      """)
    #expect(run.ending == .exited(1))
    #expect(run.output.firstRange(of: "requests depend on each other: a → b → a") != nil)
    #expect(run.output.firstRange(of: "3 requests · 1 as expected · 2 failed") != nil)
  }

  @Test("--fail-fast sends nothing more; what is left out counts as skipped")
  func failFast() throws {
    let run = try run("GET /status/500\n###\nGET /users\n###\nGET /users\n", "--fail-fast")
    #expect(run.ending == .exited(4))
    #expect(run.output.firstRange(of: "3 requests · 0 as expected · 1 failed · 2 skipped") != nil)
  }

  @Test("--repeat fires all of it again, logging in anew")
  func rounds() throws {
    let run = try run("GET /users\n###\nGET /echo\n", "--repeat", "3", "--json")
    #expect(JSONLines(Array(run.output.utf8)).map { $0.json["seq"].int } == [1, 2, 3, 4, 5, 6])
  }

  @Test("--only and names choose; a filter that cannot be read is pointed at")
  func only() throws {
    let text = "### one\nGET /users\n### two\nPOST /echo\n### three\nGET /echo?a=1\n"
    #expect(try run(text, "--only", "~m POST").output.firstRange(of: "1 request ·") != nil)
    #expect(try run(text, "--only", "a=1 | two").output.firstRange(of: "2 requests ·") != nil)
    #expect(try run(text, "one", "three").output.firstRange(of: "2 requests ·") != nil)
    let none = try run(text, "--only", "~c 404")
    #expect(none.ending == .exited(1))
    #expect(none.error.firstRange(of: "no request that matches") != nil)
    let wrong = try run(text, "--only", "~m GET & ~zz")
    #expect(wrong.ending == .exited(1))
    #expect(wrong.error.firstRange(of: "\n  ~m GET & ~zz\n           ^") != nil, "\(wrong.error)")
    let name = try run(text, "tow")
    #expect(name.ending == .exited(1))
    #expect(name.error.firstRange(of: "there is no request 'tow' — did you mean 'two'?") != nil)
  }

  @Test("environments are chosen by name; the only one needs no choice")
  func environments() throws {
    let text = "GET {{host}}/users\n"
    let one = "{\"dev\": {\"host\": \"\(server.baseURL)\"}}"
    try folder.write("http-client.env.json", one)
    #expect(try run(text).ending == .exited(0))
    try folder.write(
      "http-client.env.json",
      "{\"dev\": {\"host\": \"\(server.baseURL)\"}, \"prod\": {\"host\": \"http://127.0.0.1:1\"}}")
    #expect(try run(text).ending == .exited(1))
    #expect(try run(text, "--env", "dev").ending == .exited(0))
    #expect(try run(text, "--env", "prod").ending == .exited(3))
    let wrong = try run(text, "--env", "prd")
    #expect(wrong.ending == .exited(1))
    #expect(
      wrong.error.firstRange(of: "There is no environment 'prd'. Did you mean 'prod'?") != nil)
    #expect(try run(text, "--set", "host").error.firstRange(of: "NAME=VALUE") != nil)
  }

  @Test("--stub answers from samples; a request without one is skipped")
  func stub() throws {
    try folder.write("a.json", "{\"id\": 7}")
    let before = server.requestCount
    let run = try run(
      "# @sample ./a.json\n# @expect ~json id == 7\nGET /users\n###\nGET /echo\n", "--stub")
    #expect(run.ending == .exited(0))
    #expect(run.output.firstRange(of: "2 requests · 1 as expected · 1 skipped") != nil)
    #expect(server.requestCount == before)
  }

  @Test("an expectation about what failed makes it a success, any other does not")
  func expectations() throws {
    func code(_ expectations: String, _ target: String) throws -> PTY.Ending {
      try run("# @profile status/msg/data\n\(expectations)\nGET \(target)\n").ending
    }
    #expect(try code("# @expect ~kind biz", "/users/7") == .exited(0))
    #expect(try code("# @expect ~code user_not_found", "/users/7") == .exited(0))
    #expect(try code("# @expect ~time <60s", "/users/7") == .exited(4))
    #expect(try code("# @expect ~kind biz\n# @expect ~time >60s", "/users/7") == .exited(4))
    #expect(try code("# @expect ~c 404", "/status/404") == .exited(0))
    #expect(try code("# @expect ~c 403", "/status/404") == .exited(4))
    #expect(try code("# @expect ~e", "http://127.0.0.1:1/") == .exited(0))
    #expect(try code("# @expect !~kind ok", "/users") == .exited(4))
  }
}
