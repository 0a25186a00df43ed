import InspectorCommands

/// The help, made from the table of commands; 80 columns hold it.
package enum HelpText {
  static let width = 80

  /// All commands in groups, with three examples.
  static func of(_ commands: [Subcommand]) -> String {
    var lines = ["inspector: \(purpose)"]
    for (title, names) in HelpGroups.commands {
      let group = names.compactMap { name in commands.first { $0.name == name } }
      lines += ["", title] + columns(group.map { (synopsis(of: $0), $0.summary) }, left: 29)
    }
    lines += ["", "Examples"] + examples(HelpGroups.examples)
    if let screens = commands.first(where: { $0.name.isEmpty }) {
      lines += ["", "Options of the screens"]
      lines += columns(screens.options.map { ($0.synopsis, $0.summary) })
    }
    lines += [
      "", "'inspector COMMAND --help' shows a command's options, with examples.",
      "'inspector help TOPIC' explains a topic:",
    ]
    lines += fold(HelpTopic.all.map(\.name).joined(separator: ", "), width - 2).map { "  " + $0 }
    lines += ["", "Exit codes"] + columns(exitCodes.map { ("\($0.code)", $0.meaning) })
    return lines.joined(separator: "\n")
  }

  static let purpose = "send HTTP requests and see what came back, step by step"

  /// One command: its words, its options under headings, and lines that work.
  package static func of(_ command: Subcommand) -> String {
    var lines = fold(synopsis(of: command) + " [OPTION…]", width)
    lines += fold(command.summary, width - 2).map { "  " + $0 }
    var groups = HelpGroups.options(of: command)
    if groups.count > 1 { groups.append(("Every command", [])) }
    groups[groups.count - 1].options += Subcommand.common
    let left = groups.flatMap(\.options).map { count($0.synopsis) }.max() ?? 0
    for (title, options) in groups {
      lines += ["", title] + columns(options.map { ($0.synopsis, $0.summary) }, left: left)
    }
    let own = CommandExamples.of(command.name)
    if !own.isEmpty { lines += ["", "Examples"] + examples(own.map { ($0.line, $0.meaning) }) }
    return lines.joined(separator: "\n")
  }

  private static func examples(_ rows: [(line: String, meaning: String)]) -> [String] {
    rows.flatMap { ["  # \($0.meaning)"] + broken($0.line) }
  }

  /// A topic: its paragraphs and tables.
  static func of(_ topic: HelpTopic) -> String {
    var lines = [topic.summary]
    for part in topic.parts {
      lines.append("")
      switch part {
      case .text(let text): lines += fold(text, width)
      case .rows(let rows): lines += columns(rows)
      case .lines(let own): lines += own.map { "  " + $0 }
      case .heading(let heading): lines.append(heading)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Exit codes; of several the first that applies counts.
  package static let exitCodes: [(code: String, meaning: String)] = [
    ("0", "all as expected"),
    ("1", "usage, or a request that is not safe to send"),
    ("2", "a file could not be read; the message names the place"),
    ("3", "no response, or an incomplete one"),
    ("4", "checks failed: status, mapping, envelope, expectation, a change"),
    ("5", "something could not be written"),
    ("128+n", "ended by signal n; 141: stdout was closed"),
  ]

  package static func synopsis(of command: Subcommand) -> String {
    ["inspector", command.name, command.words].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Two columns; the second is folded and starts behind `left` cells, 29 at most.
  static func columns(_ rows: [(String, String)], left: Int? = nil) -> [String] {
    let left = min(29, left ?? rows.map { count($0.0) }.max() ?? 0)
    return rows.flatMap { name, meaning in
      let parts = fold(meaning, width - left - 5)
      let blanks = String(repeating: " ", count: left + 5)
      let fits = count(name) <= left
      let gap = String(repeating: " ", count: max(0, left - count(name)) + 3)
      let first = fits ? ["  \(name)\(gap)\(parts[0])"] : ["  \(name)", blanks + parts[0]]
      return first + parts.dropFirst().map { blanks + $0 }
    }
  }

  /// A shell line that is too long goes on behind a backslash.
  private static func broken(_ line: String) -> [String] {
    let parts = fold(line, width - 6, isShell: true)
    return parts.enumerated().map { index, part in
      (index == 0 ? "  " : "    ") + part + (index + 1 < parts.count ? " \\" : "")
    }
  }

  static func fold(_ text: String, _ width: Int, isShell: Bool = false) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words(text, isShell) {
      if !line.isEmpty, count(line) + 1 + count(word) > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  /// At blanks; of a shell line not inside of quotes.
  private static func words(_ text: String, _ isShell: Bool) -> [String] {
    var words: [String] = []
    var quote: Unicode.Scalar?
    var word = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isShell, scalar == "'" || scalar == "\"" {
        if quote == nil { quote = scalar } else if quote == scalar { quote = nil }
      }
      if scalar == " ", quote == nil {
        words.append(String(word))
        word = String.UnicodeScalarView()
      } else {
        word.append(scalar)
      }
    }
    return words + [String(word)]
  }

  private static func count(_ text: String) -> Int { text.unicodeScalars.count }
}
