import LosslessJSON

/// Reads a filter by recursive descent: or, and, not, test.
///
/// Brackets nest as deep as `depthLimit`, and a filter has at most `testLimit` tests: each pattern
/// is compiled, and what is typed or pasted is read at every key.
struct FilterParser {
  private var lexer: FilterLexer
  private var token = FilterLexer.Token(kind: .end, offset: 0)
  private var depth = 0
  private var tests = 0
  static let depthLimit = 200
  static let testLimit = 1_000
  static let byteLimit = 64 << 10

  init(_ text: String) {
    lexer = FilterLexer(text)
  }

  static func parse(_ text: String) throws(FilterMistake) -> Filter.Expression {
    guard text.utf8.count <= byteLimit else {
      throw FilterMistake(
        offset: byteLimit, message: "a filter may have \(byteLimit >> 10) KiB; shorten it")
    }
    var parser = FilterParser(text)
    return try parser.whole()
  }

  private mutating func whole() throws(FilterMistake) -> Filter.Expression {
    try advance()
    if case .end = token.kind { return .all }
    let expression = try or()
    guard case .end = token.kind else {
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
    var parts: [Filter.Expression] = []
    while true {
      let part = try and()
      // Brackets that change nothing leave no trace.
      if case .or(let inner) = part { parts += inner } else { parts.append(part) }
      guard case .or = token.kind else { break }
      try advance()
    }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func and() throws(FilterMistake) -> Filter.Expression {
    var parts: [Filter.Expression] = []
    while true {
      let part = try not()
      if case .and(let inner) = part { parts += inner } else { parts.append(part) }
      switch token.kind {
      case .and: try advance()
      case .open, .not, .word, .quoted: break
      case .close, .or, .end: return parts.count == 1 ? parts[0] : .and(parts)
      }
    }
  }

  private mutating func not() throws(FilterMistake) -> Filter.Expression {
    var isNegated = false
    while case .not = token.kind {
      isNegated.toggle()
      try advance()
    }
    let inner = try primary()
    guard isNegated else { return inner }
    if case .not(let twice) = inner { return twice }
    return .not(inner)
  }

  private mutating func primary() throws(FilterMistake) -> Filter.Expression {
    switch token.kind {
    case .open: return try bracketed()
    case .word(let text):
      try count()
      if text.utf8.first == UInt8(ascii: "~") { return .test(try test(text)) }
      if Filter.Comparison.prefix(of: text) != nil {
        throw mistake(
          "\(token.kind.shown) belongs behind a test such as ~time or ~json;"
            + " to search for it, put it in quotes")
      }
      return .test(.word(try pattern(try value(of: "", ""))))
    case .quoted:
      try count()
      return .test(.word(try pattern(try value(of: "", ""))))
    case .close, .and, .or, .not, .end:
      throw mistake("expected a test such as ~c 404 or a word, found \(token.kind.shown)")
    }
  }

  private mutating func count() throws(FilterMistake) {
    tests += 1
    guard tests <= Self.testLimit else {
      throw mistake("more than \(Self.testLimit) tests in one filter; leave some out")
    }
  }

  private mutating func bracketed() throws(FilterMistake) -> Filter.Expression {
    let open = token.offset
    depth += 1
    guard depth <= Self.depthLimit else {
      throw mistake("more than \(Self.depthLimit) brackets inside one another; leave some out")
    }
    try advance()
    let inner = try or()
    guard case .close = token.kind else {
      throw FilterMistake(offset: open, message: "this '(' is never closed; add ')'")
    }
    depth -= 1
    try advance()
    return inner
  }
}

// MARK: - Tests and their values

extension FilterParser {
  private mutating func test(_ name: String) throws(FilterMistake) -> Filter.Test {
    if let flag = Filter.Flag(rawValue: name) {
      try advance()
      return .flag(flag)
    }
    guard let expected = FilterTerm.expected(by: name) else {
      throw mistake(FilterTerm.unknown(name))
    }
    try advance()
    if let field = Filter.Field(rawValue: name) {
      return .pattern(field, try pattern(try value(of: name, expected)))
    }
    if name == "~json" { return try json() }
    let comparison = try comparison()
    let value = try value(of: name, expected)
    let reader = FilterValue(name: name, expected: expected, comparison: comparison, value: value)
    return try reader.test()
  }

  private func pattern(_ value: FilterValue.Text) throws(FilterMistake) -> Pattern {
    do throws(Pattern.Mistake) { return try Pattern(value.text) } catch {
      throw FilterMistake(
        offset: value.offset(of: error.offset),
        message: "no regular expression: \(error.words); a \\ in front takes a sign literally")
    }
  }

  /// The word or the quoted text that stands here.
  private mutating func value(
    of name: String, _ expected: String
  ) throws(FilterMistake) -> FilterValue.Text {
    let offset = token.offset
    switch token.kind {
    case .word(let text):
      if text.utf8.first == UInt8(ascii: "~") {
        throw mistake("\(name) needs \(expected), found \(token.kind.shown); quote it if it is one")
      }
      try advance()
      if case .open = token.kind, token.offset == offset + text.utf8.count {
        throw mistake("'(' ends the word in front of it; a pattern with brackets stands in quotes")
      }
      return FilterValue.Text(text: text, offset: offset)
    case .quoted(let quoted):
      try advance()
      return FilterValue.Text(text: quoted.text, offset: offset + 1, escapes: quoted.escapes)
    case .open:
      throw mistake("\(name) needs \(expected), found '('; what has brackets stands in quotes")
    default: throw mistake("\(name) needs \(expected), found \(token.kind.shown)")
    }
  }

  /// Takes a comparison off the front of what stands here; a space may follow it or not.
  private mutating func comparison() throws(FilterMistake) -> Filter.Comparison? {
    guard case .word(let text) = token.kind,
      let (comparison, count) = Filter.Comparison.prefix(of: text)
    else { return nil }
    try drop(count, of: text)
    return comparison
  }

  private mutating func drop(_ count: Int, of text: String) throws(FilterMistake) {
    guard count < text.utf8.count else { return try advance() }
    let rest = String(decoding: text.utf8.dropFirst(count), as: UTF8.self)
    token = FilterLexer.Token(kind: .word(rest), offset: token.offset + count)
  }

  private mutating func json() throws(FilterMistake) -> Filter.Test {
    let path = JSONPath(try path())
    guard case .word(let word) = token.kind else { return .json(path, .exists) }
    if word.utf8.starts(with: "=~".utf8) {
      try drop(2, of: word)
      return .json(path, .matches(try pattern(try value(of: "=~", "a pattern"))))
    }
    if let comparison = try comparison() {
      let value = try value(of: comparison.rawValue, "a value to compare with")
      return .json(path, .compare(comparison, value.text, isQuoted: value.isQuoted))
    }
    return .json(path, try property(word))
  }

  /// `exists`, `length` and `type`; any other word starts the next test.
  private mutating func property(_ word: String) throws(FilterMistake) -> Filter.JSONTest {
    let name = word.prefix { !"<>=!".contains($0) }
    switch name {
    case "exists" where name.utf8.count == word.utf8.count: try advance()
    case "length":
      try drop(6, of: word)
      let expected = "a number such as >0"
      let comparison = try comparison()
      let value = try value(of: "length", expected)
      let reader = FilterValue(
        name: "length", expected: expected, comparison: comparison, value: value)
      return .length(try reader.count())
    case "type":
      try drop(4, of: word)
      let place = token.offset
      if let comparison = try comparison(), comparison != .equal {
        throw FilterMistake(
          offset: place, message: "a type has no order; negate the whole test: !~json … type …")
      }
      return .type(try FilterValue.type(try value(of: "type", "a type such as array")))
    default: break
    }
    return .exists
  }

  /// A path in quotes as it is; without quotes it ends where a comparison starts: `data.id==42`.
  private mutating func path() throws(FilterMistake) -> String {
    guard case .word(let text) = token.kind, text.utf8.first != UInt8(ascii: "~") else {
      return try value(of: "~json", FilterTerm.expected(by: "~json") ?? "").text
    }
    let bytes = Array(text.utf8)
    var end = bytes.indices.first { index in
      switch bytes[index] {
      case UInt8(ascii: "="), UInt8(ascii: "<"): true
      case UInt8(ascii: "!"): bytes[index...].dropFirst().first == UInt8(ascii: "=")
      default: false
      }
    }
    if let index = end, index > 0, bytes[index] == UInt8(ascii: "="),
      bytes[index - 1] == UInt8(ascii: ">")
    {
      end = index - 1
    }
    if end == 0 { throw mistake("~json needs a path such as data.items.0.id, found '\(text)'") }
    let path = String(decoding: bytes[..<(end ?? bytes.count)], as: UTF8.self)
    if let arrow = path.utf8.firstIndex(of: UInt8(ascii: ">")),
      path.utf8.contains(UInt8(ascii: ".")) || path.utf8.first == UInt8(ascii: "/")
    {
      let place = path.utf8.distance(from: path.utf8.startIndex, to: arrow)
      throw FilterMistake(
        offset: token.offset + place,
        message:
          "is '>' a comparison? then put spaces around it; quote the path if it is part of it"
      )
    }
    try drop(path.utf8.count, of: text)
    return path
  }
}

extension Filter.Comparison {
  /// The comparison a text starts with, and its length; a single `=` says equal.
  static func prefix(of text: String) -> (comparison: Filter.Comparison, count: Int)? {
    for mark in [">=", "<=", "==", "!=", ">", "<", "="] where text.utf8.starts(with: mark.utf8) {
      return (Filter.Comparison(rawValue: mark) ?? .equal, mark.utf8.count)
    }
    return nil
  }
}
