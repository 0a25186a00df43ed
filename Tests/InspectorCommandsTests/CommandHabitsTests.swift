import DemoServer
import Glibc
import NetEngine
import TestSupport
import Testing

/// What hands do that know other tools, and what they find here.
@Suite("The command line as hands know it")
struct CommandHabitsTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  private func run(_ words: String) throws -> Piped {
    try Piped(
      ["-c", "cd '\(folder.path)' && '\(Spawn.inspector)' \(words)"], program: "/bin/sh")
  }

  /// The words, the code, what is said.
  static let said: [(words: String, code: Int32, text: String)] = [
    ("help run", 0, "inspector run PATH"),
    ("help", 0, "inspector"),
    ("-h", 0, "inspector"),
    ("run -h", 0, "inspector run PATH"),
    ("help rnu", 1, "There is no command and no topic 'rnu'. Did you mean 'run'?"),
    ("help filters", 0, "~kind KINDS"),
    ("help filtres", 1, "Did you mean 'filters'?"),
    ("rum one.http", 1, "Unknown command 'rum'. Did you mean 'run'?"),
    ("RUN one.http", 1, "Did you mean 'run'?"),
    (
      "send --ntlm http://x", 1,
      "--ntlm cannot be taken over: only Basic, Digest and Bearer can be sent"
    ),
    ("send -x p:1 http://x", 1, "a proxy is taken from the environment"),
    ("send --heder a:b http://x", 1, "Did you mean '--header'?"),
    ("send http://x extra", 1, "'send' does not take 'extra'."),
    ("send GET http://x -X PUT", 1, "'GET' and '--request' do not go together."),
    ("send https://x --cacert none.pem", 2, "none.pem: No such file or directory"),
    ("run one.http -e dev", 1, "There is no environment 'dev'."),
    ("list one.http -edev", 1, "There is no environment 'dev'."),
    ("list one.http --environment=dev", 1, "There is no environment 'dev'."),
    ("serve one.http -e", 1, "A value is missing: '--env NAME'."),
    ("list one.http --var a", 1, "'--set' needs NAME=VALUE, not 'a'."),
    ("run one.http --env-var a", 1, "'--set' needs NAME=VALUE, not 'a'."),
    ("serve one.http --var", 1, "A value is missing: '--set NAME=VALUE'."),
    ("run one.http --stub --format yaml", 1, "'--report' needs text, json, junit"),
    ("run one.http --bail=1", 1, "'--bail' takes no value."),
    ("--bail send http://x", 1, "'send' does not take '--fail-fast'."),
    ("send http://x -e", 1, "A value is missing: '-e, --referer URL'."),
    ("-e http://y send", 1, "'send' needs "),
    ("config none", 2, "none: No such file or directory"),
    ("config", 0, "limits.timeout         none; 2 m 00 s without a screen"),
  ]

  @Test("is answered", arguments: said)
  func answered(_ row: (words: String, code: Int32, text: String)) throws {
    try folder.write("one.http", "GET /users\n")
    let run = try run(row.words)
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    #expect((run.output + run.error).firstRange(of: row.text) != nil, "\(run.output)\(run.error)")
  }

  @Test("of one option said twice the last counts, and behind its first = stands any value")
  func saidTwice() throws {
    let url = "\(server.baseURL)/echo"
    let run = try run("send -X PUT -X PATCH '--header=X-A: b=c=d' \(url)")
    #expect(run.ending == .exited(0), "\(run.error)")
    let request = try #require(server.log.last)
    #expect(request.method == "PATCH")
    let lines = request.headerLines.map { String(decoding: $0, as: UTF8.self) }
    #expect(lines.contains("X-A: b=c=d"))
  }

  @Test("curl's letters: glued, -X, --data-raw, -o")
  func letters() throws {
    let run = try run("send -kiXPUT \(server.baseURL)/echo --data-raw @x -o out.json")
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(run.output.isEmpty)
    let request = try #require(server.log.last)
    #expect(request.method == "PUT")
    #expect(String(decoding: request.body.kept, as: UTF8.self) == "@x")
    #expect(folder.read("out.json")?.firstRange(of: "PUT") != nil)
    let broken = try self.run("send \(server.baseURL)/echo --body-json '{\"a\": 1'")
    #expect(broken.ending == .exited(0))
    #expect(broken.error.firstRange(of: "--body-json is no JSON") != nil)
  }

  @Test("a shell's list of files is one collection, in its order, each file once")
  func files() throws {
    for name in ["a", "b", "c"] {
      try folder.write("api/\(name).http", "### \(name)\nGET \(server.baseURL)/echo?\(name)\n")
    }
    try folder.write("more/d.http", "### d\nGET \(server.baseURL)/echo?d\n")
    func names(_ words: String) throws -> [String] {
      try run("list \(words) --json").output.split(separator: "\n").map {
        JSONDocument(Array($0.utf8)).json["name"].stringValue
      }
    }
    #expect(try names("api/*.http") == ["a", "b", "c"])
    #expect(try names("api/c.http api/a.http api/c.http") == ["c", "a"])
    #expect(try names("api/b.http more/d.http") == ["b", "d"])
    #expect(try names("more api") == ["d", "a", "b", "c"])
    #expect(try names("api/b.http api") == ["b", "a", "c"])
    #expect(try names("api a") == ["a"])
    let all = try run("run api/*.http more/d.http")
    #expect(all.ending == .exited(0), "\(all.error)")
    #expect(server.log.count == 4)
    let frame = try run("api/b.http more/d.http --script /dev/null")
    #expect(frame.ending == .exited(0), "\(frame.error)")
  }

  @Test("a recording is found by its name, beside the requests it was made with")
  func recordings() throws {
    try folder.write("api/t.http", "GET \(server.baseURL)/users\n")
    #expect(try run("run api --record day.har").ending == .exited(0))
    let again = try run("run api/t.http --record day")
    #expect(again.ending == .exited(1))
    #expect(again.error.firstRange(of: "or --force to replace it") != nil, "\(again.error)")
    #expect(try run("list api/sessions/day.har").ending == .exited(0))
    for command in [
      "list day", "check day", "run t.http --from day", "replay day#1 --live",
      "check day --secrets",
      "seal day", "export day --as curl", "diff day day",
    ] {
      let run = try Piped(
        ["-c", "cd '\(folder.path)/api' && '\(Spawn.inspector)' \(command)"], program: "/bin/sh")
      #expect(run.ending == .exited(0), "\(command): \(run.error)")
    }
    let none = try run("check api/sessions/day.har --only '~n nobody'")
    #expect(none.ending == .exited(1))
    #expect(none.error.firstRange(of: "no exchange that matches --only") != nil)
  }

  @Test("run --from finds by its name what run --record has kept beside the requests")
  func recordingsBeside() throws {
    try folder.write("api/t.http", "GET \(server.baseURL)/users\n")
    #expect(try run("run api --record day").ending == .exited(0))
    for path in ["api", "api/", "api/t.http", "'\(folder.path)/api'"] {
      let run = try run("run \(path) --from day")
      #expect(run.ending == .exited(0), "\(path): \(run.error)")
    }
    #expect(server.log.count == 1)
    // What is kept here is found too; what is nowhere names where it was looked for.
    try folder.write("sessions/here.har", try #require(folder.read("api/sessions/day.har")))
    #expect(try run("run api --from here").ending == .exited(0))
    let none = try run("run api --from night")
    #expect(none.ending == .exited(2))
    #expect(
      none.error.firstRange(
        of: "'night': it cannot be read: it is not here, nor is there a file night.har in "
          + "api/sessions/ or sessions/") != nil, "\(none.error)")
    let check = try run("check night")
    #expect(check.ending == .exited(2))
    #expect(check.error.firstRange(of: "a file night.har in sessions/ —") != nil, "\(check.error)")
  }

  @Test("rules and configuration are those beside the session that a name means")
  func rulesOfName() throws {
    try folder.write("t.http", "GET \(server.baseURL)/users\n")
    #expect(try run("run t.http --record day").ending == .exited(0))
    try folder.write("sessions/day.rules", "/nobody body /x ignore\n")
    for words in ["diff day day", "replay day --live"] {
      let run = try run(words)
      #expect(run.error.firstRange(of: "line 1: '/nobody") != nil, "\(words): \(run.error)")
    }
    // It is about no request of the selection: nobody waited for it.
    #expect(try run("replay day#1 --live").error.firstRange(of: "/nobody") == nil)
    try folder.write("sessions/inspector.json", "{\"nonsense\": 1}")
    for words in ["check day", "list day", "diff day day", "replay day --live"] {
      let run = try run(words)
      #expect(run.error.firstRange(of: "nonsense") != nil, "\(words): \(run.error)")
    }
  }

  @Test("a session opens on its own, and q leaves it")
  func session() throws {
    try folder.write("api/t.http", "### all users\nGET \(server.baseURL)/users\n")
    #expect(try run("run api --record day").ending == .exited(0))
    try folder.write("s.script", "wait\nexpect 1 exchange\nexpect all users\nkey q\nframe\n")
    // Over the requests it lies beside, which are what q goes back to.
    let beside = try run("api/sessions/day.har --script s.script")
    #expect(beside.ending == .exited(0), "\(beside.output)\(beside.error)")
    #expect(beside.output.firstRange(of: "Targets 1") != nil, "\(beside.output)")
    try folder.write("alone/day.har", try #require(folder.read("api/sessions/day.har")))
    let alone = try run("alone/day.har --script s.script")
    #expect(alone.ending == .exited(0), "\(alone.output)\(alone.error)")
    #expect(alone.output.firstRange(of: "Targets") == nil, "\(alone.output)")
    let broken = try folder.write("broken.har", "{")
    #expect(try run("\(broken) --script s.script").ending == .exited(2))
  }

  @Test("the first key of a script acts on the session, not on the requests below it")
  func firstKey() throws {
    try folder.write("api/a.http", "### login\nPOST \(server.baseURL)/login\n")
    #expect(try run("run api --record day").ending == .exited(0))
    let before = server.log.count
    try folder.write("s.script", "key Enter\nwait\nexpect exchanges\n")
    // So large that it is still being read when the first key could be pressed.
    let small = JSONDocument(Array(try #require(folder.read("api/sessions/day.har")).utf8)).json
    let entry = JSONPrinter.compact.text(small["log"]["entries"][0])
    let entries = Array(repeating: entry, count: 4_000).joined(separator: ",")
    try folder.write(
      "api/sessions/large.har", "{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries)]}}")
    let run = try run("api/sessions/large.har --script s.script")
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    #expect(server.log.count == before)
  }

  @Test("the demo's backend runs without screens until it is ended")
  func serve() throws {
    let run = try Piped(
      [
        "-c",
        """
        '\(Spawn.inspector)' demo --serve --port 0 >'\(folder.path)/url' &
        server=$!
        until [ -s '\(folder.path)/url' ]; do :; done
        '\(Spawn.inspector)' send "$(cat '\(folder.path)/url')/users" >/dev/null && kill -TERM $server
        wait $server
        """,
      ], program: "/bin/bash")
    #expect(run.ending == .exited(143), "\(run.output)\(run.error)")
  }
}
