import NetEngine
import TestSupport
import Testing

@Suite("Patterns")
struct PatternTests {
  private func found(_ pattern: Pattern, _ text: String, from start: Int = 0) throws -> Range<Int>?
  {
    try Array(text.utf8).withUnsafeBytes { try pattern.firstMatch(in: $0, from: start) }
  }

  @Test("of plain words and of expressions find the same places")
  func places() throws {
    for pattern in [try Pattern("404"), try Pattern("4[0]4"), try Pattern("404", isLiteral: true)] {
      #expect(try found(pattern, "x404 404") == 1..<4)
      #expect(try found(pattern, "x404 404", from: 2) == 5..<8)
      #expect(try found(pattern, "x404", from: 4) == nil)
      #expect(try found(pattern, "x404", from: 400) == nil)
      #expect(try found(pattern, "") == nil)
    }
  }

  @Test("taken literally match their signs and nothing else")
  func literal() throws {
    let pattern = try Pattern("a.b(", isLiteral: true)
    #expect(try found(pattern, "axb( A.B(") == 5..<9)
    #expect(pattern != (try? Pattern("a.b")))
    #expect(try Pattern("a.b", isLiteral: true) != Pattern("a.b"))
    #expect(try Pattern("ab", isLiteral: true) == Pattern("ab"))
  }

  @Test("with smart case let capitals count, not classes such as \\S")
  func smartCase() throws {
    #expect(try Pattern("ab", sensitivity: .smart).matches("xAB"))
    #expect(try !Pattern("aB", sensitivity: .smart).matches("xab"))
    #expect(try Pattern(#"a\Sc"#, sensitivity: .smart).matches("ABC"))
    #expect(try !Pattern(#"A\Sc"#, sensitivity: .smart).matches("abc"))
    #expect(try Pattern(#"a\\Bc"#, sensitivity: .smart).matches(#"a\Bc"#))
    #expect(try !Pattern(#"a\\Bc"#, sensitivity: .smart).matches(#"A\bC"#))
    #expect(try !Pattern(#"\S"#, isLiteral: true, sensitivity: .smart).matches(#"\s"#))
  }

  @Test("ignore the case of letters beyond ASCII")
  func unicodeCase() throws {
    #expect(try Pattern("ÄÖ").matches("äö"))
    #expect(try Pattern("straße").matches("STRAßE"))
  }

  @Test("never trap and never complain about an offset inside a letter")
  func offsets() throws {
    let bytes = Array("aé您\u{1f389}".utf8) + [0xff, 0xe2, 0x82]
    for pattern in [try Pattern("."), try Pattern("z"), try Pattern("$"), try Pattern("您")] {
      for start in 0...bytes.count {
        let place = try bytes.withUnsafeBytes { try pattern.firstMatch(in: $0, from: start) }
        if let place { #expect(place.upperBound <= bytes.count) }
      }
    }
  }

  @Test("that need a deep stack still answer")
  func deepStack() throws {
    let text = String(repeating: "ab", count: 100_000) + "c"
    #expect(try found(Pattern("^(?:a|b|ab)+c$"), text) == 0..<200_001)
  }

  @Test("with a mistake name its byte and PCRE2's reason")
  func mistake() {
    #expect(
      throws: Pattern.Mistake(offset: 3, words: "quantifier does not follow a repeatable item")
    ) { try Pattern("ab|+") }
  }
}
