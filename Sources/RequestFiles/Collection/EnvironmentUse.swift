import LosslessJSON
import NetEngine

/// A variable of a person's environment that a request sends, and the origin that receives it.
package struct EnvironmentUse: Sendable, CustomStringConvertible {
  package let variable: EnvironmentVariable
  /// Scheme, host and port, such as `https://api.example.com`.
  ///
  /// Names in braces stand for values of variables in it.
  package let origin: String
  /// The same with the values, for comparisons alone.
  package let receiver: String

  package init(_ variable: EnvironmentVariable, to shown: String, at origin: String) {
    (self.variable, self.origin, receiver) = (variable, shown, origin)
  }

  package init(_ variable: EnvironmentVariable, to url: String) {
    let origin = Self.origin(of: url) ?? Self.origin(named: url)
    self.init(variable, to: origin, at: origin)
  }

  package var description: String { "\(variable) → \(origin.escapedForMessage)" }

  /// The origin of a URL in one spelling, without a default port; nil when there is none.
  package static func origin(of url: String) -> String? {
    if let text = try? URLText(url) { return text.origin.text }
    let origin = origin(named: url)
    return origin.isNamingVariable ? origin : nil
  }

  /// The origin of a URL that has names in braces in place of values, such as
  /// `http://{{NAME}}.example.com/path`.
  static func origin(named url: String) -> String {
    let bytes = Array(url.utf8)
    var (origin, scheme): ([UInt8], [UInt8]?) = ([], nil)
    var index = 0
    scan: while index < bytes.count {
      let rest = bytes[index...]
      if rest.starts(with: "{{".utf8), let end = rest.firstPlace(of: "}}".utf8)?.upperBound {
        origin += bytes[index..<end]
        index = end
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: ":") where scheme == nil && rest.starts(with: "://".utf8):
        (scheme, origin) = (origin, [])
        index += 3
        continue
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break scan
      case UInt8(ascii: "@"): origin = []
      default: origin.append(bytes[index].lowercasedASCII)
      }
      index += 1
    }
    guard let scheme else { return String(decoding: origin, as: UTF8.self) }
    for (usual, port) in [("http", ":80"), ("https", ":443")]
    where scheme.elementsEqual(usual.utf8)
      && origin.suffix(port.utf8.count).elementsEqual(port.utf8)
    {
      origin.removeLast(port.utf8.count)
    }
    return String(decoding: scheme + Array("://".utf8) + origin, as: UTF8.self)
  }
}

extension EnvironmentUse: Hashable {
  /// A person allows a variable and an origin as they were shown.
  package static func == (left: EnvironmentUse, right: EnvironmentUse) -> Bool {
    left.variable == right.variable && left.origin == right.origin
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(variable)
    hasher.combine(origin)
  }
}

extension RequestFileProblem {
  /// The reason to keep a request back whose uses nothing allows; nil without such a use.
  package init?(_ place: FilePlace, keeping uses: [EnvironmentUse]) {
    guard let first = uses.first else { return nil }
    self.init(
      place,
      .environmentKept(
        uses.map(\.variable.description), first: first.variable.name, from: first.origin))
  }
}

extension String {
  /// Whether it has the name of a variable in braces.
  var isNamingVariable: Bool { utf8.firstPlace(of: "{{".utf8) != nil }
}

extension RequestCollection {
  /// The variables of a person's environment that requests would send, as far as that is known before.
  package func environmentUses(
    of entries: [Entry], in context: RequestContext
  ) -> [[EnvironmentUse]] {
    guard readsEnvironment else { return entries.map { _ in [] } }
    return entries.map { environmentUses(of: $0, in: context) }
  }

  /// The same of one request.
  package func environmentUses(
    of entry: Entry, in context: RequestContext
  ) -> [EnvironmentUse] {
    var names: [EnvironmentVariable] = []
    for variable in variables(of: entry, in: context, nested: true) {
      for name in variable.environment.sorted(by: { $0.description < $1.description })
      where !names.contains(name) {
        names.append(name)
      }
    }
    guard !names.isEmpty else { return [] }
    let origin = origin(of: entry, in: context)
    return names.map { EnvironmentUse($0, to: origin, at: origin) }
  }

  /// Whether any of its values may be a person's: most collections have none.
  private var readsEnvironment: Bool {
    let layers = settings.values.flatMap(\.environments).flatMap(\.layers)
    let above = settings.filter { $0.key.utf8.starts(with: "..".utf8) }.values
    return above.contains { $0.dotenv != nil || !$0.environments.isEmpty }
      || layers.contains { $0.values.values.contains { $0.template.readsEnvironment } }
      || files.contains { file in
        file.variables.contains { $0.value.readsEnvironment }
          || file.requests.contains { request in
            request.body.replacesVariablesOfFiles
              || request.templates.contains { $0.readsEnvironment }
          }
      }
  }
}

extension FileBody {
  /// Whether a file in it may name variables.
  fileprivate var replacesVariablesOfFiles: Bool {
    pieces.contains { piece in
      if case .file(_, replacesVariables: true, _, _) = piece.whole { true } else { false }
    }
  }
}

extension Template {
  fileprivate var readsEnvironment: Bool {
    uses.contains { use in
      guard case .dynamic(let name, _) = use.expression else { return false }
      return name == "$processEnv" || name.utf8.starts(with: "$env.".utf8)
    }
  }
}
