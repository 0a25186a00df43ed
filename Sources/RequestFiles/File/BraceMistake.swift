import LosslessJSON
import NetEngine

/// Two braces that were to be a variable and are none: `{{uuid}`, `/users/{{id`.
///
/// They are text, and text is sent: a person who meant a value has to be told.
struct BraceMistake {
  /// Where the braces start.
  var offset: Int
  /// What is written there.
  var text: String
  /// Nothing else can be meant; otherwise a brace may only be missing.
  var isClear: Bool
  /// What another editor would work out: `{{JSON.stringify(one)}}`, `{{users[*].name}}`, `{{id + 1}}`.
  var isRun = false

  static func all(in bytes: [UInt8], _ range: Range<Int>) -> [BraceMistake] {
    var found: [BraceMistake] = []
    var scan = BraceScan(bytes, range, readsUses: false)
    while let braces = scan.next() {
      guard braces.use == nil, braces.start + 2 < range.upperBound,
        let mistake = BraceMistake(bytes[braces.start..<braces.lineEnd])
      else { continue }
      found.append(mistake)
    }
    return found
  }

  /// Looks at a line from its braces on, which are no variable.
  private init?(_ line: ArraySlice<UInt8>) {
    var rest = line.dropFirst(2).drop(while: \.isBlank)
    let isPercent = rest.first == UInt8(ascii: "%")
    if isPercent { rest = rest.dropFirst() }
    let isDynamic = rest.first == UInt8(ascii: "$")
    let start = isDynamic ? rest.dropFirst() : rest
    guard let first = start.first,
      (first | 0x20) &- 0x61 < 26 || first == UInt8(ascii: "_") || Self.isNumber(first)
    else { return nil }
    // The arguments of a dynamic value go up to its brace.
    rest =
      isDynamic
      ? start.drop { !"{}".utf8.contains($0) }
      : start.drop(while: \.isVariableByte).drop(while: \.isBlank)
    // `{{new Date()}}`
    if !isDynamic, Self.words.contains(where: { start.starts(with: $0.utf8) }) {
      rest = rest.drop(while: \.isVariableByte).drop(while: \.isBlank)
    }
    offset = line.startIndex
    var end = rest.startIndex
    if !isDynamic, !isPercent, Self.isOperation(rest, behind: line),
      let close = Self.close(rest)
    {
      (isRun, isClear, end) = (true, rest.first == UInt8(ascii: "["), close)
    } else if Self.isNumber(first) {
      return nil
    } else if rest.first == UInt8(ascii: "("), let close = Self.close(rest) {
      let name = start.prefix { $0.isVariableByte || $0.isBlank }
      (isRun, isClear, end) = (true, Self.isOfLanguage(name), close)
    } else if rest.starts(with: "}}".utf8) {
      return nil
    } else if rest.first == UInt8(ascii: "}") {
      (isClear, end) = (true, end + 1)
    } else if rest.first.map({ "\"'/?&,;".utf8.contains($0) }) ?? true {
      isClear = false
    } else {
      return nil
    }
    text = String(decoding: line[..<end], as: UTF8.self)
  }

  /// The place behind `}}`, near enough that a line of many braces is not searched for each of them.
  private static func close(_ rest: ArraySlice<UInt8>) -> Int? {
    rest.prefix(256).firstPlace(of: "}}".utf8)?.upperBound
  }

  private static func isNumber(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether what follows a name works with it, as `[*]`, `++` and a sign between blanks do.
  ///
  /// A `?` or `&` right behind a name is where a target goes on.
  private static func isOperation(_ rest: ArraySlice<UInt8>, behind line: ArraySlice<UInt8>) -> Bool
  {
    guard let first = rest.first else { return false }
    if rest.starts(with: "[*]".utf8) || rest.starts(with: "++}}".utf8) { return true }
    guard "+*/%?|&<>=!".utf8.contains(first), line[rest.startIndex - 1].isBlank else {
      return false
    }
    let next = rest.dropFirst().drop { "|&=".utf8.contains($0) }.first
    return next?.isBlank ?? false
  }

  /// Whether a name in front of a bracket is JavaScript's own; templates of other languages have calls
  /// of their own, and are sent as they are.
  private static func isOfLanguage(_ name: ArraySlice<UInt8>) -> Bool {
    (objects + words).contains { name.starts(with: $0.utf8) }
  }

  private static let objects = [
    "JSON.", "Buffer.", "Math.", "Date.", "Object.", "String", "require", "btoa", "atob",
    "encodeURIComponent", "crypto.", "process.",
  ]
  /// What stands in front of a call in JavaScript.
  private static let words = ["new ", "await ", "typeof "]

  /// In quotes that end right behind it: a value of JSON.
  func isQuoted(_ bytes: [UInt8], before end: Int) -> Bool {
    let next = offset + text.utf8.count
    return next < end && (bytes[next] == UInt8(ascii: "\"") || bytes[next] == UInt8(ascii: "'"))
  }
}

extension RequestFileParser {
  /// Where a mistake stands: how sure it is that a variable was meant.
  enum BracePlace {
    case target, header, body, variable
  }

