import LosslessJSON
import NetEngine

/// What is forgiven between a recording and its replay, as a file beside the session says it.
///
/// ```
/// # request      part    place                  what
/// GET /users/*   body    /items/*/updated_at    ignore
/// *   /**        body    /items                 set key=sku
/// GET /prices    body    /**/price              within 0.01
/// *   /**        header  x-build                ignore
/// GET /search    query   cursor                 ignore
/// GET /health    text    ^uptime: \d+           ignore
/// POST /orders   match   body /at               any
/// *   /**        match   query _                any
/// *   /**        match   header x-tenant        same
/// POST /orders   answer  as invalidSession      every 3
/// GET /feed      answer  late 800ms..2s         first 2
/// GET /users/{name}  template
/// ```
/// A path may name a part of the query, as in `/search?kind=book`. `*` stands for one whole segment of a path or a pointer, `**` for any number of them.
public struct Rules: Sendable, Hashable {
  /// The rules in the order of the file.
  public let all: [Rule]

  /// No rules.
  public init() {
    all = []
  }

  /// Takes lines of several places.
  package init(_ all: [Rule]) { self.all = all }

  /// Reads a file; the first mistake in it is thrown, with its place.
  public init(_ text: String) throws(RulesMistake) {
    try self.init(bytes: Array(text.utf8))
  }

  /// Reads the bytes of a file; text that is no UTF-8 is a mistake as any.
  package init(bytes: [UInt8]) throws(RulesMistake) {
    all = try RulesParser.parse(bytes)
  }

  /// One line of the file.
  public struct Rule: Sendable, Hashable {
    /// Its line in the file, counted from 1.
    public var line: Int
    /// The line as it was written.
    public var text: String
    /// Which method it is about; nil for every one.
    package var method: String?
    /// Which paths it is about.
    package var path: JSONPathPattern
    /// The pairs of the query it is about; none for every query.
    package var query: [String] = []
    /// Which requests it is about beside; nil for all that go to its paths.
    package var filter: Filter?
    /// What it forgives, and where.
    package var part: Part
    /// The line without its secrets and its comment, for lists, logs and screens.
    package var shown = ""
    /// Whether bullets stand in place of a secret in `shown`.
    package var hasSecret: Bool { shown.contains("•••") }
  }

  /// What a rule forgives.
  package enum Part: Sendable, Hashable {
    /// In a JSON body.
    case body(JSONPathPattern, Action)
    /// Lines of a text in which this is found.
    case text(Pattern)
    /// A header, by its name in small letters.
    case header(String)
    /// A parameter of the query: two requests are the same without it.
    case query(String)
    /// What a request is found by in a recording.
    case match(Match)
    /// What is done on the way between an app and its server, and to which requests.
    case altering(AlteringRule)
    /// Which requests differ in values alone.
    case template(TemplateLine)
  }

  /// What of a request may be any value, or has to be the same.
  package enum Match: Sendable, Hashable {
    /// Places of a JSON body, whose values do not count.
    case body(JSONPathPattern)
    /// A parameter of the query, whose value does not count, nor whether it is there.
    case query(String)
    /// A header that has to be the same too, by its name in small letters.
    case header(String)
  }

  /// What a rule does with a place of a JSON body.
  package enum Action: Sendable, Hashable {
    /// It does not count.
    case ignore
    /// The elements of this array are told apart by this member.
    case key(String)
    /// A number may differ by so much.
    case within(JSONNumber)
  }

  /// The parameters of a request's query that do not count, and the rules that say so.
  func ignoredQuery(of request: HTTPRequest) -> [(name: String, number: Int)] {
    all.indices.compactMap { number in
      guard case .query(let name) = all[number].part, all[number].isAbout(request) else {
        return nil
      }
      return (name, number)
    }
  }

