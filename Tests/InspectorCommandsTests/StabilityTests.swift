import DemoServer
import Inspector
import NetEngine
import NetRecordings
import RequestFiles
import TestServer
import TestSupport
import Testing

/// The promises of docs/STABILITY.md: files of version 0.1 are read, and its output is written.
@Suite("Promises of stability")
struct StabilityTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer.withBroken()
    folder = try TestFolder()
  }

  private static func path(_ name: String) -> String {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(2)
    return parts.joined(separator: "/") + "/Stability/" + name
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try #require(TestFolder.text(at: path(name))).utf8)
  }

  // MARK: inspector.json

  @Test("an inspector.json of 0.1 means the same")
  func settings() throws {
    let reader = ConfigurationReader(try Self.bytes("inspector-0.1.json"), file: "inspector.json")
    #expect(reader.problems == [])
    let read = reader.configuration
    #expect(Set(Configuration.names).subtracting(read.setNames) == ["unpack"])
    #expect(read.profile == "shop" && read.theme == "light")
    #expect(
      read.profiles == [
        EnvelopeProfile(
          name: "shop", statusCodeKey: "meta.code", tipStrKey: "meta.msg", modelKey: "data",
          rule: .value, successValues: ["0", "OK"], invalidSessionValues: ["401"],
          missingCode: .success, detailCodeKey: "meta.sub"),
        EnvelopeProfile(name: "status", statusCodeKey: "", rule: .httpStatus),
        EnvelopeProfile(
          name: "quiet", statusCodeKey: "error", rule: .absence, missingCode: .malformed),
      ])
    #expect(read.profileFor == ["https://api.example.com": "shop"])
    #expect(read.unpackFor == ["https://api.example.com": "decrypt"])
    #expect(read.keys == ["fire": ["F5", "Enter"], "quit": ["Ctrl-q"]])
    #expect(read.headers.map { "\($0.name): \($0.value)" } == ["X-Team: payments"])
    #expect(
      read.limits == [
        .connectTimeout: 5_000, .idleTimeout: 200, .timeout: 120_000, .wireBody: 64 << 10,
        .decodedBody: 10 << 20, .decodedRatio: 200, .bodyInMemory: 1 << 30, .redirects: 5,
        .jsonDepth: 99,
      ])
    #expect(
      read.env == ["TOKEN": ["https://api.example.com"], "HOST": ["https://b.example.com"]])
  }

  // MARK: HAR

  /// What of an old value is missing in a new one; below a field of ours values have to be equal.
  private static func lost(
    _ old: JSON, in new: JSON, at path: String, isOurs: Bool = false
  ) -> [String] {
    if let members = old.members {
      return members.flatMap { name, value -> [String] in
        let place = "\(path)/\(name)"
        guard new[name].exists else { return [place] }
        // Sentences for people may change.
        if isOurs, name == "message" { return [] }
        return lost(value, in: new[name], at: place, isOurs: isOurs || name.hasPrefix("_"))
      }
    }
    if let items = old.array {
      let others = new.arrayValue
      guard others.count >= items.count else { return ["\(path), of which some are gone"] }
      return zip(items, others).enumerated().flatMap { index, pair in
        lost(pair.0, in: pair.1, at: "\(path)/\(index)", isOurs: isOurs)
      }
    }
    let texts = [old, new].map { JSONPrinter.compact.text($0) }
    return isOurs && texts[0] != texts[1] ? ["\(path): \(texts[0]) is now \(texts[1])"] : []
  }

  @Test("every field of ours in a HAR of 0.1 is read, and written again with its value")
  func recording() throws {
    let name = "exchanges-0.1.har"
    let session = try Session.open(Self.path(name))
    #expect(session.count == 5 && session.notices == [])
    let writer = HARWriter(bodyFolder: "exchanges-0.1.bodies")
    let again = JSONDocument(writer.document(session.exchanges)).json
    let old = JSONDocument(try Self.bytes(name)).json
    #expect(Self.lost(old["log"]["entries"], in: again["log"]["entries"], at: "") == [])
  }

  @Test("the HAR of 0.1 has every field of ours that docs/SESSIONS.md lists")
  func fields() throws {
    let text = try #require(TestFolder.text(at: Self.path("../../docs/SESSIONS.md")))
    let har = try #require(TestFolder.text(at: Self.path("exchanges-0.1.har")))
    var names: Set<Substring> = []
    for line in text.split(separator: "\n") where line.hasPrefix("| `_") {
      let cell = line.split(separator: "|")[0]
      names.formUnion(cell.split(whereSeparator: { " `".contains($0) }))
    }
    #expect(names.count >= 30)
    #expect(names.filter { !har.contains("\"\($0)\":") }.sorted() == [])
  }

  // MARK: Lines of JSON

  /// A kind of line, the command that writes it, which of its lines it is, and members with types:
  /// `a` array, `b` Boolean, `n` number, `o` object, `s` string.
  static let kinds: [(kind: String, command: String, line: Int, members: String)] = [
    (
      "send", "inspector send SERVER/users --json", 0,
      "\(exchange) steps.0.step:s steps.0.ok:b steps.0.note:s"
    ),
    (
      "send, failed", "inspector send http://127.0.0.1:1/ --json", 0,
      "v:n seq:n name:s method:s url:s kind:s ok:b error.kind:s error.message:s error.hint:s"
    ),
    (
      "run", "inspector run t.http --json", 0,
      "\(exchange) file:s line:n round:n tags:a tags.0:s envelope.profile:s envelope.verdict:s"
        + " envelope.code:s envelope.message:s error.kind:s"
    ),
    (
      "run, expectation", "inspector run t.http --json", 1,
      "\(exchange) expect.0.filter:s expect.0.ok:b expect.0.found:s"
    ),
    ("run, skipped", "inspector run t.http --stub --json", 0, "v:n seq:n name:s skipped:s"),
    (
      "list, requests", "inspector list t.http --json", 0,
      "v:n name:s method:s url:s group:s file:s line:n tags:a vars.baseUrl:s"
    ),
    ("list, exchanges", "inspector list a.har --json", 0, exchange),
    ("check, exchanges", "inspector check a.har --json", 0, exchange),
    (
      "check, a file", "inspector check a.json --json", 0,
      "v:n file:s format:s ok:b bytes:n encoding:s"
    ),
    (
      "check, secrets", "inspector check --secrets a.har --json", 0,
      "v:n session:s seq:n path:s name:s"
    ),
    (
      "diff", "inspector diff a.har b.har --json", 0,
      "v:n seq:n with:n change:s at:a at.0.path:s at.0.kind:s at.0.from:s at.0.to:s"
    ),
    (
      "replay", "inspector replay a.har --live --base-url SERVER --json", 0,
      "v:n seq:n change:s at:a"
    ),
    ("config", "inspector config --json", 0, "v:n name:s value:s from:s"),
    (
      "config cookies",
      "inspector send SERVER/cookies/set?a=b -o x; inspector config cookies --json", 0,
      "v:n environment:s name:s domain:s path:s hostOnly:b secure:b httpOnly:b bytes:n"
    ),
    ("capture, start", capture, 0, "v:n listening:s"),
    (
      "capture", capture, 1, "\(exchange) answered:n by:s sent:n whole:b"
    ),
    (
      "serve", "inspector serve a.har --json --run 'inspector send $INSPECTOR_URL/users -o x'", 1,
      "\(exchange) answered:n by:s recording:n sent:n whole:b"
    ),
  ]

  private static let exchange =
    "v:n seq:n name:s method:s url:s status:n http:s kind:s ok:b steps:a bytes:n wire:n ms:o"
    + " hops:n warnings:a replayed:b"
  private static let capture =
    "inspector capture --to SERVER --json --run 'inspector send $INSPECTOR_URL/users -o x'"

  /// Files that the commands of the tables name.
  private func writeFiles() throws {
    try folder.write(
      "t.http",
      """
      @baseUrl = \(server.baseURL)

      # @tag smoke
      # @profile status/msg/data
      GET {{baseUrl}}/users/7

      ###
      # @expect ~c 201
      GET {{baseUrl}}/users

      """)
    try folder.write("none.http", "GET {{nobody}}/users\n")
    try folder.write("a.json", "{}")
    try folder.write("b.json", "{")
    for (name, user) in [("a.har", "ada"), ("b.har", "bob")] {
      try folder.write(name, Self.har(user))
    }
  }

  private static func har(_ user: String) -> String {
    #"""
    {"log":{"version":"1.2","creator":{"name":"a browser","version":"1"},"entries":[
    {"startedDateTime":"2026-11-20T17:17:32Z","time":3,"request":{"method":"GET",
    "url":"http://shop.test/users","httpVersion":"HTTP/1.1","cookies":[],"queryString":[],
    "headers":[{"name":"Authorization","value":"Bearer tk9f8e7d6c5b4a3f2e1d0c"}],
    "headersSize":-1,"bodySize":0},"response":{"status":200,"statusText":"OK",
    "httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"Content-Type",
    "value":"application/json"}],"content":{"size":14,"mimeType":"application/json",
    "text":"{\"name\":\"\#(user)\"}"},"redirectURL":"","headersSize":-1,"bodySize":14},
    "cache":{},"timings":{"send":1,"wait":1,"receive":1}}]}}
    """#
  }

  private static func type(of json: JSON) -> String {
    switch json.kind {
    case .array: "a"
    case .bool: "b"
    case .number: "n"
    case .object: "o"
    case .string: "s"
    default: "-"
    }
  }

  @Test("lines of JSON have the members and types of 0.1", arguments: kinds)
  func lines(_ row: (kind: String, command: String, line: Int, members: String)) throws {
    try writeFiles()
    let run = try folder.shell(row.command.replacing("SERVER", with: server.baseURL))
    // A command that has stdout to itself leaves stderr to the lines.
    let lines = (run.output + run.error).split(separator: "\n").filter { $0.hasPrefix("{") }
    let line = try #require(
      lines.dropFirst(row.line).first, "\(run.output)\(run.error)")
    let json = JSONDocument(Array(line.utf8)).json
    #expect(json["v"].int == 1)
    for member in row.members.split(separator: " ") {
      let parts = member.split(separator: ":")
      let value = parts[0].split(separator: ".").reduce(json) { json, name in
        Int(name).map { json[$0] } ?? json[String(name)]
      }
      #expect(Self.type(of: value) == parts[1], "\(member) in \(line)")
    }
  }

  // MARK: Commands and options

  @Test("every command and option of 0.1 is taken")
  @MainActor func options() throws {
    let helps = Dictionary(
      uniqueKeysWithValues: CommandsDocument.helps.map { ($0.name, $0.help) })
    let names = String(decoding: try Self.bytes("options-0.1.txt"), as: UTF8.self)
    for line in names.split(separator: "\n") {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      let option = words.last.flatMap { $0.hasPrefix("--") ? $0 : nil }
      let command = words.first.flatMap { $0.hasPrefix("--") ? nil : $0 } ?? ""
      let help = try #require(helps[command], "there is no command '\(command)'")
      guard let option else { continue }
      let hasOption = help.split(whereSeparator: { " ,\n".contains($0) }).contains { $0 == option }
      #expect(hasOption, "'\(command)' does not take \(option)")
    }
  }

  // MARK: Exit codes

  /// A situation, a command, and what it ends with.
  static let codes: [(situation: String, command: String, code: Int32)] = [
    ("all as expected", "inspector send SERVER/users", 0),
    ("an option that does not exist", "inspector send --nothing", 1),
    ("a command that does not exist", "inspector rum", 1),
    ("a variable without a value", "inspector run none.http", 1),
    ("a file that is missing", "inspector run missing.http", 2),
    ("a file that is not JSON", "inspector check b.json", 4),
    ("no connection", "inspector send http://127.0.0.1:1/", 3),
    ("a response cut by a limit", "inspector send SERVER/bytes/100000 --max-body 1k -o x", 3),
    ("a status that is refused", "inspector send SERVER/status/404", 4),
    ("an envelope that says no", "inspector send SERVER/users/7 --profile status/msg/data", 4),
    ("an expectation that does not hold", "inspector run t.http", 4),
    ("a difference", "inspector diff a.har b.har", 4),
    ("a secret in a recording", "inspector check --secrets a.har", 4),
    (
      "a captured exchange that --fail-on names",
      "inspector capture --to SERVER --fail-on '~c 404'"
        + " --run 'inspector send $INSPECTOR_URL/status/404; true'", 4
    ),
    ("stdout is full", "inspector send SERVER/users >/dev/full", 5),
    ("a log that cannot be opened", "inspector send SERVER/users --log none/a.log", 5),
    ("a command that is served as long as it runs", "\(serve) 'exit 7'", 7),
  ]

  private static let serve = "inspector serve a.har --run"

  @Test("a situation of 0.1 ends with its code", arguments: codes)
  func code(_ row: (situation: String, command: String, code: Int32)) throws {
    try writeFiles()
    let run = try folder.shell(row.command.replacing("SERVER", with: server.baseURL))
    #expect(run.ending == .exited(row.code), "\(row.situation): \(run.output)\(run.error)")
  }
}
