import NetEngine

/// What counts as a change: `--rules`, `--profile`.
enum ComparisonOptions {
  static let rows = [
    Command.Option(
      name: "--rules", value: "FILE",
      summary: "what is forgiven; the session's own .rules file otherwise"),
    Command.Option(name: "--profile", value: "NAME", summary: "how the envelope is read"),
  ]

  /// The comparison under the rules that were named, or that lie beside the session.
  static func comparison(_ arguments: Arguments, beside session: String) throws -> Comparison {
    let profile = try PipelineOptions.pipeline(arguments).profile
    return Comparison(
      pipeline: Pipeline(filter: .none, profile: profile),
      rules: try rules(arguments, beside: session), redactor: Redactor())
  }

  private static func rules(_ arguments: Arguments, beside session: String) throws -> Rules {
    let path: String
    if let named = arguments["--rules"] {
      path = named
    } else {
      path = own(of: session)
      guard SavedFile.exists(path) else { return Rules() }
    }
    let text = String(decoding: try TextFile.read(path), as: UTF8.self)
    do throws(RulesMistake) {
      return try Rules(text)
    } catch {
      throw TextFile.Problem(path: path, what: error.message)
    }
  }

  /// `sessions/login.har.gz` has its rules in `sessions/login.rules`.
  private static func own(of session: String) -> String {
    var name = session
    for end in [".gz", ".har", ".zhar", ".jsonl"] where name.hasSuffix(end) {
      name.removeLast(end.utf8.count)
    }
    return name + ".rules"
  }

  /// Says which rules have found nothing: a misspelt one forgives nothing.
  static func tellUnused(_ rules: Rules, by changes: [Change]) {
    for rule in rules.unused(by: changes) {
      Output.talk("rules, line \(rule.line): '\(rule.text.shortened(to: 80))' matched nothing")
    }
  }
}
