import DemoServer
import Glibc
import TestSupport
import Testing

/// The built program: what was typed, sent or recorded becomes a request of a file.
@Suite("Keeping requests", .timeLimit(.minutes(5)))
struct KeepingTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
    try folder.write(
      "api/a.http",
      """
      ### login
      POST {{baseUrl}}/login
      Content-Type: application/json

      {"name": "ada", "password": "{{password}}"}

      """)
    try folder.write(
      "api/http-client.env.json", #"{"dev": {"baseUrl": "\#(server.baseURL)"}}"#)
    try folder.write("api/http-client.private.env.json", #"{"dev": {"password": "secret"}}"#)
  }

  private func start(_ path: String, width: Int = 100, height: Int = 40) throws -> PTY {
    let pty = try PTY(
      Spawn.inspector, [folder.path + "/" + path], width: width, height: height,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try pty.wait(for: "? help")
    return pty
  }

  /// Four keys beside the typing: c, Ctrl-f, Enter, Enter; the first two fire the login.
  @Test("a typed request, its token out of the login's answer; the name that is taken is left")
  func composed() throws {
    let pty = try start("api", width: 200)
    try pty.type("\r")
    try pty.wait(for: "200 ok")
    try pty.type("\t1")
    try pty.wait(for: "demo.0.")
    let row = try #require(pty.screen.rowNumber(of: "demo.0."))
    let text = pty.screen.row(row)
    let start = try #require(text.firstRange(of: "demo.0.")?.lowerBound)
    let token = String(text[start...].prefix { $0 != "\"" })
    try pty.type("\u{1b}[Zc\u{1b}[5~\u{15}\(server.baseURL)/orders\t\t")
    try pty.type("Authorization: Bearer \(token)\u{6}")
    try pty.wait(for: "keep in a.http")
    try pty.type("\r")
    try pty.wait(for: "post-orders · will be kept")
    try pty.wait(for: "POST {{baseUrl}}/orders")
    try pty.wait(for: "Bearer {{login.response.body.$.data.token}}")
    #expect(
      pty.screen.contains("{{login.response.body.$.data.token}} stands for the response to login"))
    let before = folder.read("api/a.http") ?? ""
    try pty.type("\r")
    try pty.wait(for: "kept as 'post-orders' in a.http:")
    let after = folder.read("api/a.http") ?? ""
    #expect(after.hasPrefix(before))
    #expect(!after.contains(token))
    try pty.type("\u{1b}")
    try pty.wait(for: "Targets 2")
    try pty.type("W\r")
    try pty.wait(for: "the name 'login' is taken: it is called 'login 2'")
    try pty.type("\r")
    try pty.wait(for: "kept as 'login 2'")
    try pty.wait(for: "Targets 3")
    #expect(folder.read("api/a.http")?.contains("\"password\": \"{{password}}\"") == true)
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  @Test("marked exchanges of a recording become a new file that can be run")
  func recorded() throws {
    let made = try Piped(
      [
        "run", folder.path + "/api", "--env", "dev", "--record", "r", "--repeat", "2",
      ], environment: ["XDG_STATE_HOME": folder.path + "/state"])
    #expect(made.ending == .exited(0), "\(made.error)")
    let pty = try start("api/sessions/r.har")
    try pty.wait(for: "2 exchanges")
    try pty.type("  :keep \(folder.path)/new/all\r")
    try pty.wait(for: "there is no folder")
    try pty.type(":keep \(folder.path)/all\r")
    try pty.wait(for: "2 requests · will be kept")
    try pty.wait(for: "@baseUrl = \(server.baseURL)")
    #expect(
      pty.screen.contains(
        "! needs $PASSWORD: :set PASSWORD=… for a run, or export it before the start"))
    try pty.type("\r")
    try pty.wait(for: "kept as 2 requests")
    let text = folder.read("all.http") ?? ""
    #expect(text.contains("### login\nPOST {{baseUrl}}/login"), "\(text)")
    #expect(text.contains("### login 2\n"))
    #expect(!text.contains("\"secret\""), "the password has a name")
    #expect(text.contains("{{$processEnv PASSWORD}}"))
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    let run = try Piped(
      ["run", folder.path + "/all.http"], environment: ["PASSWORD": "secret"])
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    let unset = try Piped(["run", folder.path + "/all.http"])
    #expect(
      (unset.output + unset.error).contains("export it before the start"), "\(unset.output)"
    )
    let set = try Piped(["run", folder.path + "/all.http", "--set", "PASSWORD=secret"])
    #expect(set.ending == .exited(0), "\(set.output)\(set.error)")
  }

  @Test("what a kept request needs of the process is set for this run by a word on the screen")
  func setHere() throws {
    try folder.write(
      "k.http",
      """
      ### login
      POST \(server.baseURL)/login
      Content-Type: application/json

      {"name": "ada", "password": "{{$processEnv PASSWORD}}"}

      """)
    let pty = try start("k.http", width: 80, height: 24)
    try pty.type("\r")
    try pty.wait(for: "--set PASSWORD=…")
    try pty.type(":set PASSWORD=secret\r")
    try pty.wait(for: "PASSWORD is set for this run")
    try pty.type("\r")
    try pty.wait(for: "200 ok")
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  /// Three keys beside the path: `=`, Enter, Enter.
  @Test(
    "a value of the response becomes an expectation of its request, a secret only that it is there")
  func expected() throws {
    let pty = try start("api")
    try pty.type("\r")
    try pty.wait(for: "200 ok")
    try pty.type("\t2")
    try pty.wait(for: "▌▾ {3}")
    try pty.type(".status\r")
    try pty.wait(for: "▌    status: \"ok\"")
    try pty.type("=")
    try pty.wait(for: "~json status == \"ok\"")
    try pty.type("\r")
    try pty.wait(for: "in front of line 2")
    try pty.type("\r")
    try pty.wait(for: "expected of 'login' from now on: a.http:2")
    try pty.type("\u{1b}.data.token\r=")
    try pty.wait(for: "~json data.token exists")
    try pty.type("\r")
    try pty.wait(for: "in front of line 3")
    try pty.type("\r")
    try pty.wait(for: "from now on: a.http:3")
    let text = folder.read("api/a.http") ?? ""
    #expect(
      text.hasPrefix(
        "### login\n# @expect ~json status == \"ok\"\n# @expect ~json data.token exists\nPOST "))
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    let run = try Piped(["run", folder.path + "/api", "--env", "dev"])
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
  }

  @Test("a file that was changed while its plan was looked at is left as it is")
  func changed() throws {
    let pty = try start("api")
    try pty.type("W\r")
    try pty.wait(for: "login 2 · will be kept")
    try folder.write("api/a.http", "### other\nGET /\n")
    try pty.type("\r")
    try pty.wait(for: "was changed meanwhile and is as it was")
    #expect(folder.read("api/a.http") == "### other\nGET /\n")
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  /// One key.
  @Test("Z gives the answer 21 rows of 24; the split is as it was in the next run")
  func zoom() throws {
    let pty = try start("api", width: 80, height: 24)
    try pty.type("\r")
    try pty.wait(for: "200 ok")
    try pty.type("\t")
    try pty.type("Z")
    try pty.wait(for: "the response alone") { screen in
      !screen.contains("Targets") && screen.row(0).contains("POST /login")
        && screen.row(1).contains("1 ") && screen.row(23).contains("Z all panes")
    }
    try pty.type("Z\u{1b}[Z>>")
    try pty.wait(for: "a list of eight rows") { $0.row(11).contains("POST /login") }
    let kept = folder.path + "/state/inspector/layout.json"
    while TestFolder.text(at: kept) == nil { try pty.look() }
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    let again = try start("api", width: 80, height: 24)
    try again.wait(for: "the list as it was") { $0.row(11).contains("POST /login") }
    try again.type("Q")
    #expect(try again.waitForEnd() == .exited(0))
  }
}
