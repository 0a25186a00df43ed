import NetEngine
import RequestFiles

extension Configuration {
  /// The keys it sets, as commands and keys of ours.
  package var commandKeys: [Command: [Key]] {
    var found: [Command: [Key]] = [:]
    for entry in CommandTable.entries {
      let read = keys[entry.name]?.compactMap { Key(name: $0) } ?? []
      if !read.isEmpty { found[entry.command] = read }
    }
    return found
  }
}

extension KeyWords {
  /// Those of the table of commands.
  package static let table = KeyWords(
    commands: CommandTable.entries.map(\.name), isKey: { Key(name: $0) != nil },
    conflicts: { Keymap.conflicts($0.commandKeys) })
}

extension Configuration.Limit {
  /// Its value as people write it.
  package func text(in limits: Limits) -> String {
    func time(_ value: Duration?) -> String {
      value.map { Units.time(microseconds: Int(saturating: $0 / .microseconds(1))) } ?? "none"
    }
    return switch self {
    case .connectTimeout: time(limits.connectTimeout)
    case .idleTimeout: time(limits.idleTimeout)
    case .timeout: time(limits.totalTimeout)
    case .wireBody: Units.bytes(limits.wireBody)
    case .decodedBody: Units.bytes(limits.decodedBody)
    case .decodedRatio: "\(limits.decodedRatio)"
    case .bodyInMemory: Units.bytes(limits.bodyInMemory)
    case .redirects: "\(limits.redirects)"
    case .jsonDepth: "\(limits.jsonDepth)"
    }
  }
}

extension Keymap {
  /// Keys that mean two commands in one place; the one that is named first gives way.
  package static func conflicts(_ overrides: [Command: [Key]]) -> [String] {
    guard !overrides.isEmpty else { return [] }
    let places: [[Scope]] = [
      [.targets, .main, .everywhere, .always], [.history, .main, .everywhere, .always],
      [.answer, .main, .everywhere, .always], [.prompt, .always], [.form, .always],
      [.help, .everywhere, .always],
    ]
    var found: [String] = []
    for scopes in places {
      var owners: [Key: Command] = [:]
      for entry in CommandTable.entries where entry.scopes.contains(where: scopes.contains) {
        for key in overrides[entry.command] ?? entry.keys {
          let isSet = overrides[entry.command] != nil
          if let owner = owners[key], owner != entry.command, isSet || overrides[owner] != nil,
            let other = CommandTable[owner]
          {
            found.append("the key \(key) means \(other.name) and \(entry.name)")
          }
          owners[key] = entry.command
        }
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }
}
