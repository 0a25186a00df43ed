import InspectorCommands

/// The help, made from the table of commands; 80 columns hold it.
enum HelpText {
  static let width = 80

  /// What there is: the commands, a line or two each.
  static func of(_ commands: [Subcommand]) -> String {
    var lines = ["inspector: fire HTTP requests and see what came back, step by step", ""]
    lines += columns(commands.map { (synopsis(of: $0), $0.summary) })
    if let screens = commands.first(where: { $0.name.isEmpty }) {
      lines += ["", "Options of the screens"]
      lines += columns(screens.options.map { ($0.synopsis, $0.summary) })
    }
    let topics = fold("Topics: " + HelpTopic.all.map(\.name).joined(separator: ", "), width)
    lines += [
      "", "'inspector COMMAND --help' tells the options, with examples.",
      "'inspector help TOPIC' explains.",
    ]
    lines += topics + ["", "Exit codes"]
    lines += columns(exitCodes.map { ("\($0.code)", $0.meaning) })
    return lines.joined(separator: "\n")
  }

  /// One command: what it takes, what its options do, lines that work.
  static func of(_ command: Subcommand) -> String {
    var lines = fold(synopsis(of: command) + " [OPTION…]", width)
    lines += fold(command.summary, width - 2).map { "  " + $0 }
    lines += ["", "Options"]
    // What every command takes comes last.
    let common = Subcommand.common.map(\.name)
    let options =
      command.options.filter { !common.contains($0.name) && !$0.isHidden }
      + command.options.filter { common.contains($0.name) }
    lines += columns(options.map { ($0.synopsis, $0.summary) })
    let examples = CommandExamples.of(command.name)
    if !examples.isEmpty { lines += ["", "Examples"] }
    for example in examples {
      lines += ["  # \(example.meaning)"] + broken(example.line)
    }
    return lines.joined(separator: "\n")
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

  /// What commands end with; of several the first that applies counts.
  static let exitCodes: [(code: String, meaning: String)] = [
    ("0", "all as expected"),
    ("1", "usage, or a request that is not safe to send"),
    ("2", "a file could not be read; its place is named"),
    ("3", "no answer, or not a whole one"),
    ("4", "checks failed: status, mapping, envelope, expectation, a change"),
    ("5", "something could not be written"),
    ("128+n", "ended by signal n; 141: nobody read stdout any more"),
  ]

  static func synopsis(of command: Subcommand) -> String {
    ["inspector", command.name, command.words].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Two columns; the second starts where most of the first have ended, and is folded.
  static func columns(_ rows: [(String, String)]) -> [String] {
    let left = min(29, rows.map { count($0.0) }.max() ?? 0)
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
