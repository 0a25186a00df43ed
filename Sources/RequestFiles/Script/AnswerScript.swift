import BytesAndJSON
import ExchangesAndOutcomes

/// What scripts and comments of other editors say of an answer, as far as it is understood: what it
/// has to be, and which of its values are kept as variables for later requests.
public struct AnswerScript: Sendable, Hashable {
  /// One script after the other; each has names of its own.
  var scripts: [[ScriptStatement]]

  /// Says nothing.
  public init() { scripts = [] }

  init(_ scripts: [[ScriptStatement]]) { self.scripts = scripts }

  /// Whether nothing is said.
  public var isEmpty: Bool { scripts.allSatisfy(\.isEmpty) }

  /// Variables it may set, each once.
  public var names: [String] {
    var names: [String] = []
    for name in scripts.flatMap({ $0.flatMap { $0.keptNames() } }) where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// A check that was made.
  public struct Result: Sendable {
    /// The name of the test it stands in.
    public let words: String
    /// The assertion as it is written.
    public let text: String
    /// Whether it holds.
    public let holds: Bool
    /// What there was instead; empty where it holds.
    public let found: String
    /// It asks for the status: one that is refused may be what it is about.
    let asksStatus: Bool
  }

  /// Both, one after the other.
  static func + (left: AnswerScript, right: AnswerScript) -> AnswerScript {
    AnswerScript(left.scripts + right.scripts)
  }

  /// Runs all of it over an answer; what one script keeps the next one finds.
  func run(_ answer: ScriptAnswer) -> (results: [Result], kept: [(name: String, value: String)]) {
    var run = ScriptRun(answer)
    for script in scripts { run.run(script) }
    return (run.results, run.kept)
  }
}

extension ScriptAnswer {
  init(_ response: Response) {
    self.init(
      status: response.statusCode, headers: response.headers, body: response.body, document: nil)
    earlierCookies = response.hops.dropLast().flatMap { $0.headers.values("Set-Cookie") }
    let document = JSONDocument(response.body.bytes)
    if document.error == nil { self.document = document.json }
  }

  init(_ subject: some FilterSubject) {
    var headers = Headers()
    for line in subject.filterResponseHeaders {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
      headers.append(
        HeaderField(
          String(line[..<colon]), String(Substring(line[colon...].utf8.dropFirst().trimmingBlanks)))
      )
    }
    self.init(
      status: subject.filterStatus, headers: headers, body: subject.filterResponseBody,
      document: subject.filterDocument)
  }
}

extension ScriptStatement {
  /// The variables it sets, as far as their names are written out, or are a list's that a loop goes
  /// through.
  func keptNames(_ listed: [String: [String]] = [:]) -> [String] {
    switch self {
    case .nothing, .declare(_, nil): []
    case .keep(let name, let value, _): name.names(listed) + value.keptNames(listed)
    case .declare(_, let value?), .assign(_, let value), .run(let value), .giveBack(let value):
      value.keptNames(listed)
    case .check(let check): check.condition.keptNames(listed)
    case .test(_, let function): function.body.flatMap { $0.keptNames(listed) }
    case .choice(let condition, let yes, let no):
      condition.keptNames(listed) + (yes + no).flatMap { $0.keptNames(listed) }
    case .block(let statements): statements.flatMap { $0.keptNames(listed) }
    case .attempt(let statements, _, let otherwise):
      (statements + otherwise).flatMap { $0.keptNames(listed) }
    }
  }
}

extension ScriptExpression {
  fileprivate func keptNames(_ listed: [String: [String]]) -> [String] {
    if case .function(let function) = self {
      return function.body.flatMap { $0.keptNames(listed) }
    }
    guard case .call(let callee, let arguments) = self, let first = arguments.first else {
      return parts.flatMap { $0.keptNames(listed) }
    }
    var (listed, names): ([String: [String]], [String]) = (listed, [])
    if case .member(.list(let items), "forEach") = callee, case .function(let each) = first,
      let item = each.parameters.first
    {
      listed[item] = items.flatMap { $0.names([:]) }
    }
    if let dotted = callee.dotted, dotted.hasPrefix("client."), dotted.hasSuffix(".set") {
      names = first.names(listed)
    }
    return parts.flatMap { $0.keptNames(listed) } + names
  }

  /// What it says as a variable's name.
  fileprivate func names(_ listed: [String: [String]]) -> [String] {
    switch self {
    case .text(let text): [text]
    case .name(let name): listed[name] ?? []
    default: []
    }
  }
}

/// What is expected of an answer: filters, and what other editors' scripts check.
package struct Expectations: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// Filters that have to hold.
  package var filters: [Filter]
  /// What scripts check.
  package var script: AnswerScript

  /// Takes both.
  package init(_ filters: [Filter] = [], _ script: AnswerScript = AnswerScript()) {
    (self.filters, self.script) = (filters, script)
  }

  /// Takes filters.
  package init(arrayLiteral filters: Filter...) { self.init(filters) }

  /// Whether nothing is expected.
  package var isEmpty: Bool { filters.isEmpty && script.isEmpty }
}
