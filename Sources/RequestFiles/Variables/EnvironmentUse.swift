import BytesAndJSON
import ExchangesAndOutcomes

/// A variable of the process's environment that a request sends, and the origin that receives it.
package struct EnvironmentUse: Sendable, Hashable, CustomStringConvertible {
  package let name: String
  /// Scheme, host and port, such as `https://api.example.com`; the URL when it cannot be read.
  package let origin: String

  package init(_ name: String, to url: String) {
    self.name = name
    origin = Self.origin(of: url) ?? url
  }

  package var description: String { "\(name) → \(origin)" }

  /// The origin of a URL in one spelling, without a default port; nil when there is none.
  package static func origin(of url: String) -> String? {
    guard let text = try? URLText(url), !text.host.isEmpty else { return nil }
    let origin = text.origin
    let usual = ["http": 80, "https": 443][origin.scheme]
    return "\(origin.scheme)://\(origin.host)" + (origin.port == usual ? "" : ":\(origin.port)")
  }
}

extension RequestFileTarget {
  /// The variables of the environment in it, each once.
  ///
  /// A value of an earlier exchange counts as the variable in `sent` whose value it holds.
  package func environmentUses(after sent: [NamedSecret]) -> [EnvironmentUse] {
    var names: [String] = []
    for use in uses {
      switch use.origin {
      case .process(let name): names.append(name)
      case .exchange:
        names += sent.filter { use.value.utf8.firstPlace(of: $0.value.utf8) != nil }.map(\.name)
      default: break
      }
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.map { EnvironmentUse($0, to: baseURL) }
  }

  /// The variables of the environment in it with their values; values below four bytes say nothing.
  package var environmentValues: [NamedSecret] {
    uses.compactMap { use in
      guard case .process(let name) = use.origin, use.value.utf8.count >= 4 else { return nil }
      return NamedSecret(name: name, value: use.value)
    }
  }
}

extension RequestCollection {
  /// The variables of the environment that requests would send, as far as that is known before.
  package func environmentUses(
    of entries: [Entry], to urls: [String], in context: RequestContext
  ) -> [[EnvironmentUse]] {
    guard readsEnvironment else { return entries.map { _ in [] } }
    return zip(entries, urls).map { entry, url in
      var names: [String] = []
      for variable in variables(of: entry, in: context, nested: true) {
        guard let name = variable.environmentName, !names.contains(name) else { continue }
        names.append(name)
      }
      return names.map { EnvironmentUse($0, to: url) }
    }
  }

  /// Whether any text of it names a variable of the environment: most collections name none.
  private var readsEnvironment: Bool {
    let values = settings.values.flatMap(\.environments).flatMap(\.layers).flatMap(\.values.values)
    return values.contains { $0.template.readsEnvironment }
      || files.contains { file in
        file.variables.contains { $0.value.readsEnvironment }
          || file.requests.contains { $0.templates.contains { $0.readsEnvironment } }
      }
  }
}

extension NeededVariable {
  /// The variable of the environment that it stands for, whether that has a value or not.
  fileprivate var environmentName: String? {
    switch result {
    case .success(let use): if case .process(let name) = use.origin { name } else { nil }
    case .failure(let problem): problem.unsetInProcess
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
