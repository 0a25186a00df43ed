import LosslessJSON
import NetEngine

extension VariableResolver {
  /// The expectation with its variables replaced; a value is one word, or stays inside its quotes.
  mutating func filter(
    _ expectation: RequestMeta.Expectation
  ) throws(RequestFileProblem) -> Filter {
    if let filter = expectation.filter { return filter }
    let text = try words(expectation.text)
    do throws(FilterMistake) { return try Filter(text) } catch {
      throw RequestFileProblem(expectation.place, .badFilter(error.message))
    }
  }

  /// What an assertion says once its variables have values; nil for what cannot be understood.
  mutating func statement(
    _ assertion: RequestMeta.Assertion
  ) throws(RequestFileProblem) -> ScriptStatement? {
    if let statement = assertion.statement { return statement.placed(at: assertion.place) }
    let text = try words(assertion.text)
    guard let statement = AssertionLine.check(text) else {
      throw RequestFileProblem(
        assertion.place,
        .badMeta("assert", value: text, expected: "a test such as status == 200"))
    }
    return statement.placed(at: assertion.place)
  }

  /// A text whose variables are one word each, or stay inside their quotes.
  private mutating func words(_ template: Template) throws(RequestFileProblem) -> String {
    var text = ""
    var quote: UInt8?
    for piece in template.pieces {
      switch piece {
      case .text(let plain):
        text += plain
        quote = Self.openQuote(plain, within: quote)
      case .use(let use):
        text += Self.written(try self.text(Template(pieces: [.use(use)])), within: quote)
      }
    }
    return text
  }

  /// The quote that is open behind a text.
  private static func openQuote(_ text: String, within quote: UInt8?) -> UInt8? {
    var quote = quote
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\"), quote != nil {
        isEscaped = true
      } else if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    return quote
  }

  private static func written(_ value: String, within quote: UInt8?) -> String {
    let isWord = value.utf8.allSatisfy { byte in
      byte.isVariableByte || "<>=:/,+%@#*?~$^".utf8.contains(byte)
    }
    if quote == nil, isWord, !value.isEmpty { return value }
    let mark = quote ?? UInt8(ascii: "\"")
    var bytes: [UInt8] = quote == nil ? [mark] : []
    for byte in value.utf8 {
      if byte == mark || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    if quote == nil { bytes.append(mark) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ScriptStatement {
  /// An assertion with the place of its comment, for reports.
  fileprivate func placed(at place: FilePlace) -> ScriptStatement {
    guard case .check(var check) = self else { return self }
    check.place = place
    return .check(check)
  }
}

extension RequestCollection {
  /// What has to be true of a request's exchange, as far as its variables have values already.
  package func expectations(
    of entry: Entry, in context: RequestContext = RequestContext()
  ) -> Expectations {
    let all = entry.request.meta.expectations
    let assertions = entry.request.meta.assertions
    let isKnown =
      all.allSatisfy { $0.filter != nil } && assertions.allSatisfy { $0.statement != nil }
    guard !isKnown, let scope = try? scope(of: entry, in: context) else {
      return Expectations(
        all.compactMap(\.filter),
        entry.request.answerScript
          + AnswerScript(assertions: assertions.compactMap(\.statement)))
    }
    var resolver = VariableResolver(scope)
    let filters = all.compactMap { try? resolver.filter($0) }
    let statements = assertions.compactMap { try? resolver.statement($0) }
    return Expectations(filters, entry.request.answerScript + AnswerScript(assertions: statements))
  }
}
