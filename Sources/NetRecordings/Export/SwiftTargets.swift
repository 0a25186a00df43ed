import NetEngine
import RequestFiles

/// Recorded exchanges as an enum of targets, one case for those that differ in values alone: stubs answer
/// from their samples, providers fire them.
struct SwiftTargets {
  /// A case with what differs between the requests it stands for.
  private struct Case {
    var name: String
    var template: PathTemplate
    var parameters: [Parameter]
    /// The requests differ in their bodies.
    var takesBody: Bool
    var exchanges: [Exchange]
  }

  /// A value of a path, or of a query.
  private struct Parameter {
    var name: String
    /// nil for a place of the path.
    var queryName: String?
    var type: String
    /// Of each exchange; nil where it has none.
    var values: [String?]

    var isOptional: Bool { queryName != nil && values.contains(nil) }
  }

  private let cases: [Case]
  private let type: String
  /// The source.
  private(set) var text = ""
  /// What it takes from the environment.
  private(set) var variables: [String] = []

  /// A larger sample is no source code any more.
  private static let sampleLimit = 64 << 10
  /// So many of a case have a sample of their own, and stand in the list.
  private static let mostSamples = 20

  init(_ exchanges: [Exchange], session: String, _ rules: Rules) {
    var taken: Set<String> = ["recorded"]
    cases = PathTemplate.all(of: exchanges.map(\.request), rules).map { template in
      let members = template.members.map { exchanges[$0] }
      let base = Self.caseName(template)
      let name = base.firstFree(base) { !taken.insert($0).inserted }
      return Case(
        name: name, template: template, parameters: Self.parameters(template),
        takesBody: Set(members.map(\.request.body)).count > 1, exchanges: members)
    }
    let words = Self.words(session)
    let joined = words.map(\.capitalizedFirst).joined()
    type = joined.utf8.first.map { $0 &- 0x30 < 10 } ?? true ? "Recorded" + joined : joined
    let filled = SecretVariable.filled(source) { "\\(Self.secret(\"\($0)\"))" }
    (text, variables) = (filled.text, filled.variables)
    guard !variables.isEmpty else { return }
    text += """

      extension \(type) {
        /// What was taken out of the recording: a variable of the process's environment.
        private static func secret(_ name: String) -> String {
          VariableSystem.live.environment(name) ?? ""
        }
      }

      """
  }

  private static func parameters(_ template: PathTemplate) -> [Parameter] {
    var parameters = template.valueNames.enumerated().map { place, name in
      let values = template.values.map { $0[place] }
      // A number with a nought in front would lose it.
      let isNumber = values.allSatisfy { Int($0).map(String.init) == $0 }
      return Parameter(name: name, type: isNumber ? "Int" : "String", values: values)
    }
    var names: [String] = []
    for (name, _) in template.queries.joined() where !names.contains(name) { names.append(name) }
    for queryName in names {
      let values = template.queries.map { query in
        query.first { $0.name == queryName }.map { $0.value ?? "" }
      }
      guard Set(values).count > 1 else { continue }
      var name = PathTemplate.swiftName(queryName)
      if name.isEmpty || name.utf8.first.map({ $0 &- 0x30 < 10 }) ?? true || isReserved(name) {
        name = "query" + name.capitalizedFirst
      }
      name = name.firstFree(name) { name in parameters.contains { $0.name == name } }
      parameters.append(
        Parameter(name: name, queryName: queryName, type: "String", values: values))
    }
    return parameters
  }

  // MARK: Source

  private var source: String {
    var text = "import NetEngine\n\n"
    text += "/// Recorded requests with their responses as samples.\n"
    text += "enum \(type): TargetType {\n"
    for each in cases { text += "  /// `\(each.template.words)`\n  case \(declaration(each))\n" }
    text += "\n  /// What was recorded, in its order.\n  static let recorded: [\(type)] = [\n"
    for each in cases {
      for number in each.exchanges.indices.prefix(Self.mostSamples) {
        let part = each.exchanges[number].request.keptPart.map { "  // \($0)" } ?? ""
        text += "    \(call(each, number)),\(part)\n"
      }
    }
    text += "  ]\n"
    text += "\n" + member("baseURL", "String", binds: true, url)
    text += "\n  var path: String { \"\" }\n"
    text += "\n" + member("name", "String") { label($0).swiftLiteral }
    text += "\n" + member("method", "HTTPMethod") { $0.template.method.swiftLiteral }
    text += "\n" + member("headers", "Headers", or: "[:]") { headers($0.exchanges[0]) }
    text += "\n" + member("task", "HTTPTask", or: ".requestPlain", binds: true, task)
    text += "\n" + samples
    return text + "}\n"
  }

