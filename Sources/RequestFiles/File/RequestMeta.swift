import LosslessJSON
import NetEngine

/// What comments say about a request: `# @status 2xx`, `# @expect ~time <1s`.
public struct RequestMeta: Sendable, Hashable {
  /// The name of the envelope profile.
  public var profile: Worded<String>?
  /// The person's own command that is given the body before it is read; `none` for none.
  public var unpacker: String?
  /// Which statuses pass.
  public var status: StatusFilter?
  /// What the body is to become.
  public var mapping: Pipeline.Mapping?
  /// The file a stub answers with.
  public var sample: Worded<Template>?
  /// What has to be true of the exchange.
  public var expectations: [Expectation] = []
  /// How long the exchange may take.
  public var timeout: Duration?
  /// How long connecting may take.
  var connectTimeout: Duration?
  /// How often it is fired again while it is not as expected.
  public var retry: Retry?
  /// What filters find it by.
  public var tags: [String] = []
  /// Certificates are not checked.
  public var isInsecure = false
  /// Redirects are not followed.
  public var staysAtFirstAnswer = false
  /// Fields that are not added though nobody said them.
  public var leftOut: [String] = []
  /// Variables whose values are not to be shown.
  public var secrets: [String] = []
  /// Variables a person is asked for, and what is said then.
  public var prompts: [Prompt] = []
  /// What is asked before it is sent; nil: nothing.
  public var confirmation: String?
  /// What other editors' comments assert of the answer.
  public var assertions: [Assertion] = []
  /// What of the answer is kept for later requests.
  var captures: [ScriptStatement] = []
  /// Requests that go first.
  public var depends: [Worded<String>] = []

  /// What has to be true, which variables may have a part in.
  public struct Expectation: Sendable, Hashable {
    /// The expression as it is written.
    public var text: Template
    /// Where it stands.
    public var place: FilePlace
    /// What it says; nil while its variables have no values.
    package var filter: Filter?
  }

  /// An assertion of another editor, which variables may have a part in.
  public struct Assertion: Sendable, Hashable {
    /// As it is written.
    public var text: Template
    /// Where it stands.
    public var place: FilePlace
    /// What it says; nil while its variables have no values.
    var statement: ScriptStatement?
  }

  /// How often a request is fired again, and how far apart: `# @retry 3 500ms`.
  public struct Retry: Sendable, Hashable {
    /// How many times more.
    public var count: Int
    /// What lies between two tries.
    public var delay: Duration

    /// Takes both.
    public init(count: Int, delay: Duration = .seconds(1)) {
      (self.count, self.delay) = (count, delay)
    }
  }

  /// A variable a person is asked for: `# @prompt otp The code of today`.
  public struct Prompt: Sendable, Hashable {
    /// The variable.
    public var name: String
    /// What is said of it; empty for nothing.
    public var words: String

    /// Takes both.
    public init(name: String, words: String = "") { (self.name, self.words) = (name, words) }
  }

  /// A value with the place where it is said.
  public struct Worded<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The value.
    public var value: Value
    /// Where it stands.
    public var place: FilePlace
  }

  /// Nothing said.
  public init() {}

  /// No envelope is read, whatever profile there is for others: `# @profile none`.
  public var readsNoEnvelope: Bool { profile?.value == "none" }

  /// Whether nothing is said.
  public var isEmpty: Bool { self == RequestMeta() }

  /// What is said here, and where nothing is, what the file says for all its requests.
  func over(_ file: RequestMeta) -> RequestMeta {
    var all = self
    all.profile = profile ?? file.profile
    all.unpacker = unpacker ?? file.unpacker
    all.status = status ?? file.status
    all.mapping = mapping ?? file.mapping
    all.timeout = timeout ?? file.timeout
    all.connectTimeout = connectTimeout ?? file.connectTimeout
    all.retry = retry ?? file.retry
    all.isInsecure = isInsecure || file.isInsecure
    all.staysAtFirstAnswer = staysAtFirstAnswer || file.staysAtFirstAnswer
    all.confirmation = confirmation ?? file.confirmation
    all.tags.stand(behind: file.tags) { !file.tags.contains($0) }
    all.expectations.stand(behind: file.expectations)
    all.assertions.stand(behind: file.assertions)
    all.captures.stand(behind: file.captures)
    all.secrets.stand(behind: file.secrets)
    all.prompts.stand(behind: file.prompts)
    all.leftOut.stand(behind: file.leftOut) { !file.leftOut.contains($0) }
    return all
  }
}

extension Array {
  /// Puts others in front; where there are none nothing is copied, as for most of thousands of requests.
  fileprivate mutating func stand(
    behind others: [Element], where isKept: (Element) -> Bool = { _ in true }
  ) {
    if !others.isEmpty { self = others + filter(isKept) }
  }
}

