/// A command line that cannot be followed.
package nonisolated enum UsageMistake: Error, Equatable {
  case unknownOption(String, near: String?)
  case unknownCommand(String, near: String?)
  /// An old name of a command.
  case renamed(String, to: String, line: String)
  /// `help` knows neither a command nor a topic of that name.
  case unknownTopic(String, near: String?, known: [String])
  /// An option of another command.
  case foreignOption(String, command: String)
  case missingValue(option: String)
  case needlessValue(option: String)
  case badValue(option: String, value: String, expected: String)
  case needlessWord(String, command: String)
  case missingWord(String, command: String)
  case unknownEnvironment(String, near: String?, known: [String])
  /// A filter that cannot be read, and at which byte.
  case badFilter(option: String, String, offset: Int, String)
  /// Two options that say the same thing differently.
  case together(String, String)
  /// An option that means something only beside another.
  case needsOption(String, String)
  /// What was said makes no sense here; what it is, and what would.
  case meant(String)
  /// The table has no row for a line without a command.
  case noCommand
}

nonisolated extension UsageMistake {
  private static let renamed: [(old: String, new: String, line: String)] = [
    ("completions", "config completions", "inspector config completions bash"),
    ("cookies", "config cookies", "inspector config cookies PATH"),
    ("scan", "check --secrets", "inspector check --secrets NAME"),
    ("show", "list", "inspector list NAME"),
    ("view", "inspector FILE", "inspector FILE shows it, inspector check FILE checks it"),
  ]

  /// Throws for an old name of a command.
  package static func refuseOldName(_ word: String) throws(UsageMistake) {
    guard let row = renamed.first(where: { $0.old == word }) else { return }
    throw .renamed(row.old, to: row.new, line: row.line)
  }

  /// The lines on stderr: the mistake, the correction and the command that shows the help.
  ///
  /// Line breaks in names are escaped, so they begin no line.
  package func lines(command: String) -> [String] {
    let help = "See 'inspector \(command.isEmpty ? "" : command + " ")--help'."
    if case .badFilter = self {
      return what.split(separator: "\n").map(String.init) + [" " + help]
    }
    return ["\(what) \(help)"]
  }

  private var what: String {
    switch self {
    case .unknownOption(let name, let near): "Unknown option '\(name)'.\(Self.guess(near))"
    case .unknownCommand(let name, let near):
      near == nil
        ? "There is no command and no file '\(name)'."
        : "Unknown command '\(name)'.\(Self.guess(near))"
    case .renamed(let old, let new, let line): "'\(old)' is now '\(new)': \(line)."
    case .unknownTopic(let name, let near, let known):
      "There is no command and no topic '\(name)'."
        + (near.map { Self.guess($0) } ?? " Topics are \(known.joined(separator: ", ")).")
    case .foreignOption(let name, let command):
      command.isEmpty
        ? "'\(name)' needs a command before it." : "'\(command)' does not take '\(name)'."
    case .missingValue(let option): "A value is missing: '\(option)'."
    case .needlessValue(let option): "'\(option)' takes no value."
    case .badValue(let option, let value, let expected):
      "'\(option)' needs \(expected), not '\(value)'."
    case .needlessWord(let word, let command): "'\(command)' does not take '\(word)'."
    case .missingWord(let words, let command):
      "'\(command)' needs \(words)."
        + (CommandExamples.of(command).first.map { " Example: \($0.line)." } ?? "")
    case .unknownEnvironment(let name, let near, let known):
      "There is no environment '\(name)'."
        + (near.map { Self.guess($0) }
          ?? (known.isEmpty
            ? " There is no http-client.env.json." : " Known are \(known.joined(separator: ", "))."))
    case .badFilter(let option, let text, let offset, let message):
      "'\(option)' cannot be read: \(message)\n"
        + "  \(text)\n  \(String(repeating: " ", count: Self.column(of: offset, in: text)))^\n"
    case .together(let one, let other): "'\(one)' and '\(other)' do not go together."
    case .needsOption(let one, let other): "'\(one)' needs '\(other)'."
    case .meant(let words): words
    case .noCommand: "A command is missing."
    }
  }

  private static func column(of offset: Int, in text: String) -> Int {
    String(decoding: text.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count
  }

  private static func guess(_ near: String?) -> String {
    near.map { " Did you mean '\($0)'?" } ?? ""
  }
}
