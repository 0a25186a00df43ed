import LosslessJSON
import NetEngine

extension SecretFinder {
  /// The secret parts of a body, by its type and by what it looks like.
  static func spans(
    body bytes: Bytes, type: MediaType?, _ names: inout JudgedNames
  ) -> [SecretSpan] {
    if type?.essence == "multipart/form-data", let boundary = type?.parameters["boundary"] {
      return spans(parts: bytes, boundary: Array(boundary.utf8), &names)
    }
    if type == nil, let boundary = bytes.boundaryOfForm {
      return spans(parts: bytes, boundary: boundary, &names)
    }
    // `curl -d '{"password": …}'` says that it is a form.
    let isForm = type?.essence == "application/x-www-form-urlencoded" && !bytes.looksLikeDocument
    if isForm || (type == nil && bytes.looksLikeForm) { return MaskedURL.pairs(bytes[...]) }
    guard !bytes.isBinary(in: 64 << 10) else {
      let table = bytes.isBinary(in: 512) ? [] : TableSecrets.spans(bytes, type: type)
      return spans(binary: bytes, &names) + table
    }
    return spans(content: bytes, &names) + TableSecrets.spans(bytes, type: type)
  }

  /// Secrets in the runs of text between binary bytes.
  ///
  /// Names are found in any long sequence of random bytes, but not with text around them. In ten
  /// megabytes `pw=` stands by chance, and in short runs; `"pw":"` with its quotes does not.
  private static func spans(binary bytes: Bytes, _ names: inout JudgedNames) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, let next = bytes.endOfLetter(at: end) { end = next }
      if end - start >= shortestRun {
        let run = Bytes(rebasing: bytes[start..<end])
        let isSure = run.count >= surestRun || bytes.count < 64 << 10
        spans +=
          isSure
          ? self.spans(content: run, movedBy: start, &names)
          : self.spans(text: run, movedBy: start, &names)
      }
      start = end + 1
    }
    return spans
  }

  /// `pin=4711`: shorter runs of text are chance.
  private static let shortestRun = 8
  /// Random bytes have no such run around a name of two letters, however many they are.
  private static let surestRun = 24

  /// JSON by its members; anything else also by what stands behind names in it.
  static func spans(
    content bytes: Bytes, movedBy offset: Int = 0, depth: Int = 0, _ names: inout JudgedNames
  ) -> [SecretSpan] {
    let members = spans(text: bytes, movedBy: offset, depth: depth, &names)
    return bytes.beginsAsJSON ? members : members + LooseSecrets.spans(bytes, movedBy: offset)
  }

  /// Whatever stands in text as a JSON member would, in JSON or around it, whole or broken.
  static func spans(
    text bytes: Bytes, movedBy offset: Int = 0, depth: Int = 0, _ names: inout JudgedNames
  ) -> [SecretSpan] {
    guard let base = bytes.baseAddress else { return [] }
    var walk = MemberWalk(bytes, base: base, offset: offset, depth: depth)
    walk.find(&names)
    return walk.spans
  }

  /// The contents of parts with secret names, and the secrets inside of the others.
  private static func spans(
    parts bytes: Bytes, boundary: [UInt8], _ names: inout JudgedNames
  ) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    for part in parts(of: bytes, boundary) {
      let content = Bytes(rebasing: bytes[part.content])
      spans += self.spans(
        fields: Bytes(rebasing: bytes[part.head]), movedBy: part.head.lowerBound, &names)
      if let name = partName(String(lenient: bytes[part.head])), let secret = SecretName(name) {
        guard secret.covers(text: content) else { continue }
        spans.append(SecretSpan(range: part.content, name: name, form: .plain))
      } else {
        spans += self.spans(content: content, movedBy: part.content.lowerBound, &names)
      }
    }
    return spans
  }

  private static func parts(
    of bytes: Bytes, _ boundary: [UInt8]
  ) -> [(head: Range<Int>, content: Range<Int>)] {
    var parts: [(Range<Int>, Range<Int>)] = []
    let mark = Array("--".utf8) + boundary
    var rest = bytes[...]
    while let start = rest.firstPlace(of: mark) {
      rest = rest[start.upperBound...]
      let next = rest.firstPlace(of: Array("\r\n".utf8) + mark)?.lowerBound ?? rest.endIndex
      let part = rest[..<next]
      rest = rest[next...]
      guard let blank = part.firstPlace(of: "\r\n\r\n".utf8) else { continue }
      parts.append((part.startIndex..<blank.lowerBound, blank.upperBound..<part.endIndex))
    }
    return parts
  }

  /// Where bytes stand that are no text, in order: a mark inside of them would break all of them.
  static func binaries(_ bytes: Bytes, type: MediaType?) -> [Range<Int>] {
    guard type?.essence.hasPrefix("multipart/") == true,
      let boundary = type?.parameters["boundary"]
    else { return bytes.isBinary(type) ? [0..<bytes.count] : [] }
    return parts(of: bytes, Array(boundary.utf8)).compactMap { part in
      let type = partType(String(lenient: bytes[part.head]))
      return Bytes(rebasing: bytes[part.content]).isBinary(type) ? part.content : nil
    }
  }

  /// The `Content-Type` of a part's head.
  static func partType(_ head: String) -> MediaType? {
    for line in head.utf8.split(whereSeparator: { $0 == 0x0d || $0 == 0x0a }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        String(lenient: line[..<colon]).isSameHeaderName(as: "Content-Type")
      else { continue }
      return MediaType(String(lenient: line[line.index(after: colon)...].trimmingBlanks))
    }
    return nil
  }

  /// The `name="…"` of a part's head.
  static func partName(_ head: String) -> String? {
    for piece in head.utf8.split(whereSeparator: { $0 == 0x3b || $0 == 0x0d || $0 == 0x0a }) {
      let piece = piece.trimmingBlanks
      guard let sign = piece.firstIndex(of: 0x3d) else { continue }
      let key = String(Substring(piece[..<sign].trimmingBlanks))
      let value = piece[piece.index(after: sign)...].trimmingBlanks
      if key.isSameHeaderName(as: "name") {
        return String(Substring(value.drop { $0 == 0x22 }.prefix { $0 != 0x22 }))
      }
      // RFC 8187: behind a charset and a language the bytes are escaped.
      if key.isSameHeaderName(as: "name*"), let quote = value.lastIndex(of: 0x27) {
        return value[value.index(after: quote)...].formDecoded
      }
    }
    return nil
  }
}

