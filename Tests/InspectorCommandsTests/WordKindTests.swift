import DemoServer
import NetEngine
import TestSupport
import Testing

/// What a word of the line names decides what `list`, `check`, `serve` and the screens do with it.
@Suite("Requests, recordings and other files")
struct WordKindTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    let entry =
      #"{"startedDateTime":"2026-01-31T08:15:00Z","time":1,"request":{"method":"GET","url":"#
      + #""http://h.test/kept","headers":[]},"response":{"status":200,"headers":[],"content":{"#
      + #""mimeType":"application/json","text":"{\"a\":1}"}}}"#
    let har = #"{"log":{"version":"1.2","entries":[\#(entry)]}}"#
    try folder.write("sessions/login.har", har)
    try folder.write("recorded.json", har)
    try folder.write("one.http", "### one\nGET http://h.test/one\n")
    try folder.write("lines.jsonl", "{\"a\":1}\n{\"a\":2}\n")
    try folder.write("log.json", #"{"log":"started","level":1}"#)
    try folder.write("postman.json", #"{"info":{"name":"x"},"item":[]}"#)
    try folder.write("notes.txt", "some notes\n")
    try folder.write("frame.keys", "wait\nframe\n")
  }

  private func run(_ words: String) throws -> Piped { try folder.shell("inspector \(words)") }

  private static let screens = "--script frame.keys --size 160x30"

  /// The words, the code, a part of the output.
  static let kinds: [(words: String, code: Int32, text: String)] = [
    ("list login", 0, "200 ok"), ("list login#1", 0, "http://h.test/kept"),
    ("list recorded.json", 0, "http://h.test/kept"), ("list one.http", 0, "http://h.test/one"),
    ("list login --only '~c 2xx' --json", 0, #""kind":"ok""#),
    ("list log.json", 1, "is JSON and no request file: 'inspector log.json' shows it"),
    ("check login", 0, "1 exchange"), ("check recorded.json", 0, "1 exchange"),
    ("check lines.jsonl", 0, "lines.jsonl: NDJSON: 2 documents"),
    ("check log.json lines.jsonl", 0, "log.json: JSON: object, 2 keys"),
    ("check notes.txt", 4, "notes.txt:1:1: no JSON"),
    ("check --secrets login", 0, "no secrets found in 1 exchange"),
    ("serve --from login --port 0 --run 'inspector send $INSPECTOR_URL/kept'", 0, #"{"a":1}"#),
    ("login \(screens)", 0, "http://h.test/kept"),
    ("recorded.json \(screens)", 0, "/kept"),
    ("log.json lines.jsonl \(screens)", 0, "\"started\""),
    ("notes.txt \(screens)", 0, "some notes"),
    ("postman.json \(screens)", 0, "'postman.json' describes requests"),
  ]

  @Test("are told apart", arguments: kinds)
  func kind(_ row: (words: String, code: Int32, text: String)) throws {
    let run = try run(row.words)
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains(row.text), "\(run.output)\(run.error)")
  }

  static let misfits: [(words: String, text: String)] = [
    ("list login --env dev", "'--env' is for request files, not for the recording 'login'."),
    (
      "list one.http --headers",
      "'--headers' is for recordings, not for the requests of 'one.http'."
    ),
    ("list one.http --map json", "'--map' is for recordings"),
    ("list login other", "'list login' does not take 'other'."),
    ("check log.json --only x", "'--only' is for recordings, not for the file 'log.json'."),
    ("check login log.json", "'check login' does not take 'log.json'."),
    ("check --secrets login --report junit", "'--secrets' and '--report' do not go together."),
    ("serve --from login one.http", "'--from login' and 'one.http' do not go together."),
    ("serve", "'serve' needs --from RECORDING or a PATH of requests."),
    ("serve login --env dev", "'--env' is for request files, not for the recording 'login'."),
    ("config --clear", "'--clear' is for 'config cookies', not for 'config'."),
    ("config completions bash --json", "'--json' is for 'config cookies'"),
    ("config completions", "'config completions' needs bash, zsh, fish."),
    ("config cookies . x", "'config cookies' does not take 'x'."),
    ("log.json --set a=b", "'--set' is for request files, not for the file 'log.json'."),
  ]

  @Test("an option that does not go with the kind is a mistake", arguments: misfits)
  func misfit(_ row: (words: String, text: String)) throws {
    let run = try run(row.words)
    #expect(run.ending == .exited(1), "\(run.output)\(run.error)")
    #expect(run.error.contains(row.text), "\(run.error)")
  }

  static let renamed: [(words: String, text: String)] = [
    ("scan login", "'scan' is now 'check --secrets': inspector check --secrets NAME."),
    ("show login --json", "'show' is now 'list': inspector list NAME."),
    ("cookies --clear", "'cookies' is now 'config cookies': inspector config cookies PATH."),
    ("completions bash", "'completions' is now 'config completions': inspector config"),
    ("view --check log.json", "'view' is now 'inspector FILE': inspector FILE shows it,"),
    ("help scan", "'scan' is now 'check --secrets'"),
  ]

  @Test("an old name of a command names its successor", arguments: renamed)
  func old(_ row: (words: String, text: String)) throws {
    let run = try run(row.words)
    #expect(run.ending == .exited(1) && run.output.isEmpty, "\(run.output)")
    #expect(run.error.contains(row.text), "\(run.error)")
  }
}
