import LosslessJSON
import NetEngine

extension ScriptRun {
  mutating func value(of expression: ScriptExpression) throws(Failure) -> ScriptValue {
    try countStep()
    switch expression {
    case .undefined: return .undefined
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let text): return .number(JSONNumber(text)?.double ?? .nan, text)
    case .text(let text): return .text(text)
    case .pattern(let text, let ignoresCase): return .pattern(text, ignoresCase: ignoresCase)
    case .joined(let parts):
      var text = ""
      for part in parts { text += try value(of: part).text }
      return .text(text)
    case .list(let parts):
      var values: [ScriptValue] = []
      for part in parts { values.append(try value(of: part)) }
      return .list(values)
    case .object(let members):
      var values: [(key: String, value: ScriptValue)] = []
      for member in members { values.append((member.key, try value(of: member.value))) }
      return .object(values)
    case .name(let name):
      if let value = scopes.last(where: { $0[name] != nil })?[name] { return value }
      guard ScriptKnowledge.globals.contains(name) else {
        throw Failure(words: "'\(name)' has no value")
      }
      return .space(name)
    case .function(let function): return .function(function)
    case .optional(let value): return try self.value(of: value)
    case .member(let owner, let name):
      return try member(name, of: try value(of: owner), owner)
    case .element(let owner, let index):
      let index = try value(of: index)
      return try member(index.text, of: try value(of: owner), owner)
    case .call(let callee, let arguments): return try call(callee, arguments)
    case .unary(let sign, let value): return unary(sign, try self.value(of: value))
    case .binary(let sign, let left, let right): return try binary(sign, left, right)
    case .choice(let condition, let yes, let no):
      return try value(of: try value(of: condition).isTrue ? yes : no)
    }
  }

  private func unary(_ sign: String, _ value: ScriptValue) -> ScriptValue {
    switch sign {
    case "!": .bool(!value.isTrue)
    case "-": ScriptValue(-value.asNumber)
    case "+": ScriptValue(value.asNumber)
    default: .text(value.kind)
    }
  }

  private mutating func binary(
    _ sign: String, _ left: ScriptExpression, _ right: ScriptExpression
  ) throws(Failure) -> ScriptValue {
    let one = try value(of: left)
    switch sign {
    case "&&": return one.isTrue ? try value(of: right) : one
    case "||": return one.isTrue ? one : try value(of: right)
    case "??": return one.isNothing ? try value(of: right) : one
    default: break
    }
    let other = try value(of: right)
    switch sign {
    case "===": return .bool(one.isSame(as: other, isStrict: true))
    case "!==": return .bool(!one.isSame(as: other, isStrict: true))
    case "==": return .bool(one.isSame(as: other, isStrict: false))
    case "!=": return .bool(!one.isSame(as: other, isStrict: false))
    case "<", ">", "<=", ">=": return .bool(isOrdered(sign, one, other))
    case "in": return .bool(has(one.text, in: other))
    case "+": return sum(one, other)
    case "-": return ScriptValue(one.asNumber - other.asNumber)
    case "*": return ScriptValue(one.asNumber * other.asNumber)
    case "/": return ScriptValue(one.asNumber / other.asNumber)
    default: return ScriptValue(one.asNumber.truncatingRemainder(dividingBy: other.asNumber))
    }
  }

  private func isOrdered(_ sign: String, _ one: ScriptValue, _ other: ScriptValue) -> Bool {
    if case .text(let left) = one, case .text(let right) = other {
      let isLess = left.utf8.lexicographicallyPrecedes(right.utf8)
      let isSame = left.utf8.elementsEqual(right.utf8)
      return sign.first == "<"
        ? isLess || sign == "<=" && isSame : !isLess && (!isSame || sign == ">=")
    }
    let (left, right) = (one.asNumber, other.asNumber)
    switch sign {
    case "<": return left < right
    case ">": return left > right
    case "<=": return left <= right
    default: return left >= right
    }
  }

  private func sum(_ one: ScriptValue, _ other: ScriptValue) -> ScriptValue {
    func isPlain(_ value: ScriptValue) -> Bool {
      switch value {
      case .number, .bool, .null, .undefined: true
      default: false
      }
    }
    guard isPlain(one), isPlain(other) else { return .text(one.text + other.text) }
    return ScriptValue(one.asNumber + other.asNumber)
  }

  // MARK: Members

  private func member(
    _ name: String, of owner: ScriptValue, _ written: ScriptExpression
  ) throws(Failure) -> ScriptValue {
    switch owner {
    case .undefined, .null:
      if case .optional = written { return .undefined }
      let what = written.dotted.map { "'\($0)'" } ?? "what it is looked for in"
      throw Failure(words: "there is no '\(name.shortened)': \(what) is \(owner.text)")
    case .space(let space): return member(name, ofSpace: space)
    case .text(let text):
      if name == "length" { return ScriptValue(Double(text.utf16.count)) }
      guard let index = Int(name), text.unicodeScalars.count > index, index >= 0 else {
        return .undefined
      }
      let scalars = text.unicodeScalars
      return .text(String(scalars[scalars.index(scalars.startIndex, offsetBy: index)]))
    case .list(let values):
      if name == "length" { return ScriptValue(Double(values.count)) }
      return Int(name).flatMap { values.indices.contains($0) ? values[$0] : nil } ?? .undefined
    case .object(let members): return members.last { $0.key == name }?.value ?? .undefined
    case .json(let json):
      guard json.kind == .array else { return ScriptValue(json[path: JSONPath([.key(name)])]) }
      if name == "length" { return ScriptValue(Double(json.count)) }
      guard let index = Int(name), index >= 0 else { return .undefined }
      return ScriptValue(json[path: JSONPath([.index(index)])])
    case .bool, .number, .pattern, .function: return .undefined
    }
  }

  private func member(_ name: String, ofSpace space: String) -> ScriptValue {
    switch (space, name) {
    case ("response", "status"), ("response", "statusCode"):
      answer.status.map { ScriptValue(Double($0)) } ?? .undefined
    case ("response", "body"), ("response", "parsedBody"):
      answer.document.map { ScriptValue($0) } ?? answer.body?.text.map { .text($0) } ?? .undefined
    case ("response", "rawBody"): answer.body?.text.map { .text($0) } ?? .undefined
    case ("response.contentType", "mimeType"): contentType.type.map { .text($0) } ?? .undefined
    case ("response.contentType", "charset"): contentType.charset.map { .text($0) } ?? .undefined
    case ("response.headers", _): answer.headers[name].map { .text($0) } ?? .undefined
    case ("response.cookies", _): answer.cookie(name).map { .text($0) } ?? .undefined
    default: .space("\(space).\(name)")
    }
  }

  /// The type of the body without its parameters, and its charset.
  private var contentType: (type: String?, charset: String?) {
    guard let value = answer.headers["Content-Type"] else { return (nil, nil) }
    let parts = value.utf8.split(separator: UInt8(ascii: ";")).map {
      String(Substring($0.trimmingBlanks))
    }
    let charset = parts.dropFirst().first { $0.lowercasedASCII.hasPrefix("charset=") }
    return (
      parts.first?.lowercasedASCII,
      charset.map { String($0.dropFirst(8)).filter { $0 != "\"" } }
    )
  }

  func has(_ name: String, in owner: ScriptValue) -> Bool {
    switch owner {
    case .json(let json):
      json[
        path: JSONPath([
          json.kind == .array ? Int(name).map { .index($0) } ?? .key(name) : .key(name)
        ])
      ]
      .exists
    case .object(let members): members.contains { $0.key == name }
    case .list(let values): Int(name).map { values.indices.contains($0) } ?? false
    case .space("response.headers"): answer.headers.contains(name)
    default: false
    }
  }
}
