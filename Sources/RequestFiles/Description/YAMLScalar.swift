import LosslessJSON

/// What a plain value of YAML means, by the core schema of YAML 1.2.
enum YAMLScalar {
  /// The value as JSON writes it.
  static func json(_ text: String) -> String {
    switch text {
    case "", "~", "null", "Null", "NULL": return "null"
    case "true", "True", "TRUE": return "true"
    case "false", "False", "FALSE": return "false"
    default: return number(text) ?? quoted(text)
    }
  }

  static func quoted(_ text: String) -> String { JSONPrinter.compact.text(JSON(text)) }

  /// The number in JSON's spelling; nil for what is none, and for `.inf` and `.nan`, which JSON lacks.
  private static func number(_ text: String) -> String? {
    for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
      return UInt(text.dropFirst(2), radix: radix).flatMap { value in
        text.utf8.dropFirst(2).first.map { $0 != UInt8(ascii: "+") } == true ? "\(value)" : nil
      }
    }
    var rest = text.utf8[...]
    var sign = ""
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      if first == UInt8(ascii: "-") { sign = "-" }
      rest = rest.dropFirst()
    }
    let whole = digits(&rest)
    var fraction: String?
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = digits(&rest)
    }
    guard !whole.isEmpty || fraction?.isEmpty == false, let exponent = exponent(&rest) else {
      return nil
    }
    let plain = String(whole.drop { $0 == "0" })
    let tail = fraction.map { $0.isEmpty ? "" : ".\($0)" } ?? ""
    return sign + (plain.isEmpty ? "0" : plain) + tail + exponent
  }

  private static func digits(_ rest: inout Substring.UTF8View.SubSequence) -> String {
    let found = rest.prefix { 0x30...0x39 ~= $0 }
    rest = rest.dropFirst(found.count)
    return String(Substring(found))
  }

  /// `e+3`, or nothing; nil where something else stands there.
  private static func exponent(_ rest: inout Substring.UTF8View.SubSequence) -> String? {
    guard let first = rest.first else { return "" }
    guard first | 0x20 == UInt8(ascii: "e") else { return nil }
    rest = rest.dropFirst()
    var text = "e"
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      text += String(Unicode.Scalar(sign))
      rest = rest.dropFirst()
    }
    let found = digits(&rest)
    return found.isEmpty || !rest.isEmpty ? nil : text + found
  }
}
