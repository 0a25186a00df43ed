import NetEngine
import NetRecordings

/// What counts as a change: `--rules`, `--profile`, `--slower`.
package enum ComparisonOptions {
  package static let rows = [
    Subcommand.Option(
      name: "--rules", value: "FILE",
      summary: "rules for differences to ignore; else the recording's .rules file"),
    Subcommand.Option(
      name: "--profile", value: "NAME", summary: "how envelopes are read, or none"),
    Subcommand.Option(
      name: "--slower", value: "2x",
      summary: "reports a response that takes this many times longer, plus 50 ms"),
  ]

  /// The comparison under the rules that were named, or that lie beside the session.
  static func comparison(
    _ arguments: Arguments, _ settings: CommandSettings, beside session: String
  ) throws -> Comparison {
    let said = try PipelineOptions.said(arguments, settings.profiles).profile
    var comparison = Comparison(
      pipeline: Pipeline(filter: .none, profile: said ?? nil),
      rules: try RulesFile.read(arguments["--rules"], beside: session).rules,
      redactor: redactor)
    comparison.slower = try slower(arguments)
    if said == nil {
      let standard = settings.standardProfile
      comparison.standardProfile = { standard($0.url) }
    }
    return comparison
  }

  /// `2x`; `x2` is read too, as in `--latency`.
  private static func slower(_ arguments: Arguments) throws(UsageMistake) -> Double? {
    guard let text = arguments["--slower"] else { return nil }
    let isFactor = text.hasSuffix("x") || text.hasPrefix("x")
    let digits = text.hasSuffix("x") ? text.dropLast() : text.dropFirst()
    guard isFactor, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2e }),
      let factor = Double(digits), factor > 1, factor <= 1_000_000
    else {
      throw .badValue(option: "--slower", value: text, expected: "a factor above 1, such as 2x")
    }
    return factor
  }

  /// Under the salt that sealed a session of this person: an unchanged secret has the same hash.
  private static var redactor: Redactor {
    let folder = StateFolder().path
    guard SavedFile.exists(folder + "/salt") else { return Redactor() }
    return Redactor(salt: try? Redactor.salt(in: folder))
  }

  /// Says which rules have found nothing: a misspelt one forgives nothing.
  static func tellUnused(
    _ rules: Rules, by changes: [Change], of selection: [HTTPRequest]? = nil
  ) {
    for line in RulesFile.unused(rules, by: changes, of: selection) { Output.talk(line) }
  }
}
