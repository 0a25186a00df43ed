import NetEngine
import TestSupport
import Testing

/// Chunks as bytes in; the body, the trailers, the end or a problem out.
@Suite struct ChunkScannerTests {
  struct Outcome: Equatable {
    var body = ""
    var trailers: [String] = []
    var isComplete = false
    /// What came after the end.
    var rest = 0
    var problem: String?
    var hasBareLF = false
  }

  /// Feeds the bytes in pieces of one size.
  static func scan(_ text: String, pieces size: Int, limits: Limits = Limits()) -> Outcome {
    var scanner = ChunkScanner(limits: limits)
    var outcome = Outcome()
    var body: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      let yield = piece.withUnsafeBytes { scanner.take($0) }
      for range in yield.body { body += piece[range] }
      outcome.trailers += yield.trailers.map { String(decoding: $0, as: UTF8.self) }
      if let end = yield.end { outcome.rest += piece.count - end }
      if let problem = yield.problem {
        outcome.problem = problem.detail
        break
      }
    }
    outcome.body = String(decoding: body, as: UTF8.self)
    outcome.isComplete = scanner.isComplete
    outcome.hasBareLF = scanner.hasBareLF
    return outcome
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let input: String
    var body = "hello"
    var trailers: [String] = []
    var isComplete = true
    var rest = 0
    var problem: String?
    var hasBareLF = false

    var testDescription: String { id }

