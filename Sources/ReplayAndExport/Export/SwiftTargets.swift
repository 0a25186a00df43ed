import NetEngine
import RequestFiles
import Sessions

/// Recorded exchanges as an enum of targets: stubs answer from their samples, providers fire them.
struct SwiftTargets {
  private let exchanges: [(exchange: Exchange, name: String)]
  /// How many have a name people gave.
  private let counts: [String: Int]
  private let type: String
  /// The source.
  private(set) var text = ""
  /// What it takes from the environment.
  private(set) var variables: [String] = []

  /// A larger sample is no source code any more.
  private static let sampleLimit = 64 << 10

  init(_ exchanges: [Exchange], session: String) {
    var taken: Set<String> = []
    var next: [String: Int] = [:]
    counts = exchanges.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    self.exchanges = exchanges.map { exchange in
      let base = Self.caseName(exchange)
      var (name, number) = (base, next[base, default: 2])
      while !taken.insert(name).inserted {
        name = "\(base)\(number)"
        number += 1
      }
      next[base] = number
      var exchange = exchange
      exchange.request = exchange.request.withPlaceholdersForMarks()
      return (exchange, name)
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

  private var source: String {
    var text = "import NetEngine\n\n"
    text += "/// Recorded requests with their answers as samples.\n"
    text += "enum \(type): String, TargetType, CaseIterable {\n"
    for (exchange, name) in exchanges {
      text +=
        "  case \(name) = \(exchange.name.isEmpty ? name.swiftLiteral : label(exchange, name))\n"
    }
    text += "\n" + member("baseURL", "String") { $0.request.url.swiftLiteral }
    text += "\n  var path: String { \"\" }\n  var name: String { rawValue }\n"
    text += "\n" + member("method", "HTTPMethod") { $0.request.method.rawValue.swiftLiteral }
    text += "\n" + member("headers", "Headers", or: "[:]", headers)
    text += "\n" + member("task", "HTTPTask", or: ".requestPlain", task)
    text += "\n" + member("sampleData", "Body", or: ".empty", sample)
    return text + "}\n"
  }

  /// Raw values have to differ as the cases do.
  private func label(_ exchange: Exchange, _ name: String) -> String {
    let same = counts[exchange.name, default: 0]
    return (same > 1 ? "\(exchange.name) (\(name))" : exchange.name).swiftLiteral
  }

  /// A property with a case for each that has something to say.
  private func member(
    _ name: String, _ type: String, or usual: String? = nil, _ value: (Exchange) -> String?
  ) -> String {
    let values = exchanges.map { ($0.name, value($0.exchange)) }
    let said = values.filter { $0.1 != nil }
    guard !said.isEmpty else { return "  var \(name): \(type) { \(usual ?? "\"\"") }\n" }
    var text = "  var \(name): \(type) {\n    switch self {\n"
    for (name, value) in said { text += "    case .\(name): \(value ?? "")\n" }
    if said.count < values.count { text += "    default: \(usual ?? "\"\"")\n" }
    return text + "    }\n  }\n"
  }

  private func headers(_ exchange: Exchange) -> String? {
    let fields = exchange.request.headers.filter { !$0.source.isAddedAnew }
    guard !fields.isEmpty else { return nil }
    let pairs = fields.map { "\($0.name.swiftLiteral): \($0.value.swiftLiteral)" }
    return "[\(pairs.joined(separator: ", "))]"
  }

  private func task(_ exchange: Exchange) -> String? {
    guard case .bytes(let body) = exchange.request.body else { return nil }
    return ".requestData(\(Self.literal(body)))"
  }

  private func sample(_ exchange: Exchange) -> String? {
    guard let body = exchange.response?.body, !body.isEmpty else { return nil }
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

  /// `getUsers42` of `GET /users/42?x=1`.
  private static func caseName(_ exchange: Exchange) -> String {
    let plain = RedactedText.replacing(Array(exchange.request.url.utf8)) { name, _ in name }
    let url = String(decoding: plain, as: UTF8.self).utf8
    let mark = url.firstPlace(of: "://".utf8)?.upperBound ?? url.startIndex
    let slash = url[mark...].firstIndex(of: UInt8(ascii: "/")) ?? url.endIndex
    let path = url[slash...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let method = words(exchange.request.method.rawValue.lowercased()).joined()
    let rest = words(String(Substring(path))).map(\.capitalizedFirst).joined()
    let name = (method.isEmpty ? "call" : method) + rest
    return name.utf8.first.map { $0 &- 0x30 < 10 } ?? false ? "call" + name : name
  }

  /// Runs of ASCII letters and digits.
  private static func words(_ text: String) -> [String] {
    text.utf8.split { !($0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26) }
      .prefix(8).map { String(Substring($0)) }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
