import LosslessJSON
import NetEngine

/// A command line cut into words as a POSIX shell with `$'…'` would, nothing replaced; with what the
/// shell gives the command to read.
///
/// What a shell would replace (`$HOME`, `` `date` ``) is a problem: the words it would make are not
/// known here.
struct ShellWords {
  /// One command: its words, up to a line end, `;`, `&` or `|`.
  struct Command {
    var words: [String] = []
    /// Where each word starts, in bytes.
    var offsets: [Int] = []
    /// What it reads.
    var input = Input.elsewhere
    /// The next command reads what it writes.
    var feeds = false
  }

  let bytes: [UInt8]
  var at = 0
  private var word: [UInt8]?
  private var start = 0
  private var command = Command()
  /// What the word that is being read is to the command, where it is none of its words.
  private var redirection: Redirection?
  /// Some of the word that is being read stands in quotes.
  private var isQuoted = false
  /// The line is over: texts that were promised in it follow.
  private var isLineOver = false
  /// The variables in braces that were already looked for.
  private var braces: BraceScan
  private var nextBraces: BraceScan.Braces?
  var commands: [Command] = []
  var promised: [PromisedText] = []

  /// `$TOKEN` becomes `{{$processEnv TOKEN}}`, as long as what is made of it has variables.
  let keepsVariables: Bool

  private init(_ text: String, keepsVariables: Bool) {
    bytes = Array(text.utf8)
    braces = BraceScan(bytes, 0..<bytes.count)
    self.keepsVariables = keepsVariables
  }

  static func commands(
    in text: String, keepsVariables: Bool = false
  ) throws(CurlImportProblem) -> [Command] {
    var lexer = ShellWords(text, keepsVariables: keepsVariables)
    while let command = try lexer.next() {
      lexer.commands.append(command)
      if lexer.isLineOver { try lexer.readPromised() }
    }
    return lexer.commands.filter { !$0.words.isEmpty }.withPipes
  }

  private mutating func next() throws(CurlImportProblem) -> Command? {
    guard at < bytes.count else { return nil }
    command = Command()
    isLineOver = false
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case 0x0a, UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"):
        at += 1
        endWord()
        isLineOver = byte == 0x0a
        if byte == UInt8(ascii: "|") {
          command.feeds = at >= bytes.count || bytes[at] != byte
          if !command.feeds { at += 1 }
        }
        return command
      case 0x20, 0x09, 0x0d:
        at += 1
        endWord()
      case UInt8(ascii: "#") where word == nil: skipComment()
      case UInt8(ascii: "<"), UInt8(ascii: ">"):
        // `2>` is a redirection as well, and no word.
        if let word, word.allSatisfy({ $0 &- 0x30 < 10 }) { self.word = nil }
        endWord()
        redirection = readRedirection()
      default: try readPiece(byte)
      }
    }
    endWord()
    return command
  }

  private mutating func skipComment() {
    while at < bytes.count, bytes[at] != 0x0a { at += 1 }
  }

  private mutating func begin() {
    if word == nil {
      word = []
      start = at
      isQuoted = false
    }
  }

  private mutating func endWord() {
    guard let word else { return }
    self.word = nil
    let text = String(decoding: word, as: UTF8.self)
    switch redirection {
    case nil:
      command.words.append(text)
      command.offsets.append(start)
    case .away: break
    case .file: command.input = .file(text)
    case .word: command.input = .bytes(word + [0x0a])
    case .text(let stripsTabs):
      promised.append(
        PromisedText(
          command: commands.count, end: word, stripsTabs: stripsTabs, isQuoted: isQuoted))
    }
    redirection = nil
  }

  private mutating func readPiece(_ byte: UInt8) throws(CurlImportProblem) {
    let next = at + 1 < bytes.count ? bytes[at + 1] : 0
    switch byte {
    case UInt8(ascii: "{") where next == byte && takeVariable(): return
    case UInt8(ascii: "\\"):
      if next == 0x0a || (next == 0x0d && at + 2 < bytes.count && bytes[at + 2] == 0x0a) {
        at += next == 0x0a ? 2 : 3
        return
      }
      // Blanks behind it are somebody's editor: a word of one blank is never meant.
      let blanks = bytes[(at + 1)...].prefix(while: \.isBlank).count
      let end = at + 1 + blanks
      let isReturn = end + 1 < bytes.count && bytes[end] == 0x0d && bytes[end + 1] == 0x0a
      if blanks > 0, isReturn || (end < bytes.count && bytes[end] == 0x0a) {
        at = end + (isReturn ? 2 : 1)
        return
      }
      begin()
      isQuoted = true
      if at + 1 < bytes.count { word?.append(next) }
      at += 2
    case UInt8(ascii: "'"):
      begin()
      try readQuoted()
    case UInt8(ascii: "\""):
      begin()
      try readDoubleQuoted()
    case UInt8(ascii: "$") where next == UInt8(ascii: "'"):
      begin()
      at += 1
      try readEscaped()
    case UInt8(ascii: "$") where next == UInt8(ascii: "\""):
      begin()
      at += 1
      try readDoubleQuoted()
    // A prompt that was copied with the command.
    case UInt8(ascii: "$") where next == 0x20 && word == nil && command.words.isEmpty: at += 1
    case UInt8(ascii: "$"), UInt8(ascii: "`"): try refuseReplacement()
    default:
      begin()
      word?.append(byte)
      at += 1
    }
  }

  /// Takes `{{name}}`, which no shell gets to see, blanks, quotes and `$` in it included.
  private mutating func takeVariable() -> Bool {
    guard keepsVariables else { return false }
    while nextBraces.map({ $0.start < at }) ?? true {
      guard let braces = braces.next() else { return false }
      nextBraces = braces
    }
    guard let braces = nextBraces, braces.start == at, let use = braces.use else { return false }
    begin()
    word? += bytes[at..<use.end]
    at = use.end
    return true
  }

  /// `$NAME` or `${NAME}` as a variable of a request file, and where it ends.
  static func variable(_ bytes: ArraySlice<UInt8>) -> (written: [UInt8], end: Int)? {
    guard bytes.first == UInt8(ascii: "$") else { return nil }
    var rest = bytes.dropFirst()
    let isBraced = rest.first == UInt8(ascii: "{")
    if isBraced { rest = rest.dropFirst() }
    let name = rest.prefix {
      $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: "_")
    }
    guard let first = name.first, first &- 0x30 >= 10 else { return nil }
    let written = Array("{{$processEnv \(String(decoding: name, as: UTF8.self))}}".utf8)
    guard isBraced else { return (written, name.endIndex) }
    guard bytes[name.endIndex...].first == UInt8(ascii: "}") else { return nil }
    return (written, name.endIndex + 1)
  }

  /// `$` before a letter, a digit or a bracket, and a backquote, are the shell's.
  private mutating func refuseReplacement() throws(CurlImportProblem) {
    if keepsVariables, let variable = Self.variable(bytes[at...]) {
      begin()
      word? += variable.written
      at = variable.end
      return
    }
    let next = at + 1 < bytes.count ? bytes[at + 1] : 0
    let isName = (next | 0x20) &- 0x61 < 26 || "_({@*#?!-".utf8.contains(next) || next &- 0x30 < 10
    if bytes[at] == UInt8(ascii: "`") || isName {
      let rest = bytes[at...].prefix { !" \t\n\"'".utf8.contains($0) }
      throw CurlImportProblem(at, .shellReplaces(String(decoding: rest, as: UTF8.self)))
    }
    begin()
    word?.append(bytes[at])
    at += 1
  }

  private mutating func readQuoted() throws(CurlImportProblem) {
    isQuoted = true
    let open = at
    at += 1
    guard let end = bytes[at...].firstIndex(of: UInt8(ascii: "'")) else {
      throw CurlImportProblem(open, .unclosedQuote("'"))
    }
    word? += bytes[at..<end]
    at = end + 1
  }

  private mutating func readDoubleQuoted() throws(CurlImportProblem) {
    isQuoted = true
    let open = at
    at += 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      switch bytes[at] {
      case UInt8(ascii: "\\") where at + 1 < bytes.count:
        let next = bytes[at + 1]
        if next != 0x0a {
          if !"\"\\$`".utf8.contains(next) { word?.append(bytes[at]) }
          word?.append(next)
        }
        at += 2
      case UInt8(ascii: "$"), UInt8(ascii: "`"): try refuseReplacement()
      case UInt8(ascii: "{")
      where at + 1 < bytes.count && bytes[at + 1] == bytes[at] && takeVariable():
        continue
      default:
        word?.append(bytes[at])
        at += 1
      }
    }
    guard at < bytes.count else { throw CurlImportProblem(open, .unclosedQuote("\"")) }
    at += 1
  }
}

