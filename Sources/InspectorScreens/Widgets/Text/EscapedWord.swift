import LosslessJSON

/// A word in all the ways JSON spells it: `é` is also `\u00e9`, `/` is also `\/`.
///
/// Only signs that encoders are known to escape are looked for escaped. What is typed as an escape
/// means its sign too, so that `\n` is found where a row shows a line end so.
///
/// The expression is made when it is first asked for, and once for all copies: who types a word over
/// a text that has no escapes does not wait for it.
struct EscapedWord: Sendable, Hashable {
  private let word: String
  private let isFolded: Bool
  /// Whether it has a sign that is escaped.
  let hasSpellings: Bool
  private let made: Lock<Pattern??>

  static let none = EscapedWord("", isFolded: false)

  init(_ word: String, isFolded: Bool) {
    (self.word, self.isFolded) = (word, isFolded)
    hasSpellings = word.unicodeScalars.contains(where: Self.isEscapable)
    made = Lock(nil)
  }

  /// An expression for the word; nil where it has no sign that is escaped.
  var pattern: Pattern? {
    made.withLock { made in
      if let made { return made }
      let pattern = hasSpellings ? Self.pattern(word, isFolded: isFolded) : nil
      made = .some(pattern)
      return pattern
    }
  }

  static func == (left: EscapedWord, right: EscapedWord) -> Bool {
    left.isFolded == right.isFolded && left.word == right.word
  }

  func hash(into hasher: inout Hasher) { hasher.combine(word) }

  /// More escapes that are typed are not read as their letters as well.
  private static let readingLimit = 8

  private static func pattern(_ word: String, isFolded: Bool) -> Pattern? {
    let scalars = Array(word.unicodeScalars)
    var text = ""
    var place = 0
    var escapes = 0
    while place < scalars.count {
      guard let (scalar, count) = escape(scalars[place...]) else {
        text += spellings(scalars[place], isFolded)
        place += 1
        continue
      }
      escapes += 1
      let letters = scalars[place..<place + count].map { spellings($0, isFolded) }.joined()
      text +=
        escapes > readingLimit
        ? spellings(scalar, isFolded) : "(?:\(spellings(scalar, isFolded))|\(letters))"
      place += count
    }
    // A word that is too long for an expression is looked for as it stands.
    return try? Pattern(text, sensitivity: isFolded ? .insensitive : .smart)
  }

  /// Beyond ASCII, controls, what JSON has to escape and what is dangerous in HTML.
  private static func isEscapable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "\\", "/", "<", ">", "&", "'", "=", "+", "`": true
    default: scalar.value < 0x20 || scalar.value >= 0x7F
    }
  }

  // MARK: What is typed

  /// The sign that an escape at the beginning means, and how much of the text it takes.
  private static func escape(
    _ text: ArraySlice<Unicode.Scalar>
  ) -> (scalar: Unicode.Scalar, count: Int)? {
    guard text.first == "\\", let letter = text.dropFirst().first else { return nil }
    if letter == "u" {
      guard let unit = unit(text) else { return nil }
      if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
      guard unit < 0xDC00, let low = Self.unit(text.dropFirst(6)), 0xDC00..<0xE000 ~= low,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      else { return nil }
      return (scalar, 12)
    }
    return short.first { $0.letter == letter }.map { ($0.scalar, 2) }
  }

  /// The number of a `\uXXXX`.
  private static func unit(_ text: ArraySlice<Unicode.Scalar>) -> UInt32? {
    let digits = text.dropFirst(2).prefix(4)
    guard text.starts(with: ["\\", "u"]), digits.count == 4 else { return nil }
    var unit: UInt32 = 0
    for digit in digits {
      guard digit.isASCII, let value = Character(digit).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(value)
    }
    return unit
  }

  // MARK: What is looked for

  /// The escapes of one letter.
  private static let short: [(letter: Unicode.Scalar, scalar: Unicode.Scalar)] = [
    ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"),
    ("r", "\r"), ("t", "\t"),
  ]

  private static func spellings(_ scalar: Unicode.Scalar, _ isFolded: Bool) -> String {
    guard isEscapable(scalar) else { return itself(scalar) }
    let numbers = (isFolded ? scalar.eitherCase : [scalar]).map { variant in
      variant.utf16.map { "\\\\u" + hexText(Int($0), digits: 4) }.joined()
    }
    var all = ["(?i:\(numbers.joined(separator: "|")))"]
    if let escape = short.first(where: { $0.scalar == scalar }) {
      all.append("\\\\" + itself(escape.letter))
    }
    // Alone a backslash is never itself.
    if scalar != "\\" { all.append(itself(scalar)) }
    return "(?:\(all.joined(separator: "|")))"
  }

  /// A sign that means nothing but itself in an expression.
  private static func itself(_ scalar: Unicode.Scalar) -> String {
    let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
    return isPlain ? String(scalar) : "\\x{\(hexText(Int(scalar.value), digits: 6))}"
  }
}

extension Unicode.Scalar {
  fileprivate var utf16: [UInt16] { Array(Character(self).utf16) }

  /// The sign, its small letter and its capitals, where each is one sign.
  fileprivate var eitherCase: [Unicode.Scalar] {
    var all = [self]
    let mappings = [
      properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping,
    ]
    for mapping in mappings where mapping.unicodeScalars.count == 1 {
      for scalar in mapping.unicodeScalars where !all.contains(scalar) { all.append(scalar) }
    }
    return all
  }
}
