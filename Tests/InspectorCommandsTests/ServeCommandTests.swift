import DemoServer
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// `serve`: the built program as a server, and itself, or a shell, as its client.
@Suite("The command that serves a recording")
struct ServeCommandTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  private static let root: String = {
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
  }()

  @discardableResult
  private func record(
    _ rows: [(method: HTTPMethod, path: String, sent: Body?, answer: Body)],
    _ name: String = "s.har"
  ) throws -> String {
    let exchanges = rows.enumerated().map { place, row in
      let request = HTTPRequest(
        method: row.method, url: "https://api.example.com" + row.path,
        headers: row.sent == nil ? [:] : ["Content-Type": "application/json"],
        body: row.sent.map { .bytes($0) } ?? .none)
      return Exchange(
        sequence: place + 1, name: row.path, startedAt: 1_700_000_000_000_000 + place,
        request: request,
        result: .success(
          Response(
            statusCode: 200, headers: ["Content-Type": "application/json"], body: row.answer,
            request: request)))
    }
    return try folder.write(name, HARWriter().document(exchanges))
  }

  @Test("a collection that logs in, lists and looks runs against its recording, without the server")
  func collection() throws {
    let run = try folder.shell(
      "inspector serve '\(Self.root)/sessions/login.har' --port 0 --strict --fail-unused --run"
        + " 'inspector run \(Self.root)/requests/login.http --env demo --set baseUrl=$INSPECTOR_URL'"
    )
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    #expect(run.output.contains("5 requests · 5 as expected"), "\(run.output)")
    let order = ["◂ #1", "◂ #2", "◂ #3", "◂ #4", "◂ #5"]
    let lines = run.error.split(separator: "\n").filter { $0.contains("◂") }
    #expect(zip(lines, order).allSatisfy { $0.hasSuffix($1) } && lines.count == 5, "\(run.error)")
    #expect(lines.count > 3 && lines[3].contains("200 rejected") && lines[4].contains("401 "))
    #expect(run.error.contains("recording: 5 used\n"))
  }

  @Test("a profile that is kept for where it was recorded judges what is served")
  func profile() throws {
    try record([(.get, "/a", nil, #"{"status":"invalid_session","msg":"again"}"#)])
    try folder.write(
      "inspector.json",
      #"{"profileFor": {"https://api.example.com": "status/msg/data"}}"#)
    for (words, said) in [("", "200 expired"), ("--json", #""kind":"invalidSession""#)] {
      let run = try folder.shell(
        "inspector serve s.har --port 0 \(words) --run 'inspector send $INSPECTOR_URL/a > none; true'"
      )
      #expect(run.error.contains(said), "\(run.error)")
    }
    try folder.write(
      "inspector.json", #"{"profileFor": {"\#(server.baseURL)": "status/msg/data"}}"#)
    let asked = try folder.shell(
      "inspector serve s.har --port 0 --miss forward --to \(server.baseURL)"
        + " --run 'inspector send $INSPECTOR_URL/users/42 > none; true'")
    #expect(asked.error.contains("200 expired"), "\(asked.error)")
  }

  @Test("it ends as its command ends, as a signal says, or with 4 for what was missed or not used")
  func ends() throws {
    try record([(.get, "/a", nil, "1"), (.get, "/b", nil, "2")])
    let rows: [(words: String, command: String, code: Int32)] = [
      ("", "exit 3", 3), ("", "kill -9 $$", 137), ("", "inspector send $INSPECTOR_URL/a", 0),
      ("--fail-unused", "inspector send $INSPECTOR_URL/a", 4),
      ("--strict", "inspector send $INSPECTOR_URL/none; true", 4), ("--strict", "exit 3", 3),
      ("", "inspector send $INSPECTOR_URL/none; true", 0),
    ]
    for row in rows {
      let run = try folder.shell(
        "inspector serve s.har --port 0 \(row.words) --run '\(row.command)'")
      #expect(run.ending == .exited(row.code), "\(row)\n\(run.output)\(run.error)")
    }
    let ended = try folder.shell(
      "inspector serve s.har --port 0 > out & pid=$!; until [ -s out ]; do sleep 0.02; done;"
        + " inspector send \"$(head -n 1 out)/a\"; kill -TERM $pid; wait $pid; echo \"=$?\"; cat out"
    )
    #expect(ended.output.contains("1=143\n"), "\(ended.output)\(ended.error)")
    #expect(ended.output.contains("GET     /a  ◂ #1"), "\(ended.output)")
  }

  @Test("lines for programs have the address first, then a row for each exchange")
  func lines() throws {
    try record([(.get, "/a?token=own", nil, "{\"status\":\"ok\",\"msg\":\"\",\"data\":1}")])
    let run = try folder.shell(
      "inspector serve s.har --port 0 --json > out & pid=$!; until [ -s out ]; do sleep 0.02; done;"
        + " url=$(sed -n '1s/.*\"listening\":\"\\([^\"]*\\)\".*/\\1/p' out);"
        + " inspector send \"$url/a?token=geheim12345\" --json; inspector send \"$url/x\" > /dev/null;"
        + " kill -TERM $pid; wait $pid; cat out")
    let lines = try #require(folder.read("out")).split(separator: "\n").map {
      JSONDocument(Array($0.utf8)).json
    }
    #expect(lines.count == 3, "\(run.output)\(run.error)")
    guard lines.count == 3 else { return }
    #expect(lines.allSatisfy { $0["v"].int == 1 })
    #expect(lines[0]["listening"].stringValue.hasPrefix("http://127.0.0.1:"))
    #expect(lines[1]["by"].stringValue == "recording" && lines[1]["recording"].int == 1)
    #expect(lines[1]["kind"].stringValue == "ok" && lines[1]["answered"].int == 200)
    #expect(lines[2]["kind"].stringValue == "miss" && lines[2]["nearest"][0].int == 1)
    #expect(folder.read("out")?.contains("geheim12345") == false)
  }

  @Test("match rules beside the session say what a request is found by")
  func rules() throws {
    try record([(.post, "/orders", "{\"at\":1,\"item\":7}", "\"made\"")])
    try folder.write("s.rules", "POST /orders match body /at any\n*  /** match query _ any\n")
    let send = "inspector send POST \"$INSPECTOR_URL/orders?_=99\" --body-json"
    let found = try folder.shell(
      "inspector serve s.har --port 0 --run '\(send) \"{\\\"item\\\":7,\\\"at\\\":2}\"'")
    #expect(
      found.ending == .exited(0) && found.output == "\"made\"", "\(found.output)\(found.error)")
    let other = try folder.shell(
      "inspector serve s.har --port 0 --run '\(send) \"{\\\"item\\\":8,\\\"at\\\":2}\"'")
    #expect(other.ending == .exited(4) && other.output.contains("/item"), "\(other.output)")
    try folder.write("wrong.rules", "POST /orders match body at any\n")
    let wrong = try folder.shell("inspector serve s.har --rules wrong.rules --run true")
    #expect(wrong.ending == .exited(2) && wrong.error.contains("wrong.rules"), "\(wrong.error)")
  }

  @Test("the session grows by what it lacked, until the app runs without its server")
  func grows() throws {
    try record([(.get, "/users/1", nil, "{\"recorded\":true}")], "app.har")
    let app =
      "for path in users/1 users \"echo?n=1\" \"echo?n=1\"; do"
      + " inspector send $INSPECTOR_URL/$path || exit 9; done"
    let before = server.requestCount
    let grown = try folder.shell(
      "inspector serve app.har --port 0 --miss forward --to \(server.baseURL)"
        + " --record app --only-new --run '\(app)'")
    #expect(grown.ending == .exited(0), "\(grown.output)\(grown.error)")
    #expect(server.requestCount == before + 3, "what is recorded is not asked of the server")
    #expect(grown.error.contains("new exchanges added to ./app.har"), "\(grown.error)")
    let alone = try folder.shell(
      "inspector serve app.har --port 0 --strict --fail-unused --run '\(app)'")
    #expect(alone.ending == .exited(0), "\(alone.output)\(alone.error)")
    #expect(alone.output == grown.output)
    #expect(server.requestCount == before + 3)
  }

  @Test("alone it asks nobody: the program has neither what connects nor what looks names up")
  func alone() throws {
    try record([(.get, "/a", nil, "1")])
    let run = try folder.shell(
      "inspector serve s.har --port 0 > out & pid=$!; until [ -s out ]; do sleep 0.02; done;"
        + " url=$(head -n 1 out); for path in a none a; do inspector send $url/$path > /dev/null 2>&1;"
        + " echo $?; done; grep -cE 'libcurl|libnss|libresolv' /proc/$pid/maps;"
        + " kill -TERM $pid; wait $pid; echo \"=$?\"")
    #expect(run.output == "0\n4\n0\n0\n=143\n", "\(run.output)\(run.error)")
    let asking = try folder.shell(
      "rm out; inspector serve s.har --port 0 --miss forward --to \(server.baseURL) > out & pid=$!;"
        + " until [ -s out ]; do sleep 0.02; done; inspector send $(head -n 1 out)/users/1 > /dev/null;"
        + " grep -c libcurl /proc/$pid/maps; kill -TERM $pid")
    #expect(asking.output != "0\n", "what is looked for is there where somebody is asked")
  }

  @Test("samples of request files are served, each with a type")
  func samples() throws {
    let run = try folder.shell(
      "inspector serve '\(Self.root)/requests' --env demo --port 0 --run"
        + " 'inspector send $INSPECTOR_URL/users/1 -i'")
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    #expect(run.output.contains("Content-Type: application/json"))
    #expect(run.output.contains("Ada Lovelace"))
    try folder.write("none.http", "GET http://h/a\n")
    let none = try folder.shell("inspector serve none.http --run true")
    #expect(none.ending == .exited(1) && none.error.contains("# @sample"), "\(none.error)")
  }

  @Test("what cannot be meant is told with what can")
  func mistakes() throws {
    try record([(.get, "/a", nil, "1")])
    let port = server.baseURL.split(separator: ":").last ?? ""
    let rows: [(words: String, said: String)] = [
      ("--to http://h", "'--to' needs '--miss forward'"),
      ("--miss forward", "'--miss forward' needs '--to URL'"),
      ("--miss forward --to h", "a URL such as"), ("--miss maybe", "refuse or forward"),
      ("--miss forward --to http://u:p@h", "without a user"),
      ("--miss forward --to http://h/v1 --record y", "end with '/v1'"),
      ("--record x", "needs '--miss forward --to URL'"), ("--only-new", "needs '--record NAME'"),
      ("--listen 0.0.0.0", "'--yes'"), ("--listen 1.2.3.4 --yes", "'1.2.3.4' is no address"),
      ("--cors example.com", "an origin such as"), ("--set a=b", "is for request files"),
      ("--port \(port)", "port \(port) is taken"), ("--exhausted never", "last or error"),
    ]
    for row in rows {
      let run = try folder.shell("inspector serve s.har \(row.words) --run true")
      #expect(run.ending == .exited(1), "\(row.words)\n\(run.error)")
      #expect(run.error.contains(row.said), "\(row.words)\n\(run.error)")
    }
  }
}
