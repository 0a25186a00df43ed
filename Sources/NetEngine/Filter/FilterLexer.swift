/// Cuts a filter into words and operators, each with its place.
struct FilterLexer {
  struct Token: Equatable {
    var kind: Kind
    /// Bytes from the start of the expression.
    var offset: Int
  }

  enum Kind: Equatable {
    case open, close, and, or, not
    case word(String)
    case quoted(String)
    case end

    /// For "found …".
    var shown: String {
      switch self {
      case .open: "'('"
      case .close: "')'"
      case .and: "'&'"
      case .or: "'|'"
      case .not: "'!'"
      case .word(let text): "'\(text)'"
      case .quoted(let text): "\"\(text)\""
      case .end: "the end"
      }
    }
  }

  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The next token; quotes that never close are a mistake.
  mutating func next() throws(FilterMistake) -> Token {
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    let start = at
    guard at < bytes.count else { return Token(kind: .end, offset: start) }
    let single: [UInt8: Kind] = [
      UInt8(ascii: "("): .open, UInt8(ascii: ")"): .close, UInt8(ascii: "&"): .and,
      UInt8(ascii: "|"): .or,
    ]
    if let kind = single[bytes[at]] {
      at += 1
      return Token(kind: kind, offset: start)
    }
    // `!=` belongs to a comparison; any other `!` negates.
    if bytes[at] == UInt8(ascii: "!"), at + 1 == bytes.count || bytes[at + 1] != UInt8(ascii: "=") {
      at += 1
      return Token(kind: .not, offset: start)
    }
    if bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
      return Token(kind: .quoted(try quoted()), offset: start)
    }
    while at < bytes.count, !" \t()&|\"".utf8.contains(bytes[at]) { at += 1 }
    return Token(kind: .word(String(decoding: bytes[start..<at], as: UTF8.self)), offset: start)
  }

  /// A backslash before the quote or before itself takes it literally; elsewhere it stays.
  private mutating func quoted() throws(FilterMistake) -> String {
    let quote = bytes[at]
    let start = at
    var text: [UInt8] = []
    at += 1
    while at < bytes.count, bytes[at] != quote {
      if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count,
        bytes[at + 1] == quote || bytes[at + 1] == UInt8(ascii: "\\")
      {
        at += 1
      }
      text.append(bytes[at])
      at += 1
    }
    guard at < bytes.count else {
      let mark = String(decoding: [quote], as: UTF8.self)
      throw FilterMistake(
        offset: start, message: "this \(mark) is never closed; add one at the end")
    }
    at += 1
    return String(decoding: text, as: UTF8.self)
  }
}
