import NetEngine
import TestSupport
import Testing

/// An expression, its own spelling of itself, what it says in words, and which fixtures pass.
struct FilterRow: Sendable, CustomTestStringConvertible {
  var input: String
  var text: String
  var words: String
  var letters: String

  init(_ input: String, _ text: String, _ words: String, _ letters: String) {
    self.input = input
    self.text = text
    self.words = words
    self.letters = letters
  }

  var testDescription: String { input }

  static let all = words + patterns + values + json
}

/// An expression that cannot be read, the byte it is about, and what is said about it.
struct FilterMistakeRow: Sendable, CustomTestStringConvertible {
  var input: String
  var offset: Int
  var message: String

  init(_ input: String, _ offset: Int, _ message: String) {
    self.input = input
    self.offset = offset
    self.message = message
  }

  var testDescription: String { input }
}

@Suite("Filter expressions")
struct FilterTableTests {
  @Test("mean what the table says", arguments: FilterRow.all)
  func meaning(_ row: FilterRow) throws {
    let filter = try Filter(row.input)
    #expect(filter.text == row.input)
    #expect(filter.expression.text == row.text)
    #expect(filter.words == row.words)
    #expect(try FilterFixture.letters(filter) == row.letters)
  }

  @Test("printed and read again are the same expression", arguments: FilterRow.all)
  func roundTrip(_ row: FilterRow) throws {
    let expression = try Filter(row.input).expression
    #expect(try Filter(expression.text).expression == expression)
  }

  @Test("with a mistake say where and what was expected", arguments: FilterMistakeRow.all)
  func mistake(_ row: FilterMistakeRow) {
    #expect(throws: FilterMistake(offset: row.offset, message: row.message)) {
      try Filter(row.input)
    }
  }

  @Test("keep precedence: not before and before or")
  func precedence() throws {
    let expression = try Filter("!~q ~s | ~e").expression
    let expected = Filter.Expression.or([
      .and([.not(.test(.flag(.unanswered))), .test(.flag(.answered))]),
      .test(.flag(.transportFailure)),
    ])
    #expect(expression == expected)
  }

  @Test("are parsed to tests with their units undone")
  func values() throws {
    func test(_ text: String) throws -> Filter.Expression { try Filter(text).expression }
    #expect(try test("~time >1.5s") == .test(.time(.compare(.greater, 1_500_000))))
    #expect(try test("~size <=2k") == .test(.size(.compare(.atMost, 2_048))))
    #expect(try test("~age <2h") == .test(.age(.compare(.less, 7_200))))
    #expect(try test("~c !=4xx") == .test(.status(.outside([400...499]))))
    #expect(try test("~code != 0") == .test(.code(isEqual: false, "0")))
    #expect(
      try test("~json a.0 == \"1\"")
        == .test(.json(["a", 0], .compare(.equal, "1", isQuoted: true))))
  }
}
