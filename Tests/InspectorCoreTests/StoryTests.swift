import InspectorCore
import NetEngine
import Testing

/// Keys in, screens and effects out: what one command does, told through the whole app.
struct Story: Sendable, CustomTestStringConvertible {
  let command: Command
  let claim: String
  let play: @Sendable (inout Stage) -> Void

  init(_ command: Command, _ claim: String, _ play: @escaping @Sendable (inout Stage) -> Void) {
    self.command = command
    self.claim = claim
    self.play = play
  }

  var testDescription: String { "\(command): \(claim)" }

  static let all = moving + requests + answers + program + typing
}

struct StoryTests {
  @Test("stories", arguments: Story.all)
  func story(_ story: Story) {
    var stage = Stage()
    story.play(&stage)
  }

  @Test("every command has a story", arguments: Command.allCases)
  func hasStory(command: Command) {
    #expect(Story.all.contains { $0.command == command }, "\(command) has none")
  }
}

extension Stage {
  /// The row of the screen that holds a text, or -1.
  func row(of text: String) -> Int {
    let frame = frame
    return (0..<frame.height).first { frame.text(ofRow: $0).contains(text) } ?? -1
  }

  func shows(_ text: String) -> Bool { row(of: text) >= 0 }

  /// The last row.
  var footer: String { frame.text(ofRow: size.height - 1).trimmedRight }

  /// The request the cursor bar stands on.
  var selectedPath: String? { app.selectedTarget.map { Sample.targets[$0].path } }
}

extension Story {
  fileprivate static let moving: [Story] = [
    Story(.moveDown, "j and the arrow go down one row and stop at the last") { stage in
      #expect(stage.selectedPath == "/users")
      stage.press("j")
      #expect(stage.selectedPath == "/users/42")
      stage.press("Down Down Down")
      #expect(stage.selectedPath == nil)
      for _ in 0..<30 { stage.press("j") }
      #expect(stage.selectedPath?.hasPrefix("/search") == true)
    },
    Story(.moveUp, "k and the arrow go up one row and stop at the first") { stage in
      stage.press("j j k")
      #expect(stage.selectedPath == "/users/42")
      stage.press("Up Up Up Up")
      #expect(stage.selectedPath == nil)
    },
    Story(.goToStart, "g and Home go to the first row") { stage in
      stage.press("j j j g")
      #expect(stage.row(of: "▌▾ Users") == 2)
      stage.press("G Home")
      #expect(stage.row(of: "▌▾ Users") == 2)
    },
    Story(.goToEnd, "G and End go to the last row") { stage in
      stage.press("G")
      #expect(stage.shows("▌· GET    search by name"))
      stage.press("g End")
      #expect(stage.shows("▌· GET    search by name"))
    },
    Story(.halfPageDown, "Ctrl-d moves half of what shows") { stage in
      stage.showLarge()
      stage.press("Ctrl-d")
      #expect(stage.frame.text(ofRow: 4).contains("\"row 9 of many\""))
    },
    Story(.halfPageUp, "Ctrl-u undoes Ctrl-d") { stage in
      stage.showLarge()
      let before = stage.frame
      stage.press("Ctrl-d Ctrl-u")
      #expect(stage.frame == before)
    },
    Story(.pageDown, "PgDn moves a page and keeps one row of it") { stage in
      stage.showLarge()
      let last = stage.frame.text(ofRow: 33)
      stage.press("PgDn")
      #expect(stage.frame.text(ofRow: 4).dropFirst(45).prefix(20) == last.dropFirst(45).prefix(20))
    },
    Story(.pageUp, "PgUp undoes PgDn") { stage in
      stage.showLarge()
      let before = stage.frame
      stage.press("PgDn PgUp")
      #expect(stage.frame == before)
    },
    Story(.nextPane, "Tab goes round the panes; in the narrow form there are two") { stage in
      #expect(stage.shows("┍ Targets"))
      stage.press("Tab")
      #expect(stage.shows("┝ History"))
      stage.press("Tab")
      #expect(stage.shows("┍ GET /users"))
      stage.press("Tab")
      #expect(stage.shows("┍ Targets"))
      stage.resize(80, 24)
      stage.press("Tab")
      #expect(stage.shows("━ GET /users"))
      stage.press("Tab")
      #expect(stage.shows("━ Targets"))
    },
    Story(.previousPane, "Shift-Tab goes round the other way") { stage in
      stage.press("Shift-Tab")
      #expect(stage.shows("┍ GET /users"))
      stage.press("Shift-Tab Shift-Tab")
      #expect(stage.shows("┍ Targets"))
    },
    Story(.showTab, "a digit shows the tab with that number, and says when there is none") {
      stage in
      stage.show("/users", .success(Sample.users))
      stage.press("5")
      #expect(stage.shows("[5 Timing]"))
      #expect(stage.shows("total 3.1 ms"))
      stage.press("1")
      #expect(stage.shows("HTTP/1.1 200 OK"))
      stage.press("9")
      #expect(stage.footer == " there is no tab 9")
      #expect(stage.shows("[1 Raw]"))
    },
  ]

