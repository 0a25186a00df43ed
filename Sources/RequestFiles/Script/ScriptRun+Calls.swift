import LosslessJSON
import NetEngine

extension ScriptRun {
  mutating func call(
    _ callee: ScriptExpression, _ written: [ScriptExpression]
  ) throws(Failure) -> ScriptValue {
    if callee.dotted == "client.assert", let condition = written.first {
      try make(
        ScriptCheck(
          condition: condition, message: written.dropFirst().first, source: "client.assert"))
      return .undefined
    }
    var arguments: [ScriptValue] = []
    for argument in written { arguments.append(try value(of: argument)) }
    if let name = callee.dotted, let value = try global(name, arguments) { return value }
    guard case .member(let owner, let name) = callee else {
      if case .function(let function) = try value(of: callee) {
        return try callOwn(function, arguments)
      }
      throw Failure(words: "there is no such function")
    }
    let value = try self.value(of: owner)
    if case .optional = owner, value.isNothing { return .undefined }
    return try method(name, of: value, arguments, owner)
  }

  /// Functions that are there from the start; nil for a method of a value.
  private mutating func global(
    _ name: String, _ arguments: [ScriptValue]
  ) throws(Failure) -> ScriptValue? {
    let first = arguments.first ?? .undefined
    switch name {
    case "client.global.get", "client.variables.get", "client.variables.global.get":
      return isKept(first.text).map { .text($0) } ?? .undefined
    case "client.global.isEmpty", "client.variables.global.isEmpty": return .bool(kept.isEmpty)
    case "client.global.set", "client.variables.set", "client.variables.global.set":
      try keep(first.text, arguments.dropFirst().first ?? .undefined)
      return .undefined
    case "JSON.parse":
      let document = JSONDocument(Array(first.text.utf8))
      if let error = document.error { throw Failure(words: "the text is no JSON: \(error)") }
      return ScriptValue(document.json)
    case "JSON.stringify": return .text(JSONPrinter.compact.text(first.asJSON))
    case "Object.keys": return .list(members(of: first).map { .text($0.key) })
    case "Object.values": return .list(members(of: first).map(\.value))
    case "Array.isArray": return .bool(first.elements != nil)
    case "Number.isInteger":
      if case .number(let number, _) = first { return .bool(number == number.rounded()) }
      return .bool(false)
    case "Number": return ScriptValue(first.asNumber)
    case "String": return .text(first.text)
    case "Boolean": return .bool(first.isTrue)
    case "parseInt", "parseFloat": return ScriptValue(leadingNumber(first.text, name))
    case "isNaN": return .bool(first.asNumber.isNaN)
    case "jsonPath": return try jsonPath(first, arguments.dropFirst().first?.text ?? "")
    default:
      let isTalk = name.hasPrefix("console.") || name.hasPrefix("client.")
      return isTalk ? .undefined : nil
    }
  }

  private func leadingNumber(_ text: String, _ name: String) -> Double {
    let isWhole = name == "parseInt"
    let digits = text.trimmedBlanks.utf8.prefix {
      $0 &- 0x30 < 10 || "+-".utf8.contains($0) || !isWhole && ".eE".utf8.contains($0)
    }
    return Double(String(Substring(digits))) ?? .nan
  }

  private func jsonPath(_ value: ScriptValue, _ text: String) throws(Failure) -> ScriptValue {
    guard text.utf8.first == UInt8(ascii: "$"),
      let path = ExchangeReference.Part.path(Array(text.utf8.dropFirst()))
    else { throw Failure(words: "the path '\(text.shortened)' leads to no single value") }
    return ScriptValue(value.asJSON[path: path])
  }

  private func members(of value: ScriptValue) -> [(key: String, value: ScriptValue)] {
    switch value {
    case .json(let json): json.members?.map { ($0.key, ScriptValue($0.value)) } ?? []
    case .object(let members): members
    default: []
    }
  }

  // MARK: Methods

  private mutating func method(
    _ name: String, of value: ScriptValue, _ arguments: [ScriptValue], _ owner: ScriptExpression
  ) throws(Failure) -> ScriptValue {
    let first = arguments.first ?? .undefined
    switch (value, name) {
    case (.undefined, _), (.null, _):
      let what = owner.dotted.map { "'\($0)'" } ?? "what it is asked of"
      throw Failure(words: "\(what) is \(value.text)")
    case (.space("response.headers"), "valueOf"), (.space("response.headers"), "get"):
      return answer.headers[first.text].map { .text($0) } ?? .null
    case (.space("response.headers"), "valuesOf"):
      return .list(answer.headers.values(first.text).map { .text($0) })
    case (_, "hasOwnProperty"): return .bool(has(first.text, in: value))
    case (.pattern(let text, let ignoresCase), "test"):
      return .bool(try matches(text, ignoresCase, first.text))
    case (.text(let text), "match"):
      guard case .pattern(let pattern, let ignoresCase) = first else { break }
      return try matches(pattern, ignoresCase, text) ? .list([value]) : .null
    case (_, "toString"): return .text(value.text)
    // What a loop over a text goes through.
    case (.text(let text), "forEach"):
      return try list(name, text.unicodeScalars.map { .text(String($0)) }, arguments)
    case (.text(let text), _): return try self.text(name, text, arguments)
    default:
      if let elements = value.elements { return try list(name, elements, arguments) }
    }
    throw Failure(words: "\(value.summary) has no '\(name)'")
  }

