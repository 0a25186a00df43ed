import DemoServer

extension TestRoute {
  /// Text whose charset lies, and text that looks like something else on a screen.
  static let brokenTexts: [TestRoute] = [
    text(
      "bad-utf-8", "bad UTF-8", "Every kind of byte sequence UTF-8 forbids.", "utf-8",
      Array("ok \u{e9} ".utf8) + badUTF8 + Array(" end\n".utf8)),
    text(
      "cut-utf-8", "cut UTF-8", "The last character lacks its last byte.", "utf-8",
      Array(Array("price 5 €".utf8).dropLast())),
    text(
      "latin-1-as-utf-8", "Latin-1 as UTF-8", "Says UTF-8, is Latin-1.", "utf-8",
      SampleTexts.latin1),
    text(
      "utf-8-as-latin-1", "UTF-8 as Latin-1", "Says Latin-1, is UTF-8.", "iso-8859-1",
      Array("Größe 好\n".utf8)),
    text(
      "gb18030-as-utf-8", "GB 18030 as UTF-8", "Says UTF-8, is GB 18030.", "utf-8",
      SampleTexts.gb18030),
    text(
      "unknown-charset", "unknown charset", "A charset nobody knows.", "x-copper",
      Array("hello\n".utf8)),
    text(
      "quoted-charset", "quoted charset", "The charset in quotes and in capitals.",
      "\"UTF-8\"", Array("Größe\n".utf8)),
    text(
      "two-charsets", "two charsets", "Two charset parameters that disagree.",
      "utf-8; charset=gbk", Array("Größe\n".utf8)),
    text(
      "mark", "UTF-8 with a mark", "A byte order mark in front.", "utf-8",
      [0xef, 0xbb, 0xbf] + Array("hello\n".utf8)),
    text(
      "mark-against-charset", "mark against charset", "Says UTF-8, the mark says UTF-16.",
      "utf-8", SampleTexts.utf16("Größe\n", bigEndian: false, mark: true)),
    text(
      "odd-utf-16", "odd UTF-16", "UTF-16 with half a unit at the end.", "utf-16",
      Array(SampleTexts.utf16("Größe\n", bigEndian: false, mark: true).dropLast())),
    text(
      "lone-surrogate-utf-16", "lone surrogate in UTF-16", "Half of a pair.", "utf-16le",
      [0x41, 0x00, 0x3d, 0xd8, 0x42, 0x00]),
    text("nul", "NUL in text", "Zero bytes between letters.", "utf-8", Array("a\0b\0c\n".utf8)),
    text(
      "binary", "binary as text", "All 256 bytes, and the type says text.", "utf-8",
      ByteRamp.bytes(count: 256)),
    text(
      "line-ends", "every line end", "LF, CR LF, CR, NEL, LS, PS, VT and FF.", "utf-8",
      "lf\ncrlf\r\ncr\rnel\u{85}ls\u{2028}ps\u{2029}vt\u{b}ff\u{c}end"),
    text(
      "long-line", "line of 1 MB", "A million letters without a line end.", "utf-8",
      size: 1_000_000,
      [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)),
    text(
      "many-lines", "100,000 empty lines", "Line ends and nothing else.", "utf-8", size: 100_000,
      [UInt8](repeating: 10, count: 100_000)),
    text(
      "right-to-left", "right-to-left scripts", "Hebrew and Arabic among Latin.", "utf-8",
      "abc שלום 123 العربية def\n"),
    text(
      "zwj", "joined emoji", "Families, flags, skin tones, keycaps.", "utf-8",
      "👨\u{200d}👩\u{200d}👧\u{200d}👦 🏳\u{fe0f}\u{200d}🌈 \u{1f1e9}\u{1f1ea}\u{1f1ef}\u{1f1f5} 👍\u{1f3fd} 1\u{fe0f}\u{20e3} ❤\u{fe0f} 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}\n"
    ),
    text(
      "zalgo", "stacked marks", "Forty marks on every letter.", "utf-8",
      "copper".map { String($0) + String(repeating: "\u{301}\u{316}", count: 20) }.joined() + "\n"),
    text(
      "combining", "100,000 marks", "One letter and 100,000 combining marks.", "utf-8",
      size: 200_002,
      "e" + String(repeating: "\u{301}", count: 100_000) + "\n"),
    text(
      "zero-width", "zero width", "Characters nobody sees.", "utf-8",
      "a\u{200b}b\u{200c}c\u{200d}d\u{2060}e\u{feff}f\u{ad}g\u{180e}h\u{34f}i\n"),
    text(
      "tags", "tag characters", "Text hidden in plane 14.", "utf-8",
      "plain\u{e0001}\u{e0068}\u{e0069}\u{e007f} text\n"),
    text(
      "private", "private use", "Private use, noncharacters, interlinear marks.", "utf-8",
      Array("\u{e000} \u{f8ff} \u{f0000} \u{fffe} \u{ffff} \u{fff9}a\u{fffa}b\u{fffb} ".utf8)
        // U+FDD0, which a Swift literal refuses.
        + [0xef, 0xb7, 0x90, 10]),
    text(
      "wide", "wide characters", "CJK, Hangul, fullwidth and halfwidth.", "utf-8",
      "您的一台手机 日本語 한국어 ＦＵＬＬ ﾊﾝｶｸ 𠀀𪚥 ㊿ ─│ Ωω\n"),
    text(
      "normal-forms", "two normal forms", "é as one character and as two: different bytes.",
      "utf-8", "caf\u{e9} cafe\u{301}\n"),
    text("tabs", "tabs", "Tabs at every column.", "utf-8", "\ta\tbc\tdef\tghij\tklmnopqrs\tt\n"),
  ]

  private static let badUTF8: [UInt8] = [
    0xff, 0x20, 0xfe, 0x20, 0x80, 0x20, 0xc0, 0xaf, 0x20, 0xe0, 0x80, 0xaf, 0x20, 0xed, 0xa0,
    0x80, 0x20, 0xf4, 0x90, 0x80, 0x80, 0x20, 0xe2, 0x82, 0x20, 0xf8, 0x88, 0x80, 0x80, 0x80,
  ]

  private static func text(
    _ path: String, _ name: String, _ shows: String, _ charset: String, size: Int? = nil,
    _ text: @autoclosure @escaping @Sendable () -> String
  ) -> TestRoute {
    self.text(path, name, shows, charset, size: size, Array(text().utf8))
  }

  /// A large body comes with its size, so that it is made only when it is asked for.
  private static func text(
    _ path: String, _ name: String, _ shows: String, _ charset: String, size: Int? = nil,
    _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
  ) -> TestRoute {
    broken(
      .brokenText, "text/\(path)", name, shows,
      Expected(.ok, 200, keeps: .body(size ?? bytes().count)), staysOpen: true,
      Reply.bytes(bytes(), type: "text/plain; charset=\(charset)").steps)
  }
}
