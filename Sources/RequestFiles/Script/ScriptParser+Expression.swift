import LosslessJSON

extension ScriptParser {
  /// Signs between two values by how strongly they bind, the weakest first.
  private static let levels: [[String]] = [
    ["??"], ["||"], ["&&"], ["===", "!==", "==", "!="], ["<", ">", "<=", ">="], ["+", "-"],
    ["*", "/", "%"],
  ]

  mutating func expression() throws(Stranger) -> ScriptExpression {
    if let function = try arrow() { return function }
    let condition = try deeper { (parser) throws(Stranger) in try parser.binary(0) }
    guard takes("?") else { return condition }
    let yes = try deeper { (parser) throws(Stranger) in try parser.expression() }
    try need(":")
    let no = try deeper { (parser) throws(Stranger) in try parser.expression() }
    return .choice(condition, yes, no)
  }

  private mutating func binary(_ level: Int) throws(Stranger) -> ScriptExpression {
    guard level < Self.levels.count else { return try unary() }
    var left = try binary(level + 1)
    while case .sign(let sign) = peek(), Self.levels[level].contains(sign) {
      _ = try takeToken()
      left = .binary(sign, left, try binary(level + 1))
    }
    // `'key' in object`
    if level == 4, takes(name: "in") { left = .binary("in", left, try binary(level + 1)) }
    return left
  }

  private mutating func unary() throws(Stranger) -> ScriptExpression {
    for sign in ["!", "-", "+"] where takes(sign) {
      return .unary(sign, try deeper { (parser) throws(Stranger) in try parser.unary() })
    }
    if takes(name: "typeof") {
      return .unary("typeof", try deeper { (parser) throws(Stranger) in try parser.unary() })
    }
    return try postfix()
  }

  private mutating func postfix() throws(Stranger) -> ScriptExpression {
    var value = try primary()
    while true {
      if takes(".") {
        value = .member(value, try memberName())
      } else if takes("?.") {
        value = .optional(value)
        value = isSign("[") ? value : .member(value, try memberName())
      } else if isSign("["), !startsLine {
        try need("[")
        let index = try deeper { (parser) throws(Stranger) in try parser.expression() }
        try need("]")
        value = .element(value, index)
      } else if isSign("("), !startsLine {
        let arguments = try deeper { (parser) throws(Stranger) in try parser.arguments() }
        guard ScriptKnowledge.knows(call: value) else { throw Stranger() }
        value = .call(value, arguments)
      } else {
        guard ScriptKnowledge.knows(value) else { throw Stranger() }
        return value
      }
    }
  }

  /// A word of the language is a name behind a dot.
  private mutating func memberName() throws(Stranger) -> String {
    guard case .name(let name) = try takeToken() else { throw Stranger() }
    return name
  }

  private mutating func arguments() throws(Stranger) -> [ScriptExpression] {
    try need("(")
    var arguments: [ScriptExpression] = []
    while !takes(")") {
      if !arguments.isEmpty { try need(",") }
      if takes(")") { break }
      arguments.append(try expression())
    }
    return arguments
  }

  private mutating func primary() throws(Stranger) -> ScriptExpression {
    switch try takeToken() {
    case .number(let text): return .number(text)
    case .text(let text): return .text(text)
    case .pieces(let pieces): return try joined(pieces)
    case .pattern(let text, let flags):
      guard flags.utf8.allSatisfy({ "giu".utf8.contains($0) }),
        (try? Pattern(text)) != nil
      else { throw Stranger() }
      return .pattern(text, ignoresCase: flags.utf8.contains(UInt8(ascii: "i")))
    case .sign("("):
      let value = try deeper { (parser) throws(Stranger) in try parser.expression() }
      try need(")")
      return value
    case .sign("["): return try deeper { (parser) throws(Stranger) in try parser.list() }
    case .sign("{"): return try deeper { (parser) throws(Stranger) in try parser.object() }
    case .name("function"): return try function()
    case .name("true"): return .bool(true)
    case .name("false"): return .bool(false)
    case .name("null"): return .null
    case .name("undefined"): return .undefined
    case .name(let name):
      guard !ScriptKnowledge.words.contains(name), scopes.contains(where: { $0.contains(name) })
      else { throw Stranger() }
      return .name(name)
    case .sign: throw Stranger()
    }
  }

