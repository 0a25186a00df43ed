/// A path as somebody writes it: which form it has, and what its parts say.
struct JSONPathText {
  enum Form: Equatable {
    case dotted
    case arrows
    case pointer
    case array
  }

  let form: Form
  /// The steps, empty parts included where the form keeps them.
  let steps: [JSONPath.Step]

  /// Reads a finished path.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.first == 0x5b, let json = try? JSON(parsing: bytes), let steps = Self.steps(json) {
      (form, self.steps) = (.array, steps)
      return
    }
    let (form, parts) = Self.parts(bytes)
    self.form = form
    switch form {
    case .arrows: steps = parts.filter { !$0.isEmpty }.map { .key($0) }
    case .dotted where bytes.isEmpty: steps = []
    default: steps = parts.map { .key($0) }
    }
  }

  /// Reads a path that is being typed: the steps that stand, and the beginning of the next one.
  ///
  /// Nil when no step can follow: an array that is closed, or stands in front of a comma.
  static func typed(_ text: String) -> (form: Form, steps: [JSONPath.Step], prefix: String)? {
    let bytes = Array(text.utf8)
    if bytes.first == 0x5b {
      let document = JSONDocument(bytes)
      if document.error?.reason != .truncated, document.error != nil {
        return typedParts(bytes)
      }
      return typedArray(document, bytes)
    }
    return typedParts(bytes)
  }

  private static func typedParts(
    _ bytes: [UInt8]
  ) -> (form: Form, steps: [JSONPath.Step], prefix: String) {
    let (form, parts) = parts(bytes)
    let standing = parts.dropLast().filter { form != .arrows || !$0.isEmpty }
    return (form, standing.map { .key($0) }, parts.last ?? "")
  }

  private static func typedArray(
    _ document: JSONDocument, _ bytes: [UInt8]
  ) -> (form: Form, steps: [JSONPath.Step], prefix: String)? {
    guard document.error != nil, var steps = steps(document.json) else { return nil }
    let rest = bytes[document.parsedBytes...]
    if let quote = rest.first, quote == 0x22 {
      return (.array, steps, String(decoding: rest.dropFirst(), as: UTF8.self))
    }
    guard document.error?.expected == .commaOrArrayEnd else { return (.array, steps, "") }
    // A number at the very end may be going to have more digits; a string is finished.
    guard case .index(let index) = steps.popLast() else { return nil }
    return (.array, steps, String(index))
  }

  /// The parts between separators; empty ones too.
  private static func parts(_ bytes: [UInt8]) -> (form: Form, parts: [String]) {
    if bytes.first == 0x2f {
      return (.pointer, split(bytes.dropFirst(), at: 0x2f).map(unescaped))
    }
    let isArrows = bytes.contains(0x3e)
    let parts = split(bytes[...], at: isArrows ? 0x3e : 0x2e)
    return (isArrows ? .arrows : .dotted, parts.map { String(decoding: $0, as: UTF8.self) })
  }

  /// The array form: strings and positions; nil for anything else.
  private static func steps(_ json: JSON) -> [JSONPath.Step]? {
    guard let elements = json.array else { return nil }
    var steps: [JSONPath.Step] = []
    for element in elements {
      if let key = element.string {
        steps.append(.key(key))
      } else if let index = element.int, index >= 0 {
        steps.append(.index(index))
      } else {
        return nil
      }
    }
    return steps
  }

  /// Bytes, not characters: a separator followed by a combining accent is still a separator.
  private static func split(_ bytes: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>]
  {
    bytes.split(separator: separator, omittingEmptySubsequences: false)
  }

  private static func unescaped(_ part: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      if byte == 0x7e, let next = rest.first, next == 0x30 || next == 0x31 {
        bytes.append(next == 0x30 ? 0x7e : 0x2f)
        rest.removeFirst()
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
