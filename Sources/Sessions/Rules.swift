import BytesAndJSON
import ExchangesAndOutcomes

/// What is forgiven between a recording and its replay, as a file beside the session says it.
///
/// ```
/// # request      part    place                  what
/// GET /users/*   body    /items/*/updated_at    ignore
/// *   /**        body    /items                 set key=sku
/// GET /prices    body    /**/price              within 0.01
/// *   /**        header  x-build                ignore
/// GET /search    query   cursor                 ignore
/// ```
/// `*` stands for one whole segment of a path or a pointer, `**` for any number of them.
public struct Rules: Sendable, Hashable {
  /// The rules in the order of the file.
  public let all: [Rule]

  /// No rules.
  public init() {
    all = []
  }

  /// Reads a file; the first mistake in it is thrown, with its place.
  public init(_ text: String) throws(RulesMistake) {
    all = try RulesParser.parse(text)
  }

  /// One line of the file.
  public struct Rule: Sendable, Hashable {
    /// Its line in the file, counted from 1.
    public var line: Int
    /// The line as it was written.
    public var text: String
    /// Which method it is about; nil for every one.
    public var method: String?
    /// Which paths it is about.
    public var path: JSONPathPattern
    /// What it forgives, and where.
    public var part: Part
  }

  /// What a rule forgives.
  public enum Part: Sendable, Hashable {
    /// In a JSON body.
    case body(JSONPathPattern, Action)
    /// A header, by its name in small letters.
    case header(String)
    /// A parameter of the query: two requests are the same without it.
    case query(String)
  }

  /// What a rule does with a place of a JSON body.
  public enum Action: Sendable, Hashable {
    /// It does not count.
    case ignore
    /// The elements of this array are told apart by this member.
    case key(String)
    /// A number may differ by so much.
    case within(JSONNumber)
  }

  /// The rules none of these changes has used: a misspelt rule forgives nothing.
  public func unused(by changes: some Sequence<Change>) -> [Rule] {
    let used = changes.reduce(into: Set<Int>()) { $0.formUnion($1.usedRules) }
    return all.indices.filter { !used.contains($0) }.map { all[$0] }
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

  /// The rules for the answers to one request.
  func scope(of request: HTTPRequest) -> Scope {
    var scope = Scope()
    for number in all.indices where all[number].isAbout(request) {
      switch all[number].part {
      case .body(let place, let action):
        scope.body.append(Scope.BodyRule(number: number, place: place, action: action))
      case .header(let name): scope.headers.append((name, number))
      case .query: break
      }
    }
    return scope
  }

  /// The rules that are about one request.
  struct Scope {
    var body: [BodyRule] = []
    var headers: [(name: String, number: Int)] = []

    /// Whether no rule is about the request.
    var isEmpty: Bool { body.isEmpty && headers.isEmpty }

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
  fileprivate func isAbout(_ request: HTTPRequest) -> Bool {
    if let method, !method.utf8.elementsEqual(request.method.rawValue.utf8) { return false }
    let requested = (try? URLText(request.url))?.path ?? request.url
    return path.matches(JSONPath(requested.isEmpty ? "/" : requested))
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
