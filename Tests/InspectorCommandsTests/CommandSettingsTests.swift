import DemoServer
import TestServer
import TestSupport
import Testing

/// `inspector.json` counts for the commands without a screen as it does on the screens.
@Suite("The configuration without a screen")
struct CommandSettingsTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer.withBroken()
    folder = try TestFolder()
  }

  private static let shop = """
    "profiles": { "shop": { "statusCodeKey": "status", "tipStrKey": "msg", "modelKey": "data",
      "successValues": ["success"], "invalidSessionValues": ["invalid_session"] } }
    """

  private func run(_ words: String) throws -> Piped {
    try Piped(
      ["-c", "cd '\(folder.path)' && '\(Spawn.inspector)' \(words)"], program: "/bin/sh")
  }

  /// The configuration, the request file, the command, its code and the kind in its line.
  static let table:
    [(id: String, settings: String, request: String, command: String, code: Int32, kind: String)] =
      [
        (
          "the default profile of run", "\(shop), \"profile\": \"shop\"", "GET /users/42",
          "run t.http", 4, "invalidSession"
        ),
        (
          "a profile that a request names", shop, "# @profile shop\nGET /users/42",
          "run t.http", 4, "invalidSession"
        ),
        (
          "a profile that the line names", shop, "GET /users/42", "run t.http --profile shop", 4,
          "invalidSession"
        ),
        (
          "the line wins", "\"profile\": \"shop\", \(shop)", "GET /users/42",
          "run t.http --profile none", 0, "ok"
        ),
        (
          "a page where JSON was asked for, by a default profile",
          "\"profile\": \"shop\", \(shop)", "GET /html\nAccept: application/json", "run t.http", 4,
          "mapping"
        ),
        (
          "a page that nobody asked to be JSON, by a default profile",
          "\"profile\": \"shop\", \(shop)", "GET /html", "run t.http", 0, "ok"
        ),
        (
          "a page, by a profile that the line names", shop, "GET /html",
          "run t.http --profile shop", 4, "mapping"
        ),
        (
          "a request that leaves itself out", "\"profile\": \"shop\", \(shop)",
          "# @profile none\nGET /html", "run t.http", 0, "ok"
        ),
        (
          "a request that leaves itself out of its file",
          shop, "# @profile shop\n\n###\n# @profile none\nGET /html", "run t.http", 0, "ok"
        ),
        (
          "a limit", "\"limits\": {\"wireBody\": \"1k\"}", "GET /bytes/100000", "run t.http", 3,
          "limit"
        ),
        (
          "a limit that the line raises", "\"limits\": {\"wireBody\": \"1k\"}",
          "GET /bytes/100000", "run t.http --max-body 1M", 0, "ok"
        ),
        ("no configuration", "", "GET /users/42", "run t.http", 0, "ok"),
      ]

  @Test("a settings file near the requests that is not read is named, below the folder or above")
  func unread() throws {
    for name in ["api", "web"] {
      try folder.write("\(name)/inspector.json", "{ \(Self.shop), \"profile\": \"shop\" }")
      try folder.write("\(name)/more/t.http", "GET {{baseUrl}}/users/42\n")
    }
    func warning(_ path: String, code: Int32) throws -> Substring? {
      let run = try run("run \(path) --set baseUrl=\(server.baseURL)")
      #expect(run.ending == .exited(code), "\(run.output)\(run.error)")
      return run.error.split(separator: "\n").first { $0.contains("no settings are read") }
    }
    #expect(
      try warning(".", code: 0)
        == "inspector: warning: no settings are read from api/inspector.json, web/inspector.json, "
        + "only from inspector.json: move them there, or open the other folder by itself")
    #expect(try warning("api", code: 4) == nil)
    // Above the folder only the repository is looked through.
    #expect(try warning("api/more", code: 0) == nil)
    try folder.write(".git/HEAD", "")
    #expect(
      try warning("api/more", code: 0)?.contains("/api/inspector.json, only from api/more/") == true
    )
    try folder.write("inspector.json", "{}")
    #expect(try warning("api", code: 4) == nil)
  }

  @Test("counts for run", arguments: table)
  func counts(
    _ row: (
      id: String, settings: String, request: String, command: String, code: Int32, kind: String
    )
  ) throws {
    try folder.write("inspector.json", "{ \(row.settings) }")
    try folder.write("t.http", row.request + "\n")
    let run = try run("\(row.command) --json --set baseUrl=\(server.baseURL)")
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    #expect(run.output.firstRange(of: "\"kind\":\"\(row.kind)\"") != nil, "\(run.output)")
  }

  @Test(
    "an empty file sets nothing and is no mistake: editors leave one while they save",
    arguments: ["", "\n", " \t\r\n\n"])
  func empty(text: String) throws {
    try folder.write("inspector.json", text)
    let run = try run("config")
    #expect(run.ending == .exited(0) && run.error.isEmpty, "\(run.error)")
    try folder.write("inspector.json", text + "x")
    #expect(try self.run("config").error.contains("inspector.json"), "what is none is said")
  }

  @Test("send takes profile and limits of the folder it is called in, and no headers")
  func send() throws {
    try folder.write(
      "inspector.json",
      """
      { // what the team has agreed on
        "headers": { "X-Team": "payments", "Accept": "text/x" }, "profile": "shop",
        \(Self.shop), "limits": { "wireBody": "1k" } }
      """)
    #expect(try run("send \(server.baseURL)/users/42").ending == .exited(4))
    #expect(try run("send \(server.baseURL)/bytes/100000").ending == .exited(3))
    #expect(
      try run("send \(server.baseURL)/echo --profile none -H 'Accept: text/y'").ending == .exited(0)
    )
    let request = try #require(server.log.last)
    #expect(request.header("X-Team") == nil)
    #expect(request.header("Accept") == "text/y")
  }

  @Test("run sends the headers of the configuration, and says what is wrong in it")
  func headers() throws {
    try folder.write(
      "api/inspector.json", "{ \"headers\": { \"X-Team\": \"payments\" }, \"hedaers\": 1 }")
    try folder.write("api/t.http", "GET \(server.baseURL)/echo\n")
    let run = try run("run api")
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(server.log.last?.header("X-Team") == "payments")
    #expect(
      run.error.firstRange(of: "warning: api/inspector.json:1:40: 'hedaers'") != nil, "\(run.error)"
    )
    #expect(run.error.firstRange(of: "did you mean 'headers'?") != nil)
  }

  @Test("a session is read with what stands above its folder")
  func session() throws {
    try folder.write("t.http", "GET \(server.baseURL)/users/42\n")
    #expect(try run("run t.http --record kept").ending == .exited(0))
    #expect(try run("check sessions/kept.har").ending == .exited(0))
    try folder.write("inspector.json", "{ \(Self.shop), \"profile\": \"shop\" }")
    #expect(try run("check sessions/kept.har").ending == .exited(4))
    #expect(
      try run("list sessions/kept.har --json").output.firstRange(of: "\"kind\":\"invalidSession\"")
        != nil)
    let elsewhere = try Piped(["check", folder.path + "/sessions/kept.har"])
    #expect(elsewhere.ending == .exited(4))
    // One that lies beside the session is nearer.
    try folder.write("sessions/inspector.json", "{}")
    #expect(try run("check sessions/kept.har").ending == .exited(0))
  }

  @Test("what a request named when it was recorded counts before the configuration")
  func recorded() throws {
    try folder.write("t.http", "# @profile status/msg/data\nGET \(server.baseURL)/users/42\n")
    #expect(try run("run t.http --record own").ending == .exited(4))
    #expect(try run("check sessions/own.har").ending == .exited(4))
    try folder.write("inspector.json", "{ \"profile\": \"HTTP status\" }")
    #expect(try run("check sessions/own.har").ending == .exited(4))
    let row = try run("list sessions/own.har").output
    #expect(row.firstRange(of: "200 expired       GET") != nil, "\(row)")
    #expect(try run("check sessions/own.har --only '~kind inv'").ending == .exited(4))
    #expect(try run("check sessions/own.har --profile none").ending == .exited(0))
  }

  @Test("that a request named no profile when it was recorded counts before the configuration")
  func recordedNone() throws {
    try folder.write("inspector.json", "{ \(Self.shop), \"profile\": \"shop\" }")
    try folder.write("t.http", "# @profile none\nGET \(server.baseURL)/users/42\n")
    #expect(try run("run t.http --record own").ending == .exited(0))
    #expect(try run("seal sessions/own.har sealed.har --stable").ending == .exited(0))
    for path in ["sessions/own.har", "sealed.har"] {
      let check = try run("check \(path) --json")
      #expect(check.ending == .exited(0), "\(path): \(check.output)")
      #expect(!check.output.contains("detected"))
      let row = try run("list \(path)").output
      #expect(row.contains("200 ok            GET"), "\(row)")
      #expect(try run("check \(path) --only '~kind inv'").output.hasPrefix("0 exchanges"))
      #expect(try run("check \(path) --profile shop").ending == .exited(4))
    }
    // What came through a file without the word is judged as ever.
    let word = #","_profile":"none""#
    let old = try #require(folder.read("sealed.har")).replacing(word, with: "")
    try folder.write("old.har", old)
    #expect(try run("check old.har").ending == .exited(4))
  }

  @Test("a profile that is kept for a place counts there alone")
  func kept() throws {
    try folder.write(
      "inspector.json",
      "{ \(Self.shop), \"profileFor\": { \"\(server.baseURL)/users\": \"shop\" } }")
    try folder.write("t.http", "GET \(server.baseURL)/users/42\n")
    #expect(try run("run t.http").ending == .exited(4))
    try folder.write("t.http", "GET \(server.baseURL)/echo\n")
    #expect(try run("run t.http").ending == .exited(0))
    #expect(try run("send \(server.baseURL)/users/42").ending == .exited(4))
  }

  @Test("a profile of the configuration that a request names is known on the screens")
  func screens() throws {
    try folder.write("inspector.json", "{ \(Self.shop) }")
    try folder.write("t.http", "# @profile shop\nGET \(server.baseURL)/users/42\n")
    try folder.write("s.script", "key Enter\nwait\nframe\n")
    let run = try run(". --script s.script --size 120x36")
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(run.output.firstRange(of: "expired") != nil, "\(run.output)")
    #expect(run.output.firstRange(of: "shop") != nil)
  }
}