/// A comment of the form `@key value`.
struct MetaComment {
  var key: String
  var value: Range<Int>
  var place: Int
  /// An equals sign stands between the two.
  var isAssigned = false

  /// Reads `# @key value`, `// @key = value`; nil for any other comment.
  init?(_ source: SourceText, _ comment: Range<Int>) {
    var at = comment.lowerBound
    while at < comment.upperBound, "#/".utf8.contains(source.bytes[at]) { at += 1 }
    let text = source.trimmed(at..<comment.upperBound)
    guard let first = text.first, source.bytes[first] == UInt8(ascii: "@") else { return nil }
    place = first
    let end =
      text.dropFirst().first { index in
        let byte = source.bytes[index]
        return !(byte.isVariableByte)
      } ?? text.upperBound
    guard end > first + 1 else { return nil }
    let word = source.text(first + 1..<end)
    key = RequestMeta.sameWords[word] ?? word
    value = source.trimmed(end..<text.upperBound)
    if let sign = value.first, source.bytes[sign] == UInt8(ascii: "=") {
      value = source.trimmed(sign + 1..<value.upperBound)
      isAssigned = true
    }
  }
}

extension RequestMeta {
  /// Our keys and those other tools know; theirs are kept and have no effect here.
  static let keys = MetaWord.all.map(\.name)
  private static let foreignKeys: Set<String> = [
    "no-log", "no-auto-encoding", "use-os-credentials",
    "description", "param", "see", "todo", "title", "keepStreaming", "extension", "openWith",
    "save", "debug", "verbose", "accept",
  ]
  /// What changes how often or when a request is sent in another editor, or what a variable is.
  private static let unreadKeys: Set<String> = [
    "loop", "sleep", "ratelimit", "rateLimit", "env-stdin-cmd", "stdin-cmd", "file-to-variable",
    "pre-delay", "post-delay", "poll", "compare", "for-each", "retry-when", "retry-backoff",
    "trace", "workflow", "step",
  ]

  /// Takes what a comment says; throws what is wrong with it.
  ///
  /// `filters` are those read before in this file: hundreds of requests expect the same.
  mutating func take(
    _ comment: MetaComment, in source: SourceText, reading filters: inout [String: Filter]
  ) throws(RequestFileProblem) {
    let text = source.text(comment.value)
    let place = source.place(at: comment.value.lowerBound)
    func bad(_ expected: String) -> RequestFileProblem {
      RequestFileProblem(place, .badMeta(comment.key, value: text, expected: expected))
    }
    switch comment.key {
    case "profile":
      if text.isEmpty { throw bad("a profile's name, or none") }
      profile = Worded(value: text, place: place)
    case "unpack":
      if text.isEmpty { throw bad("the name of a command in your own inspector.json, or none") }
      unpacker = text
    case "status":
      guard let filter = StatusFilter(text) else { throw bad("2xx, 200-299,304 or none") }
      status = filter
    case "map":
      guard let mapping = Pipeline.Mapping(text) else {
        throw bad("auto, json, string, string(path), object(path), image or none")
      }
      self.mapping = mapping
    case "sample":
      if text.isEmpty { throw bad("a file such as ./user.json") }
      sample = Worded(value: Template(source, comment.value), place: place)
    case "expect": try take(expectation: comment.value, in: source, reading: &filters)
    case "prompt":
      guard let asked = Self.prompt(text) else { throw bad("the name of a variable") }
      prompts.append(asked.prompt)
      if asked.isSecret { secrets.append(asked.prompt.name) }
    case "setting", "settings": try take(settings: text, of: comment.key, at: place)
    case "note": confirmation = text
    case "disabled":
      guard text != "false" else { return }
      guard text.isEmpty || text == "true" else {
        throw RequestFileProblem(
          source.place(at: comment.place),
          .notDone("'@disabled \(text)'", instead: "take the line away to send it"))
      }
      throw RequestFileProblem(place, .disabled)
    case "assert": try take(assertion: comment.value, in: source)
    case "capture": try take(capture: text, of: comment.key, text, at: place)
    case "env-json-key":
      let name = Self.names(text).first ?? ""
      let path = String(Substring(text.utf8.dropFirst(name.utf8.count).trimmingBlanks))
      try take(capture: "\(name) = response.body.\(path)", of: comment.key, text, at: place)
    case _ where Self.unreadKeys.contains(comment.key):
      throw RequestFileProblem(
        source.place(at: comment.place), .notSupported("'@\(comment.key)'"))
    case "timeout", "connection-timeout":
      guard let duration = Self.duration(text) else { throw bad("a time such as 5s or 500ms") }
      if comment.key == "timeout" { timeout = duration } else { connectTimeout = duration }
    case "retry":
      guard let said = Self.retry(text) else { throw bad("how often, and how far apart: 3 500ms") }
      retry = said
    case "tag":
      if text.isEmpty { throw bad("one word or several") }
      tags += Self.names(text).filter { !tags.contains($0) }
    case "insecure": isInsecure = true
    case "no-cookie-jar": leftOut.append("Cookie")
    case "no-redirect": staysAtFirstAnswer = true
    case "secret":
      if text.isEmpty { throw bad("the name of a variable") }
      secrets += Self.names(text)
    case "no-header":
      let names = Self.names(text)
      let known = ["Accept", "Accept-Encoding", "User-Agent", "Content-Length", "Cookie"]
      guard !names.isEmpty,
        names.allSatisfy({ name in known.contains { $0.isSameHeaderName(as: name) } })
      else { throw bad("fields that are added by themselves: \(known.joined(separator: ", "))") }
      leftOut += names
    case "depends":
      if text.isEmpty { throw bad("the name of a request") }
      depends += text.split(separator: ",").map {
        Worded(value: String(Substring($0.utf8.trimmingBlanks)), place: place)
      }
    default: try Self.refuse(comment, in: source)
    }
  }

