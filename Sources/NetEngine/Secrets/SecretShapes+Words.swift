import LosslessJSON

/// Pieces of paths behind a word: `/token/VALUE/x`, `/token:VALUE`.
extension SecretShapes {
  /// The piece of a path behind `token`, `reset` and their like.
  static func path(_ bytes: Bytes, _ index: Int) -> Found? {
    guard let slash = bytes.slash(at: index) else { return nil }
    let word = index + slash
    var end = word
    while end < bytes.count, end - word <= 48,
      bytes[end].isTokenLetter || bytes[end] == 0x25 && bytes.joint(at: end) == nil
    {
      end += 1
    }
    guard end > word + 2, let joint = bytes.joint(at: end) else { return nil }
    let start = end + joint
    var stop = start
    while stop < bytes.count, bytes[stop].isOfPiece, bytes.slash(at: stop) == nil { stop += 1 }
    let name = Bytes(rebasing: bytes[word..<end])
    let value = SecretValue(Bytes(rebasing: bytes[start..<stop]))
    // `/tokens/550e8400-…` is one of many, by its number.
    let isEntry = value.isUUID && name[name.count - 1] == UInt8(ascii: "s")
    guard stop - start >= 12, value.isMade, !isEntry, !isFile(bytes, start..<stop), isSecret(name)
    else { return nil }
    // A long piece, or one with digits, may be a secret itself: a mark must not name it.
    let isWord = name.count <= 16 && !name.contains { $0 &- 0x30 < 10 }
    return (start..<stop, isWord ? String(lenient: name) : "path")
  }

  /// Whether a piece is the name of a file, as in `/password/ResetForm2.html`.
  ///
  /// In front of the extension a made text is a secret all the same.
  private static func isFile(_ bytes: Bytes, _ piece: Range<Int>) -> Bool {
    guard let point = bytes[piece].lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = Bytes(rebasing: bytes[(point + 1)..<piece.upperBound])
    let stem = Bytes(rebasing: bytes[piece.lowerBound..<point])
    return fileEndings.contains { ending.isWord($0) }
      && (!SecretValue(stem).isMade || SecretValue(stem).digitCount < 3)
  }

  private static let fileEndings: [StaticString] = [
    "html", "htm", "xhtml", "php", "asp", "aspx", "jsp", "jsf", "do", "js", "mjs", "css", "map",
    "json", "xml", "txt", "md", "csv", "pdf", "zip", "gz", "png", "jpg", "jpeg", "gif", "svg",
    "webp", "ico", "woff", "woff2", "ttf", "mp4",
  ]

  /// Whether a piece of a path names a secret, escapes and all: `reset%2Dpassword`.
  private static func isSecret(_ name: Bytes) -> Bool {
    guard name.contains(0x25) else { return SecretName(path: name) != nil }
    return name[...].percentDecoded(isForm: false).withUnsafeBufferPointer {
      SecretName(path: $0) != nil
    }
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

  /// The same of what parts a word from its value: a slash, `:` or `=`, escaped or not.
  fileprivate func joint(at index: Int) -> Int? {
    guard index < count else { return nil }
    if ":=".utf8.contains(self[index]) { return 1 }
    if let slash = slash(at: index) { return slash }
    guard self[index] == 0x25, index + 2 < count, self[index + 1] == UInt8(ascii: "3") else {
      return nil
    }
    return "AaDd".utf8.contains(self[index + 2]) ? 3 : nil
  }
}

extension UInt8 {
  /// Whether it may stand in a made piece of a path.
  fileprivate var isOfPiece: Bool { isTokenLetter || ".~+=:%!$".utf8.contains(self) }
}
