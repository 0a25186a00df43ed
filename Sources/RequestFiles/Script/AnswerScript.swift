import LosslessJSON
import NetEngine

/// What scripts and comments of other editors say of an answer, as far as it is understood: what it
/// has to be, and which of its values are kept as variables for later requests.
public struct AnswerScript: Sendable, Hashable {
  /// One script after the other; each has names of its own.
  var scripts: [[ScriptStatement]]

  /// Says nothing.
  public init() { scripts = [] }

  init(_ scripts: [[ScriptStatement]]) { self.scripts = scripts }

  /// Makes each assertion a script, so that one that fails does not end the others.
  init(assertions: [ScriptStatement]) { scripts = assertions.map { [$0] } }

  /// Whether nothing is said.
  public var isEmpty: Bool { scripts.allSatisfy(\.isEmpty) }

  /// Variables it may set, each once.
  public var names: [String] {
    var kept = KeptNames()
    for script in scripts { kept.take(script) }
    return kept.names
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
    /// The line of an assertion that is a comment.
    let place: FilePlace?
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

/// The variables a script sets, as far as their names are written out, or are a list's that a loop goes
/// through.
private struct KeptNames {
  private(set) var names: [String] = []
  private var seen: Set<String> = []
  /// What a name may stand for.
  private var listed: [String: [String]] = [:]
  /// More than these are nobody's variables.
  private static let mostListed = 100

  mutating func take(_ statements: [ScriptStatement]) {
    for statement in statements { take(statement) }
  }

  private mutating func take(_ statement: ScriptStatement) {
    switch statement {
    case .nothing, .declare(_, nil): break
    case .keep(let name, let value, _):
      keep(name)
      take(value)
    case .declare(let name, let value?):
      listed[name] = Self.items(value)
      take(value)
    case .assign(_, let value), .run(let value), .giveBack(let value): take(value)
    case .check(let check): take(check.condition)
    case .test(_, let function): take(function.body)
    case .choice(let condition, let yes, let no):
      take(condition)
      take(yes)
      take(no)
    case .block(let statements): take(statements)
    case .attempt(let statements, _, let otherwise):
      take(statements)
      take(otherwise)
    }
  }

  private mutating func take(_ expression: ScriptExpression) {
    if case .function(let function) = expression { return take(function.body) }
    if case .call(let callee, let arguments) = expression, let first = arguments.first {
      if case .member(let list, "forEach") = callee, case .function(let each) = first,
        let item = each.parameters.first
      {
        if case .name(let name) = list {
          listed[item] = listed[name]
        } else {
          listed[item] = Self.items(list)
        }
      }
      if let dotted = callee.dotted, dotted.hasPrefix("client."), dotted.hasSuffix(".set") {
        keep(first)
      }
    }
    for part in expression.parts { take(part) }
  }

  /// Takes what an expression says as the name of a variable.
  private mutating func keep(_ name: ScriptExpression) {
    let said: [String]
    switch name {
    case .text(let text): said = [text]
    case .name(let name): said = listed[name] ?? []
    default: return
    }
    for name in said where seen.insert(name).inserted { names.append(name) }
  }

  private static func items(_ list: ScriptExpression) -> [String]? {
    guard case .list(let items) = list, items.count <= mostListed else { return nil }
    return items.compactMap { if case .text(let text) = $0 { text } else { nil } }
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
