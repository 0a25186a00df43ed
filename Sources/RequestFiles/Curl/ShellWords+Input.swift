import LosslessJSON
import NetEngine

/// What a shell gives a command to read: a file, a text that stands below it, what another one writes.
extension ShellWords {
  enum Input {
    /// It comes from where we cannot look.
    case elsewhere
    case bytes([UInt8])
    case file(String)
  }

  /// What the word behind `<` or `>` is.
  enum Redirection {
    /// Where something is written to.
    case away
    case file
    /// `<<<`: the word itself.
    case word
    /// `<<`: the line that ends a text.
    case text(stripsTabs: Bool)
  }

  /// A text that follows below the line: `<<END`.
  struct PromisedText {
    /// Whose it is.
    let command: Int
    let end: [UInt8]
    /// Tabs in front of its lines are left out: `<<-END`.
    let stripsTabs: Bool
    /// Nothing in it is replaced: `<<'END'`.
    let isQuoted: Bool
  }

  mutating func readRedirection() -> Redirection {
    let signs = bytes[at...].prefix { "<>&".utf8.contains($0) }
    at = signs.endIndex
    if signs.elementsEqual("<<<".utf8) { return .word }
    if signs.elementsEqual("<".utf8) { return .file }
    guard signs.elementsEqual("<<".utf8) else { return .away }
    let strips = at < bytes.count && bytes[at] == UInt8(ascii: "-")
    if strips { at += 1 }
    return .text(stripsTabs: strips)
  }

  /// Reads the texts the line has promised, one after the other.
  mutating func readPromised() throws(CurlImportProblem) {
    for text in promised { commands[text.command].input = .bytes(try content(of: text)) }
    promised = []
  }

  private mutating func content(of text: PromisedText) throws(CurlImportProblem) -> [UInt8] {
    var content: [UInt8] = []
    while at < bytes.count {
      let end = bytes[at...].firstIndex(of: 0x0a) ?? bytes.endIndex
      var line = bytes[at..<end]
      if text.stripsTabs { line = line.drop { $0 == 0x09 } }
      let plain = line.last == 0x0d && text.end.last != 0x0d ? line.dropLast() : line
      let isLast = plain.count == text.end.count && plain.elementsEqual(text.end)
      let start = at
      at = min(bytes.count, end + 1)
      if isLast { break }
      if text.isQuoted {
        content += line + [0x0a]
      } else {
        content += try replaced(line, at: start)
      }
    }
    return content
  }

  /// Without quotes a shell replaces in the text what it replaces in double quotes.
  private func replaced(_ line: ArraySlice<UInt8>, at start: Int) throws(CurlImportProblem)
    -> [UInt8]
  {
    var made: [UInt8] = []
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      let next = index + 1 < line.endIndex ? line[index + 1] : nil
      index += 1
      if byte == UInt8(ascii: "\\") {
        // At its end it joins the line to the next one.
        guard let next else { return made }
        if "\\$`".utf8.contains(next) {
          made.append(next)
          index += 1
          continue
        }
      }
      if keepsVariables, let variable = Self.variable(line[(index - 1)...]) {
        made += variable.written
        index = variable.end
        continue
      }
      let isName = next.map { ($0 | 0x20) &- 0x61 < 26 || "_({".utf8.contains($0) } ?? false
      if byte == UInt8(ascii: "`") || byte == UInt8(ascii: "$") && isName {
        let rest = line[(index - 1)...].prefix { !" \t\"'".utf8.contains($0) }
        throw CurlImportProblem(start, .shellReplaces(String(decoding: rest, as: UTF8.self)))
      }
      made.append(byte)
    }
    return made + [0x0a]
  }
}

extension [ShellWords.Command] {
  /// Each reads what the one before it writes, where a pipe stands between them and that is known.
  var withPipes: [ShellWords.Command] {
    var commands = self
    for index in commands.indices.dropFirst() where commands[index - 1].feeds {
      if case .elsewhere = commands[index].input {
        commands[index].input = commands[index - 1].output
      }
    }
    return commands
  }
}

extension ShellWords.Command {
  /// What it writes, for the few commands people write in front of a pipe.
  fileprivate var output: ShellWords.Input {
    let rest = words.dropFirst()
    switch words.first {
    case "cat" where rest.isEmpty: return input
    case "cat" where rest.count == 1 && rest.first?.utf8.first != UInt8(ascii: "-"):
      return .file(rest.first ?? "")
    // What a shell's own echo makes of a backslash depends on the shell.
    case "echo"
    where rest.allSatisfy({ !$0.utf8.contains(UInt8(ascii: "\\")) })
      && rest.first?.utf8.first != UInt8(ascii: "-"):
      return .bytes(Array(rest.joined(separator: " ").utf8) + [0x0a])
    case "printf" where rest.count == 2 && rest.first == "%s":
      return .bytes(Array((rest.last ?? "").utf8))
    case "printf"
    where rest.count == 1 && !rest.contains(where: { $0.contains("%") || $0.contains("\\") }):
      return .bytes(Array((rest.first ?? "").utf8))
    default: return .elsewhere
    }
  }
}
