import LosslessJSON
import NetEngine

/// Reads the requests of a file, line by line, without ever giving up.
///
/// A block between separators is read in this order: comments and variables, the request line with
/// its indented continuation, header lines up to an empty one, the body.
struct RequestFileParser {
  let source: SourceText
  private(set) var requests: [FileRequest] = []
  /// The variables of each of them.
  private(set) var uses: [[Template.Use]] = []
  var variables: [RequestFile.Variable] = []
  var problems: [RequestFileProblem] = []
  /// What comments say in front of the first request: it holds for all of them.
  private var defaults = RequestMeta()
  private var defaultNotes: [String] = []
  /// What scripts that hold for all of them would set and change.
  private var defaultScripted: Set<String> = []
  private var defaultChange: RequestFileProblem?
  /// Why requests are not what is written, from the one on whose script would change them.
  private var laterChange: RequestFileProblem?
  /// `# @auth file …`, `# @auth global …`, by that word.
  var signIns: [String: SignIn] = [:]
  /// `:name := (…)` of restclient.el: variables that a script works out.
  var computedNames: Set<String> = []
  /// Variables of that kind in a file of another one.
  var strangerNames: Set<String> = []
  /// Files whose requests and variables can be used in this one.
  private(set) var imports: [RequestMeta.Worded<String>] = []
  /// What its queries can name: `fragment Name on Type { … }`.
  var fragments: [(name: String, piece: FileBody.Piece)] = []
  /// The places in `fragments` by name.
  var fragmentPlaces: [String: [Int]] = [:]
  /// The end of the lines in which a fragment was found to have no end.
  var unclosedFragments = -1
  /// Checks nobody makes that belong to no request.
  private(set) var unreadChecks = 0
  /// Scripts that are not understood as a whole.
  var strangers: [(place: FilePlace, isWhole: Bool)] = []
  var checkCount = 0
  /// From here on no line ends a block in braces, up to the separator that ends in the second.
  var openBlock: (line: Int, end: Int)?
  /// What comments expect, by its text: a file says the same of hundreds of requests.
  private var filters: [String: Filter] = [:]
  /// Names given by comments, with their lines.
  private var givenNames: [String: Int] = [:]

  init(_ source: SourceText) {
    self.source = source
  }

  mutating func parse() {
    var start = 0
    var separator: Int?
    for index in source.lines.indices where isSeparator(index) {
      readBlock(start..<index, separator: separator)
      separator = index
      start = index + 1
    }
    readBlock(start..<source.lines.count, separator: separator)
    for index in requests.indices where !computedNames.isEmpty || !strangerNames.isEmpty {
      // One set for most of them, however many they are.
      requests[index].scriptedNames =
        requests[index].scriptedNames.isEmpty
        ? computedNames : requests[index].scriptedNames.union(computedNames)
      if let problem = strangerProblem(of: requests[index]) {
        requests[index].problems.append(problem)
      }
    }
    if let first = strangers.first {
      problems.append(
        RequestFileProblem(
          first.place,
          .scriptsNotRun(strangers.count, checks: checkCount, isPart: !first.isWhole)))
    }
  }

  private func isSeparator(_ line: Int) -> Bool {
    let line = source.lines[line]
    return source.starts(line.start..<line.end, with: "###")
  }

  func text(_ line: Int) -> Range<Int> {
    source.trimmed(source.lines[line].start..<source.lines[line].end)
  }

  private mutating func readBlock(_ lines: Range<Int>, separator: Int?) {
    var block = Block(title: separator.flatMap(title))
    // `### @name login` says what the comment would.
    if let separator, block.title?.first == "@" { _ = readAside(text(separator), &block) }
    var next = readRequest(lines, block)
    while next < lines.upperBound { next = readRequest(next..<lines.upperBound, Block()) }
  }

  /// Reads one request, and gives the line where the next one begins.
  private mutating func readRequest(_ lines: Range<Int>, _ block: Block) -> Int {
    var (block, at) = (block, lines.lowerBound)
    while at < lines.upperBound, let next = readBefore(at, lines.upperBound, &block) { at = next }
    guard at < lines.upperBound else {
      if requests.isEmpty {
        defaults = block.meta.over(defaults)
        defaultNotes += block.notes
        defaultScripted.formUnion(block.scriptedNames)
        defaultChange = defaultChange ?? block.change
      }
      problems += block.problems
      unreadChecks += block.unreadChecks
      return lines.upperBound
    }
    if let (curl, next) = readCurl(at, lines.upperBound, &block) {
      finish(curl, block)
      return next
    }
    var request = FileRequest(title: block.title, place: source.place(at: text(at).lowerBound))
    // An answer that somebody keeps, or a stand-in for one, is no request.
    if isAnswer(text(at)) { return readBody(at..<lines.upperBound, of: &request, &block).next }
    at = readRequestLine(at, lines.upperBound, &request, &block)
    at = readHeaders(at, lines.upperBound, &request, &block)
    (request.body, at) = readBody(at..<lines.upperBound, of: &request, &block)
    if block.replacesVariables { request.body = request.body.replacingVariables }
    finish(request, block)
    return at
  }

