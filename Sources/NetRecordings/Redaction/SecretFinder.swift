import LosslessJSON
import NetEngine

/// Finds secrets by where they stand: names of headers, of fields, of parts.
///
/// Which names and values are meant says ``SecretName`` alone.
enum SecretFinder {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  // MARK: URLs and forms

  /// The user and password, and the secret pairs of path, query and fragment.
  static func spans(
    url bytes: Bytes, movedBy offset: Int = 0, isRedirect: Bool = false
  ) -> [SecretSpan] {
    MaskedURL.spans(bytes, movedBy: offset, isRedirect: isRedirect)
  }

  /// What is secret in the URLs of a text for people, word by word.
  ///
  /// The quotes and points around a URL are the sentence's.
  static func spans(
    prose bytes: Bytes, movedBy offset: Int = 0, isRedirect: Bool = false
  ) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    for word in bytes.split(whereSeparator: { $0 <= 0x20 || "<>\"".utf8.contains($0) })
      as [Slice<Bytes>]
    {
      var word = word
      while let last = word.last, "'\",.;:)>]}".utf8.contains(last), !word.endsPlaceholder {
        word = word.dropLast()
      }
      guard word.contains(where: { $0 == 0x3f || $0 == 0x23 || $0 == 0x40 || $0 == 0x3b }) else {
        continue
      }
      spans += self.spans(
        url: Bytes(rebasing: word), movedBy: word.startIndex + offset, isRedirect: isRedirect)
    }
    return spans
  }

  /// What is secret in a text for people: in its JSON, in its URLs, behind names.
  static func spans(
    words bytes: Bytes, movedBy offset: Int = 0, isRedirect: Bool = false,
    _ names: inout JudgedNames
  ) -> [SecretSpan] {
    spans(text: bytes, movedBy: offset, &names)
      + spans(prose: bytes, movedBy: offset, isRedirect: isRedirect)
      + LooseSecrets.spans(bytes, movedBy: offset)
  }

  // MARK: Headers

  /// The secret parts of a header's value.
  static func spans(
    header name: String, value bytes: Bytes, movedBy offset: Int = 0, _ names: inout JudgedNames
  ) -> [SecretSpan] {
    if name.isSameHeaderName(as: "Cookie") {
      return cookies(bytes[...].split(separator: 0x3b), movedBy: offset)
    }
    if name.isSameHeaderName(as: "Set-Cookie") {
      return cookies(Array(bytes[...].split(separator: 0x3b).prefix(1)), movedBy: offset)
    }
    if name.isSameHeaderName(as: "Sec-WebSocket-Protocol") {
      let found = protocols(bytes, movedBy: offset)
      if !found.isEmpty { return found }
    }
    guard !SecretName.isOpen(name) else { return [] }
    if let secret = names.judge(header: name), secret.covers(text: bytes) {
      let start = SecretValue.schemeLength(bytes)
      guard start < bytes.count else { return [] }
      return [SecretSpan(range: start + offset..<bytes.count + offset, name: name, form: .plain)]
    }
    guard bytes.hints & 3 != 0 else { return [] }
    if ["Location", "Content-Location", "Referer"].contains(where: { name.isSameHeaderName(as: $0) }
    ) {
      return spans(url: bytes, movedBy: offset, isRedirect: true)
    }
    // What a server asks for is no credential: the nonce of a challenge.
    let isChallenge = name.isSameHeaderName(as: "WWW-Authenticate")
    let isRedirect = name.isSameHeaderName(as: "Refresh")
    return isChallenge
      ? spans(prose: bytes, movedBy: offset)
      : spans(words: bytes, movedBy: offset, isRedirect: isRedirect, &names)
  }

  /// `bearer, VALUE`: a page cannot set another header for a WebSocket.
  private static func protocols(_ bytes: Bytes, movedBy offset: Int) -> [SecretSpan] {
    let items: [Slice<Bytes>] = bytes[...].split(separator: 0x2c)
    return zip(items, items.dropFirst()).compactMap { item, next -> SecretSpan? in
      let name = Bytes(rebasing: item.trimmingBlanks)
      let value = next.trimmingBlanks
      let text = Bytes(rebasing: value)
      guard SecretName(name)?.covers(text: text) == true, SecretValue(text).isOpaque else {
        return nil
      }
      return SecretSpan(
        range: value.startIndex + offset..<value.endIndex + offset, name: String(lenient: name),
        form: .plain)
    }
  }

  private static func cookies(_ pairs: [Slice<Bytes>], movedBy offset: Int) -> [SecretSpan] {
    pairs.compactMap { pair in
      let pair = pair.trimmingBlanks
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else {
        // A value without a name is a cookie too.
        let range = pair.startIndex + offset..<pair.endIndex + offset
        return pair.isEmpty ? nil : SecretSpan(range: range, name: "cookie", form: .plain)
      }
      guard equals + 1 < pair.endIndex else { return nil }
      let name = String(lenient: pair[..<equals].trimmingBlanks)
      let range = equals + 1 + offset..<pair.endIndex + offset
      var span = SecretSpan(range: range, name: name, form: .plain)
      span.isCookie = true
      return span
    }
  }

  /// The secret parts of a raw head, line by line.
  static func spans(head bytes: Bytes, _ names: inout JudgedNames) -> [SecretSpan] {
    let end = bytes.firstIndex(of: 0x0a) ?? bytes.count
    let line = Bytes(rebasing: bytes[..<end].withoutReturn)
    guard end < bytes.count else { return spans(url: line) }
    let fields = Bytes(rebasing: bytes[(end + 1)...])
    return spans(url: line) + spans(fields: fields, movedBy: end + 1, &names)
  }

  /// The same of a head without its first line.
  static func spans(
    fields bytes: Bytes, movedBy offset: Int = 0, _ names: inout JudgedNames
  ) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
      let line = bytes[start..<end].withoutReturn
      if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        let name = String(lenient: line[..<colon].trimmingBlanks)
        let value = line[(colon + 1)...].trimmingBlanks
        spans += self.spans(
          header: name, value: Bytes(rebasing: value), movedBy: offset + value.startIndex, &names)
      }
      start = end + 1
    }
    return spans
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// A line without the CR in front of its LF.
  fileprivate var withoutReturn: Self { last == 0x0d ? dropLast() : self }
}

extension Collection<UInt8> {
  /// Whether the brace at its end closes one in it, as in `{{name}}` and `${NAME}`.
  fileprivate var endsPlaceholder: Bool {
    guard suffix(1).first == 0x7d else { return false }
    return count { $0 == 0x7b } >= count { $0 == 0x7d }
  }
}
