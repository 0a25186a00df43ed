import DemoServer
import TestSupport
import Testing

/// Mistakes that people make.
///
/// Each message says what happened, where, and the next step.
@Suite("Typical mistakes")
struct TypicalMistakesTests {
  typealias Row = (words: String, code: Int32, what: String, next: String)

  private static let see = "See 'inspector "

  /// Wrong words and options.
  static let line: [Row] = [
    ("send", 1, "'send' needs [METHOD] URL.", "Example: inspector send http://"),
    ("sned URL/users", 1, "Unknown command 'sned'.", "Did you mean 'send'?"),
    ("nosuch.http", 1, "There is no command and no file 'nosuch.http'.", see),
    ("send --heade a:b URL", 1, "Unknown option '--heade'.", "Did you mean '--header'?"),
    ("run a.http --format xml", 1, "not 'xml'", "'--report' needs text, json, junit, html"),
    ("run a.http --parallel many", 1, "not 'many'", "'--parallel' needs a number from 1 to 256"),
    ("run a.http --timeout soon", 1, "not 'soon'", "'--timeout' needs a time such as 5s"),
    ("run a.http --set host", 1, "not 'host'", "'--set' needs NAME=VALUE"),
    ("run a.http --profile shop", 1, "not 'shop'", "'--profile' needs none, the keys"),
    ("run a.http --only '~c 4x4'", 1, "found '4x4'", "~c needs a status such as 404, 4xx"),
    ("list day --only '~kind rejectd'", 1, "no kind 'rejectd'", "did you mean 'rejected'?"),
    ("diff day", 1, "'diff' needs A B.", "Example: inspector diff "),
    ("export day", 1, "'export' needs '--as'", "'inspector export day --as http'"),
    ("export day --as xml", 1, "not 'xml'", "'--as' needs har, curl, http, swift or locust"),
    ("replay day", 1, "'replay' sends", "'inspector replay day --live'"),
    ("serve", 1, "'serve' needs --from RECORDING", "Example: inspector serve --from "),
    ("capture", 1, "'capture' needs '--to URL'", see + "capture --help'"),
    ("capture --to localhost:3000", 1, "not 'localhost:3000'", "a URL such as https://"),
    ("serve --from day --port 80000", 1, "not '80000'", "a number from 0 to 65535"),
    ("--size big --script -", 1, "not 'big'", "'--size' needs a size from 1x1"),
    ("--theme blue", 1, "not 'blue'", "'--theme' needs dark or light"),
    ("help nosuch", 1, "no topic 'nosuch'", "Topics are requests"),
    ("config completions tcsh", 1, "not for 'tcsh'", "completions for bash, zsh, fish"),
  ]

  /// URLs, bodies and servers.
  static let sending: [Row] = [
    ("send http//h.test", 1, "no '://' behind 'http'", "Did you mean 'http://…'?"),
    ("send htp://h.test", 1, "scheme 'htp'", "is not http or https"),
    ("send http://", 1, "'http://' cannot be sent", "no host at byte 7"),
    ("send http://h.test:99999/", 1, "the port '99999'", "is not a number up to 65535"),
    ("send get URL/users", 1, "The method 'get'", "is written 'GET'"),
    ("send FETCH IT URL/users", 1, "'send' does not take 'http", see + "send --help'"),
    ("send URL/ -H nocolon", 1, "found 'nocolon'", "a line such as 'Name: value'"),
    ("send URL/ -u name", 1, "found 'name'", "--user needs user:password"),
    (
      "send URL/echo --body-json '{\"a\": 1,}'", 0, "line 1, column 9", "remove the comma before it"
    ),
    ("send http://127.0.0.1:1/", 3, "no connection", "check that the server runs and listens"),
    ("send TLS/users", 3, "TLS failed", "this port does not speak TLS: is it http?"),
    ("send URL/users -o none/x", 5, "none/x cannot be written", "make its folder first"),
    ("demo --serve --port PORT", 1, "Port PORT is taken", "without --port any free one"),
    ("serve --from day --port PORT", 1, "port PORT is taken", "0 is any free one"),
  ]

  /// Files.
  static let files: [Row] = [
    ("run zz9.http", 2, "zz9.http: No such file", "check the path: it starts in /"),
    ("run b.http", 2, "b.http: No such file", "did you mean 'a.http'?"),
    ("run a.http oen", 1, "there is no request 'oen'", "did you mean 'one'?"),
    ("run a.http nosuch", 1, "there is no request 'nosuch'", "shows the names"),
    ("run env --env prod", 1, "no environment 'prod'", "Known are dev."),
    ("run variable.http", 1, "variable.http:1:5", "--set host="),
    ("run line.http", 2, "line.http:1:1", "did you mean 'GET'?"),
    ("run empty", 1, "there is no request in empty", "GET https://example.com"),
    ("run a.http --data none.csv", 2, "none.csv: No such file", "check the path"),
    ("run a.http --report junit=none/r.xml", 5, "none/r.xml", "make its folder first"),
    ("check comma.json", 4, "comma.json:1:9: no JSON", "remove the comma before it"),
    ("check none.har", 2, "'none.har': it cannot be read", "check the path"),
    ("check empty", 2, "'empty': it is not a plain file", "name a file, such as"),
    ("import notes.txt", 2, "notes.txt: there is no curl command in it", "OpenAPI or Postman"),
    ("import day.har --to a.http", 5, "a.http cannot be written", "add --force"),
    ("seal none", 2, "'none': it cannot be read", "check the path: it starts in /"),
    ("run sessions/day.har", 1, "is a recording", "'inspector list sessions/day.har' lists it"),
  ]

  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
    try folder.write("a.http", "### one\nGET \(server.baseURL)/users\n")
    try folder.write("variable.http", "GET {{host}}/users\n")
    try folder.write("line.http", "GTE http://127.0.0.1:1/\n")
    try folder.write("env/a.http", "GET {{host}}/users\n")
    try folder.write("env/http-client.env.json", #"{"dev": {"host": "http://127.0.0.1:1"}}"#)
    try folder.write("comma.json", "{\"a\": 1,}\n")
    try folder.write("notes.txt", "some notes\n")
    try folder.write("empty/notes.txt", "some notes\n")
    let entry =
      #"{"startedDateTime":"2026-01-31T08:15:00Z","time":1,"request":{"method":"GET","url":"#
      + #""http://h.test/kept","headers":[]},"response":{"status":200,"headers":[],"content":{}}}"#
    let har = #"{"log":{"version":"1.2","entries":[\#(entry)]}}"#
    try folder.write("sessions/day.har", har)
    try folder.write("day.har", har)
  }

  @Test("say what happened, where, and the next step", arguments: line + sending + files)
  func says(_ row: Row) throws {
    let port = server.baseURL.split(separator: ":").last.map(String.init) ?? ""
    func filled(_ text: String) -> String {
      text.replacing("URL/", with: server.baseURL + "/").replacing("PORT", with: port)
        .replacing("TLS/", with: "https://127.0.0.1:\(port)/")
    }
    let run = try folder.shell("inspector \(filled(row.words))")
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    let said = run.output + run.error
    #expect(said.contains(filled(row.what)), "\(said)")
    #expect(said.contains(filled(row.next)), "\(said)")
  }
}
