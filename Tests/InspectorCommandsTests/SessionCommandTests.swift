import DemoServer
import Glibc
import NetEngine
import NetRecordings
import RequestFiles
import TestSupport
import Testing

/// `list`, `seal`, `check --secrets`, `export`: the built program over sessions it is given.
@Suite("The commands that keep")
struct SessionCommandTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func run(_ words: String...) throws -> Piped {
    try Piped(words, environment: state)
  }

  private var state: [String: String?] { ["XDG_STATE_HOME": folder.path + "/state"] }

  private func exchange(_ sequence: Int, _ path: String, status: Int = 200) -> Exchange {
    var request = HTTPRequest(
      method: .post, url: "http://h.test\(path)",
      headers: ["Authorization": "Bearer abcdefgh12345678", "Content-Type": "application/json"])
    request.body = .bytes(Body("{\"password\":\"hunter2-hunter2\"}"))
    let response = Response(
      statusCode: status, headers: ["Content-Type": "application/json"],
      body: Body("{\"n\":\(sequence)}"), request: request)
    return Exchange(
      sequence: sequence, name: "n\(sequence)", startedAt: 1_700_000_000_000_000,
      request: request, result: .success(response))
  }

  private func session(_ name: String = "s.har") throws -> String {
    let path = folder.path + "/" + name
    var options = SealOptions()
    options.redactor = nil
    try Session([exchange(1, "/a"), exchange(2, "/b", status: 500)]).seal(to: path, options)
    return path
  }

  /// A browser's recording of two pages and a socket.
  private var browsers: String {
    func entry(_ page: String, _ path: String, _ more: String) -> String {
      "{\(page.isEmpty ? "" : "\"pageref\":\"\(page)\",")\"startedDateTime\":\"2024-05-02T10:00:00.000Z\","
        + "\"time\":2000,\"request\":{\"method\":\"GET\",\"url\":\"http://h.test\(path)\",\"headers\":[]},"
        + "\"response\":{\"status\":200,\"headers\":[],\"content\":{\"text\":\"x\"}},\"cache\":{},"
        + "\"timings\":{\"blocked\":1900,\"send\":0,\"wait\":100,\"receive\":0}\(more)}"
    }
    return
      "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"WebInspector\",\"version\":\"537\"},"
      + "\"pages\":[{\"id\":\"page_1\",\"title\":\"The shop\"}],\"entries\":["
      + [
        entry("", "/none", ""), entry("page_1", "/a", ",\"_fromCache\":\"disk\""),
        entry("page_1", "/b", ",\"_webSocketMessages\":[{\"data\":\"1\"},{\"data\":\"2\"}]"),
        entry("page_2", "/c", ",\"_fetchedViaServiceWorker\":true"),
      ].joined(separator: ",") + "]}}"
  }

  @Test("list says the pages, who answered for the server, and the messages of a socket")
  func showForeign() throws {
    let path = folder.path + "/b.har"
    let title = "http://h.test/?token=Zx81kQp47LmW"
    try folder.write("b.har", browsers.replacing("The shop", with: title))
    let list = try run("list", path)
    let lines = list.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 6, "\(list.output)")
    #expect(lines[1] == "── page_1 · http://h.test/?token=•••" && lines[4] == "── page_2")
    #expect(lines[0].hasSuffix("http://h.test/none") && lines[0].contains("2.00 s"))
    #expect(lines[2].hasSuffix("/a  (from a cache)"))
    #expect(lines[3].hasSuffix("/b  (2 WebSocket messages)"))
    #expect(lines[5].hasSuffix("/c  (from a service worker)"))
    let json = try run("list", path, "--json").output.split(separator: "\n").map(String.init)
    #expect(json[1].contains("\"page\":\"page_1\"") && json[1].contains("\"answeredBy\":\"cache\""))
    #expect(json[2].contains("\"messages\":2") && json[2].contains("\"blocked\":1900.0"))
    #expect(!json[0].contains("\"page\""))
  }

  @Test("every command that reads a session takes it from stdin")
  func stdin() throws {
    func piped(_ words: String...) throws -> Piped {
      try Piped(words, input: browsers, environment: state)
    }
    #expect(try piped("list", "-").output.contains("http://h.test/b"))
    #expect(try piped("check", "-").output.contains("4 exchanges"))
    #expect(try piped("export", "-", "--as", "har").output.contains("_webSocketMessages"))
    #expect(try piped("check", "--secrets", "-").ending == .exited(0))
    #expect(try piped("import", "-").output.contains("http://h.test/c"))
    let path = folder.path + "/sealed.har"
    #expect(try piped("seal", "-", path).ending == .exited(0))
    #expect(try Session.open(path).count == 4)
    #expect(try piped("diff", path, "-").ending == .exited(0))
    #expect(try piped("diff", "-", "-").ending == .exited(2))
    #expect(try piped("seal", "-").ending == .exited(1))
    #expect(try Piped(["list", "-"], input: "", environment: state).ending == .exited(2))
  }

  @Test("list: a line each, the heads and bodies that are asked for, JSON for machines")
  func show() throws {
    let path = try session()
    let list = try run("list", path)
    #expect(list.ending == .exited(0))
    #expect(list.output.split(separator: "\n").count == 2)
    #expect(list.output.contains("500") && list.output.contains("http://h.test/b"))
    let one = try run("list", path, "--only", "~c 5xx", "--body", "--headers")
    #expect(one.output.contains("{\"n\":2}\n") && !one.output.contains("{\"n\":1}"))
    #expect(one.output.contains("Authorization: Bearer"))
    let json = try run("list", path, "--json")
    #expect(json.output.split(separator: "\n").count == 2)
    #expect(json.output.contains("\"seq\":2") && json.output.contains("\"kind\":\"server\""))
    #expect(try run("list", folder.path + "/none").ending == .exited(2))
  }

  @Test("list --to-app lists what apps got; a seal names the profile of both, an update ends it")
  func showToApp() throws {
    let request = HTTPRequest(url: "http://h.test/a")
    let type: Headers = ["Content-Type": "application/json"]
    func answer(_ body: Body) -> Response {
      Response(statusCode: 200, headers: type, body: body, request: request)
    }
    var exchange = Exchange(
      sequence: 1, name: "", startedAt: 0, request: request,
      result: .success(answer(#"{"status":"ok","msg":""}"#)))
    exchange.altered = [
      "rule 1: GET /a request header set X-A=1", "rule 2: GET /a answer as business",
    ]
    exchange.toApp = .success(answer(#"{"status":"no","msg":"refused"}"#))
    var options = SealOptions()
    options.profile = EnvelopeProfile(
      name: "status/msg", statusCodeKey: "status", tipStrKey: "msg", successValues: ["ok"])
    let path = folder.path + "/altered.har"
    try Session([exchange]).seal(to: path, options)
    let servers = try run("list", path, "--body").output
    #expect(servers.contains("200 ok ") && servers.contains("⇄ rule 1: GET /a request"))
    #expect(servers.contains(#"{"status":"ok","msg":""}"#) && !servers.contains("refused"))
    let apps = try run("list", path, "--to-app", "--body").output
    #expect(apps.contains("200 rejected") && apps.contains("refused") && !apps.contains(#""ok""#))
    let line = try run("list", path, "--to-app", "--json").output
    #expect(line.contains(#""total":null"#) && line.contains("refused"))
    let fresh = answer(#"{"status":"ok","msg":"fresh"}"#)
    let opened = try Session.open(path)
    try opened.write(SessionEdit(answers: [0: fresh]), in: path, SealOptions())
    let updated = try Session.open(path).exchange(at: 0)
    #expect(updated.toApp == nil && updated.altered == [exchange.altered[0]])
    #expect(updated.response?.body == fresh.body)
  }

  @Test("check --secrets finds what is left, seal takes it out, and then it finds nothing")
  func seal() throws {
    let path = try session()
    let found = try run("check", "--secrets", path)
    #expect(found.ending == .exited(4))
    #expect(found.output.contains("#1: request.headers.Authorization"))
    let sealed = try run("seal", path, folder.path + "/t.har")
    #expect(sealed.ending == .exited(0), "\(sealed.error)")
    #expect(sealed.error.contains("secrets taken out"))
    #expect(try run("check", "--secrets", folder.path + "/t.har").ending == .exited(0))
    let text = try #require(folder.read("t.har"))
    #expect(!text.contains("hunter2") && !text.contains("abcdefgh12345678"))
    #expect(try run("seal", path, folder.path + "/t.har").ending == .exited(5))
    #expect(try run("seal", path, folder.path + "/t.har", "--force").ending == .exited(0))
    #expect(try run("seal", path, folder.path + "/raw.har", "--raw").error.contains("--raw:"))
    #expect(folder.read("raw.har")?.contains("hunter2") == true)
    #expect(try run("seal", path, "/proc/none/x.har").ending == .exited(5))
  }

  @Test("list --json says the size of a body that is kept in part, and how much of it is kept")
  func keptInPart() throws {
    var writer = HARWriter()
    writer.bodyLimit = 4
    let text = String(decoding: writer.document([exchange(123_456, "/a")]), as: UTF8.self)
    try folder.write("part.har", text)
    let listed = try run("list", folder.path + "/part.har", "--json")
    #expect(listed.output.contains("\"bytes\":12,\"keptBytes\":4,"), "\(listed.output)")
  }

  @Test("seal of a folder makes sessions of what was left without an end")
  func unfinished() async throws {
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    await recorder.begin(exchange(1, "/a").request, name: "a")
    let busy = try run("seal", folder.path)
    #expect(busy.error.contains("nothing is left unfinished"))
    #expect(busy.error.contains("r.jsonl is being recorded by another program (1 exchange)"))
    let running = try run("seal", folder.path + "/.journal/r.jsonl", folder.path + "/now.har")
    #expect(running.ending == .exited(0) && running.error.contains("r.jsonl stays as it is"))
    await recorder.end()
    #expect(try run("seal", folder.path, "--list").output.contains("r.jsonl: 1 exchange"))
    let journal = folder.path + "/.journal/r.jsonl"
    let copied = try run("seal", journal, folder.path + "/copy.har")
    #expect(copied.ending == .exited(0) && copied.error.contains("r.jsonl stays as it is"))
    #expect(try Session.open(folder.path + "/copy.har").count == 1)
    let done = try run("seal", folder.path)
    #expect(done.ending == .exited(0), "\(done.error)")
    #expect(done.error.contains("r.jsonl is removed"))
    #expect(folder.read(".journal/r.jsonl") == nil)
    #expect(try Session.open(folder.path + "/r.har").row(at: 0).isPending)
    let named = try run("seal", folder.path, "x.har")
    #expect(named.ending == .exited(1) && named.error.contains("without 'x.har'"))
    let listed = try run("seal", folder.path + "/r.har", "--list")
    #expect(listed.ending == .exited(1) && listed.error.contains("inspector list"))
    #expect(try run("seal", folder.path).error.contains("nothing is left unfinished"))
  }

  @Test("seal of a folder looks into its sessions, and into a history that is being recorded again")
  func unfinishedElsewhere() async throws {
    let history = Recorder.Settings.scratch(in: folder.path + "/state/inspector")
    do {
      let killed = Recorder(Recorder.Settings(folder: folder.path + "/sessions", name: "killed"))
      await killed.begin(exchange(1, "/a").request, name: "a")
      let screens = Recorder(history)
      await screens.begin(exchange(1, "/a").request, name: "a")
    }
    let again = Recorder(history)
    await again.begin(exchange(2, "/b").request, name: "b")
    let own = try run("seal", "--list")
    #expect(own.output.contains("/scratch.jsonl: 1 exchange, ended without a word"), "\(own)")
    await again.end()
    let listed = try run("seal", folder.path, "--list")
    #expect(listed.output.contains("/sessions/.journal/killed.jsonl: 1 exchange"), "\(listed)")
    let sealed = try run("seal", folder.path)
    #expect(sealed.output.contains("/sessions/killed.har: 1 exchange\n"), "\(sealed)")
  }

  @Test("a command that records says what an earlier recording has left without an end")
  func leftBehind() async throws {
    let sessions = folder.path + "/sessions"
    do {
      let killed = Recorder(Recorder.Settings(folder: sessions, name: "killed"))
      await killed.begin(exchange(1, "/a").request, name: "a")
    }
    try folder.write("r.http", "GET http://127.0.0.1:9/\n")
    let said = "1 exchange of earlier recordings can be recovered: 'inspector seal"
    #expect(try run("run", folder.path + "/r.http", "--record", "b").error.contains(said))
    #expect(try run("seal", sessions).ending == .exited(0))
    #expect(try !run("run", folder.path + "/r.http", "--record", "c").error.contains(said))
  }

  @Test(
    "export: no form has a secret in it, and each can be read",
    arguments: SessionExport.Form.allCases)
  func export(form: SessionExport.Form) throws {
    let path = try session()
    let export = try run("export", path, "--as", form.rawValue)
    #expect(export.ending == .exited(0), "\(export.error)")
    #expect(!export.output.contains("hunter2") && !export.output.contains("abcdefgh12345678"))
    switch form {
    case .har: #expect(try Session.read(Array(export.output.utf8)).count == 2)
    case .curl:
      #expect(export.output.hasPrefix("#!/bin/sh\n: \"${AUTHORIZATION:?"))
      #expect(export.output.contains("Bearer '\"$AUTHORIZATION\"''"))
    case .http:
      let file = RequestFile(export.output, name: "x.http")
      #expect(file.requests.count == 2 && file.problems.isEmpty)
      #expect(export.output.contains("Bearer {{$processEnv AUTHORIZATION}}"))
    case .locust:
      #expect(export.output.contains("\"Bearer \" + secret(\"AUTHORIZATION\")"), "\(export.output)")
    case .swift:
      #expect(export.output.contains("case .postA: \"n1\""))
      #expect(export.output.contains("case .postB: \"{\\\"n\\\":2}\""))
    }
    let judged = try run("export", path, "--as", form.rawValue, "--profile", "status/msg/data")
    #expect(judged.ending == .exited(form == .locust ? 0 : 1), "\(judged.error)")
    let raw = try run("export", path, "--as", form.rawValue, "--raw")
    #expect(raw.output.contains("hunter2"))
  }

  @Test(
    "a recording that is cut off ends with 2, wherever it is cut",
    arguments: ["list", "check", "check --secrets", "export", "diff", "replay"])
  func cutOff(command: String) throws {
    _ = try session()
    let whole = try #require(folder.read("s.har"))
    let start = try #require(whole.firstRange(of: "\"entries\":["))
    let later = try #require(whole.ranges(of: "\"request\":").last)
    for (number, end) in [start.upperBound, later.lowerBound].enumerated() {
      let path = try folder.write("cut\(number).har", String(whole[..<end]))
      let more = ["export": ["--as", "curl"], "diff": [path], "replay": ["--live"]][command] ?? []
      let words = command.split(separator: " ").map(String.init)
      let run = try Piped(words + [path] + more, environment: state)
      #expect(run.error.contains("it is cut off"), "\(run.error)")
      #expect(run.ending == .exited(2), "cut \(number): \(run.error)")
    }
  }

  @Test("run --record keeps what was sent and what came back, without its secrets")
  func record() throws {
    let server = try DemoServer()
    try folder.write(
      "a.http",
      """
      GET \(server.baseURL)/users/1?token=abcdefgh1234
      ###
      GET \(server.baseURL)/status/500
      """)
    let words = "cd '\(folder.path)' && '\(Spawn.inspector)' run a.http --record kept"
    let run = try Piped(["-c", words], environment: state, program: "/bin/sh")
    #expect(run.ending == .exited(4), "\(run.error)")
    let session = try Session.open(folder.path + "/sessions/kept.har")
    #expect(Array(session.exchanges).map { $0.response?.statusCode } == [200, 500])
    #expect(folder.read("sessions/kept.har")?.contains("abcdefgh1234") == false)
    let again = try Piped(["-c", words], environment: state, program: "/bin/sh")
    #expect(again.ending == .exited(1) && again.error.contains("does not have yet"))
    let forced = try Piped(["-c", words + " --force"], environment: state, program: "/bin/sh")
    #expect(forced.ending == .exited(4), "\(forced.error)")
  }

  @Test("the value of a secret variable is in nothing that run and export write")
  func secretVariable() throws {
    let server = try DemoServer()
    try folder.write(
      "p.http",
      """
      @pw = hunter2xyz

      # @secret pw
      # @expect ~c 200
      POST \(server.baseURL)/status/404?q={{pw}}
      X-Thing: {{pw}}

      {"thing": "{{pw}}"}
      """)
    func run(_ words: String) throws -> Piped {
      try Piped(
        ["-c", "cd '\(folder.path)' && '\(Spawn.inspector)' \(words)"], environment: state,
        program: "/bin/sh")
    }
    let fired = try run("run p.http --record p --report junit=p.xml --report json=p.jsonl")
    #expect(fired.ending == .exited(4), "\(fired.error)")
    let curl = try run("export sessions/p.har --as curl")
    #expect(curl.error.contains("PW"))
    for text in [
      folder.read("sessions/p.har"), folder.read("p.xml"), folder.read("p.jsonl"), fired.output,
      fired.error, curl.output,
    ] {
      let text = try #require(text)
      #expect(!text.contains("hunter2"), "\(text)")
    }
  }

  @Test("the sessions of the repository open, and hold no secret")
  func repository() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let names = ["envelopes", "login", "failures", "odd", "list"]
    let paths = names.map { "/\(root)/sessions/\($0).har" }
    #expect(try Piped(["check", "--secrets"] + paths).output.isEmpty)
    for (name, path) in zip(names, paths) {
      let session = try Session.open(path)
      #expect(session.notices == [] && session.count > 4, "\(name)")
      let broken = (0..<session.count).count { (try? session.exchange(at: $0)) == nil }
      #expect(broken == (name == "odd" ? 2 : 0), "\(name)")
    }
    let kinds = Set(try Session.open(paths[2]).exchanges.compactMap(\.failureKind))
    let all: Set<Kind> = [
      .dns, .connect, .tls, .timeout, .reset, .empty, .protocol, .truncated, .decode, .cancelled,
      .miss, .redirect, .limit, .storage,
    ]
    #expect(kinds == all)
  }
}
