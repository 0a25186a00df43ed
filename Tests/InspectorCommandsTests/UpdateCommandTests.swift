import DemoServer
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// `replay --live --update` and `run --record --only-new`, the built program against a server of
/// this process.
@Suite("The commands that keep a recording up to date")
struct UpdateCommandTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  private var state: [String: String?] { ["XDG_STATE_HOME": folder.path + "/state"] }

  /// Answers nobody gives any more, as they were recorded.
  private func record(_ paths: [String]) throws -> String {
    let exchanges = paths.enumerated().map { place, path in
      let request = HTTPRequest(url: server.baseURL + path)
      var headers = Headers()
      headers["Content-Type"] = "text/plain"
      return Exchange(
        sequence: place + 1, name: path, startedAt: 1_700_000_000_000_000 + place,
        request: request,
        result: .success(
          Response(statusCode: 200, headers: headers, body: Body("old"), request: request)))
    }
    return try folder.write("s.har", HARWriter().document(exchanges))
  }

  private func replay(_ path: String, _ arguments: String...) throws -> Piped {
    try Piped(["replay", path, "--live"] + arguments, environment: state)
  }

  @Test("--update makes the new answers the recording: said once, then the same")
  func update() throws {
    let path = try record(["/users", "/users/1", "/status/404"])
    let before = folder.read("s.har")?.split(separator: "\n") ?? []
    let one = try replay(path + "#2", "--update", "--json")
    #expect(one.ending == .exited(0), "\(one.output)\(one.error)")
    #expect(one.error.hasSuffix("inspector: 1 new response kept in \(path)\n"))
    let line = try #require(JSONLines(Array(one.output.utf8)).first).json
    #expect(line["kept"].bool == true && line["at"].arrayValue.count > 0)
    let now = folder.read("s.har")?.split(separator: "\n") ?? []
    #expect(zip(before, now).enumerated().filter { $1.0 != $1.1 }.map(\.offset) == [2])
    let rest = try replay(path, "--update")
    #expect(rest.ending == .exited(0) && rest.output.contains("404"), "\(rest.output)")
    #expect(rest.output.contains("status kept") && rest.error.contains("2 new responses kept"))
    let same = try replay(path, "--update")
    #expect(same.ending == .exited(0))
    #expect(
      same.error.hasSuffix("no response has changed: \(path) stays as it is\n"), "\(same.error)")
    #expect(try Session.open(path).row(at: 2).status == 404)
  }

  @Test("--update-to leaves the session, and what is there, unless --force says so")
  func other() throws {
    let path = try record(["/users"])
    let before = folder.read("s.har")
    let other = folder.path + "/n.har"
    #expect(try replay(path, "--update-to", other).ending == .exited(0))
    #expect(folder.read("s.har") == before)
    #expect(try Session.open(other).exchange(at: 0).response?.body.text != "old")
    let count = server.requestCount
    let again = try replay(path, "--update-to", other)
    #expect(again.ending == .exited(5) && again.error.contains("it is already there"))
    #expect(server.requestCount == count)
    #expect(try replay(path, "--update-to", other, "--force").ending == .exited(0))
    #expect(try replay(path, "--force").error.contains("'--force' needs '--update-to FILE'"))
  }

  @Test("what gives no answer is not kept and fails as ever")
  func failures() throws {
    let path = try record(["/users"])
    let before = folder.read("s.har")
    let gone = try replay(path, "--update", "--base-url", "http://127.0.0.1:1")
    #expect(gone.ending == .exited(3) && folder.read("s.har") == before, "\(gone.error)")
    let stdin = try Piped(["replay", "-", "--live", "--update"], input: before ?? "")
    #expect(stdin.ending == .exited(1) && stdin.error.contains("stdin"))
  }

  @Test("what was cancelled when it was recorded is sent and kept; without --update it is skipped")
  func cancelled() throws {
    let exchange = Exchange(
      sequence: 1, name: "", startedAt: 1_700_000_000_000_000,
      request: HTTPRequest(url: server.baseURL + "/users"), result: .failure(.cancelled))
    let path = try folder.write("s.har", HARWriter().document([exchange]))
    let skipped = try replay(path)
    #expect(skipped.ending == .exited(1) && skipped.error.contains("nothing was sent"))
    let kept = try replay(path, "--update")
    #expect(kept.ending == .exited(0), "\(kept.output)\(kept.error)")
    #expect(try Session.open(path).row(at: 0).status == 200)
  }

  @Test("run --record --only-new adds what the session lacks")
  func onlyNew() throws {
    func run(_ text: String, _ arguments: String = "") throws -> Piped {
      try folder.write("a.http", text)
      let words = "cd '\(folder.path)' && '\(Spawn.inspector)' run a.http --only-new \(arguments)"
      return try Piped(["-c", words], environment: state, program: "/bin/sh")
    }
    let first = "GET \(server.baseURL)/users/1\n"
    let start = try run(first, "--record k")
    #expect(start.error.hasSuffix("1 exchange kept in sessions/k.har\n"), "\(start.error)")
    let before = folder.read("sessions/k.har")?.split(separator: "\n") ?? []
    let both = try run(first + "###\nGET \(server.baseURL)/users/2\n", "--record k")
    #expect(
      both.error.hasSuffix("1 new exchange added to sessions/k.har, 1 had their response there\n"),
      "\(both.error)")
    let now = folder.read("sessions/k.har")?.split(separator: "\n") ?? []
    #expect(now.count == 4 && before.count == 3 && now[1] == before[1] + ",")
    #expect(try run(first).error.contains("'--only-new' needs '--record NAME'"))
    #expect(try run(first, "--record k --force").error.contains("do not go together"))
  }
}
