import NetEngine
import TestSupport
import Testing

@Suite struct ContentDecoderPlainTests {
  static let codings: [ContentCoding] = [.gzip, .deflate, .brotli, .zstd]

  static let texts = [
    #"{"code":0,"msg":"ok"}"#, "[]", "{}", "ok", "null", "true", "-1.5e3", "Hello, world!", ";;",
    "<!DOCTYPE html><html><head><title>x</title></head></html>", "\u{FEFF}{\"a\":1}\r\n",
    "\n\n\t{\n  \"a\": [1, 2, 3]\n}\n", "id,name\n1,Ä\n2,日本\n", "ssss", "xxxxxxxx", "K", "\"text\"",
    "--boundary\r\nContent-Type: text/plain\r\n\r\nHK...\r\n", "!", "?", "data: 1\n\ndata: 2\n\n",
  ]

  @Test(arguments: codings, [1, 7, .max])
  func textUnderAnyNameIsShownAsItCame(_ coding: ContentCoding, _ chunk: Int) {
    for text in Self.texts where text.utf8.count > 1 {
      for count in [1, 50, 5000] {
        let bytes = Array(String(repeating: text, count: count).utf8)
        let decoding = Decoding(bytes, [coding], chunk: chunk)
        #expect(
          decoding == Decoding(plain: bytes, .claimedCodingIsPlain(coding)),
          "\(coding.name) \(count) × \(text)")
      }
    }
  }

  @Test func textThatIsCutInsideACharacterIsText() {
    let bytes = Array("{\"a\":\"日".utf8.dropLast())
    let decoding = Decoding(bytes, [.brotli])
    #expect(decoding == Decoding(plain: bytes, .claimedCodingIsPlain(.brotli)))
  }

  @Test(
    arguments: [
      ("two bytes", [0xC2, 0xA0], true), ("three bytes", [0xE0, 0xA0, 0x80], true),
      ("last before the surrogates", [0xED, 0x9F, 0xBF], true),
      ("after the surrogates", [0xEE, 0x80, 0x80], true),
      ("four bytes", [0xF0, 0x90, 0x80, 0x80], true), ("the last", [0xF4, 0x8F, 0xBF, 0xBF], true),
      ("white space", [0x09, 0x0A, 0x0D], true),
      ("lone continuation", [0x80], false), ("lead before a letter", [0xC3, 0x28], false),
      ("lead before a lead", [0xE2, 0x82, 0xC3], false),
      ("too long for a slash", [0xC0, 0xAF], false),
      ("too long, three", [0xE0, 0x80, 0x80], false), ("a surrogate", [0xED, 0xA0, 0x80], false),
      ("too long, four", [0xF0, 0x80, 0x80, 0x80], false),
      ("beyond the last", [0xF4, 0x90, 0x80, 0x80], false), ("no lead", [0xF5], false),
      ("a C1 control", [0xC2, 0x9B], false), ("escape", [0x1B], false), ("NUL", [0], false),
      ("DEL", [0x7F], false),
    ] as [(String, [UInt8], Bool)], [1, .max])
  func onlyPrintableUTF8IsTakenForText(_ row: (String, [UInt8], Bool), _ chunk: Int) {
    let bytes = Array("{\"".utf8) + row.1 + Array("\"}".utf8)
    let decoding = Decoding(bytes, [.brotli], chunk: chunk)
    #expect(decoding.warnings == (row.2 ? [.claimedCodingIsPlain(.brotli)] : []))
    #expect(decoding.problem?.kind == (row.2 ? nil : "corrupt"))
  }

  @Test func oldTextWithOneOtherByteIsStillPlain() {
    let latin = Array("{\"name\": \"Jos".utf8) + [0xE9] + Array(" Garc\", \"n\": 1}".utf8)
    let body = Array("{\"first\": true, ".utf8) + latin
    for coding in [ContentCoding.brotli, .deflate] {
      #expect(Decoding(body, [coding]) == Decoding(plain: body, .claimedCodingIsPlain(coding)))
    }
  }

  @Test(arguments: [ContentCoding.brotli, .deflate])
  func bytesThatAreNeitherTextNorCodingAreCorrupt(_ coding: ContentCoding) {
    let bytes = [0xFF, 0xFF] + [UInt8](repeating: 0xFE, count: 100)
    let problem = Decoding(bytes, [coding]).problem
    #expect(problem?.kind == "corrupt")
  }

  @Test(arguments: [ContentCoding.gzip, .zstd])
  func withoutItsMagicNumberNothingIsTakenForTheCoding(_ coding: ContentCoding) {
    for bytes in [
      [0xFF, 0xFF], [0x1F, 0x8C], [0x28, 0xB5, 0x2F, 0xFC], [0], [0x89, 0x50, 0x4E],
    ] {
      let bytes = bytes.map { UInt8($0) }
      let decoding = Decoding(bytes, [coding], chunk: 1)
      #expect(decoding == Decoding(plain: bytes, .claimedCodingIsPlain(coding)))
    }
  }

  @Test func aPictureUnderGzipIsShownAsItCame() {
    let bytes = [0x89, 0x50] + CodingSamples.longZstd + CodingSamples.longGzip
    #expect(Decoding(bytes, [.gzip]) == Decoding(plain: bytes, .claimedCodingIsPlain(.gzip)))
  }

  @Test func oneOfTwoLayersMayBePlain() {
    let outer = Decoding(CodingSamples.shortGzip, [.brotli, .gzip])
    #expect(outer == Decoding(plain: CodingSamples.short, .claimedCodingIsPlain(.brotli)))
    let inner = Decoding(CodingSamples.shortBrotli, [.brotli, .gzip])
    #expect(inner == Decoding(plain: CodingSamples.short, .claimedCodingIsPlain(.gzip)))
    let none = Decoding(CodingSamples.short, [.zstd, .gzip])
    #expect(none.output == Body(CodingSamples.short))
    #expect(none.warnings == [.claimedCodingIsPlain(.gzip), .claimedCodingIsPlain(.zstd)])
  }

  @Test func whatIsNotDecodedHasNoDecodedSize() {
    let limits = DecodeLimits(decoded: 1000, ratio: 0, ratioFloor: 1000)
    for codings in [[ContentCoding.gzip], [.brotli], [.zstd, .deflate]] {
      let decoding = Decoding(CodingSamples.long, codings, chunk: 5000, limits: limits)
      #expect(decoding.output == Body(CodingSamples.long))
      #expect(decoding.problem == nil)
    }
  }

  @Test func anUnknownCodingIsWhereDecodingEnds() {
    let outside = Decoding(CodingSamples.shortGzip, [.gzip, .unknown("compress")])
    #expect(outside == Decoding(plain: CodingSamples.shortGzip, .unknownCoding("compress")))
    let inside = Decoding(CodingSamples.shortGzip, [.unknown("aes"), .gzip])
    #expect(inside == Decoding(plain: CodingSamples.short, .unknownCoding("aes")))
  }
}
