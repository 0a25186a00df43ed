import InspectorScreens
import LosslessJSON
import TestSupport
import Testing

struct DisplayRuleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let bytes: [UInt8]
    let shown: String

    init(_ id: String, _ text: String, _ shown: String) {
      self.init(id, bytes: Array(text.utf8), shown)
    }

    init(_ id: String, bytes: [UInt8], _ shown: String) {
      self.id = id
      self.bytes = bytes
      self.shown = shown
    }

    var testDescription: String { id }
  }

  static let rows = [
    Row("plain", "Hello, world ~", "Hello, world ~"),
    Row("escape", "\u{1B}[31m", "^[[31m"),
    Row("nul", "\0", "^@"),
    Row("delete", "\u{7F}", "^?"),
    Row("backspace", "a\u{8}", "a^H"),
    Row("line feed", "a\nb", "a\\nb"),
    Row("carriage return", "a\r\nb", "a\\r\\nb"),
    Row("tab", "a\tb", "a\\tb"),
    Row("continuation alone", bytes: [0x80], "\\x80"),
    Row("cut sequence", bytes: [0xE6, 0xBC], "\\xE6\\xBC"),
    Row("overlong slash", bytes: [0xC0, 0xAF], "\\xC0\\xAF"),
    Row("overlong three", bytes: [0xE0, 0x80, 0xAF], "\\xE0\\x80\\xAF"),
    Row("surrogate", bytes: [0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
    Row("above the last", bytes: [0xF4, 0x90, 0x80, 0x80], "\\xF4\\x90\\x80\\x80"),
    Row("sequence cut by ascii", bytes: [0xC3, 0x28], "\\xC3("),
    Row("c1 csi", "\u{9B}", "<U+009B>"),
    Row("c1 next line", "\u{85}", "<U+0085>"),
    Row("arabic letter mark", "\u{61C}", "<U+061C>"),
    Row("zero width space", "a\u{200B}b", "a<U+200B>b"),
    Row("right to left override", "\u{202E}abc", "<U+202E>abc"),
    Row("line separator", "\u{2028}", "<U+2028>"),
    Row("word joiner", "\u{2060}", "<U+2060>"),
    Row("isolate", "\u{2066}", "<U+2066>"),
    Row("byte order mark", "\u{FEFF}", "<U+FEFF>"),
    Row("interlinear", "\u{FFF9}", "<U+FFF9>"),
    Row("tag letter", "\u{E0041}", "<U+E0041>"),
    Row("mongolian separator", "\u{180E}", "<U+180E>"),
    Row("soft hyphen", "a\u{AD}b", "a<U+00AD>b"),
    Row("noncharacter", "\u{FFFE}\u{1FFFF}", "<U+FFFE><U+1FFFF>"),
    Row("private use", "\u{E000}\u{10FFFD}", "<U+E000><U+10FFFD>"),
    Row("unassigned", "\u{378}", "<U+0378>"),
    Row("replacement character", "\u{FFFD}", "\u{FFFD}"),
    Row("precomposed", "é", "é"),
    Row("combining", "e\u{301}", "e\u{301}"),
    Row("four marks", "z\u{300}\u{301}\u{302}\u{303}.", "z\u{300}\u{301}\u{302}\u{303}."),
    Row(
      "six marks", "z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}.",
      "z\u{300}\u{301}\u{302}\u{303}<+2>."),
    Row("mark alone", "\u{301}a", "<U+0301>a"),
    Row("mark after a control", "\u{7}\u{301}", "^G<U+0301>"),
    Row("wide", "漢字", "漢字"),
    Row("family", "👩\u{200D}💻", "👩💻"),
    Row("heart", "❤\u{FE0F}", "❤"),
    Row("keycap", "1\u{FE0F}\u{20E3}", "1\u{20E3}"),
    Row("selectors hide nothing", "漢\u{FE01}\u{FE02}", "漢<U+FE02>"),
    Row("selector supplement", "漢\u{E0100}\u{E0101}", "漢<U+E0101>"),
    Row("selector of a letter", "a\u{FE0F}b\u{E0100}", "a<U+FE0F>b<U+E0100>"),
    Row("selector of a digit", "1\u{FE01}", "1<U+FE01>"),
    Row("selector alone", "\u{FE0F}a", "<U+FE0F>a"),
    Row("joiner at the end", "👩\u{200D}", "👩<U+200D>"),
    Row("joiner before a letter", "👩\u{200D}a", "👩<U+200D>a"),
    Row("joiner between letters", "a\u{200D}b", "a<U+200D>b"),
    Row("non-joiner", "a\u{200C}b", "a<U+200C>b"),
    Row("flag", "🇨🇭", "🇨🇭"),
    Row("skin", "👍🏽", "👍🏽"),
    Row("hangul syllable from parts", "\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}"),
    Row("no-break space", "a\u{A0}b", "a\u{A0}b"),
  ]

  @Test("bytes become cells by the rule", arguments: rows)
  func spells(row: Row) {
    #expect(draw(row.bytes).text(ofRow: 0).trimmedRight == row.shown)
  }

  @Test("what is spelled looks different from what is text")
  func spellingHasAStyle() {
    var runs: [(String, Style.Role)] = []
    draw(Array("a\u{202E}b\u{1B}".utf8)).forEachRun(inRow: 0) { _, text, style in
      runs.append((text.trimmedRight, style.role))
    }
    #expect(runs.map(\.0) == ["a", "<U+202E>", "b", "^[", ""])
    #expect(runs.map(\.1) == [.plain, .escaped, .plain, .escaped, .plain])
  }

  @Test("what is spelled is underlined too: the same signs as text are not")
  func spellingIsUnderlined() {
    var marks: [Bool] = []
    draw(Array("<U+202E>\u{202E}".utf8)).forEachRun(inRow: 0) { _, _, style in
      marks.append(style.isUnderlined)
    }
    #expect(marks == [false, true, false])
  }

  @Test("code points this terminal refuses are spelled")
  func refused() {
    let rule = DisplayRule(refused: RefusedScalars { [0x2764...0x2764, 0x1F600...0x1F64F] })
    #expect(draw(Array("😀❤★".utf8), rule: rule).text(ofRow: 0).trimmedRight == "<U+1F600><U+2764>★")
  }

  @Test("the runs of what is drawn hold every code point that is, and no other")
  func drawnRuns() {
    var columns: [UInt32: Int32] = [:]
    DisplayClass.forEachDrawnRun(in: 0xa0..<0x40000) { run, count in
      for scalar in run { columns[scalar] = count }
    }
    for scalar in UInt32(0xa0)..<0x40000 {
      let expected: Int32? =
        switch DisplayClass(scalar) {
        case .narrow: 1
        case .wide: 2
        case .mark: 0
        case .escaped: nil
        }
      if columns[scalar] != expected { Issue.record("U+\(String(scalar, radix: 16))") }
    }
  }

  @Test("marks beyond the limit of one cell are spelled, so no character is endless")
  func markFlood() {
    let bytes = Array("z".utf8) + Array(repeating: [0xCC, 0x80], count: 5_000).flatMap { $0 }
    let glyph = bytes.withUnsafeBufferPointer { DisplayRule().glyph(in: $0, at: 0) }
    #expect(glyph.byteCount == 1 + 2 * (4 + 256))
    #expect(glyph.width == 1 + "<+256>".utf8.count)
  }

  @Test("nothing in a frame acts on a terminal, and widths are what was said", arguments: 0..<40)
  func anythingGoes(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    for _ in 0..<40 {
      let bytes = seeded.text(pieces: 60)
      let width = Int.random(in: 1...90, using: &seeded)
      var frame = Frame(width: width, height: 3)
      let said = bytes.withUnsafeBufferPointer { bytes in
        var said = 0
        var index = 0
        while index < bytes.count {
          let glyph = frame.rule(bytes, index)
          said += glyph.width
          index += glyph.byteCount
        }
        return said
      }
      let stopped = bytes.withUnsafeBufferPointer { frame.draw($0, row: 1, column: 0) }
      #expect(stopped == said || stopped >= width)
      expectHarmless(frame)
      #expect(
        frame.text(ofRow: 0).trimmedRight.isEmpty && frame.text(ofRow: 2).trimmedRight.isEmpty)
    }
  }

  private func draw(_ bytes: [UInt8], rule: DisplayRule = DisplayRule()) -> Frame {
    var frame = Frame(width: 60, height: 1, rule: rule)
    bytes.withUnsafeBufferPointer { _ = frame.draw($0, row: 0, column: 0) }
    return frame
  }
}

