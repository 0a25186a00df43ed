import NetEngine

/// A command as it is typed behind `:`: its name, and what it is to be done with.
struct TypedCommand: Sendable, Hashable {
  let command: Command
  /// Without blanks around it; empty for none.
  let argument: String

  /// Why a line is no command, and where.
  struct Mistake: Error, Hashable {
    var offset: Int
    var message: String
  }

  /// What a command can be done with.
  struct Argument: Sendable, Hashable {
    /// What stands for it: `EXPRESSION`.
    var name: String
    /// What it is then for, in a sentence.
    var help: String
    /// Without it the command does nothing.
    var isNeeded = false
  }

  /// The commands that take something; all others are whole by their name.
  static let arguments: [Command: Argument] = [
    .filter: Argument(name: "EXPRESSION", help: "show only what it lets through"),
    .environment: Argument(name: "NAME", help: "take the environment with this name"),
    .save: Argument(
      name: "NAME", help: "keep what was recorded as sessions/NAME.har, or at a path"),
    .openSession: Argument(name: "FILE", help: "open this session; login is sessions/login.har"),
    .note: Argument(name: "TEXT", help: "keep this with the exchange, in the session"),
    .replayBase: Argument(name: "URL", help: "fire the session again at this base URL"),
    .rules: Argument(name: "FILE", help: "forgive what this file says"),
    .search: Argument(name: "TEXT", help: "find it in the answer"),
    .compose: Argument(name: "[METHOD] URL", help: "fire this request; it stays in the list"),
    .sort: Argument(
      name: "ORDER", help: "listed, name, kind, time or size; answers also newest and status"),
    .answerFrom: Argument(
      name: "SOURCE", help: "network, samples, or the file of a recording: it answers"),
    .pipe: Argument(name: "COMMAND", help: "give the body to this command of the shell"),
    .copy: Argument(name: "WHAT", help: "copy it, secrets left out"),
    .copyExact: Argument(name: "WHAT", help: "copy it, secrets and all"),
    .nextStatusFilter: Argument(name: "RANGE", help: "let these statuses pass: 2xx, 200-299,304"),
    .chooseProfile: Argument(name: "NAME", help: "read envelopes by this profile"),
    .chooseMapping: Argument(
      name: "MAPPING", help: "auto, json, string, string(path), object(path), image or none"),
    .showTab: Argument(name: "NUMBER", help: "show the tab with this number", isNeeded: true),
  ]

  /// Short and usual names beside those of the table.
  static let aliases: [String: Command] = [
    "tab": .showTab, "send": .compose, "status": .nextStatusFilter, "profile": .chooseProfile,
    "map": .chooseMapping, "stub": .answerFrom,
  ]

  /// What can be typed: everything but what edits the line itself.
  static let entries = CommandTable.entries.filter {
    $0.command != .command
      && $0.scopes.contains { ![.prompt, .form, .preview].contains($0) }
  }

  /// Every name, sorted.
  static let names = (entries.map(\.name) + aliases.keys).sorted()

  /// Reads a line; a part of a name does if it is the start of one name only.
  init(_ line: String) throws(Mistake) {
    let bytes = Array(line.utf8)
    let start = bytes.firstIndex { $0 != 0x20 } ?? bytes.count
    let end = bytes[start...].firstIndex(of: 0x20) ?? bytes.count
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    command = try Self.command(named: word, at: start)
    let rest = bytes[end...].drop { $0 == 0x20 }
    let last = rest.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? rest.startIndex
    argument = String(decoding: rest[rest.startIndex..<last], as: UTF8.self)
    let taken = Self.arguments[command]
    if taken == nil, !argument.isEmpty {
      throw Mistake(offset: rest.startIndex, message: "\(word) takes nothing more")
    }
    if let taken, taken.isNeeded, argument.isEmpty {
      throw Mistake(offset: end, message: "\(word) needs \(taken.name): \(taken.help)")
    }
  }

  private static func command(named word: String, at place: Int) throws(Mistake) -> Command {
    if let exact = exact(word) { return exact }
    let starting = names.filter { $0.utf8.starts(with: word.utf8) }
    let commands = Set(starting.compactMap(exact))
    if commands.count == 1, let only = commands.first { return only }
    guard starting.isEmpty else {
      let some = starting.prefix(4).joined(separator: ", ") + (starting.count > 4 ? ", …" : "")
      throw Mistake(
        offset: place, message: word.isEmpty ? "a command is expected" : "'\(word)' may be \(some)")
    }
    let near = NearestWord.of(word, in: names).map { "; did you mean \($0)?" } ?? "; Tab lists all"
    throw Mistake(
      offset: place, message: "there is no command '\(word.escapedForMessage.shortened)'\(near)")
  }

  private static func exact(_ name: String) -> Command? {
    aliases[name] ?? entries.first { $0.name == name }?.command
  }

  /// What typing it so far leads to, for the line under it.
  static func note(for line: String) -> Prompt.Note {
    if line.utf8.allSatisfy({ $0 == 0x20 }) {
      return .hint("a command by its name, as ? lists them; Tab completes it")
    }
    do throws(Mistake) {
      let typed = try TypedCommand(line)
      guard let entry = CommandTable[typed.command] else { return .hint("") }
      guard let taken = arguments[typed.command] else {
        return .words("\(entry.name): \(entry.help)")
      }
      let help = typed.argument.isEmpty && !taken.isNeeded ? entry.help : taken.help
      return .words("\(entry.name) \(taken.name): \(help)")
    } catch {
      let word = line.utf8.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
      let isBeginning = names.contains { $0.utf8.starts(with: word) }
      let isOneWord = line.utf8.drop { $0 == 0x20 }.allSatisfy { $0 != 0x20 }
      return isBeginning && isOneWord
        ? .hint(error.message) : .mistake(offset: error.offset, error.message)
    }
  }
}
