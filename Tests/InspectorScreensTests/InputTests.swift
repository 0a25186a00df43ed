import InspectorScreens
import NetEngine
import TestSupport
import Testing

struct MouseTests {
  @Test("a click selects a request, a click on a heading folds it")
  func list() {
    var stage = Stage()
    stage.click(10, 5)
    #expect(stage.selectedPath == "/users")
    #expect(Sample.targets[stage.app.selectedTarget ?? 0].method == "POST")
    stage.click(5, 2)
    #expect(stage.shows("▌▸ Users"))
    stage.click(5, 2)
    #expect(stage.shows("▌▾ Users"))
  }

  @Test("a click in the history shows that answer")
  func history() {
    var stage = Stage()
    stage.playSession()
    stage.press("Shift-Tab")
    stage.click(10, stage.row(of: "12:03:02"))
    #expect(stage.shows("GET /status/404 · 404 Not Found"))
    #expect(stage.shows("┝ History"))
    #expect(stage.selectedPath == "/status/404")
  }

  @Test("a click on a tab shows it, a click on the answer makes its pane active")
  func tabs() {
    var stage = Stage()
    stage.show("/users", .success(Sample.users))
    let row = stage.row(of: "[1 Raw+Envelope]")
    let places = stage.frame.text(ofRow: row).firstRange(of: "4 Headers")
    let start = places.map { stage.frame.text(ofRow: row)[..<$0.lowerBound].count } ?? 0
    stage.click(start, row)
    #expect(stage.shows("[4 Headers]"))
    #expect(stage.shows("┮ GET /users"))
    stage.click(3, 4)
    stage.click(80, 20)
    #expect(stage.shows("┮ GET /users"))
  }

  @Test("the wheel scrolls the pane under it and leaves selection and focus")
  func wheel() {
    var stage = Stage(120, 20)
    stage.show("/large", .success(Sample.large))
    stage.press("g j")
    stage.show("/large", .success(Sample.large))
    let selected = stage.app.selectedTarget
    for _ in 0..<3 { stage.wheel(.wheelUp, 10, 5) }
    #expect(stage.shows("▾ Users"))
    stage.wheel(.wheelDown, 80, 10)
    #expect(!stage.shows("HTTP/1.1 200 OK"))
    #expect(stage.shows("┍ Targets"))
    #expect(stage.app.selectedTarget == selected)
    stage.wheel(.wheelUp, 80, 10)
    #expect(stage.shows("HTTP/1.1 200 OK"))
  }

  @Test("the border between list and answer can be dragged")
  func split() {
    var stage = Stage()
    let border = stage.frame.text(ofRow: 1).unicodeScalars.prefix { $0 != "┭" }.count
    stage.send(.mouse(Mouse(.press, column: border, row: 10), at: stage.now))
    stage.send(.mouse(Mouse(.drag, column: 60, row: 10), at: stage.now))
    stage.send(.mouse(Mouse(.release, column: 60, row: 10), at: stage.now))
    #expect(
      stage.frame.text(ofRow: 1).unicodeScalars.prefix(61).last == "┭")
    stage.send(.mouse(Mouse(.drag, column: 30, row: 10), at: stage.now))
    #expect(
      stage.frame.text(ofRow: 1).unicodeScalars.prefix(61).last == "┭")
  }

  /// A word of the last row does what its key does; anything else only looks about.
  @Test("no click traps, and none above the last row sends", arguments: 0..<6)
  func anywhere(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    var stage = Stage()
    stage.playSession()
    let actions: [Mouse.Action] = [.press, .release, .drag, .wheelUp, .wheelDown]
    for _ in 0..<2_000 {
      let action = actions.randomElement(using: &seeded) ?? .press
      let mouse = Mouse(
        action, column: Int.random(in: -3...130, using: &seeded),
        row: Int.random(in: -3...40, using: &seeded))
      let effects = stage.send(.mouse(mouse, at: stage.now))
      let sends = effects.contains { effect in
        if case .send = effect { true } else if case .save = effect { true } else { false }
      }
      #expect(!sends || mouse.row == 35)
    }
    #expect(stage.frame.width == 120)
  }
}

struct PasteTests {
  @Test("a paste into a prompt is text: its controls are shown, none of them acts")
  func intoPrompt() {
    var stage = Stage()
    stage.press("f")
    let effects = stage.send(.paste(Array("us\u{1B}[A\nq\u{3}".utf8)))
    #expect(effects.isEmpty)
    #expect(stage.typed.hasPrefix(" filter us^[[A q^C "))
    #expect(stage.frame.cursor?.column == 18)
    stage.press("Ctrl-u")
    #expect(stage.typed.hasPrefix(" filter  "))
  }

