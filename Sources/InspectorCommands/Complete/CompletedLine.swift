/// A line that is being typed: what of it is known, and what the cursor stands in.
///
/// Unlike `Arguments` it takes every mistake: a line that is not finished is full of them.
struct CompletedLine {
  private(set) var command: Subcommand
  /// The words of the command before the cursor.
  private(set) var words: [String] = []
  private(set) var values: [String: String] = [:]
  /// The option whose value the cursor is in.
  private(set) var option: Subcommand.Option?
  /// What stands in front of that value in the same word: `--env=`.
  private(set) var valueFront = ""
  /// An option is being typed.
  private(set) var isOption = false
  /// The word the cursor is in, up to it.
  let current: String

  init(_ said: [String], commands: [Subcommand]) {
    let screens = commands.first { $0.name.isEmpty }
    command = screens ?? Subcommand(name: "", summary: "", run: { _ in 0 })
    current = said.last ?? ""
    var isOnlyWords = false
    for word in said.dropLast() {
      if let open = option {
        values[open.name] = word
        option = nil
      } else if isOnlyWords || word == "-" || !word.hasPrefix("-") {
        let chosen = commands.first { $0.name == word }
        if let chosen, command.name.isEmpty, words.isEmpty {
          command = chosen
        } else {
          words.append(word)
        }
      } else if word == "--" {
        isOnlyWords = true
      } else {
        take(word)
      }
    }
    guard option == nil, !isOnlyWords, current.hasPrefix("-"), current != "-" || words.isEmpty
    else { return }
    if let (named, front) = glued(current) {
      (option, valueFront) = (named, front)
    } else {
      isOption = true
    }
  }

  private mutating func take(_ word: String) {
    if let (named, front) = glued(word) {
      values[named.name] = String(word.dropFirst(front.count))
    } else if let named = command.options.first(where: { $0.isCalled(word) }),
      named.value != nil
    {
      option = named
    }
  }

  /// The option of `--name=value`, and how long its front is.
  private func glued(_ word: String) -> (Subcommand.Option, front: String)? {
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return nil }
    let name = word[..<sign]
    return command.options.first { $0.isCalled(name) && $0.value != nil }
      .map { ($0, String(word[...sign])) }
  }
}