  /// `getUser(id: Int, page: String?)`.
  private func declaration(_ each: Case) -> String {
    var words = each.parameters.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" }
    if each.takesBody { words.append("body: Body") }
    return each.name + (words.isEmpty ? "" : "(\(words.joined(separator: ", ")))")
  }

  /// `.getUser(id: 42, page: nil)`; as a pattern a body is any.
  private func call(_ each: Case, _ number: Int, isPattern: Bool = false) -> String {
    var words = each.parameters.map { parameter in
      let value = parameter.values[number]
      let said = value.map { parameter.type == "Int" ? $0 : $0.swiftLiteral } ?? "nil"
      return "\(parameter.name): \(said)"
    }
    if each.takesBody {
      var body = ".empty"
      if case .bytes(let bytes) = each.exchanges[number].request.body { body = Self.literal(bytes) }
      words.append("body: \(isPattern ? "_" : body)")
    }
    return ".\(each.name)" + (words.isEmpty ? "" : "(\(words.joined(separator: ", ")))")
  }

  /// The case with its values bound, where they are used.
  private func binding(_ each: Case, _ text: String) -> String {
    var names = each.parameters.map(\.name)
    if each.takesBody { names.append("body") }
    let used = names.map { name in
      text.utf8.firstPlace(of: "\\(\(name)".utf8) != nil
        || name == "body" && text.hasSuffix("(body)")
        ? name : "_"
    }
    guard used.contains(where: { $0 != "_" }) else { return ".\(each.name)" }
    return "let .\(each.name)(\(used.joined(separator: ", ")))"
  }

