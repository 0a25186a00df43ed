import LosslessJSON
import NetEngine

/// The variables of a person's environment in a request, gathered while it is put together.
struct SentEnvironment {
  /// Values out of earlier exchanges, in the head and in the body.
  struct Taken: Sendable, Hashable {
    var head: Set<String> = []
    var body: Set<String> = []
  }

  private(set) var taken = Taken()
  private var found = EnvironmentGuard()
  /// The `Host` header, and the text that names the host, with names in place of a person's values.
  var host: String?
  var authority: String?

  mutating func add(_ sources: ValueSources, toHeaders fields: [String] = []) {
    taken.head.formUnion(sources.taken)
    add(sources.variables)
    guard !sources.variables.isEmpty else { return }
    for name in fields {
      found.headers[name.lowercasedASCII, default: []].formUnion(sources.variables.keys)
    }
  }

  mutating func addBody(_ sources: ValueSources) {
    taken.body.formUnion(sources.taken)
    add(sources.variables)
    found.body.formUnion(sources.variables.keys)
  }

  private mutating func add(_ variables: [EnvironmentVariable: String]) {
    for (variable, value) in variables { found.values[variable, default: []].insert(value) }
  }

  /// What a redirect may not take to other origins than the URL's.
  func guarded(_ url: String) -> EnvironmentGuard {
    guard !found.isEmpty || taken != Taken() else { return found }
    var guarded = found
    guarded.origin = EnvironmentUse.origin(of: url) ?? ""
    let shown = authority.map(EnvironmentUse.origin(named:)) ?? ""
    guarded.shownOrigin = shown.isNamingVariable ? shown : guarded.origin
    return guarded
  }
}

extension RequestFileTarget {
  /// Counts values out of earlier exchanges as the variables that an earlier request sent.
  package mutating func count(_ sent: [EnvironmentVariable: Set<String>]) {
    guard var guarded = options?.environment else { return }
    for (variable, values) in sent {
      func holds(_ text: String) -> Bool {
        values.contains { text.utf8.firstPlace(of: $0.utf8) != nil }
      }
      let isInBody = taken.body.contains(where: holds)
      guard isInBody || taken.head.contains(where: holds) else { continue }
      guarded.values[variable, default: []].formUnion(values)
      if isInBody { guarded.body.insert(variable) }
    }
    options?.environment = guarded
  }

  /// The variables of a person's environment in it, each once.
  package var environmentUses: [EnvironmentUse] {
    guard let guarded = options?.environment else { return [] }
    return guarded.values.keys.sorted { $0.description < $1.description }.map {
      EnvironmentUse($0, to: guarded.shownOrigin, at: guarded.origin)
    }
  }
}
