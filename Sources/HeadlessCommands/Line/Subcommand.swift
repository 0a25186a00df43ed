/// One row of the command line: what it is called, what it takes, what it does.
///
/// The rows make the parser and the help; nothing else knows the commands.
struct Command {
  /// The word that chooses it; empty for what happens without one.
  let name: String
  /// What stands for its own words in the help: `PATH [NAME…]`.
  let words: String
  /// How many words it takes.
  let wordCount: ClosedRange<Int>
  /// What it does, in a few words.
  let summary: String
  /// Does it; answers the exit code.
  let run: (Arguments) async throws -> Int32
  private let makeOptions: () -> [Option]

  /// Made when they are asked for: all commands' together took a tenth of the way to the first frame.
  var options: [Option] { makeOptions() }

  init(
    name: String, words: String = "", wordCount: ClosedRange<Int> = 0...0, summary: String,
    options: @autoclosure @escaping () -> [Option] = [],
    run: @escaping (Arguments) async throws -> Int32
  ) {
    (self.name, self.words, self.wordCount, self.summary) = (name, words, wordCount, summary)
    (self.run, makeOptions) = (run, options)
  }

  /// Something that starts with a dash.
  struct Option {
    let name: String
    /// What else it is called: curl's letter.
    var short: String?
    /// What stands for its value in the help; nil when it takes none.
    var value: String?
    let summary: String
    /// It is taken and not told: there are too many of its kind.
    var isHidden = false

    /// As in `--port N` or `-H, --header LINE`.
    var synopsis: String {
      [[short, name].compactMap { $0 }.joined(separator: ", "), value]
        .compactMap { $0 }.joined(separator: " ")
    }
  }
}
