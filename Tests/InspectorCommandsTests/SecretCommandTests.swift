import NetEngine
import NetRecordings
import TestSupport
import Testing

/// What the commands say of secrets, and what a terminal gets to see of foreign bytes.
@Suite("Secrets on the command line", .timeLimit(.minutes(5)))
struct SecretCommandTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func play(_ arguments: [String]) throws -> Piped {
    try Piped(arguments, environment: ["XDG_STATE_HOME": folder.path + "/state"])
  }

  private func session(
    _ file: String, _ body: Body, _ headers: Headers = [:], sending sent: Headers = [:]
  ) throws -> String {
    let request = HTTPRequest(url: "http://h.test/a", headers: sent)
    let response = Response(statusCode: 200, headers: headers, body: body, request: request)
    let exchange = Exchange(
      sequence: 1, name: "a", startedAt: 1, request: request, result: .success(response))
    return try folder.write(file, HARWriter().document([exchange]))
  }

  @Test("secrets that differ are said to be not compared, in words and as JSON")
  func redacted() throws {
    let first = try session(
      "a.har", "{\"token\":\"first-Token.1\",\"n\":1}", ["X-Api-Key": "k1-one"])
    let second = try session(
      "b.har", "{\"token\":\"second-Token.2\",\"n\":1}", ["X-Api-Key": "k2-two"])
    let text = try play(["diff", first, second])
    #expect(text.ending == .exited(0))
    #expect(text.output.contains("/token redacted, not compared"), "\(text.output)")
    #expect(text.output.contains("header x-api-key redacted, not compared"), "\(text.output)")
    #expect(text.output.hasSuffix("1 exchange · 1 redacted\n"), "\(text.output)")
    let run = try play(["diff", first, second, "--json"])
    let json = JSONDocument(Array(run.output.utf8)).json
    #expect(json["change"].stringValue == "redacted")
    #expect(json["at"].arrayValue.map { $0["redacted"].boolValue } == [true, true])
    #expect(try play(["diff", first, first]).output.hasSuffix("1 exchange · 1 same\n"))
  }

  @Test("a header that allows credentials is none, and its change is one")
  func allowed() throws {
    let name = "Access-Control-Allow-Credentials"
    let run = try play([
      "diff", try session("a.har", "{}", [name: "true"]),
      try session("b.har", "{}", [name: "false"]),
    ])
    #expect(run.ending == .exited(4) && run.output.contains("true → false"), "\(run.output)")
  }

  @Test("check --secrets names what it cannot read, and does not call it clean")
  func unread() throws {
    let image = Body([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0xff, 0xfe])
    let path = try session("a.har", image, ["Content-Type": "image/png"])
    let run = try play(["check", "--secrets", path])
    #expect(run.ending == .exited(0) && run.output.isEmpty)
    #expect(
      run.error.contains("a.har#1: response.body is not read: image/png, 12 B"), "\(run.error)")
    #expect(run.error.contains("1 body of 1 exchange could not be read"), "\(run.error)")
    #expect(!run.error.contains("no secrets found in 1"), "\(run.error)")
    let json = try play(["check", "--secrets", path, "--json"])
    let line = JSONDocument(Array(json.output.utf8)).json
    #expect(line["unread"].stringValue == "image/png" && line["bytes"].int == 12)
    let plain = try play(["check", "--secrets", try session("b.har", "{\"a\":1}")])
    #expect(plain.error.contains("no secrets found in 1 exchange"))
  }

  @Test("list shows no password and no token, and keeps the variables", arguments: [false, true])
  func list(isJSON: Bool) throws {
    let file = try folder.write(
      "r.http",
      """
      @apiToken = t0p-Secret.77
      @page = 2

      ### one
      GET http://me:hunter2pw@h.test/x?token=abc-Def.123&page={{page}}&key={{apiToken}}

      ### two
      GET http://{{user}}:{{password}}@h.test/?token={{token}}

      """)
    let run = try play(["list", file] + (isJSON ? ["--json"] : []))
    for secret in ["hunter2pw", "abc-Def.123", "t0p-Secret.77"] {
      #expect(!(run.output + run.error).contains(secret), "\(run.output)\(run.error)")
    }
    #expect(run.output.contains("http://***@h.test/x?token=***&page=2"), "\(run.output)")
    #expect(run.output.contains("http://{{user}}:{{password}}@h.test/?token={{token}}"))
  }

  @Test(
    "lists of requests and of recordings have stars for secrets in paths", arguments: [false, true])
  func paths(isJSON: Bool) throws {
    let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLWhlcmU"
    let file = try folder.write(
      "r.http",
      """
      @where = http://h.test/reset/Zx81kQp47LmW

      GET http://h.test/in/\(jwt)/x

      ### two
      GET {{where}}/go

      """)
    let run = try play(["list", file] + (isJSON ? ["--json"] : []))
    #expect(
      run.output.contains("/in/***/x") && run.output.contains("/reset/***/go"), "\(run.output)")
    #expect(!run.output.contains(jwt) && !run.output.contains("Zx81kQp47LmW"), "\(run.output)")
    let request = HTTPRequest(url: "http://h.test/in/\(jwt)?pw=hunter2")
    let exchange = Exchange(sequence: 1, name: "a", startedAt: 1, request: request)
    let har = try folder.write("a.har", HARWriter().document([exchange]))
    let show = try play(["list", har] + (isJSON ? ["--json"] : []))
    #expect(!show.output.contains(jwt) && !show.output.contains("hunter2"), "\(show.output)")
  }

  @Test("a URL that cannot be sent is told without its secrets")
  func badPort() throws {
    let run = try play(["send", "http://h.test:99999/x?token=abc-Def.123&a=1"])
    #expect(run.error.contains("99999") && run.error.contains("a=1"), "\(run.error)")
    #expect(!run.error.contains("abc-Def.123"), "\(run.error)")
  }

  @Test(
    "an export acts on no terminal, and is exact in a pipe and a file",
    arguments: ["har", "curl", "http"])
  func terminal(form: String) throws {
    let sent = "a\u{9b}31mb\u{7f}c\u{202e}d"
    let path = try session("a.har", "{}", sending: ["X-Note": sent])
    let terminal = try PTY(
      Spawn.inspector, ["export", path, "--as", form], width: 200, height: 50,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.contains("<U+202E>"), "\(terminal.screen.text)")
    #expect(terminal.screen.contains("<U+009B>"), "\(terminal.screen.text)")
    let piped = try play(["export", path, "--as", form])
    #expect(piped.output.contains(sent), "\(piped.output)")
    let file = folder.path + "/out"
    #expect(try play(["export", path, "--as", form, "--out", file]).ending == .exited(0))
    #expect(folder.read("out") == piped.output)
  }
}
