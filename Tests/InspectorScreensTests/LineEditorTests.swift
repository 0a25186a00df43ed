import InspectorScreens
import TestSupport
import Testing

struct LineEditorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let start: String
    let edit: @Sendable (inout LineEditor) -> Void
    let text: String
    let cursor: Int
    var testDescription: String { id }
  }

  static let rows = [
    Row(
      id: "what is typed replaces what is selected", start: "ab",
      edit: {
        $0.selectAll()
        $0.insert("c")
        $0.insert("d")
      }, text: "cd", cursor: 2),
    Row(
      id: "the end of what is selected keeps it", start: "ab",
      edit: {
        $0.selectAll()
        $0.moveToEnd()
        $0.insert("c")
      }, text: "abc", cursor: 3),
    Row(
      id: "left of what is selected is its start", start: "ab",
      edit: {
        $0.selectAll()
        $0.moveLeft()
        $0.insert("c")
      }, text: "cab", cursor: 1),
    Row(
      id: "any deletion takes what is selected", start: "a b",
      edit: {
        $0.selectAll()
        $0.deleteWord()
      }, text: "", cursor: 0),
    Row(id: "insert at the end", start: "ab", edit: { $0.insert("c") }, text: "abc", cursor: 3),
    Row(
      id: "insert inside", start: "ac",
      edit: {
        $0.moveLeft()
        $0.insert("b")
      }, text: "abc", cursor: 2),
    Row(
      id: "backspace takes a whole character", start: "a漢", edit: { $0.deleteBackward() },
      text: "a", cursor: 1),
    Row(
      id: "backspace at the start does nothing", start: "a",
      edit: {
        $0.moveToStart()
        $0.deleteBackward()
      }, text: "a", cursor: 0),
    Row(
      id: "delete under the cursor", start: "漢b",
      edit: {
        $0.moveToStart()
        $0.deleteForward()
      }, text: "b", cursor: 0),
    Row(
      id: "delete at the end does nothing", start: "a", edit: { $0.deleteForward() }, text: "a",
      cursor: 1),
    Row(
      id: "delete a word and its spaces", start: "one two  ", edit: { $0.deleteWord() },
      text: "one ", cursor: 4),
    Row(
      id: "delete a part: to the sign before it", start: #"{"name":"ada"#,
      edit: { $0.deletePart() }, text: #"{"name":""#, cursor: 9),
    Row(
      id: "delete a part: signs, and no word with them", start: #"{"name":""#,
      edit: { $0.deletePart() }, text: #"{"name"#, cursor: 6),
    Row(
      id: "delete a part: signs of a password are of it", start: #"{"password": "s3-cr.t!"#,
      edit: { $0.deletePart() }, text: #"{"password": ""#, cursor: 14),
    Row(
      id: "delete a part and the blanks behind it", start: "ab cd  ", edit: { $0.deletePart() },
      text: "ab ", cursor: 3),
    Row(
      id: "delete a part: a letter of several bytes is of the word", start: "a=été",
      edit: { $0.deletePart() }, text: "a=", cursor: 2),
    Row(
      id: "delete a part: a line end alone", start: "ab\n  ", edit: { $0.deletePart() }, text: "ab",
      cursor: 2),
    Row(
      id: "delete a part of nothing", start: "", edit: { $0.deletePart() }, text: "", cursor: 0),
    Row(
      id: "delete a word from nothing", start: "", edit: { $0.deleteWord() }, text: "", cursor: 0),
    Row(
      id: "delete to the start", start: "one two",
      edit: {
        for _ in 0..<3 { $0.moveLeft() }
        $0.deleteToStart()
      }, text: "two", cursor: 0),
    Row(
      id: "delete to the end", start: "one two",
      edit: {
        for _ in 0..<4 { $0.moveLeft() }
        $0.deleteToEnd()
      }, text: "one", cursor: 3),
    Row(
      id: "moving stops at both ends", start: "é",
      edit: {
        for _ in 0..<3 { $0.moveLeft() }
        for _ in 0..<3 { $0.moveRight() }
      }, text: "é", cursor: 2),
  ]

  @Test("editing", arguments: rows)
  func edits(row: Row) {
    var editor = LineEditor(row.start)
    row.edit(&editor)
    #expect(editor.text == row.text)
    #expect(editor.cursor == row.cursor)
  }

  @Test("a paste is kept byte for byte, whatever it holds")
  func paste() {
    var editor = LineEditor("ab")
    editor.moveLeft()
    editor.insert([0x1B, 0x5B, 0x41, 0x0A, 0xFF])
    #expect(editor.bytes == [0x61, 0x1B, 0x5B, 0x41, 0x0A, 0xFF, 0x62])
    #expect(editor.cursor == 6)
    editor.deleteBackward()
    #expect(editor.bytes == [0x61, 0x1B, 0x5B, 0x41, 0x0A, 0x62])
  }

  @Test(
    "a paste into one line has no line ends: the last goes, those inside are blanks",
    arguments: [
      ("http://x/users/42\r\n", "http://x/users/42"), ("a\n\n", "a"), ("a\r", "a"),
      ("a\r\nb\nc\rd\n", "a b c d"), ("\n", ""), ("", ""), ("\na", " a"), ("a\n\nb", "a  b"),
    ])
  func linePaste(paste: String, line: String) {
    var editor = LineEditor()
    editor.insertLine(Array(paste.utf8))
    #expect(editor.text == line)
  }

  @Test("a paste without end is cut at the limit")
  func limit() {
    var editor = LineEditor()
    editor.insert([UInt8](repeating: 0x61, count: 1 << 20))
    editor.insert("b")
    #expect(editor.bytes.count == 64 << 10)
  }

  @Test("any editing of any bytes keeps the cursor inside", arguments: 0..<20)
  func anyEditing(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    var editor = LineEditor()
    for _ in 0..<500 {
      switch Int.random(in: 0..<11, using: &seeded) {
      case 0: editor.insert(seeded.text(pieces: 3))
      case 1: editor.insert(seeded.scalar(in: 0x20...0xFFFF))
      case 2: editor.moveLeft()
      case 3: editor.moveRight()
      case 4: editor.moveToStart()
      case 5: editor.moveToEnd()
      case 6: editor.deleteBackward()
      case 7: editor.deleteForward()
      case 8: editor.deleteWord()
      case 9: editor.deletePart()
      default: editor.deleteToEnd()
      }
      #expect(0...editor.bytes.count ~= editor.cursor)
    }
  }

  @Test("a filter that is opened again is selected: typing replaces it, End keeps it")
  func filter() {
    var stage = Stage()
    stage.press("f")
    stage.type("users")
    stage.press("Enter f")
    #expect(stage.shows("typing replaces it"))
    stage.type("status")
    #expect(stage.typed.hasPrefix(" filter status"))
    stage.press("Enter f End")
    #expect(!stage.shows("typing replaces it"))
    stage.type("/404")
    #expect(stage.typed.hasPrefix(" filter status/404"))
    stage.press("Enter f Left")
    stage.type("x")
    #expect(stage.typed.hasPrefix(" filter xstatus/404"))
    stage.press("Esc f Backspace")
    #expect(stage.typed.hasPrefix(" filter  ") || stage.typed == " filter")
  }
}
