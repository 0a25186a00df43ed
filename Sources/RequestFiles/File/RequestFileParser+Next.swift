import LosslessJSON
import NetEngine

/// Requests one behind the other without `###`, and answers that somebody kept behind a request: some
/// editors read both so, and nobody means them to be sent as a body.
extension RequestFileParser {
  /// Where the next request begins, with the comments and variables above it, if a line is its request
  /// line; nil for any other line of a body.
  func startOfNext(_ line: Int, in lines: Range<Int>) -> Int? {
    guard isRequestLine(source.lines[line].start..<source.lines[line].end) else { return nil }
    var start = line
    while start > lines.lowerBound, isAside(text(start - 1)) { start -= 1 }
    guard start == lines.lowerBound || text(start - 1).isEmpty else { return nil }
    // What stands above them behind an empty line is as much about it.
    while start > lines.lowerBound, text(start - 1).isEmpty || isAside(text(start - 1)) {
      start -= 1
    }
    return start
  }

  /// `METHOD url` without a blank in front: what a body in words or in data hardly has for a line.
  func isRequestLine(_ range: Range<Int>) -> Bool {
    guard let first = range.first, 0x41...0x5a ~= source.bytes[first],
      let end = range.first(where: {
        !(0x41...0x5a ~= source.bytes[$0] || source.bytes[$0] == 0x2d)
      }),
      source.bytes[end].isBlank, case let target = source.trimmed(end..<range.upperBound)
    else { return false }
    let isURL =
      source.starts(target, with: "http://") || source.starts(target, with: "https://")
    guard isURL || isPath(target) else { return false }
    return Self.isMethod(source.text(first..<end))
  }

  /// `/path` or `{{host}}/path`, perhaps with the version behind it, and no more words.
  private func isPath(_ range: Range<Int>) -> Bool {
    let isVariable = source.starts(range, with: "{{")
    guard
      isVariable || source.starts(range, with: "/")
        || hasColonNames && source.starts(range, with: ":")
    else { return false }
    var (at, depth) = (range.lowerBound, 0)
    while at < range.upperBound {
      let byte = source.bytes[at]
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if byte.isBlank, depth == 0 {
        return source.starts(source.trimmed(at..<range.upperBound), with: "HTTP/")
      }
      at += 1
    }
    return true
  }

  /// `# …`, `// …`, `@name = value`.
  func isAside(_ range: Range<Int>) -> Bool {
    source.starts(range, with: "#") || source.starts(range, with: "//") || isVariableLine(range)
      || hasColonNames && colonAssignment(range) != nil
  }

  /// Takes comments and variables between the head and data for what they are, and gives the data.
  mutating func data(of lines: ArraySlice<Int>, _ block: inout Block) -> ArraySlice<Int> {
    guard let first = lines.first else { return lines }
    guard isAside(text(first)) || source.starts(text(first), with: "/*") else { return lines }
    var asides: [Range<Int>] = []
    var at = lines.startIndex
    while at < lines.endIndex {
      let range = text(lines[at])
      if source.starts(range, with: "/*") {
        at = lines[at...].firstIndex(where: { endsComment(text($0)) }) ?? lines.endIndex
      } else if isAside(range) {
        asides.append(range)
      } else if !range.isEmpty {
        break
      }
      at += 1
    }
    guard at < lines.endIndex, isData(text(lines[at])) else { return lines }
    for range in asides { _ = readAside(range, &block) }
    return lines[at...]
  }

  func endsComment(_ range: Range<Int>) -> Bool {
    source.bytes[range].suffix(2).elementsEqual("*/".utf8)
  }

  /// The first line of JSON, XML, a file, an answer: no text that a heading could belong to.
  private func isData(_ range: Range<Int>) -> Bool {
    "{[<".utf8.contains(source.bytes[range.lowerBound]) || isAnswer(range)
  }

  /// `HTTP/1.1 200 OK`.
  func isAnswer(_ range: Range<Int>) -> Bool {
    guard source.starts(range, with: "HTTP/"),
      let end = range.first(where: { source.bytes[$0].isBlank })
    else { return false }
    let status = source.bytes[source.trimmed(end..<range.upperBound)].prefix { !$0.isBlank }
    return status.count == 3 && status.allSatisfy { $0 &- 0x30 < 10 }
  }

  /// Whether lines of a body stand for themselves: text in which a `#` is no comment, or that may hold
  /// whole requests.
  func holdsLines(_ request: FileRequest) -> Bool {
    guard let type = request.header("Content-Type") else { return false }
    let plain = type.lowercasedASCII
    // What most bodies are: known without a look for each of the others.
    guard !plain.utf8.starts(with: "application/json".utf8) else { return false }
    return Self.typesOfLines.contains { plain.utf8.firstPlace(of: $0.utf8) != nil }
  }

  private static let typesOfLines = [
    "text/plain", "text/markdown", "text/x-", "text/csv", "yaml", "toml", "x-sh", "/http",
  ]
}
