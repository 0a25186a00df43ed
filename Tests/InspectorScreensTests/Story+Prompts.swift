import InspectorScreens
import NetEngine
import Testing

extension Story {
  /// The filter, the command line, and what helps in both.
  static let prompts: [Story] = filters + commandLine

  private static let filters: [Story] = [
    Story(.filter, "f shows what matches while it is typed; all words are needed") { stage in
      stage.press("f")
      stage.type("use ~m del")
      #expect(stage.shows("Targets 1 of 14 · use ~m del"))
      #expect(stage.selectedPath == "/users/{id}")
      #expect(stage.footer == "        URL/name matches 'use' and method matches 'del'")
      stage.press("Enter")
      #expect(stage.shows("Targets 1 of 14 · use ~m del"))
      stage.press("f Ctrl-u")
      stage.type("users")
      #expect(stage.shows("Targets 4 of 14"))
      stage.press("Esc")
      #expect(stage.shows("Targets 1 of 14 · use ~m del"))
      stage.press("Esc")
      #expect(stage.shows("Targets 14"))
    },
    Story(.filter, "while it is typed the first match is selected, and Esc goes back") { stage in
      stage.select("/status/404")
      stage.press("f")
      stage.type("users")
      #expect(stage.selectedPath == "/users")
      stage.press("Backspace Backspace Backspace Backspace Backspace")
      #expect(stage.selectedPath == "/status/404", "it shows again")
      stage.type("hang")
      #expect(stage.selectedPath == "/hang")
      stage.press("Esc")
      #expect(stage.selectedPath == "/status/404")
      stage.press("f")
      stage.type("hang")
      stage.press("Enter")
      #expect(stage.selectedPath == "/hang")
    },
    Story(.close, "a filter that leaves nothing goes, and one stands where one stood") { stage in
      stage.select("/status/404")
      stage.press("f")
      stage.type("users zz")
      stage.press("Enter")
      #expect(stage.shows("nothing matches"))
      stage.press("Esc")
      #expect(stage.selectedPath == "/status/404")
      stage.command("filter zzz")
      #expect(stage.shows("nothing matches"))
      stage.press("f")
      stage.type("zzzz")
      stage.press("Enter Esc")
      #expect(stage.selectedPath == "/status/404")
    },
    Story(.complete, "behind ~kind every word is there once") { stage in
      stage.press("f")
      stage.type("~kind o")
      stage.press("Tab")
      #expect(stage.typed.hasPrefix(" filter ~kind ok "))
    },
    Story(.filter, "the history shows what matches, too, and a new response joins or stays away") {
      stage in
      stage.playSession()
      stage.press("f")
      stage.type("~c 4xx,5xx")
      stage.press("Enter")
      #expect(stage.shows("Targets 2 of 14 2✗ · ~c 4xx,5xx"))
      #expect(stage.shows("History 2 of 9"))
      stage.fire(Sample.target("/users"), .success(Sample.notFound))
      #expect(stage.shows("Targets 3 of 14"))
      #expect(stage.shows("History 3 of 10"))
      stage.fire(Sample.target("/users"), .success(Sample.users))
      #expect(stage.shows("Targets 2 of 14"))
      #expect(stage.shows("History 3 of 11"))
    },
    Story(.filter, "a row of the filtered history opens its own answer") { stage in
      stage.playSession()
      stage.press("f")
      stage.type("~kind cli")
      stage.press("Enter Tab j Enter")
      #expect(stage.shows("┮ GET /status/404 · 404 Not Found"))
    },
    Story(.filter, "a mistake is pointed at, says what was expected, and leaves the list") {
      stage in
      stage.press("f")
      stage.type("users ~c abc")
      #expect(stage.shows("Targets 4 of 14 · users"))
      let column = " filter users ~c ".utf8.count
      #expect(stage.footer.hasPrefix(String(repeating: " ", count: column) + "^ "))
      #expect(stage.footer.contains("a status such as 404"))
      stage.press("Enter")
      #expect(stage.typed.hasPrefix(" filter users ~c abc"))
      stage.press("Ctrl-w Ctrl-w Enter")
      #expect(stage.shows("Targets 4 of 14 · users"))
    },
    Story(.filter, "marks count at once") { stage in
      stage.press("f")
      stage.type("!~marked")
      stage.press("Enter j Space")
      #expect(stage.shows("Targets 13 of 14"))
    },
    Story(.filter, "long work is done elsewhere; what shows stays until it is done") { stage in
      let body = String(repeating: "{\"text\":\"many words\"}\n", count: 20_000)
      for _ in 0..<2 {
        stage.fire(Sample.target("/large"), .success(Sample.response("/large", body: body)))
      }
      stage.press("f")
      #expect(stage.type("~b 'y +w'").contains { if case .sift = $0 { true } else { false } })
      #expect(stage.shows("Targets 14"))
      stage.sift()
      #expect(stage.shows("Targets 1 of 14"))
      #expect(stage.shows("History 2 of 2"))
    },
    Story(.filter, "a pattern that never ends is given up, and the list stays") { stage in
      let line = String(repeating: "a", count: 5_000) + "!"
      stage.show("/users", .success(Sample.response("/users", body: line)))
      stage.press("f")
      stage.type("~b '(a+)+$'")
      stage.sift()
      let words = "the pattern '(a+)+$' tries too much: put no + or * inside another"
      #expect(stage.footer.contains(words))
      #expect(stage.shows("Targets 14"))
      stage.press("Esc f")
      stage.type("/users/42")
      stage.press("Enter :")
      stage.type("filter ~b '(a+)+$'")
      stage.press("Enter")
      stage.sift()
      #expect(stage.footer.contains(words))
      #expect(stage.shows("Targets 1 of 14"))
    },
    Story(.complete, "Tab completes a test of the filter, again takes the next one") { stage in
      stage.press("f")
      stage.type("~ho")
      stage.press("Tab")
      #expect(stage.typed.hasPrefix(" filter ~hop "))
      stage.press("Ctrl-u")
      stage.type("users ~ki")
      stage.press("Tab")
      stage.type("rej")
      stage.press("Tab")
      #expect(stage.typed.hasPrefix(" filter users ~kind rejected "))
    },
    Story(.complete, "several words that fit stand under the line") { stage in
      stage.press("f")
      stage.type("~h")
      stage.press("Tab")
      #expect(stage.typed.hasPrefix(" filter ~h "))
      #expect(stage.footer == "        ~h  ~hq  ~hs  ~hop")
      stage.press("Tab Tab")
      #expect(stage.typed.hasPrefix(" filter ~hs "))
    },
    Story(.completeBackward, "Shift-Tab goes round the other way") { stage in
      stage.press("f")
      stage.type("~h")
      stage.press("Shift-Tab")
      #expect(stage.typed.hasPrefix(" filter ~hop "))
      stage.press("Tab Shift-Tab Shift-Tab")
      #expect(stage.typed.hasPrefix(" filter ~hs "))
    },
    Story(.recallOlder, "Up brings back what was typed before") { stage in
      for text in ["users", "~c 404"] {
        stage.press("f Ctrl-u")
        stage.type(text)
        stage.press("Enter")
      }
      stage.press("f Ctrl-u")
      stage.type("new")
      stage.press("Up")
      #expect(stage.typed.hasPrefix(" filter ~c 404 "))
      stage.press("Up Up")
      #expect(stage.typed.hasPrefix(" filter users "))
    },
    Story(.recallNewer, "Down goes forward again, to what was being typed") { stage in
      stage.press("f")
      stage.type("users")
      stage.press("Enter f Ctrl-u")
      stage.type("dra")
      stage.press("Up Down")
      #expect(stage.typed.hasPrefix(" filter dra "))
    },
  ]

