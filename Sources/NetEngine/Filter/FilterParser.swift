/// Reads a filter by recursive descent: or, and, not, test.
///
/// At most `depthLimit` brackets may stand inside one another.
struct FilterParser {
  private var lexer: FilterLexer
  private var token = FilterLexer.Token(kind: .end, offset: 0)
  private var depth = 0
  private static let depthLimit = 200

  init(_ text: String) {
    lexer = FilterLexer(text)
  }

  mutating func parse() throws(FilterMistake) -> Filter.Expression {
    try advance()
    if token.kind == .end { return .all }
    let expression = try or()
    guard token.kind == .end else {
      throw mistake("\(token.kind.shown) has nothing to close; remove it")
    }
    return expression
  }

  private mutating func advance() throws(FilterMistake) {
    token = try lexer.next()
  }

  private func mistake(_ message: String) -> FilterMistake {
    FilterMistake(offset: token.offset, message: message)
  }

  private mutating func or() throws(FilterMistake) -> Filter.Expression {
    var parts = [try and()]
    while token.kind == .or {
      try advance()
      parts.append(try and())
    }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func and() throws(FilterMistake) -> Filter.Expression {
    var parts = [try not()]
    while true {
      switch token.kind {
      case .and: try advance()
      case .open, .not, .word, .quoted: break
      case .close, .or, .end: return parts.count == 1 ? parts[0] : .and(parts)
      }
      parts.append(try not())
    }
  }

  private mutating func not() throws(FilterMistake) -> Filter.Expression {
    var isNegated = false
    while token.kind == .not {
      isNegated.toggle()
      try advance()
    }
    let inner = try primary()
    return isNegated ? .not(inner) : inner
  }

  private mutating func primary() throws(FilterMistake) -> Filter.Expression {
    switch token.kind {
    case .open:
      let open = token.offset
      depth += 1
      guard depth <= Self.depthLimit else {
        throw mistake("more than \(Self.depthLimit) brackets inside one another")
      }
      try advance()
      let inner = try or()
      guard token.kind == .close else {
        throw FilterMistake(offset: open, message: "this '(' is never closed; add ')'")
      }
      depth -= 1
      try advance()
      return inner
    case .word(let text):
      let offset = token.offset
      try advance()
      return .test(
        text.hasPrefix("~") ? try test(text, at: offset) : .word(try pattern(text, offset)))
    case .quoted(let text):
      let offset = token.offset + 1
      try advance()
      return .test(.word(try pattern(text, offset)))
    case .close, .and, .or, .not, .end:
      throw mistake("expected a test such as ~c 404 or a word, found \(token.kind.shown)")
    }
  }

  private func pattern(_ text: String, _ offset: Int) throws(FilterMistake) -> Pattern {
    do throws(Pattern.Mistake) { return try Pattern(text) } catch {
      throw FilterMistake(offset: offset + error.offset, message: error.words)
    }
  }

  private mutating func test(_ name: String, at offset: Int) throws(FilterMistake) -> Filter.Test {
    if let flag = Filter.Flag(rawValue: name) { return .flag(flag) }
    if let field = Filter.Field(rawValue: name) {
      let value = try value(of: name, "a pattern")
      return .pattern(field, try pattern(value.text, value.offset))
    }
    switch name {
    case "~c": return .status(try values(name, "a status such as 404, 4xx or >=500").status())
    case "~code": return try values(name, "a code such as 0 or !=0").code()
    case "~kind": return .kind(try values(name, "kinds such as biz,inv or ok or fail").kinds())
    case "~time": return .time(try values(name, "a time such as >200ms").time())
    case "~size": return .size(try values(name, "a size such as >10k").size())
    case "~age": return .age(try values(name, "an age such as <5m").age())
    case "~hop": return .hop(try values(name, "a number such as >1").count())
    case "~json": return try json()
    default:
      throw FilterMistake(offset: offset, message: FilterNames.unknown(name))
    }
  }

  /// The word after a test's name.
  private mutating func value(
    of name: String, _ expected: String
  ) throws(FilterMistake) -> (text: String, offset: Int, isQuoted: Bool) {
    let offset = token.offset
    switch token.kind {
    case .word(let text):
      try advance()
      return (text, offset, false)
    case .quoted(let text):
      try advance()
      return (text, offset + 1, true)
    default: throw mistake("\(name) needs \(expected), found \(token.kind.shown)")
    }
  }

  /// A value whose comparison may stand apart: `~time > 200ms`.
  private mutating func values(
    _ name: String, _ expected: String
  ) throws(FilterMistake) -> FilterValue {
    var value = try value(of: name, expected)
    if !value.isQuoted, Filter.Comparison(rawValue: value.text) != nil {
      let next = try self.value(of: name, expected)
      value.text += next.text
    }
    return FilterValue(name: name, text: value.text, offset: value.offset, expected: expected)
  }

  private mutating func json() throws(FilterMistake) -> Filter.Test {
    let path = try value(of: "~json", "a path such as data.items.0.id")
    let target = JSONPath(path.text)
    guard case .word(let word) = token.kind else { return .json(target, .exists) }
    if let comparison = Filter.Comparison(rawValue: word) {
      try advance()
      let value = try value(of: "~json", "a value to compare with")
      return .json(target, .compare(comparison, value.text, isQuoted: value.isQuoted))
    }
    switch word {
    case "exists":
      try advance()
      return .json(target, .exists)
    case "=~":
      try advance()
      let value = try value(of: "~json", "a pattern")
      return .json(target, .matches(try pattern(value.text, value.offset)))
    case "length":
      try advance()
      return .json(target, .length(try values("length", "a number such as >0").count()))
    case "type":
      try advance()
      let value = try value(of: "type", "a type such as array")
      guard let kind = JSON.Kind(rawValue: value.text) else {
        let all = JSON.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw FilterMistake(
          offset: value.offset, message: "'\(value.text)' is no type; one of \(all)")
      }
      return .json(target, .type(kind))
    default: return .json(target, .exists)
    }
  }
}

/// The names of tests, for guesses.
enum FilterNames {
  static let all =
    Filter.Flag.allCases.map(\.rawValue) + Filter.Field.allCases.map(\.rawValue)
    + ["~c", "~code", "~kind", "~time", "~size", "~age", "~json", "~hop"]

  static func unknown(_ name: String) -> String {
    let near = NearestWord.of(name, in: all).map { "; did you mean \($0)?" } ?? ""
    return "there is no test '\(name)'\(near)"
  }
}
