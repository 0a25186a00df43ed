import LosslessJSON
import NetEngine

/// Takes secrets out of what leaves the program: sessions, exports, reports, copies.
///
/// It works on copies; the exchange that is shown keeps what was sent. A secret is found by where it
/// stands (headers, cookies, query, form, JSON of any depth, parts, user and password of a URL), by
/// what it looks like, or because the same value was found elsewhere. In its place stands
/// `‹redacted:name#hash›`, written as the text around it demands: equal secrets have equal hashes.
public struct Redactor: Sendable {
  /// What a mark says beside the name.
  package enum Style: Sendable, Hashable {
    /// A hash under a salt, so that it cannot be guessed and equal stays equal.
    case salted([UInt8])
    /// Nothing: the same traffic gives the same bytes.
    case stable
    /// Letters and digits only, which no quoting changes: to be replaced by a shell's variable.
    case variable
    /// Bullets, as screens show a value that is hidden.
    case bullets
  }

  /// Names and hashes of marks, by the values they stand for.
  typealias KeptMarks = [[UInt8]: (name: String, hash: String)]

  let style: Style
  /// What is secret before anything is looked at.
  private(set) var known = KnownSecrets()
  /// Values that keep the mark they had in a recording: its other exchanges refer to it.
  private var kept: KeptMarks = [:]
  private let hashes = Lock<[[UInt8]: String]>([:])

  /// Marks carry a hash under this salt; without a salt they carry the name alone.
  public init(salt: [UInt8]? = nil) {
    style = salt.map { .salted($0) } ?? .stable
  }

  package init(style: Style) {
    self.style = style
  }

  /// The same, to which these values are secrets wherever they stand.
  public func knowing(_ secrets: [NamedSecret]) -> Redactor {
    var copy = self
    for secret in secrets { copy.known.learn(secret) }
    return copy
  }

  /// The same, with these marks in place of its own for their values.
  func keeping(_ marks: KeptMarks) -> Redactor {
    var copy = self
    copy.kept = marks
    return copy
  }

  /// The same with a hash in every mark, under a salt of its own where it has none.
  var hashing: Redactor {
    guard style == .stable else { return self }
    var copy = Redactor(style: .salted((0..<16).map { _ in .random(in: 0...255) }))
    copy.known = known
    return copy
  }

  /// A secret and where it stood.
  public struct Find: Sendable, Hashable {
    /// Such as `request.headers.Authorization`, `request.url.token`; in a JSON body its pointer:
    /// `response.body/data/access_token`.
    public var path: String
    /// What it is called.
    public var name: String
  }

  /// What a find is called whose binary bytes are all taken out, because a secret stood in them.
  static let lostBytes = "all bytes around a secret"

  // MARK: Exchanges

  /// The values that are secret in an exchange, for the other exchanges of its session.
  public func learn(from exchange: Exchange, into known: inout KnownSecrets) {
    for lesson in lessons(of: exchange, &known.memory) { known.learn(lesson) }
  }

  /// The same, to be learned later.
  package func lessons(of exchange: Exchange) -> [SecretLesson] {
    var memory = SearchMemory()
    return lessons(of: exchange, &memory)
  }

  /// The same told in their order; what was told of a text is not told of it again.
  func lessons(of exchange: Exchange, _ memory: inout SearchMemory) -> [SecretLesson] {
    lessons(&memory) { _ = $0.redact(exchange) }
  }

  /// The same of what another tool says of a session as a whole.
  func lessons(of log: ForeignLog, _ memory: inout SearchMemory) -> [SecretLesson] {
    lessons(&memory) { $0.look(through: log) }
  }

  private func lessons(
    _ memory: inout SearchMemory, _ look: (inout RedactionRun) -> Void
  ) -> [SecretLesson] {
    // Handed over, not copied: it remembers thousands of texts.
    var run = RedactionRun(self, learningWith: memory)
    memory = SearchMemory(memory.harmless)
    look(&run)
    memory = run.memory
    return run.lessons
  }

  /// The exchange without its secrets, where they stood added to `redacted`.
  public func redact(_ exchange: Exchange, knowing known: KnownSecrets? = nil) -> Exchange {
    var known = known ?? self.known
    learn(from: exchange, into: &known)
    return redact(exchange, knowingAll: known)
  }

