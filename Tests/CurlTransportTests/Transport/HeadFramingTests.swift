import NetEngine
import TestSupport
import Testing

/// Where a body ends, by RFC 9112 §6.3, and what makes that unsafe to say.
@Suite struct HeadFramingTests {
  typealias Row = HeadScannerTests.Row

  static let rows: [Row] = [
    .field("length", "Content-Length: 5", .length(5)),
    .field("zero", "Content-Length: 0", .length(0)),
    .field("leading zeros", "Content-Length: 0005", .length(5)),
    .field("any case", "content-LENGTH: 5", .length(5)),
    .field(
      "two equal", "Content-Length: 5\r\nContent-Length: 5", .length(5), warnings: [.repeatedLength]
    ),
    .field("list of equal", "Content-Length: 5, 5 ,5", .length(5), warnings: [.repeatedLength]),
    .field("two different", "Content-Length: 5\r\nContent-Length: 9", problem: "two different"),
    .field("list of different", "Content-Length: 5, 9", problem: "two different"),
    .field("list with a gap", "Content-Length: 5,,5", problem: "not a number"),
    .field("plus", "Content-Length: +5", problem: "not a number: '+5'"),
    .field("negative", "Content-Length: -5", problem: "not a number"),
    .field("beyond 64 bits", "Content-Length: 99999999999999999999", problem: "not a number"),
    .field("largest", "Content-Length: 9223372036854775807", .length(.max)),
    .field("one more", "Content-Length: 9223372036854775808", problem: "not a number"),
    .field("word", "Content-Length: five", problem: "not a number"),
    .field("unit", "Content-Length: 5 bytes", problem: "not a number"),
    .field("inner blank", "Content-Length: 5 0", problem: "not a number"),
    .field("hexadecimal", "Content-Length: 0x5", problem: "not a number"),
    .field("fraction", "Content-Length: 5.0", problem: "not a number"),
    .field("empty", "Content-Length:", problem: "not a number"),
    .field("other digits", "Content-Length: ٥", problem: "not a number"),
    .field("blank before its colon", "Content-Length : 5", problem: "and its colon"),
    .field("tab before a coding's colon", "Transfer-Encoding\t: chunked", problem: "its colon"),
    .field("chunked", "Transfer-Encoding: chunked", .chunked),
    .field("chunked in odd case", "transfer-encoding: ChUnKeD", .chunked),
    .field("chunked among blanks", "Transfer-Encoding: , chunked ,", .chunked),
    .field(
      "chunked beside a length", "Content-Length: 3\r\nTransfer-Encoding: chunked", .chunked,
      warnings: [.lengthBesideChunked]),
    .field("chunked twice", "Transfer-Encoding: chunked, chunked", problem: "several"),
    .field(
      "chunked in two fields", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
      problem: "several"),
    .field("gzip below chunked", "Transfer-Encoding: gzip, chunked", problem: "'gzip'"),
    .field("gzip alone", "Transfer-Encoding: gzip", problem: "'gzip'"),
    .field("almost chunked", "Transfer-Encoding: xchunked", problem: "'xchunked'"),
    .field("chunked with a parameter", "Transfer-Encoding: chunked;q=1", problem: "chunked;q=1"),
    .field("identity", "Transfer-Encoding: identity"),
    .field(
      "identity beside a length", "Transfer-Encoding: identity\r\nContent-Length: 5",
      warnings: [.lengthBesideChunked]),
    .field("nothing said", "Server: x"),
    Row(
      "chunked in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .chunked,
      warnings: [.chunkedInHTTP10]),
    Row(
      "HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", method: .head,
      HeadScanner.Framing.none),
    Row(
      "HEAD of chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", method: .head,
      HeadScanner.Framing.none),
    Row(
      "204", "HTTP/1.1 204 x\r\nContent-Length: 5\r\n\r\n", status: 204, HeadScanner.Framing.none),
    Row(
      "304", "HTTP/1.1 304 x\r\nContent-Length: 5\r\n\r\n", status: 304, HeadScanner.Framing.none),
    Row(
      "205", "HTTP/1.1 205 x\r\nContent-Length: 0\r\n\r\n", status: 205, .length(0)),
    Row(
      "101", "HTTP/1.1 101 x\r\nUpgrade: websocket\r\n\r\n", problem: "switches to 'websocket'"),
  ]

