import InspectorScreens
import NetEngine
import Testing

/// A state of the program, brought about by events alone.
struct Scene: Sendable, CustomTestStringConvertible {
  let name: String
  let play: @Sendable (inout Stage) -> Void

  var testDescription: String { name }

  static let all: [Scene] = [
    Scene(name: "start") { _ in },
    Scene(name: "answered") { $0.playSession() },
    Scene(name: "ok") { stage in
      stage.select("/users")
      stage.fire(Sample.target("/users"), .success(Sample.users))
    },
    Scene(name: "answer-focus") { stage in
      stage.playSession()
      stage.press("Tab")
    },
    Scene(name: "history-focus") { stage in
      stage.playSession()
      stage.press("Shift-Tab j j")
    },
    Scene(name: "session") { stage in
      stage.openRecording()
      stage.press("j")
      stage.readAlong()
    },
    Scene(name: "session-replay") { stage in
      stage.openRecording()
      stage.press("R")
      stage.replayed(1, .success(Sample.usersLater))
      stage.replayed(2, .success(Sample.user))
      stage.replayed(3, .success(Sample.user))
    },
    Scene(name: "diff") { stage in
      stage.showTwoAnswers()
      stage.press("D")
    },
    Scene(name: "building") { $0.press("Enter") },
    Scene(name: "connecting") { $0.run(.connecting) },
    Scene(name: "sending") { $0.run(.sending, 400_000, of: 1_600_000) },
    Scene(name: "waiting") { $0.run(.waiting) },
    Scene(name: "receiving") { $0.run(.receiving, 1_234_567, of: 2_700_000) },
    Scene(name: "receiving-unknown") { $0.run(.receiving, 91_000) },
    Scene(name: "arriving") { stage in
      stage.select("/large")
      let id = stage.begin(Sample.target("/large"))
      stage.arrive(id, "{\"line\":1}\n{\"line\":2}\n{\"li", of: 24_000)
    },
    Scene(name: "cancelling") { stage in
      stage.run(.waiting)
      stage.press("x")
    },
    Scene(name: "cancelled") { stage in
      stage.run(.waiting)
      stage.press("x")
      stage.finish(stage.inFlight[0].id, .failure(.cancelled))
    },
    Scene(name: "client-error") { $0.show("/status/404", .success(Sample.notFound)) },
    Scene(name: "server-error") { $0.show("/status/503", .success(Sample.unavailable)) },
    Scene(name: "partial") { $0.show("/truncated", .failure(Sample.truncated)) },
    Scene(name: "refused") { $0.show("/refused", .failure(Sample.refused)) },
    Scene(name: "redirected") { $0.show("/redirect/2", .success(Sample.redirected)) },
    Scene(name: "hostile") { stage in
      stage.show("/escape", .success(Sample.hostile))
      stage.showRaw()
    },
    Scene(name: "unicode") { stage in
      stage.show("/unicode", .success(Sample.unicode))
      stage.showRaw()
    },
    Scene(name: "envelope") { stage in
      stage.show("/users/42", .success(Sample.user))
      stage.showEnvelope()
      stage.press(stage.size.width >= 100 ? "Tab Tab" : "Tab")
      stage.press("j")
    },
    Scene(name: "envelope-success") { stage in
      stage.show("/users", .success(Sample.users))
      stage.showEnvelope()
    },
    Scene(name: "envelope-broken") { stage in
      stage.show("/users", .success(Sample.broken))
      stage.showEnvelope()
    },
    Scene(name: "envelope-detected") { stage in
      stage.show("/escape", .success(Sample.unknownEnvelope))
      stage.showEnvelope()
    },
    Scene(name: "envelope-filter") { stage in
      stage.show("/status/404", .success(Sample.notFound))
      stage.showEnvelope()
    },
    Scene(name: "envelope-malformed") { stage in
      stage.show("/users", .success(Sample.created))
      stage.showEnvelope()
    },
    Scene(name: "tree") { $0.showTree(Sample.tree) },
    Scene(name: "tree-folded") { stage in
      stage.showTree(Sample.tree)
      stage.press("j j j h j j")
    },
    Scene(name: "tree-broken") { stage in
      stage.showTree(Sample.broken)
      stage.press("G")
    },
    Scene(name: "tree-lines") { stage in
      stage.showTree(Sample.large)
      stage.press("j l j")
    },
    Scene(name: "tree-none") { $0.showTree(Sample.unicode) },
    Scene(name: "tree-search") { stage in
      stage.showTree(Sample.tree)
      stage.press("- - /")
      stage.type("lyon")
      stage.press("Enter")
    },
    Scene(name: "string") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("3")
    },
    Scene(name: "string-path") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("3 Tab Enter")
      stage.type("data.0.")
      stage.press("Tab")
    },
    Scene(name: "headers-sorted") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("4 Tab o")
    },
    Scene(name: "timing-many") { stage in
      for number in 0..<60 {
        var answer = number % 17 == 5 ? Sample.user : Sample.users
        answer.hops[0].timings.wait = 2_000 + number * 37 % 11 * 400
        stage.fire(Sample.target("/users"), .success(answer))
      }
      stage.press("5")
    },
    Scene(name: "profile-chooser") { stage in
      stage.show("/escape", .success(Sample.unknownEnvelope))
      stage.press("p j j")
    },
    Scene(name: "profile-editor") { stage in
      stage.show("/users", .success(Sample.created))
      stage.editProfile()
      stage.press("1 j")
    },
    Scene(name: "profile-name") { stage in
      stage.editProfile()
      stage.press("Enter")
    },
    Scene(name: "from-recording") { stage in
      stage.openRecording()
      stage.press("S")
      stage.send(.answering(.ready(.session(path: "sessions/login.har"), count: 6)))
      stage.playSession()
      stage.select("/users")
      stage.finish(
        stage.begin(Sample.target("/users"), from: .session(path: "sessions/login.har")),
        .success(Sample.users))
    },
    Scene(name: "history-sorted") { stage in
      stage.playSession()
      stage.press("Shift-Tab o o o")
    },
    Scene(name: "cookies") { stage in
      stage.send(.cookies(Sample.cookies, removed: 0))
      stage.press("j")
    },
    Scene(name: "variables") { stage in
      stage.send(
        .variables(
          VariablesPage(
            title: "login",
            rows: [
              .init(
                name: "host", value: "https://a.test", origin: "a.http:1", state: .known,
                written: "https://{{name}}"),
              .init(
                name: "name", value: "a.test", origin: "dev in env.json:3", state: .known, depth: 1),
              .init(name: "password", value: "•••", origin: "the environment dev", state: .secret),
              .init(name: "token", value: "comes with its answer", origin: "", state: .waiting),
              .init(
                name: "id", value: "there is no variable 'id'", origin: "a.http:7", state: .missing),
            ])))
    },
    Scene(name: "status-range") { stage in
      stage.show("/status/404", .success(Sample.notFound))
      stage.press("s s s")
      stage.type("200-299,40")
    },
    Scene(name: "pipeline-changed") { stage in
      stage.playSession()
      stage.press("s s")
    },
    Scene(name: "headers") { stage in
      stage.show("/redirect/2", .success(Sample.redirected))
      stage.press("4")
    },
    Scene(name: "timing") { stage in
      stage.show("/users/42", .success(Sample.user))
      stage.press("5")
    },
    Scene(name: "timing-redirected") { stage in
      stage.show("/redirect/2", .success(Sample.redirected))
      stage.press("5")
    },
    Scene(name: "request") { stage in
      stage.select("/users", "POST")
      stage.fire(Sample.target("/users", "POST"), .success(Sample.created))
      stage.press("6")
    },
    Scene(name: "hex") { stage in
      stage.show("/escape", .success(Sample.hostile))
      stage.press("7")
    },
    Scene(name: "large-end") { stage in
      stage.show("/large", .success(Sample.large))
      stage.press("Tab G")
    },
    Scene(name: "search") { stage in
      stage.show("/large", .success(Sample.large))
      stage.showRaw()
      stage.press("/")
      stage.type("row 39")
      stage.press("Enter n")
    },
    Scene(name: "search-typing") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("/")
      stage.type("name")
    },
    Scene(name: "filter-typing") { stage in
      stage.playSession()
      stage.press("f")
      stage.type("status 50")
    },
    Scene(name: "filter-mistake") { stage in
      stage.playSession()
      stage.press("f")
      stage.type("~c 4xx | ~kind bizz")
    },
    Scene(name: "filter-empty") { $0.press("f") },
    Scene(name: "filtered") { stage in
      stage.playSession()
      stage.press("f")
      stage.type("~c >=400 | ~e")
      stage.press("Enter")
    },
    Scene(name: "command-typing") { stage in
      stage.playSession()
      stage.press(":")
      stage.type("filter ~kind cut")
    },
    Scene(name: "command-choices") { stage in
      stage.press(":")
      stage.type("move")
      stage.press("Tab Tab")
    },
    Scene(name: "copying") { stage in
      stage.playSession()
      stage.press("y")
    },
    Scene(name: "copied") { stage in
      stage.playSession()
      stage.send(.done("copied cURL command, 312 B, 1 secret left out"))
    },
    Scene(name: "piping") { stage in
      stage.playSession()
      stage.press("|")
      stage.type("jq .data")
    },
    Scene(name: "piped") { stage in
      stage.playSession()
      stage.press("|")
      stage.type("grep -n msg")
      stage.press("Enter")
      stage.send(.pipe(1, .output(Array("2:  \"msg\": \"\u{1B}[31mred\"\n".utf8))))
      stage.send(.pipe(1, .ended(.exited(0))))
    },
    Scene(name: "preview") { stage in
      stage.press("i")
      stage.send(.previewed(0, .success(Sample.preview)))
    },
    Scene(name: "compose") { stage in
      stage.press("c")
      stage.type("?page=2")
      stage.press("Tab")
      stage.type("Accept: application/json")
    },
    Scene(name: "compose-taken") { stage in
      stage.openLogin()
      stage.press("c PgUp Tab Ctrl-t Tab Tab")
      stage.type("X-Trace: 7")
      stage.press("PgDn PgDn")
      stage.type(", x")
    },
    Scene(name: "compose-completing") { stage in
      stage.press("c Tab")
      stage.type("cont")
      stage.press("Tab")
    },
    Scene(name: "compose-preview") { stage in
      stage.openLogin()
      stage.press("c Ctrl-p")
      stage.send(.draftPreviewed(.success(Sample.preview)))
    },
    Scene(name: "keeping") { stage in
      stage.openLogin()
      stage.press("W Enter")
      if case .planKeep(let order) = stage.effects.last {
        stage.send(.keeping(.planned(stage.plan(order))))
      }
    },
    Scene(name: "zoomed") { stage in
      stage.playSession()
      stage.show("/users", .success(Sample.users))
      stage.press("Tab Z")
    },
    Scene(name: "sorted") { stage in
      stage.playSession()
      stage.press(":")
      stage.type("sort time")
      stage.press("Enter")
    },
    Scene(name: "messages") { stage in
      stage.send(.message("users.http cannot be read: no such file; the list is as it was"))
      stage.press("z Ctrl-g")
    },
    Scene(name: "command-unknown") { stage in
      stage.press(":")
      stage.type("quti")
    },
    Scene(name: "filtered-nothing") { stage in
      stage.press("f")
      stage.type("nosuch")
      stage.press("Enter")
    },
    Scene(name: "folded") { stage in
      stage.playSession()
      stage.press("h j j h")
    },
    Scene(name: "group") { stage in
      stage.playSession()
      stage.press("g")
    },
    Scene(name: "question") { stage in
      stage.press("a")
      for target in Sample.targets.indices where Sample.targets[target].isSafe {
        stage.begin(target)
      }
    },
    Scene(name: "marked") { $0.press("Space Space j Space") },
    Scene(name: "message") { stage in
      stage.send(.message("users.http cannot be read: no such file; the list is as it was"))
    },
    Scene(name: "help") { $0.press("?") },
    Scene(name: "help-end") { $0.press("? G") },
    Scene(name: "help-tree") { stage in
      stage.showTree(Sample.tree)
      stage.press("?")
    },
    Scene(name: "help-filtered") { stage in
      stage.press("? f")
      stage.type("profile")
    },
  ]
}

