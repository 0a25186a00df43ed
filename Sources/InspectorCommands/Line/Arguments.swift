import NetEngine

/// What was said on the command line, sorted into a command, its words and its options.
package struct Arguments {
  package let command: Subcommand
  package private(set) var words: [String] = []
  private var values: [String: [String]] = [:]
  /// The options in the order in which they were said, and what was given to each.
  private(set) var said: [(name: String, value: String)] = []

  /// Sorts the words; every mistake names what was said and what would be right.
  package init(_ said: [String], commands: [Subcommand]) throws(UsageMistake) {
    // Of all commands: made once one is said.
    var known: [Subcommand.Option]?
    var name = ""
    var found: [(option: Subcommand.Option, value: String)] = []
    var rest = said[...]
    var isOnlyWords = false
    while let word = rest.popFirst() {
      if isOnlyWords || word == "-" || !word.hasPrefix("-") {
        let isFirst = name.isEmpty && words.isEmpty
        if isFirst, commands.contains(where: { $0.name == word }) {
          name = word
        } else {
          if isFirst, !isOnlyWords { try UsageMistake.refuseOldName(word) }
          words.append(word)
        }
      } else if word == "--" {
        isOnlyWords = true
      } else {
        // An option of the command's own comes first: two commands may use one name differently.
        // In front of every word the command is not known yet.
        let isFirst = name.isEmpty && words.isEmpty
        let own = isFirst ? [] : commands.first { $0.name == name }?.options ?? []
        let all = known ?? commands.flatMap(\.options).filter { !$0.isHidden }
        known = all
        for part in Self.apart(word, known: own + all) {
          found.append(try Self.option(part, own: own, all: all, rest: &rest))
        }
      }
    }
    guard let command = commands.first(where: { $0.name == name }) else { throw .noCommand }
    self.command = command
    let options = found.isEmpty ? [] : command.options
    for (option, value) in found {
      guard options.contains(where: { $0.name == option.name }) else {
        throw .foreignOption(option.name, command: command.name)
      }
      values[option.name, default: []].append(value)
      self.said.append((option.name, value))
    }
    if values["--help"] == nil, values["--version"] == nil { try checkWords(commands) }
  }

  /// What was given to an option: "" for one without a value, nil when it was not said.
  ///
  /// Of one that was said several times the last counts.
  package subscript(option: String) -> String? { values[option]?.last }

  /// Everything that was given to an option that may be said several times.
  package func all(_ option: String) -> [String] { values[option] ?? [] }

  /// An option's value as a whole number in a range.
  package func number(_ option: String, in range: ClosedRange<Int>) throws(UsageMistake) -> Int? {
    guard let value = self[option] else { return nil }
    let isPlain = !value.isEmpty && value.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    guard isPlain, let number = Int(value), range.contains(number) else {
      throw .badValue(
        option: option, value: value,
        expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func option(
    _ word: String, own: [Subcommand.Option], all: [Subcommand.Option],
    rest: inout ArraySlice<String>
  ) throws(UsageMistake) -> (Subcommand.Option, String) {
    let parts =
      word.hasPrefix("--")
      ? word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      : shortParts(word)
    let name = String(parts[0])
    let named = own.first { $0.isNamed(name) } ?? own.first { $0.isCalled(name) }
    guard
      let option = named ?? all.first(where: { $0.isNamed(name) })
        ?? all.first(where: { $0.isCalled(name) })
    else {
      throw .unknownOption(name, near: NearestWord.of(name, in: (own + all).map(\.name)))
    }
    guard option.value != nil else {
      if parts.count > 1 { throw .needlessValue(option: name) }
      return (option, "")
    }
    if parts.count > 1 { return (option, String(parts[1])) }
    guard let value = rest.popFirst() else { throw .missingValue(option: option.synopsis) }
    return (option, value)
  }

  /// `-kiHName: value` is `-k`, `-i` and `-H` with its value, as curl reads it.
  private static func apart(_ word: String, known: [Subcommand.Option]) -> [String] {
    var words: [String] = []
    var rest = word.dropFirst()
    guard !word.hasPrefix("--") else { return [word] }
    while let letter = rest.first {
      let option = known.first { $0.short == "-\(letter)" }
      guard let option, option.value == nil, rest.count > 1 else {
        words.append("-" + rest)
        break
      }
      words.append("-\(letter)")
      rest = rest.dropFirst()
    }
    return words
  }

  /// `-HName: value` is `-H` and its value.
  private static func shortParts(_ word: String) -> [Substring] {
    let letter = word.prefix(2)
    return word.count > 2 ? [letter, word.dropFirst(2)] : [letter]
  }

  private func checkWords(_ commands: [Subcommand]) throws(UsageMistake) {
    if words.count < command.wordCount.lowerBound {
      throw .missingWord(command.words, command: command.name)
    }
    guard words.count > command.wordCount.upperBound else { return }
    let word = words[command.wordCount.upperBound]
    if command.name != "send", MeantFile.isURL(word),
      let option = command.options.first(where: { $0.value == "URL" })
    {
      throw .meant("'\(command.name)' takes a URL by '\(option.name)': '\(option.name) \(word)'.")
    }
    if !command.name.isEmpty { throw .needlessWord(word, command: command.name) }
    let names = commands.map(\.name).filter { !$0.isEmpty }
    throw .unknownCommand(word, near: NearestWord.of(word, in: names))
  }
}
