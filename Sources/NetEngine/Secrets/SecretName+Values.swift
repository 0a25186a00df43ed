import LosslessJSON

extension SecretName {
  /// Whether a text behind the name is a secret.
  ///
  /// What is true, false, nothing or a small number is no credential, nor is a sentence, a mask of
  /// stars or a variable's name in braces. Below a password, a PIN and their like numbers count.
  package func covers(text: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = SecretValue(text)
    guard !text.isEmpty, !text.isWordOfNothing, !text.isPlaceholder else { return false }
    switch grade {
    case .password: return !text.isFolder
    case .code: return text.count >= 3 && !text.isProse
    case .pin: return text.isNumberOfPIN || text.isMixedPIN || text.isMade
    case .digits: return text.digitCount >= 10
    case .token:
      return !text.isSmallNumber && !text.isSignal
        && (place == .header || text.hasScheme || !text.isProse)
    case .likely: return text.isOpaque || text.isPhrase
    case .weak: return text.isMade || text.behindScheme.isMade
    case .link: return text.isMade || text.isMadeLink
    }
  }

  /// Whether a variable of this name has a secret value: a PIN may have letters, too.
  package func covers(variable text: String) -> Bool {
    grade == .pin ? !text.isEmpty : covers(text: text)
  }

  /// The same of a text.
  package func covers(text: String) -> Bool {
    var text = text
    return text.withUTF8 { covers(text: $0) }
  }

  /// The same of a value of a query or a form, escapes and all.
  package func covers(form value: UnsafeBufferPointer<UInt8>) -> Bool {
    value.isFormCoded ? covers(text: value[...].formDecoded) : covers(text: value)
  }

  /// Judges the name of a pair of a query or a form, escapes and all.
  package init?(form name: UnsafeBufferPointer<UInt8>) {
    guard name.isFormCoded else {
      self.init(name)
      return
    }
    self.init(name[...].formDecoded)
  }

  /// Whether a bare number behind the name is a secret.
  package func covers(number: UnsafeBufferPointer<UInt8>) -> Bool {
    guard number.allSatisfy({ $0 &- 0x30 < 10 }) else { return false }
    switch grade {
    case .password: return number.count >= 4
    case .code, .pin: return number.count >= 3
    case .token, .digits: return number.count >= 10
    case .likely, .weak, .link: return false
    }
  }
}