struct DisplayClassTests {
  @Test("every code point's class agrees with what Unicode says of it")
  func agreesWithUnicode() {
    var wrong: [UInt32] = []
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if !isPlausible(DisplayClass(value), scalar.properties) { wrong.append(value) }
    }
    #expect(wrong.isEmpty, "first: \(wrong.prefix(10).map { String($0, radix: 16) })")
  }

  private func isPlausible(_ shown: DisplayClass, _ properties: Unicode.Scalar.Properties) -> Bool {
    switch properties.generalCategory {
    case .control, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator:
      return shown == .escaped
    case .nonspacingMark, .enclosingMark:
      return shown == .mark || (shown == .escaped && properties.isDefaultIgnorableCodePoint)
    case .format:
      return shown == .escaped || (shown == .narrow && !properties.isDefaultIgnorableCodePoint)
    default:
      // Hangul vowels and finals stand on the syllable's first part.
      return shown != .escaped || properties.isDefaultIgnorableCodePoint
    }
  }

  static let widths: [(String, DisplayClass)] = [
    ("\u{1100}", .wide), ("\u{115F}", .escaped), ("\u{1161}", .mark), ("\u{231A}", .wide),
    ("\u{2329}", .wide),
    ("あ", .wide), ("ｱ", .narrow), ("Ａ", .wide), ("￥", .wide), ("가", .wide), ("\u{20000}", .wide),
    ("😀", .wide), ("✓", .narrow), ("✗", .narrow), ("·", .narrow), ("…", .narrow), ("█", .narrow),
    ("─", .narrow), ("▌", .narrow), ("Ω", .narrow), ("ß", .narrow), ("🇨", .narrow), ("❤", .narrow),
    ("\u{302E}", .wide), ("\u{3000}", .wide), ("\u{303F}", .narrow), ("\u{4DC0}", .wide),
  ]

  @Test("widths known by heart", arguments: widths)
  func isKnown(text: String, expected: DisplayClass) {
    for scalar in text.unicodeScalars { #expect(DisplayClass(scalar.value) == expected) }
  }
}

