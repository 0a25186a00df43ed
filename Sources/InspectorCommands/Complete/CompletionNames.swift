import NetEngine
import RequestFiles

/// The names that files hold: of requests, environments, variables, sessions and profiles.
struct CompletionNames {
  private let line: CompletedLine

  init(_ line: CompletedLine) { self.line = line }

  /// What the line's command would read: the paths it names, or what is in the current folder.
  private var collection: RequestCollection? {
    let path = line.words.first { SavedFile.exists($0) } ?? "."
    return try? RequestCollection(path: path)
  }

  var requests: [Completion.Candidate] {
    guard let collection else { return [] }
    var seen: Set<String> = []
    var found: [Completion.Candidate] = []
    for entry in collection.entries where !entry.isImported {
      if seen.insert(entry.request.listName).inserted {
        found.append(.init(entry.request.listName, "\(entry.request.place)"))
      }
      if seen.insert(entry.group).inserted { found.append(.init(entry.group, "all of it")) }
    }
    return found
  }

  var environments: [Completion.Candidate] {
    (collection?.environments ?? []).map { .init($0) }
  }

  var variables: [Completion.Candidate] {
    (collection?.variableNames ?? []).sorted().map { .init($0 + "=") }
  }

  /// The variables of the environment that requests send, each with its origin.
  var sentVariables: [Completion.Candidate] {
    guard let collection else { return [] }
    var context = RequestContext()
    context.environment = collection.onlyEnvironment
    let uses = collection.environmentUses(of: collection.entries, in: context).joined()
    return Set(uses.map { "\($0.variable.name)=\($0.origin)" }).sorted().map { .init($0) }
  }

  /// As they are named on the line: `login` for `sessions/login.har`.
  var sessions: [Completion.Candidate] {
    SavedFile.names(in: "sessions", upTo: 10_000).filter(SessionWord.isSession).map { name in
      .init(name.hasSuffix(".har") ? String(name.dropLast(4)) : name, "sessions/\(name)")
    }
  }

  var profiles: [Completion.Candidate] {
    let settings = CommandSettings(beside: line.words.first { SavedFile.exists($0) } ?? ".")
    return settings.profiles.map { .init($0.name) } + [.init("none", "no envelope is read")]
  }
}