  private static let commandLine: [Story] = [
    Story(.command, ": does a command by its name, or by the start of it") { stage in
      stage.press(":")
      stage.type("fire-all")
      #expect(stage.footer.contains("fire-all: send all marked requests"))
      #expect(stage.press("Enter").count == 12)
      stage.press("n :")
      stage.type("qui")
      #expect(stage.press("Enter") == [.quit])
    },
    Story(.command, ": takes what the command is done with") { stage in
      stage.press(":")
      stage.type("filter ~m ^POST")
      stage.press("Enter")
      #expect(stage.shows("Targets 1 of 14 · ~m ^POST"))
      stage.press("Esc :")
      stage.type("tab 5")
      stage.press("Enter")
      #expect(stage.shows("[5 Timing]"))
    },
    Story(.command, ": with a filter that cannot be read opens it where it can be mended") {
      stage in
      stage.press(":")
      stage.type("filter ~c")
      stage.press("Enter")
      #expect(stage.typed.hasPrefix(" filter ~c"))
      #expect(stage.footer.contains("^ ~c needs a status"))
      #expect(stage.shows("Targets 14"))
    },
    Story(.command, ": says which command may have been meant") { stage in
      stage.press(":")
      stage.type("fyre-all")
      #expect(stage.footer == "   ^ there is no command 'fyre-all'; did you mean 'fire-all'?")
      stage.press("Enter")
      #expect(stage.typed.hasPrefix(" : fyre-all"))
      stage.press("Ctrl-u")
      stage.type("quit now")
      #expect(stage.footer == "        ^ quit takes nothing more")
    },
    Story(.command, ": lists what can be done here, by letters of its name or words of its help") {
      stage in
      stage.press(":")
      #expect(stage.shows("━ commands here ") && stage.shows(" fire "))
      #expect(!stage.shows("▌fire"))
      stage.type("fral")
      #expect(stage.shows("▌fire-all") && stage.shows("send all marked requests"))
      #expect(stage.footer == "   Enter takes the marked row")
      stage.press("Ctrl-u")
      stage.type("terminal")
      #expect(stage.shows("▌toggle-mouse"), "its help speaks of it")
      stage.press("Ctrl-u")
      stage.type("zoo")
      stage.press("Enter")
      #expect(!stage.shows("History"), "the list has the whole screen")
      stage.press("Z :")
      #expect(stage.shows(" zoo ") && stage.shows("typed before"))
    },
    Story(.command, ": is gone through with the arrows, and what was typed before comes back") {
      stage in
      stage.press(":")
      stage.type("tab 5")
      stage.press("Enter :")
      #expect(stage.shows(" tab 5 ") && stage.shows("typed before"))
      stage.press("Down")
      #expect(stage.shows("▌tab 5"))
      stage.press("Down Up Up")
      #expect(!stage.shows("▌tab 5"))
      stage.press("Up")
      #expect(stage.typed.hasPrefix(" : tab 5"))
      stage.press("Ctrl-u")
      stage.type("environment")
      stage.press("Esc")
      #expect(!stage.shows("commands here"))
    },
    Story(.command, ": offers what a command can be done with") { stage in
      stage.press(":")
      stage.type("profile gra")
      #expect(stage.shows(" GraphQL"))
      stage.press("Down Enter")
      #expect(stage.shows("envelope GraphQL*"))
      stage.press(":")
      stage.type("search")
      let effects = stage.press("Enter")
      #expect(effects.isEmpty)
    },
    Story(.jump, "Ctrl-o goes to a request by letters of its name, wherever it is") { stage in
      stage.press("Ctrl-o")
      #expect(stage.shows("━ requests 14 "))
      stage.type("st503")
      #expect(stage.shows("▌GET /status/503"))
      stage.press("Enter")
      #expect(stage.selectedPath == "/status/503")
      stage.press("Ctrl-o")
      stage.type("us del")
      #expect(stage.shows("▌DELETE /users/{id}"))
      stage.press("Enter")
      #expect(stage.selectedPath == "/users/{id}")
      stage.press("Ctrl-o")
      stage.type("xyzzy")
      #expect(stage.footer.hasSuffix("^ no request has these letters in this order"))
      stage.press("Enter Esc")
      #expect(stage.selectedPath == "/users/{id}")
    },
    Story(.jump, "Ctrl-o takes a filter away that hides the request, and unfolds its heading") {
      stage in
      stage.press("f")
      stage.type("hang")
      stage.press("Enter Ctrl-o")
      stage.type("404")
      stage.press("Enter")
      #expect(stage.selectedPath == "/status/404" && stage.shows("Targets 14"))
      #expect(stage.footer == " the filter is gone: it hid this request")
      stage.press("g Enter :")
      stage.type("jump users/42")
      stage.press("Enter")
      #expect(stage.selectedPath == "/users/42")
    },
    Story(.command, ": completes names, then what follows them") { stage in
      stage.press(":")
      stage.type("filt")
      stage.press("Tab")
      stage.type("~ho")
      stage.press("Tab")
      #expect(stage.typed.hasPrefix(" : filter ~hop "))
    },
    Story(.command, ": brings back what was typed before; Esc leaves it") { stage in
      stage.press(":")
      stage.type("tab 5")
      stage.press("Enter : Up")
      #expect(stage.typed.hasPrefix(" : tab 5"))
      stage.press("Esc")
      #expect(stage.frame.cursor == nil)
    },
  ]
}
