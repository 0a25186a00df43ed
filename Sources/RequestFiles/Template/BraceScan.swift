import LosslessJSON
import NetEngine

/// Goes from one `{{` of a text to the next, each with the variable it begins, if it begins one.
///
/// No byte is looked at more than a few times, however many braces there are: where the next `}}`
/// and the end of the line stand is remembered, and what can be no variable is refused by its first
/// bytes.
struct BraceScan {
  private let bytes: [UInt8]
  private let end: Int
  private var at: Int
  /// The first `}}` or line feed at or behind `at`, once it was looked for.
  private var close = -1
  private var lineEnd = -1

  /// Two braces and what follows them.
  struct Braces {
    /// Where the first brace stands.
    var start: Int
    /// Where its line ends.
    var lineEnd: Int
    /// The variable they begin; nil: they are text.
    var use: Use?
  }

  /// A variable between braces.
  struct Use {
    var expression: TemplateExpression
    var written: String
    /// Behind the closing braces.
    var end: Int
  }

  /// Whether anybody asks what the variables are.
  private let readsUses: Bool

  init(_ bytes: [UInt8], _ range: Range<Int>, readsUses: Bool = true) {
    (self.bytes, self.readsUses) = (bytes, readsUses)
    (at, end) = (range.lowerBound, range.upperBound)
  }

  mutating func next() -> Braces? {
    while at + 2 <= end {
      guard bytes[at] == UInt8(ascii: "{"), bytes[at + 1] == UInt8(ascii: "{") else {
        at += 1
        continue
      }
      let start = at
      let use = use(from: at + 2)
      at = use?.end ?? at + 1
      return Braces(start: start, lineEnd: endOfLine(from: start), use: use)
    }
    return nil
  }

  /// What stands between variables.
  static func texts(in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var scan = BraceScan(bytes, range)
    var found: [Range<Int>] = []
    var start = range.lowerBound
    while let braces = scan.next() {
      guard let use = braces.use else { continue }
      found.append(start..<braces.start)
      start = use.end
    }
    return found + [start..<range.upperBound]
  }

  private mutating func use(from start: Int) -> Use? {
    if !readsUses, let end = endOfName(from: start) {
      return Use(expression: .variable(""), written: "", end: end)
    }
    let likeness = likeness(start)
    guard likeness != .none, let close = nextClose(from: start) else { return nil }
    if !readsUses, likeness == .reference {
      return Use(expression: .variable(""), written: "", end: close + 2)
    }
    let written = String(decoding: bytes[start..<close], as: UTF8.self)
    return TemplateExpression(written).map {
      Use(expression: $0, written: written, end: close + 2)
    }
  }

  /// The end of `name}}`, which is a variable whatever stands in the name.
  private func endOfName(from start: Int) -> Int? {
    var index = start
    while index < end, bytes[index].isVariableByte { index += 1 }
    guard index > start, index + 1 < end, bytes[index] == 0x7d, bytes[index + 1] == 0x7d else {
      return nil
    }
    return index + 2
  }

  /// What the bytes behind two braces look like.
  private enum Likeness {
    case none, variable
    /// One, whether its path is right or not.
    case reference
  }

  /// Whether the bytes behind two braces go on as a variable, a dynamic value or a reference does.
  ///
  /// The name of a variable or an exchange ends at `}}` or at the path of a reference: what ends
  /// anywhere else is text, and its line need not be read to the end to know it.
  private func likeness(_ start: Int) -> Likeness {
    var index = start
    while index < end, bytes[index].isBlank { index += 1 }
    guard index < end else { return .none }
    if bytes[index] == UInt8(ascii: "$") { return .variable }
    let first = index
    // `{{%name}}` is encoded; a blank behind the sign is another language's.
    if bytes[index] == UInt8(ascii: "%") { index += 1 }
    // `{{:id}}` is asked for.
    if index < end, bytes[index] == UInt8(ascii: ":") { index += 1 }
    let name = index
    if name > start, bytes[name - 1] == UInt8(ascii: "%"), name < end, bytes[name].isBlank {
      return .none
    }
    while index < end, bytes[index].isVariableByte || bytes[index].isBlank { index += 1 }
    if index + 1 < end, bytes[index] == 0x7d, bytes[index + 1] == 0x7d {
      return .variable
    }
    if name > start, bytes[name - 1] == UInt8(ascii: ":") {
      return index < end && bytes[index] == 0x21 ? .variable : .none
    }
    let parts = bytes[name..<index].split(
      separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
    if parts.count > 1,
      parts[1].elementsEqual("response".utf8) || parts[1].elementsEqual("request".utf8)
    {
      let isName = name == first && !parts[0].isEmpty && !parts[0].contains(0x09)
      return isName ? .reference : .variable
    }
    // `{{login.list[0].id}}`, `{{login.body.$.id}}`
    let beginsPath = index > name && index < end && "[$".utf8.contains(bytes[index])
    return beginsPath && isPath(index) ? .variable : .none
  }

  /// Whether a path such as `[0].id` goes on to the closing braces.
  private func isPath(_ start: Int) -> Bool {
    var index = start
    while index < end, bytes[index].isVariableByte || "[]'\" $".utf8.contains(bytes[index]) {
      index += 1
    }
    return index + 1 < end && bytes[index] == 0x7d && bytes[index + 1] == 0x7d
  }

  /// Where `}}` stands in the same line.
  private mutating func nextClose(from start: Int) -> Int? {
    if close < start {
      close = start
      while close + 1 < end, bytes[close] != 0x0a,
        bytes[close] != UInt8(ascii: "}") || bytes[close + 1] != UInt8(ascii: "}")
      { close += 1 }
    }
    return close + 1 < end && bytes[close] != 0x0a ? close : nil
  }

  private mutating func endOfLine(from start: Int) -> Int {
    if lineEnd < start {
      lineEnd = start
      while lineEnd < end, bytes[lineEnd] != 0x0a, bytes[lineEnd] != 0x0d { lineEnd += 1 }
    }
    return lineEnd
  }
}

/// Places of a file one behind the other: each is counted on from the one before.
struct PlaceCursor {
  private let source: SourceText
  private var last: (offset: Int, place: FilePlace, lineEnd: Int)?

  init(_ source: SourceText) {
    self.source = source
  }

  mutating func place(at offset: Int) -> FilePlace {
    guard var (from, place, lineEnd) = last, from <= offset, offset < lineEnd else {
      let place = source.place(at: offset)
      let isLine = source.lines.indices ~= place.line - 1
      last = (offset, place, isLine ? source.lines[place.line - 1].next : offset)
      return place
    }
    // Bytes that only continue a scalar do not count.
    place.column += source.bytes[from..<offset].count { $0 & 0xc0 != 0x80 }
    (from, lineEnd) = (offset, lineEnd)
    last = (from, place, lineEnd)
    return place
  }
}
