import LosslessJSON
import NetEngine

/// Replaces the variables of one request, remembering what it put where.
///
/// A variable of a file or an environment is worked out once: used twice it is the same both times.
/// What stands in a value is replaced in it, never in the result: an answer cannot name variables.
struct VariableResolver {
  static let depthLimit = 16
  static let byteLimit = 16 << 20

  let scope: VariableScope
  private(set) var uses: [VariableUse] = []
  /// The variable that was asked for last.
  private(set) var last: VariableUse?
  /// What `uses` has, once that is more than a few: a request may make a new value tens of thousands
  /// of times.
  private var seen: Set<[String]> = []
  /// Values that are secret by themselves; what is made with them holds them.
  private(set) var secrets: [Secret] = []
  private var seenSecrets: Set<Secret> = []
  private var known: [String: Value] = [:]
  /// Names whose values are being worked out, outermost first.
  private var open: [String] = []
  /// Those of them that are looked for outside of the file.
  private var outside: Set<String> = []

  /// A secret value, and whether a person said so or it only comes from where secrets are kept.
  struct Secret: Hashable {
    var named: NamedSecret
    var isDeclared: Bool
  }

  /// The variables of a person's environment in what was resolved since ``takeSources()``.
  private var sources = ValueSources()

  private struct Value {
    var text: String
    var origin: VariableUse.Origin
    var isSecret: Bool
    /// The text with names in the place of values that each firing makes anew; nil without such.
    var named: String?
    var sources = ValueSources()
  }

  /// A template with its variables replaced.
  private struct Resolved {
    var text: String
    var isSecret = false
    var named: String?
    var sources = ValueSources()
  }

  init(_ scope: VariableScope) {
    self.scope = scope
  }

  /// The text with every variable replaced.
  mutating func text(_ template: Template) throws(RequestFileProblem) -> String {
    try resolve(template).text
  }

  /// The variables of a person's environment in what was resolved since the last call.
  mutating func takeSources() -> ValueSources {
    defer { sources = ValueSources() }
    return sources
  }

  /// The text, and the same with names in place of a person's values where it holds any.
  mutating func textWithNames(
    _ template: Template
  ) throws(RequestFileProblem) -> (text: String, named: String?) {
    let resolved = try resolve(template)
    return (resolved.text, resolved.sources.named)
  }

  /// Whether a value that could not be worked out has left others half done.
  var isInside: Bool { !open.isEmpty }

  /// One variable with names in the place of values that each firing makes anew, and whether it is
  /// not to be shown.
  mutating func text(
    of use: Template.Use
  ) throws(RequestFileProblem) -> (text: String, isSecret: Bool) {
    let value = try value(of: use)
    return (value.named ?? value.text, value.isSecret || scope.secrets.contains(use.name))
  }

  private mutating func resolve(
    _ template: Template
  ) throws(RequestFileProblem) -> Resolved {
    if template.pieces.count == 1, case .text(let text) = template.pieces[0] {
      return Resolved(text: text.withBraces)
    }
    var text = ""
    var named: String?
    var isSecret = false
    var sources = ValueSources()
    for piece in template.pieces {
      switch piece {
      case .text(let plain):
        text += plain.withBraces
        named? += plain.withBraces
        sources.named?.append(plain.withBraces)
      case .use(let use):
        let value = try value(of: use)
        if named != nil || value.named != nil {
          named = (named ?? text) + (value.named ?? value.text)
        }
        sources.add(value.sources, of: value.text, behind: text)
        text += value.text
        isSecret = isSecret || value.isSecret
        guard text.utf8.count <= Self.byteLimit else {
          throw RequestFileProblem(use.place, .tooLong(use.written, allowed: Self.byteLimit))
        }
      }
    }
    return Resolved(text: text, isSecret: isSecret, named: named, sources: sources)
  }

