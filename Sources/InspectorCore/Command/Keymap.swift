/// Which command a key means where; made of the command table, with a person's own keys over it.
package struct Keymap: Sendable {
  /// A command, and which of its keys it was: `showTab` is asked for with a number.
  package struct Action: Sendable, Hashable {
    package var command: Command
    package var index: Int
  }

  private var actions: [Scope: [Key: Action]] = [:]
  private var keys: [Command: [Key]] = [:]

  /// Makes the map; `overrides` replace all keys of a command.
  package init(overrides: [Command: [Key]] = [:]) {
    for entry in CommandTable.entries {
      let entryKeys = overrides[entry.command] ?? entry.keys
      keys[entry.command] = entryKeys
      for scope in entry.scopes {
        for (index, key) in entryKeys.enumerated() {
          actions[scope, default: [:]][key] = Action(command: entry.command, index: index)
        }
      }
    }
  }

  /// What a key means: the first of the scopes that knows it decides.
  package func action(for key: Key, in scopes: [Scope]) -> Action? {
    for scope in scopes {
      if let action = actions[scope]?[key] { return action }
    }
    return nil
  }

  /// The keys of a command, in order.
  package func keys(of command: Command) -> [Key] {
    keys[command] ?? []
  }

  /// The keys of a command as help shows them: `1–9` for a row of digits.
  package func names(of command: Command) -> String {
    let keys = keys(of: command)
    if command == .showTab || command == .turnCode, let first = keys.first, let last = keys.last,
      keys.count > 2
    {
      return "\(first)–\(last)"
    }
    return keys.map(\.description).joined(separator: "  ")
  }
}
