import LosslessJSON
import NetEngine

/// What another tool wrote, looked through text by text without being parsed into values.
///
/// Nothing is known of most fields but that they are JSON: each text is judged by the name it stands
/// under and by what it says, and what is replaced is noted as an edit. What an exchange has of the
/// entry is redacted there, bodies above all, and taken from there when the entry is written.
extension RedactionRun {
  /// The entry with marks in place of secrets; nil when there is none, or when it cannot be read
  /// any more: then the exchange is written in our own words.
  mutating func foreign(_ old: Exchange, _ new: Exchange) -> ForeignEntry? {
    guard let entry = old.foreign, entry.isThere() else { return nil }
    var walk = ForeignWalk(entry.bytes)
    walk.hasAnswer = old.response != nil
    walk.hasRequestBody = old.request.body.stored != nil
    var scan = EntryScan(
      walk.base, walk.base + entry.bytes.count, passing: entry.knownText)
    value(&scan, ForeignWalk.Place(), &walk)
    return ForeignEntry(
      entry, edits: walk.edits, changesBody: old.response?.wire != new.response?.wire,
      changesRequestBody: old.request.body != new.request.body)
  }

  /// What of a session as a whole is secret: the addresses of pages above all.
  mutating func look(through log: ForeignLog) {
    for text in [log.members, log.root] { _ = foreign(text) }
  }

  /// JSON of another tool without its secrets, in one line.
  mutating func foreign(_ text: [UInt8]) -> [UInt8] {
    let bytes = JSONArrayBytes(text)
    var walk = ForeignWalk(bytes)
    var place = ForeignWalk.Place()
    place.part = "log"
    place.depth = 1
    let end = walk.base + bytes.count
    var scan = EntryScan(walk.base, end)
    value(&scan, place, &walk)
    var line = JSONLine(capacity: bytes.count)
    ForeignText(walk.base, walk.edits).copy(walk.base, end, to: &line)
    return line.bytes
  }

  private mutating func value(
    _ scan: inout EntryScan, _ place: ForeignWalk.Place, _ walk: inout ForeignWalk
  ) {
    guard let first = scan.peek() else { return }
    switch first {
    case 0x7b where place.depth < ForeignWalk.deepest: object(&scan, place, &walk)
    case 0x5b where place.depth < ForeignWalk.deepest: array(&scan, place, &walk)
    case 0x22: string(&scan, place, &walk)
    default: other(&scan, place, &walk)
    }
  }

  private mutating func array(
    _ scan: inout EntryScan, _ place: ForeignWalk.Place, _ walk: inout ForeignWalk
  ) {
    var place = place
    place.depth += 1
    place.isElement = true
    guard scan.take(0x5b) else { return }
    while scan.peek() != 0x5d, scan.p < scan.end {
      let start = scan.p
      value(&scan, place, &walk)
      _ = scan.take(0x2c)
      guard scan.p > start else { return }
    }
    _ = scan.take(0x5d)
  }

  private mutating func object(
    _ scan: inout EntryScan, _ place: ForeignWalk.Place, _ walk: inout ForeignWalk
  ) {
    var inner = place
    inner.isElement = false
    inner.depth += 1
    if place.list == .none, place.secret(&memory.names) != nil { inner.outer = place.judge }
    // The name may stand behind its value, and what a text is written in behind the text.
    var called: Bytes?
    if place.isElement || place.holdsBody { called = inner.look(ahead: scan) }
    // The members of an object in place of a list are its pairs.
    let isDictionary = !place.isElement && place.list != .none
    guard scan.take(0x7b) else { return }
    while let key = scan.key() {
      var member = inner
      member.name = key
      if isDictionary || called != nil && key.isNameOfValue {
        member.pair = isDictionary ? key : called
      } else {
        member.enter(key)
      }
      if key.isText("text") && walk.covers(place) || onlyLearns && member.isKnown(key) {
        guard scan.skipValue() else { return }
        continue
      }
      if key.isNameOfName, scan.peek() == 0x22 {
        var ahead = scan
        called = ahead.string()
      }
      let start = scan.p
      value(&scan, member, &walk)
      guard scan.p > start else { return }
    }
    _ = scan.take(0x7d)
  }

