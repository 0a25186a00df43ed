import InspectorScreens
import Testing

/// The palette finds commands by words of other tools.
struct SynonymTests {
  static let rows: [(typed: String, found: String)] = [
    ("export", "copy curl"), ("export", "inspector export RECORDING"),
    ("import", "open-session"), ("import", "inspector import FILE"),
    ("history", "previous-answer"), ("headers", "show-tab 4"), ("headers", "copy headers"),
    ("auth", "variables"), ("login", "edit"), ("token", "edit"), ("credentials", "edit"),
    ("settings", "inspector config"), ("timeout", "inspector config"),
    ("proxy", "inspector capture --to URL"), ("proxy", "hold"), ("undo", "undo"),
    ("docs", "help"), ("docs", "inspector help man"), ("curl", "copy curl"),
    ("duplicate", "compose"), ("duplicate", "keep"), ("delete", "discard"), ("remove", "discard"),
    ("rename", "edit"), ("save-as", "save"), ("open", "open-session"), ("find", "search"),
    ("find", "filter"), ("cookie", "cookies"), ("vars", "variables"), ("resend", "fire-again"),
    ("retry", "fire-again"), ("compare", "diff"), ("clipboard", "copy"), ("yank", "copy"),
    ("colour", "theme"), ("dark", "theme"), ("keys", "help"), ("shortcuts", "help"),
    ("exit", "quit"), ("pretty", "lay-out"), ("raw", "show-tab 1"), ("hex", "show-tab 7"),
    ("download", "write"), ("mock", "answer-from"), ("mock", "inspector serve RECORDING"),
    ("intercept", "hold"), ("redact", "inspector seal RECORDING"),
    ("hide secrets", "inspector seal RECORDING"), ("sign in with login", "cookies"),
    ("EXPORT", "copy curl"), ("clipb", "copy"), ("assert", "expect"),
    ("version", "inspector --version"),
  ]

  @Test("a word finds a command", arguments: rows)
  func find(row: (typed: String, found: String)) {
    var stage = Stage()
    stage.press(":")
    stage.type(row.typed)
    #expect(stage.shows("━ commands here "))
    let lines = (0..<stage.size.height).map { stage.frame.text(ofRow: $0).dropFirst() }
    #expect(lines.contains { $0.hasPrefix(row.found + " ") }, "\(stage.frame.text)")
  }

  @Test("each line of the table is a command, each word is none and finds something")
  func table() {
    let all = CommandTable.entries.map(\.name)
    let names = Set(TypedCommand.names)
    for synonyms in Synonyms.all {
      if let name = synonyms.name { #expect(all.contains(name), "\(name)") }
      for word in synonyms.words {
        #expect(!names.contains(word), "\(word)")
        var stage = Stage()
        stage.press(":")
        stage.type(word)
        #expect(stage.shows("━ commands here "), "\(word)")
      }
    }
    let lines = Synonyms.all.map(\.line)
    #expect(Set(lines).count == lines.count)
  }

  @Test("Enter shows the tab, and tells where the screens have no such command")
  func take() {
    var stage = Stage()
    stage.show("/users", .success(Sample.users))
    stage.command("hexdump")
    #expect(stage.shows("[7"))
    stage.command("postman")
    #expect(stage.footer.hasPrefix(" in a shell, 'inspector import FILE' makes request files of"))
    stage.command("ctrl-z")
    #expect(stage.footer == " undo works on 'A new request': take the last change in the form back")
  }
}
