import DemoServer
import Glibc
import Inspector
import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles
import TestSupport
import Testing

/// The built program, by keys alone: a request is changed and sent again, and nothing is lost.
@Suite("Change and resend", .timeLimit(.minutes(5)))
struct ChangeAndResendTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
    try folder.write(
      "a.http",
      """
      @token = t-0k3n-of-the-file
      ### order
      # @no-redirect
      POST \(server.baseURL)/echo
      Authorization: Bearer {{token}}
      Content-Type: application/json

      {"item": "tea", "size": "small"}

      """)
  }

  private func start(
    _ path: String, width: Int = 100, height: Int = 40, environment: [String: String?] = [:]
  ) throws -> PTY {
    let all = ["XDG_STATE_HOME": folder.path + "/state"].merging(environment) { $1 }
    let pty = try PTY(
      Spawn.inspector, [path], width: width, height: height, environment: all)
    try pty.wait(for: "? help")
    return pty
  }

  /// Five keys beside the typing: c, Left, Left, Ctrl-w, Ctrl-s.
  @Test("one field of a file's body: all else goes out as the file says it", arguments: [80, 120])
  func bodyField(width: Int) throws {
    let pty = try start(folder.path + "/a.http", width: width, height: 90)
    try pty.type("c\u{1b}[D\u{1b}[D\u{17}")
    try pty.type("large")
    try pty.wait(for: #"{"item": "tea", "size": "large"}"#)
    try pty.type("\u{13}")
    try pty.wait(for: "200 ok")
    try pty.type("\t1")
    try pty.wait(for: "what arrived") { screen in
      screen.contains("Bearer t-0k3n") && screen.contains(#"\"large\""#)
    }
    #expect(TestFolder.text(at: folder.path + "/a.http")?.contains("small") == true)
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.isAsGiven)
    let journal = TestFolder.text(at: folder.path + "/state/inspector/.journal/scratch.jsonl")
    #expect(journal?.contains(#""_name":"order ↺2 size""#) == true, "as its row is called")
  }

  /// Three keys beside the typing: c, Ctrl-s, q.
  @Test("a recorded exchange: its answer is on the main screen")
  func recorded() throws {
    var request = HTTPRequest(method: .post, url: server.baseURL + "/echo?a=1")
    request.headers = ["X-Kept": "yes", "Host": "gone.test", "Content-Type": "text/plain"]
    request.body = .bytes(Body("sent before"))
    let response = Response(statusCode: 200, body: Body("{}"), request: request)
    let exchange = Exchange(
      sequence: 1, name: "echo", startedAt: 1_700_000_000_000_000, request: request,
      result: .success(response))
    try Session([exchange]).seal(to: folder.path + "/s.har")
    let pty = try start(folder.path + "/s.har", height: 90)
    try pty.wait(for: "mapJSON")
    try pty.type("c")
    try pty.wait(for: "from s.har, exchange 1")
    try pty.type("\u{1b}[5~&b=2\u{13}")
    try pty.wait(for: "its response is on the main screen")
    try pty.type("q")
    try pty.wait(for: "200 ok")
    try pty.type("\t1")
    try pty.wait(for: "what arrived") { screen in
      screen.contains("X-Kept") && screen.contains("a=1&b=2") && screen.contains("sent before")
        && !screen.contains("gone.test")
    }
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  @Test("what is typed outlives a program that is killed, without the secrets in it")
  func killed() throws {
    let path = folder.path + "/a.http"
    let pty = try start(path)
    try pty.type("c\u{1b}[5~?page=2\t\t\tX-Api-Key: k3y-0f-a-pers0n\u{1b}[6~")
    try pty.wait(for: "X-Api-Key: k3y")
    let kept = folder.path + "/state/inspector/drafts.jsonl"
    // The name of the header alone may be kept before the rest of it was typed.
    while TestFolder.text(at: kept)?.contains("$processEnv") != true { try pty.look() }
    pty.signal(SIGKILL)
    #expect(try pty.waitForEnd() == .signalled(SIGKILL))
    let text = try #require(TestFolder.text(at: kept))
    #expect(!text.contains("k3y-0f"))
    #expect(text.contains("{{token}}"), "a variable is no secret")
    var facts = stat()
    #expect(stat(kept, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    let again = try start(path)
    try again.type("c")
    try again.wait(for: "this was typed before and not sent")
    // A frame may come in pieces.
    try again.wait(for: "/echo?page=2")
    try again.wait(for: "X-Api-Key: {{$processEnv")
    try again.wait(for: "Authorization: Bearer {{token}}")
    try again.type("\u{12}\u{1b}")
    try again.wait(for: "Targets 1")
    try again.type("Q")
    #expect(try again.waitForEnd() == .exited(0))
    #expect(TestFolder.text(at: kept)?.contains("page=2") != true, "taken back it is gone")
  }

  @Test("$EDITOR has the whole request as a text; a mistake in it is said and the text kept")
  func editor() throws {
    let script = try folder.write(
      "edit", "#!/bin/sh\nsed -i -e s/small/huge/ -e s/'tea\"'/\"$ITEM\"/ \"$2\"\n")
    chmod(script, 0o755)
    let pty = try start(
      folder.path + "/a.http", environment: ["VISUAL": nil, "EDITOR": script, "ITEM": "oil\""])
    try pty.type("c\u{18}")
    try pty.wait(for: "taken over from the editor")
    try pty.wait(for: #"{"item": "oil", "size": "huge"}"#)
    let left = FolderListing.names(in: folder.path + "/state/inspector") ?? []
    #expect(!left.contains { $0.hasPrefix("draft-") })
    try pty.type("\u{13}")
    try pty.wait(for: "200 ok")
    try folder.write("edit", "#!/bin/sh\nsed -i '4s/.*/no header/' \"$2\"\n")
    try pty.type("c\u{18}")
    try pty.wait(for: "Ctrl-x mends line 4 of the text: expected 'Name: value'")
    try pty.type("\u{13}")
    try folder.write(
      "edit", "#!/bin/sh\nsed -i 's/no header/Authorization: Basic a b/' \"$2\"\n")
    try pty.type("\u{18}")
    try pty.wait(for: "Authorization: Basic a b")
    try pty.type("\u{1b}Q")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.isAsGiven)
  }

  @MainActor
  @Test("a secret that is sent again by its name has its value, and where it comes from")
  func held() throws {
    let targets = try CollectionTargets(paths: [folder.path + "/a.http"], context: RequestContext())
    var request = ComposedRequest(
      method: "GET", url: server.baseURL + "/echo",
      headers: [HeaderField("X-Key", "{{$processEnv NOBODY_SETS_THIS}}")])
    guard case .failure(let problem) = targets.target(of: request, beside: 0) else {
      Issue.record("nothing was missing")
      return
    }
    #expect(problem.message.contains("NOBODY_SETS_THIS"))
    request.secrets = ["NOBODY_SETS_THIS": "v4lue"]
    let target = try targets.target(of: request, beside: 0).get()
    #expect(target.headers["X-Key"] == "v4lue")
    #expect(target.uses.map { "\($0.origin)" } == ["as it was sent before"])
    #expect(target.uses.allSatisfy { $0.isSecret })
  }
}