  private mutating func string(
    _ scan: inout EntryScan, _ place: ForeignWalk.Place, _ walk: inout ForeignWalk
  ) {
    guard let raw = scan.string(), raw.count > 2, let first = raw.baseAddress else { return }
    let range = first - walk.base..<first - walk.base + raw.count
    guard !(place.isBinary && place.holdsData) else {
      if let new = binary(raw, place) { walk.edits.append(ForeignWalk.Edit(range, new)) }
      return
    }
    guard raw.contains(0x5c) else {
      if let new = replace(raw, at: place) { walk.edits.append(ForeignWalk.Edit(range, new)) }
      return
    }
    var text = raw.scannedText
    let new = text.withUTF8 { replace($0, at: place) }
    guard let new else { return }
    walk.edits.append(ForeignWalk.Edit(range, JSONText.token(new).dropFirst().dropLast()))
  }

  private mutating func replace(_ text: Bytes, at place: ForeignWalk.Place) -> [UInt8]? {
    replace(text, as: place.reading, at: place.path) { place.spans(text, &$0) }
  }

  /// Base64 is looked into.
  private mutating func binary(_ raw: Bytes, _ place: ForeignWalk.Place) -> [UInt8]? {
    guard let decoded = Base64Text.decode(raw) else {
      return replace(raw, at: place)
    }
    let new = decoded.withUnsafeBufferPointer { bytes in
      replace(
        bytes, as: .body(nil), at: place.path,
        keepingWhole: SecretFinder.binaries(bytes, type: nil)
      ) { names in
        SecretFinder.spans(body: bytes, type: nil, &names)
      }
    }
    return new.map { Array($0.base64.utf8) }
  }

  /// A number under the name of a secret; what is too deep to be walked over is text.
  private mutating func other(
    _ scan: inout EntryScan, _ place: ForeignWalk.Place, _ walk: inout ForeignWalk
  ) {
    let start = scan.p
    guard scan.skipValue() else { return }
    let bytes = Bytes(start: start, count: scan.p - start)
    var spans: [SecretSpan] = []
    if let byte = bytes.first, byte == 0x7b || byte == 0x5b {
      spans = SecretFinder.spans(text: bytes, &memory.names)
    } else if let byte = bytes.first, byte == 0x2d || JSONScan.isDigit(byte),
      let name = place.secret(&memory.names), name.covers(number: bytes)
    {
      spans = [SecretSpan(range: 0..<bytes.count, name: place.said, form: .jsonNumber)]
    }
    guard !spans.isEmpty,
      let new = replace(bytes, as: .other(place.said), at: place.path, { _ in spans })
    else { return }
    let offset = start - walk.base
    walk.edits.append(ForeignWalk.Edit(offset..<offset + bytes.count, new))
  }
}

/// Where a walk over another tool's entry is, and what it has found.
struct ForeignWalk {
  typealias Bytes = UnsafeBufferPointer<UInt8>
  typealias Edit = ForeignEntry.Edit

  /// Below that the rest of a branch is taken for text: a stack is no place for whatever a file says.
  static let deepest = 64

  let base: UnsafePointer<UInt8>
  var edits: [Edit] = []
  /// Whether the exchange has the answer's body, the request's.
  var hasAnswer = false
  var hasRequestBody = false

  init(_ bytes: any JSONBytes) {
    base = bytes.base.assumingMemoryBound(to: UInt8.self)
  }

  /// Whether the text of a body's object is the exchange's to redact.
  func covers(_ place: Place) -> Bool {
    switch place.body {
    case .answer: hasAnswer && !place.isElement
    case .request: hasRequestBody && !place.isElement
    case .none: false
    }
  }

