import InspectorScreens
import NetEngine
import Testing

/// What is typed is remembered, and what a file may hold of it.
struct PromptMemoryTests {
  private func line(_ text: String, _ kind: PromptMemory.Kind = .command) -> PromptLineTyped {
    PromptLineTyped(kind: kind, text: text)
  }

  @Test("a file gives back what was put in, kind by kind, each line once, the newest last")
  func roundTrip() {
    var memory = PromptMemory()
    let lines = [
      line("~c 4xx", .filter), line("sort time"), line("~c 4xx | \"a\\nb\"", .filter),
      line("sort time"), line("~c 4xx", .filter), line("漢字 é", .search),
    ]
    for line in lines { _ = memory.add(line) }
    let read = PromptMemory(memory.bytes)
    #expect(read[.filter] == ["~c 4xx | \"a\\nb\"", "~c 4xx"])
    #expect(read[.command] == ["sort time"])
    #expect(read[.search] == ["漢字 é"])
    #expect(read.bytes == memory.bytes)
  }

  @Test("broken lines of a file are left out, whatever they are")
  func broken() {
    let text = """
      ["filter","kept"]
      ["filter"]
      ["nosuch","x"]
      {"filter":"x"}
      ["filter",7]
      ["filter","cut
      \u{0}\u{FFFD}
      ["search","kept too"]
      """
    let read = PromptMemory(Array(text.utf8))
    #expect(read[.filter] == ["kept"] && read[.search] == ["kept too"])
  }

  @Test("two hundred of a kind are kept, the newest; a very long line only while the program runs")
  func bounded() {
    var memory = PromptMemory()
    let added = (0..<300).map { memory.add(line("goto \($0)")) }
    #expect(added.allSatisfy { $0 })
    #expect(memory[.command].count == PromptMemory.limit)
    #expect(memory[.command].first == "goto 100")
    let long = memory.add(line(String(repeating: "x", count: 3_000), .search))
    let again = memory.add(line("goto 299"))
    #expect(!long && !again)
  }

  static let secrets = [
    "send GET https://a.test/?access_token=abcdef123456",
    "send https://ada:lovelace@a.test/users", "send a.test/login?user=ada&password=hunter2",
    "filter ~hq \"authorization: Bearer abcdefgh12345678\"", "filter ~h \"x-api-key: 12345\"",
    "filter ~json data.token == \"hunter2hunter2\"",
    "curl -H 'X-Api-Key: hunter2' https://a.test", "curl -u ada:lovelace https://a.test",
    "API_TOKEN=hunter2 ./deploy", "search eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    "grep ghp_0123456789abcdefghijABCDEFGHIJ456789", "curl --cookie sid=1 https://a.test",
    "send https://a.test/token/Zx81kQp47LmW/x", "send https://a.test/?pw=hunter2",
    "send POST https://a.test Authorization: Basic YWRhOmxvdmVsYWNl",
  ]

  @Test("a line that holds a secret, or stands where one would, is in no file", arguments: secrets)
  func holdsSecret(text: String) {
    var memory = PromptMemory()
    for kind in [PromptMemory.Kind.command, .shell] {
      #expect(line(text, kind).holdsSecret)
      _ = memory.add(line(text, kind))
    }
    #expect(memory.bytes.isEmpty)
  }

  @Test("a line that shows a secret is not recalled in this run either")
  func isNotRecalled() {
    var memory = PromptMemory()
    for text in Self.secrets + ["set password=hunter2", "send -u ada:lovelace http://a.test"] {
      memory.keep(text, .command)
      #expect(memory[.command].isEmpty, "\(text)")
    }
    memory.keep("set page=2", .command)
    #expect(memory[.command] == ["set page=2"])
  }

  @Test(
    "a value given for one run is in no file, whatever its variable is called",
    arguments: ["set pw=x1", "set page=2", "set note=Zx81kQp47LmW"])
  func givenValue(text: String) {
    var memory = PromptMemory()
    let isKept = memory.add(line(text))
    #expect(!isKept && memory.bytes.isEmpty)
  }

  @Test("what answers of this run show to be a secret is one in a line without a name too")
  func holdsSecretOfRun() {
    var login = Sample.response("/login", body: #"{"token":"Zk81-quiet-Fox","id":"order-81"}"#)
    login.request.headers["Cookie"] = "sid=9f8e7d6c5b4a"
    for (text, isSecret) in [
      ("Zk81-quiet-Fox", true), ("~b 'Zk81-quiet-Fox'", true), ("9f8e7d6c5b4a", true),
      ("order-81", false), ("Zk81-quiet", false), ("~c 4xx", false), ("token", false),
    ] {
      #expect(line(text, .filter).holdsSecret(of: [login]) == isSecret, "\(text)")
      #expect(!line(text, .filter).holdsSecret(of: []), "\(text)")
    }
  }

  static let harmless = [
    "send GET https://a.test/users?page=2&sort=name", "filter ~c 4xx | ~kind biz", "sort time",
    "~json data.items.0.id == 42", "~h \"content-type: json\"", "jq .data.items", "2xx,404",
    "~time >200ms & ~p /users", "tab 3", "data.0.name", "http://127.0.0.1:8791/users/42",
    "~n \"session ended\"", "(a+)+$",
  ]

  @Test("what is no secret is kept", arguments: harmless)
  func isHarmless(text: String) {
    #expect(!line(text, .command).holdsSecret)
    #expect(!line(text, .shell).holdsSecret)
  }

  @Test("what is typed is ordered to be kept only where somebody keeps it")
  func orders() {
    var stage = Stage()
    stage.press("f")
    stage.type("users")
    #expect(stage.press("Enter") == [])
    stage.app.keepsPrompts = true
    stage.press("f Ctrl-u")
    stage.type("~c 4xx")
    #expect(stage.press("Enter") == [.remember(line("~c 4xx", .filter))])
    var next = Stage()
    next.app.memory = PromptMemory(Array("[\"filter\",\"~e\"]\n".utf8))
    next.press("f Up")
    #expect(next.typed.contains("filter ~e"))
  }
}
