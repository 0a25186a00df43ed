import DemoServer
import Glibc
import Inspector
import InspectorCore
import NetEngine
import Sessions
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

  private func start(_ waitingFor: String = "? help") throws -> PTY {
    let pty = try PTY(
      Spawn.inspector, [folder.path], width: 100, height: 36,
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
    try second.wait(for: "GET /users") {
      $0.contains("no difference") || $0.contains("1 of") || $0.contains("only noise")
    }
    try second.type("q[")
    try second.wait(for: "an answer of an earlier run")
    try second.type("O")
    try second.wait(for: "today ") { $0.contains("1 exchange") }
    try second.type("\u{1b}[B\r")
    try second.wait(for: "~seq 1-1")
    try end(second)
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
    try pty.wait(for: "wrote body")
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
