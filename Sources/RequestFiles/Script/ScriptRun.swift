import LosslessJSON
import NetEngine

/// What a script can ask of an answer.
struct ScriptAnswer {
  var status: Int?
  var headers: Headers
  /// Fields of earlier hops that set cookies.
  var earlierCookies: [String] = []
  var body: Body?
  /// The body as a document, where it is JSON.
  var document: JSON?
}

extension ScriptAnswer {
  /// The value of a cookie it sets; the last one of a name counts.
  func cookie(_ name: String) -> String? {
    let fields = earlierCookies + headers.values("Set-Cookie")
    return fields.last { String(lenient: SetCookie($0).name) == name }
      .map { String(lenient: SetCookie($0).value) }
  }
}

/// Runs what is understood of a script over one answer; nothing else can be reached from it.
struct ScriptRun {
  let answer: ScriptAnswer
  /// What scripts have kept so far, this one included.
  private(set) var kept: [(name: String, value: String)] = []
  private(set) var results: [AnswerScript.Result] = []
  var scopes: [[String: ScriptValue]] = [[:]]
  /// The tests that are being made, outermost first.
  private var tests: [String] = []
  private var stepsLeft = 200_000
  private var calls = 0

  /// Why a script cannot go on: what it looks for is not there.
  struct Failure: Error {
    var words: String
    /// An assertion said so, and was told of already.
    var isTold = false
  }

  init(_ answer: ScriptAnswer) {
    self.answer = answer
  }

  /// Runs all statements; where one fails the rest is left, as where it was written.
  mutating func run(_ statements: [ScriptStatement]) {
    scopes = [[:]]
    do throws(Failure) { _ = try perform(statements) } catch {
      if !error.isTold { tell(ScriptCheck.script, holds: false, found: error.words) }
    }
  }

  /// Performs statements in order; a value ends them.
  private mutating func perform(
    _ statements: [ScriptStatement]
  ) throws(Failure) -> ScriptValue? {
    for statement in statements {
      if let value = try perform(statement) { return value }
    }
    return nil
  }

  private mutating func perform(_ statement: ScriptStatement) throws(Failure) -> ScriptValue? {
    try countStep()
    switch statement {
    case .nothing: return nil
    case .declare(let name, let value):
      scopes[scopes.count - 1][name] =
        try value.map { (value) throws(Failure) in
          try self.value(of: value)
        } ?? .undefined
    case .assign(let name, let value):
      let value = try self.value(of: value)
      let scope = scopes.lastIndex { $0[name] != nil } ?? scopes.count - 1
      scopes[scope][name] = value
    case .run(let expression): _ = try value(of: expression)
    case .check(let check): try make(check)
    case .test(let name, let function): try make(try value(of: name).text, function)
    case .choice(let condition, let yes, let no):
      return try perform(try value(of: condition).isTrue ? yes : no)
    case .block(let statements):
      scopes.append([:])
      defer { scopes.removeLast() }
      return try perform(statements)
    case .attempt(let statements, let name, let otherwise):
      return try attempt(statements, name, otherwise)
    case .giveBack(let value): return try self.value(of: value)
    case .keep(let name, let value, let mustExist):
      try keep(try self.value(of: name).text, try self.value(of: value), mustExist: mustExist)
    }
    return nil
  }

  /// An assertion that does not hold is no mistake that could be caught: it is told, and ends here.
  private mutating func attempt(
    _ statements: [ScriptStatement], _ name: String?, _ otherwise: [ScriptStatement]
  ) throws(Failure) -> ScriptValue? {
    let depth = scopes.count
    do throws(Failure) {
      return try perform(.block(statements))
    } catch {
      scopes.removeLast(scopes.count - depth)
      guard !error.isTold, stepsLeft > 0 else { throw error }
      scopes.append(name.map { [$0: .object([("message", .text(error.words))])] } ?? [:])
      defer { scopes.removeLast() }
      return try perform(.block(otherwise))
    }
  }

