import NetEngine
import Sessions

/// What counts as a change: `--rules`, `--profile`.
enum ComparisonOptions {
  static let rows = [
    Command.Option(
      name: "--rules", value: "FILE",
      summary: "what is forgiven; the session's own .rules file otherwise"),
    Command.Option(name: "--profile", value: "NAME", summary: "how the envelope is read, or none"),
  ]

  /// The comparison under the rules that were named, or that lie beside the session.
  static func comparison(
    _ arguments: Arguments, _ settings: CommandSettings, beside session: String
  ) throws -> Comparison {
    let said = try PipelineOptions.pipeline(
      arguments, over: Pipeline(), profiles: settings.profiles)
    var comparison = Comparison(
      pipeline: Pipeline(filter: .none, profile: said.profile),
      rules: try RulesFile.read(arguments["--rules"], beside: session).rules,
      redactor: redactor)
    if arguments["--profile"] == nil {
      let standard = settings.standardProfile
      comparison.standardProfile = { standard($0.url) }
    }
    return comparison
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
