/// What is written about a run, and where: `--json`, `--report text|json|junit[=FILE]`.
struct ReportOptions {
  static let rows = [
    Command.Option(
      name: "--report", value: "FORM", summary: "text, json or junit, FORM=FILE into a file"),
    json,
  ]

  static let json = Command.Option(
    name: "--json", summary: "a line of JSON for each, in place of text")

  enum Form: String, CaseIterable {
    case text, json, junit

    var meaning: String {
      switch self {
      case .text: "a line for each, with what is wrong under it"
      case .json: "a line of JSON for each"
      case .junit: "JUnit's XML, as CI systems read it"
      }
    }
  }

  private(set) var wanted: [(form: Form, path: String?)] = []

  init(_ arguments: Arguments) throws(UsageMistake) {
    for value in arguments.all("--report") {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let form = Form(rawValue: String(parts[0])), parts.count < 2 || !parts[1].isEmpty else {
        throw .badValue(
          option: "--report", value: value, expected: "text, json or junit, or FORM=FILE")
      }
      wanted.append((form, parts.count > 1 ? String(parts[1]) : nil))
    }
    if arguments["--json"] != nil { wanted.append((.json, nil)) }
    let onStdout = wanted.filter { $0.path == nil }
    if onStdout.count > 1 {
      throw .together(
        "--report \(onStdout[0].form.rawValue)",
        onStdout[1].form == .json && arguments["--json"] != nil
          ? "--json" : "--report \(onStdout[1].form.rawValue)")
    }
    // Files alone leave stdout to the text.
    if onStdout.isEmpty { wanted.insert((.text, nil), at: 0) }
  }

  /// Opens them; a place that cannot be written to is told before anything is sent.
  func reports(names: [String]) throws(Output.Failure) -> [any RunReport] {
    var reports: [any RunReport] = []
    for (form, path) in wanted {
      let sink = try ReportSink(path)
      switch form {
      case .text: reports.append(TextReport(sink, names: names))
      case .json: reports.append(JSONReport(sink: sink))
      case .junit: reports.append(JUnitReport(sink))
      }
    }
    return reports
  }
}