extension Stage {
  /// Several requests, several outcomes, the second one selected.
  mutating func playSession() {
    fire(Sample.target("/users"), .success(Sample.users))
    fire(Sample.target("/status/404"), .success(Sample.notFound))
    fire(Sample.target("/status/503"), .success(Sample.unavailable))
    fire(Sample.target("/truncated"), .failure(Sample.truncated))
    fire(Sample.target("/refused"), .failure(Sample.refused))
    fire(Sample.target("/users", "POST"), .success(Sample.created))
    fire(Sample.target("/users/42"), .success(Sample.user))
    fire(Sample.target("/users/42"), .success(Sample.user))
    let hang = begin(Sample.target("/hang"))
    progress(hang, .waiting)
    select("/users/42")
  }

  mutating func show(
    _ path: String, _ result: Result<Response, NetError>, at time: Int = 0
  ) {
    select(path)
    finish(begin(Sample.target(path), at: time), result)
  }

  /// Puts the raw bytes into a room for one page, whatever the answer has chosen.
  mutating func showRaw() {
    if shows("[1 Envelope]") { press("1") }
  }

  /// Goes to the envelope, wherever it stands.
  mutating func showEnvelope() {
    if !shows("[1 Envelope]") { press("1") }
  }

  /// Fires the selected request and brings it to a phase, 1.2 seconds in.
  mutating func run(_ phase: Progress.Phase, _ done: Int = 0, of total: Int? = nil) {
    press("Enter")
    let id = begin(app.selectedTarget ?? 0)
    progress(id, phase, done, of: total)
    tick(milliseconds: 1_234)
  }
}

