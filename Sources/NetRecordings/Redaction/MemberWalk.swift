import LosslessJSON
import NetEngine

/// Finds the secret members of JSON in any text.
///
/// Every quote is tried as the beginning of a key: text that is no JSON does not lead it astray.
struct MemberWalk {
  typealias Bytes = UnsafeBufferPointer<UInt8>
  typealias Pointer = UnsafePointer<UInt8>

  let base: Pointer
  let end: Pointer
  /// The offset added to every range.
  let offset: Int
  /// How many texts this one stands in, each a string of the next.
  let depth: Int
  private var names = JudgedNames()
  private(set) var spans: [SecretSpan] = []
  /// Up to here objects under the name of a secret were looked through.
  private var covered: Pointer
  /// Whether the members of an OAuth sign-in stand in the text; nil until asked.
  private var signsIn: Bool?

  /// Deeper objects under the name of a secret are read without that name.
  private static let deepest = 32
  /// JSON in a string of a string …: below that it is text.
  private static let deepestText = 8

  init(_ bytes: Bytes, base: Pointer, offset: Int, depth: Int) {
    (self.base, end, covered) = (base, base + bytes.count, base)
    (self.offset, self.depth) = (offset, depth)
  }

  mutating func find(_ known: inout JudgedNames) {
    swap(&names, &known)
    defer { swap(&names, &known) }
    var p = base
    while p < end {
      guard let quote = Bytes(start: p, count: end - p).firstIndex(of: 0x22).map({ p + $0 })
      else { break }
      let close = JSONScan.knownStringEnd(quote + 1, end)
      let text = Bytes(start: quote + 1, count: close - quote - 1)
      guard close < end else {
        // A value that was cut; behind a quote that closes one there is no JSON.
        if let before = place(before: quote), ":[,".utf8.contains(before.pointee) {
          addPairs(of: text, at: quote + 1)
        }
        break
      }
      var scan = EntryScan(close + 1, end)
      if scan.take(0x3a) {
        if let name = names.judge(text), !isPostal(text, quote, scan) {
          member(scan, name, called: text)
        } else if text.isWord("code") {
          code(scan)
        } else if text.isNameOfName {
          namedPair(scan)
        } else if text.isNameOfField {
          namedPair(scan, sure: false)
        } else if text.isWord("value") {
          valuedPair(scan)
        }
      } else {
        listed(text, from: quote, scan)
      }
      // The walk goes on inside: members have names of their own.
      addPairs(of: text, at: quote + 1)
      p = close
    }
  }

  /// Secrets inside a text that is not a secret itself.
  private mutating func addPairs(of text: Bytes, at start: Pointer) {
    // The shortest there is: `pin=` and three digits. It also passes over what parts two quotes.
    guard text.count > 6 else { return }
    let place = start - base + offset
    let found = text.hints
    let isCoded = found & 4 != 0 && depth < Self.deepestText
    guard isCoded, found & 3 != 0 || text.firstPlace(of: "\\u00".utf8) != nil else {
      if found & 1 != 0 { spans += MaskedURL.spans(text, movedBy: place) }
      if found & 2 != 0 {
        spans += LooseSecrets.spans(text, movedBy: place, form: .jsonText)
      }
      return
    }
    let inner = CodedText(text, .json)
    let secrets = inner.bytes.withUnsafeBufferPointer { bytes in
      MaskedURL.spans(bytes) + SecretShapes.spans(bytes)
        + SecretFinder.spans(content: bytes, depth: depth + 1, &names)
    }
    spans += inner.inSource(secrets, movedBy: place)
  }

  /// Takes a text or a number, those of an array, or what an object has.
  private mutating func member(_ scan: EntryScan, _ name: SecretName, called: Bytes) {
    var scan = scan
    guard let first = scan.peek() else { return }
    let isGroup = first == 0x7b || first == 0x5b
    guard !isGroup || scan.p >= covered else { return }
    nested(&scan, name, called: called.scannedText, depth: 0)
    if isGroup { covered = scan.p }
  }

