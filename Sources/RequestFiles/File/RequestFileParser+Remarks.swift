import LosslessJSON
import NetEngine

/// Comment lines inside of data, and requests right behind it: other editors take both for what they are,
/// and no JSON has either.
extension RequestFileParser {
  /// Whether the head says that the body is JSON, and not one text of it a line.
  func isJSON(_ request: FileRequest) -> Bool {
    guard let type = request.header("Content-Type")?.lowercasedASCII.utf8 else { return false }
    return type.firstPlace(of: "json".utf8) != nil
      && !Self.typesOfStreams.contains { type.firstPlace(of: $0.utf8) != nil }
  }

  private static let typesOfStreams = [
    "ndjson", "nd-json", "jsonl", "json-l", "json-seq", "stream",
  ]

  /// The lines of a body that are sent: without the comments in JSON, and those in front of an XML
  /// document's element.
  ///
  /// Every other body stays as it is.
  mutating func withoutRemarks(
    _ lines: ArraySlice<Int>, _ request: FileRequest, _ block: inout Block
  ) -> ArraySlice<Int> {
    guard let first = lines.first, lines.contains(where: isCommentLine), !block.isInline,
      !holdsLines(request)
    else { return lines }
    let type = request.header("Content-Type")?.lowercasedASCII
    guard !block.isGraphQL, !isGraphQL(request, type ?? "", lines) else { return lines }
    let sent: ArraySlice<Int>
    if isJSON(request),
      lines.first(where: { !text($0).isEmpty && !isCommentLine($0) }).map(mayBeJSON) == true
    {
      sent = withoutRemarks(inJSON: lines)
    } else if type == nil, beginsAsJSON(first) {
      sent = withoutRemarks(inJSON: lines, onlyInBrackets: true)
    } else if type?.utf8.firstPlace(of: "xml".utf8) != nil
      || type == nil && source.starts(text(first), with: "<?xml")
    {
      sent = withoutRemarks(inXML: lines)
    } else {
      return lines
    }
    guard sent.count < lines.count else { return lines }
    let kept = Set(sent)
    for line in lines where !kept.contains(line) { _ = readAside(text(line), &block) }
    return sent
  }

  private func isCommentLine(_ line: Int) -> Bool {
    source.starts(text(line), with: "//") || source.starts(text(line), with: "#")
  }

  /// What JSON or a variable begins with: a text that only says it is JSON is somebody's test.
  private func mayBeJSON(_ line: Int) -> Bool {
    let byte = source.bytes[text(line).lowerBound]
    return "{[\"-".utf8.contains(byte) || byte &- 0x30 < 10
  }

  /// `{` or `[`, and no variable.
  private func beginsAsJSON(_ line: Int) -> Bool {
    let range = text(line)
    return source.starts(range, with: "[")
      || source.starts(range, with: "{") && !source.starts(range, with: "{{")
  }

  /// What begins with `//` or `#` is nothing that JSON has, but in a text over several lines: that is no
  /// JSON either, and stays.
  func withoutRemarks(
    inJSON lines: ArraySlice<Int>, onlyInBrackets: Bool = false
  ) -> ArraySlice<Int> {
    var scan = BracketScan(source)
    return lines.filter { line in
      let isOutside = scan.depth == 0
      return !scan.take(line) || onlyInBrackets && isOutside
    }[...]
  }

  /// In front of its element a document has no text; behind that a line may be somebody's.
  private func withoutRemarks(inXML lines: ArraySlice<Int>) -> ArraySlice<Int> {
    let element = lines.firstIndex { line in
      let range = text(line)
      let isDeclaration =
        source.starts(range, with: "<?") && source.bytes[range].suffix(2).elementsEqual("?>".utf8)
      return !range.isEmpty && !isDeclaration && !isCommentLine(line)
    }
    guard let element else { return lines }
    return (lines[..<element].filter { !isCommentLine($0) } + lines[element...])[...]
  }

  /// Where the next request begins, if a line is its request line, no empty line stands above it, and the
  /// body does not go on: its brackets are closed, it ends in a file, or a lone `#` stands between.
  func startBehindData(
    _ line: Int, _ body: [Int], isJSON: Bool, maySplit: Bool, _ brackets: inout BracketScan
  ) -> Int? {
    let range = source.lines[line].start..<source.lines[line].end
    guard !body.isEmpty, isRequestLine(range) || isJSON && isShortRequestLine(range) else {
      return nil
    }
    var end = body.endIndex
    var isApart = false
    while end > 0, text(body[end - 1]).isEmpty || isAside(text(body[end - 1])) {
      end -= 1
      isApart = isApart || text(body[end]).count == 1
    }
    guard end > 0 else { return nil }
    let start = end < body.endIndex ? body[end] : line
    if maySplit, isApart { return start }
    if file(text(body[end - 1])) != nil {
      return areFiles(body, before: start, &brackets) ? start : nil
    }
    guard maySplit else { return nil }
    let first =
      brackets.firstData ?? body.first { !text($0).isEmpty && !isAside(text($0)) }
    brackets.firstData = first
    guard let first, beginsAsJSON(first) else { return nil }
    brackets.take(body, upTo: end)
    return brackets.isClosed ? start : nil
  }

  /// `METHOD word`: what stands behind closed JSON can be nothing else.
  private func isShortRequestLine(_ range: Range<Int>) -> Bool {
    guard let end = range.first(where: { source.bytes[$0].isBlank }), end > range.lowerBound,
      Self.isMethod(source.text(range.lowerBound..<end)),
      case let rest = source.trimmed(end..<range.upperBound), !rest.isEmpty
    else { return false }
    let word = rest.first { source.bytes[$0].isBlank } ?? rest.upperBound
    let behind = source.trimmed(word..<rest.upperBound)
    return behind.isEmpty || source.starts(behind, with: "HTTP/")
  }
}

/// Follows the brackets and the texts of JSON from line to line; variables and comment lines stand for
/// nothing in it.
struct BracketScan {
  private let source: SourceText
  private(set) var depth = 0
  private var isInText = false
  private var hasBegun = false
  /// How many lines of a body were taken.
  private var count = 0
  /// The first line of the body that is data, once it was looked for.
  var firstData: Int?
  /// The first line of the body that is no file, once it was looked for.
  var firstText: Int?

  init(_ source: SourceText) {
    self.source = source
  }

  /// Whether there were brackets, and all of them are closed.
  var isClosed: Bool { hasBegun && depth == 0 && !isInText }

  /// Takes those lines of a body that were not taken yet.
  mutating func take(_ lines: [Int], upTo end: Int) {
    while count < end {
      _ = take(lines[count])
      count += 1
    }
  }

  /// Takes a line; true for a comment.
  mutating func take(_ line: Int) -> Bool {
    let range = source.trimmed(source.lines[line].start..<source.lines[line].end)
    if !isInText, source.starts(range, with: "//") || source.starts(range, with: "#") {
      return true
    }
    for text in BraceScan.texts(in: source.bytes, range) { take(bytes: text) }
    return false
  }

  /// Takes what stands between variables: a backslash in front of one is not in front of what follows it.
  private mutating func take(bytes text: Range<Int>) {
    var isEscaped = false
    for at in text {
      guard !isEscaped else {
        isEscaped = false
        continue
      }
      switch source.bytes[at] {
      case UInt8(ascii: "\\") where isInText: isEscaped = true
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "{") where !isInText, UInt8(ascii: "[") where !isInText:
        depth += 1
        hasBegun = true
      case UInt8(ascii: "}") where !isInText, UInt8(ascii: "]") where !isInText: depth -= 1
      default: break
      }
    }
  }
}
