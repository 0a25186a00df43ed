import DemoServer
import NetEngine
import Sessions
import Testing

/// Variables of the environment in a folder that a stranger may have made.
@Suite("Variables of the environment that requests send")
struct EnvironmentSentTests {
  let server: DemoServer
  let folder: TestFolder
  private static let value = "the-value-of-it"

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
    try folder.write("t.http", "GET \(server.baseURL)/echo\nX-Key: {{$processEnv SECRET_X}}\n")
  }

  private func inspector(_ words: String) throws -> Piped {
    try folder.shell(
      "SECRET_X=\(Self.value) XDG_CONFIG_HOME='\(folder.path)/config' inspector \(words)")
  }

  private var sent: String? { server.log.last?.header("X-Key") }

  /// Spellings of the same variable: lines in front of the request, and its header.
  static let spellings: [(lines: String, header: String)] = [
    ("", "{{$processEnv SECRET_X}}"), ("", "{{$env.SECRET_X}}"),
    ("@key = {{$processEnv SECRET_X}}", "{{key}}"),
    ("@a = {{$env.SECRET_X}}\n@key = {{a}}", "{{key}}"),
    ("@name = SECRET_X", "{{$processEnv %name}}"), ("", "{{shared}}"),
  ]

  @Test(
    "are listed with their origin, named on stderr, and refused by --strict", arguments: spellings)
  func spelling(_ row: (lines: String, header: String)) throws {
    try folder.write(
      "http-client.env.json", #"{ "$shared": { "shared": "{{$processEnv SECRET_X}}" } }"#)
    try folder.write(
      "t.http", "\(row.lines)\n\nGET \(server.baseURL)/echo\nX-Key: \(row.header)\n")
    let use = "SECRET_X → \(server.baseURL)"
    let list = try inspector("list t.http")
    #expect(list.output.contains("sends \(use)\n"), "\(list.output)\(list.error)")
    let json = try inspector("list t.http --json")
    #expect(json.output.contains(#""env":{"SECRET_X":"\#(server.baseURL)"}"#), "\(json.output)")
    let strict = try inspector("run t.http --strict")
    #expect(strict.ending == .exited(1) && server.requestCount == 0, "\(strict.error)")
    let next = "allow it with --allow-env SECRET_X=\(server.baseURL), or with \"env\": "
    #expect((strict.output + strict.error).contains(next), "\(strict.output)\(strict.error)")
    let run = try inspector("run t.http")
    #expect(run.ending == .exited(0) && sent == Self.value, "\(run.output)\(run.error)")
    #expect(run.error.components(separatedBy: "sends of the environment \(use);") == 1)
  }

  /// Options and the person's file, and whether they allow the variable.
  static let permissions: [(words: String, file: String, isSent: Bool)] = [
    ("--allow-env SECRET_X", "", true), ("--allow-env SECRET_X=URL", "", true),
    ("--allow-env SECRET_X=URL/path?a", "", true),
    ("--allow-env OTHER --allow-env SECRET_X=http://other.test", "", false),
    ("--allow-env SECRET", "", false), ("", #"{ "env": { "SECRET_X": ["URL"] } }"#, true),
    ("", #"{ "env": { "SECRET_X": "URL" } }"#, true),
    ("", #"{ "env": { "SECRET_X": ["http://other.test"], "OTHER": ["URL"] } }"#, false),
  ]

  @Test("an option or the person's file allows one to go to an origin", arguments: permissions)
  func permission(_ row: (words: String, file: String, isSent: Bool)) throws {
    try folder.write(
      "config/inspector/inspector.json", row.file.replacing("URL", with: server.baseURL))
    let words = row.words.replacing("URL", with: server.baseURL)
    let run = try inspector("run t.http --strict \(words)")
    #expect(run.ending == .exited(row.isSent ? 0 : 1), "\(run.output)\(run.error)")
    #expect(server.requestCount == (row.isSent ? 1 : 0))
    #expect(!row.isSent || !run.error.contains("sends of the environment"), "\(run.error)")
  }

  @Test("one that a request takes out of an earlier request counts for its own origin")
  func taken() throws {
    let other = try DemoServer()
    try folder.write(
      "t.http",
      """
      ### a
      # @name a
      GET \(server.baseURL)/echo
      X-Key: {{$processEnv SECRET_X}}

      ### b
      GET \(other.baseURL)/echo
      X-Key: {{a.request.headers.X-Key}}
      """)
    let run = try inspector("run t.http --strict --allow-env SECRET_X=\(server.baseURL)")
    #expect(run.ending == .exited(1) && sent == Self.value, "\(run.output)\(run.error)")
    #expect(other.requestCount == 0)
    let both = try inspector("run t.http --strict --allow-env SECRET_X")
    #expect(both.ending == .exited(0) && other.requestCount == 1, "\(both.output)\(both.error)")
  }

  @Test("a project's file allows nothing, and a wrong word is told")
  func mistaken() throws {
    try folder.write(
      "inspector.json", #"{ "env": { "SECRET_X": ["\#(server.baseURL)"] } }"#)
    #expect(try inspector("run t.http --strict").ending == .exited(1))
    #expect(server.requestCount == 0)
    for word in ["=http://a.test", "A=nowhere", "A="] {
      let run = try inspector("run t.http --allow-env \(word)")
      #expect(run.ending == .exited(1) && run.error.contains("TOKEN=https://"), "\(run.error)")
    }
  }

  @Test("samples and recordings send nothing, so that nothing is said")
  func nothing() throws {
    #expect(try inspector("run t.http --record s").ending == .exited(0))
    let run = try inspector("run t.http --from s --strict")
    #expect(!run.error.contains("environment"), "\(run.error)")
    #expect(server.requestCount == 1)
  }

  @Test("the mark of a secret in a recording is filled only as far as that is allowed")
  func replayed() throws {
    let request = HTTPRequest(
      url: server.baseURL + "/echo", headers: ["Authorization": "Bearer abcdefgh12345678"])
    let response = Response(statusCode: 200, headers: [:], body: "a", request: request)
    let exchange = Exchange(
      sequence: 1, name: "a", startedAt: 0, request: request, result: .success(response))
    try folder.write("raw.har", bytes: HARWriter().document([exchange]))
    #expect(try inspector("seal raw.har s.har").ending == .exited(0))
    let strict = try inspector("replay s.har --live --strict")
    #expect(server.requestCount == 0, "\(strict.output)\(strict.error)")
    let set = try folder.shell("AUTHORIZATION=abc inspector replay s.har --live --strict")
    #expect(
      server.requestCount == 0 && set.error.contains("--allow-env AUTHORIZATION=\(server.baseURL)"),
      "\(set.error)")
    let allowed = try folder.shell(
      "AUTHORIZATION=abc inspector replay s.har --live --strict --allow-env AUTHORIZATION")
    #expect(server.requestCount == 1, "\(allowed.output)\(allowed.error)")
    #expect(server.log.last?.header("Authorization")?.hasSuffix("abc") == true)
  }

  // MARK: On a terminal

  private func terminal(_ words: [String]) throws -> PTY {
    try PTY(
      Spawn.inspector, words, width: 140, height: 40,
      environment: [
        "SECRET_X": Self.value, "XDG_CONFIG_HOME": folder.path + "/config",
        "XDG_STATE_HOME": folder.path + "/state",
      ])
  }

  @Test("on a terminal 'run' asks once for each folder, variable and origin")
  func asked() throws {
    let path = folder.path + "/t.http"
    let no = try terminal(["run", path])
    try no.wait(for: "SECRET_X → \(server.baseURL). Send? [y/N]")
    try no.type("n\r")
    #expect(try no.waitForEnd() == .exited(1))
    #expect(server.requestCount == 0)
    let yes = try terminal(["run", path])
    try yes.wait(for: "Send? [y/N]")
    try yes.type("y\r")
    #expect(try yes.waitForEnd() == .exited(0))
    #expect(server.requestCount == 1 && sent == Self.value)
    let again = try terminal(["run", path])
    #expect(try again.waitForEnd() == .exited(0))
    #expect(server.requestCount == 2)
    let strict = try terminal(["run", path, "--strict"])
    #expect(try strict.waitForEnd() == .exited(1))
    #expect(server.requestCount == 2)
  }

  @Test("the screens ask before the first send, and remember a yes")
  func screens() throws {
    let use = "SECRET_X → \(server.baseURL)"
    let first = try terminal([folder.path])
    try first.wait(for: "? help")
    try first.type("\r")
    try first.wait(for: "send of the environment \(use)?")
    #expect(server.requestCount == 0)
    try first.type("n")
    try first.wait(for: "· not sent")
    #expect(server.requestCount == 0)
    try first.type("\r")
    try first.wait(for: "send of the environment \(use)?")
    try first.type("y")
    try first.wait(for: "200")
    #expect(server.requestCount == 1 && sent == Self.value)
    try first.type("Q")
    #expect(try first.waitForEnd() == .exited(0))
    let second = try terminal([folder.path])
    try second.wait(for: "? help")
    try second.type("\r")
    try second.wait(for: "200")
    #expect(server.requestCount == 2)
    try second.type("Q")
    #expect(try second.waitForEnd() == .exited(0))
  }

  @Test("what waits for an answer that is asked about goes on after a yes")
  func chain() throws {
    try folder.write(
      "t.http",
      """
      # @name login
      GET \(server.baseURL)/echo
      X-Key: {{$processEnv SECRET_X}}

      ###
      # @name next
      GET \(server.baseURL)/users/42
      X-From: {{login.response.status}}
      """)
    let screens = try terminal([folder.path])
    try screens.wait(for: "? help")
    try screens.type("j\r")
    try screens.wait(for: "send of the environment SECRET_X")
    try screens.type("y")
    try screens.wait(for: "detected: invalid session")
    #expect(server.requestCount == 2)
    try screens.type("Q")
    #expect(try screens.waitForEnd() == .exited(0))
  }
}

extension String {
  fileprivate func components(separatedBy word: String) -> Int {
    split(separator: "\n").count { $0.contains(word) }
  }
}
