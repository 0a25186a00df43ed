import LosslessJSON
import NetEngine

/// The body, with the scripts and references that stand behind it.
extension RequestFileParser {
  /// Reads a body, and where the next request begins behind it; blank lines around it are no part of it.
  mutating func readBody(
    _ lines: Range<Int>, of request: inout FileRequest, _ block: inout Block
  ) -> (body: FileBody, next: Int) {
    let holdsLines = holdsLines(request)
    let maySplit = !holdsLines && request.multipartType == nil
    var kept: [Int] = []
    var (at, next) = (lines.lowerBound, lines.upperBound)
    var brackets = BracketScan(source)
    let isJSON = isJSON(request)
    while at < lines.upperBound {
      if hasColonNames, endsColonBody(at) {
        next = at
        break
      }
      let start =
        startOfNext(at, in: lines)
        ?? startBehindData(at, kept, isJSON: isJSON, maySplit: maySplit, &brackets)
      if let start, maySplit || areFiles(kept, before: start, &brackets) {
        next = start
        kept.removeAll { $0 >= start }
        break
      }
      if let behind = readBehind(at, lines.upperBound, &request, &block) {
        at = behind
      } else {
        kept.append(at)
        at += 1
      }
    }
    let first = kept.firstIndex { !text($0).isEmpty } ?? kept.endIndex
    let last = kept.lastIndex { !text($0).isEmpty } ?? kept.startIndex - 1
    guard first <= last else { return (.none, next) }
    let data = holdsLines ? kept[first...last] : data(of: kept[first...last], &block)
    let lines = holdsLines ? data : tail(of: data, &block)
    // An answer that was kept beside its request.
    guard let line = lines.first, holdsLines || !isAnswer(text(line)) else { return (.none, next) }
    let sent = withoutRemarks(lines, request, &block)
    for line in sent {
      request.problems += braceProblems(
        source.lines[line].start..<source.lines[line].end, in: .body)
    }
    let body = body(sent, of: &request, block)
    request.problems += charsetProblems(of: body) + sent.lazy.compactMap(foreignText).prefix(1)
    return (body, next)
  }

  /// Whether all that a body has so far is in files: no text goes on behind them.
  func areFiles(_ lines: [Int], before end: Int, _ brackets: inout BracketScan) -> Bool {
    if let text = brackets.firstText, text < end { return false }
    var isFile = false
    for line in lines {
      guard line < end else { break }
      guard !text(line).isEmpty else { continue }
      guard file(text(line)) != nil else {
        brackets.firstText = line
        return false
      }
      isFile = true
    }
    return isFile
  }

  /// Reads a script or what names a file for the answer, and gives the line behind it; nil for a line of
  /// the body.
  private mutating func readBehind(
    _ line: Int, _ end: Int, _ request: inout FileRequest, _ block: inout Block
  ) -> Int? {
    let range = source.lines[line].start..<source.lines[line].end
    guard let first = range.first, !source.bytes[first].isBlank else { return nil }
    if let next = readScript(line, end, isInFront: false, &block) { return next }
    if source.starts(range, with: ">> ") || source.starts(range, with: ">>! ") {
      request.problems.append(
        RequestFileProblem(source.place(at: range.lowerBound), .notSupported("'>>'")))
      return line + 1
    }
    return source.starts(range, with: "<> ") ? line + 1 : nil
  }

  /// Takes comments and variables behind a body for what they are, and gives the lines in front.
  ///
  /// They begin behind an empty line, and in text that ends with a bracket, a quote or a file
  /// anywhere: no such text goes on with a comment.
  mutating func tail(of lines: ArraySlice<Int>, _ block: inout Block) -> ArraySlice<Int> {
    var end = lines.endIndex
    while end > lines.startIndex, let start = asideStart(lines[..<end]) { end = start }
    if let last = lines[..<end].last, !endsText(last) {
      // A heading right below a text is a part of it.
      while end < lines.endIndex, !text(lines[end]).isEmpty { end += 1 }
    }
    for line in lines[end...] where !text(line).isEmpty {
      let range = text(line)
      if !source.starts(range, with: "/*"), !endsComment(range) { _ = readAside(range, &block) }
    }
    var kept = lines[..<end]
    while let last = kept.last, text(last).isEmpty { kept.removeLast() }
    return kept
  }

  /// Where the comment, the variable or the empty line begins that ends these lines; nil for others.
  private func asideStart(_ lines: ArraySlice<Int>) -> Int? {
    guard let last = lines.last else { return nil }
    let range = text(last)
    if range.isEmpty || isAside(range) { return lines.endIndex - 1 }
    guard endsComment(range) else { return nil }
    return lines.lastIndex { source.starts(text($0), with: "/*") }
  }

  /// `@name = value`.
  func isVariableLine(_ range: Range<Int>) -> Bool {
    source.starts(range, with: "@") && assignment(range) != nil
  }