  private mutating func joined(_ pieces: [String]) throws(Stranger) -> ScriptExpression {
    var parts: [ScriptExpression] = []
    for (index, piece) in pieces.enumerated() {
      guard index % 2 == 1 else {
        if !piece.isEmpty { parts.append(.text(piece)) }
        continue
      }
      var inner = ScriptParser(Array(piece.utf8))
      inner.scopes = scopes
      parts.append(try inner.expression())
      guard inner.peek() == nil else { throw Stranger() }
    }
    return .joined(parts)
  }

  private mutating func list() throws(Stranger) -> ScriptExpression {
    var elements: [ScriptExpression] = []
    while !takes("]") {
      if !elements.isEmpty { try need(",") }
      if takes("]") { break }
      elements.append(try expression())
    }
    return .list(elements)
  }

  private mutating func object() throws(Stranger) -> ScriptExpression {
    var members: [ScriptExpression.Member] = []
    while !takes("}") {
      if !members.isEmpty { try need(",") }
      if takes("}") { break }
      let key: String
      switch try takeToken() {
      case .name(let name), .text(let name), .number(let name): key = name
      default: throw Stranger()
      }
      try need(":")
      members.append(ScriptExpression.Member(key: key, value: try expression()))
    }
    return .object(members)
  }

  // MARK: Functions

  /// `function (a, b) { … }`; its name, where it has one, is nobody's.
  private mutating func function() throws(Stranger) -> ScriptExpression {
    if case .name = peek() { _ = try takeToken() }
    try need("(")
    var parameters: [String] = []
    while !takes(")") {
      if !parameters.isEmpty { try need(",") }
      parameters.append(try needName())
    }
    return .function(ScriptFunction(parameters: parameters, body: try body(parameters)))
  }

  mutating func body(
    _ parameters: [String], needsBraces: Bool = true
  ) throws(Stranger) -> [ScriptStatement] {
    scopes.append(Set(parameters))
    functionDepth += 1
    let body = needsBraces || isSign("{") ? try block() : try statement()
    functionDepth -= 1
    scopes.removeLast()
    return body
  }

  /// `() => …`, `a => …`, `(a, b) => { … }`; nil where none starts here.
  private mutating func arrow() throws(Stranger) -> ScriptExpression? {
    var parameters: [String] = []
    if case .name(let name) = peek(), isSign("=>", 1) {
      _ = try takeToken()
      parameters = [name]
    } else if isSign("("), let names = arrowParameters {
      while !takes(")") { _ = try takeToken() }
      parameters = names
    } else {
      return nil
    }
    try need("=>")
    if isSign("{") {
      return .function(ScriptFunction(parameters: parameters, body: try body(parameters)))
    }
    scopes.append(Set(parameters))
    let start = place
    let value = try deeper { (parser) throws(Stranger) in try parser.expression() }
    scopes.removeLast()
    // `() => client.assert(…)` is the statement it would be between braces.
    if case .call(let callee, let arguments) = value, callee.dotted == "client.assert",
      let condition = arguments.first
    {
      let check = ScriptCheck(
        condition: condition, message: arguments.dropFirst().first, source: line(start..<place))
      return .function(ScriptFunction(parameters: parameters, body: [.check(check)]))
    }
    return .function(ScriptFunction(parameters: parameters, body: [.giveBack(value)]))
  }

  /// The names between brackets in front of an arrow.
  private var arrowParameters: [String]? {
    var names: [String] = []
    var distance = 1
    while let token = peek(distance) {
      switch token {
      case .name(let name): names.append(name)
      case .sign(","): break
      case .sign(")"): return isSign("=>", distance + 1) ? names : nil
      default: return nil
      }
      distance += 1
    }
    return nil
  }
}
