import InspectorScreens
import NetEngine
import Testing

extension Story {
  static let trees: [Story] = [
    Story(.showMatchesOnly, "& shows only the events with a match, again all of them") { stage in
      stage.showEvents("data: {\"of\": 1}\n\ndata: two\n\ndata: {\"of\": 3}\n\n")
      stage.press("/ o f Enter &")
      #expect(stage.shows("1 ▾ {1}"))
      #expect(stage.shows(" &of "))
      #expect(!stage.shows("two"))
      stage.press("&")
      #expect(stage.shows("2   two"))
    },
    Story(.showString, "t shows the string at the cursor in the String tab") { stage in
      stage.show(
        "/large", .success(Sample.response("/large", body: #"{"text": "words of it"}"#)))
      stage.press("Tab 2 j t")
      #expect(stage.shows("✓ mapString(text)  11 bytes of text"))
    },
    Story(.goToPath, ". goes to a path as it is typed, and Esc back to where one was") { stage in
      stage.showTree(Sample.tree)
      stage.press("- - - - - - .")
      stage.type("data.items.1")
      #expect(stage.bars.contains { $0.hasPrefix("▌      ▸ 1: {7}") })
      stage.press("Esc")
      #expect(stage.bars.contains { $0.hasPrefix("▌▸ {3}") })
      stage.press(".")
      stage.type("data>items>0>id")
      stage.press("Enter")
      #expect(stage.shows(" data.items.0.id "))
    },
    Story(.expect, "= makes an expectation of the value at the cursor, to be looked at") { stage in
      stage.showTree(Sample.tree)
      stage.press("=")
      #expect(stage.shows("expectations stand in request files"))
    },
    Story(.foldValue, "h folds a value, and from a folded one goes to what is around it") {
      stage in
      stage.showTree(Sample.tree)
      stage.press("j j j")
      #expect(stage.bars.contains { $0.hasPrefix("▌  ▾ data: {4}") })
      stage.press("h")
      #expect(stage.bars.contains { $0.hasPrefix(#"▌  ▸ data: {4} {"items":[{"id":"#) })
      #expect(!stage.shows("Björn\""))
      stage.press("h")
      #expect(stage.bars.contains { $0.hasPrefix("▌▾ {3}") })
    },
    Story(.unfoldValue, "l unfolds it again and then goes in") { stage in
      stage.showTree(Sample.tree)
      stage.press("j j j h l")
      #expect(stage.bars.contains { $0.hasPrefix("▌  ▾ data: {4}") })
      stage.press("l")
      #expect(stage.bars.contains { $0.hasPrefix("▌    ▾ items: [2]") })
      #expect(stage.shows(" data.items "))
    },
    Story(.foldSubtree, "H folds all that is inside, L unfolds it") { stage in
      stage.showTree(Sample.tree)
      stage.press("j j j l H h l")
      #expect(stage.shows("▸ items: [2]"))
      stage.press("l l")
      #expect(stage.shows("▸ 0: {4}"))
      #expect(stage.shows("▸ 1: {7}"))
    },
    Story(.unfoldSubtree, "L unfolds all that is inside") { stage in
      stage.showTree(Sample.tree)
      stage.press("- - - - - -")
      #expect(stage.shows("▸ {3}"))
      stage.press("L")
      #expect(stage.shows("lon: -0  ! minus zero"))
    },
    Story(.shallower, "- folds the deepest level that shows") { stage in
      stage.showTree(Sample.tree)
      #expect(stage.shows("▾ geo: {2}"))
      stage.press("-")
      #expect(stage.shows("▸ geo: {2}"))
      #expect(stage.shows("▾ address: {3}"))
      stage.press("-")
      #expect(stage.shows("▸ address: {3}"))
    },
    Story(.deeper, "+ unfolds one level more, and all of it in the end") { stage in
      stage.showTree(Sample.tree)
      let before = stage.frame
      stage.press("- - - - - -")
      #expect(stage.shows("▸ {3}"))
      stage.press("+")
      #expect(stage.shows("▸ data: {4}"))
      stage.press("+ + + + + +")
      #expect(stage.frame == before)
    },
    Story(.nextSibling, "J goes over what is inside") { stage in
      stage.showTree(Sample.tree)
      stage.press("j j j l l J")
      #expect(stage.bars.contains { $0.hasPrefix("▌      ▾ 1: {7}") })
      stage.press("J")
      #expect(stage.bars.contains { $0.hasPrefix("▌      ▾ 1: {7}") })
    },
    Story(.previousSibling, "K goes back") { stage in
      stage.showTree(Sample.tree)
      stage.press("j j j l l J K")
      #expect(stage.bars.contains { $0.hasPrefix("▌      ▾ 0: {4}") })
    },
  ]
}

extension Story {
  static let pages: [Story] = [
    Story(.sortHeaders, "o puts the headers in the order of their names, and back") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("4 Tab")
      #expect(stage.row(of: "Date") < stage.row(of: "Set-Cookie"))
      #expect(stage.row(of: "Content-Type") < stage.row(of: "Content-Length"))
      stage.press("o")
      #expect(stage.footer == " headers by name")
      #expect(stage.row(of: "Content-Length") < stage.row(of: "Content-Type"))
      #expect(stage.row(of: "sid=3f9c") < stage.row(of: "theme=dark"))
      stage.press("o")
      #expect(stage.row(of: "Content-Type") < stage.row(of: "Content-Length"))
    },
    Story(.choosePath, "Enter takes the path of a string, Tab completes it from the document") {
      stage in
      stage.show("/users", .success(Sample.users))
      stage.press("3 Tab")
      #expect(stage.shows("✓ mapString  102 bytes of text"))
      stage.press("Enter")
      stage.type("da")
      stage.press("Tab")
      #expect(stage.shows(" path data"))
      stage.press("Ctrl-u")
      stage.type("data.1.name")
      #expect(stage.footer.contains("Björn"))
      stage.press("Enter")
      #expect(stage.shows("✓ mapString(data.1.name)  6 bytes of text"))
      #expect(stage.shows("Björn"))
      stage.press("Enter Ctrl-u")
      stage.type("data.1.id")
      stage.press("Enter")
      #expect(stage.shows("✗ mapString(data.1.id)"))
      stage.press("Enter Ctrl-u Enter")
      #expect(stage.shows("✓ mapString  102 bytes of text"))
    },
  ]
}

extension Stage {
  /// Shows an answer as a tree, with its pane active.
  mutating func showTree(_ response: Response) {
    show("/users", .success(response))
    press("2")
    for _ in 0..<3 where !isAnswerActive { press("Tab") }
  }

  /// An answer that is a stream of events, in the JSON tab, with the keys on it.
  mutating func showEvents(_ text: String) { showTree(Sample.events(text)) }

  private var isAnswerActive: Bool { shows("┮ GET /") || shows("━ GET /") }
}
