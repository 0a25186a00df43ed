import LosslessJSON

extension DecodingError {
  /// The decoder's complaint with its coding path, without the type names around it.
  package var words: String {
    switch self {
    case .typeMismatch(let type, let context):
      "expected \(type)\(context.codingPath.place): \(context.words)"
    case .valueNotFound(let type, let context):
      "expected \(type), found null\(context.codingPath.place)"
    case .keyNotFound(let key, let context):
      "no key '\(key.stringValue)'\(context.codingPath.place)"
    case .dataCorrupted(let context): "\(context.words)\(context.codingPath.place)"
    @unknown default: "\(self)"
    }
  }
}

extension EncodingError {
  /// The encoder's complaint with its coding path.
  package var words: String {
    switch self {
    case .invalidValue(let value, let context):
      "\("\(value)".shortened)\(context.codingPath.place): \(context.debugDescription)"
    @unknown default: "\(self)"
    }
  }
}

extension DecodingError.Context {
  fileprivate var words: String { debugDescription.shortened(to: 200) }
}

extension [any CodingKey] {
  /// ` at 'items.3.id'`; nothing at the top.
  fileprivate var place: String {
    guard !isEmpty else { return "" }
    let steps = map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    return " at '\(steps.joined(separator: ".").shortened(to: 120))'"
  }
}
