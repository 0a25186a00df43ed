import LosslessJSON

/// A piece of a script: a name, a value that is written out, a sign.
enum ScriptToken: Sendable, Hashable {
  case name(String)
  case number(String)
  case text(String)
  /// Text in backquotes: plain text and expressions in turn, plain text first.
  case pieces([String])
  case pattern(String, flags: String)
  case sign(String)
}

/// Cuts a script into tokens; comments and blanks are between them.
struct ScriptTokens {
  /// A token and where it stands.
  struct Placed: Sendable {
    var token: ScriptToken
    var range: Range<Int>
    /// A line ends in front of it: a statement may end there.
    var startsLine: Bool
  }

  let bytes: [UInt8]
  private(set) var all: [Placed] = []
  private var at = 0
  private var startsLine = true

  /// Fails where something is no token; what stands before it is kept.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while skipBlanks(), let token = next() { all.append(token) }
    isWhole = at >= bytes.count
  }

  /// Whether it could be cut to its end.
  private(set) var isWhole = false

  /// Signs of several characters, the longest first.
  private static let signs = [
    "===", "!==", "...", "**=", ">>>", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++",
    "--", "+=", "-=", "*=", "/=", "%=", "**", "<<", ">>",
  ].map { Array($0.utf8) }

  private mutating func skipBlanks() -> Bool {
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x0a || byte == 0x0d {
        startsLine = true
        at += 1
      } else if byte.isBlank {
        at += 1
      } else if starts("//") {
        at = bytes[at...].firstIndex(of: 0x0a) ?? bytes.count
      } else if starts("/*") {
        at += 2
        while at < bytes.count, !starts("*/") { at += 1 }
        at = min(bytes.count, at + 2)
      } else {
        return true
      }
    }
    return false
  }

  private func starts(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return at + count <= bytes.count
      && (0..<count).allSatisfy { bytes[at + $0] == text.utf8Start[$0] }
  }

  private mutating func next() -> Placed? {
    let start = at
    guard let token = token() else {
      at = start
      return nil
    }
    defer { startsLine = false }
    return Placed(token: token, range: start..<at, startsLine: startsLine)
  }

  private mutating func token() -> ScriptToken? {
    let byte = bytes[at]
    if byte.isScriptName, byte &- 0x30 >= 10 {
      return .name(String(decoding: take(while: \.isScriptName), as: UTF8.self))
    }
    if byte &- 0x30 < 10 { return number() }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      return quoted().map { .text(String(decoding: $0, as: UTF8.self)) }
    }
    if byte == UInt8(ascii: "`") { return pieces() }
    if byte == UInt8(ascii: "/"), mayBePattern { return pattern() }
    if let sign = Self.signs.first(where: { bytes[at...].starts(with: $0) }) {
      at += sign.count
      return .sign(String(decoding: sign, as: UTF8.self))
    }
    guard "(){}[];,.<>+-*/%=!?:&|~^".utf8.contains(byte) else { return nil }
    at += 1
    return .sign(String(UnicodeScalar(byte)))
  }

  private mutating func take(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = at
    while at < bytes.count, holds(bytes[at]) { at += 1 }
    return bytes[start..<at]
  }

  private mutating func number() -> ScriptToken? {
    let text = String(
      decoding: take { $0.isScriptName || $0 == UInt8(ascii: ".") }, as: UTF8.self)
    return JSONNumber(text) == nil ? nil : .number(text)
  }

  /// Text between two quotes of a kind, its escapes undone; nil when a line ends in it.
  private mutating func quoted() -> [UInt8]? {
    let quote = bytes[at]
    var text: [UInt8] = []
    at += 1
    while at < bytes.count, bytes[at] != quote, bytes[at] != 0x0a {
      if bytes[at] == UInt8(ascii: "\\") { text += escaped() } else { text.append(bytes[at]) }
      at += 1
    }
    guard at < bytes.count, bytes[at] == quote else { return nil }
    at += 1
    return text
  }

  /// What a backslash and the character behind it stand for.
  private mutating func escaped() -> [UInt8] {
    at += 1
    guard at < bytes.count else { return [] }
    switch bytes[at] {
    case UInt8(ascii: "n"): return [0x0a]
    case UInt8(ascii: "r"): return [0x0d]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      let digits = String(decoding: bytes[min(at + 1, bytes.count)...].prefix(4), as: UTF8.self)
      guard let code = UInt32(digits, radix: 16), let scalar = UnicodeScalar(code) else {
        return [bytes[at]]
      }
      at += 4
      return Array(String(scalar).utf8)
    case 0x0a: return []
    default: return [bytes[at]]
    }
  }

  private mutating func pieces() -> ScriptToken? {
    var pieces: [String] = []
    var text: [UInt8] = []
    at += 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "`") {
      if starts("${") {
        let start = at + 2
        at = bytes[start...].firstIndex(of: UInt8(ascii: "}")) ?? bytes.count
        guard at < bytes.count else { return nil }
        pieces.append(String(decoding: text, as: UTF8.self))
        pieces.append(String(decoding: bytes[start..<at], as: UTF8.self))
        text = []
      } else if bytes[at] == UInt8(ascii: "\\") {
        text += escaped()
      } else {
        text.append(bytes[at])
      }
      at += 1
    }
    guard at < bytes.count else { return nil }
    at += 1
    return .pieces(pieces + [String(decoding: text, as: UTF8.self)])
  }

  /// A slash divides behind a value, and begins a pattern anywhere else.
  private var mayBePattern: Bool {
    switch all.last?.token {
    case nil: true
    case .sign(let sign): ![")", "]", "}"].contains(sign)
    case .name(let name): name == "return" || name == "typeof"
    default: false
    }
  }

  private mutating func pattern() -> ScriptToken? {
    let start = at + 1
    var isInSet = false
    at = start
    while at < bytes.count, isInSet || bytes[at] != UInt8(ascii: "/") {
      guard bytes[at] != 0x0a else { return nil }
      if bytes[at] == UInt8(ascii: "\\") { at += 1 }
      if at < bytes.count, bytes[at] == UInt8(ascii: "[") { isInSet = true }
      if at < bytes.count, bytes[at] == UInt8(ascii: "]") { isInSet = false }
      at += 1
    }
    guard at < bytes.count else { return nil }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    at += 1
    return .pattern(text, flags: String(decoding: take(while: \.isScriptName), as: UTF8.self))
  }
}

extension UInt8 {
  /// A byte of a script's name.
  var isScriptName: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "$") || self >= 0x80
  }
}
