import LosslessJSON
import NetEngine

/// Finds secrets behind names in text that has no grammar of its own, or one of many.
///
/// `password=…` and `token: …` in prose, logs, scripts and configuration, `?access_token=…` of a URL
/// in HTML, `<password>…</password>`, `<input name="csrf" value="…">`, quotes escaped for JSON or
/// HTML among them. It goes from one `=`, `:` and `<` to the next and looks at what stands around;
/// bytes that are no text end a name and a value, so it may be asked of anything.
struct LooseSecrets {
  typealias Bytes = UnsafeBufferPointer<UInt8>
  let bytes: Bytes
  private let offset: Int
  let form: SecretSpan.Form
  private var spans: [SecretSpan] = []
  /// The element, object or block under the name of a secret whose members are looked through, and
  /// where it ends.
  var outer: (name: String, end: Int)?
  /// Up to here rows of SQL were looked through.
  var endOfRows = 0
  /// Up to here a list was looked through.
  var endOfList = 0

  /// What is secret in some bytes; ranges are moved by `offset`.
  static func spans(
    _ bytes: Bytes, movedBy offset: Int = 0, form: SecretSpan.Form = .plain
  ) -> [SecretSpan] {
    var run = LooseSecrets(bytes: bytes, offset: offset, form: form)
    run.find()
    return run.spans
  }

  private init(bytes: Bytes, offset: Int, form: SecretSpan.Form) {
    (self.bytes, self.offset, self.form) = (bytes, offset, form)
  }

