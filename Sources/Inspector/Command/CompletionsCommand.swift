import InspectorCommands
import NetEngine

/// `config completions`: a shell's script, and the words that script asks for at each Tab.
///
/// The script is a few lines: what may stand where only the program knows, of the files there are.
enum CompletionsCommand {
  static func run(_ words: [String]) throws -> Int32 {
    let names = CompletionScript.allCases.map(\.rawValue)
    guard let word = words.first else {
      throw UsageMistake.missingWord(names.joined(separator: ", "), command: "config completions")
    }
    if word == "words" {
      try tell(Array(words.dropFirst()))
      return 0
    }
    guard let script = CompletionScript(rawValue: word) else {
      let near = NearestWord.of(word, in: names).map { " Did you mean '\($0)'?" } ?? ""
      throw UsageMistake.meant(
        "There are completions for \(names.joined(separator: ", ")), not for '\(word)'.\(near)")
    }
    try Output.data(script.text)
    return 0
  }

  /// A line for each: the word, a tab, what it is; `:files` where names of files may stand.
  private static func tell(_ words: [String]) throws(Output.Failure) {
    let completion = Completion(
      words, commands: Commands.table,
      topics: HelpTopic.all.map { Completion.Candidate($0.name, $0.summary) })
    var lines = completion.candidates.map { "\($0.word)\t\($0.meaning)" }
    if completion.takesFiles { lines.append(":files") }
    if !lines.isEmpty { try Output.data(lines.joined(separator: "\n")) }
  }
}
