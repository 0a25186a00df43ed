import NetEngine
import TestSupport
import Testing

/// Bytes as text.
@Suite struct CharsetTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let charset: String?
    let bytes: [UInt8]
    let text: String
    var testDescription: String { "\(charset ?? "none"): \(text)" }

    init(_ charset: String?, _ bytes: [UInt8], _ text: String) {
      (self.charset, self.bytes, self.text) = (charset, bytes, text)
    }
  }

  static let rows = [
    Row(nil, Array("Grüße 🎉".utf8), "Grüße 🎉"),
    Row("utf-8", Array("é".utf8), "é"),
    Row("UTF8", Array("é".utf8), "é"),
    Row("us-ascii", Array("plain".utf8), "plain"),
    Row("iso-8859-1", [0x47, 0x72, 0xfc, 0xdf, 0x65], "Grüße"),
    Row("latin1", [0x80, 0x81, 0xa0, 0xff], "€\u{81}\u{a0}ÿ"),
    Row("windows-1252", [0x93, 0x68, 0x69, 0x94, 0x9f], "“hi”Ÿ"),
    Row("windows-1251", [0xcf, 0xf0, 0xe8], "При"),
    Row("koi8-r", [0xf0, 0xd2, 0xc9], "При"),
    Row("iso-8859-2", [0xe8, 0xb9], "čš"),
    Row("iso-8859-15", [0xa4], "€"),
    Row("gbk", [0xb2, 0xe9, 0xce, 0xde], "查无"),
    Row("gb2312", [0xb2, 0xe9], "查"),
    Row("gb18030", [0x90, 0x30, 0x81, 0x30], "\u{10000}"),
    Row("big5", [0xa4, 0xa4], "中"),
    Row("shift_jis", [0x93, 0xfa, 0x96, 0x7b, 0xb1], "日本ｱ"),
    Row("euc-jp", [0xc6, 0xfc], "日"),
    Row("iso-2022-jp", [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], "日"),
    Row("euc-kr", [0xc7, 0xd1], "한"),
    Row("utf-16", [0x41, 0, 0xe9, 0], "Aé"),
    Row("utf-16be", [0, 0x41, 0xd8, 0x3c, 0xdf, 0x89], "A🎉"),
    Row("utf-32le", [0x41, 0, 0, 0], "A"),
    Row(nil, [0xef, 0xbb, 0xbf, 0x41], "A"),
    Row("iso-8859-1", [0xef, 0xbb, 0xbf, 0xc3, 0xa9], "é"),
    Row("utf-8", [0xff, 0xfe, 0x41, 0], "A"),
    Row("utf-8", [0xfe, 0xff, 0, 0x41], "A"),
    Row("utf-8", [0, 0, 0xfe, 0xff, 0, 0, 0, 0x41], "A"),
    Row("\"utf-16le\"", [0x41, 0], "A"),
    Row("utf8mb4", Array("né".utf8), "né"),
    Row("", Array("né".utf8), "né"),
    Row("utf-8", [], ""),
    Row("koi8-r", [], ""),
  ]

  @Test("text by its charset; a byte order mark comes first", arguments: rows)
  func text(_ row: Row) throws {
    let response = Response.answer(row.bytes, type: type(row.charset))
    let text = try response.mapString()
    #expect(Array(text.unicodeScalars) == Array(row.text.unicodeScalars))
    let outcome = Classifier.classify(.success(response), Pipeline(mapping: .string))
    let count = row.text.utf8.count
    let marks: [[UInt8]] = [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff], [0, 0, 0xfe, 0xff]]
    let isMarked = marks.contains { row.bytes.starts(with: $0) }
    let note = "\(count) bytes of text\(isMarked ? ", behind a byte order mark" : "")"
    #expect(outcome.steps[1].note == note, "counting makes the same text")
  }

  struct BadRow: CustomTestStringConvertible, Sendable {
    let charset: String?
    let bytes: [UInt8]
    let message: String
    var testDescription: String { message }

    init(_ charset: String?, _ bytes: [UInt8], _ message: String) {
      (self.charset, self.bytes, self.message) = (charset, bytes, message)
    }
  }

  static let bad = [
    BadRow(nil, [0x41, 0xff], "the body is not utf-8 text: byte 1 does not fit"),
    BadRow("us-ascii", [0x41, 0xe9], "the body is not utf-8 text: byte 1 does not fit"),
    BadRow(
      "utf-8", [0xef, 0xbb, 0xbf, 0x41, 0xc0], "the body is not utf-8 text: byte 4 does not fit"),
    BadRow("utf-8", [0x41, 0xe2, 0x82], "the body is not utf-8 text: byte 1 does not fit"),
    BadRow("gbk", [0x41, 0xff, 0xff], "the body is not gb18030 text: byte 1 does not fit"),
    BadRow("utf-16le", [0x41, 0, 0x42], "the body is not utf-16le text: byte 2 does not fit"),
    BadRow("utf-16be", [0xd8, 0, 0, 0x41], "the body is not utf-16be text: byte 0 does not fit"),
    BadRow("klingon", [0xff], "the charset 'klingon' is not known"),
    BadRow("utf-8//ignore", [0xff], "the charset 'utf-8//ignore' is not known"),
    BadRow("iso-2022-cn-ext", [0xff], "the charset 'iso-2022-cn-ext' is not known"),
    BadRow("iso-8859-12", [0xff], "the charset 'iso-8859-12' is not known"),
    BadRow("iso-8859-+2", [0xff], "the charset 'iso-8859-+2' is not known"),
    BadRow("\u{1b}[2J", [0xff], "the charset '\\x1B[2j' is not known"),
  ]

  @Test("what is no text says which byte or which charset", arguments: bad)
  func notText(_ row: BadRow) {
    let result = outcome { () throws(NetError) in
      try Response.answer(row.bytes, type: type(row.charset)).mapString()
    }
    #expect(result.label == "mapping(string)")
    #expect(result.thrown?.message == row.message)
  }

  @Test("a long text crosses the converter's buffer without a seam")
  func longText() throws {
    let bytes = [UInt8](repeating: 0xb2, count: 1) + [0xe9]
    let body = Array(repeatElement(bytes, count: 30_001).joined())
    let text = try Response.answer(body, type: "text/plain; charset=gbk").mapString()
    #expect(text == String(repeating: "查", count: 30_001))
    let bad = outcome { () throws(NetError) in
      try Response.answer(body + [0xff, 0xff], type: "text/plain; charset=gbk").mapString()
    }
    #expect(bad.thrown?.message == "the body is not gb18030 text: byte 60002 does not fit")
  }

  @Test("a charset says nothing to JSON, which is one of the Unicode encodings or none")
  func jsonCharset() throws {
    let latin = Response.answer([0x22, 0xe9, 0x22], type: "application/json; charset=iso-8859-1")
    #expect(outcome { () throws(NetError) in try latin.mapJSON() }.label == "mapping(json)")
    #expect(try latin.mapString() == "\"é\"")
  }

  private func type(_ charset: String?) -> String {
    charset.map { "text/plain; charset=\($0)" } ?? "text/plain"
  }
}
