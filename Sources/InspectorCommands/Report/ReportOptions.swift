/// What is written about a run, and where: `--json`, `--report text|json|junit|html|github[=FILE]`.
package struct ReportOptions {
  package static let rows = [
    Subcommand.Option(
      name: "--report", value: "FORM",
      summary: "text, json, junit, html or github; FORM=FILE into a file",
      aliases: ["--format", "--reporter", "--reporters"]),
    json,
  ]

  package static let json = Subcommand.Option(
    name: "--json", summary: "one line of JSON for each exchange")

  package enum Form: String, CaseIterable {
    case text, json, junit, html, github

    package var meaning: String {
      switch self {
      case .text: "a line for each, with what is wrong under it"
      case .json: "a line of JSON for each"
      case .junit: "JUnit's XML, as CI systems read it"
      case .html: "a page for people: waterfall, and each exchange with all that was said"
      case .github: "annotations of GitHub Actions, with file and line"
      }
    }
  }

  private(set) var wanted: [(form: Form, path: String?)] = []

  init(_ arguments: Arguments) throws(UsageMistake) {
    for value in arguments.all("--report") {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let form = Form(rawValue: String(parts[0])), parts.count < 2 || !parts[1].isEmpty else {
        throw .badValue(
          option: "--report", value: value,
          expected: "text, json, junit, html or github, or FORM=FILE")
      }
      wanted.append((form, parts.count > 1 ? String(parts[1]) : nil))
    }
    if arguments["--json"] != nil { wanted.append((.json, nil)) }
    // Annotations are lines of a log, and stand behind the text of it.
    let onStdout = wanted.filter { $0.path == nil && $0.form != .github }
    if onStdout.count > 1 {
      throw .together(
        "--report \(onStdout[0].form.rawValue)",
        onStdout[1].form == .json && arguments["--json"] != nil
          ? "--json" : "--report \(onStdout[1].form.rawValue)")
    }
    // Files alone leave stdout to the text.
    if onStdout.isEmpty { wanted.insert((.text, nil), at: 0) }
    let last = wanted.filter { $0.form == .github }
    wanted = wanted.filter { $0.form != .github } + last
    if last.count(where: { $0.path == nil }) > 1 {
      throw .together("--report github", "--report github")
    }
  }
}
