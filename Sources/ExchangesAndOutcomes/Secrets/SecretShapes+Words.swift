import BytesAndJSON

/// Shapes that need a word in front: pieces of paths, and options of commands.
extension SecretShapes {
  /// The piece of a path behind `token`, `reset` and their like: `/token/VALUE/x`.
  static func path(_ bytes: Bytes, _ index: Int) -> (range: Range<Int>, name: String)? {
    guard let slash = bytes.slash(at: index) else { return nil }
    let word = index + slash
    var end = word
    while end < bytes.count, end - word <= 32, bytes[end].isTokenLetter { end += 1 }
    guard end > word + 2, let second = bytes.slash(at: end) else { return nil }
    let start = end + second
    var stop = start
    while stop < bytes.count, bytes[stop].isOfPiece, bytes.slash(at: stop) == nil { stop += 1 }
    let name = Bytes(rebasing: bytes[word..<end])
    let value = SecretValue(Bytes(rebasing: bytes[start..<stop]))
    // `/tokens/550e8400-…` is one of many, by its number.
    let isEntry = value.isUUID && name[name.count - 1] == UInt8(ascii: "s")
    guard stop - start >= 12, value.isMade, !isEntry, SecretName(path: name) != nil else {
      return nil
    }
    // A long piece, or one with digits, may be a secret itself: a mark must not name it.
    let isWord = name.count <= 16 && !name.contains { $0 &- 0x30 < 10 }
    return (start..<stop, isWord ? String(lenient: name) : "path")
  }

  /// The password of `curl -u user:PASS`, and the value behind `--token` and its like.
  static func option(_ bytes: Bytes, _ index: Int) -> (range: Range<Int>, name: String)? {
    let isLong = bytes[index + 1] == UInt8(ascii: "-")
    var end = index + 2
    if isLong { while end < bytes.count, end - index <= 40, bytes[end].isTokenLetter { end += 1 } }
    let name = Bytes(rebasing: bytes[(index + (isLong ? 2 : 1))..<end])
    var start = end
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    guard !isLong || start > end, let value = word(bytes, from: start) else { return nil }
    let text = Bytes(rebasing: bytes[value])
    if !isLong || name.isWord("user") || name.isWord("proxy-user") {
      guard let colon = bytes[value].firstIndex(of: UInt8(ascii: ":")),
        isCommand(bytes[max(0, index - 2_000)..<index])
      else { return nil }
      let password = colon + 1..<value.upperBound
      let isOpen = SecretValue(Bytes(rebasing: bytes[password])).isPlaceholder
      return password.isEmpty || isOpen || bytes[password.lowerBound] == UInt8(ascii: "$")
        ? nil : (password, "password")
    }
    guard let secret = SecretName(name), secret.covers(text: text), SecretValue(text).isOpaque,
      text[0] != UInt8(ascii: "$"), text[0] != UInt8(ascii: "-")
    else { return nil }
    return (value, String(lenient: name))
  }

  private static func isCommand(_ before: Slice<Bytes>) -> Bool {
    before.firstPlace(of: "curl".utf8) != nil || before.firstPlace(of: "wget".utf8) != nil
  }

  /// A word of a command line, without the quotes around it.
  private static func word(_ bytes: Bytes, from start: Int) -> Range<Int>? {
    var start = start
    if start < bytes.count, bytes[start] == 0x5c { start += 1 }
    guard start < bytes.count else { return nil }
    let quote = bytes[start]
    if quote == 0x22 || quote == 0x27 {
      let end = bytes[(start + 1)...].firstIndex { $0 == quote || $0 == 0x5c || $0 < 0x20 }
      return start + 1..<(end ?? bytes.count)
    }
    let end = bytes[start...].firstIndex { $0 <= 0x20 || "'\"\\`<>|;&".utf8.contains($0) }
    return start == (end ?? bytes.count) ? nil : start..<(end ?? bytes.count)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How long the slash of a path is that stands here: `/`, `\/` of JSON, `%2F` of a query.
  fileprivate func slash(at index: Int) -> Int? {
    guard index < count else { return nil }
    switch self[index] {
    case UInt8(ascii: "/"): return 1
    case 0x5c where index + 1 < count && self[index + 1] == UInt8(ascii: "/"): return 2
    case UInt8(ascii: "%") where index + 2 < count && self[index + 1] == UInt8(ascii: "2"):
      return self[index + 2] | 0x20 == UInt8(ascii: "f") ? 3 : nil
    default: return nil
    }
  }
}

extension UInt8 {
  /// Whether it may stand in a made piece of a path.
  fileprivate var isOfPiece: Bool { isTokenLetter || ".~+=:%!$".utf8.contains(self) }
}
