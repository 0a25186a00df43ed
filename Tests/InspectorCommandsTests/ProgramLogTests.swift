import DemoServer
import Glibc
import InspectorCommands
import TestSupport
import Testing

/// The file of `--log`, written by the built program.
@Suite("The log of the program")
struct ProgramLogTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  /// Runs a command in the folder; `SERVER` is its URL.
  private func run(_ line: String) throws -> Piped {
    try folder.shell(line.replacing("SERVER", with: server.baseURL))
  }

  /// The lines without their times, checked for their form.
  private func log(_ name: String = "a.log") throws -> [String] {
    let text = try #require(folder.read(name))
    #expect(text.hasSuffix("\n"))
    return text.split(separator: "\n").map { line in
      #expect(
        line.contains(
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (error|info |debug) (#\d+|-) \S/), "\(line)")
      return String(line.dropFirst(25)).replacing("info  ", with: "info ")
    }
  }

  /// A command, its exit code, and how lines of the log begin, in their order.
  static let rows: [(id: String, command: String, code: Int32, lines: [String])] = [
    (
      "one request", "inspector send SERVER/users --log a.log", 0,
      [
        "info - start inspector 0.1.0, process ", "info - settings: no inspector.json",
        "info #1 send GET http://127.0.0.1", "info #1 response 200 OK, ", "info #1 verdict ok",
        "info - end with exit code 0",
      ]
    ),
    (
      "a redirect", "inspector send SERVER/redirect/1 --log a.log", 0,
      ["info #1 send GET", "info #1 hop 302 http", "info #1 response 200 OK"]
    ),
    (
      "nothing listens", "inspector send http://127.0.0.1:1/ --log error:a.log", 3,
      ["error #1 failed connect: "]
    ),
    (
      "debug", "inspector send SERVER/users --log debug:a.log", 0,
      ["debug #1 headers ", "debug #1 connection new to 127.0.0.1:", "debug #1 bytes "]
    ),
    (
      "a run", "inspector run two.http --set baseUrl=SERVER --log a.log", 4,
      [
        "info #1 send GET", "info #1 verdict ok", "info #2 send GET", "info #2 response 404",
        "info #2 verdict client: ", "info - end with exit code 4",
      ]
    ),
    (
      "a request that cannot be built", "inspector run none.http --log error:a.log", 1,
      ["error - not sent '"]
    ),
    (
      "a file that is not there", "inspector run missing.http --log error:a.log", 2,
      ["error - stopped by "]
    ),
    (
      "a recording",
      "inspector run one.http --set baseUrl=SERVER --record r"
        + " && inspector run one.http --set baseUrl=SERVER --from r --log a.log", 0,
      ["info - source ", "info #1 send GET", "info #1 response 200", "info - stderr recording: "]
    ),
    (
      "a journal", "inspector run one.http --set baseUrl=SERVER --record r --log a.log", 0,
      [
        "info - recording opened ", "info #1 send GET", "info - recording removed ",
        "info - stderr 1 exchange kept in sessions/r.har",
      ]
    ),
    (
      "settings", "inspector run one.http --set baseUrl=SERVER --log a.log", 0,
      ["info - settings inspector.json: headers, limits"]
    ),
    (
      "a capture",
      "inspector capture --to SERVER --run 'inspector send \"$INSPECTOR_URL\"/users' --log a.log",
      0,
      ["info - served 1 200", "info #1 response 200", "info - end with exit code 0"]
    ),
    (
      "the screens",
      "inspector one.http --set baseUrl=SERVER --script keys.txt --log debug:a.log", 0,
      [
        "debug - job send", "info #1 send GET",
        "info #1 response 200", "info #1 verdict ok", "info - end with exit code 0",
      ]
    ),
    (
      "a response that is looked up has the number of its row",
      "inspector run one.http --set baseUrl=SERVER --record r"
        + " && inspector bad.http --set baseUrl=SERVER --script look.txt --log a.log", 0,
      ["info #2 send GET", "info #3 send GET", "info #4 response 200"]
    ),
  ]

  @Test("has a line for each event", arguments: rows)
  func events(_ row: (id: String, command: String, code: Int32, lines: [String])) throws {
    try folder.write("one.http", "GET {{baseUrl}}/users\n")
    try folder.write("two.http", "GET {{baseUrl}}/users\n\n###\nGET {{baseUrl}}/status/404\n")
    try folder.write("none.http", "GET http://127.0.0.1/{{nobody}}\n")
    try folder.write("bad.http", "GET http://127.0.0.1/{{nobody}}\n\n###\nGET {{baseUrl}}/users\n")
    try folder.write("keys.txt", "key Enter\nwait\n")
    try folder.write(
      "look.txt",
      "key Enter\nwait\nkey j Enter\nwait\nkey O\ntype sessions/r.har\nkey Enter\nwait\n"
        + "key q R\nwait\n")
    if row.id == "settings" {
      let text = #"{"headers": {"X-Team": "a"}, "limits": {"redirects": 3}}"#
      try folder.write("inspector.json", text)
    }
    let run = try run(row.command)
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    let lines = try log()
    var rest = lines[...]
    for start in row.lines {
      rest = rest.drop { !$0.hasPrefix(start) }
      #expect(!rest.isEmpty, "no '\(start)' in its place in \(lines)")
    }
    if row.command.contains("error:") {
      #expect(lines.allSatisfy { $0.hasPrefix("error ") }, "\(lines)")
    }
  }

  @Test("never has the value of a secret, wherever a later request puts it")
  func secrets() throws {
    let token = "tk9f8e7d6c5b4a3f2e1d0c"
    try folder.write(
      "s.http",
      """
      GET {{baseUrl}}/echo?q=plain
      Authorization: Bearer \(token)

      ###
      GET {{baseUrl}}/users/\(token)?api_key=ak5566778899aabb

      ###
      POST {{baseUrl}}/echo
      Cookie: sid=cs0011223344556677

      {"password": "{{password}}"}

      """)
    let run = try run(
      "inspector run s.http --set baseUrl=SERVER --set password=pw99887766xx --log debug:a.log")
    #expect(run.ending != .exited(1), "\(run.error)")
    let text = try log().joined(separator: "\n")
    #expect(text.contains("#2 send GET"))
    #expect(text.contains("headers ") && text.contains("Authorization"))
    for secret in [token, "ak5566778899aabb", "cs0011223344556677", "pw99887766xx"] {
      #expect(!text.contains(secret), "\(secret) is in \(text)")
    }
  }

  @Test("does not have what is typed on the screens")
  func typed() throws {
    try folder.write("one.http", "GET {{baseUrl}}/users\n")
    try folder.write("keys.txt", "key /\nkey Q\nkey X\nkey Z\nframe\n")
    let run = try run("inspector one.http --script keys.txt --log debug:a.log")
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(try !log().joined().contains("QXZ"))
  }

  @Test("is appended to, and only its owner may read it")
  func appended() throws {
    try folder.write("a.log", "")
    let run = try run(
      "umask 0; chmod 644 a.log; for i in 1 2; do inspector send SERVER/users --log a.log; done;"
        + " inspector send SERVER/users --log b.log; stat -c %a a.log b.log >&2")
    #expect(run.error.hasSuffix("600\n600\n"), "\(run.error)")
    #expect(try log().count { $0.hasPrefix("info - start ") } == 2)
  }

  @Test(
    "ends the program where it cannot be opened, and sends nothing",
    arguments: [
      ("none/a.log", "No such file or directory — make its folder first"),
      (".", "Is a directory — name a file in that folder"),
      ("pipe", "No such device or address"),
    ])
  func unopened(_ row: (path: String, reason: String)) throws {
    let run = try run("mkfifo pipe; inspector send SERVER/users --log \(row.path)")
    #expect(run.ending == .exited(5))
    #expect(run.error == "inspector: \(row.path) cannot be written: \(row.reason)\n")
    #expect(server.log.isEmpty)
  }

  @Test("is never appended to a file that is no log")
  func foreignFile() throws {
    let run = try run(
      "printf 'GET http://h/' > api.http; inspector send SERVER/users --log api.http")
    #expect(run.ending == .exited(1))
    #expect(run.error.contains("a new file, or a log of an earlier run"), "\(run.error)")
    #expect(folder.read("api.http") == "GET http://h/")
    #expect(server.log.isEmpty)
  }

  @Test("a full disk changes nothing but the last line on stderr")
  func full() throws {
    let plain = try run("inspector send SERVER/users")
    let logged = try run("inspector send SERVER/users --log debug:/dev/full")
    #expect(logged.ending == .exited(0))
    #expect(logged.output == plain.output)
    #expect(
      logged.error.contains(
        /^inspector: lines missing in the log \/dev\/full: \d+, the disk said: No space left/),
      "\(logged.error)")
  }

  @Test("an event is one line, whatever its words are")
  func oneLine() throws {
    let log = try ProgramLog(folder.path + "/a.log", .info)
    log.add(.info, "a\nb\u{1B}[2J\r\u{2028}", of: 3)
    #expect(try self.log() == ["info #3 a\\u{A}b\\u{1B}[2J\\u{D}\\u{2028}"])
  }
}