  /// The name behind the first sign of a line, and its value behind `=`, or `:=` as httpYac writes one
  /// that is worked out where it is used: here all are.
  func assignment(_ range: Range<Int>) -> (name: Range<Int>, value: Range<Int>)? {
    guard let equals = source.first(UInt8(ascii: "="), in: range), equals > range.lowerBound else {
      return nil
    }
    let isLazy = source.bytes[equals - 1] == UInt8(ascii: ":")
    let name = source.trimmed(
      range.lowerBound + 1..<max(range.lowerBound + 1, isLazy ? equals - 1 : equals))
    guard !name.isEmpty, source.bytes[name].allSatisfy(\.isVariableByte) else { return nil }
    return (name, source.trimmed(equals + 1..<range.upperBound))
  }

  private func endsText(_ line: Int) -> Bool {
    let range = text(line)
    if source.starts(range, with: "< ") || source.starts(range, with: "<@") { return true }
    return range.last.map { "}])>\"'-".utf8.contains(source.bytes[$0]) } ?? true
  }

  private func body(
    _ lines: ArraySlice<Int>, of request: inout FileRequest, _ block: Block
  ) -> FileBody {
    let type = request.header("Content-Type")?.lowercasedASCII ?? ""
    if block.isInline, let first = lines.first, let last = lines.last {
      let range = source.lines[first].start..<source.lines[last].end
      return .content([.text(Template(source, range))])
    }
    if block.isGraphQL || isGraphQL(request, type, lines) { return graphQL(lines, request) }
    // A file that is a whole multipart body, boundaries included, is sent as it is.
    let isOneFile = lines.count == 1 && pieces(lines).allSatisfy(\.isFile)
    if request.multipartType != nil, !isOneFile {
      let field = request.headers.last { $0.name.source.isSameHeaderName(as: "Content-Type") }
      if let boundary = Self.boundary(field?.value.source ?? "") {
        do throws(RequestFileProblem) {
          return try multipart(lines, Template(boundary, at: field?.place ?? request.place))
        } catch {
          request.problems.append(error)
          return .none
        }
      }
      let place = field?.place ?? request.place
      guard field?.value.uses.isEmpty != false else {
        request.problems.append(
          RequestFileProblem(
            place, .badMultipart(expected: "boundary=name written out", found: "a variable")))
        return .none
      }
      request.problems.append(RequestFileProblem(place, .noBoundary))
    }
    let pieces = pieces(lines)
    if type.utf8.starts(with: "application/x-www-form-urlencoded".utf8), lines.count > 1,
      !pieces.contains(where: \.isFile)
    {
      return .form(lines.map { pair(text($0)) }.filter { !$0.isEmpty })
    }
    return .content(pieces)
  }

  /// A line of a form, `name = value &`: blanks around the signs are for the eye.
  private func pair(_ line: Range<Int>) -> Template {
    guard let sign = source.first(UInt8(ascii: "="), in: line),
      !source.bytes[line.lowerBound..<sign].contains(UInt8(ascii: "{"))
    else { return Template(source, line) }
    let mark = UInt8(ascii: "&")
    let isOpen = source.bytes[line.upperBound - 1] == mark
    let start = source.bytes[line.lowerBound] == mark ? line.lowerBound + 1 : line.lowerBound
    let name = source.trimmed(start..<sign)
    let value = source.trimmed(sign + 1..<(isOpen ? line.upperBound - 1 : line.upperBound))
    let front = source.text(line.lowerBound..<start) + source.text(name) + "="
    let pair = Template(pieces: [.text(front)]) + Template(source, value)
    return isOpen ? pair + Template(pieces: [.text("&")]) : pair
  }

  /// Text between lines `< ./file`; a line's end belongs to the text, the last one's to nobody.
  func pieces(_ lines: ArraySlice<Int>, end: Int? = nil) -> [FileBody.Piece] {
    var pieces: [FileBody.Piece] = []
    var pending = 0..<0
    func flush() {
      guard !pending.isEmpty else { return }
      let text = Template(source, pending)
      pending = 0..<0
      // Lines between which a remark stood are one text.
      if case .text(let front) = pieces.last {
        pieces[pieces.count - 1] = .text(front + text)
      } else {
        pieces.append(.text(text))
      }
    }
    for line in lines {
      let whole = source.lines[line]
      let isLast = line == lines.last
      if let file = file(whole.start..<(isLast ? end ?? whole.end : whole.end)) {
        flush()
        pieces.append(file)
        pending = whole.end..<(isLast ? whole.end : whole.next)
      } else {
        if pending.upperBound != whole.start { flush() }
        let start = pending.isEmpty ? whole.start : pending.lowerBound
        pending = start..<(isLast ? whole.end : whole.next)
      }
    }
    flush()
    return pieces
  }

  /// `< ./file`, `<@ ./file`, `<@latin1 ./file`.
  func file(_ line: Range<Int>) -> FileBody.Piece? {
    guard let first = line.first, source.bytes[first] == UInt8(ascii: "<") else { return nil }
    let mark = line.first { source.bytes[$0].isBlank } ?? line.upperBound
    let isPlain = mark == first + 1
    guard isPlain || source.bytes[first + 1] == UInt8(ascii: "@") else { return nil }
    let path = source.trimmed(mark..<line.upperBound)
    guard !path.isEmpty else { return nil }
    let charset = isPlain || mark == first + 2 ? nil : source.text(first + 2..<mark)
    return .file(
      Template(source, path), replacesVariables: !isPlain, charset: charset,
      place: source.place(at: path.lowerBound))
  }
}

