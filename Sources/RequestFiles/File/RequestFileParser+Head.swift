import LosslessJSON
import NetEngine

/// The request line and the header lines.
extension RequestFileParser {
  /// Reads `[METHOD] target [HTTP/version]` and the indented lines that continue the target.
  mutating func readRequestLine(
    _ line: Int, _ end: Int, _ request: inout FileRequest, _ block: inout Block
  ) -> Int {
    let first = text(line)
    let indent = first.lowerBound - source.lines[line].start
    var targets = [readMethod(first, &request)]
    var at = line + 1
    while at < end {
      let range = text(at)
      guard !range.isEmpty else { break }
      let isQuery = "?&".utf8.contains(source.bytes[range.lowerBound])
      guard isQuery || range.lowerBound - source.lines[at].start > indent else { break }
      // Header lines may be indented, too: they begin where a line is one.
      if looksLikeHeader(range) || isVariable(range) || isBehindHead(range)
        || source.starts(range, with: "...")
      {
        break
      }
      if !readAside(range, &block) { targets.append(range) }
      at += 1
    }
    if let last = targets.indices.last(where: { !targets[$0].isEmpty }) {
      targets[last] = readVersion(targets[last], &request)
    }
    for target in targets { request.problems += braceProblems(target, in: .target) }
    request.target = Template(pieces: targets.flatMap { Template(source, $0).pieces })
    if let start = targets.first(where: { !$0.isEmpty }),
      source.starts(start, with: "ws://") || source.starts(start, with: "wss://"),
      request.aside == nil
    {
      let place = source.place(at: first.lowerBound)
      request.problems.append(RequestFileProblem(place, .foreignMethod("WebSocket")))
    }
    if request.target.isEmpty, request.flaw == nil {
      request.problems.append(RequestFileProblem(source.place(at: first.upperBound), .noTarget))
    }
    return at
  }

  /// Takes the method off the front of a request line and gives the rest.
  private func readMethod(_ range: Range<Int>, _ request: inout FileRequest) -> Range<Int> {
    let end = range.first { source.bytes[$0].isBlank } ?? range.upperBound
    let word = source.text(range.lowerBound..<end)
    let rest = source.trimmed(end..<range.upperBound)
    let isForeign = Self.foreignMethods.contains(word) && !rest.isEmpty
    let isKnown = isForeign || Self.methods.contains(word.uppercasedASCII)
    let isWord = word.utf8.allSatisfy { $0.isTokenByte && $0 != UInt8(ascii: ".") }
    guard isKnown || (isWord && !rest.isEmpty && Self.isCapital(word)) else {
      if isWord, word != "localhost", word != "*" {
        request.problems.append(
          RequestFileProblem(
            source.place(at: range.lowerBound), .noRequestLine(found: source.text(range))))
      }
      return range
    }
    let method = isKnown ? word.uppercasedASCII : word
    request.method = HTTPMethod(rawValue: method)
    let place = source.place(at: range.lowerBound)
    if Self.foreignMethods.contains(method) {
      request.problems.append(RequestFileProblem(place, .foreignMethod(method)))
    } else if !isKnown, let near = NearestWord.of(word, in: Self.methods) {
      request.problems.append(RequestFileProblem(place, .unknownMethod(word, near: near)))
    }
    return rest
  }

  private static func isCapital(_ word: String) -> Bool {
    word.utf8.allSatisfy { !(0x61...0x7a ~= $0) }
  }