  private func matches(
    _ text: String, _ ignoresCase: Bool, _ value: String
  ) throws(Failure) -> Bool {
    // Case counts unless the pattern says otherwise.
    do { return try Pattern(ignoresCase ? text : "(?-i)" + text).matches(value) } catch {
      throw Failure(words: "\(error)")
    }
  }

  private func text(
    _ name: String, _ text: String, _ arguments: [ScriptValue]
  ) throws(Failure) -> ScriptValue {
    let first = arguments.first?.text ?? ""
    switch name {
    case "includes": return .bool(text.utf8.firstPlace(of: first.utf8) != nil || first.isEmpty)
    case "startsWith": return .bool(text.utf8.starts(with: first.utf8))
    case "endsWith": return .bool(text.utf8.suffix(first.utf8.count).elementsEqual(first.utf8))
    case "indexOf":
      let place = text.utf8.firstPlace(of: first.utf8)
      return ScriptValue(
        place.map { Double(text.utf16.distance(from: text.startIndex, to: $0.lowerBound)) } ?? -1)
    case "trim": return .text(text.trimmedBlanks)
    case "toLowerCase": return .text(text.lowercased())
    case "toUpperCase": return .text(text.uppercased())
    case "concat": return .text(text + arguments.map(\.text).joined())
    case "replace":
      guard let place = text.utf8.firstPlace(of: first.utf8), !first.isEmpty else {
        return .text(text)
      }
      let other = arguments.dropFirst().first?.text ?? ""
      return .text(text[..<place.lowerBound] + other + text[place.upperBound...])
    case "split":
      guard !first.isEmpty else { return .list(text.unicodeScalars.map { .text(String($0)) }) }
      return .list(
        text.split(separator: first, omittingEmptySubsequences: false).map { .text(String($0)) })
    case "substring", "slice", "substr":
      return .text(part(of: text, name, arguments))
    default: throw Failure(words: "a text has no '\(name)'")
    }
  }

  private func part(of text: String, _ name: String, _ arguments: [ScriptValue]) -> String {
    let scalars = Array(text.unicodeScalars)
    func place(_ value: Double) -> Int {
      let whole = value.isNaN ? 0 : max(-1e9, min(1e9, value))
      let index = Int(whole) < 0 && name != "substring" ? scalars.count + Int(whole) : Int(whole)
      return min(max(0, index), scalars.count)
    }
    let start = place(arguments.first?.asNumber ?? 0)
    guard let last = arguments.dropFirst().first?.asNumber else {
      return String(String.UnicodeScalarView(scalars[start...]))
    }
    let end = name == "substr" ? min(scalars.count, start + place(last)) : place(last)
    guard start < end else { return "" }
    return String(String.UnicodeScalarView(scalars[start..<end]))
  }

  private mutating func list(
    _ name: String, _ elements: [ScriptValue], _ arguments: [ScriptValue]
  ) throws(Failure) -> ScriptValue {
    switch name {
    case "includes", "indexOf":
      let sought = arguments.first ?? .undefined
      let place = elements.firstIndex { $0.isSame(as: sought, isStrict: true) }
      return name == "includes" ? .bool(place != nil) : ScriptValue(Double(place ?? -1))
    case "join":
      return .text(elements.map(\.text).joined(separator: arguments.first?.text ?? ","))
    case "concat": return .list(elements + arguments.flatMap { $0.elements ?? [$0] })
    case "slice":
      let start = max(0, min(elements.count, Int(saturating: arguments.first?.asNumber ?? 0)))
      return .list(Array(elements[start...]))
    default: break
    }
    guard case .function(let function) = arguments.first else {
      throw Failure(words: "a list has no '\(name)'")
    }
    var picked: [ScriptValue] = []
    for (index, element) in elements.enumerated() {
      let result = try call(function, [element, ScriptValue(Double(index))])
      switch name {
      case "every": if !result.isTrue { return .bool(false) }
      case "some": if result.isTrue { return .bool(true) }
      case "find": if result.isTrue { return element }
      case "filter": if result.isTrue { picked.append(element) }
      default: picked.append(result)
      }
    }
    switch name {
    case "every": return .bool(true)
    case "some": return .bool(false)
    case "filter", "map": return .list(picked)
    default: return .undefined
    }
  }
}
