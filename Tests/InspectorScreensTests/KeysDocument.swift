import InspectorScreens

/// The page about keys, made of the command table so that it cannot be wrong.
enum KeysDocument {
  static var markdown: String {
    var out = """
      # Keys

      The [glossary](GLOSSARY.md) explains words such as *envelope*, *profile* and *verdict*.

      This page is generated from the program's own table of commands; `?` shows the same on screen.

      """
    let most = most.compactMap { command in
      CommandTable.entries.first { $0.command == command }
    }
    out += "\n## The fifteen keys that do most of the work\n\n" + table(most)
    for scope in Scope.allCases {
      let entries = CommandTable.entries.filter { $0.scopes.contains(scope) }
      guard !entries.isEmpty else { continue }
      out += "\n## \(scope.title)\n\n\(scope.explanation)\n\n" + table(entries)
    }
    return out + typed
  }

  private static let most: [Command] = [
    .fire, .nextPane, .showTab, .layOut, .zoom, .search, .filter, .fireAll, .compose, .edit, .copy,
    .diff, .command, .help, .back,
  ]

  private static func table(_ entries: [CommandEntry]) -> String {
    let keymap = Keymap()
    var out = "| keys | command | what it does |\n|---|---|---|\n"
    for entry in entries {
      let keys =
        entry.command == .showTab
        ? "`\(keymap.names(of: entry))`"
        : entry.keys.isEmpty
          ? "`:\(entry.name)`"
          : entry.keys.map { "\($0)" }
            .map { "`\($0 == "|" ? "\\|" : $0)`" }.joined(separator: " ")
      out += "| \(keys) | \(entry.name) | \(entry.help) |\n"
    }
    return out
  }
}

extension KeysDocument {
  /// What the names are good for, and which of them take something.
  private static var typed: String {
    var out = """

      ## Typed commands

      Behind `:` every command of this page can be typed by its name; the start of a name does where
      no other starts alike. These take something:

      | command | what it does then |
      |---|---|

      """
    for entry in TypedCommand.entries {
      guard let argument = TypedCommand.arguments[entry.command] else { continue }
      let names =
        [entry.name] + TypedCommand.aliases.filter { $0.value == entry.command }.keys.sorted()
      let lines = names.map { "`:\($0) \(argument.name)`" }.joined(separator: " ")
      out += "| \(lines) | \(argument.help) |\n"
    }
    return out
  }
}

extension Scope {
  /// When its commands can be asked for, in a sentence.
  var explanation: String {
    switch self {
    case .always: "On every screen, even while something is typed."
    case .everywhere: "On every screen, unless something is typed."
    case .diff: "While two responses are compared."
    case .session: "While a recording is open."
    case .exchanges: "In the list of a recording's exchanges."
    case .main: "In every pane of the main screen."
    case .targets: "In the list of requests."
    case .history: "In the list of responses."
    case .answer: "In the pane with the response."
    case .tree: "In the JSON tab, before the keys of the response."
    case .headers: "In the Headers tab, before the keys of the response."
    case .string: "In the String tab, before the keys of the response."
    case .help: "On the page that explains the keys, the kinds and the filters."
    case .question: "While a question stands in the bottom line; every other key works as before."
    case .choice: "While a small list is open over the response; moving works as everywhere."
    case .copying: "After `y` or `Y`; any other key copies nothing."
    case .profile: "On the screen that makes a profile, before the keys of the JSON tree."
    case .variables: "On the page of a request's variables."
    case .cookies: "On the page of the cookies that are kept."
    case .preview: "Where a request shows that is not sent yet."
    case .keeping: "On the page of requests that will be written into a file."
    case .form: "In the form of a request; other characters are text, and so are pastes."
    case .formBody: "In the body of the form, before its other keys."
    case .completing: "In a header line of the form, where Tab knows how it goes on."
    case .prompt: "While something is typed in the bottom line; other characters are text."
    }
  }
}