  @Test("a paste without a prompt does nothing and says where text goes")
  func withoutPrompt() {
    var stage = Stage()
    #expect(stage.send(.paste(Array("qqqaaa\r".utf8))) == [])
    #expect(
      stage.footer
        == " a paste is text: open f or / first; a URL or a curl command opens the form")
  }

  @Test(
    "a URL or a curl command that is pasted where nothing is typed opens the form with it",
    arguments: [
      ("https://api.test/a?b=c\n", "https://api.test/a?b=c"),
      ("curl -X PUT http://h.test/x -H 'A: b' -d '{}'", "http://h.test/x"),
    ])
  func request(text: String, url: String) {
    var stage = Stage()
    #expect(stage.send(.paste(Array(text.utf8))) == [])
    #expect(stage.app.screenName == "compose")
    #expect(stage.shows(url))
    #expect(stage.shows(text.hasPrefix("curl") ? "PUT" : "GET"))
  }

  @Test("Esc lets the message go before anything else, and a key that does nothing says so once")
  func oneThingAtATime() {
    var stage = Stage()
    stage.press("f")
    stage.type("users")
    stage.press("Enter B")
    #expect(stage.footer.hasPrefix(" B does nothing here"))
    stage.press("Esc")
    #expect(stage.shows("Targets 4 of 14") && stage.footer.contains("? help"))
    stage.press("B")
    #expect(stage.footer.contains("? help"), "it was said")
    stage.press("Esc")
    #expect(stage.shows("Targets 14"))
  }

  @Test("a text longer than the line keeps the cursor on the screen")
  func longText() {
    var stage = Stage(40, 12)
    stage.press("f")
    stage.send(.paste(Array(String(repeating: "漢字 word ", count: 40).utf8)))
    stage.type("END")
    #expect(stage.typed.hasSuffix("END"))
    #expect(stage.frame.cursor?.column == 37)
    stage.press("Home")
    #expect(stage.frame.cursor?.column == 8)
    #expect(stage.typed.hasPrefix(" filter 漢字 word"))
  }

  @Test("a pasted control can be searched for")
  func searchForControl() {
    var stage = Stage()
    stage.show("/escape", .success(Sample.hostile))
    stage.press("/")
    stage.send(.paste([0x1B, 0x5B, 0x30, 0x6D]))
    stage.press("Enter")
    #expect(!stage.footer.contains("is not in this tab"))
  }
}

struct EventTests {
  @Test("a message shows until the next key")
  func message() {
    var stage = Stage()
    stage.send(.message("could not save\u{1B}[2J"))
    #expect(stage.footer == " could not save^[[2J")
    stage.press("j")
    #expect(stage.footer.hasPrefix(" ⏎ send"))
  }

  @Test("a signal ends the program")
  func terminated() {
    var stage = Stage()
    #expect(stage.send(.terminated) == [.quit])
  }

  @Test("late and unknown exchanges are dropped")
  func lateAnswers() {
    var stage = Stage()
    let id = stage.begin(0)
    stage.finish(id, .success(Sample.users))
    let before = stage.frame
    stage.finish(id, .failure(Sample.refused))
    stage.progress(id, .receiving, 5, of: 10)
    stage.finish(ExchangeID(77), .success(Sample.user))
    stage.send(.exchange(ExchangeID(78), .began(target: 999, clock: "12:00:00"), at: stage.now))
    stage.send(.exchange(ExchangeID(79), .began(target: -1, clock: "12:00:00"), at: stage.now))
    #expect(stage.frame == before)
  }

  @Test("two firings of one target that are cancelled before they begin are both cancelled")
  func bothCancelled() {
    var stage = Stage()
    stage.press("Enter r x")
    let before = stage.effects.count
    stage.begin(0)
    stage.begin(0)
    let cancels = stage.effects[before...].count { if case .cancel = $0 { true } else { false } }
    #expect(cancels == 2)
  }

  @Test("a firing that begins twice begins once")
  func beginsTwice() {
    var stage = Stage()
    stage.press("Enter r")
    let id = stage.begin(0)
    let before = stage.frame
    stage.send(.exchange(id, .began(target: 0, clock: "12:00:00"), at: stage.now))
    #expect(stage.frame == before)
    #expect(stage.shows("2 running"))
  }

  @Test("ticks move the clock of what runs and nothing else")
  func ticks() {
    var stage = Stage()
    let idle = stage.frame
    stage.tick(milliseconds: 500)
    #expect(stage.frame == idle)
    #expect(!stage.app.isBusy)
    stage.press("Enter")
    #expect(stage.app.isBusy)
    stage.begin(0)
    stage.tick(milliseconds: 2_300)
    #expect(stage.shows("GET /users · building · 2.3 s"))
  }

