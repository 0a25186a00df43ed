import LosslessJSON
import NetEngine

/// Values that were found to be secret, so that their copies are found wherever they stand.
///
/// A token that came in a login's answer is a secret in the next request's path, in a log line and
/// in an error message too: as it is, percent-encoded, or escaped for JSON.
public struct KnownSecrets: Sendable {
  private var names: [[UInt8]: String] = [:]
  var memory = SearchMemory()
  private var patterns: [Pattern] = []
  private var trie = SecretTrie()
  /// One bit for each hash of four bytes: most places in a text are done with after one look.
  private var filter = [UInt64](repeating: 0, count: 1 << 10)

  private struct Pattern: Sendable {
    var bytes: [UInt8]
    var form: SecretSpan.Form
    var name: String
    var isWord: Bool
  }

  /// How long a value is that is a secret without being called one.
  static let shortest = 6

  /// Knows nothing yet.
  public init() {}

  /// Knows nothing; shared, because it takes room.
  static let none = KnownSecrets()

  /// How many values are known.
  public var count: Int { names.count }

  /// What a value is called; nil when it is not known.
  func name(of value: [UInt8]) -> String? { names[value] }

  /// Remembers a value; very short ones, words and small numbers are secrets only where they stand.
  mutating func learn(_ value: [UInt8], name: String) {
    guard value.count >= Self.shortest, value.count <= 64 << 10, names[value] == nil,
      !value.allSatisfy({ $0 == value[0] }), !Self.isCommon(value)
    else { return }
    add(value, name: name, isWord: value.count < 16)
  }

  /// What anybody may write: a cookie's `dark`, `Europe/Berlin` or `104729` stands in many a text.
  private static func isCommon(_ value: [UInt8]) -> Bool {
    guard value.count < 16 else { return false }
    return value.allSatisfy { $0 &- 0x30 < 10 }
      || value.withUnsafeBufferPointer { SecretValue.isCommon($0, joinedBy: "-_/. ") }
  }

  /// Remembers what a text has told.
  package mutating func learn(_ lesson: SecretLesson) {
    switch lesson {
    case .named(let secret): learn(secret)
    case .found(let value, let name): learn(value, name: name)
    }
  }

  /// Remembers a value somebody called a secret: by that name, and short ones too.
  package mutating func learn(_ secret: NamedSecret) {
    let value = Array(secret.value.utf8)
    guard value.count >= NamedSecret.shortest, value.count <= 64 << 10 else { return }
    if names[value] == nil {
      add(value, name: secret.name, isWord: value.count < 8)
    } else {
      names[value] = secret.name
    }
  }

  private mutating func add(_ value: [UInt8], name: String, isWord: Bool) {
    names[value] = name
    var seen: Set<[UInt8]> = []
    for (form, bytes) in Self.spellings(of: value) where seen.insert(bytes).inserted {
      let pattern = Pattern(
        bytes: bytes, form: form, name: name,
        isWord: isWord && bytes.allSatisfy(\.isLetterOrDigit))
      let key = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
      patterns.append(pattern)
      trie.insert(patterns.count - 1, bytes)
      filter[Self.slot(key) >> 6] |= 1 << UInt64(Self.slot(key) & 63)
    }
  }

  /// Every copy of a known value, from left to right; two may overlap, and none lies in another.
  func spans(_ bytes: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
    guard !patterns.isEmpty, bytes.count >= NamedSecret.shortest, let base = bytes.baseAddress
    else { return [] }
    let raw = UnsafeRawPointer(base)
    var spans: [SecretSpan] = []
    filter.withUnsafeBufferPointer { filter in
      var index = 0
      // Another value may begin inside of one and end behind it. A value that repeats itself begins
      // in each of its letters: looking there has an end.
      var budget = bytes.count.saturatingProduct(8)
      while index &+ 4 <= bytes.count {
        let key = raw.loadUnaligned(fromByteOffset: index, as: UInt32.self)
        let slot = Self.slot(key)
        guard filter[slot &>> 6] &>> UInt64(slot & 63) & 1 == 1, let found = match(bytes, index)
        else {
          index &+= 1
          continue
        }
        if found.range.upperBound > spans.last?.range.upperBound ?? 0 { spans.append(found) }
        budget -= found.range.count
        index = budget > 0 ? index + 1 : found.range.upperBound
      }
    }
    return spans
  }

