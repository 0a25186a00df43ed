import BytesAndJSON
import ExchangesAndOutcomes

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
    if isForm || (type == nil && bytes.looksLikeForm) { return pairs(bytes[...]) }
    return spans(content: bytes, &names)
  }

  /// JSON by its members; anything else also by what stands behind names in it.
  private static func spans(
    content bytes: Bytes, movedBy offset: Int = 0, _ names: inout JudgedNames
  ) -> [SecretSpan] {
    let members = spans(text: bytes, movedBy: offset, &names)
    guard let first = bytes.first(where: { $0 > 0x20 && $0 < 0x80 }),
      first != UInt8(ascii: "{"), first != UInt8(ascii: "[")
    else { return members }
    return members + LooseSecrets.spans(bytes, movedBy: offset)
  }

  /// Whatever stands in text as a JSON member would, in JSON or around it, whole or broken.
  ///
  /// Every quote is tried as the beginning of a key: text that is no JSON does not lead it astray.
  static func spans(
    text bytes: Bytes, movedBy offset: Int = 0, _ names: inout JudgedNames
  ) -> [SecretSpan] {
    guard let base = bytes.baseAddress else { return [] }
    var spans: [SecretSpan] = []
    let end = base + bytes.count
    var p = base
    while p < end {
      guard let quote = nextQuote(p, end) else { break }
      let close = JSONScan.knownStringEnd(quote + 1, end)
      guard close < end else { break }
      let text = Bytes(start: quote + 1, count: close - quote - 1)
      var scan = EntryScan(close + 1, end)
      if scan.take(0x3a) {
        let last = spans.count
        if let name = names.judge(text) {
          p = values(&scan, name: name, called: text, base: base, offset: offset, into: &spans)
          continue
        }
        if text.isNameOfName, let found = namedPair(&scan, base, offset, into: &spans),
          spans.count > last
        {
          p = found
          continue
        }
      }
      addPairs(of: text, movedBy: quote + 1 - base + offset, to: &spans)
      p = close
    }
    return spans
  }

  /// What is secret inside of a text that is none itself.
  private static func addPairs(
    of text: Bytes, movedBy place: Int, to spans: inout [SecretSpan]
  ) {
    // The shortest there is: `pin=` and three digits. It also passes over what parts two quotes.
    guard text.count > 6 else { return }
    let found = text.hints
    if found & 1 != 0 { spans += self.spans(url: text, movedBy: place) }
    if found & 2 != 0 {
      spans += LooseSecrets.spans(text, movedBy: place, form: .jsonText)
    }
  }

  private static func nextQuote(
    _ p: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    let rest = Bytes(start: p, count: end - p)
    return rest.firstIndex(of: 0x22).map { p + $0 }
  }

  /// A text or a number, or an array of them; what is inside of objects has names of its own.
  private static func values(
    _ scan: inout EntryScan, name: SecretName, called: Bytes, base: UnsafePointer<UInt8>,
    offset: Int, into spans: inout [SecretSpan]
  ) -> UnsafePointer<UInt8> {
    let isArray = scan.take(0x5b)
    repeat {
      guard let first = scan.peek() else { break }
      let start = scan.p
      if first == 0x22 {
        guard let text = scan.string() else { break }
        let low = start + 1 - base + offset
        guard name.covers(text: text) else {
          addPairs(of: text, movedBy: low, to: &spans)
          continue
        }
        spans.append(
          SecretSpan(
            range: low + SecretValue.schemeLength(text)..<low + text.count,
            name: called.scannedText,
            form: .jsonText))
      } else if first == 0x2d || JSONScan.isDigit(first) {
        let last = JSONScan.knownNumberEnd(start, scan.end)
        scan.move(to: last)
        guard name.covers(number: Bytes(start: start, count: last - start)) else { continue }
        let range = start - base + offset..<last - base + offset
        spans.append(SecretSpan(range: range, name: called.scannedText, form: .jsonNumber))
      } else {
        break
      }
    } while isArray && scan.take(0x2c)
    return scan.p
  }

  /// `"name":"password","value":"…"`, as lists of headers, fields and variables are written.
  private static func namedPair(
    _ scan: inout EntryScan, _ base: UnsafePointer<UInt8>, _ offset: Int,
    into spans: inout [SecretSpan]
  ) -> UnsafePointer<UInt8>? {
    guard scan.peek() == 0x22, let called = scan.string(), scan.take(0x2c), scan.peek() == 0x22,
      let key = scan.string(), key.isNameOfValue, scan.take(0x3a),
      let name = SecretName(json: called)
    else { return nil }
    return values(&scan, name: name, called: called, base: base, offset: offset, into: &spans)
  }

  /// The contents of parts with secret names, and the secrets inside of the others.
  private static func spans(
    parts bytes: Bytes, boundary: [UInt8], _ names: inout JudgedNames
  ) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    let mark = Array("--".utf8) + boundary
    var rest = bytes[...]
    while let start = rest.firstPlace(of: mark) {
      rest = rest[start.upperBound...]
      let next = rest.firstPlace(of: Array("\r\n".utf8) + mark)?.lowerBound ?? rest.endIndex
      let part = rest[..<next]
      rest = rest[next...]
      guard let blank = part.firstPlace(of: "\r\n\r\n".utf8) else { continue }
      let content = part[blank.upperBound...]
      let head = String(lenient: part[..<blank.lowerBound])
      if let name = partName(head), let secret = SecretName(name) {
        guard secret.covers(text: Bytes(rebasing: content)) else { continue }
        spans.append(
          SecretSpan(range: content.startIndex..<content.endIndex, name: name, form: .plain))
      } else {
        spans += self.spans(
          content: Bytes(rebasing: content), movedBy: content.startIndex, &names)
      }
    }
    return spans
  }

  /// The `name="…"` of a part's head.
  private static func partName(_ head: String) -> String? {
    for piece in head.utf8.split(whereSeparator: { $0 == 0x3b || $0 == 0x0d || $0 == 0x0a }) {
      let piece = piece.trimmingBlanks
      guard piece.starts(with: "name=".utf8) else { continue }
      let value = piece.dropFirst(5).drop { $0 == 0x22 }.prefix { $0 != 0x22 }
      return String(Substring(value))
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

  /// Whether parts of a URL may stand in it (1), and a pair or an element (2).
  fileprivate var hints: UInt8 {
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

  var isNameOfValue: Bool {
    isWord("value") || isWord("content") || isWord("val") || isWord("text")
  }
}

private let signs: [UInt8] = {
  var table = [UInt8](repeating: 0, count: 256)
  for byte in "?@#".utf8 { table[Int(byte)] = 1 }
  for byte in "=:<".utf8 { table[Int(byte)] = 2 }
  return table
}()