struct ScreenTests {
  @Test("every screen has a golden that says how it looks, not only what it says")
  func everyScreenIsStyled() {
    let screens = Set(
      (Scene.all + Scene.recording).filter { Self.styled.contains($0.name) }.map { scene in
        var stage = Stage(80, 24)
        scene.play(&stage)
        return stage.app.screenName
      })
    #expect(screens == Set(App.screenNames))
  }

  static let sizes = [
    Size(width: 80, height: 24), Size(width: 120, height: 36), Size(width: 200, height: 60),
  ]

  @Test(
    "every screen looks as it was approved", arguments: Scene.all + Scene.recording + Scene.layouts,
    sizes)
  func looksAsApproved(scene: Scene, size: Size) {
    var stage = Stage(size.width, size.height)
    scene.play(&stage)
    expectGolden(
      stage.frame, "\(scene.name)-\(size.width)x\(size.height)",
      keepsTabs: Self.aboutTabs.contains(scene.name))
  }

  /// The scenes whose screens keep every tab.
  static let aboutTabs: Set = ["answered"]

  static let smallSizes = [
    Size(width: 20, height: 5), Size(width: 40, height: 10), Size(width: 44, height: 12),
    Size(width: 60, height: 15), Size(width: 100, height: 10), Size(width: 100, height: 16),
    Size(width: 19, height: 5), Size(width: 20, height: 4),
  ]

