import LosslessJSON

/// Reads the statements of a script; a statement it does not understand is passed over as a whole.
///
/// ```
/// script ─► tokens ─► statements ─► only what is known ─► AnswerScript
///                        └── not understood: kept, counted as not made
/// ```
struct ScriptParser {
  /// Why a statement cannot be read; what was expected is nobody's business: the script is kept.
  struct Stranger: Error {}

  private let tokens: ScriptTokens
  private var at = 0
  /// How deep expressions and blocks may stand in each other.
  private var depth = 0
  static let depthLimit = 64
  /// What is not understood in the branches of an `if`: the rest of a branch counts.
  private var strangersInside: [String] = []
  /// What may be read again after strangers: a script that takes many times its length is none.
  private var left: Int
  /// How many functions lie around: what a test or a function does counts as a whole or not at all.
  var functionDepth = 0
  /// The names that mean something, innermost last.
  var scopes: [Set<String>] = [ScriptKnowledge.globals]

  init(_ script: [UInt8]) {
    tokens = ScriptTokens(script)
    left = 8 * tokens.all.count + 1_000
  }

  /// The statements that are understood, and the source of each that is not.
  static func read(_ script: [UInt8]) -> (statements: [ScriptStatement], strangers: [String]) {
    var parser = ScriptParser(script)
    var statements: [ScriptStatement] = []
    var strangers: [String] = []
    while parser.at < parser.tokens.all.count {
      let start = parser.at
      guard parser.left > 0 else {
        strangers.append(parser.source(start..<parser.tokens.all.count))
        break
      }
      do throws(Stranger) {
        statements += try parser.statement()
        strangers += parser.strangersInside
        parser.strangersInside = []
      } catch {
        parser.left -= parser.at - start + 1
        parser.strangersInside = []
        parser.functionDepth = 0
        parser.depth = 0
        parser.scopes = Array(parser.scopes.prefix(1))
        parser.at = start
        parser.passOver()
        strangers.append(parser.source(start..<parser.at))
      }
    }
    // What could not even be cut into words stands for the rest of it.
    if !parser.tokens.isWhole {
      let end = parser.tokens.all.last?.range.upperBound ?? 0
      strangers.append(String(decoding: script[end...], as: UTF8.self))
    }
    return (statements, strangers)
  }

  /// One expression that is the whole text, such as the condition of an assertion.
  static func expression(_ text: String) -> ScriptExpression? {
    var parser = ScriptParser(Array(text.utf8))
    guard parser.tokens.isWhole, let read = try? parser.expression(),
      parser.at == parser.tokens.all.count
    else { return nil }
    return read
  }

  /// Goes behind a statement that is not understood: to its semicolon, or the end of its last block.
  private mutating func passOver() {
    var open = 0
    while let placed = current {
      at += 1
      guard case .sign(let sign) = placed.token else { continue }
      if open == 0, sign == "}" {
        at -= 1
        return
      }
      if ["(", "[", "{"].contains(sign) { open += 1 }
      if [")", "]", "}"].contains(sign) { open -= 1 }
      if open <= 0, sign == ";" { return }
      if open <= 0, let next = current, next.startsLine, !next.token.goesOn { return }
    }
  }

  // MARK: Tokens

  private var current: ScriptTokens.Placed? {
    at < tokens.all.count ? tokens.all[at] : nil
  }

  /// The token here, unless a line ends in front of it.
  var startsLine: Bool { current?.startsLine ?? true }

  func peek(_ distance: Int = 0) -> ScriptToken? {
    at + distance < tokens.all.count ? tokens.all[at + distance].token : nil
  }

  mutating func takeToken() throws(Stranger) -> ScriptToken {
    guard let token = peek() else { throw Stranger() }
    at += 1
    return token
  }

  func isSign(_ sign: String, _ distance: Int = 0) -> Bool { peek(distance) == .sign(sign) }

  func isName(_ name: String) -> Bool { peek() == .name(name) }

  mutating func takes(_ sign: String) -> Bool {
    guard isSign(sign) else { return false }
    at += 1
    return true
  }

  mutating func takes(name: String) -> Bool {
    guard isName(name) else { return false }
    at += 1
    return true
  }

  mutating func need(_ sign: String) throws(Stranger) {
    guard takes(sign) else { throw Stranger() }
  }