  private mutating func value(of use: Template.Use) throws(RequestFileProblem) -> Value {
    var value: Value
    switch use.expression {
    case .variable where TemplateExpression.asked(use.written) != nil: value = try asked(use)
    case .variable(let name): value = try variable(name, at: use.place)
    case .encoded(let name):
      let plain = try variable(name, at: use.place)
      value = Value(
        text: plain.text.percentEscaped(where: \.isPlainInURL), origin: plain.origin,
        isSecret: plain.isSecret, named: plain.named, sources: plain.sources)
    case .dynamic(let name, let arguments): value = try dynamic(name, arguments, of: use)
    case .reference(let reference):
      let text = try reference.value(at: use.place, in: scope.exchange)
      value = Value(
        text: text, origin: .exchange(reference.name), isSecret: Self.isSecret(use.name, text))
    case .broken(let expected):
      throw RequestFileProblem(use.place, .badReference(use.written, expected: expected))
    }
    let written = use.name
    let made = VariableUse(
      name: written, value: value.text, origin: value.origin, place: use.place,
      isSecret: value.isSecret || scope.secrets.contains(written))
    if isNew(made) { uses.append(made) }
    last = made
    if case .exchange = value.origin { value.sources.taken.insert(value.text) }
    sources.formUnion(value.sources)
    return value
  }

  /// `{{:name}}`: what a person says, and nothing that happens to have the name.
  private mutating func asked(_ use: Template.Use) throws(RequestFileProblem) -> Value {
    let name = TemplateExpression.asked(use.written)?.name ?? ""
    guard let text = scope.set[name] else {
      let words = scope.prompts.first { $0.name == name }?.words ?? ""
      throw RequestFileProblem(use.place, .prompted(name, words: words))
    }
    let isDeclared = scope.secrets.contains(name)
    let value = Value(
      text: text, origin: .set, isSecret: isDeclared || Self.isSecret(name, text))
    note(value, name, isDeclared: isDeclared)
    return value
  }

  private mutating func isNew(_ made: VariableUse) -> Bool {
    guard uses.count >= 8 else {
      return !uses.contains { $0.name == made.name && $0.value == made.value }
    }
    if seen.isEmpty { seen = Set(uses.map { [$0.name, $0.value] }) }
    return seen.insert([made.name, made.value]).inserted
  }

  private mutating func variable(
    _ name: String, at place: FilePlace
  ) throws(RequestFileProblem) -> Value {
    if let value = known[name] { return value }
    var isOutside = false
    if let start = open.firstIndex(of: name) {
      // `@host = {{host}}` in a file means the one that stands outside of it.
      isOutside = start == open.count - 1 && scope.find(name, outside: true) != nil
      guard isOutside, !outside.contains(name) else {
        throw RequestFileProblem(place, .selfReference(open[start...] + [name]))
      }
    }
    guard open.count < Self.depthLimit else {
      throw RequestFileProblem(place, .tooDeep(open + [name]))
    }
    let value: Value
    switch scope.find(name, outside: isOutside) {
    case .text(let text, let origin):
      let isDeclared = scope.secrets.contains(name)
      value = Value(
        text: text, origin: origin,
        isSecret: isDeclared || origin.isSecret || Self.isSecret(name, text),
        sources: ValueSources(origin, name, text))
      note(value, name, isDeclared: isDeclared)
    case .template(let template, let origin):
      open.append(name)
      if isOutside { outside.insert(name) }
      let resolved = try resolve(template)
      open.removeLast()
      outside.remove(name)
      let isDeclared = scope.secrets.contains(name)
      let isSecret = origin.isSecret || isDeclared
      // What holds a secret is found by that one, whatever it is called itself.
      let isNamed = !isSecret && !resolved.isSecret && Self.isSecret(name, resolved.text)
      value = Value(
        text: resolved.text, origin: origin, isSecret: resolved.isSecret || isSecret || isNamed,
        named: resolved.named,
        sources: resolved.sources.union(ValueSources(origin, name, resolved.text)))
      if isSecret || isNamed { note(value, name, isDeclared: isDeclared) }
    case nil: value = try implied(name, at: place)
    }
    // What stands outside is another value of that name.
    if !isOutside { known[name] = value }
    return value
  }

