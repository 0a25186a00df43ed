import InspectorScreens
import Testing

struct FrameTests {
  @Test("runs of one style cover the whole row, a wide character whole in one of them")
  func runs() {
    var frame = Frame(width: 12, height: 2)
    frame.draw("ab", row: 0, column: 1, style: Style(.ok))
    frame.draw("漢字", row: 0, column: 3, style: Style(.key, bold: true))
    #expect(
      runs(frame, 0) == [
        Run(0, " ", .plain), Run(1, "ab", Style(.ok)), Run(3, "漢字", Style(.key, bold: true)),
        Run(7, "     ", .plain),
      ])
    #expect(runs(frame, 1) == [Run(0, String(repeating: " ", count: 12), .plain)])
  }

  @Test("drawing over half of a wide character makes the other half blank")
  func overHalf() {
    var frame = Frame(width: 6, height: 1)
    frame.draw("漢字x", row: 0, column: 0)
    frame.draw("a", row: 0, column: 1)
    #expect(frame.text(ofRow: 0) == " a字x ")
    frame.draw("b", row: 0, column: 2)
    #expect(frame.text(ofRow: 0) == " ab x ")
    frame.draw("漢", row: 0, column: 3)
    #expect(frame.text(ofRow: 0) == " ab漢 ")
    frame.draw("字", row: 0, column: 2)
    #expect(frame.text(ofRow: 0) == " a字  ")
  }

  @Test("a wide character that does not fit the last column is left blank")
  func wideAtTheEdge() {
    var frame = Frame(width: 4, height: 1)
    frame.draw("abc漢", row: 0, column: 0)
    #expect(frame.text(ofRow: 0) == "abc ")
  }

  @Test("drawing outside changes nothing and traps nowhere")
  func outside() {
    var frame = Frame(width: 5, height: 2)
    for row in [-1, 2, Int.min, Int.max] { frame.draw("abc", row: row, column: 0) }
    frame.draw("abc", row: 0, column: 5)
    frame.draw("漢", row: 0, column: -1)
    frame.draw("abc", row: 0, column: -10)
    #expect(frame == Frame(width: 5, height: 2))
    frame.draw("abcdef", row: 1, column: -2)
    #expect(frame.text(ofRow: 1) == "cdef ")
  }

  @Test("what is longer than its place ends in …")
  func fitting() {
    var frame = Frame(width: 8, height: 4)
    frame.draw("abcdefgh", row: 0, column: 0, fitting: 8)
    frame.draw("abcdefghi", row: 1, column: 0, fitting: 8)
    frame.draw("漢字漢字漢字", row: 2, column: 0, fitting: 6)
    frame.draw("abc", row: 3, endingAt: 8, fitting: 5)
    #expect(
      (0..<4).map { frame.text(ofRow: $0) } == ["abcdefgh", "abcdefg…", "漢字…   ", "     abc"])
  }

  @Test("marks stay with their character")
  func marks() {
    var frame = Frame(width: 4, height: 1)
    frame.draw("e\u{301}o\u{308}x", row: 0, column: 0)
    #expect(Array(frame.text(ofRow: 0).utf8) == Array("e\u{301}o\u{308}x ".utf8))
    frame.draw("u", row: 0, column: 0)
    #expect(Array(frame.text(ofRow: 0).utf8) == Array("uo\u{308}x ".utf8))
  }

  @Test("every style comes back from a cell as it went in")
  func styles() {
    for role in Style.Role.allCases {
      for flags in 0..<16 {
        var style = Style(
          role, bold: flags & 1 != 0, reversed: flags & 2 != 0, underlined: flags & 4 != 0)
        style.isSelected = flags & 8 != 0
        var frame = Frame(width: 1, height: 1)
        frame.draw("x", row: 0, column: 0, style: style)
        #expect(runs(frame, 0) == [Run(0, "x", style)])
      }
    }
  }

  struct Run: Equatable {
    var column: Int
    var text: String
    var style: Style

    init(_ column: Int, _ text: String, _ style: Style) {
      self.column = column
      self.text = text
      self.style = style
    }
  }

  private func runs(_ frame: Frame, _ row: Int) -> [Run] {
    var runs: [Run] = []
    frame.forEachRun(inRow: row) { runs.append(Run($0, $1, $2)) }
    return runs
  }
}
