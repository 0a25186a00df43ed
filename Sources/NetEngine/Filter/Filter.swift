import LosslessJSON

/// A filter expression: which exchanges a list shows, a run fires, an expectation accepts.
///
/// ```
/// ~c 4xx & ~kind rejected     !~e     (~u users | ~n login) ~time >200ms     ~json data.id == 42
/// ```
/// `!` binds before `&`, `&` before `|`; a space is "and"; a bare word matches URL or name. Values
/// with spaces, operators or parentheses stand in quotes. ``FilterTerm`` lists the tests.
///
/// What is not there passes no test: `~c !=404` needs an answer, `!~c 404` does not.
package struct Filter: Sendable, Hashable {
  /// The expression as it was written.
  package let text: String
  /// What it says.
  package let expression: Expression

  /// Reads an expression; a mistake says where and what was expected.
  package init(_ text: String) throws(FilterMistake) {
    self.text = text
    expression = try FilterParser.parse(text)
  }

  /// The parsed form.
  package indirect enum Expression: Sendable, Hashable {
    /// Matches everything: the empty filter.
    case all
    /// All of them.
    case and([Expression])
    /// Any of them.
    case or([Expression])
    /// Not this.
    case not(Expression)
    /// One test.
    case test(Test)
  }

  /// One test of an exchange.
  package enum Test: Sendable, Hashable {
    /// A fact without a value.
    case flag(Flag)
    /// A pattern in a part of the exchange.
    case pattern(Field, Pattern)
    /// A bare word: in the URL or the name.
    case word(Pattern)
    /// The status.
    case status(NumberTest)
    /// The envelope's code, as text.
    case code(isEqual: Bool, String)
    /// One of these verdicts.
    case kind(Set<Verdict>)
    /// Microseconds.
    case time(NumberTest)
    /// Bytes of the body.
    case size(NumberTest)
    /// Seconds since it was sent.
    case age(NumberTest)
    /// Its number.
    case number(NumberTest)
    /// How many hops.
    case hop(NumberTest)
    /// A value of the body's JSON.
    case json(JSONPath, JSONTest)
  }

  /// A kind, or that only a part of the body is kept, so that `ok` is not certain.
  package enum Verdict: Sendable, Hashable, CaseIterable {
    case kind(Kind)
    case unchecked

    package static let allCases = Kind.allCases.map { Verdict.kind($0) } + [.unchecked]

    /// The kinds that `fail` names.
    static let failures = Set(allCases).subtracting([.kind(.ok), .unchecked])

    /// The word in lists.
    package var word: String { if case .kind(let kind) = self { kind.word } else { "unchecked" } }
    /// The word in a filter, without blanks.
    package var filterWord: String {
      if case .kind(let kind) = self { kind.filterWord } else { word }
    }
    /// All names a filter may use.
    var names: [String] {
      guard case .kind(let kind) = self else { return [word] }
      return [kind.code, kind.filterWord, kind.rawValue]
    }
  }

  /// Facts without a value.
  package enum Flag: String, Sendable, Hashable, CaseIterable {
    case unanswered = "~q"
    case answered = "~s"
    case transportFailure = "~e"
    case replay = "~replay"
    case altered = "~altered"
    case marked = "~marked"
  }

  /// Parts of an exchange that a pattern is searched in.
  package enum Field: String, Sendable, Hashable, CaseIterable {
    case url = "~u"
    case host = "~d"
    case path = "~p"
    case name = "~n"
    case header = "~h"
    case requestHeader = "~hq"
    case responseHeader = "~hs"
    case body = "~b"
    case requestBody = "~bq"
    case responseBody = "~bs"
    case contentType = "~t"
    case method = "~m"
    case message = "~msg"
    case note = "~note"
    case tag = "~tag"
  }

  /// A number against a bound, or in ranges.
  package enum NumberTest: Sendable, Hashable {
    /// Against a bound.
    case compare(Comparison, Int)
    /// In one of these.
    case ranges([ClosedRange<Int>])
    /// In none of these.
    case outside([ClosedRange<Int>])
  }

  /// How two values are compared.
  package enum Comparison: String, Sendable, Hashable, CaseIterable {
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
    case equal = "=="
    case unequal = "!="
  }

  /// What is asked of a JSON value.
  package enum JSONTest: Sendable, Hashable {
    /// It is there.
    case exists
    /// Compared with a value; a quoted one is compared with strings only.
    case compare(Comparison, String, isQuoted: Bool)
    /// It matches.
    case matches(Pattern)
    /// How many elements, members or characters.
    case length(NumberTest)
    /// Its kind.
    case type(JSON.Kind)
  }
}

/// Why a filter cannot be read: the byte it is about, and what was expected there.
package struct FilterMistake: Error, Sendable, Hashable {
  /// Bytes from the start of the expression; where the caret stands.
  package var offset: Int
  /// What is wrong and what would be right.
  package var message: String

  /// Takes both as they are.
  package init(offset: Int, message: String) {
    self.offset = offset
    self.message = message
  }
}

extension Filter.Expression {
  /// The first word that stands alone, if there is one: it tests the request, not its answer.
  package var bareWord: String? {
    switch self {
    case .and(let parts), .or(let parts):
      for part in parts { if let word = part.bareWord { return word } }
      return nil
    case .not(let part): return part.bareWord
    case .test(.word(let pattern)): return pattern.text
    case .all, .test: return nil
    }
  }
}