  /// A property with a case for each that has something to say.
  private func member(
    _ name: String, _ type: String, or usual: String? = nil, binds: Bool = false,
    _ value: (Case) -> String?
  ) -> String {
    let values = cases.map { ($0, value($0)) }
    let said = values.filter { $0.1 != nil }
    guard !said.isEmpty else { return "  var \(name): \(type) { \(usual ?? "\"\"") }\n" }
    var text = "  var \(name): \(type) {\n    switch self {\n"
    for (each, value) in said {
      let value = value ?? ""
      text += "    case \(binds ? binding(each, value) : ".\(each.name)"): \(value)\n"
    }
    if said.count < values.count { text += "    default: \(usual ?? "\"\"")\n" }
    return text + "    }\n  }\n"
  }

  private func url(_ each: Case) -> String {
    let template = each.template
    var names = template.valueNames.makeIterator()
    var url = template.origin.swiftLiteral.dropLast()
    url += template.segments.map { segment in
      if case .text(let text) = segment { return text.inQuotes }
      return "\\(\(names.next() ?? "id"))"
    }.joined(separator: "/")
    return url + query(each) + "\""
  }

  /// In the order in which it was said: what may be missing brings the sign between it and what is always there.
  private func query(_ each: Case) -> String {
    let said = each.template.queries
    var names: [String] = []
    for (name, _) in said.joined() where !names.contains(name) { names.append(name) }
    var pieces: [(text: String, optional: String?)] = []
    for name in names {
      let parameter = each.parameters.first { $0.queryName == name }
      if let parameter, parameter.isOptional {
        pieces.append(("\(name.inQuotes)=\\($0)", parameter.name))
      } else if let parameter {
        pieces.append(("\(name.inQuotes)=\\(\(parameter.name))", nil))
      } else {
        for (_, value) in said[0].filter({ $0.name == name }) {
          pieces.append(((name + (value.map { "=" + $0 } ?? "")).inQuotes, nil))
        }
      }
    }
    guard !pieces.isEmpty else { return "" }
    // With nothing that is always there the mark stands alone where all are missing, and does no harm; a
    // single one brings it.
    let anchor = pieces.firstIndex { $0.optional == nil }
    if anchor == nil, pieces.count == 1, let name = pieces[0].optional {
      return "\\(\(name).map { \"?\(pieces[0].text)\" } ?? \"\")"
    }
    return "?"
      + pieces.enumerated().map { place, piece in
        let comes = anchor.map { place < $0 } ?? false
        let follows = place > (anchor ?? 0) || anchor == nil
        guard let name = piece.optional else { return (place == anchor ? "" : "&") + piece.text }
        let pair = (follows ? "&" : "") + piece.text + (comes ? "&" : "")
        return "\\(\(name).map { \"\(pair)\" } ?? \"\")"
      }.joined()
  }

  /// What people have called it, where they agree.
  private func label(_ each: Case) -> String {
    let names = Set(each.exchanges.map(\.name))
    let name = names.first ?? ""
    return names.count == 1 && !name.isEmpty ? name : each.template.words
  }

  private func task(_ each: Case) -> String? {
    if each.takesBody { return ".requestData(body)" }
    guard case .bytes(let body) = each.exchanges[0].request.body else { return nil }
    return ".requestData(\(Self.literal(body)))"
  }

  /// The answer to what was asked; for other values the first one's.
  private var samples: String {
    var text = ""
    for each in cases {
      var seen: Set<String> = []
      let all = each.exchanges.indices.filter { sample(each.exchanges[$0]) != nil }
      guard let first = all.first, let usual = sample(each.exchanges[first]) else { continue }
      for number in all.dropFirst().prefix(Self.mostSamples - 1) where !each.parameters.isEmpty {
        let pattern = call(each, number, isPattern: true)
        guard pattern != call(each, first, isPattern: true), seen.insert(pattern).inserted,
          let sample = sample(each.exchanges[number]), sample != usual
        else { continue }
        text += "    case \(pattern): \(sample)\n"
      }
      text += "    case .\(each.name): \(usual)\n"
    }
    guard !text.isEmpty else { return "  var sampleData: Body { .empty }\n" }
    let isWhole = cases.allSatisfy { each in each.exchanges.contains { sample($0) != nil } }
    return "  var sampleData: Body {\n    switch self {\n" + text
      + (isWhole ? "" : "    default: .empty\n") + "    }\n  }\n"
  }

  private func headers(_ exchange: Exchange) -> String? {
    let fields = exchange.request.headers.filter { !$0.source.isAddedAnew }
    guard !fields.isEmpty else { return nil }
    let pairs = fields.map { "\($0.name.swiftLiteral): \($0.value.swiftLiteral)" }
    return "[\(pairs.joined(separator: ", "))]"
  }

  private func sample(_ exchange: Exchange) -> String? {
    guard let response = exchange.response, !response.body.isEmpty else { return nil }
    let body = response.packed.isEmpty ? response.body : response.packed
    guard body.count <= Self.sampleLimit else {
      return ".empty  // \(body.count) bytes, too many for source code"
    }
    return Self.literal(body)
  }

  private static func literal(_ body: Body) -> String {
    if let text = body.text { return text.swiftLiteral }
    let bytes = body.prefix(sampleLimit).bytes.map { "\($0)" }.joined(separator: ", ")
    return "Body([\(bytes)] as [UInt8])"
  }

  /// `getUser` of `GET /users/{id}`, `getUserOrders` of `GET /users/{id}/orders`.
  private static func caseName(_ template: PathTemplate) -> String {
    let method = words(template.method.lowercased()).joined()
    var rest: [String] = []
    for (place, segment) in template.segments.enumerated() {
      guard case .text(let text) = segment else { continue }
      let plain = RedactedText.replacing(Array(text.utf8)) { name, _ in name }
      let isFollowed =
        place + 1 < template.segments.count && template.segments[place + 1] == .value
      let words = words(String(decoding: plain, as: UTF8.self)).map(\.capitalizedFirst).joined()
      rest.append(isFollowed ? PathTemplate.singular(words) : words)
    }
    let name = (method.isEmpty ? "call" : method) + rest.joined()
    return name.utf8.first.map { $0 &- 0x30 < 10 } ?? false ? "call" + name : name
  }

  /// Runs of ASCII letters and digits.
  private static func words(_ text: String) -> [String] {
    text.utf8.split { !($0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26) }
      .prefix(8).map { String(Substring($0)) }
  }

  /// No name of a value: a word of the language, or what a request's body is called.
  static func isReserved(_ name: String) -> Bool {
    """
    Any Self actor as associatedtype await body break case catch class continue default defer deinit do else
    enum extension fallthrough false fileprivate for func guard if import in init inout internal is let nil
    operator precedencegroup private protocol public repeat rethrows return self static struct subscript
    super switch throw throws true try typealias var where while
    """.split { $0 == " " || $0.isNewline }.contains { $0 == name }
  }
}

extension String {
  /// As it stands between the quotes of a literal.
  fileprivate var inQuotes: String { String(swiftLiteral.dropFirst().dropLast()) }
}