extension SecretName {
  /// Judges the bytes of a JSON string, escapes and all.
  init?(json name: Bytes) {
    guard name.count <= Self.longest else { return nil }
    guard name.contains(0x5c) else {
      self.init(name)
      return
    }
    self.init(name.scannedText)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the text begins as JSON: its brackets, the first key and the first value.
  ///
  /// `[main]`, `{token: 1}` and `[{'token': "x"}]` do not; `[12:30]` does not for its end.
  fileprivate var beginsAsJSON: Bool {
    guard let match = jsonStart.match(self, at: 0) else { return false }
    return match.mark != "number" || last { $0 > 0x20 } == 0x5d
  }

  /// It begins as JSON or markup does.
  fileprivate var looksLikeDocument: Bool {
    first { $0 > 0x20 }.map { "{[<".utf8.contains($0) } ?? false
  }

  /// `a=b&c=d` in one line.
  fileprivate var looksLikeForm: Bool {
    guard contains(UInt8(ascii: "=")), count < 64 << 10 else { return false }
    return allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x7b && $0 != 0x3c }
  }

  /// The boundary of a form in parts, where no header says it.
  fileprivate var boundaryOfForm: [UInt8]? {
    guard starts(with: "--".utf8), let end = prefix(74).firstIndex(of: 0x0d), end > 2,
      self[end...].prefix(200).firstPlace(of: "form-data".utf8) != nil
    else { return nil }
    return Array(self[2..<end])
  }

  /// Whether the first bytes hold some that no text has; a PDF begins with text.
  fileprivate func isBinary(in count: Int) -> Bool { prefix(count).contains { $0.isOfNoText } }

  /// Whether it has bytes that no text has anywhere; a text's type allows all of them but zeros.
  fileprivate func isBinary(_ type: MediaType?) -> Bool {
    type?.saysText == true ? contains(0) : contains { $0.isOfNoText }
  }

  /// The end of the letter that begins here; nil when none does.
  fileprivate func endOfLetter(at index: Int) -> Int? {
    let byte = self[index]
    guard byte >= 0x80 else {
      return byte >= 0x20 && byte < 0x7f || byte == 0x09 || byte == 0x0a || byte == 0x0d
        ? index + 1 : nil
    }
    let count = byte &- 0xc2 < 0x1e ? 2 : byte &- 0xe0 < 0x10 ? 3 : byte &- 0xf0 < 5 ? 4 : 0
    guard count > 0, index + count <= self.count,
      self[(index + 1)..<(index + count)].allSatisfy({ $0 & 0xc0 == 0x80 })
    else { return nil }
    return index + count
  }

  /// Whether parts of a URL may stand in it (1), a pair, an element or a quote (2), an escape (4).
  var hints: UInt8 {
    var found: UInt8 = 0
    for byte in self { found |= signs[Int(byte)] }
    return found
  }

  var isNameOfName: Bool {
    switch count {
    case 3: isWord("key")
    case 4: isWord("name")
    default: false
    }
  }

  /// Names of names that stand in many objects without a value.
  var isNameOfField: Bool {
    switch count {
    case 2: isWord("id")
    case 4: isWord("path")
    case 5: isWord("label") || isWord("field")
    default: false
    }
  }

  var isNameOfValue: Bool {
    isWord("value") || isWord("content") || isWord("val") || isWord("text")
  }
}

private let jsonStart = PlacePattern(
  #"(?s)[^!-\x7f]*+(?:[\[{]\s*+(?=[\[{]))*+(?:\{\s*+(?=["}]|\z)|\[\s*+(?!\}))"#
    + #"(?:\z|[\]}]|"[^"\\]*+(?:\\.[^"\\]*+)*+(?:\z|"\s*+(?:\z|[\]},]"#
    + #"|:\s*+(?:\z|["\[{\d-]|(?:true|false|null)\b)))"#
    + #"|(?:[\d-]|(?:true|false|null)\b)(*:number))"#)

private let signs: [UInt8] = {
  var table = [UInt8](repeating: 0, count: 256)
  for byte in "?@#;".utf8 { table[Int(byte)] = 1 }
  // 0xef begins the wide colon of Chinese.
  for byte in Array("=:<'".utf8) + [0xef] { table[Int(byte)] = 2 }
  table[0x5c] = 4
  return table
}()

extension UInt8 {
  /// A control character that neither parts lines nor starts a terminal's colour.
  fileprivate var isOfNoText: Bool { self < 0x20 && !(0x09...0x0d).contains(self) && self != 0x1b }
}