  private mutating func find() {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "="): index = pair(at: index)
      case UInt8(ascii: ":"):
        if let next = serialized(at: index) {
          index = next
        } else {
          index = isAuthority(index) ? authority(at: index) : pair(at: index)
        }
      case UInt8(ascii: "<"): index = element(at: index)
      case UInt8(ascii: "("): index = rows(at: index)
      case 0xef where bytes[index...].starts(with: "：".utf8): index = pair(at: index)
      default: index += 1
      }
    }
  }

  /// Takes a value when it is a secret; goes on behind it then, else behind `index`.
  mutating func take(
    _ range: Range<Int>, _ name: Bytes, sure isSure: Bool, after index: Int
  ) -> Int {
    guard !range.isEmpty, let secret = SecretName(name) else { return index + 1 }
    let value = Bytes(rebasing: bytes[range])
    guard value.contains(where: { $0.isOfName || $0 >= 0x80 }), covers(value, secret),
      isSure || SecretValue(value).isOpaque
    else { return index + 1 }
    let start = range.lowerBound + SecretValue.schemeLength(value)
    guard !SecretValue(Bytes(rebasing: bytes[start..<range.upperBound])).isPlaceholder else {
      return index + 1
    }
    add(start..<range.upperBound, String(lenient: name), form)
    return range.upperBound
  }

  private func covers(_ value: Bytes, _ secret: SecretName) -> Bool {
    value.contains(0x25) ? secret.covers(text: value[...].formDecoded) : secret.covers(text: value)
  }

  private mutating func add(_ range: Range<Int>, _ name: String, _ form: SecretSpan.Form) {
    spans.append(
      SecretSpan(
        range: range.lowerBound + offset..<range.upperBound + offset, name: name, form: form))
  }

  // MARK: Pairs

  /// `name=value`, `name: value`, `"name" => "value"`.
  private mutating func pair(at index: Int) -> Int {
    // Go's `:=`.
    let sign = index > 0 && bytes[index] == 0x3d && bytes[index - 1] == 0x3a ? index - 1 : index
    guard let name = name(before: sign) else { return index + 1 }
    // The colon of Chinese and Japanese has three bytes.
    var start = index + (bytes[index] == 0xef ? 3 : 1)
    if start < bytes.count, bytes[index] == 0x3d, bytes[start] == 0x3e { start += 1 }
    // `==`, `::`: a comparison, a module.
    guard start < bytes.count, bytes[start] != bytes[index], !isPort(index, of: name.start) else {
      return index + 1
    }
    let isSecret = SecretName(name.bytes) != nil
    let isMember = !isSecret && (outer.map { index < $0.end } ?? false)
    if !isMember, name.bytes.isWord("code") || name.bytes.isWord("key") {
      return code(name.start, start)
    }
    guard isSecret || isMember else { return index + 1 }
    let isTight = !bytes[start].isBlank && !name.isApart
    while start < bytes.count, bytes[start].isBlank { start += 1 }
    guard start < bytes.count, !isGroup(start) else {
      return isSecret ? enter(start, name.bytes, name.start, after: index) : index + 1
    }
    guard let (range, quote) = readValue(at: start) else { return index + 1 }
    guard quote == 0 else {
      // A member of JSON is found as one.
      let behind = name.start + name.bytes.count
      if form == .plain, bytes[behind] == 0x22, bytes[start] == 0x22, bytes[index] == 0x3a {
        return index + 1
      }
      guard !isMember else { return inner(name.bytes, range, after: index) }
      return take(range, name.bytes, sure: bytes[index] == 0x3d || name.isInQuotes, after: index)
    }
    if isCall(range) { return index + 1 }
    let isSure = isTight && bytes[index] == 0x3d || isLine(name.start, range.upperBound)
    guard isMember else { return take(range, name.bytes, sure: isSure, after: index) }
    let isOpaque = SecretValue(Bytes(rebasing: bytes[range])).isOpaque
    return isOpaque ? inner(name.bytes, range, after: index) : index + 1
  }

  /// `?code=…` of a URL in a text: a secret if it looks made.
  private mutating func code(_ name: Int, _ start: Int) -> Int {
    guard name > 0, "?&;".utf8.contains(bytes[name - 1]), bytes[start - 1] == 0x3d else {
      return start
    }
    guard let (range, quote) = readValue(at: start), quote == 0,
      SecretValue(Bytes(rebasing: bytes[range])).isMade
    else { return start }
    add(range, "code", .percent)
    return range.upperBound
  }

  /// The name that ends in front of a place, blanks and quotes between them aside.
  func name(
    before index: Int
  ) -> (bytes: Bytes, start: Int, isApart: Bool, isInQuotes: Bool)? {
    var end = index
    while end > 0, index - end < 3, bytes[end - 1].isBlank { end -= 1 }
    let isApart = end < index
    // `config['token'] =`
    if end > 1, bytes[end - 1] == 0x5d, bytes[end - 2].isQuote { end -= 1 }
    let spaced = end
    if end > 5, bytes[end - 1] == 0x3b,
      let entity = entities.first(where: { bytes[max(0, end - $0.count)..<end].elementsEqual($0) })
    {
      end -= entity.count
    } else if end > 0, bytes[end - 1].isQuote {
      end -= 1
      while end > 0, spaced - end < 32, bytes[end - 1] == 0x5c { end -= 1 }
    }
    // Documents write names in backticks, and what their values mean.
    let isInQuotes = end < spaced && bytes[spaced - 1] != 0x60
    var start = end
    while start > 0, end - start <= SecretName.longest, bytes[start - 1].isOfName { start -= 1 }
    start = startOfLetters(endingAt: start, within: end)
    // `%3Ftoken=`: the digits are the escape's.
    if start > 0, bytes[start - 1] == 0x25, end - start > 2 { start += 2 }
    if start > 0, bytes[start - 1] == 0x5c, end - start > 1 { start += 1 }
    guard end > start, !isCode(start..<end) else { return nil }
    return (Bytes(rebasing: bytes[start..<end]), start, isApart, isInQuotes)
  }

  /// The start of letters of other scripts before a name, or of the name itself.
  private func startOfLetters(endingAt start: Int, within end: Int) -> Int {
    guard start > 0, bytes[start - 1] >= 0x80 else { return start }
    var low = start
    while low > 0, end - low <= SecretName.longest,
      bytes[low - 1] >= 0x80 || bytes[low - 1].isOfName
    {
      low -= 1
    }
    while low < start, bytes[low] & 0xc0 == 0x80 { low += 1 }
    let name = Bytes(rebasing: bytes[low..<end])
    return SecretName(name) == nil ? start : low
  }

  /// `code 'invalid_session': …` tells of a refusal: behind it are words, and no session.
  private func isCode(_ name: Range<Int>) -> Bool {
    let lead = "code '".utf8
    return name.lowerBound >= lead.count && name.upperBound < bytes.count
      && bytes[name.upperBound] == 0x27
      && bytes[(name.lowerBound - lead.count)..<name.lowerBound].elementsEqual(lead)
  }

  /// A value without its quotes, and how long the quote in front of it is.
  func readValue(at start: Int) -> (range: Range<Int>, quote: Int)? {
    let limit = min(bytes.count, start + Self.longestValue)
    return Self.value.match(Bytes(rebasing: bytes[..<limit]), at: start).map {
      ($0.range, $0.range.lowerBound - start)
    }
  }

  /// What is between quotes, which may be escaped as often as the text is inside of another one, or
  /// entities; else up to a blank or a sign, without the point of a sentence.
  ///
  /// In front of quotes a program may write `u`, `@`, a type and `=`, or `Optional(`.
  /// `Authorization: Basic …` has the value behind the word.
  static let value: PlacePattern = {
    let coat =
      #"(?:[uUbBrRfFL@]{1,2}+|(?:(?:Optional|Some|Just|Secret|SecretStr|String)\(){1,2}+"#
      + #"|(?:[sS]tring|str|any)[?!]?\x20{0,3}+=\x20{0,3}+)"#
    let entity = "&(?:quot|#34|#x22|#39|apos);"
    let bare = #"[^\x00-\x20&;,<>"'`)}\]|\\\x7f]"#
    return PlacePattern(
      #"(?:"""|''')\s*+\K[^"']++|\#(coat)?(["'`])\K(?:(?!\1)[^\\\x00-\x1f]|\\[^\x00-\x1f])*+"#
        + #"|\#(coat)?(\\++)(["'])\K(?:[^\\\x00-\x1f]|(?!(?<!\\)\2\3)\\)*+"#
        + #"|\#(entity)\K(?:(?!\#(entity))[^\x00-\x1f])*+"#
        + #"|(?:(?i:\#(SecretValue.schemes)) ++(?=\#(bare)))?(?:[{$]\{[^\x00-\x20}]*+\}*+)?"#
        + #"\#(bare)*(?<![.!?:])"#)
  }()

  static let longestValue = 8 << 10

  /// `token = response.token()`: a program that says where it gets one.
  private func isCall(_ range: Range<Int>) -> Bool {
    guard let open = bytes[range].firstIndex(of: UInt8(ascii: "(")), open > range.lowerBound else {
      return false
    }
    return bytes[range.lowerBound..<open].allSatisfy { $0.isOfName || $0 == 0x24 }
  }

  /// Whether the pair has its line for itself, as in YAML, `.env` and heads of messages.
  private func isLine(_ start: Int, _ end: Int) -> Bool {
    var low = start
    while low > 0, bytes[low - 1].isBlank || "-\"'".utf8.contains(bytes[low - 1]) { low -= 1 }
    guard low == 0 || bytes[low - 1] == 0x0a else { return false }
    return end == bytes.count || bytes[end] == 0x0a || bytes[end] == 0x0d
  }

  // MARK: URLs

  /// Whether a port follows the colon, as in `://secrets.example.com:8080`.
  private func isPort(_ colon: Int, of host: Int) -> Bool {
    guard bytes[colon] == 0x3a, host > 0 else { return false }
    let isBehindScheme = bytes[max(0, host - 3)..<host].elementsEqual("://".utf8)
    guard isBehindScheme || bytes[host - 1] == UInt8(ascii: "@") else { return false }
    let port = bytes[(colon + 1)...].prefix { $0 &- 0x30 < 10 }
    return 1...5 ~= port.count && !(port.endIndex < bytes.count && bytes[port.endIndex].isOfName)
  }

  private func isAuthority(_ index: Int) -> Bool {
    index > 0 && index + 2 < bytes.count && bytes[index + 1] == 0x2f && bytes[index + 2] == 0x2f
      && bytes[index - 1].isOfName
  }

  /// `postgres://me:secret@host`: user and password.
  private mutating func authority(at index: Int) -> Int {
    let start = index + 3
    var end = start
    while end < bytes.count, bytes[end] > 0x20, !isEndOfAuthority[Int(bytes[end])] { end += 1 }
    guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start,
      bytes[start..<at].contains(UInt8(ascii: ":"))
    else { return start }
    let value = Bytes(rebasing: bytes[start..<at])
    guard !value.starts(with: "{{".utf8), !value.starts(with: "${".utf8) else { return at }
    add(start..<at, "userinfo", .percent)
    return at
  }

  // MARK: Elements

  /// `<password>…</password>`, and elements that name what they hold: `<add key="token" value="…">`.
  private mutating func element(at index: Int) -> Int {
    var end = index + 1
    while end < bytes.count, end - index <= SecretName.longest,
      bytes[end].isOfElement || bytes[end] >= 0x80
    {
      end += 1
    }
    guard end > index + 1, end < bytes.count else { return index + 1 }
    let tag = Bytes(rebasing: bytes[(index + 1)..<end])
    let name = Bytes(rebasing: tag[((tag.lastIndex(of: 0x3a) ?? -1) + 1)...])
    guard let close = endOfTag(from: end) else { return index + 1 }
    let head = Bytes(rebasing: bytes[..<close])
    if end < close, let next = passwordField(head, end, after: index) { return next }
    if name.isWord("key") || name.isWord("name"),
      let found = Self.listed.match(bytes, at: index), let given = found.group
    {
      let next = take(found.range, Bytes(rebasing: bytes[given]), sure: true, after: index)
      if next > index + 1 { return next }
    }
    var called = SecretName(name) == nil ? nil : name
    if called == nil, end < close, let own = Self.naming.match(head, at: end)?.range {
      let given = Bytes(rebasing: bytes[own])
      guard SecretName(given) != nil else { return index + 1 }
      if let value = Self.held.match(head, at: end)?.range {
        return take(value, given, sure: true, after: index)
      }
      called = given
    }
    let isInside = outer.map { index < $0.end } ?? false
    guard bytes[close - 1] != 0x2f, called != nil || isInside else { return index + 1 }
    let longest = called == nil ? Self.longestValue : Self.longestElement
    let content = content(from: close + 1, within: longest)
    guard let called else { return inner(name, content, after: index) }
    if content.isEmpty { enter(element: tag, called, from: close + 1) }
    return take(content, called, sure: true, after: index)
  }

  /// Takes the value of a field for a password, whose attributes begin at `start`.
  private mutating func passwordField(_ head: Bytes, _ start: Int, after index: Int) -> Int? {
    guard Self.password.match(head, at: start) != nil,
      let value = Self.held.match(head, at: start)?.range, !value.isEmpty
    else { return nil }
    guard !SecretValue(Bytes(rebasing: head[value])).isPlaceholder else { return index + 1 }
    add(value, "password", form)
    return value.upperBound
  }

  /// Goes into `<token><value>…</value></token>`.
  private mutating func enter(element tag: Bytes, _ name: Bytes, from start: Int) {
    guard outer.map({ start >= $0.end }) ?? true else { return }
    let rest = bytes[start..<min(bytes.count, start + Self.longestElement)]
    let end = rest.firstPlace(of: Array("</".utf8) + Array(tag))?.lowerBound ?? rest.endIndex
    outer = (String(lenient: name), end)
  }

  /// Takes the value of a member of what stands under the name of a secret.
  private mutating func inner(_ name: Bytes, _ content: Range<Int>, after index: Int) -> Int {
    guard let outer, !content.isEmpty else { return index + 1 }
    var both = "\(outer.name)_\(String(lenient: name))"
    let value = Bytes(rebasing: bytes[content])
    guard let member = both.withUTF8({ SecretName.member(name, called: $0) }),
      member.covers(text: value)
    else { return index + 1 }
    add(content, both, form)
    return content.upperBound
  }

  static let longestElement = 64 << 10

  /// Attributes and their values, as few as possible.
  private static let attributes =
    #"(?>[\w.:-]++\s*+=\s*+(?:"[^"]*+"?|'[^']*+'?|[^\s"']\S*+)|[\w.:-]++|[^\w.:-]++)*?"#

  /// The value of the first attribute of one of these names.
  private static func attribute(_ names: String) -> PlacePattern {
    PlacePattern(
      #"\#(attributes)(?i:\#(names))\s*+=\s*+(?:"\K[^"]*+|'\K[^']*+|\K[^\s"']\S*+)"#)
  }

  private static let naming = attribute("name|key|id|property")
  private static let held = attribute("value|content")

  /// Attributes of a field for a password or a code; a letter may be an entity.
  private static let password: PlacePattern = {
    let word = "password".utf8.map { letter in
      let capital = letter - 32
      let hex = "\(String(letter, radix: 16))|x\(String(capital, radix: 16))"
      return "(?:\(Unicode.Scalar(letter))|&#0*(?:\(letter)|\(capital)|x\(hex));)"
    }
    let use =
      #"(?<![\w-])(?:(?:current|new)-password|one-time-code|cc-csc|cc-number)(?![\w-])"#
    return PlacePattern(
      "(?i)\(attributes)(?:type\\s*+=\\s*+[\"']?\(word.joined())(?![\\w-])"
        + #"|autocomplete\s*+=\s*+(?:"[^"]*?|'[^']*?)?\#(use))"#)
  }()

  /// `<key>token</key><string>…` of property lists, `<name>token</name><value>…`.
  private static let listed = PlacePattern(
    #"(?is)<(?|key>\s{0,80}+([^<]{1,100}?)\s{0,80}</key>.{0,70}?<string"#
      + #"|name>\s{0,80}+([^<]{1,100}?)\s{0,80}</name>.{0,70}?<value(?:>\s{0,80}+<string)?)>\s{0,80}+"#
      + #"(?:<!\[CDATA\[\K.{1,8000}?(?=\]\]>)|\K[^<]{0,8000}[^<\s])"#)

  /// Where the tag's `>` stands, quotes minded.
  private func endOfTag(from start: Int) -> Int? {
    var index = start
    let limit = min(bytes.count, start + 2_048)
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: ">"): return index
      case 0x22, 0x27:
        guard let end = bytes[(index + 1)..<limit].firstIndex(of: bytes[index]) else { return nil }
        index = end + 1
      case UInt8(ascii: "<"): return nil
      default: index += 1
      }
    }
    return nil
  }

  /// The text of an element, without the coat of a CDATA section; the end is looked for so far only.
  func content(from start: Int, within longest: Int) -> Range<Int> {
    let opening = Array("<![CDATA[".utf8)
    if bytes[start...].starts(with: opening) {
      let inner = start + opening.count
      let limit = min(bytes.count, inner + longest)
      return inner..<(bytes[inner..<limit].firstPlace(of: "]]>".utf8)?.lowerBound ?? limit)
    }
    let limit = min(bytes.count, start + longest)
    let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: "<")) ?? limit
    var low = start
    while low < end, bytes[low] <= 0x20 { low += 1 }
    var high = end
    while high > low, bytes[high - 1] <= 0x20 { high -= 1 }
    return low..<high
  }
}

/// The quotes of HTML inside of an attribute.
private let entities = ["&quot;", "&#34;", "&#x22;", "&#39;", "&apos;"].map { Array($0.utf8) }

private let ofName = table("_-.[]")
private let ofElement = table("_-.:")
private let isEndOfAuthority = table("&;,<>\"'`)}]|\\/?#\u{7f}")

/// A table is one look; the bytes of a text are a search through it.
private func table(_ marks: String) -> [Bool] {
  var table = [Bool](repeating: false, count: 256)
  for byte in marks.utf8 { table[Int(byte)] = true }
  return table
}

extension UInt8 {
  /// Letters, digits and what joins the words of a name.
  fileprivate var isOfName: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || ofName[Int(self)]
  }

  fileprivate var isQuote: Bool { self == 0x22 || self == 0x27 || self == 0x60 }

  fileprivate var isOfElement: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || ofElement[Int(self)]
  }
}
