import Glibc
import NetEngine
import TestSupport
import Testing

@Suite("The table of filter tests")
struct FilterTermTests {
  @Test("has every test of the language once")
  func completeness() {
    let names = FilterTerm.all.map(\.name)
    #expect(Set(names).count == names.count)
    for flag in Filter.Flag.allCases { #expect(names.contains(flag.rawValue)) }
    for field in Filter.Field.allCases { #expect(names.contains(field.rawValue)) }
    #expect(names.count == Filter.Flag.allCases.count + Filter.Field.allCases.count + 9)
  }

  @Test("shows examples that can be tried as they are", arguments: FilterTerm.all)
  func example(_ term: FilterTerm) throws {
    let filter = try Filter(term.example)
    guard case .test = filter.expression else {
      Issue.record("\(term.example) is more than one test")
      return
    }
    #expect(filter.expression.text.hasPrefix(term.name))
  }

  @Test("docs/FILTERS.md lists it; RECORD=1 writes the lists")
  func page() throws {
    let path = Self.package + "/docs/FILTERS.md"
    let text = TestFolder.bytes(at: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let pieces = text.split(separator: "<!-- tests -->\n", omittingEmptySubsequences: false)
    try #require(pieces.count == 3, "the page has two marks around its list")
    guard getenv("RECORD") != nil else {
      #expect(pieces[1] == Self.list, "run with RECORD=1")
      return
    }
    let mark = "<!-- tests -->\n"
    let new = "\(pieces[0])\(mark)\(Self.list)\(mark)\(pieces[2])"
    let descriptor = open(path, O_WRONLY | O_TRUNC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let bytes = Array(new.utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    Issue.record("recorded docs/FILTERS.md")
  }

  private static let package = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    return parts.joined(separator: "/")
  }()

  private static var list: String {
    var lines = ["| test | asks for | example |", "|---|---|---|"]
    for term in FilterTerm.all {
      let name = term.value.isEmpty ? term.name : "\(term.name) \(term.value)"
      lines.append("| `\(name)` | \(term.meaning) | `\(term.example)` |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The number of an exchange in its recording.
struct SequenceFilterTests {
  @Test(
    "~seq takes a number, a range and a bound",
    arguments: [
      ("~seq 7", [7]), ("~seq 3-5", [3, 4, 5]),
      ("~seq >8", [9, 10]), ("!~seq 2-10", [1]),
    ])
  func numbers(text: String, passing: [Int]) throws {
    let filter = try Filter(text)
    let request = HTTPRequest(method: .get, url: "http://h.test/")
    let found = try (1...10).filter { number in
      let exchange = Exchange(sequence: number, name: "a", startedAt: 0, request: request)
      return try filter.matches(ExchangeSubject(exchange, nil, now: 0))
    }
    #expect(found == passing)
    #expect(try Filter(filter.text) == filter)
  }

  @Test(
    "what is no number is pointed at", arguments: ["~seq x", "~seq 5-3", "~seq 1-2-3", "~seq"])
  func mistakes(text: String) {
    #expect(throws: FilterMistake.self) { _ = try Filter(text) }
  }
}