  /// Takes a text or a number if it is a secret.
  private mutating func value(
    _ scan: inout EntryScan, _ name: SecretName, called: @autoclosure () -> String
  ) {
    guard let first = scan.peek() else { return }
    let start = scan.p
    if first == 0x22 {
      let text = wholeOrCut(&scan)
      guard name.covers(text: text) else { return }
      let low = start + 1 - base + offset
      let range = low + SecretValue.schemeLength(text)..<low + text.count
      spans.append(SecretSpan(range: range, name: called(), form: .jsonText))
      return
    }
    guard first == 0x2d || JSONScan.isDigit(first) else {
      // `"token": 'VALUE'` of a program.
      let rest = Bytes(start: start, count: min(scan.end - start, LooseSecrets.longestValue))
      if let range = LooseSecrets.value.match(rest, at: 0)?.range, range.lowerBound > 0,
        name.covers(text: Bytes(rebasing: rest[range]))
      {
        let low = start - base + offset
        let found = low + range.lowerBound..<low + range.upperBound
        spans.append(SecretSpan(range: found, name: called(), form: .plain))
      }
      return
    }
    let last = JSONScan.knownNumberEnd(start, scan.end)
    scan.move(to: last)
    if name.covers(number: Bytes(start: start, count: last - start)) {
      let range = start - base + offset..<last - base + offset
      spans.append(SecretSpan(range: range, name: called(), form: .jsonNumber))
    }
  }

  /// The string at a quote; one that nothing closes goes to the end, as a body that was cut has it.
  private func wholeOrCut(_ scan: inout EntryScan) -> Bytes {
    let start = scan.p + 1
    if let text = scan.string() { return text }
    scan.move(to: end)
    return Bytes(start: start, count: end - start)
  }

  /// Takes what is secret in a value under the name of a secret; goes past it.
  private mutating func nested(
    _ scan: inout EntryScan, _ name: SecretName, called: String, depth: Int
  ) {
    let start = scan.p
    defer { if scan.p == start { _ = scan.skipValue() } }
    guard depth < Self.deepest else { return }
    if scan.take(0x5b) {
      while let first = scan.peek(), first != 0x5d {
        let element = scan.p
        nested(&scan, name, called: called, depth: depth + 1)
        guard scan.take(0x2c), scan.p > element else { break }
      }
      _ = scan.take(0x5d)
      return
    }
    guard scan.take(0x7b) else {
      value(&scan, name, called: called)
      return
    }
    while let key = scan.key() {
      let own = SecretName(json: key)
      let both = own == nil ? "\(called)_\(key.scannedText)" : key.scannedText
      var name = both
      let member = own ?? name.withUTF8 { SecretName.member(key, called: $0) }
      let value = scan.p
      if let member {
        nested(&scan, member, called: both, depth: depth + 1)
      } else {
        _ = scan.skipValue()
      }
      guard scan.p > value else { return }
    }
    _ = scan.take(0x7d)
  }

  /// `["password", "X1"]`: a name and its value as neighbours in a list.
  ///
  /// In a list of pairs the value is more than words; in any other two texts may be two names, and
  /// the value looks made.
  private mutating func listed(_ text: Bytes, from quote: Pointer, _ behind: EntryScan) {
    var scan = behind
    guard let before = place(before: quote), before.pointee == 0x5b || before.pointee == 0x2c,
      scan.take(0x2c), let first = scan.peek(), first == 0x22 || JSONScan.isDigit(first),
      let name = names.judge(text)
    else { return }
    var next = scan
    let value = first == 0x22 ? wholeOrCut(&next) : nil
    if value == nil { _ = next.skipValue() }
    let isPair =
      next.peek() == 0x5d && before.pointee == 0x5b
      && place(before: before).map { "[,".utf8.contains($0.pointee) } == true
    let counts: Bool
    if let value, isPair {
      counts = SecretValue(value).hasSigns && !value.contains { " ()".utf8.contains($0) }
    } else if let value {
      counts =
        next.peek() != 0x3a && SecretValue(value).isMade
        && value.count(where: { $0 &- 0x30 < 10 }) > 1
    } else {
      counts = isPair
    }
    if counts { self.value(&scan, name, called: text.scannedText) }
  }

