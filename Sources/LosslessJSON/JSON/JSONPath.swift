/// The way to a value: keys and positions.
///
///     "a.b.0.c"            dotted
///     "a>b>0"              arrows; empty parts are dropped, so "" and ">" are the root
///     "/a/b/0"             JSON Pointer (RFC 6901), with ~0 for ~ and ~1 for /
///     ["a.b", "c>d", 0]    an array, in Swift or as JSON text, for keys that contain separators
///
/// A part of digits only is a position where the value is an array, and a key where it is an object.
/// Text with an arrow in it is split at arrows only; nothing is trimmed. What starts with `/` is a
/// pointer, what is a JSON array of strings and integers is one, everything else is dotted.
public struct JSONPath: Sendable {
  /// One step of a path.
  public enum Step: Sendable {
    /// A member's key; all digits are a position where the value is an array.
    case key(String)
    /// A position in an array, counted from 0.
    case index(Int)
  }

  /// The steps from the root.
  public let steps: [Step]

  /// A path of these steps.
  public init(_ steps: [Step]) { self.steps = steps }

  /// Reads a path in any of its forms; every text is a path.
  public init(_ text: String) {
    // Most are one key.
    let isOneKey = text.utf8.allSatisfy { $0 != 0x2e && $0 != 0x3e && $0 != 0x2f && $0 != 0x5b }
    steps = isOneKey && !text.isEmpty ? [.key(text)] : JSONPathText(text).steps
  }

  /// The path one step further.
  public func appending(_ step: Step) -> JSONPath { JSONPath(steps + [step]) }

  /// The path as a JSON Pointer; every path has one.
  public var pointer: String {
    steps.map { step in
      var part = "/"
      for scalar in step.text.unicodeScalars {
        switch scalar {
        case "~": part += "~0"
        case "/": part += "~1"
        default: part.unicodeScalars.append(scalar)
        }
      }
      return part
    }.joined()
  }
}

extension JSONPath: CustomStringConvertible {
  /// The path dotted, or as a JSON Pointer where a key stands in the way of that; it can be read back.
  public var description: String {
    text(as: .dotted)
  }

  /// The path in a form, or as a pointer where the form would be read as something else.
  func text(as form: JSONPathText.Form) -> String {
    let parts = steps.map(\.text)
    let text: String
    switch form {
    case .dotted: text = parts.joined(separator: ".")
    case .arrows: text = (parts.count == 1 ? ">" : "") + parts.joined(separator: ">")
    case .pointer: return pointer
    case .array: text = "[" + steps.map(\.token).joined(separator: ",") + "]"
    }
    return JSONPath(text) == self ? text : pointer
  }
}

extension JSONPath: ExpressibleByArrayLiteral {
  /// A path of keys and positions: `["data", "a.b", 0]`.
  public init(arrayLiteral elements: Step...) { self.init(elements) }
}

extension JSONPath: ExpressibleByStringLiteral {
  /// A path in any of its text forms.
  public init(stringLiteral value: String) { self.init(value) }
}

extension JSONPath: Hashable {
  /// Whether the paths have the same steps; keys by their bytes, a position and its digits alike.
  public static func == (left: JSONPath, right: JSONPath) -> Bool {
    left.steps.count == right.steps.count
      && zip(left.steps, right.steps).allSatisfy { $0.text.utf8.elementsEqual($1.text.utf8) }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    for step in steps {
      for byte in step.text.utf8 { hasher.combine(byte) }
      hasher.combine(0xff as UInt8)
    }
  }
}

extension JSONPath.Step {
  /// The step as it is written in a path.
  package var text: String {
    switch self {
    case .key(let key): key
    case .index(let index): String(index)
    }
  }

  /// The step as it is written in the array form.
  fileprivate var token: String {
    switch self {
    case .key(let key): String(decoding: JSONText.token(key.utf8), as: UTF8.self)
    case .index(let index): String(index)
    }
  }

  /// The position it means in an array: its number, or its digits; nil for other keys.
  ///
  /// A number too large for any array is a position that no array has.
  var position: Int? {
    switch self {
    case .index(let index): return index
    case .key(let key):
      guard !key.isEmpty, key.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
      return Int(key) ?? .max
    }
  }
}

extension JSONPath.Step: Equatable {
  /// Whether both are the same key, by its bytes, or the same position.
  public static func == (left: JSONPath.Step, right: JSONPath.Step) -> Bool {
    switch (left, right) {
    case (.key(let a), .key(let b)): a.utf8.elementsEqual(b.utf8)
    case (.index(let a), .index(let b)): a == b
    default: false
    }
  }
}

extension JSONPath.Step: ExpressibleByStringLiteral {
  /// A key.
  public init(stringLiteral value: String) { self = .key(value) }
}

extension JSONPath.Step: ExpressibleByIntegerLiteral {
  /// A position.
  public init(integerLiteral value: Int) { self = .index(value) }
}
