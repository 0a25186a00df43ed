extension JSONError: CustomStringConvertible {
  /// One sentence: the place, what was found, what was expected, and what to do about it.
  public var description: String {
    let advice = hint.map { " — \($0)" } ?? ""
    return "\(place): \(trouble)\(advice)"
  }

  /// The place in words: `line 3, column 14 (byte 52)`.
  package var place: String { "line \(line), column \(column) (byte \(byteOffset))" }

  /// What happened, without the place: `found 'x', expected ',' or ']'`.
  package var trouble: String {
    switch reason {
    case .empty:
      "there is no JSON here, only \(byteOffset == 0 ? "an empty body" : "white space")"
    case .unexpected, .truncated, .trailing, .badEscape, .controlCharacter:
      "found \(found.phrase), expected \(expected.phrase)"
    case .invalidText:
      "found \(found.phrase), which is not \(expected.phrase)"
    case .limit(.depth, let allowed):
      "found \(found.phrase), but \(allowed) containers are open already"
    case .limit(.documentBytes, let allowed):
      "the document is longer than the \(allowed) bytes that are read"
    case .limit(.tapeBytes, let allowed):
      "the document has more values than fit into \(allowed) bytes of memory"
    }
  }

  /// What to try next, where there is something to say.
  package var hint: String? {
    switch (reason, found, expected) {
    case (.truncated, _, _): "the document is cut off"
    case (.limit(.depth, _), _, _): "raise the depth limit to read on"
    case (.limit(.documentBytes, _), _, _): "raise the size limit to read on"
    case (.limit(.tapeBytes, _), _, _): "raise the memory limit to read on"
    case (.controlCharacter, .character(let scalar), _):
      "inside a string it is written \(Self.escaped(scalar))"
    case (.unexpected, .character("]"), .value), (.unexpected, .character("}"), .key):
      "remove the comma before it"
    case (.unexpected, .character("'"), _): "strings take double quotes"
    case (.unexpected, .character("/"), _): "JSON has no comments"
    case (.unexpected, .character("N"), .value), (.unexpected, .character("N"), .valueOrArrayEnd),
      (.unexpected, .character("I"), .value), (.unexpected, .character("I"), .valueOrArrayEnd):
      "JSON has no NaN and no Infinity"
    case (.unexpected, .character("<"), .value): "this looks like HTML or XML"
    case (.trailing, .character("{"), _), (.trailing, .character("["), _):
      "several documents, one a line, are NDJSON"
    default: nil
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
  }
}

extension JSONError.Found {
  /// The thing in words, safe to print anywhere: what cannot be seen is spelled.
  package var phrase: String {
    switch self {
    case .end: return "the end"
    case .byte(let byte): return "the byte 0x" + Self.hex(UInt32(byte), digits: 2)
    case .character(let scalar):
      let isPlain = scalar.value > 0x20 && scalar.value < 0x7f
      return isPlain ? "'\(scalar)'" : Self.name(of: scalar)
    }
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "a line feed"
    case "\r": "a carriage return"
    case "\t": "a tab"
    case " ": "a space"
    default: "U+" + hex(scalar.value, digits: 4)
    }
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

extension JSONError.Expected {
  /// The thing in words.
  package var phrase: String {
    switch self {
    case .value: "a value"
    case .valueOrArrayEnd: "a value or ']'"
    case .key: "a key in double quotes"
    case .keyOrObjectEnd: "a key in double quotes or '}'"
    case .colon: "':'"
    case .commaOrArrayEnd: "',' or ']'"
    case .commaOrObjectEnd: "',' or '}'"
    case .stringEnd: "the string's closing '\"'"
    case .escape: "one of \" \\ / b f n r t u after the backslash"
    case .hexDigit: "a hexadecimal digit after \\u"
    case .digit: "a digit"
    case .literal(let word): "the word '\(word)'"
    case .text(let encoding): encoding.name
    case .end: "nothing more"
    }
  }
}