  /// An answer whose only needles are at its end, further away than is looked at between two keys.
  private func stageOverLongText(_ end: String) -> Stage {
    var stage = Stage()
    var answer = Sample.large
    let bytes = [UInt8](repeating: UInt8(ascii: "."), count: TextSearch.slice * 2)
    answer.body = Body(bytes + Array(end.utf8))
    stage.show("/large", .success(answer))
    return stage
  }

  @Test("a long search goes on beside the loop; keys are taken meanwhile")
  func searchBeside() {
    var stage = stageOverLongText("\nneedle")
    stage.press("/")
    // Each letter is another search, and the one before it is of no use any more.
    #expect(stage.type("needle") == (1...6).map { .search($0) })
    // The count comes by the next place on its way.
    #expect(stage.press("Enter") == [])
    #expect(stage.footer == " searching…")
    #expect(stage.press("j k") == [])
    stage.search()
    #expect(stage.shows(" /needle  1 of 1 "))
    #expect(!stage.shows("searching"))
    // All places are known now: the next one is there at once.
    #expect(stage.press("n N") == [])
    #expect(stage.shows(" /needle  1 of 1 "))
  }

  @Test("the first place shows as soon as it is found, and the count grows")
  func searchGrows() {
    var stage = stageOverLongText("\nneedle needle" + String(repeating: "needle ", count: 70_000))
    stage.press("/")
    stage.type("needle")
    stage.press("Enter")
    #expect(stage.shows(" /needle  0+ "))
    var isPartShown = false
    for finding in stage.findings {
      stage.send(.searched(finding))
      isPartShown = isPartShown || stage.shows(" /needle  1 of ") && stage.shows("+ ")
    }
    #expect(isPartShown)
    #expect(stage.shows(" /needle  1 of 70,002 "))
    stage.press("N")
    #expect(stage.shows("70,002 of 70,002"))
  }

  @Test("a search goes on over what comes later; a match over the seam counts once")
  func searchArrives() {
    var stage = Stage()
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    stage.arrive(id, "a needle, a nee", of: 60)
    #expect(stage.shows("receiving · 15 B of 60 B"))
    #expect(stage.shows("the rest is still coming"))
    stage.press("/")
    stage.type("needle")
    stage.press("Enter")
    #expect(stage.shows(" /needle  1 of 1 "))
    stage.arrive(id, "a needle, a needle, a n", of: 60)
    #expect(stage.shows(" /needle  1 of 2 "))
    stage.press("n")
    #expect(stage.shows(" /needle  2 of 2 "))
    let whole = "a needle, a needle, a needle"
    stage.finish(id, .success(Sample.response("/large", body: whole)))
    #expect(stage.shows(" /needle  2 of 3 "))
    #expect(!stage.shows("still coming"))
    stage.press("n n")
    #expect(stage.shows(" /needle  1 of 3 "))
  }

  @Test("what came stays in its place when the rest does not come")
  func arrivalFails() {
    var stage = Stage()
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    let lines = (1...90).map { "line \($0)\n" }.joined()
    stage.arrive(id, lines)
    stage.press("Tab Ctrl-d Ctrl-d Ctrl-d")
    let shown = (20..<90).first { stage.shows("▌line \($0) ") }
    #expect(shown != nil)
    var part = Sample.response("/large", body: lines)
    part.isComplete = false
    stage.finish(
      id, .failure(.transport(TransportError(.cancelled, phase: .receiving, response: part))))
    #expect(stage.shows("▌line \(shown ?? 0) "))
    #expect(stage.shows("INCOMPLETE"))
  }

  @Test("what an older search finds is left alone; Esc ends the one that goes on")
  func searchEnds() {
    var stage = stageOverLongText("\nneedle")
    stage.press("/")
    stage.type("needle")
    stage.press("Enter")
    let late = stage.findings
    #expect(stage.press("/") == [])
    #expect(stage.type("s") == [.search(7)])
    for finding in late { stage.send(.searched(finding)) }
    #expect(!stage.shows("1 of 1"))
    #expect(stage.press("Esc") == [.search(8)])
    #expect(stage.press("Esc") == [.search(nil)])
    #expect(stage.findings.isEmpty)
    stage.press("n")
    #expect(stage.shows("nothing was searched for yet"))
  }

