import DemoServer
import Glibc
import Inspector
import InspectorScreens
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// The built program over several runs, by keys alone: what was fired before is there again.
@Suite("Looking back", .timeLimit(.minutes(5)))
struct LookBackTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
    var file =
      "### users\nGET {{base}}/users\n\n### cookie\n# @no-redirect\nGET {{base}}/cookies/set?flavour=copper\n\n"
    for number in 0..<500 { file += "### item \(number)\nGET {{base}}/items/\(number)\n\n" }
    try folder.write("a.http", file)
    let values = #"{"base": "\#(server.baseURL)"}"#
    try folder.write("http-client.env.json", #"{"here": \#(values), "there": \#(values)}"#)
  }

  private func start(
    _ waitingFor: String = "? help", width: Int = 100, at path: String = ""
  ) throws -> PTY {
    let pty = try PTY(
      Spawn.inspector, [folder.path + path], width: width, height: 36,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try pty.wait(for: waitingFor)
    return pty
  }

  private func end(_ pty: PTY) throws {
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.isAsGiven)
  }

  /// Two keys beside the firing: D, and `[` for the answer alone.
  @Test("an answer of an earlier run stands beside today's, and the environment is chosen already")
  func earlierRun() throws {
    let first = try start("Which environment?")
    try first.type("\r\r")
    try first.wait(for: "200 ok")
    try end(first)

    let second = try start("environment here, as last time here")
    try second.type("\r")
    try second.wait(for: "200 ok")
    try second.type("D")
    try second.wait(for: "━ Diff  GET /users")
    try second.type("q[")
    try second.wait(for: "a response of an earlier run")
    try second.type("O")
    try second.wait(for: "today ") { $0.contains("1 exchange") }
    try second.type("\u{1b}[B\r")
    try second.wait(for: "~seq 1-1")
    try end(second)
  }

  /// Changes the selected request's URL on the form and sends the copy.
  private func sendCopy(_ pty: PTY, to url: String) throws {
    try pty.type("c\u{1b}[5~\u{15}\(url)\u{13}")
    try pty.wait(for: "↺2 URL") { $0.contains("200 ok") }
  }

  @Test("a changed copy has a history of its own, which is there again in the next run")
  func changedCopy() throws {
    let first = try start("Which environment?")
    try first.type("\r\r")
    try first.wait(for: "200 ok")
    try end(first)

    let second = try start("as last time here")
    try sendCopy(second, to: "{{base}}/users?page=2")
    try second.type("[")
    try second.wait(for: "earlier runs have none of this request")
    try second.type("D")
    try second.wait(for: "nothing to compare with: r sends the request again")
    #expect(second.screen.contains("/users?page=2"))
    try end(second)

    // The row has room for its run too.
    let third = try start("as last time here", width: 160)
    try sendCopy(third, to: "{{base}}/users?page=2")
    try third.type("[")
    try third.wait(for: "a response of an earlier run")
    try third.wait(for: " earlier ")
    #expect(third.screen.contains("/users?page=2"))
    try third.type("O")
    // Both runs began within seconds.
    try third.wait(for: "1 exchange") { screen in
      screen.text.split(separator: "\n").count {
        $0.contains("today ") && $0.contains("1 exchange")
      }
        == 2
    }
    try third.type("\u{1b}")
    try third.wait(for: "? help")
    try end(third)
  }

  @Test("a value that is made for each firing changes no history")
  func madeValues() throws {
    try folder.write("a.http", "### made\nGET {{base}}/echo?id={{$uuid}}\n")
    let first = try start("Which environment?")
    try first.type("\r\r")
    try first.wait(for: "200 ok")
    try end(first)
    let second = try start("as last time here")
    #expect(second.screen.contains("/echo?id={{$uuid}}"), "no value is shown that is not sent")
    try second.type("i")
    try second.wait(for: "the page of what will be sent") { screen in
      screen.contains("· will be sent ━") && screen.contains("made for this request")
    }
    #expect(second.screen.contains("/echo?id={{$uuid}}"))
    try second.type("q\r")
    try second.wait(for: "200 ok")
    try second.type("[")
    try second.wait(for: "a response of an earlier run")
    try end(second)
  }

  @Test("a request has one history, whichever folder it is opened in")
  func otherFolder() throws {
    try folder.write("p/q/b.http", "### one\nGET \(server.baseURL)/users\n")
    for (number, path) in ["/p/q", "/p", "/p/q/b.http", "/p/../p/q"].enumerated() {
      let pty = try start(width: 120, at: path)
      try pty.type("\r")
      try pty.wait(for: "200 ok")
      for step in 0..<number {
        try pty.type("[")
        try pty.wait(for: "History \(step + 2)")
      }
      try pty.type("[")
      let none = "earlier runs have none of this request"
      try pty.wait(for: number == 0 ? none : "this is the oldest response that was kept")
      try end(pty)
    }
  }

  @Test("earlier runs that sent a request to another environment's origin are named")
  func otherEnvironment() throws {
    let other = try DemoServer()
    try folder.write("a.http", "### users\nGET {{base}}/users\n")
    try folder.write(
      "http-client.env.json",
      #"{"here": {"base": "\#(server.baseURL)"}, "there": {"base": "\#(other.baseURL)"}}"#)
    let first = try start("Which environment?")
    try first.type("\r\r")
    try first.wait(for: "200 ok")
    try end(first)
    let second = try start("as last time here")
    try second.type("E\u{1b}[B\r")
    try second.wait(for: "there")
    try second.type("\r")
    try second.wait(for: "200 ok")
    try second.type("[")
    try second.wait(for: "O opens the runs that sent this request to \(server.baseURL)")
    try end(second)
  }

  @Test("a response of an earlier run names its environment where another one is chosen")
  func namedEnvironment() throws {
    let first = try start("Which environment?")
    try first.type("\r\r")
    try first.wait(for: "200 ok")
    try end(first)
    let second = try start("as last time here", width: 160)
    try second.type("E\u{1b}[B\r")
    try second.wait(for: "· there")
    try second.type("\r")
    try second.wait(for: "200 ok")
    try second.type("[")
    try second.wait(for: " in here; ] goes forward")
    #expect(second.screen.contains("GET /users in here"))
    try end(second)
  }

  @Test("the list of runs counts no cancelled and no unfinished request as failed")
  func failedCount() async throws {
    let recorder = Recorder(Recorder.Settings.scratch(in: folder.path + "/state/inspector"))
    let request = HTTPRequest(url: server.baseURL + "/users")
    for error in [NetError.cancelled, .transport(TransportError(.reset))] {
      let exchange = await recorder.begin(request, name: "users")
      await recorder.finish(exchange, .failure(error))
    }
    await recorder.begin(request, name: "users")
    await recorder.end()
    let pty = try start("Which environment?")
    try pty.type("\rO")
    try pty.wait(for: "3 exchanges, 1 failed")
    try pty.type("\u{1b}")
    try pty.wait(for: "? help")
    try end(pty)
  }

  @Test("responses that an older program has kept under other keys are found by name and URL")
  func olderKeys() async throws {
    let recorder = Recorder(Recorder.Settings.scratch(in: folder.path + "/state/inspector"))
    let (old, other) = ("0123456789abcdef", TargetItem.keyVersion + "0123456789abcdef")
    for (name, entry) in [("users", old), ("others", old), ("users", other)] {
      let request = HTTPRequest(url: server.baseURL + "/users")
      let exchange = await recorder.begin(request, name: name, .init(entry: entry))
      await recorder.finish(exchange, .failure(.transport(TransportError(.reset))))
    }
    await recorder.end()
    let pty = try start("Which environment?")
    try pty.type("\r\r")
    try pty.wait(for: "200 ok")
    try pty.type("[")
    try pty.wait(for: "a response of an earlier run")
    try pty.type("[")
    try pty.wait(for: "this is the oldest response that was kept")
    try end(pty)
  }

  @Test("a session that is saved in a second run begins at #1")
  func savedNumbers() throws {
    let first = try start("Which environment?")
    try first.type("\r\r")
    try first.wait(for: "200 ok")
    try end(first)
    let second = try start("as last time here")
    try second.type("\r")
    try second.wait(for: "200 ok")
    try second.type("wlater\r")
    try second.wait(for: "1 exchange, ")
    try end(second)
    let session = try Session.open(folder.path + "/sessions/later.har")
    #expect(session.count == 1 && session.sequence(at: 0) == 1)
  }

  /// Jump: Ctrl-o, three letters, Enter; write: Y, f, name, Enter.
  @Test("one of 500 requests by letters, its body into a file, another value for this run")
  func everyday() throws {
    let pty = try start("Which environment?")
    try pty.type("\r\u{0f}")
    try pty.wait(for: "requests 502")
    try pty.type("437\r")
    try pty.wait(for: "▌· GET") { screen in
      screen.text.split(separator: "\n").contains { $0.contains("▌") && $0.contains("437") }
    }
    try pty.type("\r")
    try pty.wait(for: "404 ")
    try pty.type("Yf")
    try pty.wait(for: "a file for the body")
    try pty.type("\(folder.path)/body.json\r")
    try pty.wait(for: "wrote exact body")
    #expect(TestFolder.text(at: folder.path + "/body.json")?.isEmpty == false)
    try pty.type(":set base=http://127.0.0.1:9\r")
    try pty.wait(for: "base is set for this run")
    try pty.type("v")
    try pty.wait(for: "http://127.0.0.1:9   set for this run")
    try pty.type("q:unset base\r")
    try pty.wait(for: "base is again what its files say")
    try end(pty)
  }

  @Test("a cookie that an answer sets is on the page of cookies, and goes by a key")
  func cookies() throws {
    let pty = try start("Which environment?")
    try pty.type("\r\u{0f}cookie\r\r")
    try pty.wait(for: "200 ok")
    try pty.type("V")
    try pty.wait(for: "Cookies of") { $0.contains("from cookie, ") }
    try pty.type("d")
    try pty.wait(for: "1 cookie taken away")
    try end(pty)
  }
}
