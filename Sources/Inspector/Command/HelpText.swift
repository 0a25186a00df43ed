/// The help, made from the table of commands.
enum HelpText {
  static func of(_ commands: [Command]) -> String {
    var lines = ["inspector: fire HTTP requests and see what came back, step by step", ""]
    lines += columns(commands.map { (synopsis(of: $0), $0.summary) })
    var told: Set<String> = []
    for command in commands {
      let new = command.options.filter { !told.contains($0.name) }
      told.formUnion(new.map(\.name))
      guard !new.isEmpty else { continue }
      lines += ["", command.name.isEmpty ? "Options" : "Options of \(command.name)"]
      lines += columns(new.map { ($0.synopsis, $0.summary) })
    }
    lines += [
      "", "Exit codes",
      "  0 as expected · 1 usage, no terminal, an expectation not met · 2 a file not read",
      "  5 could not write · 128 + n ended by signal n",
    ]
    return lines.joined(separator: "\n")
  }

  private static func synopsis(of command: Command) -> String {
    ["inspector", command.name, command.words].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Two columns; the second starts where the longest of the first ends.
  private static func columns(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  \(left)\(String(repeating: " ", count: width - left.count + 3))\(right)"
    }
  }
}
