import Inspector
import InspectorCommands

/// The page about commands, made of their table so that it cannot be wrong.
@MainActor
enum CommandsDocument {
  static var markdown: String {
    var out = """
      # Commands

      The [glossary](GLOSSARY.md) explains words such as *envelope*, *profile* and *verdict*.

      This page is generated from the program's own table of commands; `inspector --help` and
      `inspector COMMAND --help` show the same.

      """
    out += "\nEvery command takes these:\n\n| option | meaning |\n|---|---|\n"
    for option in Subcommand.common {
      out += "| `\(option.synopsis)` | \(option.summary) |\n"
    }
    out += """

      Names that other tools use are accepted too: `-e` for `--env` (not in `send`, where curl's
      letters count), `--var` for `--set`, `--format` for `--report`, `--bail` for `--fail-fast`.

      """
    let table = Commands.table
    for (title, names) in HelpGroups.commands {
      out += "\n## \(title)\n"
      for name in names {
        if let command = table.first(where: { $0.name == name }) { out += section(command) }
      }
    }
    out += lines
    out +=
      "\n## Exit codes\n\nOf several things that went wrong the first of signal, 5, 2, 1, 3, 4 "
    out += "counts.\n\n| code | meaning |\n|---|---|\n"
    for (code, meaning) in HelpText.exitCodes { out += "| \(code) | \(meaning) |\n" }
    return out
  }

  private static func section(_ command: Subcommand) -> String {
    var out = "\n### `\(HelpText.synopsis(of: command))`\n\n\(command.summary)\n"
    for (title, options) in HelpGroups.options(of: command) where !options.isEmpty {
      if title != "Options" { out += "\n\(title):\n" }
      out += "\n| option | meaning |\n|---|---|\n"
      for option in options {
        out += "| `\(option.synopsis.escapedForTable)` | \(option.summary.escapedForTable) |\n"
      }
    }
    let examples = CommandExamples.of(command.name)
    guard !examples.isEmpty else { return out }
    out += "\n```\n"
    for example in examples { out += "# \(example.meaning)\n\(example.line)\n" }
    return out + "```\n"
  }

  /// What programs may rely on.
  private static let lines = """

    ## Lines of JSON

    What `--json` and `--report json` write is a line for each, UTF-8, without a line break inside. `"v"` is
    the shape's number, now \(MachineLine.version): a member may be added at any time, and one that is not there is not known;
    when one goes, or means something else, the number goes up. Journals have theirs in their first line,
    `"format":1`; sessions are HAR 1.2.

    A line of `run` says where its request stands (`file`, `line`), in which `round` it was sent, how many
    checks of other tools' scripts were not made (`unchecked`), and which `proxy` it went through. `kind`
    is `unchecked`, without `ok`, where a recording keeps only a part of the body (`keptBytes` of `bytes`)
    and neither the status nor the envelope refuses it.

    """

  /// Each command with its help and its examples, for a test that runs them.
  static var helps: [(name: String, help: String, examples: [(line: String, code: Int32)])] {
    Commands.table.map { command in
      (
        command.name, HelpText.of(command),
        CommandExamples.of(command.name).map { ($0.line, $0.code) }
      )
    }
  }
}

extension String {
  fileprivate var escapedForTable: String {
    var text = ""
    for scalar in unicodeScalars { text += scalar == "|" ? "\\|" : String(scalar) }
    return text
  }
}
