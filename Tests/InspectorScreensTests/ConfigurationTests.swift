import InspectorScreens
import NetEngine
import RequestFiles
import TestSupport
import Testing

/// What an inspector.json says, and what is said about its mistakes.
struct ConfigurationTests {
  @Test("of very many problems a hundred are placed and the others counted")
  func manyProblems() {
    let text = "{" + (0..<5_000).map { "\"unknown\($0)\": 1" }.joined(separator: ",\n") + "}"
    let problems = ConfigurationReader(Array(text.utf8), file: "inspector.json").problems
    #expect(problems.count == 101 && problems[99].line == 100)
    #expect(problems.last?.message == "4900 more problems follow: correct these first")
  }

  @Test("everything that can be set is read, comments and all")
  func whole() {
    let reader = ConfigurationReader(
      Array(
        """
        {
          // who answers how
          "profile": "shop", /* a block: "not": a value */
          "profiles": {
            "shop": { "statusCodeKey": "meta.code", "tipStrKey": "meta.msg", "modelKey": "data",
                      "successValues": [0, "ok", true], "rule": "value" }
          },
          "theme": "light",
          "keys": { "fire": ["F5", "Enter"], "quit": "Ctrl-q" },
          "headers": { "X-Team": "a // b" },
          "limits": { "connectTimeout": "200ms", "idleTimeout": 5, "wireBody": "10M" }
        }
        """.utf8), file: "inspector.json", keys: .table)
    #expect(reader.problems == [])
    let read = reader.configuration
    #expect(read.profile == "shop")
    #expect(
      read.profiles == [
        EnvelopeProfile(
          name: "shop", statusCodeKey: "meta.code", tipStrKey: "meta.msg", modelKey: "data",
          successValues: ["0", "ok", "true"])
      ])
    #expect(read.theme == "light")
    #expect(read.commandKeys == [.fire: [.function(5), .enter], .quit: [.control("q")]])
    #expect(read.headers.map { "\($0.name): \($0.value)" } == ["X-Team: a // b"])
    #expect(
      read.limits == [.connectTimeout: 200, .idleTimeout: 5_000, .wireBody: 10 << 20])
    var limits = Limits()
    limits.take(read.limits)
    #expect(limits.connectTimeout == .milliseconds(200) && limits.wireBody == 10 << 20)
  }

  @Test(
    "a comma may stand last, as editors write it",
    arguments: [
      #"{"theme": "light", "keys": {"quit": ["Ctrl-q", ], }, }"#,
      "{\"theme\": \"light\", // a, b\n \"keys\": {\"quit\": [\"Ctrl-q\"] /* , */ , \n}, // ,\n}",
    ])
  func lastCommas(text: String) {
    let reader = ConfigurationReader(Array(text.utf8), file: "f", keys: .table)
    #expect(reader.problems == [])
    #expect(reader.configuration.theme == "light")
    #expect(reader.configuration.keys == ["quit": ["Ctrl-q"]])
  }

  @Test(
    "two commas, or one before anything, stay a mistake with its place",
    arguments: [
      (#"{"theme": "light",, }"#, "f:1:19: "), ("{,}", "f:1:2: "),
      (#"{"keys": {"quit": [,]}}"#, "f:1:20: "), (#"{"theme": ,}"#, "f:1:11: "),
      (#"{"theme": "a}," "x"}"#, "f:1:17: "),
    ])
  func wrongCommas(text: String, place: String) {
    let problems = ConfigurationReader(Array(text.utf8), file: "f", keys: .table).problems
    #expect(problems.count == 1 && problems[0].description.hasPrefix(place), "\(problems)")
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let text: String
    let says: String
    var testDescription: String { text }
  }

  static let mistakes = [
    Mistake(
      text: #"{"them": "dark"}"#, says: "f:1:2: 'them' means nothing here; did you mean 'theme'?"),
    Mistake(text: #"{"theme": "blue"}"#, says: "f:1:11: the theme is dark or light, not 'blue'"),
    Mistake(
      text: "{\n  \"keys\": {\"fier\": \"x\"}\n}",
      says: "f:2:12: 'fier' means nothing here; did you mean 'fire'?"),
    Mistake(
      text: #"{"keys": {"fire": "Meta-x"}}"#,
      says: "f:1:19: a key is written as j, Ctrl-d, PgDn, Space, Enter, Esc or F1"),
    Mistake(
      text: #"{"limits": {"wireBody": "lots"}}"#,
      says: "f:1:25: wireBody is written as \"64k\", \"10M\" or 500"),
    Mistake(
      text: #"{"profiles": {"a": {"modelKey": "d"}}}"#,
      says: "f:1:20: the profile 'a' needs a statusCodeKey"),
    Mistake(text: "[]", says: "f:1:1: an object is expected: { \"theme\": \"dark\", … }"),
  ]

  @Test("a mistake is named with its place; the rest counts", arguments: mistakes)
  func mistake(row: Mistake) {
    let reader = ConfigurationReader(Array(row.text.utf8), file: "f", keys: .table)
    #expect(reader.problems.map(\.description) == [row.says])
  }

  @Test(
    "what is no JSON sets nothing and says where it stops",
    arguments: ["", "{", "{\"theme\": \"light\",,}", "{\"a\": /* never closed", "\u{0}"])
  func broken(text: String) {
    let reader = ConfigurationReader(Array(text.utf8), file: "f", keys: .table)
    #expect(reader.configuration == Configuration())
    #expect(reader.problems.count == 1)
    #expect(reader.problems[0].message.contains("nothing in this file counts"))
  }

  @Test("any bytes are read without a trap", arguments: 0..<20)
  func anyBytes(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    for _ in 0..<50 {
      _ = ConfigurationReader(seeded.text(pieces: 20), file: "f", keys: .table)
      let text = "{\"limits\": {\"timeout\": \"99999999999999999999\", \"x\": \(seeded.next())}}"
      _ = ConfigurationReader(Array(text.utf8), file: "f", keys: .table)
    }
  }

  @Test("what a project sets stands over what a person sets, part by part")
  func overlay() {
    var person = Configuration()
    person.theme = "light"
    person.keys = ["fire": ["F5"], "quit": ["F10"]]
    person.headers = [HeaderField("X-A", "1"), HeaderField("X-B", "2")]
    var project = Configuration()
    project.keys = ["fire": ["F6"]]
    project.headers = [HeaderField("x-a", "3")]
    person.overlay(project)
    #expect(person.theme == "light")
    #expect(person.keys == ["fire": ["F6"], "quit": ["F10"]])
    #expect(person.headers.map(\.value) == ["2", "3"])
  }

  @Test("a key that means two commands in one place is named; the table itself has none")
  func conflicts() {
    #expect(Keymap.conflicts([:]) == [])
    #expect(Keymap.conflicts([.quit: ["j"]]) == ["the key j means move-down and quit"])
    #expect(Keymap.conflicts([.foldSubtree: [.enter]]) == [])
    #expect(Keymap.conflicts([.quit: [.control("q")]]) == [])
  }

  @Test("an edited file counts at once: keys, profiles and what they read, theme")
  func reconfigured() {
    var stage = Stage()
    stage.show("/escape", .success(Sample.unknownEnvelope))
    var old = Configuration()
    old.keys = ["quit": ["Ctrl-q"]]
    var new = old
    new.keys = ["fire": ["F5"]]
    let effects = stage.send(
      .reconfigured(Reconfiguration(from: old, to: new, file: "inspector.json")))
    #expect(effects == [])
    #expect(stage.footer == " inspector.json was edited; now in force: keys")
    stage.press("Esc")
    #expect(stage.footer.contains("F5 send"))
    (old, new) = (new, new)
    new.theme = "light"
    new.headers = [HeaderField("X-A", "1")]
    new.profiles = [EnvelopeProfile(name: "errno", statusCodeKey: "errno", successValues: ["0"])]
    new.profile = "errno"
    let more = stage.send(.reconfigured(Reconfiguration(from: old, to: new, file: "f")))
    #expect(more.contains(.recolor("light")))
    #expect(more.contains { if case .look = $0 { true } else { false } })
    #expect(stage.footer == " f was edited; now in force: profile, profiles, theme, headers")
    #expect(stage.shows("200 rejected"))
    (old, new) = (new, old)
    stage.send(.reconfigured(Reconfiguration(from: old, to: new, file: "f")))
    #expect(stage.shows("200 rejected?"))
    // Each setting is named, also where only the start of a URL got another profile.
    (old, new) = (new, new)
    new.profileFor = ["\(Sample.base)/escape": "status/msg/data"]
    new.unpackFor = [Sample.base: "zip"]
    stage.send(.reconfigured(Reconfiguration(from: old, to: new, file: "f")))
    #expect(stage.footer == " f was edited; now in force: profileFor, unpackFor")
  }

  @Test("what was kept on a screen is no news when it is read in the file, and stays without one")
  func keptHere() {
    var stage = Stage()
    stage.show("/escape", .success(Sample.unknownEnvelope))
    var change: ConfigurationChange?
    for case .configure(let kept) in stage.press("P") { change = kept }
    var new = Configuration()
    new.profiles = [change?.profile].compactMap { $0 }
    new.profileFor = Dictionary(
      uniqueKeysWithValues: (change?.places ?? []).map { ($0, new.profiles[0].name) })
    #expect(!new.profileFor.isEmpty)
    let before = stage.footer
    #expect(
      stage.send(.reconfigured(Reconfiguration(from: Configuration(), to: new, file: "f"))) == [])
    #expect(stage.footer == before)
    #expect(stage.shows("200 rejected"))
    stage.send(.reconfigured(Reconfiguration(from: new, to: Configuration(), file: "f")))
    #expect(stage.shows("200 rejected?"))
  }

  @Test("the envelope says whose profile it is that reads the answer")
  func sources() {
    var stage = Stage(120, 36)
    func source() -> Substring? {
      stage.text.split(separator: "\n").first { $0.contains("┊ profile ") }?
        .split(separator: " ").dropLast().last
    }
    stage.show("/escape", .success(Sample.unknownEnvelope))
    stage.press("P")
    #expect(source() == "kept")
    var new = Configuration()
    new.profiles = [EnvelopeProfile(name: "errno", statusCodeKey: "errno", successValues: ["0"])]
    new.profile = "errno"
    stage = Stage(120, 36)
    stage.show("/escape", .success(Sample.unknownEnvelope))
    stage.send(.reconfigured(Reconfiguration(from: Configuration(), to: new, file: "f")))
    #expect(source() == "default")
    stage.press(":")
    stage.type("profile numeric")
    stage.press("Enter")
    #expect(source() == "chosen")
  }

  @Test("keys of a person's own work, and the help shows them")
  func keys() {
    var app = App(
      TargetListing(title: "demo", baseURL: "", items: Sample.targets),
      keymap: Keymap(overrides: [.fire: [.function(5)]]))
    _ = app.update(.resized(width: 120, height: 36))
    let start = Instant(microseconds: 0)
    #expect(app.update(.key(.enter, at: start)) == [])
    #expect(app.noticeText == "Enter does nothing here: ? lists what does, : finds it by words")
    #expect(app.update(.key(.escape, at: start)) == [])
    #expect(app.render(Size(width: 120, height: 36)).text.contains("F5 send"))
    #expect(app.update(.key(.function(5), at: start)) == [.send(target: 0)])
  }
}
