import LosslessJSON
import NetEngine

/// Reads the lines of a rules file.
struct RulesParser {
  let line: Int
  /// The line, without a comment behind it.
  let bytes: [UInt8]
  let words: [Word]
  private let end: Int

  /// A word of a line, and its column, counted from 1.
  struct Word {
    var text: String
    var column: Int
  }

  static func parse(_ text: [UInt8]) throws(RulesMistake) -> [Rules.Rule] {
    var rules: [Rules.Rule] = []
    let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
    for (number, bytes) in lines.enumerated() {
      let content = bytes.last == 0x0d ? bytes.dropLast() : bytes
      let parser = RulesParser(line: number + 1, Array(content))
      do throws(RulesMistake) {
        try parser.checkBytes()
        guard var rule = try parser.rule(String(decoding: content, as: UTF8.self)) else { continue }
        rule.shown = parser.shown
        rules.append(rule)
      } catch {
        throw parser.hidingSecrets(in: error)
      }
    }
    return rules
  }

  private init(line: Int, _ bytes: [UInt8]) {
    self.line = line
    var words: [Word] = []
    var start: Int?
    for (place, byte) in (bytes + [0x20]).enumerated() {
      let isBlank = byte == 0x20 || byte == 0x09
      if !isBlank, start == nil { start = place }
      if isBlank, let first = start {
        words.append(
          Word(text: String(decoding: bytes[first..<place], as: UTF8.self), column: first + 1))
        start = nil
      }
    }
    // A comment is a line of its own, or what follows a lone '#'.
    if let mark = words.firstIndex(where: { $0.text == "#" }) { words = Array(words[..<mark]) }
    if words.first?.text.hasPrefix("#") == true { words = [] }
    self.words = words
    end = (words.last.map { $0.column + $0.text.utf8.count } ?? 1)
    self.bytes = Array(bytes.prefix(end - 1))
  }

  /// Refuses control characters and bytes that are no UTF-8 in front of a comment.
  ///
  /// A value of the line may become part of a head, and some readers end a line at a lone CR.
  private func checkBytes() throws(RulesMistake) {
    if let place = bytes.firstIndex(where: \.isOddControl) {
      throw RulesMistake(
        line: line, column: place + 1, found: String(shown: [bytes[place]]),
        expected: "no control character other than a tab")
    }
    var (decoder, rest, place) = (UTF8(), bytes.makeIterator(), 0)
    while true {
      switch decoder.decode(&rest) {
      case .scalarValue(let scalar): place += UTF8.width(scalar)
      case .emptyInput: return
      case .error:
        throw RulesMistake(
          line: line, column: place + 1, found: String(shown: [bytes[place]]),
          expected: "text in UTF-8")
      }
    }
  }

  private func rule(_ text: String) throws(RulesMistake) -> Rules.Rule? {
    guard let first = words.first else { return nil }
    if first.text.hasPrefix("(") { return try filtered(text, first) }
    // Without a method every one is meant.
    let hasMethod = !first.text.hasPrefix("/")
    let method = hasMethod && first.text != "*" ? first.text : nil
    if let method, !method.utf8.allSatisfy(\.isTokenByte) {
      throw mistake(first, "a method such as GET, or '*'")
    }
    let pathAt = hasMethod ? 1 : 0
    let expected = "a path such as /users/* or /**"
    let (said, query) = try Self.parts(of: word(at: pathAt, expected).text)
    let template =
      wordIfAny(at: pathAt + 1)?.text == "template" ? try template(said, at: pathAt) : nil
    guard said.hasPrefix("/"), let path = JSONPathPattern(template?.pattern ?? said) else {
      throw mistake(try word(at: pathAt, expected), expected)
    }
    let part: Rules.Part
    if let template {
      part = .template(template)
    } else {
      part = try self.part(from: pathAt + 1, of: text)
    }
    return Rules.Rule(
      line: line, text: text, method: method, path: path, query: query, part: part)
  }

  /// `GET /users/{name} template`: nothing stands behind it.
  private func template(_ said: String, at place: Int) throws(RulesMistake) -> Rules.TemplateLine {
    let expected = "a path of texts and names in braces, such as /users/{name}"
    guard let template = Rules.TemplateLine(said) else {
      throw mistake(try word(at: place, expected), expected)
    }
    try finish(at: place + 2)
    return template
  }

