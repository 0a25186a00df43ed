import LosslessJSON

/// An assertion or a capture in one line, as comments and lines `??` say it:
/// `status == 200`, `header "Content-Type" contains json`, `token = response.body.data.token`.
enum AssertionLine {
  /// What is asserted; nil where it is not understood.
  static func check(_ text: String) -> ScriptStatement? {
    guard let condition = condition(text) else { return nil }
    return .check(ScriptCheck(condition: condition, message: nil, source: text))
  }

  /// What another editor expects by `# @expect`: `status 200`, `header Location`,
  /// `body-contains text`, `body-path $.id 1`; nil for anything else.
  static func expected(_ text: String) -> ScriptStatement? {
    var words = Words(text[...])
    guard let kind = words.word(), !words.isEmpty else { return nil }
    let said: String
    switch kind {
    case "status":
      guard words.rest.utf8.count == 3, Int(digits: words.rest.utf8) != nil else { return nil }
      said = "status == \(words.rest)"
    case "header":
      guard let name = words.word() else { return nil }
      said = "header \(name) " + (words.isEmpty ? "exists" : "contains \(words.rest)")
    case "body-contains": said = "body contains \(words.rest)"
    case "body-path":
      guard let path = words.word(), path.hasPrefix("$") else { return nil }
      said = "jsonpath \(path) " + (words.isEmpty ? "exists" : "== \(words.rest)")
    default: return nil
    }
    guard let condition = condition(said) else { return nil }
    return .check(ScriptCheck(condition: condition, message: nil, source: text))
  }

  /// `name = where the value stands`; nil where that is not understood.
  static func capture(_ text: String) -> ScriptStatement? {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = String(Substring(text[..<equals].utf8.trimmingBlanks))
    var rest = Words(text[equals...].dropFirst())
    guard !name.isEmpty, name.utf8.allSatisfy(\.isVariableByte), let value = rest.subject(),
      rest.isEmpty
    else { return nil }
    return .keep(name: .text(name), value: value, mustExist: true)
  }

  private static func condition(_ text: String) -> ScriptExpression? {
    var words = Words(text[...])
    if words.takes("js") { return ScriptParser.expression(words.rest) }
    guard let subject = words.subject() else { return ScriptParser.expression(text) }
    let isNegated = words.takes("not")
    let measured = words.takes("length") ? .member(subject, "length") : subject
    guard let condition = self.condition(measured, &words), words.isEmpty else { return nil }
    return isNegated ? .unary("!", condition) : condition
  }

  private static func condition(
    _ subject: ScriptExpression, _ words: inout Words
  ) -> ScriptExpression? {
    guard let word = words.word() else { return nil }
    if let kind = kinds[word] {
      return .binary("===", .unary("typeof", subject), .text(kind))
    }
    switch word {
    case "exists", "isDefined": return .binary("!==", subject, .undefined)
    case "isUndefined": return .binary("===", subject, .undefined)
    case "isNull": return .binary("===", subject, .null)
    case "isTrue": return .binary("===", subject, .bool(true))
    case "isFalse": return .binary("===", subject, .bool(false))
    case "isArray": return .call(.member(.name("Array"), "isArray"), [subject])
    case "isEmpty": return .binary("==", .member(subject, "length"), .number("0"))
    default: break
    }
    if let sign = signs[word] { return words.value().map { .binary(sign, subject, $0) } }
    // A whole body is asked as its bytes are, though they are JSON.
    let isBody = subject == .member(.name("response"), "body")
    let asked = isBody ? .member(.name("response"), "rawBody") : subject
    if let method = methods[word] {
      return words.value().map { .call(.member(asked, method), [$0]) }
    }
    guard word == "matches" || word == "=~", let value = words.value(), case .text(let text) = value
    else { return nil }
    let isBetweenSlashes = text.utf8.count > 1 && text.hasPrefix("/") && text.hasSuffix("/")
    let pattern = isBetweenSlashes ? String(text.dropFirst().dropLast()) : text
    guard (try? Pattern(pattern)) != nil else { return nil }
    return .call(.member(.pattern(pattern, ignoresCase: false), "test"), [asked])
  }