  mutating func countStep() throws(Failure) {
    stepsLeft -= 1
    if stepsLeft < 0 { throw Failure(words: "the script does not come to an end") }
  }

  mutating func call(
    _ function: ScriptFunction, _ arguments: [ScriptValue]
  ) throws(Failure) -> ScriptValue {
    guard scopes.count < 64 else { throw Failure(words: "its functions call each other too deep") }
    var scope: [String: ScriptValue] = [:]
    for (index, name) in function.parameters.enumerated() {
      scope[name] = index < arguments.count ? arguments[index] : .undefined
    }
    scopes.append(scope)
    defer { scopes.removeLast() }
    return try perform(function.body) ?? .undefined
  }

  /// A function the script declares sees what is declared around all of it, not who calls it.
  mutating func callOwn(
    _ function: ScriptFunction, _ arguments: [ScriptValue]
  ) throws(Failure) -> ScriptValue {
    let caller = scopes
    guard calls < 64 else { throw Failure(words: "its functions call each other too deep") }
    calls += 1
    scopes = [caller[0]]
    defer {
      scopes = [scopes[0]] + caller.dropFirst()
      calls -= 1
    }
    return try call(function, arguments)
  }

  // MARK: What is said of the answer

  /// A test without an assertion holds when it comes to its end.
  private mutating func make(_ name: String, _ function: ScriptFunction) throws(Failure) {
    let before = results.count
    tests.append(name)
    defer { tests.removeLast() }
    do throws(Failure) {
      _ = try call(function, [])
      if results.count == before { tell(ScriptCheck.script, holds: true, found: "") }
    } catch {
      if !error.isTold { tell(ScriptCheck.script, holds: false, found: error.words) }
    }
  }

  /// An assertion that does not hold ends the test it is in.
  mutating func make(_ check: ScriptCheck) throws(Failure) {
    let holds: Bool
    let found: String
    do throws(Failure) {
      holds = try value(of: check.condition).isTrue
      found = holds ? "" : try self.found(check.condition)
    } catch {
      tell(check, holds: false, found: error.words)
      throw Failure(words: error.words, isTold: true)
    }
    let message =
      holds
      ? nil
      : try check.message.map { (text) throws(Failure) in
        try value(of: text).text
      }
    tell(
      check, holds: holds,
      found: [found, message ?? ""].filter { !$0.isEmpty }.joined(separator: ": "))
    if !holds { throw Failure(words: found, isTold: true) }
  }

  private mutating func tell(_ check: ScriptCheck, holds: Bool, found: String) {
    results.append(
      AnswerScript.Result(
        words: tests.last ?? "", text: check.source, holds: holds, found: found,
        asksStatus: check.condition.asksStatus, place: check.place))
  }

  /// What stood there instead, as far as one value tells it.
  private mutating func found(_ condition: ScriptExpression) throws(Failure) -> String {
    switch condition {
    case .binary("&&", let left, let right):
      return try found(try value(of: left).isTrue ? right : left)
    case .binary(_, let left, let right):
      let isWritten: Bool
      switch left {
      case .text, .number, .bool, .null, .undefined: isWritten = true
      default: isWritten = false
      }
      return try value(of: isWritten ? right : left).summary
    case .unary("!", let value): return try self.value(of: value).summary
    case .call(.member(let owner, _), _): return try value(of: owner).summary
    default: return try value(of: condition).summary
    }
  }

  mutating func keep(
    _ name: String, _ value: ScriptValue, mustExist: Bool = false
  ) throws(Failure) {
    guard !value.isNothing else {
      // A script that looks for what is not always there is right to go on.
      if mustExist { throw Failure(words: "there is nothing to keep as '\(name)'") }
      return
    }
    kept.removeAll { $0.name == name }
    kept.append((name, value.text))
  }

  func isKept(_ name: String) -> String? { kept.last { $0.name == name }?.value }
}

extension ScriptCheck {
  /// What a script does apart from its assertions.
  static let script = ScriptCheck(condition: .undefined, message: nil, source: "script")
}