  /// Takes the variables that are asked for where they stand: `{{:id}}`, `{{:password!secret}}`.
  mutating func take(asked uses: [Template.Use]) {
    var names = Set(prompts.map(\.name))
    for use in uses {
      guard let asked = TemplateExpression.asked(use.written), names.insert(asked.name).inserted
      else { continue }
      prompts.append(Prompt(name: asked.name))
      if asked.isSecret { secrets.append(asked.name) }
    }
  }

  /// Takes a filter that has to hold, or what another editor says with the same word.
  private mutating func take(
    expectation range: Range<Int>, in source: SourceText, reading filters: inout [String: Filter]
  ) throws(RequestFileProblem) {
    let (text, place) = (source.text(range), source.place(at: range.lowerBound))
    let template = Template(source, range)
    var filter = filters[text]
    if filter == nil, template.uses.isEmpty {
      if let statement = AssertionLine.expected(text) {
        assertions.append(Assertion(text: template, place: place, statement: statement))
        return
      }
      filter = try Self.filter(text, at: range, in: source)
      filters[text] = filter
    }
    expectations.append(Expectation(text: template, place: place, filter: filter))
    guard let word = filter?.expression.bareWord else { return }
    throw RequestFileProblem(place, .wordExpected(word))
  }

  /// Takes what has to be true of the answer; one that is not understood is kept and counted.
  mutating func take(
    assertion range: Range<Int>, in source: SourceText
  ) throws(RequestFileProblem) {
    let place = source.place(at: range.lowerBound)
    let template = Template(source, range)
    let statement = template.uses.isEmpty ? AssertionLine.check(source.text(range)) : nil
    guard statement != nil || !template.uses.isEmpty else {
      throw RequestFileProblem(place, .notSupported("'\(source.text(range))'"))
    }
    assertions.append(Assertion(text: template, place: place, statement: statement))
  }

  /// A word nobody knows is a comment, unless it is nearly one that somebody knows.
  private static func refuse(
    _ comment: MetaComment, in source: SourceText
  ) throws(RequestFileProblem) {
    guard !foreignKeys.contains(comment.key) else { return }
    guard let near = NearestWord.of(comment.key, in: keys) else { return }
    throw RequestFileProblem(
      source.place(at: comment.place), .unknownMeta(comment.key, near: near))
  }

  private static func filter(
    _ text: String, at range: Range<Int>, in source: SourceText
  ) throws(RequestFileProblem) -> Filter {
    do throws(FilterMistake) {
      let filter = try Filter(text)
      guard filter.expression == .all else { return filter }
      throw FilterMistake(offset: 0, message: "expected a test such as ~c 200, found nothing")
    } catch {
      throw RequestFileProblem(
        source.place(at: range.lowerBound + error.offset), .badFilter(error.message))
    }
  }

  static func names(_ text: String) -> [String] {
    text.utf8.split { $0.isBlank || $0 == UInt8(ascii: ",") }.map { String(Substring($0)) }
  }

  /// `500ms`, `5s`, `2 m`; a number alone is seconds.
  static func duration(_ text: String) -> Duration? {
    let digits = text.utf8.prefix { $0 &- 0x30 < 10 }
    guard let number = Int(digits: digits), number <= 1_000_000_000 else { return nil }
    switch String(Substring(text.utf8.dropFirst(digits.count).trimmingBlanks)) {
    case "ms": return .milliseconds(number)
    case "", "s": return .seconds(number)
    case "m": return .seconds(number * 60)
    default: return nil
    }
  }
}
