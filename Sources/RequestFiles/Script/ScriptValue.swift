import LosslessJSON
import NetEngine

/// What an expression of a script comes to.
enum ScriptValue: Sendable {
  case undefined
  case null
  case bool(Bool)
  /// A number, and its digits as they stand in the answer.
  case number(Double, String)
  case text(String)
  case pattern(String, ignoresCase: Bool)
  /// An object or an array of the answer.
  case json(JSON)
  case list([ScriptValue])
  case object([(key: String, value: ScriptValue)])
  case function(ScriptFunction)
  /// Something that is there from the start: `response.headers`.
  case space(String)

  init(_ json: JSON) {
    switch json.kind {
    case nil: self = .undefined
    case .null: self = .null
    case .bool: self = .bool(json.bool ?? false)
    case .number: self = .number(json.double ?? .nan, json.numberText ?? "")
    case .string: self = .text(json.string ?? "")
    case .array, .object: self = .json(json)
    }
  }

  init(_ number: Double) {
    let isWhole = number == number.rounded() && number.magnitude < 1e15
    self = .number(number, isWhole ? "\(Int(number))" : number.isNaN ? "NaN" : "\(number)")
  }

  /// What a condition makes of it.
  var isTrue: Bool {
    switch self {
    case .undefined, .null: false
    case .bool(let value): value
    case .number(let value, _): value != 0 && !value.isNaN
    case .text(let text): !text.isEmpty
    case .pattern, .json, .list, .object, .function, .space: true
    }
  }

  /// Whether there is nothing.
  var isNothing: Bool {
    switch self {
    case .undefined, .null: true
    default: false
    }
  }

  /// As the language calls it.
  var kind: String {
    switch self {
    case .undefined: "undefined"
    case .bool: "boolean"
    case .number: "number"
    case .text: "string"
    case .function: "function"
    case .null, .pattern, .json, .list, .object, .space: "object"
    }
  }

  /// What becomes of it in a text, or where it is kept for later requests.
  var text: String {
    switch self {
    case .undefined: "undefined"
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(_, let written): written
    case .text(let text): text
    case .pattern(let text, _): "/\(text)/"
    case .json(let json): JSONPrinter.compact.text(json)
    case .list(let values): values.map(\.text).joined(separator: ",")
    case .object: JSONPrinter.compact.text(asJSON)
    case .function: "function"
    case .space(let name): name
    }
  }

  /// The value as a number; NaN for what is none.
  var asNumber: Double {
    switch self {
    case .number(let value, _): value
    case .bool(let value): value ? 1 : 0
    case .null: 0
    case .text(let text):
      text.trimmedBlanks.isEmpty ? 0 : JSONNumber(text.trimmedBlanks)?.double ?? .nan
    default: .nan
    }
  }

  /// The value as JSON, as `JSON.stringify` makes it.
  var asJSON: JSON {
    switch self {
    case .bool(let value): JSON(value)
    case .number(let value, let written):
      JSONNumber(written).map { JSON($0) } ?? (value.isFinite ? JSON(value) : nil)
    case .text(let text): JSON(text)
    case .json(let json): json
    case .list(let values): JSON(values.map(\.asJSON))
    case .object(let members): JSON(members: members.map { ($0.key, $0.value.asJSON) })
    case .undefined, .null, .pattern, .function, .space: nil
    }
  }

  /// The elements of an array; nil for anything else.
  var elements: [ScriptValue]? {
    switch self {
    case .list(let values): values
    case .json(let json): json.array.map { $0.map { ScriptValue($0) } }
    default: nil
    }
  }

  /// In few words, for what was found instead.
  var summary: String {
    switch self {
    case .undefined: "nothing"
    case .text(let text): "'\(text.shortened)'"
    case .json(let json): json.summary
    case .space: "the response"
    default: text.shortened
    }
  }

  /// The same value, as `===` has it; `==` also takes a number for its digits.
  func isSame(as other: ScriptValue, isStrict: Bool) -> Bool {
    switch (self, other) {
    case (.undefined, .undefined), (.null, .null): true
    case (.undefined, .null), (.null, .undefined): !isStrict
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one, let text), .number(let other, let words)):
      one == other && (one.magnitude < 9e15 || JSONNumber(text) == JSONNumber(words))
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.number, .text), (.text, .number), (.bool, .number), (.number, .bool), (.bool, .text),
      (.text, .bool):
      !isStrict && asNumber == other.asNumber
    case (.json, .json), (.list, .list), (.object, .object), (.json, .list), (.list, .json),
      (.json, .object), (.object, .json):
      asJSON == other.asJSON
    default: false
    }
  }
}

extension String {
  /// The text without the blanks around it.
  var trimmedBlanks: String { String(Substring(Substring(self).utf8.trimmingBlanks)) }
}
