import LosslessJSON

/// What a name says about the value behind it: that it is a secret, and of what kind.
///
/// Names are invented by every backend, so the words in them decide: ``SecretWords``. What is said
/// *about* a secret is none (`token_type`, `passwordPolicy`, `X-Token-Count`), nor is a place in a
/// list (`next_page_token`). The value has the last word: see ``covers(text:)``.
package struct SecretName: Sendable, Hashable {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// What kind of secret it is.
  enum Grade: String, Sendable {
    /// Chosen by a person: anything may be one.
    case password
    /// A short number, such as a PIN.
    case code
    /// The same for an ambiguous word: the value has three digits or mixes digits with letters.
    case pin
    /// Made by a machine.
    case token
    /// The number of a card or of an account.
    case digits
    /// The name alone does not say it.
    case likely
    /// A word of many meanings: the value must look made.
    case weak
    /// A URL that signs in whoever opens it.
    case link
  }

  /// Where a name stands.
  package enum Place: Sendable, Hashable {
    /// In a body, a URL, a variable of a request file.
    case field
    /// In front of a header's value: made for machines, so doubt counts against it.
    case header
  }

  let grade: Grade
  let place: Place

  /// Longer ones nobody gives.
  package static let longest = 80

  /// Judges a name; nil when it names no secret.
  package init?(_ name: Bytes, in place: Place = .field) {
    guard name.count <= Self.longest else { return nil }
    guard name.contains(where: { $0 >= 0x80 }) else {
      self.init(plain: name, in: place)
      return
    }
    let plain = PlainLetters.plain(name)
    guard let found = plain.withUnsafeBufferPointer({ Self(plain: $0, in: place) }) else {
      return nil
    }
    self = found
  }

  private init?(plain name: Bytes, in place: Place) {
    self.place = place
    if place == .header, name.begins(with: Self.cloudflare) {
      grade = .token
      return
    }
    if place == .header, let own = Self.ownHeader(name) {
      grade = own
      return
    }
    guard let last = Self.lastSecret(name, place), !Self.isOpenHeader(name, place) else {
      return nil
    }
    guard let grade = last.gradeLeft(behind: name) else { return nil }
    self.grade = place == .header && grade == .likely ? .token : grade
  }

  /// Judges a name; nil when it names no secret.
  package init?(_ name: String, in place: Place = .field) {
    var name = name
    guard let found = name.withUTF8({ Self($0, in: place) }) else { return nil }
    self = found
  }

  /// Judges the piece of a path in front of another one: `token` in `/token/VALUE`.
  ///
  /// A value behind it is a secret only if it looks made.
  package init?(path name: Bytes) {
    var isKnown = Self(name) != nil
    NameWords.visit(name) { word, _ in
      isKnown = isKnown || SecretWords.rules[word]?.roles.contains(.path) == true
      return !isKnown
    }
    guard isKnown else { return nil }
    (grade, place) = (.weak, .field)
  }

  /// Judges a member of the object behind this name: of `authToken` in `{"authToken": {"value": …}}`.
  ///
  /// `called` is both names. Behind a word that says nothing about secrets the value must look made.
  package static func member(_ key: Bytes, called both: Bytes) -> SecretName? {
    guard let found = Self(both) else { return nil }
    var isPlain = true
    NameWords.visit(key) { word, _ in
      isPlain =
        word.isNumber || word == SecretWords.id
        || SecretWords.rules[word]?.roles.contains(.plain) == true
      return isPlain
    }
    return isPlain || found.grade != .likely ? found : Self(grade: .weak, place: .field)
  }

  private init(grade: Grade, place: Place) {
    (self.grade, self.place) = (grade, place)
  }

  /// Whether there is a word of a secret in a header's name at all, whatever else stands there.
  ///
  /// What goes to another origin is asked this: one too many that stays at home is named in the hop,
  /// one too few is a credential given away.
  static func mayName(header name: String) -> Bool {
    var name = name
    return name.withUTF8 {
      lastSecret($0, .header) != nil || $0.begins(with: cloudflare) || ownHeader($0) != nil
    }
  }

  /// Its access headers are credentials, ids among them.
  private static let cloudflare: StaticString = "cf-access-"

  /// Headers of credentials that have no word of one: a proof of possession, an API's own name.
  private static func ownHeader(_ name: Bytes) -> Grade? {
    if name.isWord("dpop") { return .token }
    return name.isWord("x-access") ? .likely : nil
  }

  /// `Access-Control-Allow-Credentials` and its sisters are instructions to browsers.
  private static func isOpenHeader(_ name: Bytes, _ place: Place) -> Bool {
    place == .header && name.begins(with: "access-control-")
      || SecretWords.openHeaders.contains { name.isWord($0) }
  }

  /// Whether a header holds instructions, public keys or names, and no secret of its own.
  package static func isOpen(_ header: String) -> Bool {
    var header = header
    return header.withUTF8 { name in SecretWords.openHeaders.contains { name.isWord($0) } }
  }

  // MARK: Words

  /// The last word, or pair of words, that is a secret by itself.
  private struct Found {
    var grade: Grade
    var ownsID = false
    /// Where the words behind it begin.
    var end: Int

    /// What is left of it by the words that follow; nil when they only say something about it.
    func gradeLeft(behind name: Bytes) -> Grade? {
      var grade = grade
      var isFirst = true
      var isAbout = false
      NameWords.visit(Bytes(rebasing: name[end...])) { word, _ in
        defer { isFirst = false }
        if word == SecretWords.id, isFirst, ownsID { return true }
        let roles = SecretWords.rules[word]?.roles ?? []
        if roles.contains(.about) { isAbout = true }
        if !roles.contains(.plain), !word.isNumber, grade != .weak { grade = .likely }
        return !isAbout
      }
      return isAbout ? nil : grade
    }
  }

  private static func lastSecret(_ name: Bytes, _ place: Place) -> Found? {
    guard name.count <= longest, hasWord(name) else { return nil }
    var found: Found?
    var isHarmlessKey = false
    var (before, twoBefore): (NameWord?, NameWord?)
    NameWords.visit(name) { word, range in
      defer { (before, twoBefore) = (word, before) }
      if mayCount(word), let rule = SecretWords.rules[word] {
        if rule.roles.contains(.harmlessKey) { isHarmlessKey = true }
        let meaning = meaning(word, rule, before, twoBefore)
        let grade = meaning?.grade
        if place == .header, !isHarmlessKey, grade ?? .weak == .weak,
          SecretWords.keys.contains(word)
        {
          found = Found(grade: .token, end: range.upperBound)
        } else if let grade {
          let ownsID = meaning?.roles.contains(.ownsID) == true
          found = Found(grade: grade, ownsID: ownsID, end: range.upperBound)
        }
      }
      if word.count >= 7, let grade = joined(Bytes(rebasing: name[range]), word) {
        found = Found(grade: grade, end: range.upperBound)
      }
      return true
    }
    return found
  }

  /// Whether two ASCII letters, or one letter of another script, stand together.
  ///
  /// No word of a secret is shorter, and in front of a colon stands a time as often as a name.
  private static func hasWord(_ name: Bytes) -> Bool {
    var wasLetter = false
    for byte in name {
      let isLetter = (byte | 0x20) &- 0x61 < 26
      if isLetter && wasLetter || byte >= 0x80 { return true }
      wasLetter = isLetter
    }
    return false
  }

  /// What a word is, with the ones in front of it; nil when it is no secret.
  private static func meaning(
    _ word: NameWord, _ rule: SecretWords.Rule, _ before: NameWord?, _ twoBefore: NameWord?
  ) -> SecretWords.Rule? {
    if rule.roles.contains(.half), let before {
      let other = SecretWords.joints.contains(before) ? twoBefore ?? before : before
      for pair in SecretWords.pairs where pair.backs.contains(word) {
        if pair.fronts.contains(before) || pair.fronts.contains(other) { return pair.rule }
      }
      let (one, time) = SecretWords.oneTime
      if before == time, twoBefore == one { return SecretWords.Rule(grade: .code) }
    }
    guard rule.grade != nil else { return nil }
    let front = before.flatMap { SecretWords.rules[$0]?.roles } ?? []
    if front.contains(.place), SecretWords.tokens.contains(word) { return nil }
    if front.contains(.owner), word == SecretWords.sid { return nil }
    if front.contains(.beforePass), word == SecretWords.pass { return nil }
    let isPIN = rule.grade == .pin && before != nil && !front.contains(.beforePin)
    return isPIN ? SecretWords.Rule(grade: .code) : rule
  }

  /// A look at the first letter and the length: most words of most names end here.
  @inline(__always)
  private static func mayCount(_ word: NameWord) -> Bool {
    word.count <= 16 && lengths[Int(word.first & 31)] >> UInt32(word.count) & 1 == 1
  }

  private static let lengths: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 32)
    for (word, rule) in SecretWords.rules
    where rule.grade != nil || !rule.roles.isDisjoint(with: [.half, .harmlessKey]) {
      table[Int(word.first & 31)] |= 1 << UInt32(word.count)
    }
    return table
  }()

  /// Words that nothing parts, by how they end or begin.
  private static func joined(_ word: Bytes, _ key: NameWord) -> Grade? {
    guard isEnd[Int(word[word.count - 1] & 31)] || isBeginning[Int(word[0] & 31)] else {
      return nil
    }
    if let rule = SecretWords.rules[key], rule.grade != nil || rule.roles.contains(.harmless) {
      return nil
    }
    return SecretWords.endings.first { word.has($0.text, at: word.count - $0.text.count) }?.grade
      ?? SecretWords.beginnings.first { word.has($0.text, at: 0) }?.grade
  }

  private static let isEnd = letters(SecretWords.endings.map { $0.text[$0.text.count - 1] })
  private static let isBeginning = letters(SecretWords.beginnings.map { $0.text[0] })

  private static func letters(_ bytes: [UInt8]) -> [Bool] {
    var table = [Bool](repeating: false, count: 32)
    for byte in bytes { table[Int(byte & 31)] = true }
    return table
  }
}

extension String {
  /// Whether a header of this name may carry a credential: it stays with its origin.
  package var isSecretHeaderName: Bool { SecretName.mayName(header: self) }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether it begins so, whatever its capitals; `text` is in small letters.
  func begins(with text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount && isText(text, from: 0)
  }

  /// Whether it is this, whatever its capitals; `text` is in small letters.
  package func isWord(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && isText(text, from: 0)
  }

  /// Whether these small letters are at a place, whatever the capitals.
  fileprivate func has(_ text: [UInt8], at start: Int) -> Bool {
    guard start >= 0, start + text.count <= count else { return false }
    return text.withUnsafeBufferPointer { isText($0, from: start) }
  }

  private func isText(_ text: StaticString, from start: Int) -> Bool {
    text.withUTF8Buffer { isText($0, from: start) }
  }

  private func isText(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    for (offset, byte) in text.enumerated() {
      let own = self[start + offset]
      guard (own &- 0x41 < 26 ? own | 0x20 : own) == byte else { return false }
    }
    return true
  }
}