// MARK: - $'…'

extension ShellWords {
  private mutating func readEscaped() throws(CurlImportProblem) {
    isQuoted = true
    let open = at
    let start = word?.count ?? 0
    at += 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "'") {
      if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count {
        at += 1
        readEscape()
      } else {
        word?.append(bytes[at])
        at += 1
      }
    }
    // A NUL ends what a shell can hold of it.
    if let end = word?[start...].firstIndex(of: 0) { word?.removeSubrange(end...) }
    guard at < bytes.count else { throw CurlImportProblem(open, .unclosedQuote("$'")) }
    at += 1
  }

  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0a, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0d,
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "e"): 0x1b,
    UInt8(ascii: "E"): 0x1b, UInt8(ascii: "f"): 0x0c, UInt8(ascii: "v"): 0x0b,
  ]

  private mutating func readEscape() {
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "x"): append(number(16, atMost: 2), orElse: byte)
    case UInt8(ascii: "u"): appendScalar(number(16, atMost: 4), orElse: byte)
    case UInt8(ascii: "U"): appendScalar(number(16, atMost: 8), orElse: byte)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      at -= 1
      append(number(8, atMost: 3), orElse: byte)
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "?"):
      word?.append(byte)
    default:
      if let letter = Self.letters[byte] {
        word?.append(letter)
      } else {
        // Not an escape: both stay.
        word? += [UInt8(ascii: "\\"), byte]
      }
    }
  }

  private mutating func number(_ radix: UInt32, atMost count: Int) -> UInt32? {
    var value: UInt32 = 0
    var digits = 0
    while at < bytes.count, digits < count, let digit = bytes[at].hexValue, digit < radix {
      value = value &* radix &+ UInt32(digit)
      digits += 1
      at += 1
    }
    return digits > 0 ? value : nil
  }

  private mutating func append(_ value: UInt32?, orElse letter: UInt8) {
    guard let value else {
      word? += [UInt8(ascii: "\\"), letter]
      return
    }
    word?.append(UInt8(truncatingIfNeeded: value))
  }

  private mutating func appendScalar(_ value: UInt32?, orElse letter: UInt8) {
    guard let value, let scalar = Unicode.Scalar(value) else {
      return append(value.map { _ in 0x3f }, orElse: letter)
    }
    word? += UTF8.encode(scalar).map(Array.init) ?? []
  }
}
