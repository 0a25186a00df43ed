import NetEngine
import TestSupport
import Testing

/// What two readings of the same bytes must have in common.
private struct Reading: Equatable, CustomTestStringConvertible {
  let error: JSONError?
  let text: [UInt8]
  let parsedBytes: Int
  let tapeBytes: Int
  let encoding: JSONEncoding

  var testDescription: String {
    let end = String(decoding: text.suffix(40), as: UTF8.self)
    return "\(error?.description ?? "fine"), \(parsedBytes) read, \(tapeBytes) of tape, …\(end)"
  }

  init(_ document: JSONDocument) {
    error = document.error
    text = JSONPrinter.compact.bytes(document.json)
    parsedBytes = document.parsedBytes
    tapeBytes = document.tapeBytes
    encoding = document.encoding
  }
}

@Suite("JSON in pieces")
struct JSONChunkTests {
  @Test("a document split at any byte reads as in one piece", arguments: GrammarRow.all)
  func everySplit(_ row: GrammarRow) {
    let whole = Reading(JSONDocument(row.bytes))
    let step = max(1, row.bytes.count / 64)
    for cut in stride(from: 0, through: row.bytes.count, by: step) {
      #expect(Reading(JSONFeeding.document(row.bytes, cuts: [cut])) == whole, "cut at \(cut)")
    }
  }