  /// A kind of list that pairs of a name and a value stand in.
  enum List {
    case none, headers, cookies, pairs
  }

  enum BodyHolder {
    case none, answer, request
  }

  /// What stands around a value.
  struct Place {
    var part = ""
    var name = Bytes(start: nil, count: 0)
    /// The name beside the value, where that is what judges it.
    var pair: Bytes?
    /// The name of a secret that the object around it has.
    var outer: Bytes?
    var list = List.none
    var body = BodyHolder.none
    var isElement = false
    /// The text beside is Base64.
    var isBinary = false
    var depth = 0

    var holdsBody: Bool { body != .none }
    var holdsData: Bool { name.isText("data") || name.isText("text") }

    /// Goes into a member that no other name judges.
    mutating func enter(_ key: Bytes) {
      pair = nil
      if depth == 1 { part = key.scannedText }
      body =
        depth != 2
        ? .none
        : key.isText("content") && part == "response"
          ? .answer : key.isText("postData") && part == "request" ? .request : .none
      list = .none
      if key.isText("headers") { list = .headers }
      if key.isText("cookies") { list = .cookies }
      if key.isText("queryString") || key.isText("params") { list = .pairs }
    }

    /// Whether the exchange has taught all that can be learnt there.
    func isKnown(_ key: Bytes) -> Bool {
      depth == 2 && (part == "request" || part == "response")
        && (key.isText("headers") || key.isText("url") || key.isText("queryString"))
    }

    /// The name that stands in an object, wherever; says too whether its text is Base64.
    mutating func look(ahead scan: EntryScan) -> Bytes? {
      var scan = scan
      var called: Bytes?
      isBinary = false
      guard scan.take(0x7b) else { return nil }
      while let key = scan.key() {
        guard scan.peek() != nil else { break }
        let start = scan.p
        guard scan.skipValue() else { break }
        let value = Bytes(start: start, count: scan.p - start)
        if key.isNameOfName, value.first == 0x22, value.count > 1 {
          called = Bytes(rebasing: value[1..<value.count - 1])
        } else if key.isText("opcode"), value.isText("2") {
          isBinary = true
        } else if key.isText("encoding"), value.isText("\"base64\"") {
          isBinary = true
        }
      }
      return called
    }

    /// What the value is called, and whether that name is a secret's.
    fileprivate var judge: Bytes { pair ?? name }
    var said: String { judge.scannedText }

    func secret(_ names: inout JudgedNames) -> SecretName? {
      if let own = names.judge(judge) { return own }
      guard var both = outer.map({ "\($0.scannedText)_\(said)" }) else { return nil }
      return both.withUTF8 { SecretName.member(judge, called: $0) }
    }

    /// All that ``spans(_:_:)`` looks at beside the text.
    var reading: HarmlessTexts.Reading {
      .foreign(
        isPair: pair != nil, list,
        ByteHash.of(judge, seed: outer.map { ByteHash.of($0, seed: 1) } ?? 0))
    }

    /// What of a text is secret.
    func spans(_ text: Bytes, _ names: inout JudgedNames) -> [SecretSpan] {
      if pair != nil {
        switch list {
        case .headers: return SecretFinder.spans(header: said, value: text, &names)
        case .cookies: return [SecretSpan(range: 0..<text.count, name: said, form: .plain)]
        case .pairs, .none: break
        }
      }
      if let secret = secret(&names), secret.covers(text: text) {
        let start = SecretValue.schemeLength(text)
        return [SecretSpan(range: start..<text.count, name: said, form: .plain)]
      }
      return SecretFinder.spans(words: text, &names)
    }

    var path: String {
      let word =
        switch list {
        case .headers: "headers."
        case .cookies: "cookies."
        case .pairs: "pairs."
        case .none: ""
        }
      return part.isEmpty ? said : "\(part).\(word)\(said)"
    }
  }
}
