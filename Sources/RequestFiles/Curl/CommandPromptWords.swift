import LosslessJSON
import NetEngine

/// A command line of cmd.exe cut into words, as browsers copy it on Windows.
///
/// ```
/// text ─► cmd.exe: `^` takes away what the next character means, outside of quotes
///      ─► the program: blanks between words, `"…"` around them, `\"` is a quote
/// ```
struct CommandPromptWords {
  /// A byte that is left of the first step, and where it stood.
  private struct Unit {
    var byte: UInt8
    var offset: Int
    /// It ends a command: a line end, `&` or `|` that nothing took the meaning of.
    var isEnd = false
  }

  /// Whether a text was written for cmd.exe: lines that go on with `^`, or words that begin `^"`.
  static func wrote(_ text: String) -> Bool {
    var isContinued = false
    for line in text.utf8.split(separator: 0x0a) {
      let line = line.last == 0x0d ? line.dropLast() : line
      let end = line.trimmingBlanks.last
      // A shell's script may hold the rest of these in its quotes.
      if end == UInt8(ascii: "\\") { return false }
      if end == UInt8(ascii: "^") { isContinued = true }
    }
    return isContinued || text.utf8.firstPlace(of: "curl ^\"".utf8) != nil
      || text.utf8.firstPlace(of: "curl.exe ^\"".utf8) != nil
  }

  static func commands(in text: String) throws(CurlImportProblem) -> [ShellWords.Command] {
    var commands: [ShellWords.Command] = []
    for units in units(Array(text.utf8)).split(whereSeparator: \.isEnd) {
      let command = try command(units)
      if !command.words.isEmpty { commands.append(command) }
    }
    return commands
  }

  private static func units(_ bytes: [UInt8]) -> [Unit] {
    var units: [Unit] = []
    var isQuoted = false
    var at = 0
    /// A line end, with the carriage return that may stand in front of it.
    func lineEnd(at index: Int) -> Int? {
      var index = index
      if index < bytes.count, bytes[index] == 0x0d { index += 1 }
      return index < bytes.count && bytes[index] == 0x0a ? index + 1 : nil
    }
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "^"), !isQuoted {
        // Blanks behind it are somebody's editor, not meant.
        let blanks = bytes[(at + 1)...].prefix(while: \.isBlank).count
        if let next = lineEnd(at: at + 1 + blanks) {
          at = next
          // A line end behind the one that was taken away is a character.
          if let second = lineEnd(at: next) {
            units.append(Unit(byte: 0x0a, offset: next))
            at = second
          }
        } else {
          if at + 1 < bytes.count { units.append(Unit(byte: bytes[at + 1], offset: at + 1)) }
          at += 2
        }
        continue
      }
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if let next = lineEnd(at: at) {
        isQuoted = false
        units.append(Unit(byte: 0x0a, offset: at, isEnd: true))
        at = next
        continue
      }
      let isEnd = !isQuoted && "&|".utf8.contains(byte)
      units.append(Unit(byte: byte, offset: at, isEnd: isEnd))
      at += 1
    }
    return units
  }

  private static func command(
    _ units: ArraySlice<Unit>
  ) throws(CurlImportProblem) -> ShellWords.Command {
    var command = ShellWords.Command()
    var rest = units
    while let first = rest.first {
      if first.byte.isBlank || first.byte == 0x0a {
        rest = rest.dropFirst()
        continue
      }
      command.offsets.append(first.offset)
      command.words.append(String(decoding: try word(&rest), as: UTF8.self))
    }
    return command
  }

  /// One argument, by the rules of the C library there.
  private static func word(_ rest: inout ArraySlice<Unit>) throws(CurlImportProblem) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    var word: [UInt8] = []
    var opened: Int?
    while let unit = rest.first, opened != nil || !(unit.byte.isBlank || unit.byte == 0x0a) {
      rest = rest.dropFirst()
      if unit.byte == UInt8(ascii: "\\") {
        let more = rest.prefix { $0.byte == unit.byte }.count
        let count = more + 1
        rest = rest.dropFirst(more)
        guard rest.first?.byte == quote else {
          word += [UInt8](repeating: unit.byte, count: count)
          continue
        }
        // In front of a quote two are one, and one that is left over takes its meaning away.
        word += [UInt8](repeating: unit.byte, count: count / 2)
        if count % 2 == 1 {
          word.append(quote)
          rest = rest.dropFirst()
        }
      } else if unit.byte == quote {
        if opened != nil, rest.first?.byte == quote {
          word.append(quote)
          rest = rest.dropFirst()
        } else {
          opened = opened == nil ? unit.offset : nil
        }
      } else {
        word.append(unit.byte)
      }
    }
    if let opened { throw CurlImportProblem(opened, .unclosedQuote("\"")) }
    return word
  }
}