  /// Adds what is said around a request to it.
  private mutating func finish(_ request: FileRequest, _ block: Block) {
    var request = request
    request.meta = block.meta.over(defaults)
    request.notes = defaultNotes + block.notes
    request.problems += block.problems
    add(block.signIn, to: &request)
    if let change = block.change ?? defaultChange ?? laterChange {
      request.problems.append(change)
    }
    laterChange = laterChange ?? block.laterChange
    request.scriptedNames = defaultScripted.union(block.scriptedNames)
    let uses = request.templates.flatMap(\.uses)
    request.meta.take(asked: uses)
    request.problems += elsewhereProblems(of: request, uses)
    request.scripts = block.scripts
    request.answerScript = block.answerScript + AnswerScript([request.meta.captures])
    request.unreadChecks = block.unreadChecks
    if let name = block.name { take(name, for: &request) }
    requests.append(request)
    self.uses.append(uses)
  }

  private func title(_ line: Int) -> String? {
    let isMark = { (index: Int) in
      source.bytes[index] == UInt8(ascii: "#") || source.bytes[index].isBlank
    }
    var range = text(line)
    while let first = range.first, isMark(first) { range = range.dropFirst() }
    while let last = range.last, isMark(last) { range = range.dropLast() }
    return range.isEmpty ? nil : source.text(range)
  }

  private mutating func take(_ name: RequestMeta.Worded<String>, for request: inout FileRequest) {
    request.name = name.value
    if let line = givenNames[name.value] {
      request.problems.append(
        RequestFileProblem(name.place, .duplicateName(name.value, line: line)))
    } else {
      givenNames[name.value] = request.place.line
    }
  }

  /// What is said around the request itself.
  struct Block {
    var title: String?
    var name: RequestMeta.Worded<String>?
    var meta = RequestMeta()
    var notes: [String] = []
    var scripts: [String] = []
    var answerScript = AnswerScript()
    var unreadChecks = 0
    var problems: [RequestFileProblem] = []
    /// What `# @auth` says of this request.
    var signIn: SignIn?
    /// `# @graphql`.
    var isGraphQL = false
    /// `# @body inline`: no line of the body names a file.
    var isInline = false
    /// `# @injectVariables`: they are replaced in the body's file, too.
    var replacesVariables = false
    /// What a script in front that is not run would set.
    var scriptedNames: Set<String> = []
    /// Why the request is not what is written: a script in front that is not run would change it.
    var change: RequestFileProblem?
    /// Why those behind it are not.
    var laterChange: RequestFileProblem?
  }
}

// MARK: - Comments and variables

extension RequestFileParser {
  /// Reads a line that is no part of a request; nil when it is one.
  private mutating func readBefore(_ line: Int, _ end: Int, _ block: inout Block) -> Int? {
    let range = text(line)
    if range.isEmpty || readAside(range, &block) { return line + 1 }
    if let next = readForeignVariable(line, end, isFirst: requests.isEmpty && block.title == nil) {
      return next
    }
    if let next = readScript(line, end, isInFront: true, &block) { return next }
    if let next = readFragment(line, end) { return next }
    if source.starts(range, with: "import ") {
      let path = source.trimmed(range.lowerBound + 7..<range.upperBound)
      take(import: path)
      return line + 1
    }
    if source.starts(range, with: "run ") {
      block.unreadChecks += 1
      block.problems.append(
        RequestFileProblem(
          source.place(at: range.lowerBound), .notSupported("'\(source.text(range))'")))
      return line + 1
    }
    return nil
  }

  mutating func take(import path: Range<Int>) {
    guard !path.isEmpty else { return }
    imports.append(
      RequestMeta.Worded(value: source.text(path), place: source.place(at: path.lowerBound)))
  }

  /// Takes a comment or a variable; false for anything else.
  mutating func readAside(_ range: Range<Int>, _ block: inout Block) -> Bool {
    switch source.bytes[range.lowerBound] {
    case UInt8(ascii: "@"):
      if let comment = MetaComment(source, range), comment.key == "auth", !comment.isAssigned {
        return takeWord(comment, &block)
      }
      readVariable(range, &block)
      return true
    case UInt8(ascii: "#"): break
    case UInt8(ascii: "/"): guard source.starts(range, with: "//") else { return false }
    default: return false
    }
    guard let comment = MetaComment(source, range) else { return true }
    if takeWord(comment, &block) { return true }
    block.notes.append(source.text(range))
    do throws(RequestFileProblem) {
      try block.meta.take(comment, in: source, reading: &filters)
    } catch {
      if case .notSupported = error.reason { block.unreadChecks += 1 }
      block.problems.append(error)
    }
    return true
  }

  /// `@name = value`.
  private mutating func readVariable(_ range: Range<Int>, _ block: inout Block) {
    let place = source.place(at: range.lowerBound)
    guard let (name, value) = assignment(range) else {
      // Nothing that a request of its own could show: the file says it.
      problems.append(RequestFileProblem(place, .badVariable(found: source.text(range))))
      return
    }
    problems += braceProblems(value, in: .variable)
    variables.append(
      RequestFile.Variable(
        name: source.text(name), value: Template(source, value), place: place))
  }
}
