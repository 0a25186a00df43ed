import NetEngine
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
    ]
    for bytes in places where !(bytes.count < 4 && bytes.contains(0)) {
      let expected = JSONReference.compact(bytes) != nil
      #expect((JSONDocument(bytes).error == nil) == expected, "\(bytes)")
    }
  }
}