  @Test(arguments: rows)
  func theEndOfTheBodyIsKnownOrRefused(row: Row) { HeadScannerTests.check(row) }

  @Test(
    "A head that can be read two ways puts its connection in doubt",
    arguments: [
      ("Content-Length: 5", false), ("Transfer-Encoding: chunked", false), ("A : b", false),
      ("Content-Length: 5, 5", true), ("Content-Length: 5\r\nTransfer-Encoding: chunked", true),
    ])
  func doubt(lines: String, isDoubtful: Bool) {
    let (scanner, problem) = HeadScannerTests.scan(
      Array("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n".utf8))
    #expect(problem == nil)
    #expect(scanner.isConnectionDoubtful == isDoubtful)
  }

  @Test func framesDelimitTheBodyOfHTTP2() {
    for (head, framing) in [
      ("HTTP/2 200 \r\ncontent-length: 5\r\n\r\n", HeadScanner.Framing.stream(5)),
      ("HTTP/2 200 \r\n\r\n", .stream(nil)), ("HTTP/2 204 \r\n\r\n", .none),
    ] {
      var scanner = HeadScanner(limits: Limits())
      scanner.speaksHTTP2 = true
      for line in head.utf8.split(separator: 0x0a) {
        #expect((Array(line) + [0x0a]).withUnsafeBytes { scanner.take($0) } == nil)
      }
      #expect(scanner.framing == framing)
      #expect(scanner.warnings.isEmpty)
      #expect(scanner.version == "2")
    }
  }
}

/// Interim responses, trailers and the limits of a head.
@Suite struct HeadLimitTests {
  private static let interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"

  private static func scan(
    _ head: String, _ change: (inout Limits) -> Void = { _ in }
  ) -> (HeadScanner, HeadScanner.Problem?) {
    var limits = Limits()
    change(&limits)
    return HeadScannerTests.scan(Array(head.utf8), limits: limits)
  }

  private static func limit(_ problem: HeadScanner.Problem?) -> LimitExceeded? {
    if case .limit(let exceeded) = problem?.kind { exceeded } else { nil }
  }

  @Test func interimResponsesAreCountedAndTheirFieldsForgotten() {
    let (scanner, problem) = Self.scan(
      "HTTP/1.1 100 Continue\r\nContent-Length: 9\r\n\r\n" + Self.interim + Self.answer)
    #expect(problem == nil)
    #expect(scanner.interimResponses == 2)
    #expect(scanner.statusCode == 200)
    #expect(scanner.fields == [HeaderField("Content-Length", "5")])
    #expect(scanner.framing == .length(5))
    #expect(scanner.warnings.isEmpty)
  }

  @Test func afterAnInterimResponseThereIsNoStatusYet() {
    let (scanner, _) = Self.scan(Self.interim)
    #expect(scanner.statusCode == 0)
    #expect(scanner.fields.isEmpty)
    #expect(scanner.isCutShort)
  }

  @Test func aThousandInterimResponsesAreFine() {
    let (scanner, problem) = Self.scan(String(repeating: Self.interim, count: 1_000) + Self.answer)
    #expect(problem == nil)
    #expect(scanner.interimResponses == 1_000)
    #expect(scanner.isComplete)
  }

  @Test("each interim response adds 1,024 bytes to what a head may have, and no more")
  func interimAllowance() {
    let line = "X: " + String(repeating: "x", count: 984) + "\r\n"
    let interim = "HTTP/1.1 103 Early Hints\r\n" + line + "\r\n"
    let fields = String(repeating: "X: y\r\n", count: 200)
    let long = String(repeating: interim, count: 10) + "HTTP/1.1 200 OK\r\n" + fields + "\r\n"
    let exact = long.utf8.count - 10 * 1_024
    #expect(exact > interim.utf8.count)
    #expect(Self.scan(long) { $0.headerBlock = exact }.1 == nil)
    #expect(Self.limit(Self.scan(long) { $0.headerBlock = exact - 1 }.1)?.allowed == exact - 1)
  }

