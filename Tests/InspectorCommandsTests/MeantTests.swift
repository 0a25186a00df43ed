import DemoServer
import Glibc
import NetEngine
import TestSupport
import Testing

/// Messages that name what was meant, and what is told of how a request travelled.
@Suite("What was meant")
struct MeantTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  private func run(_ words: String, _ environment: [String: String?] = [:]) throws -> Piped {
    try Piped(
      ["-c", "cd '\(folder.path)' && '\(Spawn.inspector)' \(words)"], environment: environment,
      program: "/bin/sh")
  }

  static let said: [(words: String, code: Int32, text: String)] = [
    ("send GET", 1, "A URL is missing behind 'GET'"),
    ("send get $URL/users", 1, "The method 'get' is written 'GET'."),
    ("send -X patch $URL/users", 1, "The method 'patch' is written 'PATCH'."),
    ("send 'B/{{x}}'", 1, "'{{x}}' is a variable, and 'send' has none"),
    ("send /users", 1, "'/users' has no host: write the whole URL, as in 'https://host/users'."),
    ("send ok.http", 1, "'ok.http' is a request file: 'inspector run ok.http' sends it."),
    ("send --status 404 $URL/users", 4, "expected 404, found 200 OK"),
    ("run wanted.http", 4, "expected 404, found 200 OK"),
    ("run ok.htp", 2, "ok.htp: No such file or directory — did you mean 'ok.http'?"),
    ("list ok.htp", 2, "did you mean 'ok.http'?"),
    ("import ok.htp", 2, "did you mean 'ok.http'?"),
    ("import http://a.test/o.json", 2, "'inspector send http://a.test/o.json -o FILE'"),
    ("capture http://a.test", 1, "'capture' takes a URL by '--to': '--to http://a.test'."),
    ("import ok.http", 2, "it is a request file: 'inspector run ok.http' sends it"),
    ("check ok.http", 2, "it is a request file: 'inspector run ok.http' sends it"),
    ("export S", 1, "'inspector export S --as http'"),
    ("replay S", 1, "'inspector replay S --live' does. Offline it is"),
    ("run S", 2, "it is the recording sessions/S.har: 'inspector list S' lists it"),
    ("run sessions/S.har", 1, "'sessions/S.har' is a recording: 'inspector list sessions/S.har'"),
    ("run S.json", 1, "'S.json' is a recording: 'inspector list S.json' lists it"),
    ("list postman.json", 1, "'inspector import postman.json --to FOLDER' makes files of them."),
    ("run ok.http api.yaml", 1, "'api.yaml' describes requests: 'inspector import api.yaml"),
    ("list swagger.json", 1, "'inspector import swagger.json --to FOLDER' makes files of them."),
    ("list answer.json", 1, "is JSON and no request file: 'inspector answer.json'"),
    ("list all.json", 1, "'all.json' is JSON and no request file"),
    ("list braces.txt", 0, "braces.txt:2:1"),
    ("list named.json", 1, "'inspector import named.json --to FOLDER' makes files of them."),
    ("import sessions/S.har", 2, "sessions/S.har: there is no exchange in it"),
    ("list all.flow", 1, "'all.flow' is mitmproxy's: 'mitmdump -nr all.flow --set hardump="),
    ("import all.flow", 2, "all.flow: it is mitmproxy's: 'mitmdump -nr all.flow"),
    ("import insomnia.json", 2, "it is Insomnia's: export it there as HAR"),
    ("run insomnia.yaml", 1, "'insomnia.yaml' is Insomnia's: export it there as HAR."),
    ("list one.bru", 1, "'one.bru' is Bruno's: export the collection there as a Postman"),
    ("diff some.chlsj S", 2, "it is Charles's: export the session there as HTTP Archive"),
    ("import answer.json", 2, "no Postman collection, and no HAR: there is no 'log'"),
  ]

  @Test("is said", arguments: said)
  func meant(_ row: (words: String, code: Int32, text: String)) throws {
    try folder.write("ok.http", "GET \(server.baseURL)/users\n")
    try folder.write("wanted.http", "# @status 404\nGET \(server.baseURL)/users\n")
    try folder.write("sessions/S.har", #"{"log":{"version":"1.2","entries":[]}}"#)
    try folder.write("S.json", #" {"log":{"version":"1.2","entries":[]}}"#)
    try folder.write("postman.json", #"{"info":{"name":"x"},"item":[]}"#)
    try folder.write("swagger.json", "{\n  \"swagger\": \"2.0\"}")
    try folder.write("named.json", #"{"openapi":"3.0.0","tags":[{"name":"x","log":1}]}"#)
    try folder.write("all.flow", "2538:9:websocket;0:~8:response;1027:6:reason;2:OK,")
    try folder.write("insomnia.json", #"{"_type":"export","__export_format":4,"resources":[]}"#)
    try folder.write("insomnia.yaml", "type: collection.insomnia.rest/5.0\nname: all\n")
    try folder.write("one.bru", "meta {\n  name: one\n}\n\nget {\n  url: http://a.test\n}\n")
    try folder.write("some.chlsj", #"[{"status":"COMPLETE","method":"GET"}]"#)
    try folder.write("api.yaml", "openapi: 3.0.0\n")
    try folder.write("answer.json", #"{"status":"ok"}"#)
    try folder.write("all.json", "[\n]")
    try folder.write("braces.txt", "@host = \(server.baseURL)\n{{host}}/users\n")
    let words = row.words.split(separator: "$URL", omittingEmptySubsequences: false)
      .joined(separator: server.baseURL)
    let run = try run(words)
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    #expect((run.output + run.error).firstRange(of: row.text) != nil, "\(run.output)\(run.error)")
    #expect(run.error.firstRange(of: "{\"log\"") == nil)
  }

  @Test("a header line without a value takes away what would be added")
  func removed() throws {
    let run = try run(
      "send \(server.baseURL)/echo -d a=1 -H 'Accept:' -H 'user-agent:' -H 'Content-Type:'")
    #expect(run.ending == .exited(0), "\(run.error)")
    let request = try #require(server.log.last)
    for name in ["Accept", "User-Agent", "Content-Type"] {
      #expect(request.header(name) == nil, "\(name)")
    }
    #expect(request.header("Accept-Encoding") != nil)
  }

  @Test("a proxy from the environment is told by send, in its JSON, and by run")
  func proxy() throws {
    let environment = ["http_proxy": "http://u:secret@\(server.baseURL.dropFirst(7))"]
    let words = "through the proxy \(server.baseURL) ($http_proxy)"
    let sent = try run("send http://nowhere.test/users", environment)
    #expect(sent.error.firstRange(of: "note: sent \(words)") != nil, "\(sent.error)")
    let json = JSONDocument(
      Array(try run("send http://nowhere.test/users --json", environment).output.utf8)
    ).json
    #expect(json["proxy"]["url"].string == server.baseURL)
    #expect(json["proxy"]["from"].string == "http_proxy")
    try folder.write("t.http", "GET http://nowhere.test/users\n###\nGET http://nowhere.test/echo\n")
    let fired = try run("run t.http", environment)
    #expect(fired.output.firstRange(of: "note: 2 requests went \(words)") != nil, "\(fired.output)")
    #expect((sent.error + fired.output).firstRange(of: "secret") == nil)
    #expect(try run("send \(server.baseURL)/users").error == "")
  }

  @Test("send -o leaves what is there where nothing has arrived")
  func nothingArrived() throws {
    try folder.write("kept.json", "before")
    let run = try run("send \(server.baseURL)/users --max-body 10 -o kept.json")
    #expect(run.ending == .exited(3), "\(run.error)")
    #expect(folder.read("kept.json") == "before")
  }

  @Test("send -o says where a link leads")
  func link() throws {
    try folder.write("real.json", "old")
    #expect(symlink("real.json", folder.path + "/link.json") == 0)
    let run = try run("send \(server.baseURL)/users -o link.json")
    #expect(run.ending == .exited(0))
    #expect(run.error.firstRange(of: "note: link.json is a link: the body goes to ") != nil)
    #expect(folder.read("real.json")?.hasPrefix("{") == true)
    #expect(try self.run("send \(server.baseURL)/users -o plain.json").error == "")
  }

  @Test("a recording that cannot be kept beside the requests is kept in the state folder")
  func elsewhere() throws {
    let path = try folder.write("t.http", "GET \(server.baseURL)/users\n")
    try folder.write("sessions", "a file where the folder should be")
    let environment = ["XDG_STATE_HOME": folder.path + "/state", "HOME": folder.path]
    for name in ["r.har", "r-2.har"] {
      let run = try Piped(["run", path, "--record", "r"], environment: environment)
      #expect(run.ending == .exited(0), "\(run.error)")
      #expect(run.error.firstRange(of: "cannot be written: Not a directory") != nil, "\(run.error)")
      #expect(
        run.error.firstRange(of: "it is recorded in ~/state/inspector/sessions/\(name)") != nil,
        "\(run.error)")
      #expect(run.error.firstRange(of: "1 exchange kept in ~/state/inspector/sessions/") != nil)
      #expect(folder.read("state/inspector/sessions/\(name)")?.hasPrefix("{\"log\"") == true)
    }
  }

  @Test("with fewer descriptors than transfers some wait for others, and all are answered")
  func descriptors() throws {
    let text = (1...60).map { "### r\($0)\nGET \(server.baseURL)/delay/50\n" }.joined()
    try folder.write("many.http", text)
    let run = try Piped(
      [
        "-c",
        "ulimit -n 40; cd '\(folder.path)' && '\(Spawn.inspector)' run many.http --parallel 60",
      ], program: "/bin/sh")
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    #expect(run.output.firstRange(of: "60 requests · 60 as expected") != nil, "\(run.output)")
  }

  @Test("too few for a single one are told as that, not as a refused connection")
  func noDescriptors() throws {
    try folder.write("one.http", "### a\nGET \(server.baseURL)/users\n")
    let run = try Piped(
      [
        "-c",
        "cd '\(folder.path)'; for n in 19 20 21 22 23 24; do ulimit -n $n;"
          + " '\(Spawn.inspector)' run one.http --json; done 2>&1",
      ], program: "/bin/sh")
    #expect(run.output.firstRange(of: "check that the server runs") == nil, "\(run.output)")
    #expect(run.output.firstRange(of: "\"kind\":\"connect\"") == nil, "\(run.output)")
  }

  static let working = [
    "run one.http", "list one.http", "run one.http --parallel 4 --record R", "send $URL/users",
    "replay S", "replay S --live", "S", "demo",
  ]

  @Test("no number of them ends the program without a word", arguments: working)
  func fewDescriptors(_ words: String) throws {
    try folder.write("one.http", "### a\nGET \(server.baseURL)/users\n")
    try folder.write("sessions/S.har", #"{"log":{"version":"1.2","entries":[]}}"#)
    let words = words.replacing("$URL", with: server.baseURL)
    let run = try Piped(
      [
        "-c",
        "cd '\(folder.path)'; for n in 4 5 6 7 8 9 12 16 17 18 19 20 22; do"
          + " (ulimit -n $n; exec '\(Spawn.inspector)' \(words)) </dev/null >out 2>err; code=$?;"
          + " test $code -lt 128 && cat out err | grep -q . || echo $n: $code; done",
      ], program: "/bin/sh")
    #expect(run.output.isEmpty && run.error.isEmpty, "\(run.output)\(run.error)")
  }

  @Test("a host of its own survives the import of a HAR")
  func host() throws {
    func entry(_ host: String) -> String {
      """
      {"request":{"method":"GET","url":"http://10.0.0.1:8080/a","headers":[\
      {"name":"Host","value":"\(host)"}]},"response":{"status":200,"headers":[],"content":{}}}
      """
    }
    try folder.write(
      "s.har",
      #"{"log":{"version":"1.2","entries":[\#(entry("shop.test")),\#(entry("10.0.0.1:8080"))]}}"#)
    let run = try run("import s.har")
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(
      run.output.split(separator: "\n").count { $0.hasPrefix("Host: ") } == 1, "\(run.output)")
    #expect(run.output.firstRange(of: "Host: shop.test") != nil)
  }
}
