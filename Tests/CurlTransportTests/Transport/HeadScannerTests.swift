import NetEngine
import TestSupport
import Testing

/// Heads as bytes in; fields, warnings and problems out.
@Suite struct HeadScannerTests {
  /// One head and what is to come of it.
  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let head: [UInt8]
    var method = HTTPMethod.get
    var status = 200
    var framing = HeadScanner.Framing.untilClose
    var warnings: [Warning.Kind] = []
    /// A part of the problem's text, when there is to be one.
    var problem: String?

    var testDescription: String { id }

    init(
      _ id: String, _ head: String, method: HTTPMethod = .get, status: Int = 200,
      _ framing: HeadScanner.Framing = .untilClose, warnings: [Warning.Kind] = [],
      problem: String? = nil
    ) {
      self.id = id
      self.head = Array(head.utf8)
      self.method = method
      self.status = status
      self.framing = framing
      self.warnings = warnings
      self.problem = problem
    }

    static func field(
      _ id: String, _ line: String, _ framing: HeadScanner.Framing = .untilClose,
      warnings: [Warning.Kind] = [], problem: String? = nil
    ) -> Row {
      Row(id, "HTTP/1.1 200 OK\r\n\(line)\r\n\r\n", framing, warnings: warnings, problem: problem)
    }