  /// Methods people write; others are sent as they are when they have capitals only.
  private static let methods = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "GRAPHQL",
    "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "SEARCH", "REPORT", "PURGE",
    "LINK", "UNLINK", "VIEW", "QUERY", "MERGE", "SUBSCRIBE", "UNSUBSCRIBE", "NOTIFY", "CHECKOUT",
    "CHECKIN", "MKACTIVITY", "MKWORKSPACE", "VERSION-CONTROL", "BASELINE-CONTROL",
  ]

  static func isMethod(_ word: String) -> Bool { methods.contains(word) }

  /// What other editors send by other protocols.
  private static let foreignMethods: Set<String> = [
    "WEBSOCKET", "WS", "WSS", "GRPC", "RSOCKET", "MQTT", "MQTTS", "AMQP", "AMQPS", "SSE",
    "EVENTSOURCE", "STOMP", "GRAPHQLWS", "STREAM", "FNF", "KAFKA", "NATS", "DUBBO",
    "PUB", "SUB",
  ]

  /// Takes the version off the end of a target.
  private func readVersion(_ range: Range<Int>, _ request: inout FileRequest) -> Range<Int> {
    // What JetBrains' client writes behind `HTTP/2` where it asks for no upgrade.
    let mark = "(Prior Knowledge)"
    var range = range
    if source.bytes[range].suffix(mark.utf8.count).elementsEqual(mark.utf8) {
      let start = range.upperBound - mark.utf8.count
      request.problems.append(
        RequestFileProblem(source.place(at: start), .notSupported("'\(mark)'")))
      // Once: a call for each of many would end the program.
      range = source.trimmed(range.lowerBound..<start)
    }
    let start = range.last { source.bytes[$0].isBlank }.map { $0 + 1 } ?? range.lowerBound
    let word = start..<range.upperBound
    guard source.starts(word, with: "HTTP/") else { return range }
    switch source.text(word) {
    case "HTTP/1.1": request.version = .http1
    case "HTTP/2", "HTTP/2.0": request.version = .http2
    case let other:
      request.problems.append(RequestFileProblem(source.place(at: start), .badVersion(other)))
    }
    return source.trimmed(range.lowerBound..<start)
  }

  /// A name, a colon and a blank: what an indented header looks like, and no part of a URL does.
  private func looksLikeHeader(_ range: Range<Int>) -> Bool {
    guard let colon = source.first(UInt8(ascii: ":"), in: range), colon > range.lowerBound,
      source.bytes[range.lowerBound..<colon].allSatisfy(\.isTokenByte),
      !"?&#".utf8.contains(source.bytes[range.lowerBound])
    else { return false }
    return colon + 1 == range.upperBound || source.bytes[colon + 1].isBlank
  }

  /// Reads header lines up to an empty one, and gives the line behind that.
  mutating func readHeaders(
    _ line: Int, _ end: Int, _ request: inout FileRequest, _ block: inout Block
  ) -> Int {
    var at = line
    while at < end {
      let range = text(at)
      // What other editors run or keep may stand right behind the head.
      if isBehindHead(range) || hasColonNames && endsColonBody(at) { return at }
      at += 1
      if range.isEmpty { break }
      if readAside(range, &block) { continue }
      if source.starts(range, with: "/*") {
        at = readScript(at - 1, end, isInFront: true, &block) ?? at
        continue
      }
      if source.starts(range, with: "...") {
        // The members of an object that a script has made.
        request.problems.append(
          RequestFileProblem(
            source.place(at: range.lowerBound),
            .notDone("'\(source.text(range))'", instead: "write the header lines")))
      } else if let field = header(range) ?? wholeLine(range) {
        request.headers.append(field)
        request.problems += braceProblems(range, in: .header)
      } else {
        request.problems.append(
          RequestFileProblem(
            source.place(at: range.lowerBound), .badHeader(found: source.text(range))))
      }
    }
    return at
  }

  /// `> {% … %}`, `<> file`, `>> file`, `{{` alone, `?? status == 200`; a body of data or of a file,
  /// and the next request.
  private func isBehindHead(_ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    switch source.bytes[first] {
    case UInt8(ascii: ">"): return true
    case UInt8(ascii: "<"):
      return source.starts(range, with: "<>") || source.starts(range, with: "< ")
        || source.starts(range, with: "<@")
        || source.starts(source.trimmed(first + 1..<range.upperBound), with: "{%")
    case UInt8(ascii: "?"): return source.starts(range, with: "?? ")
    case UInt8(ascii: "["): return true
    case UInt8(ascii: "{"):
      guard source.starts(range, with: "{{") else { return true }
      return Template(source, range).uses.isEmpty && header(range) == nil
    default: return isRequestLine(range) && (first == 0 || source.bytes[first - 1] == 0x0a)
    }
  }

  /// A line that is one variable, whose value is a header line or several.
  private func wholeLine(_ range: Range<Int>) -> FileRequest.Field? {
    guard isVariable(range) else { return nil }
    return FileRequest.Field(
      name: Template(source, range), value: .empty, place: source.place(at: range.lowerBound))
  }

  private func isVariable(_ range: Range<Int>) -> Bool {
    let mayBe = source.starts(range, with: "{{") || hasColonNames && source.starts(range, with: ":")
    guard mayBe else { return false }
    return Template(source, range).isOneVariable
  }

  private func header(_ range: Range<Int>) -> FileRequest.Field? {
    guard let colon = colon(in: range) else { return nil }
    let name = Template(source, source.trimmed(range.lowerBound..<colon))
    let isName = name.pieces.allSatisfy { piece in
      if case .text(let text) = piece { text.utf8.allSatisfy(\.isTokenByte) } else { true }
    }
    guard isName, !name.isEmpty else { return nil }
    let value = Template(source, source.trimmed(colon + 1..<range.upperBound))
    return FileRequest.Field(name: name, value: value, place: source.place(at: range.lowerBound))
  }

  /// The first colon outside of braces.
  private func colon(in range: Range<Int>) -> Int? {
    var at = range.lowerBound
    while at < range.upperBound {
      if source.starts(at..<range.upperBound, with: "{{") {
        while at < range.upperBound, !source.starts(at..<range.upperBound, with: "}}") { at += 1 }
      } else if source.bytes[at] == UInt8(ascii: ":") {
        return at
      }
      at += 1
    }
    return nil
  }
}