extension FileRequest {
  /// The type of its body where that is made of parts.
  fileprivate var multipartType: String? {
    guard let type = header("Content-Type")?.lowercasedASCII,
      type.utf8.starts(with: "multipart/".utf8)
    else { return nil }
    return type
  }
}

extension FileBody.Piece {
  fileprivate var isFile: Bool { if case .file = self { true } else { false } }
}

// MARK: - Multipart

extension RequestFileParser {
  private func multipart(
    _ lines: ArraySlice<Int>, _ boundary: Template
  ) throws(RequestFileProblem) -> FileBody {
    let delimiter = "--" + boundary.source
    let shown = delimiter.shortened
    let isRemarked = isRemarked(lines)
    var (parts, isClosed): ([FileBody.Part], Bool) = ([], false)
    var part: [Int]?
    for line in lines {
      let range = text(line)
      let words = source.text(range)
      let isEnd = words == delimiter + "--"
      // `< ./file --boundary--`: the end may stand behind the last file.
      if !isClosed, part != nil, source.starts(range, with: "< "),
        words.hasSuffix(" \(delimiter)--")
      {
        let end = range.upperBound - delimiter.utf8.count - 3
        parts.append(try self.part((part ?? [])[...] + [line], isRemarked, end: end))
        (part, isClosed) = (nil, true)
      } else if !isClosed, isEnd || words == delimiter {
        if let part { parts.append(try self.part(part[...], isRemarked)) }
        part = isEnd ? nil : []
        isClosed = isEnd
      } else if part != nil {
        part?.append(line)
      } else if !range.isEmpty {
        let expected = isClosed ? "nothing behind '\(shown)--'" : "'\(shown)'"
        throw bad(expected, range)
      }
    }
    // A last boundary with nothing behind it is the end, though its two hyphens are missing.
    isClosed = isClosed || part?.allSatisfy { text($0).isEmpty } == true && !parts.isEmpty
    guard isClosed, !parts.isEmpty else {
      let end = source.lines[lines.last ?? 0].end
      throw RequestFileProblem(
        source.place(at: end),
        .badMultipart(
          expected: isClosed ? "a part" : "'\(shown)--'", found: "the end of the body"))
    }
    return .multipart(boundary: boundary, parts: parts)
  }

  private func bad(_ expected: String, _ found: Range<Int>) -> RequestFileProblem {
    RequestFileProblem(
      source.place(at: found.lowerBound),
      .badMultipart(expected: expected, found: "'\(source.text(found).shortened)'"))
  }

  /// Whether remarks stand in front of what parts hold: nothing else would be in front of a file.
  private func isRemarked(_ lines: ArraySlice<Int>) -> Bool {
    zip(lines, lines.dropFirst()).contains { isRemark($0) && file(text($1)) != nil }
  }

  private func isRemark(_ line: Int) -> Bool { source.starts(text(line), with: "//") }

  /// Reads the head and the content of a part; its last line may end before its source's does.
  private func part(
    _ lines: ArraySlice<Int>, _ isRemarked: Bool, end: Int? = nil
  ) throws(RequestFileProblem) -> FileBody.Part {
    let empty = lines.firstIndex { text($0).isEmpty } ?? lines.endIndex
    var head: [Template] = []
    for line in lines[..<empty] {
      let range = text(line)
      guard let colon = source.first(UInt8(ascii: ":"), in: range), colon > range.lowerBound else {
        throw bad("a line such as 'Content-Disposition: form-data; name=\"x\"'", range)
      }
      head.append(Template(source, range))
    }
    var content = empty < lines.endIndex ? lines[(empty + 1)...] : []
    if isRemarked { content = content.drop { isRemark($0) } }
    var all = pieces(content, end: end)
    // Empty lines behind a file are none of its lines, and end as those around the parts do.
    if case .text(let text) = all.last, all.count > 1, text.source.utf8.allSatisfy({ $0 == 0x0a }) {
      let ends = String(repeating: "\r\n", count: text.source.utf8.count)
      all[all.count - 1] = .text(Template(pieces: [.text(ends)]))
    }
    return FileBody.Part(head: head, content: all)
  }

  /// The boundary as it is written in a Content-Type, its quotes taken away.
  static func boundary(_ type: String) -> String? {
    for parameter in type.utf8.split(separator: UInt8(ascii: ";")).dropFirst() {
      let text = Substring(parameter.trimmingBlanks)
      guard text.utf8.count > 9, text.prefix(9).lowercasedASCII == "boundary=" else { continue }
      var value = text.utf8.dropFirst(9)
      if value.count > 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
        value = value.dropFirst().dropLast()
      }
      return value.isEmpty ? nil : String(Substring(value))
    }
    return nil
  }
}
