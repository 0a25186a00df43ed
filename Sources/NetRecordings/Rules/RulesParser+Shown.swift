import LosslessJSON
import NetEngine

extension RulesParser {
  private static let bullets = "•••"

  /// The line for lists, logs and screens, with bullets in place of each secret.
  var shown: String { shown(bytes.indices) }

  /// The mistake with bullets in place of each secret in the word that it quotes.
  func hidingSecrets(in mistake: RulesMistake) -> RulesMistake {
    var mistake = mistake
    let found = Array(mistake.found.utf8)
    let column = min(mistake.column - 1, bytes.count)
    let isThere = bytes[column...].starts(with: found)
    guard !found.isEmpty, let start = isThere ? column : bytes.firstPlace(of: found)?.lowerBound
    else {
      return mistake
    }
    // A value without quotes ends where the person says, not at the first blank.
    let secret = (pairValues(ofURLs: false) + bodyValues).map(\.lowerBound).min()
    let isBehindSecret = secret.map { start >= $0 } ?? false
    mistake.found = isBehindSecret ? Self.bullets : shown(start..<start + found.count)
    return mistake
  }

  private func shown(_ part: Range<Int>) -> String {
    var isHidden = [Bool](repeating: false, count: bytes.count)
    let pairs = pairValues(ofURLs: true) + pairValues(ofURLs: false)
    for range in pairs + bodyValues + filterValues {
      for place in range { isHidden[place] = true }
    }
    let redactor = Redactor(style: .bullets)
    var (text, start) = ("", part.lowerBound)
    while start < part.upperBound {
      let end =
        isHidden[start..<part.upperBound].firstIndex(of: !isHidden[start]) ?? part.upperBound
      let piece = String(decoding: bytes[start..<end], as: UTF8.self)
      text += isHidden[start] ? Self.bullets : redactor.redact(piece)
      start = end
    }
    return text.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }

  /// The values of `NAME=VALUE` in heads, queries and filters.
  private func pairValues(ofURLs: Bool) -> [Range<Int>] {
    let filterEnd = self.filterEnd
    return bytes.indices.compactMap { equals in
      guard bytes[equals] == UInt8(ascii: "=") else { return nil }
      var start = equals
      while start > 0, bytes[start - 1].isOfName { start -= 1 }
      guard Self.isSecret(String(decoding: bytes[start..<equals], as: UTF8.self)) else {
        return nil
      }
      let isOfURL = start < filterEnd || start > 0 && "?&".utf8.contains(bytes[start - 1])
      guard isOfURL == ofURLs else { return nil }
      let ends = bytes[(equals + 1)...].firstIndex { " \t&\"')".utf8.contains($0) }
      let end = isOfURL ? ends ?? bytes.count : raw(at: equals + 1).end
      return equals + 1..<end
    }
  }

  /// The JSON values of `set /place VALUE` whose place or a member has the name of a secret.
  private var bodyValues: [Range<Int>] {
    words.indices.dropLast(2).compactMap { place in
      let (pointer, start) = (words[place + 1].text, words[place + 2].column - 1)
      guard words[place].text == "set", pointer.hasPrefix("/") else { return nil }
      let value = raw(at: start)
      let keys = JSONPath(pointer).steps.map { if case .key(let key) = $0 { key } else { "" } }
      let texts = value.text.split(separator: "\"").map(String.init)
      let isNested = value.text.hasPrefix("{") || value.text.hasPrefix("[")
      let isSecret = (keys + (isNested ? texts : [])).contains { SecretName($0) != nil }
      return isSecret ? start..<value.end : nil
    }
  }

  /// The values of `~hq`; the name of a header in front of a value stays.
  private var filterValues: [Range<Int>] {
    let end = filterEnd
    return bytes.indices.prefix(end).compactMap { place in
      guard bytes[place..<end].starts(with: "~hq".utf8) else { return nil }
      var start = place + 3
      while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
      guard start < end else { return nil }
      let quote = bytes[start] == 0x22 || bytes[start] == 0x27 ? bytes[start] : nil
      if quote != nil { start += 1 }
      var last = start
      while last < end, quote.map({ bytes[last] != $0 }) ?? !" \t)&|\"".utf8.contains(bytes[last]) {
        last += quote != nil && bytes[last] == UInt8(ascii: "\\") ? 2 : 1
      }
      return hidden(in: start..<min(last, end))
    }
  }

  /// Hides a pattern that is neither a name nor a value of a header without secrets.
  private func hidden(in value: Range<Int>) -> Range<Int>? {
    let pattern = bytes[value]
    let colon = pattern.firstIndex(of: UInt8(ascii: ":"))
    let isName = pattern[..<(colon ?? value.upperBound)].allSatisfy(\.isTokenByte)
    let names = pattern.split { !$0.isOfName }.map { String(decoding: $0, as: UTF8.self) }
    if isName, colon == nil || !names.contains(where: Self.isSecret) { return nil }
    guard isName, var start = colon.map({ $0 + 1 }) else { return value }
    while start < value.upperBound, bytes[start] == 0x20 { start += 1 }
    return start..<value.upperBound
  }

  /// The end of the filter in front, or 0 for a rule without a filter.
  private var filterEnd: Int {
    guard let first = words.first, first.text.hasPrefix("(") else { return 0 }
    return min(Self.endOfFilter(bytes, from: first.column - 1), bytes.count)
  }

  private static func isSecret(_ name: String) -> Bool {
    name.isSecretHeaderName || SecretName(name) != nil
  }
}

extension UInt8 {
  fileprivate var isOfName: Bool {
    self >= 0x80 || isTokenByte && !"&|!'*^~`#$+".utf8.contains(self)
  }
}
