import CurlTransport
import DemoServer
import InspectorCommands
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// `check`, `diff`, `replay --live` and `run --from`, the built program against a server of this
/// process and sessions it has recorded.
@Suite("The commands that compare")
struct CompareCommandTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  private struct Recorded: TargetType {
    var baseURL: String
    var path = ""
    var method = HTTPMethod.get
    var task = HTTPTask.requestPlain
  }

  /// Fires and keeps, as a recorder would; answers the session's path.
  private func record(
    _ requests: [(HTTPMethod, String)], file: String = "s.har",
    _ change: (inout [Exchange]) -> Void = { _ in }
  ) async throws -> String {
    var exchanges: [Exchange] = []
    for (place, (method, path)) in requests.enumerated() {
      let target = Recorded(baseURL: server.baseURL + path, method: method)
      let result = await Provider(transport: LibcurlTransport(environment: [:])).request(target)
        .result
      let request: HTTPRequest
      switch result {
      case .success(let response): request = response.request
      case .failure(let error):
        request = error.response?.request ?? HTTPRequest(method: method, url: target.baseURL)
      }
      exchanges.append(
        Exchange(
          sequence: place + 1, name: path, startedAt: 1_700_000_000_000_000 + place,
          request: request, result: result))
    }
    change(&exchanges)
    return try folder.write(file, HARWriter().document(exchanges))
  }

  private func lines(_ run: Piped) -> [JSON] {
    JSONLines(Array(run.output.utf8)).map(\.json)
  }

  // MARK: check

  @Test("check judges again under another pipeline and sends nothing")
  func check() async throws {
    let path = try await record([(.get, "/users"), (.get, "/users/7"), (.get, "/status/503")])
    let before = server.requestCount
    let plain = try Piped(["check", path, "--json"])
    #expect(lines(plain).map { $0["kind"].stringValue } == ["ok", "ok", "server"])
    #expect(plain.ending == .exited(4))
    let judged = try Piped(
      ["check", path, "--profile", "status/msg/data", "--status", "none", "--json"])
    #expect(lines(judged).map { $0["kind"].stringValue } == ["ok", "business", "mapping"])
    #expect(lines(judged).map { $0["seq"].intValue } == [1, 2, 3])
    let some = try Piped(["check", path, "--only", "~c 200"])
    #expect(some.ending == .exited(0))
    #expect(some.output.hasSuffix("2 exchanges · 1 ok · 1 rejected?\n"), "\(some.output)")
    #expect(server.requestCount == before)
  }

  @Test("what a recording holds is no end of check's own: 3 for transfers, 4 for a cancellation")
  func recordedFailures() throws {
    func ended(_ errors: [NetError]) throws -> Piped {
      let request = HTTPRequest(url: "http://h.test/")
      let exchanges = errors.enumerated().map { number, error in
        Exchange(
          sequence: number + 1, name: "", startedAt: 0, request: request, result: .failure(error))
      }
      let path = try folder.write("f.har", HARWriter().document(exchanges))
      return try Piped(["check", path])
    }
    #expect(try ended([.cancelled]).ending == .exited(4))
    #expect(try ended([.transport(TransportError(.cancelled))]).ending == .exited(4))
    #expect(try ended([.transport(TransportError(.storage))]).ending == .exited(3))
    #expect(try ended([.transport(TransportError(.dns))]).ending == .exited(3))
    #expect(
      try ended([.cancelled, .transport(TransportError(.storage))]).ending == .exited(3))
    let shipped = String(#filePath.split(separator: "/Tests/")[0]) + "/sessions/failures.har"
    #expect(try Piped(["check", shipped]).ending == .exited(3))
  }

  // MARK: diff

  @Test("diff names the change and its places; equal sessions end with 0")
  func diff() async throws {
    let first = try await record([(.get, "/users/1"), (.get, "/users")], file: "a.har")
    let second = try await record([(.get, "/users"), (.get, "/users/1")], file: "b.har") {
      let answer = $0[1].response?.body.text?.replacing("\"id\":1,", with: "\"id\":9,") ?? ""
      if var response = $0[1].response {
        (response.body, response.wire) = (Body(answer), Body(answer))
        $0[1].result = .success(response)
      }
    }
    let same = try Piped(["diff", first, first])
    #expect(same.ending == .exited(0), "\(same.output)\(same.error)")
    let run = try Piped(["diff", first, second, "--json"])
    #expect(run.ending == .exited(4))
    let said = lines(run)
    #expect(said.map { $0["change"].stringValue } == ["body", "same"], "\(run.output)")
    #expect(said.map { $0["with"].intValue } == [2, 1])
    let places = said[0]["at"].arrayValue
    #expect(places.map { $0["path"].stringValue } == ["/data/id"])
    #expect(places.map { $0["from"].stringValue } == ["1"])
    #expect(places.map { $0["to"].stringValue } == ["9"])
    let one = try Piped(["diff", "\(first)#1", "\(second)#2"])
    #expect(one.output.firstRange(of: "/data/id value 1 → 9") != nil, "\(one.output)")
    #expect(try Piped(["diff", "\(first)#9", second]).ending == .exited(2))
  }

  @Test("an exchange whose body's file is missing is named, and ends diff and replay with 2")
  func missingBody() async throws {
    let path = try await record([(.get, "/users/1"), (.get, "/users")], file: "a.har")
    let har = try #require(folder.read("a.har"))
    let text = try #require(har.firstMatch(of: /"text":"(?:\\.|[^"\\])*"/)?.range)
    try folder.write(
      "a.har",
      String(har[..<text.lowerBound]) + #""_file":"a.bodies/none""# + har[text.upperBound...])
    for command in [["diff", path, path], ["replay", path, "--live"]] {
      let run = try Piped(command)
      #expect(run.ending == .exited(2), "\(command) \(run.output)\(run.error)")
      #expect(run.error.contains("none"), "\(run.error)")
    }
  }

  @Test("rules beside the session forgive; a mistake in them is placed, an idle one told")
  func rules() async throws {
    let path = try await record([(.get, "/users/1")], file: "r.har")
    let other = try await record([(.get, "/users/1")], file: "o.har") {
      if var response = $0[0].response {
        response.body = Body(response.body.text?.replacing("\"ok\"", with: "\"OK\"") ?? "")
        response.wire = response.body
        $0[0].result = .success(response)
      }
    }
    #expect(try Piped(["diff", path, other]).ending == .exited(4))
    try folder.write("r.rules", "/users/* body /status ignore\n/nobody body /x ignore\n")
    let forgiven = try Piped(["diff", path, other])
    #expect(forgiven.ending == .exited(0), "\(forgiven.output)")
    #expect(
      forgiven.error
        == "inspector: rules, line 2: '/nobody body /x ignore' matched nothing\n")
    let broken = try folder.write("broken.rules", "/users boddy\n")
    let run = try Piped(["diff", path, other, "--rules", broken])
    #expect(run.ending == .exited(2))
    #expect(run.error.firstRange(of: "\(broken): line 1, column 8: 'boddy'") != nil)
  }

  @Test("a rule whose pattern is given up is told with its line and what to write")
  func stoppedRule() throws {
    let rules = try Rules("* /** text ^(a+)+$ ignore")
    let results = ["!", "?"].map { end -> Result<Response, NetError> in
      let body = Body(String(repeating: "a", count: 64) + end)
      return .success(Response(statusCode: 200, body: body, request: HTTPRequest(url: "http://h/")))
    }
    let change = Comparison(rules: rules).change(
      of: HTTPRequest(url: "http://h/"), from: results[0], to: results[1])
    #expect(
      RulesFile.unused(rules, by: [change]) == [
        "rules, line 1: the pattern '^(a+)+$' tries too much: put no + or * inside another; "
          + "lines that it did not reach count as different"
      ])
  }

  // MARK: replay

  @Test("replay --live: the same server is the same; JUnit counts add up")
  func replay() async throws {
    let path = try await record([(.get, "/users"), (.delete, "/users/1"), (.get, "/status/404")])
    let report = folder.path + "/r.xml"
    let run = try Piped(["replay", path, "--live", "--report", "junit=\(report)"])
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    #expect(run.output.firstRange(of: "DELETE may change something; --unsafe sends it") != nil)
    let xml = try #require(folder.read("r.xml"))
    #expect(
      xml.firstRange(of: "tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"1\"") != nil, "\(xml)")
    #expect(JUnitSchema.mistakes(in: try XMLTree(xml).root) == [])
    let deletion = try Piped(["replay", path + "#2", "--live"])
    #expect(deletion.ending == .exited(1), "\(deletion.output)")
    #expect(deletion.error.firstRange(of: "nothing was sent: it was skipped") != nil)
    #expect(try Piped(["replay", path, "--live", "--strict"]).ending == .exited(4))
    let everything = try Piped(["replay", path, "--live", "--unsafe", "--parallel", "3", "--json"])
    #expect(everything.ending == .exited(0), "\(everything.output)")
    #expect(lines(everything).map { $0["seq"].intValue } == [1, 2, 3])
    #expect(lines(everything).allSatisfy { ["same", "noise"].contains($0["change"].stringValue) })
  }

  @Test("replay --live: a changed server is 4, one that is gone 3")
  func replayChanged() async throws {
    let path = try await record([(.get, "/users/1"), (.get, "/users/7")])
    var configuration = DemoServer.Configuration()
    configuration.routes =
      [
        Route("GET", "/users/7", "changed", .users, "Changed.") { _ in
          .json(#"{"status":"ok","msg":"There is no user 7."}"#)
        }
      ] + Route.all.filter { $0.path != "/users/7" }
    let other = try DemoServer(configuration: configuration)
    let arguments = ["replay", path, "--live", "--profile", "status/msg/data", "--base-url"]
    let run = try Piped(arguments + [other.baseURL])
    #expect(run.ending == .exited(4))
    #expect(run.output.firstRange(of: "envelope: rejected 'user_not_found' → success 'ok'") != nil)
    #expect(run.output.firstRange(of: "/status value \"user_not_found\" → \"ok\"") != nil)
    let gone = try Piped(arguments + ["http://127.0.0.1:1", "--json"])
    #expect(gone.ending == .exited(3), "\(gone.output)")
    #expect(lines(gone).map { $0["change"].stringValue } == ["failed", "failed"])
  }

  @Test("replay says what it needs")
  func replayMistakes() async throws {
    let path = try await record([(.get, "/users")])
    let plain = try Piped(["replay", path])
    #expect(plain.ending == .exited(1))
    #expect(
      plain.error.hasPrefix("inspector: 'replay' sends the requests again: 'inspector replay "))
    let base = try Piped(["replay", path, "--live", "--base-url", "nowhere"])
    #expect(base.ending == .exited(1))
    #expect(base.error.firstRange(of: "'--base-url' needs a URL such as") != nil)
    #expect(try Piped(["replay", folder.path + "/none.har", "--live"]).ending == .exited(2))
  }

  // MARK: run --from

  @Test("run --from answers from the recording, and says what it used")
  func from() async throws {
    let session = try await record([(.get, "/users/1"), (.get, "/users/2")])
    let collection = try folder.write("t.http", "GET http://elsewhere.test/users/1\n")
    let before = server.requestCount
    let run = try Piped(["run", collection, "--from", session, "--json"])
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    #expect(lines(run).first?["replayed"].bool == true)
    #expect(run.error == "inspector: recording: 1 used, 1 unused\n")
    let strict = try Piped(["run", collection, "--from", session, "--fail-unused"])
    #expect(strict.ending == .exited(4))
    #expect(strict.error.hasSuffix("inspector: nobody asked for #2\n"))
    #expect(server.requestCount == before)
  }

  @Test("run --from: a body that is kept in part is not simply good")
  func keptInPart() throws {
    let request = HTTPRequest(url: "http://h.test/users/1")
    let response = Response(
      statusCode: 200, headers: ["Content-Type": "application/json"], body: "{\"name\": \"ada\"}",
      request: request)
    var writer = HARWriter()
    writer.bodyLimit = 5
    let document = writer.document([
      Exchange(
        sequence: 1, name: "", startedAt: 0, request: request, result: .success(response))
    ])
    let session = try folder.write("part.har", String(decoding: document, as: UTF8.self))
    let collection = try folder.write("t.http", "GET http://elsewhere.test/users/1\n")
    let run = try Piped(["run", collection, "--from", session])
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    #expect(run.output.hasPrefix("– 200 unchecked"), "\(run.output)")
    #expect(run.output.contains("15 B"), "the size as received: \(run.output)")
    let terminal = try PTY(
      Spawn.inspector, ["run", collection, "--from", session],
      environment: ["TERM": "xterm-256color", "NO_COLOR": nil])
    #expect(try terminal.waitForEnd() == .exited(0))
    let warning: Set<Set<Int>> = [[], [1, 33]]
    #expect(terminal.screen.attributesSeen == warning)
    let list = try Piped(["list", session])
    #expect(list.output.contains("200 unchecked     GET         15 B"), "\(list.output)")
    #expect(list.output.contains("(body not checked: the recording keeps 5 of 15 bytes)"))
    for words in [["list"], ["check"], ["run", collection, "--from"]] {
      let line = try #require(lines(try Piped(words + [session, "--json"])).first)
      #expect(line["kind"].string == "unchecked" && !line["ok"].exists, "\(words)")
      #expect(line["bytes"].int == 15 && line["keptBytes"].int == 5)
    }
    #expect(run.output.contains("body not checked: the recording keeps 5 of 15 bytes"))
    #expect(run.output.contains("1 check not made"))
    #expect(try Piped(["run", collection, "--from", session, "--strict"]).ending == .exited(4))
  }

  @Test("run --from: a request without a recording is a miss that names the nearest, exit 3")
  func miss() async throws {
    let session = try await record([(.get, "/users/1")])
    let collection = try folder.write("t.http", "GET http://elsewhere.test/users/5\n")
    let run = try Piped(["run", collection, "--from", session, "--json"])
    #expect(run.ending == .exited(3))
    let error = try #require(lines(run).first)["error"]
    #expect(error["kind"].string == "miss")
    #expect(
      error["message"].stringValue.firstRange(of: "#1 GET /users/1 (the path has '1' for '5')")
        != nil, "\(run.output)")
    let mistake = try Piped(["run", collection, "--latency", "x2"])
    #expect(mistake.error.hasPrefix("inspector: '--latency' needs '--from RECORDING'."))
  }
}