  /// The same for a session's values that were all learnt before.
  func redact(_ exchange: Exchange, knowingAll known: KnownSecrets) -> Exchange {
    var finds: [Find] = []
    return redact(exchange, knowingAll: known, finds: &finds)
  }

  /// Adds what is taken out and was not before.
  func redact(
    _ exchange: Exchange, knowingAll known: KnownSecrets, finds: inout [Find]
  ) -> Exchange {
    var run = RedactionRun(self, known: known, .redact)
    var copy = run.redact(exchange)
    var seen = Set(copy.redacted)
    for find in run.finds where seen.insert(find.path).inserted {
      copy.redacted.append(find.path)
      finds.append(find)
    }
    return copy
  }

  /// What is secret in an exchange and has no mark yet.
  public func scan(_ exchange: Exchange) -> [Find] {
    var run = RedactionRun(self, known: known, .scan)
    _ = run.redact(exchange)
    return run.finds
  }

  /// What is secret in what another tool says of a session as a whole, and has no mark yet.
  public func scan(log session: Session) -> [Find] {
    guard let log = session.log else { return [] }
    var run = RedactionRun(self, known: known, .scan)
    run.look(through: log)
    return run.finds
  }

  // MARK: Copies

  /// The request without its secrets.
  public func redact(_ request: HTTPRequest) -> HTTPRequest {
    redact(Exchange(sequence: 1, name: "", startedAt: 0, request: request)).request
  }

  /// A body without its secrets.
  package func redact(_ body: Body, type: MediaType?) -> Body {
    var run = RedactionRun(self, known: known, .redact)
    return run.body(body, type, at: "")
  }

  /// Any text without what is secret in it: members of JSON, URLs, what looks like a key, and the
  /// values that are known to be secret.
  public func redact(_ text: String, knowing known: KnownSecrets? = nil) -> String {
    var run = RedactionRun(self, known: known ?? self.known, .redact)
    return run.text(text, at: "")
  }

  /// A header's value without what is secret in it.
  public func redact(header name: String, value: String) -> String {
    var run = RedactionRun(self, known: known, .redact)
    return run.header(HeaderField(name, value), at: "").value
  }

  /// A URL without what is secret in it.
  public func redact(url: String) -> String {
    var run = RedactionRun(self, known: known, .redact)
    return run.url(url, at: "")
  }

  // MARK: Marks

  /// What stands in place of a secret.
  func mark(_ name: String, value: [UInt8], form: SecretSpan.Form) -> [UInt8] {
    if style == .bullets { return Array("•••".utf8) }
    let mark = kept[value]
    let name = Self.plainName(mark?.name ?? name)
    let hash = mark?.hash ?? hash(of: value)
    if style == .variable { return Array(SecretVariable.placeholder(name, hash).utf8) }
    let tail = hash.isEmpty ? "" : "#\(hash)"
    switch form {
    case .plain, .jsonText: return Array("‹redacted:\(name)\(tail)›".utf8)
    case .jsonNumber: return Array("\"‹redacted:\(name),number\(tail)›\"".utf8)
    case .percent:
      let tail = hash.isEmpty ? "" : "%23\(hash)"
      return Array("%E2%80%B9redacted%3A\(name)\(tail)%E2%80%BA".utf8)
    }
  }

  /// Worked out once for each value, unless it is long: a token stands in every request.
  private func hash(of value: [UInt8]) -> String {
    if style == .stable { return "" }
    guard value.count <= 512 else { return newHash(of: value) }
    if let known = hashes.withLock({ $0[value] }) { return known }
    let hash = newHash(of: value)
    hashes.withLock { if $0.count < 1 << 12 { $0[value] = hash } }
    return hash
  }

  private func newHash(of value: [UInt8]) -> String {
    switch style {
    case .stable, .bullets: ""
    case .salted(let salt): String(SHA256.digest(of: salt + value).hex.prefix(8))
    case .variable: String(SHA256.digest(of: value).hex.prefix(16))
    }
  }

  /// A name that stands in a mark, in whatever form: small letters, digits, `_`, `-`, `.`.
  private static func plainName(_ name: String) -> String {
    let bytes = name.utf8.prefix(40).map { byte -> UInt8 in
      let byte = byte.lowercasedASCII
      let isPlain = byte &- 0x30 < 10 || byte &- 0x61 < 26 || "_-.".utf8.contains(byte)
      return isPlain ? byte : UInt8(ascii: "-")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