  @Test func theTwoThousandAndFirstInterimResponseIsTooMany() {
    let all = String(repeating: Self.interim, count: 2_000)
    #expect(Self.scan(all + Self.answer).1 == nil)
    let (scanner, problem) = Self.scan(all + Self.interim)
    #expect(Self.limit(problem) == LimitExceeded(.interimResponses, allowed: 2_000, found: 2_001))
    #expect(scanner.statusCode == 0)
  }

  @Test func fieldsAreCounted() {
    let fields = (0..<5_000).map { "X-\($0): \($0)\r\n" }.joined()
    #expect(Self.scan("HTTP/1.1 200 OK\r\n\(fields)\r\n").1 == nil)
    let (scanner, problem) = Self.scan("HTTP/1.1 200 OK\r\n\(fields)X: one more\r\n\r\n")
    #expect(Self.limit(problem) == LimitExceeded(.headerFields, allowed: 5_000, found: 5_001))
    #expect(scanner.fields.count == 5_000)
    #expect(scanner.statusCode == 200)
  }

  @Test func aLineMayHaveAHundredKiBAndNoMore() {
    let length = 100 << 10
    // "X: " and the line end are five bytes.
    let fitting = "X: " + String(repeating: "x", count: length - 5) + "\r\n"
    #expect(Self.scan("HTTP/1.1 200 OK\r\n" + fitting + "\r\n").1 == nil)
    let (_, problem) = Self.scan("HTTP/1.1 200 OK\r\nx" + fitting + "\r\n")
    #expect(Self.limit(problem) == LimitExceeded(.headerLine, allowed: length, found: length + 1))
  }

  @Test func aHeadMayHaveThreeHundredKiBAndNoMore() {
    let line = "X: " + String(repeating: "x", count: 1_019) + "\r\n"
    let status = "HTTP/1.1 200 OK\r\n"
    #expect(line.utf8.count == 1_024)
    let full = status + String(repeating: line, count: 299)
    #expect(Self.scan(full + "\r\n").1 == nil)
    let (scanner, problem) = Self.scan(full + line)
    #expect(
      Self.limit(problem)
        == LimitExceeded(.headerBlock, allowed: 300 << 10, found: 300 << 10 + status.utf8.count))
    #expect(scanner.fields.count == 299)
  }

  @Test func everyLimitOfAHeadCanBeSet() {
    #expect(Self.limit(Self.scan(Self.answer) { $0.headerLine = 10 }.1)?.allowed == 10)
    #expect(Self.limit(Self.scan(Self.answer) { $0.headerBlock = 20 }.1)?.allowed == 20)
    #expect(Self.limit(Self.scan(Self.answer) { $0.headerFields = 0 }.1)?.allowed == 0)
    #expect(
      Self.limit(Self.scan(Self.interim + Self.answer) { $0.interimResponses = 0 }.1)?.allowed == 0)
  }

  @Test func trailersAreFieldsOfTheirOwn() {
    let (scanner, problem) = Self.scan(Self.answer + "X-Sum: c0ffee\r\nx-sum : 2\r\n")
    #expect(problem == nil)
    #expect(scanner.trailers == [HeaderField("X-Sum", "c0ffee"), HeaderField("x-sum", "2")])
    #expect(scanner.fields.count == 1)
    #expect(scanner.raw == Array(Self.answer.utf8))
    #expect(scanner.warnings.map(\.kind) == [.spaceBeforeColon])
  }

  @Test(arguments: [("no colon", "no colon"), ("a\rb: c", "carriage return"), ("a\0: b", "NUL")])
  func aTrailerIsReadAsStrictlyAsAField(line: String, words: String) {
    let (_, problem) = Self.scan(Self.answer + line + "\r\n")
    #expect(problem?.kind == .protocol)
    #expect(problem?.detail.contains(words) == true)
  }

  @Test func trailersHaveTheLimitsOfAHead() {
    let many = String(repeating: "X: 1\r\n", count: 5_001)
    #expect(Self.limit(Self.scan(Self.answer + many).1)?.limit == .headerFields)
    let large = String(repeating: "X: \(String(repeating: "x", count: 1_019))\r\n", count: 301)
    #expect(Self.limit(Self.scan(Self.answer + large).1)?.limit == .headerBlock)
  }
}
