import InspectorScreens
import NetEngine
import Testing

/// Screens lie over each other: which of them does what is asked, and what each keeps to itself.
struct ScreenStackTests {
  /// A key that opens something over a recording.
  static let covers: [(name: String, keys: String, screen: String)] = [
    ("the messages", "Ctrl-g", "messages"), ("the help", "?", "help"),
  ]

  @Test("a command typed over a page is done by the screen below it", arguments: covers)
  func typedOverPage(name: String, keys: String, screen: String) {
    var stage = Stage()
    stage.openRecording()
    stage.press(keys)
    #expect(stage.app.screenName == screen)
    stage.press(":")
    stage.type("sort")
    let effects = stage.press("Enter")
    let isSorted = effects.contains { effect in
      if case .session(.sift) = effect { true } else { false }
    }
    #expect(isSorted, "the recording is ordered, not the list of requests under it")
  }

  @Test("an answer of a recording takes no place from the main screen's")
  func ownPanes() {
    var stage = Stage()
    stage.show("/users", .success(Sample.users))
    stage.press("4")
    #expect(stage.shows("[4 Headers]"))
    stage.openRecording()
    stage.press("7")
    #expect(stage.shows("[7 Hex]"))
    stage.press("q")
    #expect(stage.app.screenName == "main")
    #expect(stage.shows("[4 Headers]"))
  }

  static let lists: [(name: String, keys: String, row: String)] = [
    ("the requests", "G k k k", "▌· GET  /escape"), ("the history", "Shift-Tab G k", "▌12:03:02"),
  ]

  @Test("what is selected stays on a screen that shrinks and grows", arguments: lists)
  func selectionOnResize(name: String, keys: String, row: String) {
    var stage = Stage(200, 60)
    stage.playSession()
    stage.press(keys)
    #expect(stage.shows(row))
    for (width, height) in [(120, 36), (120, 26), (200, 60), (120, 24), (120, 30)] {
      stage.resize(width, height)
      #expect(stage.shows(row), "\(name) at \(width)×\(height)")
    }
  }

  @Test("a file that is there is asked about first, and what was asked before is asked then")
  func twoQuestions() {
    var stage = Stage()
    stage.select("/users", "POST")
    stage.press("Space a")
    #expect(stage.shows("may change data"))
    stage.send(.recording(.exists(name: "login", place: "sessions/login.har")))
    #expect(stage.shows("sessions/login.har is there already"))
    #expect(stage.press("y") == [.save(SaveOrder(name: "login", replaces: true))])
    #expect(stage.shows("may change data"))
    #expect(stage.press("y") == [.send(target: Sample.target("/users", "POST"))])
    #expect(!stage.shows("may change data"))
  }

  @Test(
    "what is typed in vain says where it would do something",
    arguments: [
      ("next-change", "nothing is compared here"), ("older-answer", "nothing is compared here"),
      ("take-code", "edit-profile opens"), ("note kept", "that is for a session"),
      ("rules a.rules", "that is for a session"),
    ])
  func elsewhere(line: String, words: String) {
    var stage = Stage()
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
    #expect(stage.shows(words))
  }
}