  @Test("the history holds the newest responses and a line of as many as are to be kept")
  func history() {
    var stage = Stage()
    #expect(stage.app.historyLimit == 100_000)
    stage.app.historyLimit = 10_000
    for _ in 0..<1_005 { stage.fire(0, .success(Sample.users)) }
    #expect(stage.shows("History 1005"))
    // Row 0 is the newest; 100 older ones follow it.
    stage.press("Shift-Tab")
    for _ in 0..<100 { stage.press("j") }
    #expect(stage.shows("HTTP/1.1 200 OK"))
    stage.press("j")
    #expect(stage.shows("this response is no longer in memory"))
    for _ in 0..<11_000 { stage.fire(1, .failure(.cancelled)) }
    #expect(stage.app.historyCount <= 11_000)
    #expect(stage.app.historyCount >= 10_000)
  }

  @Test("a request whose line left the history still says how it ended")
  func outcomeStays() {
    var stage = Stage()
    stage.app.historyLimit = 10_000
    stage.fire(0, .success(Sample.notFound))
    for _ in 0..<11_500 { stage.fire(1, .failure(.cancelled)) }
    #expect(stage.rows(of: "▌✗ GET  /users").contains { $0.contains("404 error") })
    #expect(stage.shows("its response is no longer in memory"))
  }

  /// The history's box with its title.
  private func historyRows(_ stage: Stage) -> [Substring] {
    stage.text.split(separator: "\n").drop { !$0.contains("History") }.map { $0.prefix(39) }
  }

  @Test("a filtered history is what filtering it anew gives, old lines gone too", arguments: 0..<4)
  func filteredHistory(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    var stage = Stage()
    stage.app.historyLimit = 30
    let filter = "~c 404 | ~q"
    stage.press("f")
    stage.type(filter)
    stage.press("Enter")
    for _ in 0..<(seed == 0 ? 1_300 : 200) {
      let id = stage.begin(Int.random(in: 0..<5, using: &seeded))
      let answer = Bool.random(using: &seeded) ? Sample.notFound : Sample.users
      if Int.random(in: 0..<50, using: &seeded) > 0 { stage.finish(id, .success(answer)) }
    }
    var anew = stage
    for key in ["Esc", "f"] { anew.press(key) }
    anew.type(filter)
    anew.press("Enter")
    for keys in ["Tab g", "G", "Ctrl-u"] {
      stage.press(keys)
      anew.press(keys)
      #expect(historyRows(stage) == historyRows(anew))
      #expect(!historyRows(stage).isEmpty)
    }
  }

  @Test("the counts of a heading are what a new count gives", arguments: 0..<8)
  func tally(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    var stage = Stage(100, 30)
    for _ in 0..<300 {
      switch Int.random(in: 0..<3, using: &seeded) {
      case 0: stage.begin(Int.random(in: Sample.targets.indices, using: &seeded))
      case 1:
        if let running = stage.inFlight.randomElement(using: &seeded) {
          stage.finish(
            running.id, .success(Bool.random(using: &seeded) ? Sample.users : Sample.notFound))
        }
      default:
        if let running = stage.inFlight.randomElement(using: &seeded) {
          stage.finish(running.id, .failure(Sample.refused))
        }
      }
    }
    let counted = stage.text
    stage.press("f")
    stage.type("x")
    stage.press("Esc")
    #expect(stage.text == counted)
  }

  @Test("large answers leave the history before a thousand are there")
  func historyWeight() {
    var stage = Stage()
    var answer = Sample.users
    answer.body = Body([UInt8](repeating: 0x61, count: 100 << 20))
    answer.wire = answer.body
    for _ in 0..<4 { stage.fire(0, .success(answer)) }
    stage.press("Shift-Tab G")
    #expect(stage.shows("this response is no longer in memory"))
    stage.press("k")
    #expect(stage.shows("this response is no longer in memory"))
    stage.press("k")
    #expect(stage.shows("HTTP/1.1 200 OK"))
  }

  @Test("answers leave the history in the order in which they came, not in which they began")
  func historyOrder() {
    var stage = Stage()
    var answer = Sample.users
    answer.body = Body([UInt8](repeating: 0x61, count: 100 << 20))
    answer.wire = answer.body
    let early = stage.begin(0)
    let late = (0..<3).map { _ in stage.begin(0) }
    stage.finish(late[0], .success(answer))
    stage.finish(late[1], .success(answer))
    stage.finish(early, .success(answer))
    stage.press("Shift-Tab")
    let held = (0..<4).map { _ in
      defer { stage.press("j") }
      return stage.shows("HTTP/1.1 200 OK")
    }
    #expect(held == [false, true, false, true])
    stage.finish(late[2], .success(answer))
    stage.press("k k k")
    #expect(stage.shows("HTTP/1.1 200 OK"))
    stage.press("G")
    #expect(stage.shows("HTTP/1.1 200 OK"))
    stage.press("k k")
    #expect(stage.shows("this response is no longer in memory"))
  }
}
