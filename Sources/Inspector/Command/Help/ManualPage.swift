import InspectorCommands
import NetEngine

/// All of the help as a manual page in man(7), made of the same tables.
struct ManualPage {
  private var lines: [String] = []

  init(_ commands: [Subcommand]) {
    lines = [
      ".TH INSPECTOR 1 \"\" \"inspector \(CommandLineRun.version)\" \"User Commands\"",
      ".nh", ".ad l",
    ]
    section("NAME")
    say("inspector - \(HelpText.purpose)")
    section("SYNOPSIS")
    let groups = HelpGroups.commands.map { title, names in
      (title, names.compactMap { name in commands.first { $0.name == name } })
    }
    for command in groups.flatMap(\.1) {
      lines += [".B inspector"]
      let words = [command.name, command.words, "[OPTION...]"].filter { !$0.isEmpty }
      lines += [Self.text(words.joined(separator: " ")), ".br"]
    }
    section("DESCRIPTION")
    say("Without a command the screens open, over request files or a session, or over a demo.")
    section("OPTIONS")
    say("Every command takes these.")
    for option in Subcommand.common { row(option.synopsis, option.summary) }
    for (title, commands) in groups {
      section(title)
      for command in commands { tell(command) }
    }
    for topic in HelpTopic.all { tell(topic) }
    section("SEE ALSO")
    lines.append(".BR curl (1)")
  }

  /// The page as groff reads it.
  var roff: String { lines.joined(separator: "\n") }

  private mutating func section(_ title: String) {
    lines.append(".SH \"\(Self.text(title.uppercased()))\"")
  }

  private mutating func say(_ text: String) { lines.append(Self.text(text)) }

  private mutating func tell(_ command: Subcommand) {
    lines.append(".SS \"\(Self.text(HelpText.synopsis(of: command)))\"")
    say(command.summary)
    for (title, options) in HelpGroups.options(of: command) {
      if title != "Options" { lines += [".PP", ".B \"\(Self.text(title))\""] }
      for option in options { row(option.synopsis, option.summary) }
    }
    for example in CommandExamples.of(command.name) {
      lines.append(".PP")
      say(example.meaning + ":")
      literally([example.line])
    }
  }

  private mutating func tell(_ topic: HelpTopic) {
    let words = topic.name.split(separator: "-").joined(separator: " ")
    section(topic.name == "exit-codes" ? "EXIT STATUS" : words)
    say(topic.summary + ".")
    for part in topic.parts {
      switch part {
      case .heading(let title): lines.append(".SS \"\(Self.text(title))\"")
      case .text(let text):
        lines.append(".PP")
        say(text)
      case .rows(let rows): for (name, meaning) in rows { row(name, meaning) }
      case .lines(let own): literally(own)
      }
    }
  }

  private mutating func row(_ name: String, _ meaning: String) {
    lines += [".TP", ".B \"\(Self.text(name))\"", Self.text(meaning)]
  }

  /// As it stands, neither filled nor folded.
  private mutating func literally(_ own: [String]) {
    lines += [".PP", ".RS 4", ".nf"] + own.map(Self.text) + [".fi", ".RE"]
  }

  /// Text in which nothing is a request, an escape or the end of a quoted argument.
  private static func text(_ text: String) -> String {
    let start = text.utf8.first.map { $0 == 0x2e || $0 == 0x27 } == true ? "\\&" : ""
    return start
      + text.spelling { scalar in
        switch scalar {
        case "\\": "\\e"
        case "-": "\\-"
        case "\"": "\\(dq"
        case "'": "\\(aq"
        case "^": "\\(ha"
        case "~": "\\(ti"
        case "`": "\\(ga"
        default: scalar.isASCII ? nil : "\\[u\(hex(scalar))]"
        }
      }
  }

  /// At least four digits, as groff names a character.
  private static func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
