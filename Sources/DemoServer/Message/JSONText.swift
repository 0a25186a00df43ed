/// Writes JSON text from bytes that came from anywhere.
enum JSONText {
  /// A string: bytes that are not UTF-8 are repaired, control characters escaped.
  static func quote(_ bytes: some Sequence<UInt8>) -> String {
    var result = "\""
    for scalar in String(decoding: Array(bytes), as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<" ", "\u{7f}":
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  static func quote(_ text: String) -> String { quote(text.utf8) }

  /// An object of already written values, in the given order.
  static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { quote($0.name) + ":" + $0.value }.joined(separator: ",") + "}"
  }

  /// An array of already written values.
  static func array(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
}