  fileprivate static let requests: [Story] = [
    Story(.fire, "Enter fires the selected request and shows it from building to its answer") {
      stage in
      #expect(stage.press("Enter") == [.send(target: 0)])
      #expect(stage.shows("building the request"))
      #expect(stage.shows("1 running"))
      let id = stage.begin(0)
      stage.progress(id, .waiting)
      #expect(stage.shows("▌… GET    /users"))
      #expect(stage.shows("GET /users · waiting · 0.0 s"))
      #expect(stage.press("Enter") == [])
      #expect(stage.footer == " GET /users is running: x cancels it, r fires one more")
      stage.finish(id, .success(Sample.users))
      #expect(stage.shows("GET /users · 200 OK · 102 B · 3.1 ms · ok"))
      #expect(stage.shows("▌✓ GET    /users"))
      #expect(!stage.shows("1 running"))
    },
    Story(.fire, "Enter on a heading folds it") { stage in
      #expect(stage.press("g Enter") == [])
      #expect(stage.shows("▌▸ Users"))
      #expect(!stage.shows("/users/42"))
      stage.press("Enter")
      #expect(stage.shows("▌▾ Users"))
    },
    Story(.fireAgain, "r fires the request of the shown answer again, from any pane") { stage in
      stage.show("/users/42", .success(Sample.user))
      stage.show("/users", .success(Sample.users))
      #expect(stage.press("r") == [.send(target: Sample.target("/users"))])
      stage.begin(Sample.target("/users"))
      stage.press("Tab G")
      #expect(stage.press("r") == [.send(target: Sample.target("/users/42"))])
      #expect(stage.selectedPath == "/users/42")
    },
    Story(.mark, "Space marks and moves on, Space again takes the mark away") { stage in
      stage.press("Space")
      #expect(stage.shows("·•GET    /users"))
      #expect(stage.shows("1 marked"))
      #expect(stage.selectedPath == "/users/42")
      stage.press("k Space")
      #expect(!stage.shows("•"))
    },
    Story(.mark, "Space on a heading marks the whole group") { stage in
      stage.press("g Space")
      #expect(stage.shows("4 marked"))
      stage.press("g Space")
      #expect(!stage.shows("marked"))
    },
    Story(.fireAll, "a fires what is safe at once and asks once for the rest") { stage in
      let safe = Sample.targets.indices.filter { Sample.targets[$0].isSafe }
      #expect(stage.press("a") == safe.map { .send(target: $0) })
      #expect(
        stage.footer
          == " 2 requests may change data: POST /users, DELETE /users/{id}   y fire   n leave")
      // Nothing else waits for the answer.
      stage.press("j")
      #expect(stage.selectedPath == "/users/42")
      #expect(stage.shows("y fire"))
    },
    Story(.fireAll, "a fires the marked ones, or what the filter shows") { stage in
      stage.press("j Space")
      #expect(stage.press("a") == [.send(target: 1)])
      stage.press("Esc f")
      stage.type("status")
      stage.press("Enter")
      #expect(stage.press("a") == [.send(target: 4), .send(target: 5), .send(target: 6)])
    },
    Story(.confirm, "y fires them, and they are not asked about again") { stage in
      stage.press("a")
      #expect(stage.press("y") == [.send(target: 2), .send(target: 3)])
      for target in Sample.targets.indices {
        stage.finish(stage.begin(target), .failure(.cancelled))
      }
      #expect(stage.press("a").count == Sample.targets.count)
      #expect(!stage.shows("y fire"))
    },
    Story(.decline, "n and Esc leave them") { stage in
      stage.press("a")
      #expect(stage.press("n") == [])
      #expect(stage.footer == " 2 requests not fired")
      #expect(stage.press("y") == [])
      stage.press("a Esc")
      #expect(!stage.shows("y fire"))
    },
    Story(.cancel, "x cancels the selected one, also before it has begun") { stage in
      stage.press("Enter")
      let id = stage.begin(0)
      #expect(stage.press("x") == [.cancel(id)])
      #expect(stage.shows("cancelling"))
      stage.finish(id, .failure(.cancelled))
      #expect(stage.shows("GET /users · cancelled"))
      #expect(stage.shows("▌– GET    /users"))
      stage.press("j Enter")
      #expect(stage.press("x") == [])
      let late = ExchangeID(2)
      #expect(
        stage.send(.exchange(late, .began(target: 1, clock: "12:04:00"), at: stage.now))
          == [.cancel(late)])
      stage.press("k x")
      #expect(stage.footer == " nothing runs here to cancel")
    },
    Story(.cancelAll, "X cancels everything that is running or ordered") { stage in
      stage.press("Enter j Enter")
      let first = stage.begin(0)
      #expect(stage.press("X") == [.cancel(first)])
      #expect(
        stage.send(.exchange(ExchangeID(9), .began(target: 1, clock: "12:04:00"), at: stage.now))
          == [.cancel(ExchangeID(9))])
    },
    Story(.filter, "f shows what matches while it is typed; words are all needed, case is smart") {
      stage in
      stage.press("f")
      stage.type("use del")
      #expect(stage.shows("Targets 1 of 14 · use del"))
      #expect(stage.selectedPath == "/users/{id}")
      stage.press("Enter")
      #expect(stage.shows("Targets 1 of 14 · use del"))
      stage.press("f Ctrl-u")
      stage.type("Users")
      #expect(stage.shows("Targets 4 of 14"))
      stage.press("Esc")
      #expect(stage.shows("Targets 1 of 14 · use del"))
      stage.press("Esc")
      #expect(stage.shows("Targets 14"))
    },
    Story(.fold, "h folds the group from any of its rows") { stage in
      stage.press("j h")
      #expect(stage.shows("▌▸ Users"))
      #expect(!stage.shows("/users/42"))
    },
    Story(.unfold, "l unfolds it") { stage in
      stage.press("h l")
      #expect(stage.shows("▌▾ Users"))
      #expect(stage.shows("/users/42"))
    },
  ]

  fileprivate static let answers: [Story] = [
    Story(.openAnswer, "Enter in the history goes to the answer it stands on") { stage in
      stage.playSession()
      stage.press("Tab j Enter")
      #expect(stage.shows("┍ GET /users/42"))
      #expect(stage.shows("1 of 2"))
      stage.press("Shift-Tab G")
      #expect(stage.shows("GET /users · 200 OK"))
      #expect(stage.shows("▌✓ GET    /users "))
    },
    Story(.previousAnswer, "[ shows the answer before, and stops at the first") { stage in
      stage.playSession()
      stage.press("[")
      #expect(stage.shows("1 of 2"))
      stage.press("[")
      #expect(stage.footer == " this is the first answer")
    },
    Story(.nextAnswer, "] comes back, and new answers show again") { stage in
      stage.playSession()
      stage.press("[ ]")
      #expect(stage.shows("2 of 2"))
      stage.press("]")
      #expect(stage.footer == " this is the newest answer")
      stage.fire(Sample.target("/users/42"), .success(Sample.notFound))
      #expect(stage.shows("3 of 3"))
    },
    Story(.toggleWrap, "z cuts long lines and wraps them again") { stage in
      stage.show("/users", .success(Sample.users))
      #expect(stage.shows("李雷"))
      stage.press("z")
      #expect(stage.footer == " long lines are cut: h l scroll")
      #expect(!stage.shows("李雷"))
      stage.press("z")
      #expect(stage.shows("李雷"))
    },
    Story(.scrollRight, "l scrolls cut lines to the right") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("z Tab Tab l l l l")
      #expect(stage.shows("李雷"))
    },
    Story(.scrollLeft, "h scrolls them back") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("z Tab Tab")
      let before = stage.frame
      stage.press("l l h h h")
      #expect(stage.frame == before)
      stage.press("z h")
      #expect(stage.footer == " lines wrap here: z cuts them, then h l scroll")
    },
    Story(.search, "/ marks matches while they are typed and goes to the first") { stage in
      stage.press("/")
      #expect(stage.footer == " there is no answer to search in: fire the request first")
      stage.show("/large", .success(Sample.large))
      stage.press("/")
      stage.type("row 123 of")
      #expect(stage.frame.cursor?.row == 35)
      stage.press("Enter")
      #expect(stage.shows("\"row 123 of many\""))
      #expect(stage.shows("┍ GET /large"))
      #expect(stage.matches == ["row 123 of"])
      stage.press("/")
      stage.type("nowhere")
      stage.press("Enter")
      #expect(stage.footer == " 'nowhere' is not in this tab")
    },
    Story(.nextMatch, "n goes on and says when it starts over") { stage in
      stage.press("n")
      #expect(stage.footer == " nothing was searched for yet: / does")
      stage.show("/large", .success(Sample.large))
      stage.press("/")
      stage.type("row 199 ")
      stage.press("Enter n")
      #expect(stage.footer == " the search went on from the other end")
      #expect(stage.shows("\"row 199 of many\""))
    },
    Story(.previousMatch, "N goes back") { stage in
      stage.show("/large", .success(Sample.large))
      stage.press("/")
      stage.type("0 of many")
      stage.press("Enter n n N")
      #expect(stage.currentMatchRow.contains("row 20 of many"))
    },
  ]

  fileprivate static let program: [Story] = [
    Story(.help, "? and F1 show every key of the table, and go again") { stage in
      let before = stage.frame
      stage.press("?")
      var seen = stage.text
      for _ in 0..<6 {
        stage.press("PgDn")
        seen += stage.text
      }
      for entry in CommandTable.entries {
        #expect(seen.contains(entry.help.prefix(20)), "\(entry.name)")
      }
      stage.press("?")
      #expect(stage.frame == before)
      stage.press("F1 Esc")
      #expect(stage.frame == before)
    },
    Story(.close, "Esc clears the message, the search, then the filter, one at a time") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("f")
      stage.type("users")
      stage.press("Enter /")
      stage.type("name")
      stage.press("Enter")
      #expect(stage.matches.count > 0)
      stage.press("Esc")
      #expect(stage.matches.isEmpty)
      #expect(stage.shows("Targets 4 of 14"))
      stage.press("Esc")
      #expect(stage.shows("Targets 14"))
    },
    Story(.back, "q leaves help, then the program") { stage in
      stage.press("?")
      #expect(stage.press("q") == [])
      #expect(stage.shows("Targets 14"))
      #expect(stage.press("q") == [.quit])
    },
    Story(.quit, "Q leaves the program from anywhere") { stage in
      #expect(stage.press("? Q") == [.quit])
    },
    Story(.interrupt, "Ctrl-c cancels what runs, twice within a second quits") { stage in
      stage.press("Enter")
      let id = stage.begin(0)
      stage.press("j")
      #expect(stage.press("Ctrl-c") == [.cancel(id)])
      #expect(stage.footer == " cancelled; Ctrl-c again within a second quits")
      stage.pass(milliseconds: 1_100)
      #expect(stage.press("Ctrl-c") == [.cancel(id)])
      stage.pass(milliseconds: 500)
      #expect(stage.press("Ctrl-c") == [.quit])
    },
    Story(.interrupt, "Ctrl-c leaves what is typed") { stage in
      stage.press("f")
      stage.type("users")
      #expect(stage.press("Ctrl-c") == [])
      #expect(stage.shows("Targets 14"))
    },
    Story(.redraw, "Ctrl-l draws again, also while something is typed") { stage in
      #expect(stage.press("Ctrl-l f Ctrl-l") == [.redraw, .redraw])
    },
    Story(.suspend, "Ctrl-z suspends, also while something is typed") { stage in
      #expect(stage.press("Ctrl-z f Ctrl-z") == [.suspend, .suspend])
    },
    Story(.toggleMouse, "M gives the mouse to the terminal and takes it back") { stage in
      #expect(stage.press("M") == [.captureMouse(false)])
      #expect(stage.shows("mouse off"))
      #expect(stage.press("M") == [.captureMouse(true)])
    },
  ]

  fileprivate static let typing: [Story] = [
    Story(.accept, "Enter takes what is typed") { stage in
      stage.press("f")
      stage.type("large")
      stage.press("Enter")
      #expect(stage.frame.cursor == nil)
      #expect(stage.shows("Targets 1 of 14 · large"))
    },
    edit(.moveCursorLeft, "Left", typed: "ac", then: "b", gives: "abc", keys: "Left"),
    edit(.moveCursorRight, "Right", typed: "ab", then: "c", gives: "abc", keys: "Left Right"),
    edit(.moveCursorToStart, "Home", typed: "bc", then: "a", gives: "abc", keys: "Home"),
    edit(.moveCursorToStart, "Ctrl-a", typed: "bc", then: "a", gives: "abc", keys: "Ctrl-a"),
    edit(.moveCursorToEnd, "End", typed: "ab", then: "c", gives: "abc", keys: "Home End"),
    edit(.moveCursorToEnd, "Ctrl-e", typed: "ab", then: "c", gives: "abc", keys: "Home Ctrl-e"),
    edit(.deleteBackward, "Backspace", typed: "abx", then: "c", gives: "abc", keys: "Backspace"),
    edit(.deleteForward, "Del", typed: "xab", then: "", gives: "ab", keys: "Home Del"),
    edit(.deleteWord, "Ctrl-w", typed: "users two", then: "", gives: "users", keys: "Ctrl-w"),
    edit(.deleteToStart, "Ctrl-u", typed: "users", then: "b", gives: "b", keys: "Ctrl-u"),
    edit(
      .deleteToEnd, "Ctrl-k", typed: "abc", then: "", gives: "ab", keys: "Left Ctrl-k"),
  ]

  /// A story of one editing key in the filter's line.
  private static func edit(
    _ command: Command, _ key: String, typed: String, then more: String, gives text: String,
    keys: String
  ) -> Story {
    Story(command, "\(key) edits the line") { stage in
      stage.press("f")
      stage.type(typed)
      stage.press(keys)
      stage.type(more)
      #expect(stage.footer.hasPrefix(" filter \(text) "), "\(stage.footer)")
    }
  }
}

extension Stage {
  /// The long answer, with its pane active and without the blank rows of its head on top.
  fileprivate mutating func showLarge() {
    show("/large", .success(Sample.large))
    press("Tab Tab")
  }

  /// The texts drawn as matches.
  fileprivate var matches: [String] {
    var found: [String] = []
    for row in 3..<size.height - 2 {
      frame.forEachRun(inRow: row) { _, text, style in
        if style.role == .match { found.append(text) }
      }
    }
    return found
  }

  /// The row that holds the match the search stands on.
  fileprivate var currentMatchRow: String {
    for row in 0..<size.height {
      var isHere = false
      frame.forEachRun(inRow: row) { _, _, style in
        if style.role == .match, style.isReversed { isHere = true }
      }
      if isHere { return frame.text(ofRow: row) }
    }
    return ""
  }
}
