/// One row of the command line: what it is called, what it takes, what it does.
///
/// The rows make the parser and the help; nothing else knows the commands.
struct Command {
  /// The word that chooses it; empty for what happens without one.
  let name: String
  /// What stands for its own words in the help: `PATH [NAME…]`.
  var words = ""
  /// How many words it takes.
  var wordCount = 0...0
  /// What it does, in a few words.
  let summary: String
  var options: [Option] = []
  /// Does it; answers the exit code.
  let run: (Arguments) async throws -> Int32

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
