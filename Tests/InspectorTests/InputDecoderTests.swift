import Inspector
import InspectorScreens
import TestSupport
import Testing

/// Bytes of a terminal become keys, pastes and mouse actions.
@Suite("The input decoder")
struct InputDecoderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let inputs: [InputDecoder.Input]
    let testDescription: String

    init(_ name: String, _ text: String, _ inputs: InputDecoder.Input...) {
      self.init(name, bytes: Array(text.utf8), inputs)
    }

    init(_ name: String, bytes: [UInt8], _ inputs: [InputDecoder.Input]) {
      testDescription = name
      self.bytes = bytes
      self.inputs = inputs
    }
  }

  static let rows = [
    Row("letters", "aZ ~", .typed("a"), .typed("Z"), .typed(" "), .typed("~")),
    Row("enter as CR and LF", "\r\n", .key(.enter), .key(.enter)),
    Row("tab and backspaces", "\t\u{8}\u{7f}", .key(.tab), .key(.backspace), .key(.backspace)),
    Row("control keys", "\u{1}\u{1a}", .key(.control("a")), .key(.control("z"))),
    Row("controls that are no key", "\u{0}\u{1c}\u{1e}a", .typed("a")),
    Row("Ctrl-_, which is Ctrl-/ too", "\u{1f}", .key(.control("_"))),
    Row("accents, wide and far letters", "é好🎉", .typed("é"), .typed("好"), .typed("🎉")),
    Row("the replacement character itself", "\u{fffd}", .typed("\u{fffd}")),
    Row("C1 controls", "\u{85}\u{9b}a", .typed("a")),
    Row(
      "bytes that are not UTF-8", bytes: [0xff, 0xc0, 0x80, 0x61, 0xe2, 0x28, 0xed, 0xa0, 0x80],
      [.typed("a"), .typed("(")]),
    Row("arrows", "\u{1b}[A\u{1b}OB", .key(.up), .key(.down)),
    Row("arrows with Shift and Ctrl", "\u{1b}[1;2C\u{1b}[1;5D", .key(.right), .key(.left)),
    Row(
      "home and end, four ways", "\u{1b}[H\u{1b}OF\u{1b}[1~\u{1b}[8~", .key(.home), .key(.end),
      .key(.home), .key(.end)),
    Row("pages", "\u{1b}[5~\u{1b}[6;5~", .key(.pageUp), .key(.pageDown)),
    Row("insert and delete", "\u{1b}[2~\u{1b}[3~", .key(.insert), .key(.delete)),
    Row("back tab", "\u{1b}[Z", .key(.backTab)),
    Row(
      "function keys", "\u{1b}OP\u{1b}[15~\u{1b}[24~\u{1b}[1;2S\u{1b}[[C", .key(.function(1)),
      .key(.function(5)), .key(.function(12)), .key(.function(4)), .key(.function(3))),
    Row(
      "number pad", "\u{1b}OM\u{1b}Op\u{1b}Oy\u{1b}Ok", .key(.enter), .typed("0"), .typed("9"),
      .typed("+")),
    Row("Alt and a letter are two keys", "\u{1b}x", .key(.escape), .typed("x")),
    Row("Escape before an arrow", "\u{1b}\u{1b}[A", .key(.escape), .key(.up)),
    Row(
      "unknown sequences", "\u{1b}[?62;1c\u{1b}[12;40R\u{1b}[I\u{1b}[99~\u{1b}OZa", .key(.backTab),
      .typed("a")),
    Row("a sequence broken off by a control", "\u{1b}[12\ra", .key(.enter), .typed("a")),
    Row(
      "mouse", "\u{1b}[<0;5;7M\u{1b}[<32;6;7M\u{1b}[<0;6;7m",
      .mouse(Mouse(.press, column: 4, row: 6)),
      .mouse(Mouse(.drag, column: 5, row: 6)), .mouse(Mouse(.release, column: 5, row: 6))),
    Row(
      "wheel, with Ctrl held", "\u{1b}[<64;300;7M\u{1b}[<81;1;1M",
      .mouse(Mouse(.wheelUp, column: 299, row: 6)),
      .mouse(Mouse(.wheelDown, column: 0, row: 0))),
    Row(
      "other buttons, sideways wheels, and nonsense",
      "\u{1b}[<2;1;1M\u{1b}[<66;1;1M\u{1b}[<0;0;1M\u{1b}[<0;1Ma", .typed("a")),
    Row(
      "the old mouse",
      bytes: Array("\u{1b}[M".utf8) + [32, 33 + 9, 33 + 200, 0x1b, 0x5b, 0x4d, 35, 34, 34],
      [.mouse(Mouse(.press, column: 9, row: 200)), .mouse(Mouse(.release, column: 1, row: 1))]),
    Row(
      "a paste", "a\u{1b}[200~q\r\n\u{1b}[201~b", .typed("a"), .paste(Array("q\r\n".utf8)),
      .typed("b")),
    Row(
      "a paste with keys, marks and Escape in it",
      "\u{1b}[200~\u{1b}[A\u{1b}[200~\u{1b}[20\u{1b}\u{1b}[201~",
      .paste(Array("\u{1b}[A\u{1b}[200~\u{1b}[20\u{1b}".utf8))),
    Row(
      "a paste of bytes that are not UTF-8",
      bytes: Array("\u{1b}[200~".utf8) + [0xff, 0, 0x9b] + Array("\u{1b}[201~".utf8),
      [.paste([0xff, 0, 0x9b])]),
    Row(
      "an empty paste and a stray end", "\u{1b}[200~\u{1b}[201~\u{1b}[201~a", .paste([]),
      .typed("a")),
  ]

  @Test("reads at once", arguments: rows)
  func whole(row: Row) {
    var decoder = InputDecoder()
    #expect(decoder.feed(row.bytes) + decoder.settle() == row.inputs)
  }

  @Test("reads the same in any two pieces, and byte by byte", arguments: rows)
  func split(row: Row) {
    for place in 0...row.bytes.count {
      var decoder = InputDecoder()
      let inputs = decoder.feed(row.bytes[..<place]) + decoder.feed(row.bytes[place...])
      #expect(inputs + decoder.settle() == row.inputs, "split at \(place)")
    }
    var decoder = InputDecoder()
    #expect(row.bytes.flatMap { decoder.feed([$0]) } + decoder.settle() == row.inputs)
  }

  @Test("takes Escape for a key once nothing follows it")
  func loneEscape() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1b]).isEmpty)
    #expect(decoder.isUndecided)
    #expect(decoder.settle() == [.key(.escape)])
    #expect(!decoder.isUndecided)
    #expect(decoder.feed(Array("\u{1b}[".utf8)).isEmpty)
    #expect(decoder.settle() == [.key(.escape), .typed("[")])
    #expect(decoder.feed(Array("j".utf8)) == [.typed("j")])
  }

  @Test("never takes what hangs inside a longer sequence for keys")
  func patientInside() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1b}[<0;5".utf8)).isEmpty)
    #expect(!decoder.isUndecided)
    #expect(decoder.settle().isEmpty)
    #expect(decoder.feed(Array(";7M".utf8)) == [.mouse(Mouse(.press, column: 4, row: 6))])
  }

  @Test("a sequence without an end does not swallow the keyboard")
  func endlessSequence() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1b}[".utf8) + [UInt8](repeating: 0x30, count: 100))
    #expect(decoder.feed(Array("j".utf8)).last == .typed("j"))
  }

  @Test("knows what this terminal calls its keys")
  func namedSequences() {
    let sequences = KeySequences(named: [(Array("\u{1b}A".utf8), .up)])
    var decoder = InputDecoder(sequences: sequences)
    #expect(decoder.feed(Array("\u{1b}A".utf8)) == [.key(.up)])
  }

  @Test("any bytes in any pieces end in a keyboard that works", arguments: 0..<20)
  func anything(seed: UInt64) {
    var random = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    func next(_ bound: Int) -> Int {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Int(random % UInt64(bound))
    }
    let likely = Array("\u{1b}[O<;~M0129AZm".utf8)
    var decoder = InputDecoder()
    for _ in 0..<2_000 {
      let piece = (0..<next(12)).map { _ in
        next(2) == 0 ? likely[next(likely.count)] : UInt8(next(256))
      }
      _ = decoder.feed(piece)
      if next(3) == 0 { _ = decoder.settle() }
    }
    // Out of a paste, out of any sequence: then a key is a key.
    _ = decoder.feed(Array("\u{1b}[201~".utf8) + [UInt8](repeating: 0x18, count: 80))
    #expect(decoder.feed(Array("j".utf8)) == [.typed("j")])
  }
}

extension InputDecoder.Input {
  fileprivate static func typed(_ scalar: Unicode.Scalar) -> Self { .key(.character(scalar)) }
}
