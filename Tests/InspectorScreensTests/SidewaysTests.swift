import InspectorScreens
import NetEngine
import Testing

/// Matches that stand right of the window while lines are cut.
struct SidewaysTests {
  private static let far = String(repeating: "stone ", count: 60)
  private static let text = "first\n\(far)needle \(far)needle\nneedle last\n"

  private func stage(_ body: String, tab: String) -> Stage {
    var stage = Stage()
    stage.show("/large", .success(Sample.response("/large", body: body)))
    stage.press(tab == "1" ? "Tab z" : "Tab \(tab) z")
    return stage
  }

  private func find(_ word: String, _ stage: inout Stage) {
    stage.press("/")
    stage.type(word)
    stage.press("Enter")
  }

  @Test(
    "a search goes sideways to its match, and back with what is further left",
    arguments: ["1", "3"])
  func sideways(tab: String) {
    var stage = stage(Self.text, tab: tab)
    find("needle", &stage)
    #expect(stage.currentMatchRow.contains("stone needle stone"))
    #expect(!stage.shows("first"))
    stage.press("n")
    #expect(stage.currentMatchRow.contains("stone needle"))
    stage.press("n")
    #expect(stage.currentMatchRow.contains("needle last"))
    #expect(stage.shows("first"))
  }

  @Test("Esc and Home go back to the left", arguments: ["Esc", "g", "Home"])
  func back(key: String) {
    var stage = stage(Self.text, tab: "3")
    find("needle", &stage)
    #expect(!stage.shows("first"))
    stage.press(key)
    #expect(stage.shows("first"))
  }

  @Test("what a person scrolled stays when the search is left")
  func scrolled() {
    var stage = stage(Self.text, tab: "3")
    find("needle", &stage)
    stage.press("l Esc")
    #expect(!stage.shows("first"))
  }

  @Test("in the tree a long value moves to its match, also behind escapes that are undone")
  func tree() {
    let long = String(repeating: "\\u0041 \\n", count: 40)
    let body = #"{"short": "needle one", "long": "\#(long)needle two \#(long) needle three"}"#
    var stage = stage(body, tab: "2")
    find("needle", &stage)
    #expect(stage.shows("needle one"))
    #expect(stage.shows("▾ {2}"))
    stage.press("n")
    #expect(stage.shows("needle two"))
    #expect(!stage.shows("▾ {2}"))
    stage.press("n")
    #expect(stage.shows("needle three"))
    stage.press("Esc")
    #expect(stage.shows("▾ {2}"))
  }

  @Test("a key and an element's number are told apart from what is searched")
  func treeNumbers() {
    let long = String(repeating: "0123456789 ", count: 30)
    var stage = stage(#"["\#(long)", "\#(long)1 here"]"#, tab: "2")
    find("1 here", &stage)
    #expect(stage.shows("1 here"))
  }

  @Test("a match beyond what a row shows is said to be there")
  func beyond() {
    let long = String(repeating: "stone ", count: 9_000)
    var stage = stage(#"{"long": "\#(long)needle"}"#, tab: "2")
    find("needle", &stage)
    #expect(stage.footer == " it stands further to the right than a row goes: t shows all of it")
  }

  @Test("in hexadecimal there is no right of the window")
  func hex() {
    var stage = stage(Self.text, tab: "7")
    find("needle", &stage)
    #expect(!stage.matches.isEmpty)
  }
}