  /// Whether a word says what is tested, so that it can be no path.
  fileprivate static func isTest(_ word: String) -> Bool {
    kinds[word] != nil || signs[word] != nil || methods[word] != nil
      || [
        "not", "length", "matches", "=~", "exists", "isDefined", "isUndefined", "isNull", "isTrue",
        "isFalse", "isArray", "isEmpty",
      ].contains(word)
  }

  private static let kinds = [
    "isString": "string", "isNumber": "number", "isBoolean": "boolean", "isObject": "object",
  ]

  /// What compares a number with its digits, too: a word has no quotes in a comment.
  private static let signs = [
    "==": "==", "===": "===", "=": "==", "!=": "!=", "!==": "!==", ">": ">", "<": "<", ">=": ">=",
    "<=": "<=", "eq": "==", "equals": "==", "neq": "!=", "gt": ">", "lt": "<", "gte": ">=",
    "lte": "<=",
  ]

  private static let methods = [
    "contains": "includes", "includes": "includes", "startsWith": "startsWith",
    "endsWith": "endsWith",
  ]
}

/// The words of an assertion; one in quotes may hold blanks.
private struct Words {
  private var text: Substring.UTF8View

  init(_ text: Substring) { self.text = text.utf8.trimmingBlanks }

  var isEmpty: Bool { text.isEmpty }
  var rest: String { String(Substring(text)) }

  mutating func word() -> String? {
    guard let first = text.first else { return nil }
    var word = text.prefix { !$0.isBlank }
    var end = word.endIndex
    var made = String(Substring(word))
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"),
      let close = text.dropFirst().firstIndex(of: first)
    {
      word = text[..<close].dropFirst()
      made = String(Substring(word))
      end = text.index(after: close)
    }
    text = text[end...].trimmingBlanks
    return made
  }

  mutating func takes(_ word: String) -> Bool {
    var copy = self
    guard copy.word() == word else { return false }
    self = copy
    return true
  }

  /// A value behind a sign: what stands in quotes, a number, or all that is left as text.
  mutating func value() -> ScriptExpression? {
    guard let first = text.first else { return nil }
    let all = rest
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return word().map { .text($0) } }
    text = text.suffix(0)
    switch all {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: return JSONNumber(all) == nil ? .text(all) : .number(all)
    }
  }

  /// Where a value stands in the answer.
  mutating func subject() -> ScriptExpression? {
    var copy = self
    guard var first = copy.word() else { return nil }
    if first.hasPrefix("response.") { first = String(first.dropFirst(9)) }
    let response = ScriptExpression.name("response")
    switch first {
    case "status", "statusCode", "code":
      self = copy
      return .member(response, "status")
    case "header", "headers":
      guard let name = copy.word() else { return nil }
      self = copy
      return .element(.member(response, "headers"), .text(name))
    case "jsonpath", "json":
      guard let path = copy.word() else { return nil }
      first = "body." + path
    case "body":
      // `body a.b == 1`, where what follows is no comparison.
      var ahead = copy
      if let path = ahead.word(), !AssertionLine.isTest(path), !ahead.isEmpty {
        (first, copy) = ("body." + path, ahead)
      }
    default: break
    }
    if first.hasPrefix("json.") { first = "body." + first.dropFirst(5) }
    if first.hasPrefix("$") { first = "body." + first }
    if first.hasPrefix("header.") { first = "headers." + first.dropFirst(7) }
    guard let part = ExchangeReference.Part(first) else { return nil }
    self = copy
    switch part {
    case .body: return .member(response, "body")
    case .status: return .member(response, "status")
    case .header(let name): return .element(.member(response, "headers"), .text(name))
    case .cookie(let name): return .element(.member(response, "cookies"), .text(name))
    case .json(let path):
      return path.steps.reduce(.member(response, "body")) { value, step in
        switch step {
        case .key(let key): .element(.optional(value), .text(key))
        case .index(let index): .element(.optional(value), .number("\(index)"))
        }
      }
    }
  }
}
