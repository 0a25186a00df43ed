import NetEngine
import TestSupport
import Testing

@Suite("JSON grammar")
struct JSONGrammarTests {
  @Test("the table has at least 300 documents, each with its own id")
  func tableIsComplete() {
    #expect(GrammarRow.all.count >= 300)
    #expect(Set(GrammarRow.all.map(\.id)).count == GrammarRow.all.count)
  }

  @Test(
    "every document of the table is accepted or rejected as RFC 8259 or our pin says",
    arguments: GrammarRow.all)
  func verdict(_ row: GrammarRow) {
    let document = JSONDocument(row.bytes)
    #expect(
      (document.error == nil) == row.verdict.isAccepted,
      "\(document.error?.description ?? "accepted")")
    #expect(document.isComplete == row.verdict.isAccepted)
  }

  @Test("a rejected document names a place inside it or at its end", arguments: GrammarRow.all)
  func placeIsInside(_ row: GrammarRow) throws {
    guard !row.verdict.isAccepted else { return }
    let error = try #require(JSONDocument(row.bytes).error)
    #expect((0...row.bytes.count).contains(error.byteOffset))
    #expect(error.line >= 1 && error.column >= 1)
    #expect(!error.description.utf8.contains { $0 < 0x20 || $0 == 0x7f })
  }

  @Test(
    "the table and the plain reference reader agree on UTF-8 documents", arguments: GrammarRow.all)
  func referenceAgrees(_ row: GrammarRow) {
    let isOurs = row.id.hasPrefix("encoding") || row.id.hasPrefix("pinned-depth")
    guard !isOurs else { return }
    #expect((JSONReference.compact(row.bytes) != nil) == row.verdict.isAccepted)
  }

  @Test(
    "white space decides nothing: the table prints compactly as the reference does",
    arguments: GrammarRow.all)
  func printsLikeReference(_ row: GrammarRow) {
    guard row.verdict.isAccepted, let compact = JSONReference.compact(row.bytes) else { return }
    #expect(JSONPrinter.compact.bytes(JSONDocument(row.bytes).json) == compact)
  }

  @Test(
    "far from the end, where the fast half reads, the verdict and the place are the same",
    arguments: GrammarRow.all)
  func farFromTheEnd(_ row: GrammarRow) throws {
    let near = JSONDocument(row.bytes)
    guard near.encoding == .utf8, !row.id.hasPrefix("encoding") else { return }
    let far = JSONDocument(row.bytes + Array(repeating: 0x20, count: 200))
    #expect((far.error == nil) == row.verdict.isAccepted)
    // What was cut off in the middle of a token now goes on with a space.
    guard let error = near.error, error.byteOffset < row.bytes.count else { return }
    #expect(far.error == error)
  }

  @Test("inside a larger document the verdict is the reference's", arguments: GrammarRow.all)
  func insideALargerDocument(_ row: GrammarRow) {
    guard row.bytes.count < 400 else { return }
    let tail = #"}],"after":"# + String(repeating: " ", count: 90) + "null}"
    let bytes = Array(#"{"before":[1,{"a":"#.utf8) + row.bytes + Array(tail.utf8)
    let document = JSONDocument(bytes)
    let reference = JSONReference.compact(bytes)
    #expect((document.error == nil) == (reference != nil))
    if let reference { #expect(JSONPrinter.compact.bytes(document.json) == reference) }
  }

  @Test(
    "every byte is judged alone, in an array, in a string and after a backslash", arguments: 0...255
  )
  func everyByte(_ value: Int) {
    let byte = UInt8(value)
    let places: [[UInt8]] = [
      [byte], [0x5b, byte, 0x5d], [0x5b, 0x22, byte, 0x22, 0x5d],
      [0x5b, 0x22, 0x5c, byte, 0x22, 0x5d],
      [0x5b, 0x31, byte, 0x5d],
      Array("[1,2,3,4,5,6,7,8,9,".utf8) + [byte] + Array("1,2,3,4,5,6,7,8,9]".utf8),
      Array(#"["0123456789"#.utf8) + [byte] + Array(#"0123456789"]"#.utf8),
      Array(#"["\u12"#.utf8) + [byte] + Array(#"4"]"#.utf8),
      Array(#"[1,{"#.utf8) + [byte] + Array(#""a":1}]"#.utf8),
      Array(#"[1,{"a""#.utf8) + [byte] + Array(#":1}]"#.utf8),
      Array(#"[1,{"a":"#.utf8) + [byte] + Array(#"1}]"#.utf8),
      Array(#"[1,{"a":1"#.utf8) + [byte] + Array(#","b":1}]"#.utf8),
      Array(#"[1,{"a":1,"#.utf8) + [byte] + Array(#""b":1}]"#.utf8),
      Array(#"[1,{"a":1}"#.utf8) + [byte] + Array(#",tru"#.utf8) + [byte] + Array(#"]"#.utf8),
    ]
    for bytes in places where !(bytes.count < 4 && bytes.contains(0)) {
      let expected = JSONReference.compact(bytes) != nil
      #expect((JSONDocument(bytes).error == nil) == expected, "\(bytes)")
      let far = JSONDocument(bytes + Array(repeating: 0x20, count: 100))
      #expect((far.error == nil) == expected, "\(bytes) far from the end")
    }
  }
}
