import DemoServer

extension TestRoute {
  /// Text in charsets that a client must either know or show as bytes.
  static let texts: [TestRoute] = [
    text("utf-8", "UTF-8", Array("Größe, 日本語, 🎉, Ω\n".utf8)),
    text("iso-8859-1", "Latin-1", SampleTexts.latin1),
    text("windows-1252", "Windows-1252", SampleTexts.windows1252),
    text("windows-1251", "Windows-1251", SampleTexts.windows1251),
    text("koi8-r", "KOI8-R", SampleTexts.koi8R),
    text("gb18030", "GB 18030", SampleTexts.gb18030),
    text("gbk", "GBK", SampleTexts.gbk),
    text("big5", "Big5", SampleTexts.big5),
    text("shift_jis", "Shift JIS", SampleTexts.shiftJIS),
    text("euc-kr", "EUC-KR", SampleTexts.eucKR),
    text(
      "utf-16", "UTF-16 with a mark", SampleTexts.utf16("Größe 🎉\n", bigEndian: false, mark: true)),
    text(
      "utf-16be", "UTF-16BE", SampleTexts.utf16("Größe 🎉\n", bigEndian: true, mark: false)),
    text("utf-32", "UTF-32 with a mark", SampleTexts.utf32("Größe 🎉\n")),
  ]

  private static func text(_ charset: String, _ name: String, _ bytes: [UInt8]) -> TestRoute {
    TestRoute("GET", "/text/\(charset)", name, .text, "Text in \(name), and the charset says so.") {
      _ in .bytes(bytes, type: "text/plain; charset=\(charset)")
    }
  }
}