    static func status(
      _ id: String, _ line: String, _ status: Int = 200, warnings: [Warning.Kind] = [],
      problem: String? = nil
    ) -> Row {
      Row(id, "\(line)\r\n\r\n", status: status, warnings: warnings, problem: problem)
    }
  }

  /// Feeds whole lines until one is a problem.
  static func scan(
    _ bytes: [UInt8], method: HTTPMethod = .get, limits: Limits = Limits()
  ) -> (HeadScanner, HeadScanner.Problem?) {
    var scanner = HeadScanner(limits: limits, method: method)
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0a) {
      let line = Array(rest[...end])
      rest = rest[(end + 1)...]
      if let problem = line.withUnsafeBytes({ scanner.take($0) }) { return (scanner, problem) }
    }
    return (scanner, nil)
  }

  static func check(_ row: Row) {
    let (scanner, problem) = scan(row.head, method: row.method)
    if let words = row.problem {
      #expect(problem?.kind == .protocol)
      #expect(problem?.detail.contains(words) == true, "\(problem?.detail ?? "no problem")")
      return
    }
    #expect(problem == nil)
    #expect(scanner.isComplete)
    #expect(scanner.statusCode == row.status)
    #expect(scanner.framing == row.framing)
    #expect(scanner.warnings.map(\.kind) == row.warnings)
    #expect(scanner.raw == row.head)
  }

  static let statusLines: [Row] = [
    .status("plain", "HTTP/1.1 200 OK"),
    .status("old", "HTTP/1.0 404 Not Found", 404),
    .status("no reason", "HTTP/1.1 201 ", 201),
    .status("nothing after the code", "HTTP/1.1 200"),
    .status("an odd code", "HTTP/1.1 999 Denied", 999, warnings: [.oddStatus]),
    .status("a code nobody defined", "HTTP/1.1 599 x", 599),
    .status("two blanks", "HTTP/1.1  200 OK", warnings: [.oddStatusLine]),
    .status("glued", "HTTP/1.1 200OK", warnings: [.oddStatusLine]),
    .status("a future minor version", "HTTP/1.7 200 OK", warnings: [.oddVersion]),
    .status("HTTP/2 without frames", "HTTP/2 200", warnings: [.oddVersion]),
    .status("escape in the reason", "HTTP/1.1 200 \u{1b}[2J", warnings: [.controlInReason]),
    .status("not HTTP", "ICY 200 OK", problem: "does not begin with HTTP/"),
    .status("lower case", "http/1.1 200 OK", problem: "does not begin with HTTP/"),
    .status("no version", "HTTP 200 OK", problem: "does not begin with HTTP/"),
    .status("no code", "HTTP/1.1", problem: "no status code"),
    .status("a word for a code", "HTTP/1.1 OK", problem: "no status code"),
    .status("two digits", "HTTP/1.1 99 x", problem: "no status code"),
    .status("zeros", "HTTP/1.1 000 x", problem: "no status code"),
    .status("negative", "HTTP/1.1 -12 x", problem: "no status code"),
    .status("signed", "HTTP/1.1 +20 x", problem: "no status code"),
    .status("letter in the code", "HTTP/1.1 20x x", problem: "no status code"),
    .status("four digits", "HTTP/1.1 2000 x", problem: "more than three digits"),
    .status("a tab", "HTTP/1.1\t200 OK", problem: "no status code"),
    .status("an empty line first", "\r\nHTTP/1.1 200 OK", problem: "does not begin with HTTP/"),
    .status("a lone CR", "HTTP/1.1 200 O\rK", problem: "carriage return inside"),
    .status("NUL", "HTTP/1.1 200 O\0K", problem: "NUL inside"),
  ]

  @Test(arguments: statusLines)
  func aStatusLineIsReadStrictly(row: Row) { Self.check(row) }

  static let fieldLines: [Row] = [
    .field("ordinary", "Content-Type: text/plain"),
    .field("no value", "X-Nothing:"),
    .field("UTF-8", "X-City: São Paulo 🎉"),
    .field("a tab inside", "X-Tab: a\tb"),
    .field("no colon", "this is no field", problem: "no colon"),
    .field("no name", ": value", warnings: [.emptyHeaderName]),
    .field("blank before the colon", "X-A : b", warnings: [.spaceBeforeColon]),
    .field("tab before the colon", "X-A\t: b", warnings: [.spaceBeforeColon]),
    .field("blank inside the name", "X A: b", warnings: [.oddHeaderName]),
    .field("name beyond ASCII", "X-Größe: 3", warnings: [.oddHeaderName]),
    .field("folded", "X-A: one\r\n two\r\n\tthree", warnings: [.foldedHeader]),
    .field("folded first line", " X-A: b", problem: "continues nothing"),
    .field("folded length", "Content-Length:\r\n 5", problem: "not a number"),
    .field("folded coding", "Transfer-Encoding:\r\n chunked", problem: "goes on in the next line"),
    .field("bell", "X-A: a\u{7}b", warnings: [.controlInHeader]),
    .field(
      "escape in a fold", "X-A: a\r\n \u{1b}[2J", warnings: [.foldedHeader, .controlInHeader]),
    .field("lone CR", "X-A: one\rX-B: two", problem: "carriage return inside"),
    .field("CR before CR LF", "X-A: one\r", problem: "carriage return inside"),
    .field("NUL in a value", "X-A: a\0b", problem: "NUL inside"),
    .field("NUL in a name", "X\0A: b", problem: "NUL inside"),
    .field("bare LF", "X-A: one\nX-B: two", warnings: [.bareLF]),
  ]

  @Test(arguments: fieldLines)
  func aFieldIsReadStrictly(row: Row) { Self.check(row) }

  @Test func linesMayAllEndWithLFAlone() {
    let (scanner, problem) = Self.scan(Array("HTTP/1.1 200 OK\nA: 1\n\n".utf8))
    #expect(problem == nil)
    #expect(scanner.isComplete)
    #expect(scanner.fields == [HeaderField("A", "1")])
    #expect(scanner.warnings == [Warning(.bareLF)])
  }

  @Test func orderCaseAndDuplicatesAreKept() {
    let head = "HTTP/1.1 200 Fine  \r\nb: 1\r\nA:  2 \t\r\nB: 3\r\nA:\r\n\r\n"
    let (scanner, _) = Self.scan(Array(head.utf8))
    let expected = [("b", "1"), ("A", "2"), ("B", "3"), ("A", "")]
    #expect(scanner.fields == expected.map { HeaderField($0, $1) })
    #expect(scanner.fields.allSatisfy { $0.source == .wire })
    #expect(scanner.version == "1.1")
    #expect(scanner.reason == "Fine  ")
  }

  @Test func aValueThatIsNotUTF8IsReadAsLatin1() {
    let head =
      Array("HTTP/1.1 200 OK\r\nX-Latin: Gr".utf8) + [0xf6, 0xdf] + Array("e\r\n\r\n".utf8)
    let (scanner, problem) = Self.scan(head)
    #expect(problem == nil)
    #expect(scanner.fields == [HeaderField("X-Latin", "Größe")])
    #expect(scanner.raw == head)
  }

  @Test func foldsAreJoinedByOneBlank() {
    let (scanner, _) = Self.scan(
      Array("HTTP/1.1 200 OK\r\nA: one \r\n \t two\r\nB: 3\r\n\r\n".utf8))
    #expect(scanner.fields == [HeaderField("A", "one two"), HeaderField("B", "3")])
  }

  @Test func anEventStreamIsKnownByItsType() {
    for (type, isStream) in [
      ("text/event-stream", true), ("TEXT/Event-Stream; charset=utf-8", true),
      ("text/plain", false), ("text/event", false),
    ] {
      let (scanner, _) = Self.scan(Array("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n".utf8))
      #expect(scanner.isEventStream == isStream, "\(type)")
    }
  }

  @Test func everyOddityIsToldOnce() {
    let (scanner, _) = Self.scan(Array("HTTP/1.1 200 OK\r\nA : 1\r\nB : 2\r\n\r\n".utf8))
    #expect(scanner.warnings == [Warning(.spaceBeforeColon, "A")])
  }
}
