import LosslessJSON
import NetEngine

/// Scripts of other editors, and comments over several lines: kept as they are written, and read as
/// far as they are understood.
extension RequestFileParser {
  /// Reads a script that begins in a line, and gives the line behind it; nil where none begins.
  ///
  /// In front of a request `< file.js` is a script, behind its head it would be a body.
  mutating func readScript(
    _ line: Int, _ end: Int, isInFront: Bool, _ block: inout Block
  ) -> Int? {
    let range = text(line)
    guard let first = range.first else { return nil }
    switch source.bytes[first] {
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      let isAnswer = source.bytes[first] == UInt8(ascii: ">")
      let rest = source.trimmed(first + 1..<range.upperBound)
      if source.starts(rest, with: "{%") {
        let next = endOfLines(behind: "%}", from: line, end)
        take(script: line..<next, isAnswer ? body(of: line..<next) : nil, &block)
        if !isAnswer, isInFront { take(writes: line..<next, &block) }
        if isAnswer { take(laterOf: writes(of: line..<next), line..<next, &block) }
        return next
      }
      guard isAnswer || isInFront, isScriptFile(rest) else {
        if isAnswer, !isInFront { return readExpectation(rest, line, &block) }
        return isAnswer ? readMarkedLines(line, end, &block) : nil
      }
      take(script: line..<line + 1, nil, &block)
      block.unreadChecks += 1
      checkCount += 1
      return line + 1
    case UInt8(ascii: "{"): return readBlock(line, end, isInFront: isInFront, &block)
    case UInt8(ascii: "/"):
      guard source.starts(range, with: "/*"), isInFront else { return nil }
      return endOfLines(behind: "*/", from: line, end)
    case UInt8(ascii: "-"):
      guard source.starts(range, with: "--{%") else { return nil }
      let next = endOfLines(behind: "%}", from: line, end)
      take(script: line..<next, nil, &block)
      return next
    case UInt8(ascii: "?"): return readAssertion(line, &block)
    case UInt8(ascii: "E"): return isInFront ? nil : readExpectation(range, line, &block)
    default: return nil
    }
  }

  /// A script whose every line begins with `>`, in front of a request.
  private mutating func readMarkedLines(_ line: Int, _ end: Int, _ block: inout Block) -> Int {
    let next = (line..<end).first { !source.starts(text($0), with: ">") } ?? end
    take(script: line..<next, nil, &block)
    take(writes: line..<next, &block)
    return next
  }