/// Fails when a cell holds what a terminal would obey, or a row is not as wide as the frame.
func expectHarmless(_ frame: Frame, sourceLocation: SourceLocation = #_sourceLocation) {
  for row in 0..<frame.height {
    var width = 0
    var last = Unicode.Scalar(0x20)
    frame.forEachRun(inRow: row) { column, text, _ in
      #expect(column == width, sourceLocation: sourceLocation)
      for scalar in text.unicodeScalars {
        if scalar.value < 0x20 || scalar.value == 0x7F {
          Issue.record(
            "row \(row) holds the control \(scalar.value)", sourceLocation: sourceLocation)
        }
        guard scalar.value >= 0x80 else {
          width += 1
          continue
        }
        switch DisplayClass(scalar.value) {
        case .narrow: width += 1
        case .wide: width += 2
        case .mark: break
        case .escaped:
          Issue.record(
            "row \(row) holds U+\(String(scalar.value, radix: 16))", sourceLocation: sourceLocation)
        }
        last = scalar
      }
    }
    #expect(width == frame.width, "row \(row), \(last)", sourceLocation: sourceLocation)
  }
}

extension String {
  /// Without the blanks at its end.
  var trimmedRight: String {
    var scalars = unicodeScalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}

extension Frame {
  /// The glyph the frame would draw, by the plain rule.
  fileprivate func rule(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Glyph {
    DisplayRule().glyph(in: bytes, at: index)
  }
}
