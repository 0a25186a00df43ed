import InspectorScreens
import NetEngine
import Testing

extension Story {
  static let answers: [Story] = [
    Story(.openAnswer, "Enter in the history goes to the response it stands on") { stage in
      stage.playSession()
      stage.press("Shift-Tab j Enter")
      #expect(stage.shows("┮ GET /users/42"))
      #expect(stage.shows("1 of 2"))
      stage.press("Shift-Tab Shift-Tab G")
      #expect(stage.shows("GET /users · 200 OK"))
      #expect(stage.shows("▌✓ GET  /users "))
    },
    Story(.previousAnswer, "[ shows the response before, and stops at the first") { stage in
      stage.playSession()
      stage.press("[")
      #expect(stage.shows("1 of 2"))
      stage.press("[")
      #expect(stage.footer == " this is the first response")
    },
    Story(.nextAnswer, "] comes back, and new answers show again") { stage in
      stage.playSession()
      stage.press("[ ]")
      #expect(stage.shows("2 of 2"))
      stage.press("]")
      #expect(stage.footer == " this is the newest response")
      stage.fire(Sample.target("/users/42"), .success(Sample.notFound))
      #expect(stage.shows("3 of 3"))
    },
    Story(.toggleWrap, "z cuts long lines and wraps them again") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("t")
      #expect(stage.shows("李雷"))
      stage.press("z")
      #expect(stage.footer == " long lines are cut: h l scroll")
      #expect(!stage.shows("李雷"))
      stage.press("z")
      #expect(stage.shows("李雷"))
    },
    Story(.scrollRight, "l scrolls cut lines to the right") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("t z Tab l l l l l l l l l")
      #expect(stage.shows("李雷"))
    },
    Story(.scrollLeft, "h scrolls them back") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("z Tab")
      let before = stage.frame
      stage.press("l l h h h")
      #expect(stage.frame == before)
      stage.press("z h")
      #expect(stage.footer == " lines wrap here: z cuts them, then h l scroll")
    },
    Story(.search, "/ marks matches while they are typed and goes to the first") { stage in
      stage.press("/")
      #expect(stage.footer == " there is no response to search in: send the request first")
      stage.show("/large", .success(Sample.large))
      stage.press("/")
      stage.type("row 123 of")
      #expect(stage.frame.cursor?.row == 35)
      stage.press("Enter")
      #expect(stage.shows("row 123 of many"))
      #expect(stage.shows("┮ GET /large"))
      #expect(stage.matches == ["row 123 of"])
      stage.press("/")
      stage.type("nowhere")
      stage.press("Enter")
      #expect(stage.footer == " 'nowhere' is not in this tab")
    },
    Story(.search, "matches are counted and marked in the border; n knows which one it is") {
      stage in
      stage.show("/large", .success(Sample.large))
      stage.press("/")
      stage.type("row 12")
      #expect(stage.shows(" /row 12  11 "))
      stage.press("Enter")
      #expect(stage.shows(" /row 12  1 of 11 "))
      #expect(stage.shows("◂"))
      stage.press("n n")
      #expect(stage.shows(" /row 12  3 of 11 "))
      stage.press("N")
      #expect(stage.shows(" /row 12  2 of 11 "))
      stage.press("Esc")
      #expect(!stage.shows("◂"))
    },
    Story(.search, "\\v makes an expression of it; a mistake is pointed at") { stage in
      stage.show("/large", .success(Sample.large))
      stage.press("/")
      stage.type("\\vrow (9|19)9\\b")
      stage.press("Enter")
      #expect(stage.matches == ["row 99"])
      #expect(stage.shows("1 of 2 "))
      stage.press("n")
      #expect(stage.matches == ["row 199"])
      stage.press("/")
      stage.type("\\v(")
      #expect(stage.footer.contains("^"))
    },
    Story(.search, "an expression that costs too much is stopped and says so, as a filter does") {
      stage in
      var answer = Sample.large
      answer.body = Body("ab\n" + String(repeating: "a", count: 60) + "c\n")
      stage.show("/large", .success(answer))
      stage.press("/")
      stage.type("\\v(a+)+[bd]")
      stage.press("Enter")
      #expect(stage.matches == ["ab"])
      #expect(stage.shows("1 of 1+ "))
      stage.press("n")
      #expect(
        stage.footer
          == " the search was stopped: the pattern '(a+)+[bd]' tries too much: put no + or * inside another"
      )
    },
    Story(.search, "a text beyond ASCII is found in either case") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("/")
      stage.type("BJÖRN")
      stage.press("Enter")
      #expect(stage.matches.isEmpty)
      stage.press("/")
      stage.type("björn")
      stage.press("Enter")
      #expect(stage.matches == ["Björn"])
    },
    Story(.nextMatch, "n goes on and says when it starts over") { stage in
      stage.press("n")
      #expect(stage.footer == " nothing was searched for yet: / does")
      stage.show("/large", .success(Sample.large))
      stage.press("/")
      stage.type("row 199 ")
      stage.press("Enter n")
      #expect(stage.footer == " the search went on from the other end")
      #expect(stage.shows("row 199 of many"))
    },
    Story(.previousMatch, "N goes back") { stage in
      stage.show("/large", .success(Sample.large))
      stage.press("/")
      stage.type("0 of many")
      stage.press("Enter n n N")
      #expect(stage.currentMatchRow.contains("row 20 of many"))
    },
  ]

  static let program: [Story] = [
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
    Story(.back, "q asks once while requests run: it would lose them") { stage in
      stage.press("Enter j Enter")
      let id = stage.begin(0)
      #expect(stage.press("q") == [])
      #expect(stage.footer == " 2 requests are running: q again quits")
      stage.press("k")
      #expect(stage.press("q") == [], "another key between them: asked anew")
      #expect(stage.press("q") == [.quit])
      stage.press("k q")
      stage.finish(id, .success(Sample.users))
      stage.finish(stage.begin(1), .success(Sample.user))
      #expect(stage.press("j q") == [.quit], "nothing runs any more")
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

  static let typing: [Story] = [
    Story(.accept, "Enter takes what is typed") { stage in
      stage.press("f")
      stage.type("large")
      stage.press("Enter")
      #expect(stage.frame.cursor == nil)
      #expect(stage.shows("Targets 1 of 14 · large"))
    },
    edit(.cursorLeft, "Left", typed: "ac", then: "b", gives: "abc", keys: "Left"),
    edit(.cursorRight, "Right", typed: "ab", then: "c", gives: "abc", keys: "Left Right"),
    edit(.cursorToStart, "Home", typed: "bc", then: "a", gives: "abc", keys: "Home"),
    edit(.cursorToStart, "Ctrl-a", typed: "bc", then: "a", gives: "abc", keys: "Ctrl-a"),
    edit(.cursorToEnd, "End", typed: "ab", then: "c", gives: "abc", keys: "Home End"),
    edit(.cursorToEnd, "Ctrl-e", typed: "ab", then: "c", gives: "abc", keys: "Home Ctrl-e"),
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
      #expect(stage.typed.hasPrefix(" filter \(text) "), "\(stage.typed)")
    }
  }
}