  /// What is wrong with braces in a range, as problems and notes.
  func braceProblems(_ range: Range<Int>, in part: BracePlace) -> [RequestFileProblem] {
    var places = PlaceCursor(source)
    // A body's are looked for with what else others would work out there.
    let ofShell = part == .body ? [] : shellVariables(range, isTold: part == .target)
    return ofShell
      + BraceMistake.all(in: source.bytes, range).compactMap { mistake in
        let isMeant: Bool
        if mistake.isRun {
          guard mistake.isClear || part == .target || part == .header else { return nil }
          return RequestFileProblem(
            places.place(at: mistake.offset),
            .notDone("'\(mistake.text)'", instead: "write what it comes to"))
        }
        switch part {
        case .target: isMeant = true
        case .header: isMeant = mistake.isClear
        case .body, .variable:
          // Templates of other languages are bodies too.
          guard mistake.isClear || mistake.isQuoted(source.bytes, before: range.upperBound) else {
            return nil
          }
          isMeant = false
        }
        return RequestFileProblem(
          places.place(at: mistake.offset), .openBraces(mistake.text, isMeant: isMeant))
      }
  }
}

// MARK: - What others would work out

extension RequestFileParser {
  /// `$TOKEN`, `${TOKEN}` outside of braces: a shell would put a value there, and nobody does here.
  ///
  /// A password may begin with a `$`: only a target's is told.
  private func shellVariables(_ range: Range<Int>, isTold: Bool) -> [RequestFileProblem] {
    // A path such as `$.id` has one, too: that most begin no name is known before braces are read.
    guard range.contains(where: { endOfShellVariable($0, in: range) != nil }) else { return [] }
    var places = PlaceCursor(source)
    return BraceScan.texts(in: source.bytes, range).joined().compactMap { at in
      endOfShellVariable(at, in: range).map { end in
        RequestFileProblem(
          places.place(at: at), .shellVariable(isTold ? source.text(at..<end) : nil))
      }
    }
  }

  /// The first text of JSON in a line that is all `$TOKEN`, or a call of a function that one editor has
  /// for values, `"guid()"`.
  func foreignText(_ line: Int) -> RequestFileProblem? {
    let range = text(line)
    for at in range.dropFirst() where source.bytes[at - 1] == UInt8(ascii: "\"") {
      if let end = endOfShellVariable(at, in: range), endsQuoted(end, in: range) {
        return RequestFileProblem(source.place(at: at), .shellVariable(nil))
      }
      if let end = endOfForeignCall(at, in: range), endsQuoted(end, in: range) {
        return RequestFileProblem(source.place(at: at), .foreignCall(source.text(at..<end)))
      }
    }
    return nil
  }

  private func endsQuoted(_ end: Int, in line: Range<Int>) -> Bool {
    end < line.upperBound && source.bytes[end] == UInt8(ascii: "\"")
  }

  /// The place behind `name(…)`, where the name is one of those functions.
  private func endOfForeignCall(_ start: Int, in range: Range<Int>) -> Int? {
    let limit = min(range.upperBound, start + 16)
    guard let open = (start..<limit).first(where: { source.bytes[$0] == UInt8(ascii: "(") }),
      Self.callsOfOthers.contains(source.text(start..<open).lowercasedASCII),
      let quote = source.first(UInt8(ascii: "\""), in: open..<range.upperBound),
      source.bytes[quote - 1] == UInt8(ascii: ")")
    else { return nil }
    return quote
  }

  private static let callsOfOthers: Set<String> = [
    "guid", "string", "number", "base64_encode", "upper", "lower", "lorem_ipsum", "getdate",
    "gettime", "getdatetime", "getutcdatetime", "first_name", "last_name", "job_title",
  ]

  /// Capitals only, and two of them: a `$` is a part of many a query.
  private func endOfShellVariable(_ start: Int, in range: Range<Int>) -> Int? {
    guard source.bytes[start] == UInt8(ascii: "$") else { return nil }
    if start > range.lowerBound {
      let before = source.bytes[start - 1]
      guard !before.isVariableByte, before != UInt8(ascii: "\\"), before != UInt8(ascii: "$") else {
        return nil
      }
    }
    let isBraced = source.starts(start + 1..<range.upperBound, with: "{")
    let name = start + (isBraced ? 2 : 1)
    let end =
      (name..<range.upperBound).first { index in
        let byte = source.bytes[index]
        return byte &- 0x41 >= 26 && byte != 0x5f && (byte &- 0x30 >= 10 || index == name)
      } ?? range.upperBound
    guard end > name + 1 else { return nil }
    let next = end < range.upperBound ? source.bytes[end] : 0x20
    guard isBraced else { return (next | 0x20) &- 0x61 < 26 || next == 0x28 ? nil : end }
    return next == UInt8(ascii: "}") ? end + 1 : nil
  }
}