  @Test("a small screen shows the request and its outcome", arguments: smallSizes)
  func smallScreens(size: Size) {
    var stage = Stage(size.width, size.height)
    stage.playSession()
    expectGolden(stage.frame, "small-\(size.width)x\(size.height)", keepsTabs: true)
  }

  /// A scene of every screen, and of what else is told apart by more than its characters.
  static let styled = [
    "answered", "search", "hostile", "help", "piped", "variables", "cookies", "diff", "preview",
    "messages",
    "compose", "keeping", "session", "session-replay", "profile-editor", "profile-chooser",
    "envelope",
    "envelope-detected", "tree", "tree-broken", "timing", "headers", "request", "hex", "string",
    "question", "copying", "filter-mistake", "command-choices", "from-recording", "history-focus",
    "raw-exact", "request-form", "receiving", "partial", "redirected", "marked", "message",
    "recorded-nowhere",
  ]

  @Test("what is selected, active, good and bad looks so", arguments: styled)
  func stylesAsApproved(name: String) throws {
    var stage = Stage(80, 24)
    try #require((Scene.all + Scene.recording + Scene.layouts).first { $0.name == name }).play(
      &stage)
    let frame = stage.frame
    let tabs = Self.aboutTabs.contains(name) ? nil : TabRow.row(in: frame.text)
    expectGolden(styles(of: frame, without: tabs), "styles-\(name)-80x24")
  }

  /// Every run that is not plain: row, column, style, text.
  private func styles(of frame: Frame, without skipped: Int?) -> String {
    var out = ""
    for row in 0..<frame.height where row != skipped {
      frame.forEachRun(inRow: row) { column, text, style in
        guard style != .plain else { return }
        let marks = [
          style.isBold ? " bold" : "", style.isReversed ? " reversed" : "",
          style.isUnderlined ? " underlined" : "", style.isSelected ? " selected" : "",
        ].joined()
        out += "\(row),\(column) \(style.role)\(marks): \(text.trimmedRight)\n"
      }
    }
    return out
  }
}
