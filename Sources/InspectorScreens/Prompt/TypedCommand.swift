import NetEngine

/// A command as it is typed behind `:`: its name, and what it is to be done with.
package struct TypedCommand: Sendable, Hashable {
  let command: Command
  /// Without blanks around it; empty for none.
  let argument: String

  /// Why a line is no command, and where.
  struct Mistake: Error, Hashable {
    var offset: Int
    var message: String
  }

  /// Short and usual names beside those of the table.
  package static let aliases: [String: Command] = [
    "tab": .showTab, "send": .compose, "status": .nextStatusFilter, "profile": .chooseProfile,
    "map": .chooseMapping, "stub": .answerFrom,
  ]

  /// What can be typed: everything but what edits the line itself.
  package static let entries = CommandTable.entries.filter {
    $0.command != .command
      && $0.scopes.contains {
        ![.prompt, .form, .formBody, .completing, .preview, .keeping].contains($0)
      }
  }

  /// Every name, sorted.
  package static let names = (entries.map(\.name) + aliases.keys).sorted()

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
    let near = NearestWord.question(word, in: names).map { "; " + $0 } ?? "; Tab lists all"
    throw Mistake(
      offset: place, message: "there is no command '\(word.escapedForMessage.shortened)'\(near)")
  }

  private static func exact(_ name: String) -> Command? {
    aliases[name] ?? entries.first { $0.name == name }?.command
  }

  /// Why a line is no command; nil for one that is, and for an empty one.
  static func mistake(in line: String) -> Prompt.Note? {
    guard line.utf8.contains(where: { $0 != 0x20 }) else { return nil }
    do throws(Mistake) {
      _ = try TypedCommand(line)
      return nil
    } catch {
      return .mistake(offset: error.offset, error.message)
    }
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
