import DemoServer
import NetEngine
import NetRecordings
import TestServer
import TestSupport
import Testing

/// Variables of the environment in a folder that a stranger may have made.
@Suite("Variables of the environment that requests send")
struct EnvironmentSentTests {
  let server: DemoServer
  let folder: TestFolder
  private static let value = "the-value-of-it"

  init() throws {
    server = try DemoServer.withBroken()
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

  /// How a request holds the variable, and whether a redirect may be followed without it.
  static let redirected: [(request: String, isDropped: Bool)] = [
    ("X-Key: {{$processEnv SECRET_X}}\n", true), ("Odd: {{%key}}\n", true),
    ("\na={{$processEnv SECRET_X}}", false), ("\n{\"a\": \"{{key}}\"}", false),
    ("Content-Type: application/x-www-form-urlencoded\n\na=1&\nb={{%key}}", false),
    ("\n<@ ./body.txt", false), ("\n< ./body.txt", true),
    (
      "Content-Type: multipart/form-data; boundary=B\n\n--B\nContent-Disposition: form-data; "
        + "name=\"a\"\n\n{{key}}\n--B--", false
    ),
    ("X-Request-Type: GraphQL\n\nquery { a(b: \"{{key}}\") }", false),
  ]

  @Test("a redirect takes none to an origin that was not allowed", arguments: redirected)
  func redirect(_ row: (request: String, isDropped: Bool)) throws {
    let other = try DemoServer()
    try folder.write("body.txt", "a={{key}}")
    try folder.write(
      "t.http",
      """
      @key = {{$processEnv SECRET_X}}

      PUT \(server.baseURL)/redirect/to?status=307&to=\(other.baseURL)/echo
      \(row.request)
      """)
    for words in ["--strict --allow-env SECRET_X=\(server.baseURL)", ""] {
      let run = try inspector("run t.http \(words)")
      #expect(run.ending == .exited(row.isDropped ? 0 : 1), "\(run.output)\(run.error)")
      #expect(other.requestCount == 0 || row.isDropped)
      let said = run.output + run.error
      #expect(!said.contains(Self.value), "\(said)")
      #expect(["X-Key", "Odd"].allSatisfy { other.log.last?.header($0) == nil })
      guard !row.isDropped else { continue }
      #expect(said.contains("'SECRET_X'") && said.contains("leads from \(server.baseURL)"))
      #expect(said.contains("--allow-env SECRET_X=\(other.baseURL)"), "\(said)")
    }
    guard !row.isDropped else { return }
    let both = try inspector(
      "run t.http --strict --allow-env SECRET_X=\(server.baseURL)"
        + " --allow-env SECRET_X=\(other.baseURL)")
    #expect(both.ending == .exited(0) && other.requestCount == 1, "\(both.output)\(both.error)")
  }

  @Test("a redirect takes a value out of an earlier response to no other origin")
  func redirectedEcho() throws {
    let other = try DemoServer()
    try folder.write(
      "t.http",
      """
      # @name a
      GET \(server.baseURL)/echo
      X-Key: {{$processEnv SECRET_X}}

      ###
      POST \(server.baseURL)/redirect/to?status=308&to=\(other.baseURL)/echo

      {"k": "{{a.request.headers.X-Key}}"}
      """)
    let run = try inspector("run t.http --strict --allow-env SECRET_X=\(server.baseURL)")
    #expect(run.ending == .exited(1) && other.requestCount == 0, "\(run.output)\(run.error)")
  }

  /// URLs whose host holds the variable, and how the origin is shown.
  static let hosts: [(url: String, shown: String)] = [
    ("http://{{$processEnv SECRET_X}}.localhost:PORT/echo", "http://{{SECRET_X}}.localhost:PORT"),
    ("{{base}}/echo", "http://{{SECRET_X}}.localhost:PORT"),
    ("http://u:{{$processEnv SECRET_X}}@localhost:PORT/echo", "http://localhost:PORT"),
    ("/echo\nHost: {{$processEnv SECRET_X}}.localhost:PORT", "http://{{SECRET_X}}.localhost:PORT"),
    ("/echo", "http://{{SECRET_X}}.localhost:PORT"),
  ]

  @Test("the value in a host is shown by its name, everywhere", arguments: hosts)
  func host(_ row: (url: String, shown: String)) throws {
    let port = "\(server.port)"
    let lines = "@baseUrl = {{base}}\n@base = http://{{$processEnv SECRET_X}}.localhost:PORT\n\n"
    try folder.write(
      "t.http", (lines + "GET \(row.url)\n").replacing("PORT", with: port))
    let shown = row.shown.replacing("PORT", with: port)
    let list = try inspector("list t.http")
    let strict = try inspector("run t.http --strict --report html=r.html --json")
    let page = try #require(folder.read("r.html"))
    let run = try inspector("run t.http")
    let said = list.output + list.error + strict.output + strict.error + page + run.error
    #expect(!said.contains(Self.value), "\(said)")
    #expect(list.output.contains("sends SECRET_X → \(shown)"), "\(list.output)")
    #expect(strict.ending == .exited(1) && strict.output.contains(shown), "\(strict.output)")
    #expect(run.error.contains("SECRET_X → \(shown);"), "\(run.error)")
    for allowed in [shown, "http://\(Self.value).localhost:\(port)"] where shown.contains("{") {
      let run = try inspector("run t.http --strict --allow-env 'SECRET_X=\(allowed)'")
      #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    }
  }

  @Test("values of files above the folder are a person's, and name their file")
  func above() throws {
    for name in [".env", "http-client.private.env.json"] {
      try folder.write("repo/.git/HEAD", "")
      try folder.write(
        "repo/\(name)", name == ".env" ? "KEY=\(Self.value)" : #"{"dev": {"KEY": "v-a-l-u-e"}}"#)
      try folder.write("repo/api/t.http", "GET \(server.baseURL)/echo\nX-Key: {{KEY}}\n")
      let list = try inspector("list repo/api")
      #expect(list.output.contains("sends KEY in ../\(name) → \(server.baseURL)"), "\(list.output)")
      let strict = try inspector("run repo/api --strict")
      #expect(strict.ending == .exited(1), "\(strict.output)")
      let run = try inspector("run repo/api")
      #expect(run.error.contains("KEY in ../\(name) → \(server.baseURL)"), "\(run.error)")
      let allowed = try inspector("run repo/api --strict --allow-env KEY=\(server.baseURL)")
      #expect(allowed.ending == .exited(0), "\(allowed.output)\(allowed.error)")
      let whole = try inspector("run repo --strict")
      #expect(whole.ending == .exited(0), "\(whole.output)\(whole.error)")
      _ = try folder.shell("rm -r repo")
    }
  }

  @Test("'list' names variables inside of a body file")
  func bodyFile() throws {
    try folder.write("body.txt", "a={{$processEnv SECRET_X}}")
    try folder.write("t.http", "POST \(server.baseURL)/echo\n\n<@ ./body.txt\n")
    let list = try inspector("list t.http")
    #expect(list.output.contains("sends SECRET_X → \(server.baseURL)"), "\(list.output)")
    try folder.write("t.http", "POST \(server.baseURL)/echo\n\n< ./body.txt\n")
    #expect(try !inspector("list t.http").output.contains("SECRET_X"))
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

  @Test("'replay' names no option that would allow a redirect to a host it never sends to")
  func replayedRedirect() throws {
    let other = try DemoServer()
    let request = HTTPRequest(
      method: .put, url: "\(server.baseURL)/redirect/to?status=307&to=\(other.baseURL)/echo",
      headers: ["Content-Type": "application/json"],
      body: .bytes(#"{"password":"Zyxwvuts98765432"}"#))
    let response = Response(statusCode: 200, headers: [:], body: "a", request: request)
    let exchange = Exchange(
      sequence: 1, name: "a", startedAt: 0, request: request, result: .success(response))
    try folder.write("raw.har", HARWriter().document([exchange]))
    #expect(try inspector("seal raw.har s.har").ending == .exited(0))
    let replay = try folder.shell("PASSWORD=abcdefgh inspector replay s.har --live --unsafe")
    let said = replay.output + replay.error
    #expect(server.requestCount == 1 && other.requestCount == 0, "\(said)")
    #expect(said.contains("no host of this replay"), "\(said)")
    #expect(!said.contains("--allow-env PASSWORD"), "\(said)")
  }

  @Test("the mark of a secret in a recording is filled only as far as that is allowed")
  func replayed() throws {
    let request = HTTPRequest(
      url: server.baseURL + "/echo", headers: ["Authorization": "Bearer abcdefgh12345678"])
    let response = Response(statusCode: 200, headers: [:], body: "a", request: request)
    let exchange = Exchange(
      sequence: 1, name: "a", startedAt: 0, request: request, result: .success(response))
    try folder.write("raw.har", HARWriter().document([exchange]))
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
    // One secret is there and the other one is not: the request is skipped.
    var both = exchange
    both.request.headers.append(HeaderField("X-Api-Key", "Zyxwvuts98765432"))
    try folder.write("both.har", HARWriter().document([both]))
    #expect(try inspector("seal both.har b.har").ending == .exited(0))
    let skipped = try folder.shell("AUTHORIZATION=abc inspector replay b.har --live")
    #expect(skipped.output.contains("$X_API_KEY"), "\(skipped.output)")
    #expect(!skipped.error.contains("sends of the environment"), "\(skipped.error)")
    #expect(server.requestCount == 1)
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
    try screens.wait(for: "detected: expired")
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
