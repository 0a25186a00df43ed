import NetEngine
import TestSupport
import Testing

@Suite("Hostile filters")
struct FilterHostilityTests {
  private static let huge = String(repeating: "a ", count: 500_000)

  @Test(
    "end with a mistake or a filter, soon",
    arguments: [
      ("a megabyte of words", huge, 65_536),
      ("a megabyte of brackets", String(repeating: "(", count: 1_000_000), 65_536),
      ("too many words", String(repeating: "a ", count: 1_001), 2_000),
      ("too deep", String(repeating: "(", count: 201) + "a", 200),
      ("deep without an end", String(repeating: "(", count: 200), 200),
      ("deep with brackets missing", String(repeating: "(", count: 200) + "a", 199),
      ("only quotes", String(repeating: "\"", count: 1_001), 1_000),
      ("only negations", String(repeating: "!", count: 60_000), 60_000),
      ("deep pattern", "'" + String(repeating: "(", count: 1_000) + "'", 252),
      ("huge repetition", "'((a{9999}){9999}){9999}'", 24),
    ])
  func mistakes(_ name: String, _ text: String, _ offset: Int) {
    let mistake = #expect(throws: FilterMistake.self, "\(name)") { try Filter(text) }
    #expect(mistake?.offset == offset)
    #expect((mistake?.message.utf8.count ?? 0) < 200)
  }

  @Test("of 200 brackets, 60,000 negations and 1,000 words are still read")
  func accepted() throws {
    let deep = String(repeating: "(", count: 200) + "a" + String(repeating: ")", count: 200)
    #expect(try Filter(deep).expression == Filter("a").expression)
    #expect(
      try Filter(String(repeating: "!", count: 60_000) + "a").expression == Filter("a").expression)
    let many = try Filter(String(repeating: "a ", count: 1_000))
    #expect(try FilterFixture.letters(many) == "abcdeg")
  }

  @Test("that backtrack too much end with trouble, and the next filter works")
  func backtracking() throws {
    var subject = FilterFixture.all[0]
    subject.filterResponseBody = Body(String(repeating: "a", count: 50_000) + "!")
    let filter = try Filter("~b '(a+)+$' | users")
    #expect(throws: Pattern.Trouble.tooCostly("(a+)+$")) { try filter.matches(subject) }
    #expect(try Filter("~b 'a+!$'").matches(subject))
  }

  @Test("find bytes around what is no UTF-8")
  func notUTF8() throws {
    var subject = FilterFixture.all[0]
    subject.filterResponseBody = Body([0xff, 0xc3, 0x61, 0x62, 0xe2, 0x82, 0x00, 0x63])
    #expect(try Filter("~b AB").matches(subject))
    #expect(try Filter("~b 'a.'").matches(subject))
    #expect(try Filter(#"~b '\x00c'"#).matches(subject))
    #expect(try !Filter("~b abc").matches(subject))
    #expect(try !Filter("~json a").matches(subject))
  }

  /// The seeds are fixed: what fails once fails again.
  @Test("from random pieces never trap, and print what they read", arguments: 0..<20)
  func random(_ seed: UInt64) throws {
    var dice = SplitMix(seed: seed &* 7_919 &+ 1)
    var read = 0
    for _ in 0..<500 {
      let text = Self.expression(&dice)
      guard let filter = try? Filter(text) else { continue }
      read += 1
      let printed = filter.expression.text
      let again = try Filter(printed)
      #expect(again.expression == filter.expression, "\(text) → \(printed)")
      #expect(again.words == filter.words)
      #expect(
        try FilterFixture.letters(again) == FilterFixture.letters(filter), "\(text) → \(printed)")
    }
    #expect(read > 50)
  }

  @Test("from random bytes never trap", arguments: 0..<10)
  func randomBytes(_ seed: UInt64) {
    var dice = SplitMix(seed: seed &+ 99)
    for _ in 0..<1_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &dice)).map { _ in
        UInt8.random(in: 0...255, using: &dice)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        let filter = try Filter(text)
        #expect((try? Filter(filter.expression.text).expression) == filter.expression)
      } catch {
        #expect(0...text.utf8.count ~= error.offset)
      }
    }
  }

  private static let pieces: [String] =
    FilterTerm.all.flatMap { [$0.name, $0.example] }
    + [
      "(", ")", "!", "&", "|", "&&", "||", " ", "\t", "\"", "'", "\\", "users", "a.b", "'x y'",
      "\"q\\\"q\"", "\"\\\\\"", "404", "4xx", ">=", "<", "==", "=", "!=", "=~", "10k", "200ms",
      "5m",
      "exists", "length", "type", "array", "null", "ok,fail", "biz", "data>0", "é", "~", "''", "%",
    ]

  private static func expression(_ dice: inout SplitMix) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...7, using: &dice) {
      text += pieces.randomElement(using: &dice) ?? ""
      if Bool.random(using: &dice) { text += " " }
    }
    return text
  }
}
