import DemoServer
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// A folder that a stranger has made: `p` is the project, `out` lies beside it.
@Suite("A folder that a stranger has made")
struct StrangersFolderTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
    try folder.write("p/t.http", "GET \(server.baseURL)/echo\n")
    try folder.write("out/inspector.json", #"{ "profile": "taken" }"#)
    try folder.write("out/secret", "taken")
    for name in ["p/sessions/s.har", "out/s.har"] {
      let request = HTTPRequest(url: server.baseURL + "/echo")
      let response = Response(statusCode: 200, headers: [:], body: "taken", request: request)
      let exchange = Exchange(
        sequence: 1, name: "a", startedAt: 0, request: request, result: .success(response))
      try folder.write(name, HARWriter().document([exchange]))
    }
  }

  private func shell(_ line: String) throws -> Piped { try folder.shell("cd p && \(line)") }

  private static let plain = "it is not a plain file"
  private static let outside = "it lies outside of the project's folder"

  /// A file in the way, the command that meets it, its exit code, and the words that name the file.
  static let fifos: [(path: String, text: String?, command: String, code: Int32, words: String)] = [
    ("inspector.json", nil, "config", 0, "inspector.json: \(plain)"),
    ("inspector.json", nil, "run t.http", 0, "inspector.json: \(plain)"),
    ("sessions/s.rules", nil, "serve s --port 0 --run true", 2, "s.rules: \(plain)"),
    ("sessions/s.rules", nil, "check s", 0, ""),
    ("sessions/s.rules", nil, "replay s --live", 2, "s.rules: \(plain)"),
    (
      "sessions/s.rules", nil, "capture --to \(url) --port 0 --record s --force --run true", 2,
      "s.rules: \(plain)"
    ),
    (
      "sessions/a.json", "sessions/s.rules=GET /a answer from sample a.json\n",
      "serve s --port 0 --run true", 2, "a.json: \(plain)"
    ),
    ("sessions/f.har", nil, "list f", 2, "plain file"),
    ("f.http", nil, "list .", 2, plain),
    (".env", nil, "run t.http", 2, plain),
    ("http-client.env.json", nil, "run t.http", 2, plain),
    ("http-client.private.env.json", nil, "run t.http", 2, plain),
    (".vscode/settings.json", nil, "run t.http", 2, plain),
    ("b.json", "b.http=POST http://h.test/\n\n< ./b.json\n", "run b.http", 2, plain),
    ("b.json", "b.http=# @sample ./b.json\nGET http://h.test/\n", "run --stub b.http", 2, plain),
    ("b", "b.sh=curl http://h.test/ -d @b\n", "import b.sh", 2, plain),
    ("sessions/.journal", nil, "run t.http --record n", 0, "'sessions/.journal'"),
  ]

  /// No server is behind it: the rules are read first.
  private static let url = "http://127.0.0.1:9"

  @Test("a FIFO in it is refused by name and blocks no command", arguments: fifos)
  func fifo(
    _ row: (path: String, text: String?, command: String, code: Int32, words: String)
  ) throws {
    if let text = row.text {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      try folder.write("p/" + parts[0], parts[1])
    }
    let run = try shell("mkdir -p .vscode; mkfifo \(row.path) && inspector \(row.command)")
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    #expect(
      row.words.isEmpty || (run.output + run.error).contains(row.words),
      "\(run.output)\(run.error)")
  }

  /// A link, where it leads, the command that would follow it, its exit code, and what is told.
  static let links: [(link: String, to: String, command: String, code: Int32, words: String)] = [
    ("inspector.json", "../out/inspector.json", "config", 0, "inspector.json: \(outside)"),
    ("inspector.json", "../out/none.json", "config", 0, "inspector.json: No such file"),
    ("sessions/f.har", "../../out/s.har", "list f", 2, outside),
    ("sessions/f.har", "../../out/s.har", "run t.http --from f", 2, outside),
    ("sessions/f.har", "../../out/s.har", "run t.http --record f --only-new", 2, outside),
    ("sessions/s.rules", "../../out/secret", "serve s --port 0 --run true", 2, outside),
    ("sessions/s.rules", "../../out/secret", "replay s --live", 2, outside),
    ("f.http", "../out/secret", "list .", 2, outside),
    (".env", "../out/secret", "run t.http", 2, outside),
  ]

  @Test("a link that leads out of it is not followed", arguments: links)
  func link(_ row: (link: String, to: String, command: String, code: Int32, words: String)) throws {
    let run = try shell("ln -s \(row.to) \(row.link) && inspector \(row.command)")
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    #expect(run.error.contains(row.words), "\(run.error)")
    #expect(!run.output.contains("taken"), "\(run.output)")
  }

  @Test(
    "nothing is written through a link that leads out of it: a recording goes to the state folder",
    arguments: ["rm -r sessions; ln -s ../out sessions", "ln -s ../../out sessions/.journal"])
  func written(_ link: String) throws {
    let run = try shell("\(link); inspector run t.http --record n; ls -A ../out")
    #expect(run.output.contains("inspector.json\ns.har\nsecret\n"), "\(run.output)")
    #expect(folder.read("out/.gitignore") == nil && folder.read("out/n.har") == nil)
    #expect(folder.read("state/inspector/sessions/n.har") != nil, "\(run.error)")
    let listed = try shell("inspector seal; ls -A ../out")
    #expect(listed.output.contains("inspector.json\ns.har\nsecret\n"), "\(listed.output)")
  }

  /// A line of rules, and the reason to refuse it.
  static let sources: [(line: String, why: String)] = [
    ("GET /a answer from sample /etc/passwd", "it is not relative"),
    ("GET /a answer from sample ../../out/secret", outside),
    ("GET /a answer from sample link", outside),
    ("GET /a answer from ../out/s.har#1", outside),
    ("GET /a answer from /etc/passwd#1", "it is not relative"),
    ("GET /a answer from f#1", outside),
  ]

  @Test(
    "a rule answers from nothing outside of it", arguments: sources,
    ["serve s --port 0 --run true", "capture --to \(url) --port 0 --record s --force --run true"])
  func source(_ row: (line: String, why: String), command: String) throws {
    try folder.write("p/sessions/s.rules", "# one\n\(row.line)\n")
    let run = try shell(
      "ln -s ../../out/secret sessions/link; ln -s ../../out/s.har sessions/f.har;"
        + " inspector \(command)")
    #expect(run.ending == .exited(2), "\(run.error)")
    #expect(run.error.contains("line 2: ") && run.error.contains(row.why), "\(run.error)")
  }

  @Test(
    "the rules in force are listed at the start",
    arguments: ["serve s --port 0", "capture --to \(url) --port 0 --record s --force"])
  func listed(command: String) throws {
    try folder.write("p/samples/a.json", "{}")
    try folder.write(
      "p/sessions/s.rules",
      "GET /a answer status 503\n\nGET /b answer from sample ../samples/a.json\n"
        + "* /** request header set Authorization=Bearer%20abcdef12345\n")
    let run = try shell("inspector \(command) --run true")
    #expect(run.ending == .exited(0), "\(run.error)")
    let listed = """
      inspector: 3 lines of sessions/s.rules in force:
      inspector:   1: GET /a answer status 503
      inspector:   3: GET /b answer from sample ../samples/a.json
      inspector:   4: * /** request header set Authorization=•••

      """
    #expect(run.error.contains(listed), "\(run.error)")
  }

  @Test("an import writes through no link out of its folder, and waits for no FIFO")
  func imported() throws {
    try folder.write(
      "p/api.json",
      """
      {"openapi": "3.0.0", "info": {"title": "Api", "version": "1"}, "servers":
      [{"url": "http://h.test"}], "paths": {"/a": {"get": {"responses": {"200":
      {"description": "", "content": {"application/json": {"example": {"a": 1}}}}}}}}}
      """)
    let plain = try shell("inspector import api.json --to r && ls -R r")
    #expect(plain.ending == .exited(0), "\(plain.error)")
    let names = plain.output.split(separator: "\n").filter { $0.hasSuffix(".http") }
    let name = try #require(names.first)
    for way in ["ln -s ../../out/secret r/\(name)", "mkfifo r/\(name)"] {
      let run = try shell(
        "rm -r r; mkdir r; \(way); inspector import api.json --to r --force")
      #expect(run.ending == .exited(2), "\(run.output)\(run.error)")
      #expect(run.error.contains(Self.outside) || run.error.contains("plain file"), "\(run.error)")
    }
    let samples = try shell(
      "rm -r r; mkdir r; ln -s ../../out r/samples; inspector import api.json --to r; ls ../out")
    #expect(samples.error.contains(Self.outside), "\(samples.error)")
    #expect(samples.output == "inspector.json\ns.har\nsecret\n", "\(samples.output)")
    #expect(folder.read("out/secret") == "taken")
  }

  @Test("links inside of it, and inside of its repository, are followed")
  func inside() throws {
    try folder.write("p/more/inspector.json", #"{ "profile": "message" }"#)
    let own = try shell("ln -s more/inspector.json inspector.json && inspector config")
    #expect(own.error.contains("no profile 'message'"), "\(own.error)")
    let above = try shell(
      "rm inspector.json; mkdir ../.git; ln -s ../out/inspector.json . && inspector config")
    #expect(above.error.contains("no profile 'taken'"), "\(above.error)")
  }

  @Test("a file that a person names is read, whatever it is")
  func named() throws {
    let run = try folder.shell(
      """
      mkfifo r; echo 'GET /x answer status 503' > r & inspector replay p/sessions/s.har --rules r
      ln -s out/s.har f.har; inspector list f.har; inspector list out/s.har
      echo '{"a":1}' | inspector check /dev/stdin
      """)
    #expect(!run.error.contains("plain file"), "\(run.error)")
    #expect(
      run.output.components(of: "/echo") == 2 && run.output.contains("stdin: JSON: "),
      "\(run.output)")
  }
}

extension String {
  fileprivate func components(of word: String) -> Int {
    split(separator: "\n").count { $0.contains(word) }
  }
}
