import InspectorCommands
import NetEngine

/// `help`: the page of all commands, that of one, of a topic, or all of them as a manual page.
enum HelpCommand {
  static func run(_ arguments: Arguments) throws -> Int32 {
    let commands = Commands.table
    guard let word = arguments.words.first else {
      try Output.data(HelpText.of(commands))
      return 0
    }
    if word == "man" {
      try Output.data(ManualPage(commands).roff)
    } else if let command = commands.first(where: { $0.name == word && !word.isEmpty }) {
      try Output.data(HelpText.of(command))
    } else if let topic = HelpTopic.all.first(where: { $0.name == word }) {
      try Output.data(HelpText.of(topic))
    } else {
      try UsageMistake.refuseOldName(word)
      let names = commands.map(\.name) + HelpTopic.all.map(\.name)
      throw UsageMistake.unknownTopic(
        word, near: NearestWord.of(word, in: names), known: HelpTopic.all.map(\.name))
    }
    return 0
  }
}
