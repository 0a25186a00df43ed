import InspectorScreens
import NetEngine
import Testing

extension Stage {
  /// Everything the page that is open says, from its first row to its last.
  mutating func readWhole() -> String {
    press("g")
    var seen = ""
    var before = ""
    while text != before {
      before = text
      seen += before
      press("PgDn")
    }
    return seen
  }
}

extension Story {
  static let help: [Story] = [
    Story(.help, "? and F1 explain every key, kind and test of a filter, and go again") { stage in
      let before = stage.frame
      stage.press("?")
      let seen = stage.readWhole()
      for entry in CommandTable.entries {
        #expect(seen.contains(entry.help.prefix(20)), "\(entry.name)")
      }
      for kind in Kind.allCases { #expect(seen.contains("\(kind.sign) \(kind.word)"), "\(kind)") }
      for term in FilterTerm.all { #expect(seen.contains("\(term.name) "), "\(term.name)") }
      stage.press("?")
      #expect(stage.frame == before)
      stage.press("F1 Esc")
      #expect(stage.frame == before)
    },
    Story(.help, "what can be done where one stands comes first, then what works everywhere") {
      stage in
      stage.resize(80, 24)
      stage.press("?")
      #expect(stage.row(of: "  Targets") == 1)
      #expect(stage.row(of: "send the selected request") == 2)
      let narrow = stage.readWhole()
      let places = ["Main screen", "Everywhere", "What became of a request", "Filters", "Typing"]
      let found = places.map { narrow.firstRange(of: "  \($0) ")?.lowerBound ?? narrow.endIndex }
      #expect(found == found.sorted())
      stage.press("q Tab ?")
      #expect(stage.row(of: "  Answer") == 1)
      stage.press("q")
      stage.resize(120, 36)
      stage.showTree(Sample.tree)
      stage.press("?")
      #expect(stage.frame.text(ofRow: 1).contains("JSON tree"))
      #expect(stage.frame.text(ofRow: 1).contains("Everywhere"))
      stage.press("q")
      stage.openRecording()
      stage.press("?")
      #expect(stage.row(of: "The session's list") == 1)
    },
    Story(.help, "a kind is told with its sign, its word and what to try") { stage in
      stage.resize(200, 60)
      stage.press("?")
      let seen = stage.readWhole()
      #expect(seen.contains("✗ expired"))
      #expect(seen.contains("log in again and send once more"))
      #expect(seen.contains("✗ cut short"))
      #expect(seen.contains("✓ ok"))
    },
    Story(.filter, "words in the help leave what speaks of them; Esc takes them away, then goes") {
      stage in
      let before = stage.frame
      stage.press("? f")
      #expect(stage.shows("words of what you look for, or one key"))
      stage.type("copy CURL")
      #expect(stage.shows("the request as a cURL command"))
      #expect(!stage.shows("send the selected request"))
      stage.press("Enter")
      #expect(stage.frame.text(ofRow: 0).contains("filter copy CURL"))
      stage.press("f Backspace Esc")
      #expect(stage.frame.text(ofRow: 0).contains("filter copy CURL"))
      stage.press("Esc")
      #expect(stage.row(of: "Targets") == 1)
      #expect(!stage.frame.text(ofRow: 0).contains("filter"))
      stage.press("Esc")
      #expect(stage.frame == before)
    },
    Story(.help, "what is typed behind : stands behind what a key does, and is found") { stage in
      stage.press("?")
      #expect(stage.readWhole().contains(":fire-all"))
      stage.press("f")
      stage.type(":cancel-all")
      #expect(stage.shows("  X                 cancel everything that is running"))
      #expect(!stage.shows(":fire-all"))
    },
    Story(.search, "/ in the help is the same; one character is a key") { stage in
      stage.press("? /")
      stage.type("P")
      #expect(stage.shows("keep the detected profile"))
      #expect(!stage.shows("choose the envelope's profile"))
      stage.press("Ctrl-u")
      stage.type("biz")
      #expect(stage.shows("✗ rejected"))
      stage.press("Ctrl-u")
      stage.type("nosuchword")
      #expect(stage.shows("nothing here speaks of it"))
      stage.press("Esc")
      #expect(stage.row(of: "Targets") == 1)
    },
    Story(.filter, ":filter and :search filter the help that is open, and nothing else") { stage in
      stage.press("? :")
      stage.type("filter mouse")
      stage.press("Enter")
      #expect(stage.shows("leave the mouse to the terminal"))
      #expect(stage.frame.text(ofRow: 0).contains("filter mouse"))
      stage.press("q")
      #expect(stage.shows("Targets 14"))
    },
  ]
}

struct KindTests {
  @Test("every kind that is no success says what to try", arguments: Kind.allCases)
  func hints(kind: Kind) {
    #expect(kind.hint.isEmpty == [.ok, .cancelled].contains(kind))
    #expect(!kind.hint.hasSuffix("."))
  }
}
