import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("What leaves is read several entries at once", .timeLimit(.minutes(5)))
struct SessionReadingTests {
  /// A browser's recording whose bodies are said to be of a size; the token comes last.
  private func recording(_ count: Int, saying size: Int) -> [UInt8] {
    let entries = (0..<count).map { index in
      let text =
        index == count - 1
        ? #"{\"access_token\":\"q7Zk29pLw0aXq7Zk29pLw0aX\"}"# : #"{\"item\":\#(index)}"#
      let path = index == 0 ? "/q7Zk29pLw0aXq7Zk29pLw0aX" : "/\(index)"
      return """
        {"startedDateTime":"2026-01-01T00:00:00.000Z","time":1,"request":{"method":"GET",\
        "url":"http://h.test\(path)","headers":[]},"response":{"status":200,"headers":[],\
        "content":{"size":\(size),"mimeType":"application/json","text":"\(text)"}}}
        """
    }
    return Array(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#.utf8)
  }

  @Test(
    "in order, the last one's secret gone from the first, whether it is read once or twice",
    arguments: [(700, 10), (700, 100_000), (9, 20_000_000)])
  func order(count: Int, size: Int) throws {
    let session = try Session.read(recording(count, saying: size))
    var options = SealOptions()
    options.redactor = Redactor(salt: [1])
    var seen: [Exchange] = []
    var report = SealReport()
    try session.forEach(options, &report) { seen.append($0) }
    #expect(seen.map(\.sequence) == Array(1...count))
    #expect(report.count == count)
    #expect(report.redacted.values.reduce(0, +) >= 2)
    let bytes = HARWriter().document(seen)
    #expect(!bytes.contains(bytes: Array("q7Zk29pLw0aX".utf8)))
    #expect(seen[1].request.url == "http://h.test/1")
  }

  @Test("what cannot be read is told in its place, and the others are there")
  func broken() throws {
    let session = try Session.read(
      Array(#"{"log":{"entries":[{"request":{"method":"GET"}},7,\#(entry),{}]}}"#.utf8))
    var report = SealReport()
    var seen: [Int] = []
    try session.forEach(SealOptions(), &report) { seen.append($0.sequence) }
    #expect(seen == [3])
    #expect(report.skipped.count == 3)
  }

  private var entry: String {
    #"{"request":{"method":"GET","url":"http://h.test/"},"response":{"status":200}}"#
  }

  @Test("an end that a reader puts to it ends it")
  func ended() throws {
    let session = try Session.read(recording(700, saying: 10))
    var report = SealReport()
    var count = 0
    #expect(throws: SessionProblem.self) {
      try session.forEach(SealOptions(), &report) { _ throws(SessionProblem) in
        count += 1
        if count == 250 { throw SessionProblem(.notAFile) }
      }
    }
    #expect(count == 250)
  }

  @Test("names are judged alike however many others came between")
  func names() throws {
    let secrets = (0..<300).map { "token\($0)" } + ["password", "clientSecretOfTheApplication"]
    let others = Set((0..<600).map { "item\($0)" } + ["a_rather_long_name_of_nothing_at_all"])
    let order = secrets + others + secrets.reversed() + others + secrets
    let members = order.enumerated().map { "\"\($1)\":\"v4Lq-\($0)-Zk29pLw0aX\"" }
    let body = Redactor().redact(Body("{\(members.joined(separator: ","))}"), type: nil)
    let left = try #require(JSON(parsing: body.bytes).members)
    for (index, member) in left.enumerated() {
      let isLeft = member.value.stringValue == "v4Lq-\(index)-Zk29pLw0aX"
      #expect(isLeft == (others.contains(member.key)), "\(member.key)")
    }
    // A header's name is judged by another measure than a field's.
    #expect(Redactor().redact(header: "Key", value: "v4Lq8Zk29pLw0aX") != "v4Lq8Zk29pLw0aX")
    #expect(Redactor().redact(header: "X-Key-Count", value: "4") == "4")
  }
}