  /// The value of an answer that `login.body.token` or `login.token` means: the one that is there.
  private func implied(
    _ name: String, at place: FilePlace
  ) throws(RequestFileProblem) -> Value {
    let references = ExchangeReference.implied(name).filter { scope.hasRequest($0.name) }
    var found: [String] = []
    var missing: RequestFileProblem?
    for reference in references {
      do throws(RequestFileProblem) {
        let text = try reference.value(at: place, in: scope.exchange)
        if !found.contains(text) { found.append(text) }
      } catch {
        if case .noAnswer = error.reason { throw error }
        missing = missing ?? error
      }
    }
    guard let text = found.first, let reference = references.first else {
      throw missing ?? RequestFileProblem(place, scope.problem(ofMissing: name))
    }
    guard found.count == 1 else {
      throw RequestFileProblem(
        place,
        .badReference(name, expected: "one of several values: write \(reference.name).response"))
    }
    return Value(
      text: text, origin: .exchange(reference.name), isSecret: Self.isSecret(name, text))
  }

  /// Whether the variable's name makes the value a secret, as it would in a body.
  private static func isSecret(_ name: String, _ text: String) -> Bool {
    SecretName(name)?.covers(variable: text) == true
  }

  /// Keeps a value that is a secret by itself; one that only holds another is found by that.
  private mutating func note(_ value: Value, _ name: String, isDeclared: Bool) {
    guard value.isSecret else { return }
    let named = NamedSecret(name: name, value: value.text)
    let secret = Secret(named: named, isDeclared: isDeclared)
    if seenSecrets.insert(secret).inserted { secrets.append(secret) }
  }

  private mutating func dynamic(
    _ name: String, _ arguments: [String], of use: Template.Use
  ) throws(RequestFileProblem) -> Value {
    let place = use.place
    switch name {
    case "$processEnv", "$dotenv", "$shared":
      let key = try argument(name, arguments, at: place)
      do throws(RequestFileProblem) {
        switch name {
        case "$processEnv": return try process(key, at: place)
        case "$dotenv": return try dotenv(key, at: place)
        default: return try shared(key, at: place)
        }
      } catch {
        throw error.naming(arguments[0], insteadOf: key)
      }
    case _ where name.utf8.starts(with: "$env.".utf8):
      return try process(String(name.dropFirst(5)), at: place)
    default:
      let value = DynamicValue(name: name, arguments: arguments, system: scope.system)
      let (text, named) = (try value.text(at: place), "{{\(use.written)}}")
      return Value(
        text: scope.namesMadeValues ? named : text, origin: .dynamic, isSecret: false, named: named)
    }
  }

  /// The one argument; `%name` is the value of a variable.
  private mutating func argument(
    _ name: String, _ arguments: [String], at place: FilePlace
  ) throws(RequestFileProblem) -> String {
    guard arguments.count == 1, let first = arguments.first, !first.isEmpty else {
      throw RequestFileProblem(place, .badDynamic(name, expected: "the name of a variable"))
    }
    guard first.utf8.first == UInt8(ascii: "%") else { return first }
    let written = String(first.dropFirst())
    let value = try variable(written, at: place)
    // What stands in `.env` itself is meant, and not what its value names.
    if case .dotenv = value.origin { return written }
    return value.text
  }

  private mutating func process(
    _ name: String, at place: FilePlace
  ) throws(RequestFileProblem) -> Value {
    let value: Value
    if let text = scope.held[name] {
      value = Value(text: text, origin: .held, isSecret: true)
    } else if let text = scope.set[name] {
      // Who has said it a moment ago need not start again for it.
      value = Value(text: text, origin: .set, isSecret: true)
    } else if let text = scope.system.environment(name) {
      value = Value(
        text: text, origin: .process(name), isSecret: true,
        sources: ValueSources(.process(name), name, text))
    } else {
      sources.variables[EnvironmentVariable(name)] = ""
      throw RequestFileProblem(
        place, .unset(name, in: RequestFileProblem.process, near: nil))
    }
    note(value, name, isDeclared: scope.secrets.contains(name))
    return value
  }

