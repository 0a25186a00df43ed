import LosslessJSON

extension Parameter {
  /// Compact JSON with sorted names; NaN, infinity and digits that are no number are refused.
  func appendJSON(to out: inout [UInt8], path: String = "") throws(ParameterProblem) {
    switch self {
    case .null: out += "null".utf8
    case .bool(let flag): out += (flag ? "true" : "false").utf8
    case .integer(let number): out += "\(number)".utf8
    case .number(let number):
      guard number.isFinite else { throw ParameterProblem(path: path, value: "\(number)") }
      out += "\(number)".utf8
    case .digits(let text):
      guard JSONNumber(text) != nil else { throw ParameterProblem(path: path, value: text) }
      out += text.utf8
    case .string(let text): out.appendJSONString(text)
    case .array(let items):
      out.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        try item.appendJSON(to: &out, path: path.isEmpty ? "\(index)" : "\(path).\(index)")
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (index, member) in members.sortedByName.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        out.appendJSONString(member.key)
        out.append(UInt8(ascii: ":"))
        try member.value.appendJSON(
          to: &out, path: path.isEmpty ? member.key : "\(path).\(member.key)")
      }
      out.append(UInt8(ascii: "}"))
    }
  }
}

extension [UInt8] {
  /// Appends the text in quotes, escaping only what RFC 8259 §7 says must be.
  mutating func appendJSONString(_ text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): self += [UInt8(ascii: "\\"), byte]
      case 0x0a: self += "\\n".utf8
      case 0x0d: self += "\\r".utf8
      case 0x09: self += "\\t".utf8
      case 0..<0x20:
        self += "\\u00".utf8
        self += byte < 16 ? "0".utf8 : "1".utf8
        append(contentsOf: String(byte & 15, radix: 16).utf8)
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
