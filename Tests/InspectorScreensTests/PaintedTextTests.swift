import InspectorScreens
import NetEngine
import TestSupport
import Testing

/// What a command behind `|` says keeps its colours, and nothing of it acts on a terminal.
struct PaintedTextTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let said: String
    let shown: String
    let role: Style.Role
    var isBold = false
    var testDescription: String { said.debugDescription }
  }

  static let rows = [
    Row(said: "\u{1B}[31mred\u{1B}[0m", shown: "red", role: .server),
    Row(said: "\u{1B}[1;32mgreen", shown: "green", role: .ok, isBold: true),
    Row(said: "\u{1B}[38;5;196mred", shown: "red", role: .server),
    Row(said: "\u{1B}[38;2;10;10;250mblue", shown: "blue", role: .accent),
    Row(said: "\u{1B}[38:5:2mgreen", shown: "green", role: .ok),
    Row(said: "\u{1B}[90mgrey", shown: "grey", role: .faint),
    Row(said: "\u{1B}[31m\u{1B}[Kred\u{1B}[m", shown: "red", role: .server),
    Row(said: "\u{1B}[31m\u{1B}[39mplain", shown: "plain", role: .plain),
    Row(said: "\u{1B}[48;5;1mplain", shown: "plain", role: .plain),
  ]

  @Test("a colour is a style, and its sequence is gone", arguments: rows)
  func colours(row: Row) {
    let frame = Self.frame(Array(row.said.utf8))
    var found: Style?
    frame.forEachRun(inRow: 1) { _, text, style in
      if text.contains(row.shown) { found = style }
    }
    #expect(found?.role == row.role && found?.isBold == row.isBold)
    #expect(!frame.text.contains("[3"))
  }

  @Test(
    "every other sequence is spelled, none is obeyed",
    arguments: [
      "\u{1B}[2J", "\u{1B}]0;owned\u{7}", "\u{1B}[?25l", "\u{1B}[5;5H", "\u{1B}[31", "\u{1B}",
      "\u{1B}[" + String(repeating: "1;", count: 80) + "m", "\u{1B}c", "\u{9B}31m",
    ])
  func others(said: String) {
    let frame = Self.frame(Array("a\(said)b".utf8))
    #expect(
      frame.text.contains("a\\x1b") || frame.text.contains("a␛") || !frame.text.contains("ab"))
    frame.forEachScalar { #expect($0.value >= 0x20 && !(0x7F...0x9F ~= $0.value)) }
  }

  @Test("any bytes are shown without a trap", arguments: 0..<20)
  func random(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    let frame = Self.frame(seeded.text(pieces: 300))
    frame.forEachScalar { #expect($0.value >= 0x20 && !(0x7F...0x9F ~= $0.value)) }
  }

  /// The page of a command that has said this.
  private static func frame(_ said: [UInt8]) -> Frame {
    var stage = Stage()
    stage.show("/users", .success(Sample.users))
    stage.press("|")
    stage.type("x")
    stage.press("Enter")
    stage.send(.pipe(1, .output(said)))
    stage.send(.pipe(1, .ended(.exited(0))))
    return stage.frame
  }
}

extension Frame {
  fileprivate func forEachScalar(_ body: (Unicode.Scalar) -> Void) {
    for row in 0..<height { text(ofRow: row).unicodeScalars.forEach(body) }
  }
}