  /// The place of the last byte before a place that is no white space.
  private func place(before place: Pointer) -> Pointer? {
    var place = place
    while place > base {
      place -= 1
      if place.pointee > 0x20 { return place }
    }
    return nil
  }

  /// Whether a `pinCode` of six digits stands beside a city or a country, as India's postal code.
  private func isPostal(_ name: Bytes, _ quote: Pointer, _ value: EntryScan) -> Bool {
    guard name.isWord("pincode") || name.isWord("pin_code") else { return false }
    var scan = value
    _ = scan.peek()
    let start = scan.p
    _ = scan.skipValue()
    let text = Bytes(start: start, count: scan.p - start)
    guard text.count <= 8, text.count(where: { $0 &- 0x30 < 10 }) == 6 else { return false }
    let low = max(base, quote - 400)
    let before = Bytes(start: low, count: quote - low)
    let after = Bytes(start: scan.p, count: min(400, end - scan.p)).prefix { $0 != 0x7d }
    let object = before.lastIndex(of: 0x7b) ?? 0
    return Self.region.match(before, at: object) != nil
      || Self.region.match(Bytes(rebasing: after), at: 0) != nil
  }

  private static let region = PlacePattern(#"(?is).*?"(?:city|state|country|district)""#)

  /// The code of an OAuth sign-in, beside `client_secret` and its like.
  private mutating func code(_ scan: EntryScan) {
    var scan = scan
    guard scan.peek() == 0x22 else { return }
    let start = scan.p
    let text = wholeOrCut(&scan)
    guard SecretValue(text).isOpaque, !SecretValue(text).isPlaceholder else { return }
    if signsIn == nil {
      let all = Bytes(start: base, count: min(end - base, 64 << 10))
      signsIn = MaskedURL.signInNames.contains { name in
        name.withUTF8Buffer { all.firstPlace(of: [0x22] + Array($0) + [0x22]) != nil }
      }
    }
    guard signsIn == true else { return }
    let low = start + 1 - base + offset
    spans.append(SecretSpan(range: low..<low + text.count, name: "code", form: .jsonText))
  }

  /// `"name":"password","value":"…"`, as lists of headers, fields and variables are written.
  ///
  /// With members between the two, or an `id` as the first, the value must be more than a word.
  private mutating func namedPair(_ scan: EntryScan, sure isSure: Bool = true) {
    var scan = scan
    guard scan.peek() == 0x22, let called = scan.string(), let name = SecretName(json: called)
    else { return }
    for place in 0..<4 {
      guard scan.take(0x2c), scan.peek() == 0x22, let key = scan.string(), scan.take(0x3a) else {
        return
      }
      if isSure, place == 0, key.isNameOfValue { return member(scan, name, called: called) }
      var next = scan
      guard scan.peek() == 0x22, key.isWord("value"), let text = next.string() else {
        guard scan.skipValue() else { return }
        continue
      }
      if SecretValue(text).isOpaque { member(scan, name, called: called) }
      return
    }
  }

  /// `"value":"…","name":"password"`.
  private mutating func valuedPair(_ value: EntryScan) {
    var scan = value
    guard scan.peek() == 0x22, scan.string() != nil, scan.take(0x2c), scan.peek() == 0x22,
      let key = scan.string(), key.isNameOfName, scan.take(0x3a), scan.peek() == 0x22,
      let called = scan.string(), let name = SecretName(json: called)
    else { return }
    member(value, name, called: called)
  }
}