  /// `(~m POST & ~u pay) answer …`: requests a filter lets through.
  private func filtered(_ text: String, _ first: Word) throws(RulesMistake) -> Rules.Rule {
    let bytes = Array(text.utf8)
    let end = Self.endOfFilter(bytes, from: first.column - 1)
    guard end < bytes.count else {
      throw RulesMistake(line: line, column: self.end, found: "", expected: "')' behind the filter")
    }
    let inside = String(decoding: bytes[first.column..<end], as: UTF8.self)
    let filter: Filter
    do throws(FilterMistake) { filter = try Filter(inside) } catch {
      throw RulesMistake(
        line: line, column: first.column + 1 + error.offset, found: inside,
        expected: "a filter: \(error.message)")
    }
    guard filter.expression.asksRequestsOnly else {
      throw RulesMistake(
        line: line, column: first.column, found: inside,
        expected: "a filter of requests' heads: ~m, ~u, ~d, ~p, ~hq, a word")
    }
    let next = place(behind: end)
    let word = try word(at: next, "answer, request or hold")
    guard let part = try altering(word.text, from: next + 1) else {
      throw mistake(
        word, "answer, request or hold: the other parts have METHOD and PATH in front")
    }
    return Rules.Rule(
      line: line, text: text, method: nil, path: .everything, query: [], filter: filter,
      part: part)
  }

