import LosslessJSON

/// JSON text made of values that are written already.
extension JSONText {
  /// A string: bytes that are not UTF-8 are repaired, control characters escaped.
  static func quote(_ bytes: some Sequence<UInt8>) -> String {
    quote(String(decoding: Array(bytes), as: UTF8.self))
  }

  static func quote(_ text: some StringProtocol) -> String {
    String(decoding: token(text.utf8), as: UTF8.self)
  }

  /// An object of already written values, in the given order.
  static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { quote($0.name) + ":" + $0.value }.joined(separator: ",") + "}"
  }

  /// An array of already written values.
  static func array(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
}