    init(
      _ id: String, _ input: String, body: String = "hello", trailers: [String] = [],
      isComplete: Bool = true, rest: Int = 0, problem: String? = nil, hasBareLF: Bool = false
    ) {
      (self.id, self.input, self.body, self.trailers) = (id, input, body, trailers)
      (self.isComplete, self.rest, self.hasBareLF) = (isComplete, rest, hasBareLF)
      self.problem = problem
    }
  }

  static let rows: [Row] = [
    Row("one chunk", "5\r\nhello\r\n0\r\n\r\n"),
    Row("two chunks", "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"),
    Row("none", "0\r\n\r\n", body: ""),
    Row("zeros in front", "0005\r\nhello\r\n0000\r\n\r\n"),
    Row("upper case", "A\r\n0123456789\r\n0\r\n\r\n", body: "0123456789"),
    Row("lower case", "a\r\n0123456789\r\n0\r\n\r\n", body: "0123456789"),
    Row("extension", "5;a=b;c=\"d;e\"\r\nhello\r\n0;x\r\n\r\n"),
    Row("an escaped quote", "5;a=\"\\\"\";b\r\nhello\r\n0\r\n\r\n"),
    Row(
      "NUL in an extension", "5;a=\0\r\nhello", body: "", isComplete: false,
      problem: "control character in a chunk's extension"),
    Row(
      "open quote", "5;a=\"b\r\nhello", body: "", isComplete: false, problem: "quote open"),
    Row(
      "open quote, LF alone", "5;a=\"b\nhello", body: "", isComplete: false,
      problem: "quote open"),
    Row(
      "a quote that an escape leaves open", "5;a=\"b\\\"\r\nhello", body: "", isComplete: false,
      problem: "quote open"),
    Row(
      "open quote of the last chunk", "5\r\nhello\r\n0;a=\"\r\n\r\n", isComplete: false,
      problem: "quote open"),
    Row("blanks behind the size", "5 \t\r\nhello\r\n0\r\n\r\n"),
    Row("blanks before an extension", "5 ;a\r\nhello\r\n0\r\n\r\n"),
    Row("line ends in the data", "7\r\n\r\nhe\r\n\n\r\n0\r\n\r\n", body: "\r\nhe\r\n\n"),
    Row("trailers", "5\r\nhello\r\n0\r\nA: 1\r\nB: 2\r\n\r\n", trailers: ["A: 1\r\n", "B: 2\r\n"]),
    Row("bytes after", "5\r\nhello\r\n0\r\n\r\nmore", rest: 4),
    Row("LF alone", "5\nhello\n0\n\n", hasBareLF: true),
    Row(
      "LF after the data alone", "5\r\nhello\n0\r\n\r\n", isComplete: false,
      problem: "does not end"),
    Row("CR LF after the data alone", "5\nhello\r\n0\n\n", hasBareLF: true),
    Row("cut in the size", "5\r\nhello\r\n1", isComplete: false),
    Row("cut in the data", "A\r\nhello", isComplete: false),
    Row("cut before the end", "5\r\nhello\r\n0\r\n", isComplete: false),
    Row("cut in the trailers", "5\r\nhello\r\n0\r\nX-Check", isComplete: false),
    Row("largest size", "7FFFFFFFFFFFFFFF\r\nhello", isComplete: false),
    Row("garbage", "zz\r\n", body: "", isComplete: false, problem: "has 'z' in it"),
    Row("negative", "-5\r\nhello", body: "", isComplete: false, problem: "has '-' in it"),
    Row("signed", "+5\r\nhello", body: "", isComplete: false, problem: "has '+' in it"),
    Row("0x", "0x5\r\nhello", body: "", isComplete: false, problem: "has 'x' in it"),
    Row("no size", "\r\nhello", body: "", isComplete: false, problem: "has '\\x0D' in it"),
    Row("blank before", " 5\r\nhello", body: "", isComplete: false, problem: "has ' ' in it"),
    Row("two sizes", "5 5\r\nhello", body: "", isComplete: false, problem: "has '5' in it"),
    Row("only an extension", ";a\r\n", body: "", isComplete: false, problem: "has ';' in it"),
    Row(
      "beyond 63 bits", "8000000000000000\r\n", body: "", isComplete: false,
      problem: "larger than any body"),
    Row(
      "17 digits", "00000000000000005\r\n", body: "", isComplete: false,
      problem: "larger than any body"),
    Row("CR in the size", "5\rhello", body: "", isComplete: false, problem: "carriage return"),
    Row(
      "CR in an extension", "5;a\rb\r\n", body: "", isComplete: false, problem: "carriage return"),
    Row(
      "too little data", "6\r\nhello\r\n0\r\n", body: "hello\r", isComplete: false,
      problem: "does not end"),
    Row("too much data", "3\r\nhello\r\n", body: "hel", isComplete: false, problem: "does not end"),
    Row("no line end", "5\r\nhello0\r\n", isComplete: false, problem: "does not end"),
    Row("CR alone after data", "5\r\nhello\r0\r\n", isComplete: false, problem: "does not end"),
  ]

  @Test("Chunks read the same whole and in pieces of any size", arguments: rows)
  func chunks(row: Row) {
    for size in [1, 2, 3, 7, 1_000] {
      let outcome = Self.scan(row.input, pieces: size)
      #expect(outcome.body == row.body, "pieces of \(size)")
      #expect(outcome.trailers == row.trailers)
      #expect(outcome.isComplete == row.isComplete)
      #expect(outcome.rest == row.rest)
      #expect(outcome.hasBareLF == row.hasBareLF)
      #expect((outcome.problem == nil) == (row.problem == nil))
      if let words = row.problem { #expect(outcome.problem?.contains(words) == true) }
    }
  }

  @Test func aCopyIsTheWayBack() {
    let scanner = ChunkScanner(limits: Limits())
    let bytes = Array("5\r\nhello\r\n0\r\n\r\n".utf8)
    var first = scanner
    var second = scanner
    #expect(bytes.withUnsafeBytes { first.take($0) }.body == [3..<8])
    #expect(bytes.withUnsafeBytes { second.take($0) }.body == [3..<8])
    #expect(second.isComplete)
  }

  @Test func framesAreBoundedEvenWhenTheBodyIsSmall() {
    var limits = Limits()
    limits.headerLine = 100
    limits.wireBody = 1_000
    func exceeded(_ text: String) -> LimitExceeded.Limit? {
      var scanner = ChunkScanner(limits: limits)
      let yield = Array(text.utf8).withUnsafeBytes { scanner.take($0) }
      if case .limit(let exceeded) = yield.problem?.kind { return exceeded.limit }
      return nil
    }
    #expect(exceeded("5;" + String(repeating: "x", count: 100)) == .headerLine)
    #expect(exceeded("0\r\nX: " + String(repeating: "x", count: 100)) == .headerLine)
    #expect(
      exceeded(String(repeating: "1;\(String(repeating: "x", count: 90))\r\n.\r\n", count: 20))
        == .wireBody)
    #expect(exceeded("5;x\r\nhello\r\n0\r\n\r\n") == nil)
  }
}