  /// The bytes with bullets in the place of every known value.
  package func hiding(in bytes: [UInt8]) -> [UInt8] {
    var hidden: [UInt8] = []
    var start = 0
    for span in bytes.withUnsafeBufferPointer({ spans($0) }) where span.range.upperBound > start {
      if span.range.lowerBound >= start {
        hidden += bytes[start..<span.range.lowerBound] + Array("•••".utf8)
      }
      start = span.range.upperBound
    }
    return hidden + bytes[start...]
  }

  /// The longest value that stands here.
  private func match(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> SecretSpan? {
    var best: SecretSpan?
    trie.candidates(bytes, at: index) { place in
      let pattern = patterns[place]
      let end = index + pattern.bytes.count
      guard end <= bytes.count, pattern.bytes.count > best?.range.count ?? 0,
        bytes[index..<end].elementsEqual(pattern.bytes),
        !pattern.isWord || bytes.isAlone(index..<end)
      else { return }
      best = SecretSpan(range: index..<end, name: pattern.name, form: pattern.form)
    }
    return best
  }

  private static func slot(_ key: UInt32) -> Int { Int((key &* 0x9e37_79b1) >> 16) }

  /// The value as it is, and as URLs, forms and JSON write it.
  private static func spellings(of value: [UInt8]) -> [(SecretSpan.Form, [UInt8])] {
    // Most tokens are of letters that nobody writes otherwise.
    if value.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2d || $0 == 0x2e || $0 == 0x5f }) {
      return value.count >= NamedSecret.shortest ? [(.plain, value)] : []
    }
    let text = String(decoding: value, as: UTF8.self)
    let strict = text.percentEscaped { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
    let loose = text.percentEscaped {
      $0.isLetterOrDigit || "-._~!'()*;:@&=+$,/?".utf8.contains($0)
    }
    let component = text.percentEscaped { $0.isLetterOrDigit || "-._~!'()*".utf8.contains($0) }
    let form = strict.replacing("%20", with: "+")
    let token = JSONText.token(value)
    let json = Array(token.dropFirst().dropLast())
    return [
      (.plain, value), (.percent, Array(strict.utf8)), (.percent, Array(component.utf8)),
      (.percent, Array(loose.utf8)), (.percent, Array(form.utf8)),
      (.percent, strict.smallEscapes), (.jsonText, json), (.jsonText, json.escapingSlashes),
      (.jsonText, text.asciiJSON),
    ].filter { $0.1.count >= NamedSecret.shortest }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether neither side of a range goes on with a letter or a digit.
  fileprivate func isAlone(_ range: Range<Int>) -> Bool {
    let before = range.lowerBound > 0 && self[range.lowerBound - 1].isLetterOrDigit
    let behind = range.upperBound < count && self[range.upperBound].isLetterOrDigit
    let isEscape = range.lowerBound > 2 && self[range.lowerBound - 3] == 0x25
    return (!before || isEscape) && !behind
  }
}

extension String {
  /// `%2F` as `%2f`.
  fileprivate var smallEscapes: [UInt8] {
    var bytes = Array(utf8)
    for index in bytes.indices where bytes[index] == 0x25 && index + 2 < bytes.count {
      bytes[index + 1] = bytes[index + 1].lowercasedASCII
      bytes[index + 2] = bytes[index + 2].lowercasedASCII
    }
    return bytes
  }

  /// As a JSON string that is ASCII only.
  fileprivate var asciiJSON: [UInt8] {
    var bytes: [UInt8] = []
    for unit in utf16 {
      switch unit {
      case 0x22, 0x5c: bytes += [0x5c, UInt8(unit)]
      case 0x20..<0x7f: bytes.append(UInt8(unit))
      default:
        let digits = String(unit, radix: 16)
        bytes += "\\u".utf8
        bytes += String(repeating: "0", count: 4 - digits.utf8.count).utf8
        bytes += digits.utf8
      }
    }
    return bytes
  }
}

extension [UInt8] {
  /// `/` as `\/`, as PHP writes it.
  fileprivate var escapingSlashes: [UInt8] {
    flatMap { $0 == 0x2f ? [0x5c, 0x2f] : [$0] }
  }
}
