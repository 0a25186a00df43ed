/// Which command a key means where; made of the command table, with a person's own keys over it.
package struct Keymap: Sendable {
  /// A command, and which of its keys it was: `showTab` is asked for with a number.
  package struct Action: Sendable, Hashable {
    package var command: Command
    package var index: Int
  }

  /// Keys of a person's own; they stand in place of all a command has.
  private let overrides: [Command: [Key]]

  package init(overrides: [Command: [Key]] = [:]) { self.overrides = overrides }

  /// What a key means: the first of the scopes that knows it decides.
  ///
  /// The table's rows are read anew for each key: tables by key would have to be made before the first
  /// frame.
  package func action(for key: Key, in scopes: [Scope]) -> Action? {
    for scope in scopes {
      for place in CommandTable.places(in: [scope]).reversed() {
        let entry = CommandTable.entries[place]
        if let index = keys(of: entry).lastIndex(of: key) {
          return Action(command: entry.command, index: index)
        }
      }
    }
    return nil
  }

  /// The keys of a command, in order.
  package func keys(of command: Command) -> [Key] { CommandTable[command].map(keys(of:)) ?? [] }

  /// The first key of a command, or its typed name where it has no key.
  func name(of command: Command) -> String {
    keys(of: command).first?.shortName ?? CommandTable[command].map { ":\($0.name)" } ?? ""
  }

  package func keys(of entry: CommandEntry) -> [Key] { overrides[entry.command] ?? entry.keys }

  /// The keys of a command as help shows them: `1–9` for a row of digits.
  package func names(of entry: CommandEntry) -> String {
    let keys = keys(of: entry)
    if entry.command == .showTab || entry.command == .turnCode, let first = keys.first,
      let last = keys.last, keys.count > 2
    {
      return "\(first)–\(last)"
    }
    return keys.map(\.description).joined(separator: "  ")
  }
}
