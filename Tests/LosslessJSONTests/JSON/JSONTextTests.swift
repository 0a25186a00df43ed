import NetEngine
import TestSupport
import Testing

@Suite("JSON text")
struct JSONTextTests {
  @Test(
    "escapes are read as what they stand for",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u65e5""#, "Aé日"),
      (#""\ud83c\udf89""#, "🎉"),
      (#""x\ud83c\udf89y""#, "x🎉y"), (#""\u0000""#, "\0"), (#""\udbff\udfff""#, "\u{10ffff}"),
      (#""\uFFFF""#, "\u{ffff}"),
      (#""no escapes é""#, "no escapes é"), (#""\\u0041""#, #"\u0041"#), (#""""#, ""),
      (#""\u00E9\u00e9""#, "éé"),
    ])
  func escapes(_ text: String, _ meaning: String) throws {
    let string = try #require(try JSON(parsing: text).string)
    #expect(Array(string.utf8) == Array(meaning.utf8))
  }

  @Test(
    "half a surrogate pair is kept in the text, shown as U+FFFD, and told",
    arguments: [
      (#""\ud800""#, "\u{fffd}"), (#""\udc00""#, "\u{fffd}"), (#""a\ud800b""#, "a\u{fffd}b"),
      (#""\udc00\ud800""#, "\u{fffd}\u{fffd}"),
      (#""\ud83c\ud83c\udf89""#, "\u{fffd}🎉"), (#""\ud800\n""#, "\u{fffd}\n"),
      (#""\ud800\u0041""#, "\u{fffd}A"), (#""\ud800x""#, "\u{fffd}x"),
    ])
  func loneSurrogates(_ text: String, _ shown: String) throws {
    let json = try JSON(parsing: text)
    #expect(json.string == shown && json.rawText == text)
    #expect(json.document.hasLoneSurrogate(try #require(json.node)))
    #expect(JSONPrinter.compact.text(json) == text)
  }

  @Test("whole pairs and other escapes are no lone surrogates")
  func pairsAreWhole() throws {
    let json = try JSON(parsing: #"["\ud83c\udf89","\ue000","\\ud800",1,"plain"]"#)
    #expect(json.map(\.1).compactMap(\.node).allSatisfy { !json.document.hasLoneSurrogate($0) })
    let key = try JSON(parsing: #"{"\udc00":1}"#)
    #expect(key.map(\.1).compactMap(\.node).allSatisfy { key.document.hasLoneSurrogate($0) })
  }

  @Test("keys that differ only in half a pair stay apart")
  func loneSurrogateKeys() throws {
    let json = try JSON(parsing: #"{"\ud800":1,"\ud801":2}"#)
    let node = try #require(json.node)
    #expect(json.count == 2 && json.document.duplicateKeys(in: node).isEmpty)
  }

  @Test(
    "keys are found however they are escaped, and by whole keys only",
    arguments: [
      (#"{"caf\u00e9":1}"#, "café", true), (#"{"café":1}"#, "café", true),
      (#"{"a\/b":1}"#, "a/b", true),
      (#"{"a\"b":1}"#, "a\"b", true), (#"{"a\\b":1}"#, "a\\b", true),
      (#"{"\ud83c\udf89":1}"#, "🎉", true), (#"{"":1}"#, "", true),
      (#"{"abc":1}"#, "ab", false), (#"{"ab":1}"#, "abc", false), (#"{"a":"b"}"#, "a\":", false),
      (#"{"a":"b"}"#, "a\":\"b", false),
      (#"{"a\\":1}"#, "a", false), (#"{"a\u0062":1}"#, "a", false), (#"{"a\u0062":1}"#, "ab", true),
      (#"{"\\u0061":1}"#, "a", false),
      (#"{"a\n":1}"#, "a\\n", false), (#"{"a\n":1}"#, "a\n", true), (#"{"x":{"y":1}}"#, "y", false),
    ])
  func keyLookup(_ text: String, _ key: String, _ isFound: Bool) throws {
    #expect(try JSON(parsing: text)[key].exists == isFound)
  }

  @Test("duplicate keys are found on look-up, where the last wins, and on demand, in their order")
  func duplicates() throws {
    let json = try JSON(parsing: #"{"b":1,"a":2,"b":3,"\u0061":4,"c":5,"b":6}"#)
    let document = json.document
    let duplicates = document.duplicateKeys(in: try #require(json.node))
    #expect(duplicates.map(\.key) == ["b", "a"])
    #expect(duplicates[0].members.map { document.rawText(of: $0) } == ["1", "3", "6"])
    #expect(duplicates[1].members.map { document.rawText(of: $0) } == ["2", "4"])
    #expect(json["b"].int == 6 && json["a"].int == 4 && json.count == 6)
    #expect(JSONPrinter.compact.text(json) == #"{"b":1,"a":2,"b":3,"\u0061":4,"c":5,"b":6}"#)
    #expect(document.duplicateKeys(in: try #require(json["c"].node)).isEmpty)
  }

  @Test("a large object's duplicates are found in one pass")
  func manyDuplicates() throws {
    let text = "{" + (0..<10_000).map { #""k\#($0 % 5_000)":\#($0)"# }.joined(separator: ",") + "}"
    let document = JSONDocument(Array(text.utf8))
    let duplicates = document.duplicateKeys(in: try #require(document.root))
    #expect(duplicates.count == 5_000 && duplicates.allSatisfy { $0.members.count == 2 })
    #expect(duplicates.first?.key == "k0" && duplicates.last?.key == "k4999")
  }

  @Test(
    "every encoding reads the same, and places are told in the bytes as sent",
    arguments: [
      JSONEncoding.utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian,
    ])
  func encodings(_ encoding: JSONEncoding) throws {
    let text = #"{"é日🎉":["x🎉",1.50],"a":true}"#
    for mark in [true, false] {
      let bytes = encoded(text, encoding, mark: mark)
      let document = JSONDocument(bytes)
      #expect(document.encoding == encoding && document.isComplete)
      #expect(JSONPrinter.compact.text(document.json) == text)
      let node = try #require(document.json["é日🎉"][1].node)
      #expect(
        Array(bytes[document.sourceRange(of: node)]) == encoded("1.50", encoding, mark: false))
      let member = try #require(document.json["a"].node)
      let key = try #require(document.keyRange(of: member))
      #expect(Array(bytes[document.sourceRange(key)]) == encoded(#""a""#, encoding, mark: false))
    }
  }

  @Test(
    "an error in another encoding has its line, its column and its byte as sent",
    arguments: [
      JSONEncoding.utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian,
    ])
  func encodingErrors(_ encoding: JSONEncoding) throws {
    for mark in [true, false] {
      let good = "[\"🎉\",\n  \"é\" "
      let error = try #require(JSONDocument(encoded(good + "?]", encoding, mark: mark)).error)
      #expect(error.byteOffset == encoded(good, encoding, mark: mark).count)
      #expect(error.line == 2 && error.column == 7 && error.found == .character("?"))
    }
  }

  @Test("text that is none in its encoding is named as that")
  func brokenUTF16() throws {
    let bytes =
      GrammarRow.utf16(#"["a"#, isBig: true, mark: true) + [0xd8, 0x00, 0x00, 0x22, 0x00, 0x5d]
    let error = try #require(JSONDocument(bytes).error)
    #expect(
      error.reason == .invalidText && error.expected == .text(.utf16BigEndian)
        && error.byteOffset == 8)
  }

  @Test("a byte order mark belongs to no value and no line")
  func mark() throws {
    let bytes = [0xef, 0xbb, 0xbf] + Array("[1,\n?]".utf8)
    let error = try #require(JSONDocument(bytes).error)
    #expect(error.byteOffset == 7 && error.line == 2 && error.column == 1)
    let first = try #require(JSONDocument([0xef, 0xbb, 0xbf, 0x3f]).error)
    #expect(first.byteOffset == 3 && first.column == 1)
    let document = JSONDocument([0xef, 0xbb, 0xbf] + Array(" [1]".utf8))
    #expect(document.range(of: try #require(document.root)) == 4..<7)
  }

  private func encoded(_ text: String, _ encoding: JSONEncoding, mark: Bool) -> [UInt8] {
    switch encoding {
    case .utf8: Array(text.utf8)
    case .utf16BigEndian: GrammarRow.utf16(text, isBig: true, mark: mark)
    case .utf16LittleEndian: GrammarRow.utf16(text, isBig: false, mark: mark)
    case .utf32BigEndian: GrammarRow.utf32(text, isBig: true, mark: mark)
    case .utf32LittleEndian: GrammarRow.utf32(text, isBig: false, mark: mark)
    }
  }
}

@Suite("UTF-8 validation")
struct UTF8ValidationTests {
  @Test("bytes are valid exactly where the standard library says so", arguments: 0..<16)
  func agreesWithTheStandardLibrary(_ block: Int) {
    var dice = JSONDice(seed: UInt64(9_000 + block))
    for _ in 0..<300 {
      var bytes = Array(
        String((0..<dice.roll(12)).map { _ in dice.pick(Array("abé日🎉߿ࠀ퟿￿𐀀")) }).utf8)
      for _ in 0..<dice.roll(3) where !bytes.isEmpty {
        bytes[dice.roll(bytes.count)] = UInt8(dice.roll(256))
      }
      let isValid = bytes.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return true }
        return UTF8Validation.firstInvalid(start, start + buffer.count) == start + buffer.count
      }
      #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }

  @Test(
    "every pair of bytes after every lead is judged as by the standard library",
    arguments: 0xc0...0xff)
  func everyLead(_ lead: Int) {
    for second in stride(from: 0x70, through: 0xd0, by: 1) {
      for tail in [[], [0x80], [0x80, 0x80], [0xbf, 0xbf], [0x80, 0x41]] as [[UInt8]] {
        let bytes = [UInt8(lead), UInt8(second)] + tail + Array("12345678".utf8)
        let isValid = bytes.withUnsafeBufferPointer { buffer in
          guard let start = buffer.baseAddress else { return true }
          return UTF8Validation.firstInvalid(start, start + buffer.count) == start + buffer.count
        }
        #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
      }
    }
  }

  @Test(
    "an escape is undone wherever in a text it stands",
    arguments: [
      (#"\""#, "\""), (#"\n"#, "\n"), (#"\/"#, "/"), (#"\\"#, "\\"), (#"\u0041"#, "A"),
      (#"\u00E9"#, "é"), (#"\u4e0A"#, "上"), (#"\ud83d\ude00"#, "😀"), (#"\ud83d"#, "\u{FFFD}"),
      (#"\ude00"#, "\u{FFFD}"), (#"\ud83d\u0041"#, "\u{FFFD}A"),
    ])
  func escapes(escape: String, meaning: String) throws {
    for before in 0..<18 {
      for behind in 0..<18 {
        let (front, back) = (
          String(repeating: "x", count: before), String(repeating: "é", count: behind)
        )
        for again in [1, 2, 9] {
          let text = String(repeating: front + escape + back, count: again)
          let json = try JSON(parsing: Array("\"\(text)\"".utf8))
          #expect(json.stringValue == String(repeating: front + meaning + back, count: again))
        }
      }
    }
  }

  @Test(
    "a large text is the same body, wherever its windows end",
    arguments: [
      #"\ud83d\ude00"#, #"\ud83d"#, #"\\"#, #"\", "#, #"\u0041{: }"#, "é", "plain", #"\n"#,
    ])
  func largeBody(unit: String) throws {
    for front in 0..<13 {
      let text = String(repeating: "x", count: front) + String(repeating: unit, count: 220_000)
      let json = try JSON(parsing: Array("\"\(text)\"".utf8))
      let (body, string) = (try #require(json.stringBody), try #require(json.string))
      let isSame = Array(string.utf8) == body.bytes
      #expect(isSame, "\(front)")
    }
    #expect(try JSON(parsing: Array("1".utf8)).stringBody == nil)
  }
}