  mutating func needName() throws(Stranger) -> String {
    guard case .name(let name) = try takeToken(), !ScriptKnowledge.words.contains(name) else {
      throw Stranger()
    }
    return name
  }

  var place: Int { at }

  /// The tokens as they are written, over one line.
  func source(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    let bytes = tokens.bytes[
      tokens.all[first].range.lowerBound..<tokens.all[last].range.upperBound]
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same on one line: what is told of a check.
  func line(_ range: Range<Int>) -> String {
    source(range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  mutating func deeper<Result>(
    _ body: (inout ScriptParser) throws(Stranger) -> Result
  ) throws(Stranger) -> Result {
    guard depth < Self.depthLimit else { throw Stranger() }
    depth += 1
    let result = try body(&self)
    depth -= 1
    return result
  }
}

extension ScriptToken {
  /// It continues what stands before it, though a line ends there.
  fileprivate var goesOn: Bool {
    switch self {
    case .sign(let sign): sign != "{" && sign != "[" && sign != "("
    case .name(let name): name == "else" || name == "in"
    default: false
    }
  }
}

// MARK: - Statements

extension ScriptParser {
  /// One statement; several where one declares several names.
  mutating func statement() throws(Stranger) -> [ScriptStatement] {
    if takes(";") || takesTalk() { return [] }
    if isSign("{") { return [.block(try block())] }
    if isName("var") || isName("let") || isName("const") { return try declarations() }
    if takes(name: "if") { return [try choice()] }
    if takes(name: "for") { return [try loop()] }
    if takes(name: "try") { return [try attempt()] }
    if isName("function"), case .name(let name) = peek(1) { return [try declaration(of: name)] }
    if takes(name: "return") {
      let isBare = isSign(";") || isSign("}") || startsLine
      let value = isBare ? .undefined : try expression()
      try endStatement()
      return [.giveBack(value)]
    }
    if case .name(let name) = peek(), isSign("=", 1), scopes.contains(where: { $0.contains(name) }),
      !ScriptKnowledge.globals.contains(name)
    {
      _ = try takeToken()
      try need("=")
      let value = try expression()
      try endStatement()
      return [.assign(name, value)]
    }
    let start = place
    let read = try expression()
    let end = place
    try endStatement()
    return [try known(read, start..<end)]
  }

  /// `client.log( … )`: nobody asks what is in it.
  private mutating func takesTalk() -> Bool {
    guard case .name(let owner) = peek(), isSign(".", 1), case .name(let name) = peek(2),
      isSign("(", 3),
      owner == "client" && name == "log"
        || owner == "console" && ["log", "info", "warn", "error", "debug"].contains(name)
    else { return false }
    var (open, distance) = (0, 3)
    while let token = peek(distance) {
      if token == .sign("(") { open += 1 }
      if token == .sign(")") { open -= 1 }
      distance += 1
      if open == 0 { break }
    }
    guard open == 0,
      peek(distance) == nil || isSign(";", distance) || isSign("}", distance)
        || tokens.all[at + distance].startsLine
    else { return false }
    at += distance
    return true
  }

  private mutating func endStatement() throws(Stranger) {
    if takes(";") || isSign("}") || startsLine { return }
    throw Stranger()
  }

  mutating func block(isBranch: Bool = false) throws(Stranger) -> [ScriptStatement] {
    try need("{")
    scopes.append([])
    let statements = try deeper { (parser) throws(Stranger) in
      var statements: [ScriptStatement] = []
      while !parser.isSign("}") {
        statements +=
          isBranch && parser.functionDepth == 0
          ? try parser.statementOrNone() : try parser.statement()
      }
      return statements
    }
    scopes.removeLast()
    try need("}")
    return statements
  }

  /// A statement of a branch; one that is not understood is passed over, as it would be outside.
  private mutating func statementOrNone() throws(Stranger) -> [ScriptStatement] {
    let (start, outside, depth) = (at, scopes, self.depth)
    do throws(Stranger) { return try statement() } catch {
      left -= at - start + 1
      (at, scopes, self.depth, functionDepth) = (start, outside, depth, 0)
      passOver()
      guard at > start, left > 0 else { throw error }
      strangersInside.append(source(start..<at))
      return []
    }
  }

  private mutating func declarations() throws(Stranger) -> [ScriptStatement] {
    _ = try takeToken()
    var declared: [ScriptStatement] = []
    repeat {
      let name = try needName()
      let value = takes("=") ? try expression() : nil
      scopes[scopes.count - 1].insert(name)
      declared.append(.declare(name, value))
    } while takes(",")
    try endStatement()
    return declared
  }

  /// `function name(a, b) { … }`, which may call itself.
  private mutating func declaration(of name: String) throws(Stranger) -> ScriptStatement {
    scopes[scopes.count - 1].insert(name)
    return .declare(name, try expression())
  }

  /// `try { … } catch (error) { … }`.
  private mutating func attempt() throws(Stranger) -> ScriptStatement {
    let statements = try block()
    guard takes(name: "catch") else { throw Stranger() }
    var error: String?
    if takes("(") {
      error = try needName()
      try need(")")
    }
    scopes.append(Set([error].compactMap(\.self)))
    let otherwise = try block()
    scopes.removeLast()
    return .attempt(statements, error: error, otherwise: otherwise)
  }

  /// `for (const item of list) { … }` is `list.forEach(item => { … })`, but for a `return` in it.
  private mutating func loop() throws(Stranger) -> ScriptStatement {
    try need("(")
    guard takes(name: "const") || takes(name: "let") || takes(name: "var") else { throw Stranger() }
    let name = try needName()
    guard takes(name: "of") else { throw Stranger() }
    let list = try expression()
    try need(")")
    let body = try deeper { (parser) throws(Stranger) in
      try parser.body([name], needsBraces: false)
    }
    let callee = ScriptExpression.member(list, "forEach")
    guard ScriptKnowledge.knows(call: callee), !body.contains(where: \.givesBack) else {
      throw Stranger()
    }
    return .run(.call(callee, [.function(ScriptFunction(parameters: [name], body: body))]))
  }

  private mutating func choice() throws(Stranger) -> ScriptStatement {
    try need("(")
    let condition = try expression()
    try need(")")
    let yes = try branch()
    let no = takes(name: "else") ? try branch() : []
    return .choice(condition, yes, no)
  }

  private mutating func branch() throws(Stranger) -> [ScriptStatement] {
    try deeper { (parser) throws(Stranger) in
      parser.isSign("{") ? [.block(try parser.block(isBranch: true))] : try parser.statement()
    }
  }

  /// What a call as a statement means; one that means nothing here is a stranger.
  private func known(
    _ expression: ScriptExpression, _ range: Range<Int>
  ) throws(Stranger) -> ScriptStatement {
    guard case .call(let callee, let arguments) = expression else { throw Stranger() }
    guard let name = callee.dotted else {
      // `list.forEach(function (item) { … })`
      guard case .member(_, let method) = callee, method == "forEach" else { throw Stranger() }
      return .run(expression)
    }
    // A function of the script's own.
    if case .name = callee, !ScriptKnowledge.globals.contains(name) { return .run(expression) }
    switch name {
    case "client.test":
      guard arguments.count == 2, case .function(let body) = arguments[1] else { throw Stranger() }
      return .test(name: arguments[0], body)
    case "client.assert":
      guard let condition = arguments.first, arguments.count <= 2 else { throw Stranger() }
      return .check(
        ScriptCheck(
          condition: condition, message: arguments.dropFirst().first, source: line(range).asserted))
    case "client.log", "console.log", "console.info", "console.warn", "console.error",
      "client.global.clear", "client.global.clearAll", "client.variables.global.clear",
      "client.variables.global.clearAll":
      return .nothing
    case "client.global.set", "client.variables.set", "client.variables.global.set":
      guard arguments.count == 2 else { throw Stranger() }
      return .keep(name: arguments[0], value: arguments[1], mustExist: false)
    case _ where name.hasSuffix(".forEach"): return .run(expression)
    default: throw Stranger()
    }
  }
}

extension String {
  /// What stands between the brackets of `client.assert( … )`.
  fileprivate var asserted: String {
    guard let open = utf8.firstIndex(of: UInt8(ascii: "(")), utf8.last == UInt8(ascii: ")") else {
      return self
    }
    return String(Substring(utf8[open...].dropFirst().dropLast().trimmingBlanks))
  }
}
