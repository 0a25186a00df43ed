import NetEngine
import TestSupport
import Testing

@Suite struct StatusFilterTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let text: String
    /// How it is spelled when it is written again.
    let canonical: String
    let passes: [Int]
    let fails: [Int]
    var testDescription: String { text }

    init(_ text: String, _ canonical: String? = nil, passes: [Int], fails: [Int]) {
      self.text = text
      self.canonical = canonical ?? text
      (self.passes, self.fails) = (passes, fails)
    }
  }

  static let rows = [
    Row("none", passes: [0, 100, 200, 404, 599, 999], fails: []),
    Row("2xx", passes: [200, 299], fails: [199, 300]),
    Row("2XX", "2xx", passes: [200, 299], fails: [199, 300]),
    Row("2xx+3xx", passes: [200, 399], fails: [199, 400]),
    Row("200-399", "2xx+3xx", passes: [200, 399], fails: [400]),
    Row("3xx+2xx", "2xx+3xx", passes: [200, 399], fails: [400]),
    Row("200-299,304", "2xx,304", passes: [200, 304], fails: [303]),
    Row("200-299, 304", "2xx,304", passes: [304], fails: [303]),
    Row("304,2xx", "2xx,304", passes: [304], fails: [303]),
    Row("200-204", passes: [200, 204], fails: [205]),
    Row("404", passes: [404], fails: [403, 405]),
    Row("200,201,202", "200-202", passes: [201], fails: [203]),
    Row("200-300,250-320", "200-320", passes: [320], fails: [321]),
    Row("0xx", passes: [0, 99], fails: [100]),
    Row("100-599", "1xx+2xx+3xx+4xx+5xx", passes: [100, 599], fails: [600]),
    Row("12345", passes: [12_345], fails: [12_344]),
  ]

  @Test("a filter reads, filters, and writes what reads back", arguments: rows)
  func row(_ row: Row) throws {
    let filter = try #require(StatusFilter(row.text))
    #expect(filter.text == row.canonical)
    #expect(StatusFilter(filter.text) == filter)
    for code in row.passes { #expect(filter.accepts(code), "\(code)") }
    for code in row.fails { #expect(!filter.accepts(code), "\(code)") }
  }

  @Test(
    "what is no filter is none",
    arguments: [
      "", " ", "x", "2x", "2xxx", "xx2", "-", "200-", "-200", "299-200", "200--299", "+5", "2xx+",
      ",", "200,,201", "٢xx", "2xx 3xx", "NONE", "123456", "200-1e3", "0x10",
    ])
  func bad(text: String) {
    #expect(StatusFilter(text) == nil)
  }

  @Test("the named ones are what they say, however they are made")
  func named() {
    #expect(StatusFilter("2xx") == .successful)
    #expect(StatusFilter("2xx+3xx") == .successfulAndRedirect)
    #expect(StatusFilter([300...399, 200...299]) == .successfulAndRedirect)
    #expect(StatusFilter([]) == StatusFilter.none)
    #expect(!StatusFilter([100_000...Int.max]).accepts(200), "never everything")
    #expect(!StatusFilter([Int.min ... -1]).accepts(200))
    #expect(StatusFilter([0...Int.max, 5...7]).text == "0-99999")
  }
}
