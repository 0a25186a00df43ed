import DemoServer
import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// `capture`: the built program between a shell's clients and the demo.
@Suite("The command that stands between an app and its server")
struct CaptureCommandTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  @Test("what goes through is told in lines, and is what would have come without it")
  func lines() throws {
    let run = try folder.shell(
      "inspector capture --to \(server.baseURL) --port 0 --profile status/msg/data"
        + " --run 'for path in users/1 users/42 none; do inspector send $INSPECTOR_URL/$path; done; true'"
    )
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    let direct = try folder.shell(
      "for path in users/1 users/42 none; do inspector send \(server.baseURL)/$path; done; true")
    #expect(run.output == direct.output)
    let lines = run.error.split(separator: "\n").filter { $0.contains("GET     /") }
    #expect(lines.count == 3, "\(run.error)")
    guard lines.count == 3 else { return }
    #expect(lines[0].contains("    1 200 ok ") && lines[0].hasSuffix("/users/1  "), "\(lines[0])")
    #expect(lines[1].contains("    2 200 expired"), "\(lines[1])")
    #expect(lines[2].contains("    3 404 client error"), "\(lines[2])")
  }

  @Test("what was captured runs again without the server")
  func served() throws {
    let app =
      "for path in users/1 users \"echo?n=1\" users/42; do"
      + " inspector send $INSPECTOR_URL/$path || exit 9; done"
    let captured = try folder.shell(
      "inspector capture --to \(server.baseURL) --port 0 --record app --run '\(app)'")
    #expect(captured.ending == .exited(0), "\(captured.output)\(captured.error)")
    #expect(captured.error.contains("4 exchanges kept in sessions/app.har"), "\(captured.error)")
    let before = server.requestCount
    let served = try folder.shell(
      "inspector serve app --port 0 --strict --fail-unused --run '\(app)'")
    #expect(served.ending == .exited(0), "\(served.output)\(served.error)")
    #expect(served.output == captured.output && server.requestCount == before)
  }

  @Test("a line has the size and the time that the recording has of its exchange, packed or not")
  func sizeAndTime() throws {
    let run = try folder.shell(
      "inspector capture --to \(server.baseURL) --port 0 --record app"
        + " --run 'inspector send $INSPECTOR_URL/gzip > none'; inspector list app")
    func figures(before word: String, in text: String) -> [Substring]? {
      for line in text.split(separator: "\n") where line.contains("    1 200 ") {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(where: { $0.hasPrefix(word) }) else { continue }
        return Array(words[..<place].suffix(4))
      }
      return nil
    }
    let told = try #require(figures(before: "GET", in: run.error), "\(run.error)")
    #expect(told == figures(before: "http:", in: run.output), "\(run.error)\(run.output)")
  }

  @Test(
    "JSON lines have the address first, then a row with the keys of send; a filter sets the exit code"
  )
  func json() throws {
    let run = try folder.shell(
      "inspector capture --to \(server.baseURL) --port 0 --json --profile status/msg/data"
        + " --fail-on '~kind invalidSession' > out 2> err & pid=$!;"
        + " until [ -s out ]; do sleep 0.02; done;"
        + " url=$(sed -n '1s/.*\"listening\":\"\\([^\"]*\\)\".*/\\1/p' out);"
        + " inspector send \"$url/users/42?token=geheim12345\" > /dev/null;"
        + " inspector send \"$url/users/1\" > /dev/null;"
        + " kill -TERM $pid; wait $pid; echo \"=$?\"")
    // The signal is the first reason to end, what was found the second.
    #expect(run.output.contains("=143") || run.output.contains("=4"), "\(run.output)")
    let lines = try #require(folder.read("out")).split(separator: "\n").map {
      JSONDocument(Array($0.utf8)).json
    }
    #expect(lines.count == 3, "\(run.output)\(run.error)")
    guard lines.count == 3 else { return }
    #expect(lines[0]["listening"].stringValue.hasPrefix("http://127.0.0.1:"))
    #expect(
      lines[1]["kind"].stringValue == "invalidSession" && lines[1]["by"].stringValue == "upstream")
    #expect(lines[2]["kind"].stringValue == "ok" && lines[2]["answered"].int == 200)
    #expect(folder.read("out")?.contains("geheim12345") == false)
    let failed = try folder.shell(
      "inspector capture --to \(server.baseURL) --port 0 --profile status/msg/data --fail-on '~c 200'"
        + " --run 'inspector send $INSPECTOR_URL/users/1'")
    #expect(failed.ending == .exited(4), "\(failed.error)")
  }

  @Test("--fail-on says what it has found, and what it would find if a profile read it")
  func failing() throws {
    func run(_ words: String) throws -> Piped {
      try folder.shell(
        "inspector capture --to \(server.baseURL) --port 0 "
          + (words.hasPrefix("--fail-on") ? words : "--fail-on '~kind invalidSession' \(words)")
          + " --run 'for n in 1 42 42; do inspector send $INSPECTOR_URL/users/$n > none; done; true'"
      )
    }
    let unread = try run("")
    #expect(unread.ending == .exited(0), "\(unread.error)")
    #expect(
      unread.error.contains(
        "note: #2 GET /users/42: no profile is set, and a detected one (status/msg/data) says"),
      "\(unread.error)")
    // Who said none, or asks for something else, is told nothing.
    for words in ["--profile none", "--fail-on '~c 5xx'"] {
      let other = try run(words)
      #expect(other.ending == .exited(0) && !other.error.contains("note: #2"), "\(other.error)")
    }
    let read = try run("--profile status/msg/data")
    #expect(read.ending == .exited(4), "\(read.error)")
    #expect(
      read.error.contains("--fail-on '~kind invalidSession': #2 GET /users/42 and 1 other"),
      "\(read.error)")
  }

  @Test("a JSON row says what an envelope looks like where no profile reads it")
  func detected() throws {
    let asking =
      "--run 'for n in 1 42; do inspector send $INSPECTOR_URL/users/$n > none 2>&1; done; true'"
    func kinds(_ words: String) throws -> [String?] {
      let run = try folder.shell("inspector \(words) --port 0 --json \(asking)")
      return run.error.split(separator: "\n").map { JSONDocument(Array($0.utf8)).json }
        .filter { $0["answered"].exists }.map { $0["detected"]["kind"].string }
    }
    let capture = "capture --to \(server.baseURL)"
    #expect(try kinds("\(capture) --record app") == [nil, "invalidSession"])
    #expect(try kinds("\(capture) --profile none") == [nil, nil])
    #expect(try kinds("serve app") == [nil, "invalidSession"])
    for command in ["list", "check"] {
      let run = try folder.shell("inspector \(command) app --json")
      let rows = run.output.split(separator: "\n").map { JSONDocument(Array($0.utf8)).json }
        .filter { $0["seq"].exists }
      #expect(rows.map { $0["detected"]["kind"].string } == [nil, "invalidSession"], "\(command)")
    }
  }

  @Test("two captures that pass on to each other answer 508, and say by which header")
  func ring() throws {
    // A port is tried until nobody else has it.
    for _ in 0..<20 {
      let port = Int.random(in: 20_000..<32_000)
      let run = try folder.shell(
        "rm -rf a b err sessions; inspector capture --to http://127.0.0.1:\(port) --port 0 --json"
          + " --record app > a 2> err & one=$!; until [ -s a ]; do sleep 0.02; done;"
          + " url=$(sed -n '1s/.*\"listening\":\"\\([^\"]*\\)\".*/\\1/p' a);"
          + " inspector capture --to $url --port \(port) --json > b 2>> err & two=$!;"
          + " until [ -s b ] || ! kill -0 $two 2> none; do sleep 0.02; done;"
          + " [ -s b ] && inspector send $url/x --json; kill $one $two; wait; true")
      guard folder.read("b")?.isEmpty == false else { continue }
      #expect(JSONDocument(Array(run.output.utf8)).json["status"].int == 508, "\(run.output)")
      let rows = try #require(folder.read("a")).split(separator: "\n").dropFirst()
      #expect(rows.count == 2, "\(rows)")
      let heads = try folder.shell("inspector list app --headers")
      #expect(heads.output.contains("CDN-Loop: inspector-"), "\(heads.output)")
      return
    }
    Issue.record("no port was free")
  }

  @Test("an answer that no server gave is a rule's")
  func instead() throws {
    try folder.write("a.rules", "GET /users/1 answer status 503\nGET /users/2 answer late 1ms\n")
    let run = try folder.shell(
      "inspector capture --to \(server.baseURL) --port 0 --json --rules a.rules"
        + " --run 'for n in 1 2; do inspector send $INSPECTOR_URL/users/$n > none; done; true'")
    let rows = run.error.split(separator: "\n").map { JSONDocument(Array($0.utf8)).json }
    #expect(rows.compactMap(\.["by"].string) == ["rule", "upstream"], "\(run.error)")
  }

  @Test("lines of rules read answers by the profile that was chosen on the screens")
  func chosen() throws {
    let pty = try PTY(
      Spawn.inspector, ["capture", "--to", server.baseURL, "--port", "0"], width: 120, height: 36,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try pty.wait(for: "the address") { $0.text.contains("give your app the base URL http://") }
    let url = pty.screen.text.split(separator: "base URL ")[1].prefix { $0 != " " && $0 != "\n" }
    _ = try folder.shell("inspector send \(url)/users/42")
    try pty.wait(for: "what was detected") { $0.text.contains("200 expired? /users/42") }
    // What can't be applied says so before, and has another mark after.
    try pty.type("A\u{15}GET /users/42 answer as success")
    try pty.wait(for: "the warning") { $0.text.contains("it will not be applied: no profile") }
    try pty.type("\r")
    try pty.wait(for: "the rule") { $0.text.contains("rule 1 will not be applied: no profile") }
    _ = try folder.shell("inspector send \(url)/users/42")
    try pty.wait(for: "the mark") { $0.text.contains("⇄✗ /users/42") }
    try pty.type("G")
    try pty.wait(for: "the reason") { $0.text.contains("⇄✗ not applied (no profile says") }
    try pty.type("p\r")
    try pty.wait(for: "the verdict") { $0.text.contains("200 expired ⇄✗ /users/42") }
    let altered = try folder.shell("inspector send \(url)/users/42")
    #expect(altered.output.hasPrefix(#"{"status":"success""#), "\(altered.output)")
    try pty.wait(for: "the other mark") { $0.text.contains("200 expired ⇄ /users/42") }
    try pty.type("q")
    try pty.wait(for: "not saved yet, w saves")
    try pty.type("q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  @Test("a mistake in the rules leaves what was captured before")
  func mistaken() throws {
    let state = folder.path + "/state"
    try folder.write("wrong.rules", "GET /a answer statsu 503\n")
    func start(_ words: [String]) throws -> PTY {
      try PTY(
        Spawn.inspector, ["capture", "--to", server.baseURL, "--port", "0"] + words, width: 120,
        height: 24, environment: ["XDG_STATE_HOME": state])
    }
    let first = try start([])
    try first.wait(for: "the address") { $0.text.contains("give your app the base URL http://") }
    let url = first.screen.text.split(separator: "base URL ")[1].prefix { $0 != " " && $0 != "\n" }
    _ = try folder.shell("inspector send \(url)/users/1")
    try first.wait(for: "the row") { $0.text.contains("200 ok  /users/1") }
    try first.type("q")
    try first.wait(for: "not saved yet, w saves")
    try first.type("q")
    #expect(try first.waitForEnd() == .exited(0))
    let wrong = try start(["--rules", "\(folder.path)/wrong.rules"])
    #expect(try wrong.waitForEnd() == .exited(2))
    let kept = try folder.shell("inspector list state/inspector/.journal/capture.jsonl")
    #expect(kept.output.contains("/users/1"), "\(kept.output)\(kept.error)")
  }

  @Test("a mark is in the session that a capture is saved as")
  func marked() throws {
    let pty = try PTY(
      Spawn.inspector, ["capture", "--to", server.baseURL, "--port", "0"], width: 120, height: 24,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try pty.wait(for: "the address") { $0.text.contains("give your app the base URL http://") }
    let url = pty.screen.text.split(separator: "base URL ")[1].prefix { $0 != " " && $0 != "\n" }
    _ = try folder.shell("inspector send \(url)/users/1")
    try pty.wait(for: "the row") { $0.text.contains("200 ok  /users/1") }
    try pty.type(" ")
    try pty.wait(for: "1 marked")
    try pty.type(":save \(folder.path)/m\r")
    try pty.wait(for: "the session") { $0.text.contains("1 exchange, ") }
    try pty.type("q")
    #expect(try pty.waitForEnd() == .exited(0))
    let list = try folder.shell("inspector list m.har")
    #expect(list.output.contains("*"), "\(list.output)\(list.error)")
  }

  @Test("two captures at once have rules of their own")
  func two() throws {
    func start() throws -> PTY {
      let pty = try PTY(
        Spawn.inspector, ["capture", "--to", server.baseURL, "--port", "0"], width: 120, height: 24,
        environment: ["XDG_STATE_HOME": folder.path + "/state"])
      try pty.wait(for: "the address") { $0.text.contains("give your app the base URL http://") }
      return pty
    }
    let first = try start()
    let url = first.screen.text.split(separator: "base URL ")[1].prefix { $0 != " " && $0 != "\n" }
    try first.type("A\u{15}GET /users/1 answer status 503\r")
    try first.wait(for: "the rule") { $0.text.contains("rule 1 counts from now on") }
    let second = try start()
    try second.type("A\u{15}GET /users/1 answer status 404\r")
    try second.wait(for: "its rule") { $0.text.contains("rule 1 counts from now on") }
    #expect(try folder.shell("inspector send -i \(url)/users/1").output.contains(" 503"))
    try second.type("q")
    #expect(try second.waitForEnd() == .exited(0))
    #expect(try folder.shell("inspector send -i \(url)/users/1").output.contains(" 503"))
    try first.wait(for: "both rows") { $0.text.contains("2 exchanges") }
    try first.type("q")
    try first.wait(for: "not saved yet, w saves")
    try first.type("q")
    #expect(try first.waitForEnd() == .exited(0))
  }

  @Test("on a terminal the screens open on a list that grows")
  func screens() throws {
    let pty = try PTY(
      Spawn.inspector, ["capture", "--to", server.baseURL, "--port", "0"], width: 100, height: 60,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try pty.wait(for: "the address") { $0.text.contains("give your app the base URL http://") }
    let words = pty.screen.text.split(separator: "base URL ")[1]
    let url = words.prefix { $0 != " " && $0 != "\n" }
    let first = try folder.shell("inspector send \(url)/users/1")
    #expect(first.ending == .exited(0), "\(first.error)")
    try pty.wait(for: "the row and its verdict") { $0.text.contains("200 ok  /users/1") }
    try pty.wait(for: "the response") { $0.text.contains("58189.99") }
    _ = try folder.shell("inspector send \(url)/none")
    try pty.wait(for: "the second row") { $0.text.contains("404 error /none") }
    try pty.type("A\u{15}GET /none answer status 503\r")
    try pty.wait(for: "the rule") { $0.text.contains("⇄ 1 rule") }
    try pty.type("w")
    try pty.wait(for: "a name's prompt") { $0.text.contains("kept as sessions/NAME.har") }
    try pty.type("\(folder.path)/kept\r")
    try pty.wait(for: "the session") { $0.text.contains("2 exchanges, 0 secrets taken out") }
    try pty.type("q")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(folder.read("kept.har")?.contains("58189.99") == true)
    #expect(folder.read("kept.rules") == "GET /none answer status 503\n")
  }

  @Test("a held answer survives kill -9, and q records that its app got nothing")
  func heldAnswer() throws {
    for isKilled in [true, false] {
      let state = folder.path + (isKilled ? "/killed" : "/left")
      let pty = try PTY(
        Spawn.inspector,
        ["capture", "--to", server.baseURL, "--port", "0", "--hold", "answer ~p users"],
        width: 100, height: 24, environment: ["XDG_STATE_HOME": state])
      try pty.wait(for: "the address") { $0.text.contains("give your app the base URL http://") }
      let url = pty.screen.text.split(separator: "base URL ")[1].prefix { $0 != " " && $0 != "\n" }
      _ = try folder.shell("inspector send \(url)/users/1 > none 2>&1 &")
      try pty.wait(for: "the held answer, recorded") {
        $0.text.contains("∥ held  ⇄ /users/1") && $0.text.contains("⇄ its response is held")
      }
      if isKilled { kill(pty.pid, SIGKILL) } else { try pty.type("Q") }
      #expect(try pty.waitForEnd() == (isKilled ? .signalled(SIGKILL) : .exited(0)))
      let journal = state + "/inspector/.journal/capture.jsonl"
      let exchange = try Session.open(journal).exchange(at: 0)
      #expect(exchange.response?.statusCode == 200 && exchange.asApp.response == nil)
    }
  }

  @Test("c sends a captured request again, past the app; :pause keeps nothing, traffic goes on")
  func sentAgain() throws {
    let pty = try PTY(
      Spawn.inspector, ["capture", "--to", server.baseURL, "--port", "0"], width: 100, height: 24,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try pty.wait(for: "the address") { $0.text.contains("give your app the base URL http://") }
    let url = pty.screen.text.split(separator: "base URL ")[1].prefix { $0 != " " && $0 != "\n" }
    _ = try folder.shell("inspector send \(url)/users/1")
    try pty.wait(for: "the row") { $0.text.contains("200 ok  /users/1") }
    try pty.wait(for: "its answer, read") { $0.text.contains("\"status\": \"ok\"") }
    try pty.type("c")
    try pty.wait(for: "the form") { $0.text.contains("\(server.baseURL)/users/1") }
    try pty.type("\u{5}\u{8}2\u{13}")
    try pty.wait(for: "its response is on the main screen: Esc goes there")
    try pty.type("\u{1b}")
    try pty.wait(for: "the response to the changed one") {
      $0.text.contains("200 ok") && $0.text.contains("/users/2") && !$0.text.contains(" Capture ")
    }
    try pty.type("q")
    try pty.wait(for: "the list") { $0.text.contains(" Capture ") }
    try pty.type(":pause\r")
    try pty.wait(for: "the pause") { $0.text.contains("· paused") }
    let passed = try folder.shell("inspector send \(url)/users/3")
    #expect(passed.ending == .exited(0), "\(passed.error)")
    try pty.type(":pause\r")
    try pty.wait(for: "its end") { !$0.text.contains("· paused") }
    _ = try folder.shell("inspector send \(url)/users/4")
    try pty.wait(for: "the next row") { $0.text.contains("200 ok  /users/4") }
    #expect(!pty.screen.contains("/users/3"))
    try pty.type("w\(folder.path)/kept\r")
    try pty.wait(for: "2 exchanges, 0 secrets taken out: ")
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  @Test("by keys answers are altered, requests held, edited and let go")
  func altering() throws {
    try folder.write("edit.sh", "sed -i 's|users/2|users/3|' \"$2\"\n")
    let pty = try PTY(
      Spawn.inspector, ["capture", "--to", server.baseURL, "--port", "0"], width: 120, height: 24,
      environment: [
        "XDG_STATE_HOME": folder.path + "/state", "EDITOR": "sh \(folder.path)/edit.sh",
      ])
    try pty.wait(for: "the address") { $0.text.contains("give your app the base URL http://") }
    let url = pty.screen.text.split(separator: "base URL ")[1].prefix { $0 != " " && $0 != "\n" }
    _ = try folder.shell("inspector send \(url)/users/1")
    try pty.wait(for: "the row") { $0.text.contains("200 ok  /users/1") }
    try pty.type("A")
    try pty.wait(for: "a rule") { $0.text.contains("rule GET /users/1 answer status 503") }
    try pty.type("\r")
    try pty.wait(for: "the rule in force") { $0.text.contains("rule 1 counts from now on") }
    let altered = try folder.shell("inspector send \(url)/users/1")
    #expect(altered.output.contains("A rule has answered."), "\(altered.output)")
    try pty.wait(for: "the mark") { $0.text.contains("503 error ⇄ /users/1") }
    // Held, edited into another request, let go.
    try pty.type("H~p users/2$\r")
    try pty.wait(for: "the second rule") { $0.text.contains("⇄ 2 rules") }
    _ = try folder.shell("(inspector send \(url)/users/2 > held; echo > done) > /dev/null 2>&1 &")
    try pty.wait(for: "the one that is held") { $0.text.contains("∥ held    /users/2") }
    try pty.type("E")
    try pty.wait(for: "its answer") { $0.text.contains("200 ok    ⇄ /users/3") }
    _ = try folder.shell("until [ -e done ]; do sleep 0.02; done")
    let direct = try folder.shell("inspector send \(server.baseURL)/users/3").output
    #expect(folder.read("held") == direct)
    try pty.type("q")
    try pty.wait(for: "not saved yet, w saves")
    try pty.type("q")
    #expect(try pty.waitForEnd() == .exited(0))
  }

  @Test("what cannot be meant is told with what can")
  func mistakes() throws {
    let rows: [(words: String, said: String)] = [
      ("", "needs '--to URL'"), ("--to nowhere", "a URL such as"),
      ("--to http://u:p@h", "without a user"), ("--to http://h?x=1", "a query"),
      ("--to http://h --to http://g", "take the same paths"),
      ("--to http://h --fail-on '~kind maybe'", "--fail-on"),
      ("--to http://h --listen 0.0.0.0", "'--yes'"),
      ("--to http://h --profile none-such", "--profile"),
      ("--to http://h --record ../x", "a name without '/'"),
      ("--to http://h --hold '~m GET'", "needs the screens"),
    ]
    for row in rows {
      let run = try folder.shell("inspector capture \(row.words) --run true")
      #expect(run.ending == .exited(1), "\(row.words)\n\(run.error)")
      #expect(run.error.contains(row.said), "\(row.words)\n\(run.error)")
    }
  }
}
