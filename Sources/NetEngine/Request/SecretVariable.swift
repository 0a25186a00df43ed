import LosslessJSON

/// A shell's variable in place of a secret: a copied command runs once the variable is set.
package enum SecretVariable {
  private static let opening = "Secret0x"
  private static let closing = "x0Secret"

  /// Letters and digits that stand for a name and a value until the command is written.
  package static func placeholder(_ name: String, _ hash: String) -> String {
    "\(opening)\(Array(name.utf8).hexText)x\(hash)\(closing)"
  }

  /// What is the same for two placeholders of one value, whatever it is called; nil for any other text.
  package static func identity(of placeholder: String) -> String? {
    guard placeholder.hasPrefix(opening), placeholder.hasSuffix(closing) else { return nil }
    let content = String(placeholder.dropFirst(opening.count).dropLast(closing.count))
    let hash = content.drop { $0 != "x" }.dropFirst()
    // A mark without a hash has its name alone.
    return hash == "m" ? readName(content) : String(hash)
  }

  /// The same of what a mark says, which becomes a placeholder.
  package static func identity(ofMark name: String, hash: String) -> String {
    hash.isEmpty ? name : "m" + hash
  }

  /// Where the first placeholder stands; nil when there is none.
  package static func firstPlaceholder(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    guard let start = bytes.firstPlace(of: opening.utf8),
      let end = bytes[start.upperBound...].firstPlace(of: closing.utf8)
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
  package static func filled(
    _ command: String, with written: (String) -> String = { "'\"$\($0)\"'" }
  ) -> (text: String, variables: [String]) {
    var names = SecretVariableNames()
    let text = names.fill(Array(command.utf8), with: written)
    return (String(decoding: text, as: UTF8.self), names.variables)
  }

  /// The first placeholder with the name and the value it stands for.
  fileprivate static func first(in bytes: ArraySlice<UInt8>) -> (
    range: Range<Int>, content: String
  )? {
    guard let range = firstPlaceholder(in: bytes) else { return nil }
    let inside = bytes[range].dropFirst(opening.utf8.count).dropLast(closing.utf8.count)
    return (range, String(decoding: inside, as: UTF8.self))
  }

  fileprivate static func readName(_ content: String) -> String {
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

/// The variables of several texts that belong together: one value, one variable.
package struct SecretVariableNames {
  /// More values of one name than this nobody is asked for: those are tokens that came from elsewhere.
  package static let limit = 4

  /// Those that were needed, in order.
  package private(set) var variables: [String] = []
  private var numbers: [String: String] = [:]
  private var taken: Set<String> = []
  /// The number to try next for a name: a session may have as many tokens as requests.
  private var next: [String: Int] = [:]
  /// Variables that stand for all values of their name.
  private let shared: Set<String>

  package init(sharing shared: Set<String> = []) { self.shared = shared }

  /// Variables with more values than anybody is asked for.
  package var crowded: Set<String> { Set(next.filter { $0.value > Self.limit + 1 }.keys) }

  package func isShared(_ variable: String) -> Bool { shared.contains(variable) }

  /// The text with a variable for each placeholder.
  package mutating func fill(_ bytes: [UInt8], with written: (String) -> String) -> [UInt8] {
    var text: [UInt8] = []
    var rest = bytes[...]
    while let found = SecretVariable.first(in: rest) {
      text += rest[..<found.range.lowerBound]
      text += written(variable(for: found.content)).utf8
      rest = rest[found.range.upperBound...]
    }
    return text + rest
  }

  private mutating func variable(for content: String) -> String {
    if let old = numbers[content] { return old }
    let base = SecretVariable.name(SecretVariable.readName(content))
    if shared.contains(base) {
      if taken.insert(base).inserted { variables.append(base) }
      return base
    }
    var number = next[base, default: 1]
    var variable = number == 1 ? base : "\(base)_\(number)"
    while !taken.insert(variable).inserted {
      number += 1
      variable = "\(base)_\(number)"
    }
    next[base] = number + 1
    variables.append(variable)
    numbers[content] = variable
    return variable
  }
}

extension HTTPRequest {
  /// The request of a sealed session with placeholders for its marks: it can be sent again once
  /// there are variables in their place.
  package func withPlaceholdersForMarks() -> HTTPRequest {
    func replaced(_ bytes: [UInt8]) -> [UInt8] {
      RedactedText.replacing(bytes) { name, hash in SecretVariable.placeholder(name, "m" + hash) }
    }
    func replaced(_ text: String) -> String {
      guard RedactedText.mayOccur(in: text.utf8) else { return text }
      return String(decoding: replaced(Array(text.utf8)), as: UTF8.self)
    }
    func replaced(_ body: Body) -> Body {
      let mayOccur = body.withUnsafeBytes { RedactedText.mayOccur(in: $0) }
      return mayOccur ? Body(replaced(body.bytes)) : body
    }
    var copy = self
    copy.url = replaced(url)
    copy.headers = Headers(
      headers.map { field in
        var field = field
        field.value = replaced(field.value)
        return field
      })
    copy.body = body.map { replaced($0) }
    if copy.hasPlaceholderInBody { copy.leaveOutFieldsOfBody() }
    return copy
  }
}
