import LosslessJSON

/// What an answer puts at `error` or `errors`.
struct ErrorMember {
  let key: String
  let value: JSON
  /// The error itself: the value, or the first one of a list.
  package let error: JSON

  private static let messages = [
    "message", "msg", "detail", "description", "reason", "info", "title",
  ]
  private static let codes = ["code", "status", "type"]

  /// Nil when there is no such member, or nothing in it.
  init?(_ head: EnvelopeHead) {
    guard let member = head["error"] ?? head["errors"] else { return nil }
    let value = member.value
    switch value.kind {
    case .string, .object, .array: break
    case .null, .bool, .number, nil: return nil
    }
    let isText = value.kind == .string
    guard isText ? value.string?.isEmpty == false : !value.isEmpty else { return nil }
    key = member.key
    self.value = value
    error = value.kind == .array ? value[0] : value
  }

  var path: JSONPath { JSONPath([.key(key)]) }

  private var errorPath: JSONPath { value.kind == .array ? path.appending(.index(0)) : path }

  /// Where its message stands; nil when it has none.
  var messagePath: String? {
    if error.kind == .string { return "\(errorPath)" }
    let key = Self.messages.first { error[$0].kind == .string }
    return key.map { "\(errorPath.appending(.key($0)))" }
  }

  /// Where its code stands; nil when it has none.
  var codePath: String? {
    let key = Self.codes.first { error[$0].codeText != nil }
    return key.map { "\(errorPath.appending(.key($0)))" }
  }
}
