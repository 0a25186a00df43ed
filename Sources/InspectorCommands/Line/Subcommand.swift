/// One row of the command line: what it is called, what it takes, what it does.
///
/// The rows make the parser and the help; nothing else knows the commands.
package struct Subcommand {
  /// The word that chooses it; empty for what happens without one.
  package let name: String
  /// What stands for its own words in the help: `PATH [NAME…]`.
  package let words: String
  /// How many words it takes.
  let wordCount: ClosedRange<Int>
  /// What it does, in a few words.
  package let summary: String
  /// Does it; answers the exit code.
  package let run: (Arguments) async throws -> Int32
  private let makeOptions: () -> [Option]

  /// Made when they are asked for: all commands' together took a tenth of the way to the first frame.
  package var options: [Option] { makeOptions() }

  package init(
    name: String, words: String = "", wordCount: ClosedRange<Int> = 0...0, summary: String,
    options: @autoclosure @escaping () -> [Option] = [],
    run: @escaping (Arguments) async throws -> Int32
  ) {
    (self.name, self.words, self.wordCount, self.summary) = (name, words, wordCount, summary)
    (self.run, makeOptions) = (run, options)
  }

  /// Every command takes these.
  package static let common = [
    Option(name: "--help", short: "-h", summary: "this text"),
    Option(name: "--version", summary: "the version"),
    Option(
      name: "--log", value: "FILE",
      summary: "writes a line per event, without secrets; error:FILE for less, debug:FILE for more"),
  ]

  /// Something that starts with a dash.
  package nonisolated struct Option: Sendable {
    package let name: String
    /// What else it is called: curl's letter.
    var short: String?
    /// What stands for its value in the help; nil when it takes none.
    var value: String?
    package let summary: String
    /// It is taken and not told: there are too many of its kind.
    package var isHidden = false
    /// Names of the same option in other tools; accepted, but not in the help.
    var aliases: [String] = []

    package init(
      name: String, short: String? = nil, value: String? = nil, summary: String,
      isHidden: Bool = false, aliases: [String] = []
    ) {
      (self.name, self.short, self.value) = (name, short, value)
      (self.summary, self.isHidden, self.aliases) = (summary, isHidden, aliases)
    }

    /// Whether `word` is the name or the letter.
    func isNamed(_ word: some StringProtocol) -> Bool {
      word == name || short.map { word == $0 } == true
    }

    /// Whether `word` is the name, the letter or an alias.
    func isCalled(_ word: some StringProtocol) -> Bool {
      isNamed(word) || aliases.contains { word == $0 }
    }

    /// As in `--port N` or `-H, --header LINE`.
    package var synopsis: String {
      [[short, name].compactMap { $0 }.joined(separator: ", "), value]
        .compactMap { $0 }.joined(separator: " ")
    }
  }
}
