import LosslessJSON
import NetEngine

/// Variables in the words of editors that have no `@name = value`: restclient.el's `:name = value`, which
/// are taken for what they are in a file that is clearly one of its own, and rest.nvim's old
/// `name: value`, which are only named.
extension RequestFileParser {
  /// The names a colon stands in front of; none unless nothing in the file is another
  /// editor's: `:name` is a part of many a URL and of many a text.
  static func colonNames(of source: SourceText) -> SourceText.ColonNames {
    var names: Set<[UInt8]> = []
    var isApart = true
    for line in source.lines {
      let range = line.start..<line.end
      let found = assignment(behindColon: range, in: source)
      if let found, isApart, !found.name.isEmpty { names.insert(Array(source.bytes[found.name])) }
      isApart = range.isEmpty || found != nil || source.starts(range, with: "#")
    }
    guard !names.isEmpty, source.bytes.firstPlace(of: "{{".utf8) == nil,
      !source.lines.contains(where: { source.starts($0.start..<$0.end, with: "@") }),
      source.lines.contains(where: { uses(names, in: $0.start..<$0.end, of: source) })
    else { return SourceText.ColonNames([]) }
    return SourceText.ColonNames(names)
  }

  /// Whether a line names one of them, and not only to give it its value.
  private static func uses(
    _ names: Set<[UInt8]>, in line: Range<Int>, of source: SourceText
  ) -> Bool {
    var rest = line
    if let found = assignment(behindColon: line, in: source) { rest = found.value }
    while let colon = source.first(UInt8(ascii: ":"), in: rest) {
      let name = source.bytes[colon + 1..<rest.upperBound].prefix(while: \.isVariableByte)
      if names.contains(Array(name)) { return true }
      rest = colon + 1..<rest.upperBound
    }
    return false
  }

  var hasColonNames: Bool { !source.colonNames.isEmpty }

  /// `:name = value`, `:name := (…)`, `:name = <<`, as restclient.el has them.
  func colonAssignment(
    _ range: Range<Int>
  ) -> (name: Range<Int>, value: Range<Int>, isComputed: Bool)? {
    Self.assignment(behindColon: range, in: source)
  }

  private static func assignment(
    behindColon range: Range<Int>, in source: SourceText
  ) -> (name: Range<Int>, value: Range<Int>, isComputed: Bool)? {
    guard source.starts(range, with: ":") else { return nil }
    let end =
      range.dropFirst().first { !source.bytes[$0].isVariableByte } ?? range.upperBound
    var rest = source.trimmed(end..<range.upperBound)
    let isComputed = source.starts(rest, with: ":=")
    guard isComputed || source.starts(rest, with: "=") else { return nil }
    rest = source.trimmed(rest.dropFirst(isComputed ? 2 : 1))
    return (range.lowerBound + 1..<end, rest, isComputed)
  }

  /// Whether a body ends in front of a line: every `#` ends one in restclient.el.
  func endsColonBody(_ line: Int) -> Bool {
    let range = source.lines[line].start..<source.lines[line].end
    return source.starts(range, with: "#") || colonAssignment(range) != nil
  }

  /// Takes such a variable where a request line is expected, and gives the line behind it.
  mutating func readForeignVariable(_ line: Int, _ end: Int, isFirst: Bool) -> Int? {
    let range = source.lines[line].start..<source.lines[line].end
    guard let found = colonAssignment(range) else {
      return isFirst ? readPlainVariable(range, line) : nil
    }
    let name = source.text(found.name)
    let place = source.place(at: range.lowerBound)
    var (value, next) = (found.value, line + 1)
    if source.starts(value, with: "<<"), value.count == 2 {
      while next < end, !source.starts(text(next), with: "#") { next += 1 }
      value = lines(line + 1..<next)
    }
    if name.isEmpty || !hasColonNames {
      let written = source.text(source.trimmed(range))
      problems.append(
        RequestFileProblem(
          place,
          name.isEmpty
            ? .notSupported("'\(written)'")
            : .foreignVariable(written, name: name, value: source.text(value))))
      if !name.isEmpty { strangerNames.insert(name) }
    } else if found.isComputed {
      computedNames.insert(name)
    } else {
      variables.append(
        RequestFile.Variable(name: name, value: Template(source, value), place: place))
    }
    return next
  }

  /// The text of lines without the empty ones behind it.
  private func lines(_ lines: Range<Int>) -> Range<Int> {
    guard let first = lines.first, let last = lines.last(where: { !text($0).isEmpty }) else {
      return 0..<0
    }
    return source.lines[first].start..<source.lines[last].end
  }

  /// `name: value` in front of the first request: no header line stands there.
  private mutating func readPlainVariable(_ range: Range<Int>, _ line: Int) -> Int? {
    guard let colon = source.first(UInt8(ascii: ":"), in: range), colon > range.lowerBound,
      source.bytes[range.lowerBound..<colon].allSatisfy({ $0.isVariableByte && $0 != 0x2e }),
      colon + 1 < range.upperBound, source.bytes[colon + 1].isBlank,
      case let value = source.trimmed(colon + 1..<range.upperBound), !value.isEmpty
    else { return nil }
    problems.append(
      RequestFileProblem(
        source.place(at: range.lowerBound),
        .foreignVariable(
          source.text(source.trimmed(range)), name: source.text(range.lowerBound..<colon),
          value: source.text(value))))
    return line + 1
  }

  /// Keeps back what names a variable in restclient.el's way in a file that is not of its own.
  func strangerProblem(of request: FileRequest) -> RequestFileProblem? {
    for template in request.templates {
      var rest = template.source.utf8[...]
      while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
        rest = rest[colon...].dropFirst()
        let name = String(Substring(rest.prefix(while: \.isVariableByte)))
        guard strangerNames.contains(name) else { continue }
        return RequestFileProblem(
          request.place, .notDone("':\(name)'", instead: "write @\(name) = … and {{\(name)}}"))
      }
    }
    return nil
  }
}