  @Test("a document fed byte by byte reads as in one piece", arguments: GrammarRow.all)
  func byteByByte(_ row: GrammarRow) {
    guard row.bytes.count <= 300 else { return }
    let cuts = Array(0...row.bytes.count)
    #expect(
      Reading(JSONFeeding.document(row.bytes, cuts: cuts)) == Reading(JSONDocument(row.bytes)))
  }

  @Test(
    "the two halves of the parser agree: byte by byte only the careful one reads",
    arguments: GrammarRow.all)
  func halvesAgree(_ row: GrammarRow) {
    guard row.bytes.count <= 300 else { return }
    let bytes = row.bytes + Array(repeating: 0x20, count: 100)
    let cuts = Array(0...bytes.count)
    #expect(Reading(JSONFeeding.document(bytes, cuts: cuts)) == Reading(JSONDocument(bytes)))
  }

  @Test("larger documents split at random places read as in one piece", arguments: 0..<40)
  func randomSplits(_ seed: Int) {
    var dice = JSONDice(seed: UInt64(seed))
    let parts = (0..<60).map { _ in dice.document(budget: 40) }
    var bytes = Array("[".utf8) + Array(parts.joined(separator: [0x2c])) + Array("]".utf8)
    if seed % 4 == 3 { bytes = dice.mutated(bytes) }
    let whole = Reading(JSONDocument(bytes))
    for _ in 0..<12 {
      let cuts = (0..<1 + dice.roll(20)).map { _ in dice.roll(bytes.count + 1) }.sorted()
      #expect(Reading(JSONFeeding.document(bytes, cuts: cuts)) == whole, "\(cuts)")
    }
  }

  @Test("a long string, a long number, long white space and a long key go on where they stopped")
  func longTokens() {
    let long = 200_000
    let tokens: [(String, String)] = [
      ("\"" + String(repeating: "x", count: long) + "\"", "string"),
      ("\"" + String(repeating: "日", count: long / 3) + "\"", "unicode"),
      ("\"" + String(repeating: #"\u00e9"#, count: long / 6) + "\"", "escapes"),
      ("1" + String(repeating: "0", count: long), "number"),
      ("0." + String(repeating: "1", count: long), "fraction"),
      (String(repeating: " ", count: long) + "1", "space"),
      (
        "{\"" + String(repeating: "k", count: long) + "\"" + String(repeating: "\n", count: long)
          + ":1}", "key"
      ),
    ]
    for (token, name) in tokens {
      let bytes = Array("[\(token),true]".utf8)
      let cuts = Array(stride(from: 0, to: bytes.count, by: 4_099))
      let document = JSONFeeding.document(bytes, cuts: cuts)
      #expect(Reading(document) == Reading(JSONDocument(bytes)), "\(name)")
      #expect(document.json[1].bool == true, "\(name)")
    }
  }

  @Test("a tape that outgrows the heap reads the same, and keeps its limit")
  func largeTape() throws {
    let bytes = Array(("[" + String(repeating: "1,", count: 300_000) + "1]").utf8)
    let whole = JSONDocument(bytes)
    let fed = JSONFeeding.document(bytes, cuts: Array(stride(from: 0, to: bytes.count, by: 65_536)))
    #expect(whole.isComplete && fed.isComplete && fed.tapeBytes == whole.tapeBytes)
    #expect(whole.json.count == 300_001 && fed.json[300_000].int == 1)
    let limits = JSONLimits(tapeBytes: 2_200_000)
    let limited = JSONDocument(bytes, limits: limits)
    #expect(limited.error?.limit == .tapeBytes && limited.tapeBytes <= 2_200_000)
    #expect(limited.json.count > 270_000 && limited.json[270_000].int == 1)
    let fedLimited = JSONFeeding.document(bytes, cuts: [100, 200_000], limits: limits)
    #expect(fedLimited.error == limited.error && fedLimited.tapeBytes == limited.tapeBytes)
  }

  @Test("nothing is read after an error or after the end")
  func feedsAfterTheEndAreIgnored() {
    let bytes = Array("[1,]  [2]".utf8)
    var parser = JSONParser()
    bytes.withUnsafeBytes { buffer in
      parser.feed(UnsafeRawBufferPointer(rebasing: buffer[..<4]), isFinal: false)
      #expect(parser.error?.byteOffset == 3)
      let error = parser.error
      parser.feed(buffer, isFinal: true)
      #expect(parser.error == error)
    }
  }

  @Test("a snapshot during the parse shows what is there, and stays as it is")
  func snapshots() throws {
    let bytes = Array(#"{"a":[1,2,{"b":"cd"}],"e":"#.utf8)
    let owner = JSONTestBytes(bytes + Array(#""f"}"#.utf8))
    var parser = JSONParser()
    parser.feed(UnsafeRawBufferPointer(start: owner.base, count: 17), isFinal: false)
    let early = parser.snapshot(owner: owner)
    #expect(!parser.isComplete && parser.parsedBytes == 15 && parser.error == nil)
    parser.feed(UnsafeRawBufferPointer(start: owner.base, count: bytes.count), isFinal: false)
    let later = parser.snapshot(owner: owner)
    let first = parser.snapshot(owner: owner, maxEntries: 3)
    let whole = parser.finish(owner: owner)

    #expect(JSONPrinter.compact.text(early.json) == #"{"a":[1,2,{}]}"#)
    #expect(!early.isComplete && early.error == nil)
    #expect(early.isOpen(try #require(early.root)))
    #expect(early.json["a"].count == 3)
    #expect(JSONPrinter.compact.text(later.json) == #"{"a":[1,2,{"b":"cd"}]}"#)
    #expect(later.isOpen(try #require(later.root)))
    #expect(!later.isOpen(try #require(later.json["a"].node)))
    #expect(JSONPrinter.compact.text(first.json) == #"{"a":[1]}"#)
    #expect(first.isOpen(try #require(first.json["a"].node)))
    #expect(whole.isComplete && whole.json["e"].string == "f")
  }

  @Test("a snapshot of UTF-16 text keeps its own copy of what was converted")
  func snapshotOfUTF16() {
    let bytes = GrammarRow.utf16(#"["é日🎉", "second", 3]"#, isBig: false, mark: true)
    let owner = JSONTestBytes(bytes)
    var parser = JSONParser()
    parser.feed(UnsafeRawBufferPointer(start: owner.base, count: 20), isFinal: false)
    let early = parser.snapshot(owner: owner)
    let whole = parser.finish(owner: owner)
    #expect(early.json[0].string == "é日🎉")
    #expect(whole.json[1].string == "second")
  }
}
