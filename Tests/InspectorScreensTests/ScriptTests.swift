import InspectorScreens
import Testing

struct ScriptTests {
  @Test("a script is read into steps with their lines")
  func reads() throws {
    let script = try Script(
      """
      # a comment

      key j Enter Ctrl-d  Space
        type aé
      paste x\\n\\e[0m\\xff\\\\
      resize 120x36
      wait
      frame
      expect  two spaces
      """)
    #expect(
      script.steps.map(\.action) == [
        .key("j"), .key(.enter), .key(.control("d")), .key(" "), .key("a"), .key("é"),
        .paste([0x78, 0x0A, 0x1B, 0x5B, 0x30, 0x6D, 0xFF, 0x5C]), .resize(width: 120, height: 36),
        .wait, .frame, .expect(" two spaces"),
      ])
    #expect(script.steps.map(\.line) == [3, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9])
  }

  @Test("lines may end in CR LF")
  func carriageReturns() throws {
    #expect(try Script("frame\r\nkey j\r\n").steps.map(\.action) == [.frame, .key("j")])
  }

  static let mistakes: [(text: String, line: Int, column: Int, part: String)] = [
    ("frame\npres j", 2, 1, "'pres' is not an order"),
    ("  key j Shift-F9", 1, 9, "'Shift-F9' is not a key"),
    ("key", 1, 4, "needs the name of a key"),
    ("key Ctrl-é", 1, 5, "'Ctrl-é' is not a key"),
    ("resize 80", 1, 8, "resize needs a size"),
    ("resize +8x24", 1, 8, "resize needs a size"),
    ("resize 0x0", 1, 8, "resize needs a size"),
    ("resize 80x24 now", 1, 14, "nothing may follow resize"),
    ("type", 1, 5, "type needs a text"),
    ("expect ", 1, 8, "expect needs a text"),
    ("wait 5", 1, 6, "nothing may follow wait"),
    ("paste é\\q", 1, 8, "a backslash needs"),
    ("paste \\x+f", 1, 7, "a backslash needs"),
  ]

  @Test("a mistake names its line and column", arguments: mistakes)
  func namesItsPlace(text: String, line: Int, column: Int, part: String) {
    let mistake = #expect(throws: Script.Mistake.self) { try Script(text) }
    #expect(mistake?.line == line)
    #expect(mistake?.column == column)
    #expect(mistake?.message.contains(part) == true, "\(mistake?.message ?? "")")
    #expect(mistake?.description.hasPrefix("line \(line), column \(column): ") == true)
  }
}
