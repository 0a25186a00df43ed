import InspectorScreens
import NetEngine
import Testing

/// Lists that pop up, words of the last row and signs of the tree take clicks; the wheel moves lists.
struct MouseOnListsTests {
  /// Where a text stands on the screen.
  private func place(of text: String, in stage: Stage) throws -> (column: Int, row: Int) {
    let rows = stage.frame.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains(text) }, "\(text) is shown")
    let start = try #require(rows[row].firstRange(of: text)?.lowerBound)
    return (rows[row].distance(from: rows[row].startIndex, to: start), row)
  }

  @Test("a click does a command of the list behind :, the wheel moves it")
  func commands() throws {
    var stage = Stage()
    stage.press(":")
    let first = try place(of: "commands here", in: stage).row + 1
    let before = stage.frame.text
    stage.wheel(.wheelDown, 4, first)
    #expect(stage.frame.text != before)
    stage.wheel(.wheelUp, 4, first)
    stage.type("help")
    stage.click(2, try place(of: " help ", in: stage).row)
    #expect(stage.app.screenName == "help")
  }

  @Test("a click takes a request of the list to go to")
  func requests() throws {
    var stage = Stage()
    stage.press("Ctrl-o")
    stage.type("status")
    stage.click(3, try place(of: " GET /status/503", in: stage).row)
    #expect(stage.selectedPath == "/status/503")
    #expect(!stage.shows("go to"))
  }

  @Test("a click chooses a profile, and one beside the list changes nothing")
  func chooser() throws {
    var stage = Stage()
    stage.show("/users", .success(Sample.users))
    stage.press("p")
    let profile = try place(of: "GraphQL", in: stage)
    stage.wheel(.wheelDown, profile.column, profile.row)
    stage.wheel(.wheelUp, profile.column, profile.row)
    stage.click(profile.column, profile.row)
    #expect(stage.shows("envelope GraphQL*"))
  }

  @Test("a word of the last row does what its key does; behind a message it does nothing")
  func footer() throws {
    var stage = Stage()
    let help = try place(of: "? help", in: stage)
    stage.click(help.column + 3, help.row)
    #expect(stage.app.screenName == "help")
    stage.press("q")
    let fire = try place(of: "⏎ send", in: stage)
    #expect(stage.click(fire.column, fire.row) == [.send(target: Sample.target("/users"))])
    stage.press("[")
    stage.click(help.column, help.row)
    #expect(stage.app.screenName == "main")
  }

  @Test("a click on the sign of a value folds it, a click on its text does not")
  func signs() throws {
    var stage = Stage()
    stage.show("/users", .success(Sample.users))
    stage.press("2 Tab")
    let sign = try place(of: "▾ data", in: stage)
    stage.click(sign.column + 3, sign.row)
    #expect(stage.shows("▾ data"))
    stage.click(sign.column, sign.row)
    #expect(stage.shows("▸ data"))
    stage.click(sign.column, sign.row)
    #expect(stage.shows("▾ data"))
  }

  @Test(
    "letters in their order are found, best where they begin words",
    arguments: [
      ("fa", ["go-far", "fire-all", "profile-chain"]), ("usr", ["u-s-r", "users", "houses for"]),
      ("a b", ["b a", "abba"]), ("POST", ["post /x", "GET /postings", "p/o/s/t"]),
    ])
  func fuzzy(typed: String, best: [String]) {
    let match = FuzzyMatch(typed)
    #expect(match.sorted(best.reversed() + ["zzz", ""]) { $0 } == best)
  }
}
