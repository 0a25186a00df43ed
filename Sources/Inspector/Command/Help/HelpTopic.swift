import InspectorCommands
import InspectorScreens
import NetEngine

/// A page of the help that is about no single command; the manual page has all of them.
///
/// What another table says is taken from there. The pages in `docs` tell the whole of it.
struct HelpTopic {
  /// The word behind `inspector help`.
  let name: String
  let summary: String
  let parts: [Part]

  enum Part {
    case heading(String)
    /// A paragraph.
    case text(String)
    /// A word and what it means.
    case rows([(String, String)])
    /// As it stands: what is typed, what a file says.
    case lines([String])
  }

  static let all = [
    requests, comments, environments, filters, profiles, sessions, rules, capture, cookies, reports,
    keys, exitCodes, environment, files,
  ]

  private static let filters = HelpTopic(
    name: "filters", summary: "Filters say which exchanges are meant: --only, # @expect, f",
    parts: [
      .lines([
        "users                              URL or name contains \"users\"",
        "~c 4xx ~kind rejected              status 400-499 and an envelope that says no",
        "!~e (~u users | ~n login)          not failed in transfer, and either of two",
        "~time >200ms & ~size >10k          slow and large",
      ]),
      .text(
        "A space or & is 'and', | is 'or', ! is 'not', brackets group. What holds a space, a bracket"
          + " or an operator stands in quotes. Patterns are PCRE2, searched anywhere, without case."
          + " What is not there passes no test."),
      .rows(
        FilterTerm.all.map { term in
          (
            "\(term.name) \(term.value)",
            term.example == term.name ? term.meaning : "\(term.meaning): \(term.example)"
          )
        }),
      .heading("Verdicts, for ~kind, and their other names"),
      .rows(
        Kind.allCases.map { ($0.filterWord, "\($0.code), \($0.rawValue)") }
          + [("unchecked", "a recording keeps only a part of the body")]),
    ])

  private static let exitCodes = HelpTopic(
    name: "exit-codes", summary: "What commands end with; of several signal, 5, 2, 1, 3, 4 counts",
    parts: [.rows(HelpText.exitCodes.map { ($0.code, $0.meaning) })])

  private static let reports = HelpTopic(
    name: "reports", summary: "What run, check, replay and diff write about what they did",
    parts: [
      .rows(ReportOptions.Form.allCases.map { ("--report \($0.rawValue)", $0.meaning) }),
      .text(
        "FORM=FILE writes it there, and several may be said; one without a file goes to stdout. Files"
          + " alone leave stdout to the text, and github's lines stand behind it. Secrets are taken out"
          + " of all of them."),
      .lines([
        "inspector run requests/ --report junit=report.xml --report html=report.html"
      ]),
    ])
}