  /// `{{` or `{{@response` alone in its line up to `}}` alone; in front of a request also in one line.
  private mutating func readBlock(
    _ line: Int, _ end: Int, isInFront: Bool, _ block: inout Block
  ) -> Int? {
    let range = text(line)
    guard source.starts(range, with: "{{") else { return nil }
    let rest = range.dropFirst(2)
    let isMark = rest.allSatisfy { index in
      let byte = source.bytes[index]
      return byte.isVariableByte || byte.isBlank || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "@") || (byte == UInt8(ascii: "#") && rest.count == 1)
    }
    if isMark {
      // Every line of a body may begin one: that none ends is found out once.
      if let open = openBlock, open.end == end, line >= open.line { return nil }
      var at = line + 1
      while at < end, !isBlockEnd(text(at)) { at += 1 }
      guard at < end else {
        openBlock = (line, end)
        return nil
      }
      take(script: line..<at + 1, nil, &block)
      if isInFront { take(writes: line..<at + 1, &block) }
      return at + 1
    }
    // `{{host}}/path` is a request without its method.
    guard isInFront, source.text(range).hasSuffix("}}"), Template(source, range).uses.isEmpty else {
      return nil
    }
    take(script: line..<line + 1, nil, &block)
    take(writes: line..<line + 1, &block)
    return line + 1
  }

  /// Whether a line is two closing braces and nothing else.
  private func isBlockEnd(_ range: Range<Int>) -> Bool {
    range.count == 2 && source.starts(range, with: "}}")
  }

  /// `?? status == 200`.
  private mutating func readAssertion(_ line: Int, _ block: inout Block) -> Int? {
    let range = text(line)
    guard source.starts(range, with: "?? ") else { return nil }
    let value = source.trimmed(range.lowerBound + 3..<range.upperBound)
    let place = source.place(at: range.lowerBound)
    block.notes.append("# @assert " + source.text(value))
    do throws(RequestFileProblem) { try block.meta.take(assertion: value, in: source) } catch {
      block.unreadChecks += 1
      block.problems.append(RequestFileProblem(place, error.reason))
    }
    return line + 1
  }

  /// `EXPECTED_RESPONSE_STATUS 200`, `…_BODY "text"`, `…_HEADERS "Name: value"`, also behind `>`.
  private mutating func readExpectation(
    _ range: Range<Int>, _ line: Int, _ block: inout Block
  ) -> Int? {
    guard source.starts(range, with: "EXPECTED_RESPONSE_"),
      let blank = range.first(where: { source.bytes[$0].isBlank })
    else { return nil }
    let value = source.text(source.trimmed(blank..<range.upperBound))
    let said: String
    switch source.text(range.lowerBound + 18..<blank) {
    case "STATUS": said = "status \(value)"
    case "BODY": said = "body-contains \(value)"
    case "HEADERS":
      let line = value.utf8.filter { $0 != UInt8(ascii: "\"") }
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      said =
        "header "
        + parts.map { String(decoding: $0.trimmingBlanks, as: UTF8.self) }.joined(separator: " ")
    default: return nil
    }
    let place = source.place(at: range.lowerBound)
    if let statement = AssertionLine.expected(said) {
      block.notes.append("# @expect " + said)
      block.meta.assertions.append(
        RequestMeta.Assertion(text: Template(said, at: place), place: place, statement: statement))
    } else {
      block.unreadChecks += 1
      block.problems.append(RequestFileProblem(place, .notSupported("'\(source.text(range))'")))
    }
    return line + 1
  }

  private func isScriptFile(_ range: Range<Int>) -> Bool {
    [".js", ".mjs", ".ts"].contains { ending in
      source.bytes[range].suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
  }

  /// The line behind the first one that holds a mark; the end where none does.
  private func endOfLines(behind mark: StaticString, from line: Int, _ end: Int) -> Int {
    var at = line
    while at < end {
      let range = source.lines[at].start..<source.lines[at].end
      at += 1
      if range.contains(where: { source.starts($0..<range.upperBound, with: mark) }) { return at }
    }
    return end
  }

  /// What stands between `{%` and `%}`.
  private func body(of lines: Range<Int>) -> Range<Int> {
    var range = source.trimmed(
      source.lines[lines.lowerBound].start..<source.lines[lines.upperBound - 1].end)
    while let first = range.first, source.bytes[first] != UInt8(ascii: "%") {
      range = range.dropFirst()
    }
    range = range.dropFirst()
    if source.bytes[range].suffix(2).elementsEqual("%}".utf8) { range = range.dropLast(2) }
    return range
  }

  /// Keeps a script; what is understood of it is asked of the answer.
  private mutating func take(script lines: Range<Int>, _ body: Range<Int>?, _ block: inout Block) {
    let start = source.lines[lines.lowerBound].start
    let place = source.place(at: text(lines.lowerBound).lowerBound)
    block.scripts.append(source.text(start..<source.lines[lines.upperBound - 1].end))
    guard let body else {
      let range = start..<source.lines[lines.upperBound - 1].end
      note(stranger: place, isWhole: true, ScriptChecks.count(in: source.text(range)), &block)
      return
    }
    let (statements, strangers) = ScriptParser.read(Array(source.bytes[body]))
    block.answerScript.scripts.append(statements)
    guard !strangers.isEmpty else { return }
    let checks = strangers.reduce(0) { $0 + ScriptChecks.count(in: $1) }
    note(stranger: place, isWhole: statements.isEmpty, checks, &block)
  }

  /// Takes what a script in front of a request would set and change.
  private func take(writes lines: Range<Int>, _ block: inout Block) {
    let writes = writes(of: lines)
    block.scriptedNames.formUnion(writes.names)
    take(laterOf: writes, lines, &block)
    guard block.change == nil, let change = writes.change else { return }
    block.change = problem(ofChange: change, in: lines)
  }

  /// Takes what a script would do to every request behind this one.
  private func take(laterOf writes: ScriptWrites, _ lines: Range<Int>, _ block: inout Block) {
    guard block.laterChange == nil, writes.changesLater else { return }
    block.laterChange = problem(ofChange: ScriptWrites.laterChange, in: lines)
  }

  private func writes(of lines: Range<Int>) -> ScriptWrites {
    let range = source.lines[lines.lowerBound].start..<source.lines[lines.upperBound - 1].end
    return ScriptWrites(source.text(range))
  }

  private func problem(ofChange change: String, in lines: Range<Int>) -> RequestFileProblem {
    RequestFileProblem(
      source.place(at: text(lines.lowerBound).lowerBound),
      .notDone("'\(change)' of a script", instead: "write what it comes to"))
  }

  private mutating func note(
    stranger place: FilePlace, isWhole: Bool, _ checks: Int, _ block: inout Block
  ) {
    strangers.append((place, isWhole))
    checkCount += checks
    block.unreadChecks += checks
  }
}
