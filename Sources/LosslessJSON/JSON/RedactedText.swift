import Glibc

/// Marks that stand where a secret was: `‹redacted:name#hash›`, also percent-encoded.
///
/// In place of a JSON number stands a string, `"‹redacted:name,number#hash›"`: filled in again it is a
/// number. A name has neither comma nor `#` in it.
///
/// Two marks in one place count as equal wherever requests are matched and responses compared: a
/// recording redacted today still answers one that was redacted under another salt. A secret may
/// have got its name elsewhere, so the names decide nothing: `authorization` here, `token` there.
package enum RedactedText {
  /// `‹redacted:` and `›` as bytes.
  package static let opening = Array("‹redacted:".utf8)
  package static let closing = Array("›".utf8)
  private static let encodedOpening = Array("%E2%80%B9redacted".utf8)
  private static let encodedClosing = Array("%E2%80%BA".utf8)
  private static let word = Array("redacted".utf8)
  /// What follows the name where the secret was a number.
  static let number = Array(",number".utf8)

  /// Whether there may be a mark: cheap, and never wrong when it says no.
  ///
  /// Every text and body that is shown or kept is asked this: it is answered from the bytes where
  /// they lie, since a generic collection asked from another module is read a call a byte.
  package static func mayOccur(in bytes: some Collection<UInt8>) -> Bool {
    bytes.withContiguousStorageIfAvailable { mayOccur(within: UnsafeRawBufferPointer($0)) }
      ?? Array(bytes).withUnsafeBytes { mayOccur(within: $0) }
  }

  static func mayOccur(within bytes: UnsafeRawBufferPointer) -> Bool {
    guard var place = bytes.baseAddress else { return false }
    let end = place + bytes.count
    while let next = memchr(place, Int32(word[0]), end - place) {
      guard end - UnsafeRawPointer(next) >= word.count else { return false }
      if memcmp(next, word, word.count) == 0 { return true }
      place = UnsafeRawPointer(next) + 1
    }
    return false
  }

  /// The text with every mark's hash left out.
  package static func withoutHashes(_ text: String) -> String {
    guard mayOccur(in: text.utf8) else { return text }
    return String(decoding: withoutHashes(Array(text.utf8)), as: UTF8.self)
  }

  /// The bytes with every mark's hash left out.
  package static func withoutHashes(_ bytes: [UInt8]) -> [UInt8] {
    rewriting(bytes) { name, _ in name }
  }

  /// The bytes with neither the names nor the hashes of marks: equal where two marks may be equal.
  package static func comparable(_ bytes: [UInt8]) -> [UInt8] {
    rewriting(bytes) { _, _ in [] }
  }

  package static func comparable(_ text: String) -> String {
    mayOccur(in: text.utf8) ? String(decoding: comparable(Array(text.utf8)), as: UTF8.self) : text
  }

  /// Whether two texts that are otherwise the same have marks with different hashes.
  package static func differInHashes(_ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>)
    -> Bool
  {
    rewriting(Array(first)) { _, hash in hash } != rewriting(Array(second)) { _, hash in hash }
  }

  /// The bytes with something else inside of every mark.
  private static func rewriting(
    _ bytes: [UInt8],
    _ inside: (_ name: ArraySlice<UInt8>, _ hash: ArraySlice<UInt8>)
      -> ArraySlice<UInt8>
  ) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.first {
      if let mark = mark(at: rest) {
        let hash = hash(of: rest.prefix(mark.length), mark.name, isNumber: mark.isNumber)
        out += opening + inside(mark.name, Array(hash.utf8)[...]) + closing
        rest = rest.dropFirst(mark.length)
      } else {
        out.append(byte)
        rest = rest.dropFirst()
      }
    }
    return out
  }

  /// The names of all marks, in order.
  package static func names(in text: String) -> [String] {
    guard mayOccur(in: text.utf8) else { return [] }
    var names: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      if let mark = mark(at: rest) {
        names.append(String(decoding: mark.name, as: UTF8.self))
        rest = rest.dropFirst(mark.length)
      } else {
        rest = rest.dropFirst()
      }
    }
    return names
  }

  /// The text with every mark replaced by what `value` says for its name; nil when it says nothing.
  ///
  /// A mark that stands for a number loses its quotes, unless what is said is no number.
  package static func filled(
    _ text: String, _ value: (_ name: String, _ hash: String) -> String?
  ) -> String? {
    guard mayOccur(in: text.utf8) else { return text }
    var out: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if let mark = mark(at: rest) {
        let hash = hash(of: rest.prefix(mark.length), mark.name, isNumber: mark.isNumber)
        guard let found = value(String(decoding: mark.name, as: UTF8.self), hash) else {
          return nil
        }
        rest = rest.dropFirst(mark.length)
        if mark.isNumber, out.last == 0x22, rest.first == 0x22, JSONNumber(found) != nil {
          out.removeLast()
          rest = rest.dropFirst()
        }
        out += found.utf8
      } else {
        out.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The bytes with every mark replaced; equal names and hashes are equal secrets.
  package static func replacing(
    _ bytes: [UInt8], _ text: (_ name: String, _ hash: String) -> String
  )
    -> [UInt8]
  {
    guard mayOccur(in: bytes) else { return bytes }
    var out: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if let mark = mark(at: rest) {
        let hash = hash(of: rest.prefix(mark.length), mark.name, isNumber: mark.isNumber)
        // What stands for a number is written without quotes, as one.
        let isBare = mark.isNumber && out.last == 0x22 && rest.dropFirst(mark.length).first == 0x22
        if isBare { out.removeLast() }
        out += text(String(decoding: mark.name, as: UTF8.self), hash).utf8
        rest = rest.dropFirst(mark.length)
        if isBare { rest = rest.dropFirst() }
      } else {
        out.append(byte)
        rest = rest.dropFirst()
      }
    }
    return out
  }

  /// A text with one mark in it, and what stands around that.
  package struct Template: Sendable, Hashable {
    package var before: String
    package var name: String
    package var hash: String
    package var after: String

    /// What stands in the mark's place in a text that is otherwise the same; nil in any other text.
    package func value(in text: String) -> String? {
      let (text, before, after) = (text.utf8, before.utf8, after.utf8)
      guard text.count > before.count + after.count, text.starts(with: before),
        text.suffix(after.count).elementsEqual(after)
      else { return nil }
      return String(Substring(text.dropFirst(before.count).dropLast(after.count)))
    }
  }

  /// The text as a template; nil where it holds no mark, or several.
  package static func template(_ text: String) -> Template? {
    guard mayOccur(in: text.utf8) else { return nil }
    var found: Template?
    var before: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      guard let mark = mark(at: rest) else {
        before.append(byte)
        rest = rest.dropFirst()
        continue
      }
      guard found == nil else { return nil }
      found = Template(
        before: String(decoding: before, as: UTF8.self),
        name: String(decoding: mark.name, as: UTF8.self),
        hash: hash(of: rest.prefix(mark.length), mark.name, isNumber: mark.isNumber), after: "")
      before = []
      rest = rest.dropFirst(mark.length)
    }
    found?.after = String(decoding: before, as: UTF8.self)
    return found
  }

  /// The hash behind a mark's name; empty where it has none.
  private static func hash(
    of mark: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>, isNumber: Bool
  ) -> String {
    var tail = mark[name.endIndex...]
    if isNumber { tail = tail.dropFirst(number.count) }
    let digits = tail.dropFirst(tail.starts(with: "%23".utf8) ? 3 : 1)
      .prefix { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The variable that holds the secret of this name: `X-Api-Key` is `X_API_KEY`.
  package static func variable(of name: String) -> String {
    let letters = name.uppercasedASCII.utf8.map { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) ? byte : UInt8(ascii: "_")
    }
    let text = String(decoding: letters, as: UTF8.self)
    return letters.first.map { (0x30...0x39).contains($0) } == true ? "_" + text : text
  }

  /// The mark that begins here: how long it is, its name, and whether a number stood there.
  private static func mark(
    at bytes: ArraySlice<UInt8>
  ) -> (length: Int, name: ArraySlice<UInt8>, isNumber: Bool)? {
    let isPlain = bytes.starts(with: opening)
    guard isPlain || bytes.starts(with: encodedOpening) else { return nil }
    let colon = isPlain ? 0 : colonLength(bytes.dropFirst(encodedOpening.count))
    guard isPlain || colon > 0 else { return nil }
    let inside = bytes.dropFirst(isPlain ? opening.count : encodedOpening.count + colon)
    let end = isPlain ? closing : encodedClosing
    var rest = inside
    // A name and a hash are short; what goes on longer is no mark.
    while !rest.starts(with: end) {
      guard rest.startIndex - inside.startIndex < 200, !rest.isEmpty else { return nil }
      rest = rest.dropFirst()
    }
    let content = inside[..<rest.startIndex]
    let name = content.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: ",") }
    let plain = isPlain ? name : cutAtEncodedHash(name)
    let length = rest.startIndex + end.count - bytes.startIndex
    let isNumber = content.dropFirst(name.count).starts(with: number)
    return (length, plain, isNumber)
  }

  private static func colonLength(_ bytes: ArraySlice<UInt8>) -> Int {
    if bytes.first == UInt8(ascii: ":") { return 1 }
    return bytes.starts(with: "%3A".utf8) || bytes.starts(with: "%3a".utf8) ? 3 : 0
  }

  private static func cutAtEncodedHash(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    for index in name.indices where name[index...].starts(with: "%23".utf8) {
      return name[..<index]
    }
    return name
  }
}
