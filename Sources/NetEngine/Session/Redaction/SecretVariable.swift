/// A shell's variable in place of a secret: a copied command runs once the variable is set.
enum SecretVariable {
  private static let opening = "Secret0x"
  private static let closing = "x0Secret"

  /// Letters and digits that stand for a name and a value until the command is written.
  static func placeholder(_ name: String, _ hash: String) -> String {
    "\(opening)\(Array(name.utf8).hexText)x\(hash)\(closing)"
  }

  /// Where the first placeholder stands; nil when there is none.
  static func firstPlaceholder(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    guard let start = bytes.firstRange(of: opening.utf8),
      let end = bytes[start.upperBound...].firstRange(of: closing.utf8)
    else { return nil }
    return start.lowerBound..<end.upperBound
  }

  /// The variable's name: capitals, digits and `_`.
  static func name(_ name: String) -> String {
    let bytes = name.utf8.map { byte -> UInt8 in
      if byte &- 0x61 < 26 { return byte - 0x20 }
      return byte &- 0x30 < 10 || byte &- 0x41 < 26 ? byte : UInt8(ascii: "_")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.first.map { $0 &- 0x30 < 10 } ?? true ? "_" + text : text
  }

  /// Replaces the placeholders of a command by variables; those with one name are numbered.
  ///
  /// A shell's stand between single quotes, which are closed around the variable and opened again.
  static func filled(
    _ command: String, with written: (String) -> String = { "'\"$\($0)\"'" }
  ) -> (text: String, variables: [String]) {
    var text: [UInt8] = []
    var variables: [String] = []
    var numbers: [String: String] = [:]
    var rest = Array(command.utf8)[...]
    while let start = rest.firstRange(of: opening.utf8) {
      text += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: closing.utf8) else { break }
      let content = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      rest = rest[end.upperBound...]
      let variable: String
      if let old = numbers[content] {
        variable = old
      } else {
        let base = Self.name(Self.readName(content))
        var number = 1
        while variables.contains(number == 1 ? base : "\(base)_\(number)") { number += 1 }
        variable = number == 1 ? base : "\(base)_\(number)"
        variables.append(variable)
        numbers[content] = variable
      }
      text += written(variable).utf8
    }
    return (String(decoding: text + rest, as: UTF8.self), variables)
  }

  private static func readName(_ content: String) -> String {
    let digits = Array(content.utf8.prefix { $0 != UInt8(ascii: "x") })
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index -> UInt8? in
      guard let high = digits[index].hexValue, let low = digits[index + 1].hexValue else {
        return nil
      }
      return high << 4 | low
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Redactor {
  /// A request as a curl command with variables in place of its secrets, and their names.
  public static func curl(_ request: HTTPRequest) -> (text: String, variables: [String]) {
    let redactor = Redactor(style: .variable)
    return SecretVariable.filled(CurlCommand(redactor.redact(request)).text)
  }
}

extension [UInt8] {
  /// Two small hexadecimal digits a byte.
  fileprivate var hexText: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