  /// The place of the `)` behind a filter; at least the number of bytes where it is missing.
  static func endOfFilter(_ bytes: [UInt8], from start: Int) -> Int {
    var (depth, end, quote) = (0, start, UInt8(0))
    while end < bytes.count {
      let byte = bytes[end]
      if quote != 0 {
        if byte == UInt8(ascii: "\\") { end += 1 } else if byte == quote { quote = 0 }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == 0x28 {
        depth += 1
      } else if byte == 0x29 {
        depth -= 1
        if depth == 0 { break }
      }
      end += 1
    }
    return end
  }

  /// A path, and the pairs of a query behind it.
  private static func parts(of text: String) -> (path: String, query: [String]) {
    guard let mark = text.firstIndex(of: "?") else { return (text, []) }
    let query = text[text.index(after: mark)...].split(separator: "&").map(String.init)
    return (String(text[..<mark]), query)
  }

  /// The lines of a text: the pattern is all up to the last word.
  private func linePattern(from place: Int, of line: String) throws(RulesMistake) -> Pattern {
    let expected = "a pattern for lines, then ignore"
    let first = try word(at: place, expected)
    guard let last = words.last, words.count > place + 1, last.text == "ignore" else {
      throw RulesMistake(line: self.line, column: end, found: "", expected: "ignore")
    }
    let bytes = Array(line.utf8)[(first.column - 1)..<(last.column - 1)]
    let text = String(decoding: bytes.trimmingBlanks, as: UTF8.self)
    do throws(Pattern.Mistake) {
      return try Pattern(text, sensitivity: .smart)
    } catch {
      throw RulesMistake(
        line: self.line, column: first.column + error.offset, found: text,
        expected: "a regular expression: \(error.words)")
    }
  }

  private static let parts = [
    "body", "text", "header", "query", "match", "answer", "request", "hold", "template",
  ]

  private func part(
    from place: Int, of line: String
  ) throws(RulesMistake) -> Rules.Part {
    let expected = "body, text, header, query, match, answer, request, hold or template"
    let word = try word(at: place, expected)
    switch word.text {
    case "body":
      let pointer = try pattern(at: place + 1, "a JSON Pointer such as /items/*/updated_at")
      return .body(pointer, try action(from: place + 2))
    case "text": return .text(try linePattern(from: place + 1, of: line))
    case "header":
      let name = try self.word(at: place + 1, "the name of a header")
      guard name.text.utf8.allSatisfy(\.isTokenByte) else {
        throw mistake(name, "the name of a header")
      }
      try ignore(at: place + 2)
      return .header(name.text.lowercasedASCII)
    case "query":
      let name = try self.word(at: place + 1, "the name of a query parameter")
      try ignore(at: place + 2)
      return .query(name.text)
    case "match": return .match(try match(from: place + 1))
    default:
      if let part = try altering(word.text, from: place + 1) { return part }
      throw mistake(word, expected, guess: NearestWord.of(word.text, in: Self.parts))
    }
  }

  /// What a request is found by: `body /at any`, `query _ any`, `header X same`.
  private func match(from place: Int) throws(RulesMistake) -> Rules.Match {
    let expected = "body, query or header"
    let word = try word(at: place, expected)
    switch word.text {
    case "body":
      let pointer = try pattern(at: place + 1, "a JSON Pointer such as /items/*/updated_at")
      try say("any", at: place + 2)
      return .body(pointer)
    case "query":
      let name = try self.word(at: place + 1, "the name of a query parameter")
      try say("any", at: place + 2)
      return .query(name.text)
    case "header":
      let name = try self.word(at: place + 1, "the name of a header")
      guard name.text.utf8.allSatisfy(\.isTokenByte) else {
        throw mistake(name, "the name of a header")
      }
      try say("same", at: place + 2)
      return .header(name.text.lowercasedASCII)
    default:
      let words = ["body", "query", "header"]
      throw mistake(word, expected, guess: NearestWord.of(word.text, in: words))
    }
  }

  private func action(from place: Int) throws(RulesMistake) -> Rules.Action {
    let expected = "ignore, set key=NAME or within NUMBER"
    let word = try word(at: place, expected)
    switch word.text {
    case "ignore":
      try finish(at: place + 1)
      return .ignore
    case "set":
      let setting = try self.word(at: place + 1, "key=NAME")
      guard setting.text.hasPrefix("key="), setting.text.utf8.count > 4 else {
        throw mistake(setting, "key=NAME")
      }
      try finish(at: place + 2)
      return .key(String(decoding: setting.text.utf8.dropFirst(4), as: UTF8.self))
    case "within":
      let number = try self.word(at: place + 1, "a number such as 0.01")
      guard let value = JSONNumber(number.text), value.double >= 0 else {
        throw mistake(number, "a number from 0 up, such as 0.01")
      }
      try finish(at: place + 2)
      return .within(value)
    default:
      let words = ["ignore", "set", "within"]
      throw mistake(word, expected, guess: NearestWord.of(word.text, in: words))
    }
  }

  private func ignore(at place: Int) throws(RulesMistake) {
    try say("ignore", at: place)
  }

  /// The last word of a line, of which there is only one.
  private func say(_ expected: String, at place: Int) throws(RulesMistake) {
    let word = try word(at: place, expected)
    guard word.text == expected else { throw mistake(word, expected) }
    try finish(at: place + 1)
  }

  private func finish(at place: Int) throws(RulesMistake) {
    if place < words.count { throw mistake(words[place], "the end of the line") }
  }

  private func pattern(at place: Int, _ expected: String) throws(RulesMistake) -> JSONPathPattern {
    let word = try word(at: place, expected)
    guard word.text.hasPrefix("/"), let pattern = JSONPathPattern(word.text) else {
      throw mistake(word, expected)
    }
    return pattern
  }

  /// The first word that begins behind a byte of the line.
  func place(behind byte: Int) -> Int { words.firstIndex { $0.column > byte + 1 } ?? words.count }

  func wordIfAny(at place: Int) -> Word? { place < words.count ? words[place] : nil }

  func word(at place: Int, _ expected: String) throws(RulesMistake) -> Word {
    guard place < words.count else {
      throw RulesMistake(line: line, column: end, found: "", expected: expected)
    }
    return words[place]
  }

  func mistake(_ word: Word, _ expected: String, guess: String? = nil) -> RulesMistake {
    RulesMistake(
      line: line, column: word.column, found: word.text, expected: expected, guess: guess)
  }
}

extension Filter.Expression {
  /// Whether it can be asked as soon as a request's head is there.
  fileprivate var asksRequestsOnly: Bool {
    switch self {
    case .all, .test(.word): true
    case .and(let parts), .or(let parts): parts.allSatisfy(\.asksRequestsOnly)
    case .not(let part): part.asksRequestsOnly
    case .test(.pattern(let field, _)):
      [.url, .host, .path, .requestHeader, .method].contains(field)
    case .test: false
    }
  }
}