  private mutating func dotenv(
    _ name: String, at place: FilePlace
  ) throws(RequestFileProblem) -> Value {
    for file in scope.dotenv {
      if let text = file.values[name] {
        let value = Value(
          text: text, origin: .dotenv(file.name), isSecret: true,
          sources: ValueSources(.dotenv(file.name), name, text))
        note(value, name, isDeclared: scope.secrets.contains(name))
        return value
      }
    }
    let count = scope.dotenv.reduce(0) { $0 + $1.values.count }
    let names =
      count <= NearestWord.mostOwn ? scope.dotenv.flatMap(\.values.keys).sorted() : []
    throw RequestFileProblem(
      place, .unset(name, in: ".env", near: NearestWord.of(name, in: names)))
  }

  /// A value every environment shares, even if the chosen one has another of that name.
  private mutating func shared(
    _ name: String, at place: FilePlace
  ) throws(RequestFileProblem) -> Value {
    for layer in scope.environments where layer.name == EnvironmentLayer.shared {
      guard let value = layer.values[name] else { continue }
      let resolved = try resolve(value.template)
      let isDeclared = scope.secrets.contains(name)
      let origin = VariableUse.Origin.environment(
        layer.name, value.place, isPrivate: layer.isPrivate)
      let found = Value(
        text: resolved.text, origin: origin,
        isSecret: resolved.isSecret || layer.isPrivate || isDeclared,
        sources: resolved.sources.union(ValueSources(origin, name, resolved.text)))
      if layer.isPrivate || isDeclared { note(found, name, isDeclared: isDeclared) }
      return found
    }
    throw RequestFileProblem(place, .unset(name, in: EnvironmentLayer.shared, near: nil))
  }
}

extension UInt8 {
  /// Stands for itself wherever a part of a URL is made.
  fileprivate var isPlainInURL: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || "-_.!~*'()".utf8.contains(self)
  }
}

extension ExchangeReference {
  /// What the reference stands for.
  func value(
    at place: FilePlace,
    in exchange: (ExchangeReference, FilePlace) throws(RequestFileProblem) -> EarlierExchange
  ) throws(RequestFileProblem) -> String {
    let earlier = try exchange(self, place)
    let headers = side == .request ? earlier.requestHeaders : earlier.responseHeaders
    let body = side == .request ? earlier.requestBody : earlier.responseBody
    func missing(_ why: String) -> RequestFileProblem {
      RequestFileProblem(place, .notInAnswer(name, why: why))
    }
    switch part {
    case .header(let header):
      guard let value = headers[header] else {
        let near = NearestWord.of(header, in: headers.map(\.name)).map { "; there is \($0)" } ?? ""
        throw missing("it has no header \(header)\(near)")
      }
      return value
    case .cookie(let cookie):
      let cookies = side == .request ? earlier.sentCookies : earlier.setCookies
      if let value = cookies.last(where: { $0.name == cookie })?.value { return value }
      let near = NearestWord.of(cookie, in: cookies.map(\.name)).map { "; there is \($0)" } ?? ""
      throw missing("\(side == .request ? "it sent" : "it sets") no cookie \(cookie)\(near)")
    case .status:
      guard side == .response, let status = earlier.status else {
        throw missing("it has no status")
      }
      return String(status)
    case .body:
      guard let text = body.text else { throw missing("its body is no text") }
      return text
    case .json(let path):
      let document = JSONDocument(body.bytes)
      if let error = document.error { throw missing("its body is no JSON: \(error)") }
      let json = document.json[path: path]
      if let error = json.error { throw missing(error.description) }
      return json.string ?? JSONPrinter.compact.text(json)
    }
  }
}
