import LosslessJSON

/// Cuts a filter into words and operators, each with its place.
struct FilterLexer {
  struct Token {
    var kind: Kind
    /// Bytes from the start of the expression.
    var offset: Int
  }

  enum Kind {
    case open, close, and, or, not
    case word(String)
    case quoted(Quoted)
    case end
  }

  /// What stands between quotes, its escapes undone.
  struct Quoted {
    var text: String
    /// Places of `text` in front of which a backslash was left out.
    var escapes: [Int] = []
  }

  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The next token; quotes that never close are a mistake.
  package mutating func next() throws(FilterMistake) -> Token {
    while at < bytes.count, bytes[at].isFilterBlank { at += 1 }
    let start = at
    guard at < bytes.count else { return Token(kind: .end, offset: start) }
    if let kind = sign() { return Token(kind: kind, offset: start) }
    if bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
      return Token(kind: .quoted(try quoted()), offset: start)
    }
    if bytes[at] == UInt8(ascii: "~") {
      // Only letters: a value may follow without a space, as in `~c>=500`.
      repeat { at += 1 } while at < bytes.count && (bytes[at] | 0x20) &- 0x61 < 26
    } else {
      while at < bytes.count, !bytes[at].endsFilterWord, !startsQuote { at += 1 }
    }
    return Token(kind: .word(String(decoding: bytes[start..<at], as: UTF8.self)), offset: start)
  }

  /// An apostrophe behind a comparison opens a quote, elsewhere in a word it is a letter.
  private var startsQuote: Bool {
    bytes[at] == UInt8(ascii: "'") && at > 0 && "<>=~".utf8.contains(bytes[at - 1])
  }

  private mutating func sign() -> Kind? {
    let next = at + 1 < bytes.count ? bytes[at + 1] : 0
    switch bytes[at] {
    case UInt8(ascii: "("):
      at += 1
      return .open
    case UInt8(ascii: ")"):
      at += 1
      return .close
    // Twice is what programmers write; it says the same.
    case UInt8(ascii: "&"):
      at += next == UInt8(ascii: "&") ? 2 : 1
      return .and
    case UInt8(ascii: "|"):
      at += next == UInt8(ascii: "|") ? 2 : 1
      return .or
    // `!=` belongs to a comparison; any other `!` negates.
    case UInt8(ascii: "!") where next != UInt8(ascii: "="):
      at += 1
      return .not
    default: return nil
    }
  }

  /// A backslash before the quote or before itself takes it literally; elsewhere it stays.
  private mutating func quoted() throws(FilterMistake) -> Quoted {
    let quote = bytes[at]
    let start = at
    var text: [UInt8] = []
    var escapes: [Int] = []
    at += 1
    while at < bytes.count, bytes[at] != quote {
      if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count,
        bytes[at + 1] == quote || bytes[at + 1] == UInt8(ascii: "\\")
      {
        escapes.append(text.count)
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
    return Quoted(text: String(decoding: text, as: UTF8.self), escapes: escapes)
  }
}

extension FilterLexer.Kind {
  /// For "found …".
  var shown: String {
    switch self {
    case .open: "'('"
    case .close: "')'"
    case .and: "'&'"
    case .or: "'|'"
    case .not: "'!'"
    case .word(let text): "'\(text.shortened)'"
    case .quoted(let quoted): "\"\(quoted.text.shortened)\""
    case .end: "the end"
    }
  }
}

extension UInt8 {
  /// Space, tab and line ends: a filter may come from a file.
  fileprivate var isFilterBlank: Bool { self == 0x20 || 0x09...0x0d ~= self }

  /// What a word stops at; an apostrophe inside a word is part of it.
  var endsFilterWord: Bool {
    switch self {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "&"), UInt8(ascii: "|"),
      UInt8(ascii: "\""):
      true
    default: isFilterBlank
    }
  }
}