/// A value that may be a secret, as far as it tells by itself.
package struct SecretValue {
  package typealias Bytes = UnsafeBufferPointer<UInt8>
  private let bytes: Bytes

  /// Looks at the value without the blanks around it.
  package init(_ bytes: Bytes) {
    var (low, high) = (bytes.startIndex, bytes.endIndex)
    while low < high, bytes[low] <= 0x20 { low += 1 }
    while low < high, bytes[high - 1] <= 0x20 { high -= 1 }
    self.bytes = Bytes(rebasing: bytes[low..<high])
  }

  var isEmpty: Bool { bytes.isEmpty }
  var count: Int { bytes.count }
  var digitCount: Int { bytes.count { $0 &- 0x30 < 10 } }

  /// Whether all of it is of a kind.
  private func matches(_ pattern: PlacePattern) -> Bool { pattern.match(bytes, at: 0) != nil }

  /// `true`, `none`, `off`: an answer to a question, not a key.
  var isWordOfNothing: Bool { matches(Self.wordOfNothing) }
  private static let wordOfNothing = PlacePattern(
    #"(?i)(?:true|false|null|nil|none|undefined|yes|no|on|off|ok|passed|failed)\z"#)

  /// The name of a signal of POSIX: `SIGTERM`, `SIGRTMIN+3`.
  var isSignal: Bool { matches(Self.signal) }
  private static let signal = PlacePattern(#"SIG[A-Z0-9+-]{0,9}\z"#)

  /// Whether digits or signs are in it: more than a word.
  package var hasSigns: Bool {
    bytes.contains { $0 &- 0x30 < 10 || "!@#$%^&*+=~".utf8.contains($0) }
  }

  /// A number of less than ten digits, its sign, point and commas aside.
  var isSmallNumber: Bool {
    var digits = 0
    for byte in bytes {
      if byte &- 0x30 < 10 { digits += 1 } else if !"+-.,".utf8.contains(byte) { return false }
    }
    return digits < 10
  }

  /// `/home/ada/src`, as `PWD` of an environment; a password may begin with a slash too.
  var isFolder: Bool { matches(Self.folder) }
  private static let folder = PlacePattern(
    "/(?:app|builds|etc|github|home|mnt|opt|root|srv|tmp|usr|Users|var|workspace)/"
      + #"[A-Za-z0-9/._-]*\z"#)

  /// Three digits or more, in groups or not: `1234`, `12 34`, and neither `GPIO17` nor `hockey`.
  var isNumberOfPIN: Bool {
    digitCount >= 3 && bytes.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x20 || $0 == 0x2d }
  }

  /// Letters and digits: `73x19`, and neither `GPIO17`, `corner12` nor `E1023`.
  var isMixedPIN: Bool { matches(Self.mixedPIN) }
  private static let mixedPIN = PlacePattern(
    #"(?![A-Za-z]*+\d{0,2}\z)(?![A-Z]{0,3}\d*\z)[A-Za-z\d]{4,16}\z"#)

  /// Whether the text is a placeholder: `{{token}}`, `${TOKEN}`, `%s`, `xxxx`, bullets, ellipses.
  ///
  /// A URL or a word ends at the blank in `{{$processEnv NAME}}` and `{{ name }}`.
  package var isPlaceholder: Bool { matches(Self.placeholder) }
  private static let placeholder = PlacePattern(
    #"(?s)(?:\{\{(?:.*\}\}|\$[A-Za-z.]*+)?|\$\{.*\}|%[sdv@]|([*.xX])\1\1+|(\xe2\x80[\xa2\xa6])\2*)\z"#
  )

  /// How long the word is that says how, not who, with its blanks: `Bearer ` of `Bearer eyJ…`.
  package static func schemeLength(_ bytes: Bytes) -> Int {
    scheme.match(bytes, at: 0)?.range.upperBound ?? 0
  }

  /// The words themselves, as an expression.
  package static let schemes =
    "basic|bearer|digest|token|negotiate|ntlm|apikey|aws4-hmac-sha256|dpop|hawk|oauth"
  private static let scheme = PlacePattern(#"(?i:\#(schemes))(?: +|\++)"#)

  /// Whether it is a credential with its scheme; `Token expired` is not.
  var hasScheme: Bool {
    Self.schemeLength(bytes) > 0 && !bytes.begins(with: "token") && !bytes.begins(with: "apikey")
  }

  /// The credential without its scheme: of `Token abc` it is `abc`.
  var behindScheme: SecretValue { SecretValue(Bytes(rebasing: bytes[Self.schemeLength(bytes)...])) }

  /// Several words of which none looks made: a sentence about a secret.
  var isProse: Bool {
    guard bytes.contains(where: { $0 <= 0x20 }), !isPhrase else { return false }
    return bytes.split(whereSeparator: { $0 <= 0x20 })
      .allSatisfy { $0.count < 8 || Self.isCommon(Bytes(rebasing: $0), joinedBy: "-_/.,:;!?'()") }
  }

  /// One word that nobody would say: neither a place, nor a date, nor `same-origin`.
  package var isOpaque: Bool {
    guard bytes.count >= 6, !bytes.contains(where: { $0 <= 0x20 }), !isSmallNumber else {
      return false
    }
    return !Self.isCommon(bytes, joinedBy: "-_/.") && !isDate
      && bytes.firstPlace(of: "://".utf8) == nil
      && bytes[0] != UInt8(ascii: "/")
  }

  /// Twelve or more short words in small letters, as wallets write their keys.
  var isPhrase: Bool { bytes.count >= 47 && matches(Self.phrase) }
  private static let phrase = PlacePattern(
    #"(?:(?:[a-z]{3,8} +){3}){3,7}(?:[a-z]{3,8} +){2}[a-z]{3,8}\z"#)

  /// Whether a machine has made it, as far as its letters tell.
  ///
  /// It has 12 or more bytes, two kinds of small letters, capitals and digits, and no run of more
  /// than six small letters. A number of a case (`SUP-2026-1234`), a date and a URL do not count.
  package var isMade: Bool {
    guard bytes.count >= 12, !isDate, bytes[0] != UInt8(ascii: "/"),
      bytes.firstPlace(of: "://".utf8) == nil
    else { return false }
    var (kinds, run) = (UInt8(0), 0)
    for byte in bytes {
      guard byte > 0x20, byte < 0x7f, !",;\"<>{}()[]@".utf8.contains(byte) else { return false }
      let isSmall = byte &- 0x61 < 26
      run = isSmall ? run + 1 : 0
      guard run <= 6 else { return false }
      kinds |= isSmall ? 1 : byte &- 0x41 < 26 ? 2 : byte &- 0x30 < 10 ? 4 : 0
    }
    return kinds & (kinds &- 1) != 0
      && bytes.split { !$0.isLetterOrDigit }.contains { Self.isMixed(Bytes(rebasing: $0)) }
  }

  /// `550e8400-e29b-41d4-a716-446655440000`, whatever its digits.
  var isUUID: Bool { matches(Self.uuid) }
  private static let uuid = PlacePattern(
    #"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\z"#)

  /// Neither a word, nor a number, nor a word with a short number: `login`, `2026`, `v2`, `sha256`.
  private static func isMixed(_ piece: Bytes) -> Bool {
    let letters = piece.prefix { $0 &- 0x30 >= 10 }
    let digits = piece[letters.endIndex...]
    guard digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return !isJoinedWords(piece) }
    let isWord =
      letters.dropFirst().allSatisfy { $0 &- 0x61 < 26 } || letters.allSatisfy { $0 &- 0x41 < 26 }
    return !isWord && !isJoinedWords(piece) || !letters.isEmpty && digits.count > 3
  }

  /// Words with capitals and short numbers between them: `every5Minutes`, `openTicketHere`.
  private static func isJoinedWords(_ piece: Bytes) -> Bool {
    var areWords = true
    NameWords.visit(piece) { word, range in
      areWords =
        word.isNumber
        ? word.count <= 2
        : word.count >= 4 && piece[range].dropFirst().allSatisfy { $0 &- 0x61 < 26 }
      return areWords
    }
    return areWords
  }

  /// A URL with a piece behind its host that looks made.
  var isMadeLink: Bool {
    guard let start = bytes.firstPlace(of: "://".utf8) else { return false }
    return bytes[start.upperBound...].split { "/?&#=;".utf8.contains($0) }.dropFirst()
      .contains { SecretValue(Bytes(rebasing: $0)).isMade }
  }

  /// `2026-01-31`, whatever follows.
  private var isDate: Bool {
    bytes.count >= 10 && bytes[4] == 0x2d && bytes[7] == 0x2d
      && [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy { bytes[$0] &- 0x30 < 10 }
  }

  /// Words as anybody writes them, also several that are joined.
  package static func isCommon(_ value: Bytes, joinedBy marks: StaticString) -> Bool {
    let marks = UnsafeBufferPointer(start: marks.utf8Start, count: marks.utf8CodeUnitCount)
    return value.indices.allSatisfy { index in
      let byte = value[index]
      let startsWord = index == 0 || !value[index - 1].isLetterOrDigit
      // Capitals inside a word are what words do not have.
      return byte &- 0x61 < 26 || (byte &- 0x41 < 26 && startsWord)
        || marks.contains(byte)
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var isFormCoded: Bool { contains { $0 == 0x25 || $0 == 0x2b } }
}