  /// What a request is found by, and not.
  func matching(
    of request: HTTPRequest
  ) -> (query: [String], body: [JSONPathPattern], headers: [String]) {
    var found: (query: [String], body: [JSONPathPattern], headers: [String]) = ([], [], [])
    for rule in all {
      guard case .match(let match) = rule.part, rule.isAbout(request) else { continue }
      switch match {
      case .query(let name): found.query.append(name)
      case .body(let place): found.body.append(place)
      case .header(let name): found.headers.append(name)
      }
    }
    return found
  }

  /// Whether a header has to be the same anywhere.
  var matchesHeaders: Bool {
    all.contains { rule in
      if case .match(.header) = rule.part { true } else { false }
    }
  }

  /// The rules for the answers to one request.
  func scope(of request: HTTPRequest) -> Scope {
    var scope = Scope()
    for number in all.indices where all[number].isAbout(request) {
      switch all[number].part {
      case .body(let place, let action):
        scope.body.append(Scope.BodyRule(number: number, place: place, action: action))
      case .text(let pattern): scope.text.append((pattern, number))
      case .header(let name): scope.headers.append((name, number))
      case .query, .match, .altering, .template: break
      }
    }
    return scope
  }

  /// The rules that are about one request.
  struct Scope {
    var body: [BodyRule] = []
    var text: [(pattern: Pattern, number: Int)] = []
    var headers: [(name: String, number: Int)] = []

    /// Whether no rule is about the request.
    var isEmpty: Bool { body.isEmpty && text.isEmpty && headers.isEmpty }

    struct BodyRule {
      var number: Int
      var place: JSONPathPattern
      var action: Action
    }

    func headerRules(_ name: String) -> [Int] {
      headers.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.number)
    }
  }
}

extension Rules.Rule {
  package func isAbout(_ request: HTTPRequest) -> Bool { (try? fits(request)) == true }

  /// The same; throws if a pattern of its filter is given up.
  package func fits(_ request: HTTPRequest) throws(Pattern.Trouble) -> Bool {
    if let filter {
      let exchange = Exchange(
        sequence: 0, name: "", startedAt: 0, request: request, result: nil)
      return try filter.matches(ExchangeSubject(exchange, nil, now: 0))
    }
    // Who writes `get` means GET: no server has both.
    if let method, !method.isSameHeaderName(as: request.method.rawValue) { return false }
    let url = try? URLText(request.url)
    let requested = url?.path ?? request.url
    guard path.matches(JSONPath(requested.isEmpty ? "/" : requested)) else { return false }
    guard !query.isEmpty else { return true }
    let pairs = (url?.query ?? "").utf8.split(separator: UInt8(ascii: "&"))
    return query.allSatisfy { pair in pairs.contains { $0.elementsEqual(pair.utf8) } }
  }
}

extension Rules.Scope.BodyRule {
  /// Whether its place is there.
  func finds(in json: JSON) -> Bool {
    guard let root = json.node else { return false }
    return !place.nodes(in: json.document, below: root).isEmpty
  }

  /// Whether two numbers are near enough; exact ones that no double holds never are.
  func forgives(_ entry: JSONDiff.Entry) -> Bool {
    guard case .within(let tolerance) = action, entry.kind == .value, place.matches(entry.path),
      let from = entry.from?.number, let to = entry.to?.number,
      from.survivesDouble || !from.isIntegral, to.survivesDouble || !to.isIntegral
    else { return false }
    // A hair more than the tolerance: 1.01 - 1.00 is not 0.01 to a machine.
    return (from.double - to.double).magnitude <= tolerance.double * (1 + 1e-9)
  }
}

extension Rules {
  /// The line of rules for `--hold` and `:hold`: a filter, perhaps behind the word `answer`.
  package static func line(holding text: String) -> String {
    let (filter, part) = split(holding: text)
    return "(\(filter)) hold \(part)"
  }

  /// The filter, and which part of an exchange waits: `request` or `answer`.
  package static func split(holding text: String) -> (filter: String, part: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    let isAnswer = words.first == "answer" && words.count == 2
    return isAnswer ? (String(words[1]), "answer") : (text, "request")
  }
}
