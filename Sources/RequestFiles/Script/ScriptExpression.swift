/// What a script of another editor says, as far as it is read: no loops but over a list, no classes,
/// nothing that reaches outside of the answer.
indirect enum ScriptExpression: Sendable, Hashable {
  case undefined
  case null
  case bool(Bool)
  /// As it is written.
  case number(String)
  case text(String)
  /// Texts and expressions that become one text.
  case joined([ScriptExpression])
  case pattern(String, ignoresCase: Bool)
  case list([ScriptExpression])
  case object([Member])
  case name(String)
  case member(ScriptExpression, String)
  case element(ScriptExpression, ScriptExpression)
  case call(ScriptExpression, [ScriptExpression])
  case function(ScriptFunction)
  case unary(String, ScriptExpression)
  case binary(String, ScriptExpression, ScriptExpression)
  case choice(ScriptExpression, ScriptExpression, ScriptExpression)
  /// What comes behind is not looked for where this is nothing: `a?.b`.
  case optional(ScriptExpression)

  struct Member: Sendable, Hashable {
    var key: String
    var value: ScriptExpression
  }
}

/// A function that is written out where it is needed.
struct ScriptFunction: Sendable, Hashable {
  var parameters: [String]
  var body: [ScriptStatement]
}

/// A step of a script.
indirect enum ScriptStatement: Sendable, Hashable {
  case declare(String, ScriptExpression?)
  case assign(String, ScriptExpression)
  case run(ScriptExpression)
  case check(ScriptCheck)
  case test(name: ScriptExpression, ScriptFunction)
  case choice(ScriptExpression, [ScriptStatement], [ScriptStatement])
  case block([ScriptStatement])
  /// `try { … } catch { … }`: what is looked for may not be there.
  case attempt([ScriptStatement], error: String?, otherwise: [ScriptStatement])
  case giveBack(ScriptExpression)
  /// What a script keeps for later requests.
  case keep(name: ScriptExpression, value: ScriptExpression, mustExist: Bool)
  /// A value nobody asks for: what is printed, what is cleared.
  case nothing
}

extension ScriptStatement {
  /// Whether it may end what it stands in, functions inside of it apart.
  var givesBack: Bool {
    switch self {
    case .giveBack: true
    case .choice(_, let yes, let no): (yes + no).contains(where: \.givesBack)
    case .block(let statements): statements.contains(where: \.givesBack)
    case .attempt(let statements, _, let otherwise):
      (statements + otherwise).contains(where: \.givesBack)
    case .declare, .assign, .run, .check, .test, .keep, .nothing: false
    }
  }
}

/// An assertion with the words it is told by.
struct ScriptCheck: Sendable, Hashable {
  var condition: ScriptExpression
  /// What is said where it does not hold.
  var message: ScriptExpression?
  /// As it is written, over one line.
  var source: String
  /// The line of an assertion that is a comment.
  var place: FilePlace?
}

extension ScriptExpression {
  /// The chain of names it is, as `client.global.set`; nil for anything else.
  var dotted: String? {
    switch self {
    case .name(let name): name
    case .member(let value, let name): value.dotted.map { "\($0).\(name)" }
    default: nil
    }
  }

  /// Whether it asks for the answer's status.
  var asksStatus: Bool {
    if let dotted, ["response.status", "response.statusCode"].contains(dotted) { return true }
    return parts.contains(where: \.asksStatus)
  }

  /// What it is made of, functions apart.
  var parts: [ScriptExpression] {
    switch self {
    case .undefined, .null, .bool, .number, .text, .pattern, .name, .function: []
    case .joined(let parts), .list(let parts): parts
    case .object(let members): members.map(\.value)
    case .member(let value, _), .unary(_, let value), .optional(let value): [value]
    case .element(let left, let right), .binary(_, let left, let right): [left, right]
    case .call(let callee, let arguments): [callee] + arguments
    case .choice(let condition, let yes, let no): [condition, yes, no]
    }
  }
}
