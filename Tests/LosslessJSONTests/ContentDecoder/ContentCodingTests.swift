import NetEngine
import TestSupport
import Testing

@Suite struct ContentCodingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var values: [String]
    var codings: [ContentCoding]
    var testDescription: String { id }

    init(_ id: String, _ values: [String], _ codings: [ContentCoding]) {
      self.id = id
      self.values = values
      self.codings = codings
    }
  }

  @Test(arguments: [
    Row("no header", [], []),
    Row("every name", ["gzip, deflate, br, zstd"], [.gzip, .deflate, .brotli, .zstd]),
    Row("old name", ["x-gzip"], [.gzip]),
    Row("any case", ["GZip,BR"], [.gzip, .brotli]),
    Row("identity is nothing", ["identity, gzip, IDENTITY"], [.gzip]),
    Row("odd spacing", [" \tgzip\t ,br  ,\tzstd"], [.gzip, .brotli, .zstd]),
    Row("empty items", [",, gzip,, ,"], [.gzip]),
    Row("nothing at all", ["", " ", ","], []),
    Row("several headers are one list", ["gzip", "br, zstd"], [.gzip, .brotli, .zstd]),
    Row("unknown", ["gzip, AWS-chunked"], [.gzip, .unknown("aws-chunked")]),
    Row("a CR that came through", ["gzip\r"], [.gzip]),
    Row("not ASCII", ["gzi\u{FE}"], [.unknown("gzi\u{FE}")]),
    Row("only part of a name", ["gzip2"], [.unknown("gzip2")]),
  ])
  func headersAreLists(_ row: Row) {
    #expect(ContentCoding.parse(row.values) == row.codings)
  }

  @Test func whatWeAcceptIsWhatWeKnow() {
    let codings = ContentCoding.parse([ContentCoding.accepted])
    #expect(codings == [.gzip, .deflate, .brotli, .zstd])
    #expect(ContentCoding.parse(codings.map(\.name)) == codings)
  }
}
