/// Reads the head of an answer line by line, as bytes, and is stricter than libcurl.
///
///     interim* ─► status line ─► fields ─► blank line ─► (body) ─► trailers
///
/// What cannot be trusted is a problem and ends the transfer; what is only odd is a warning. The
/// raw bytes are kept either way.
package struct HeadScanner: Sendable {
  /// Every byte of interim responses and head, as it came.
  package private(set) var raw: [UInt8] = []
  package private(set) var statusCode = 0
  package private(set) var reason = ""
  package private(set) var version = ""
  package private(set) var fields: [HeaderField] = []
  package private(set) var trailers: [HeaderField] = []
  package private(set) var interimResponses = 0
  /// The last interim head that was complete.
  package private(set) var interim = Interim()
  package private(set) var warnings: [Warning] = []
  /// The blank line after the final head has come.
  package private(set) var isComplete = false
  /// Where the body ends; known once the head is complete.
  package private(set) var framing = Framing.none
  /// libcurl writes HTTP/2 heads in HTTP/1's form: its version is 2, and frames delimit its body.
  package var speaksHTTP2 = false
  /// Nothing else may travel over the connection: where this answer ends is in doubt.
  package private(set) var isConnectionDoubtful = false

  private let limits: Limits
  private let method: HTTPMethod
  private let asksForUpgrade: Bool
  private var said = FramingFields()
  private var stage = Stage.statusLine
  private var trailerBytes = 0

  private enum Stage {
    case statusLine, fields, done
  }

  /// A complete head of 1xx.
  package struct Interim: Sendable {
    package var statusCode = 0
    package var reason = ""
    package var version = ""
    package var headers = Headers()
  }

  /// Where a body ends.
  package enum Framing: Hashable, Sendable {
    /// There is none, by method or status.
    case none
    /// After so many bytes.
    case length(Int)
    /// After the last chunk.
    case chunked
    /// With the connection.
    case untilClose
    /// With the stream, as HTTP/2 says; the length is what the head announced, if anything.
    case stream(Int?)
  }

  /// Why an answer cannot be trusted.
  package struct Problem: Error, Hashable {
    package var kind: TransportError.Kind
    package var detail: String
  }

  /// A line without its line end.
  package typealias Line = Slice<UnsafeRawBufferPointer>

  /// `method` decides whether the answer can have a body, `asksForUpgrade` whether 101 is allowed.
  package init(limits: Limits, method: HTTPMethod = .get, asksForUpgrade: Bool = false) {
    self.limits = limits
    self.method = method
    self.asksForUpgrade = asksForUpgrade
  }

  /// Takes one line with its line end; nil when all is well.
  package mutating func take(_ line: UnsafeRawBufferPointer) -> Problem? {
    if isComplete { return takeTrailer(line) }
    if let problem = checkSizes(line) { return problem }
    // Most heads fit: growing with every line would copy them four times.
    if raw.isEmpty {
      raw.reserveCapacity(1_024)
      fields.reserveCapacity(16)
    }
    raw.append(contentsOf: line)
    let text = withoutEnd(line)
    if text.holdsStrayByte { return .strayByte(in: text, of: "header line") }
    switch stage {
    case .statusLine: return takeStatusLine(text)
    case .fields: return text.isEmpty ? endBlock() : takeField(text)
    case .done: return nil
    }
  }

  /// Takes a line that libcurl may refuse before its header callback; nil for every other line.
  ///
  /// libcurl stores each header line first. It cannot store a first line that begins with a blank,
  /// nor a line with a carriage return before the colon.
  package mutating func takeRefused(_ line: UnsafeRawBufferPointer) -> Problem? {
    guard stage == .fields else { return nil }
    let isFoldedFirst = fields.isEmpty && line.first?.isBlank == true
    return isFoldedFirst || withoutEnd(line).holdsStrayByte ? take(line) : nil
  }

  /// Takes lines up to the end of the final head and tells where that is; nil when it does not come.
  package mutating func takeHead(of bytes: [UInt8]) -> Int? {
    var start = 0
    while !isComplete {
      guard let end = bytes[start...].firstIndex(of: 0x0a),
        bytes[start...end].withUnsafeBytes({ take($0) }) == nil
      else { return nil }
      start = end + 1
    }
    return start
  }

  private mutating func withoutEnd(_ line: UnsafeRawBufferPointer) -> Line {
    var end = line.count
    guard end > 0, line[end - 1] == 0x0a else { return line[...] }
    end -= 1
    if end > 0, line[end - 1] == 0x0d { end -= 1 } else { warn(.bareLF) }
    return line[..<end]
  }

  private func checkSizes(_ line: UnsafeRawBufferPointer) -> Problem? {
    if line.count > limits.headerLine {
      return .limit(.headerLine, allowed: limits.headerLine, found: line.count)
    }
    // Interim responses are bounded by their number, not by the size of the final head.
    let allowed = limits.headerBlock.saturatingSum(interimResponses * 1_024)
    if raw.count + line.count > allowed {
      return .limit(.headerBlock, allowed: limits.headerBlock, found: raw.count + line.count)
    }
    return nil
  }

  package mutating func warn(_ kind: Warning.Kind, _ detail: String = "") {
    guard !warnings.contains(where: { $0.kind == kind }) else { return }
    warnings.append(Warning(kind, detail))
  }
}

// MARK: - The status line

extension HeadScanner {
  /// RFC 9112 §4: `HTTP/1.1 200 OK`; what libcurl reads the same way although it is odd is a warning.
  private mutating func takeStatusLine(_ text: Line) -> Problem? {
    stage = .fields
    guard text.begins(with: "HTTP/") else { return .status(text, "does not begin with HTTP/") }
    let head = text.dropFirst(5)
    let version = head.prefix { $0 != 0x20 }
    var rest = head[version.endIndex...].drop { $0 == 0x20 }
    let digits = rest.prefix(3)
    guard let code = Int(digits: digits), digits.count == 3, code >= 100 else {
      return .status(text, "has no status code of three digits")
    }
    rest = rest.dropFirst(3)
    if let next = rest.first, next &- 0x30 < 10 {
      return .status(text, "has a status code of more than three digits")
    }
    if digits.startIndex != version.endIndex + 1 || (rest.first ?? 0x20) != 0x20 {
      warn(.oddStatusLine, String(shown: Array(text)))
    }
    self.version = String(lenient: version)
    statusCode = code
    reason = String(lenient: rest.dropFirst(rest.first == 0x20 ? 1 : 0))
    if rest.contains(where: \.isOddControl) { warn(.controlInReason, String(shown: Array(rest))) }
    if code >= 600 { warn(.oddStatus, "\(code)") }
    if !isKnownVersion { warn(.oddVersion, self.version) }
    return nil
  }

  private var isKnownVersion: Bool {
    switch version {
    case "1.1", "1.0": !speaksHTTP2
    case "2", "2.0", "3": speaksHTTP2
    default: false
    }
  }

  /// A 1xx that another head follows; 101 is final, whatever follows is not HTTP.
  private var isInterim: Bool { 100..<200 ~= statusCode && statusCode != 101 }

  private mutating func endBlock() -> Problem? {
    guard isInterim else { return endHead() }
    interimResponses += 1
    interim = Interim(
      statusCode: statusCode, reason: reason, version: version, headers: headers)
    // A head that never comes must not show the interim one's code and fields as the answer's.
    (fields, said, statusCode, reason, version) = ([], FramingFields(), 0, "", "")
    stage = .statusLine
    guard interimResponses <= limits.interimResponses else {
      return .limit(
        .interimResponses, allowed: limits.interimResponses, found: interimResponses)
    }
    return nil
  }
}

// MARK: - Fields

extension HeadScanner {
  private mutating func takeField(_ text: Line) -> Problem? {
    guard fields.count < limits.headerFields else {
      return .limit(.headerFields, allowed: limits.headerFields, found: fields.count + 1)
    }
    if let first = text.first, first.isBlank { return fold(text) }
    guard let colon = text.firstColon else {
      return Problem(
        kind: .protocol, detail: "a header line has no colon: '\(String(shown: Array(text)))'")
    }
    let (field, value) = takeName(text, colon)
    fields.append(field)
    guard field.isFraming else { return nil }
    if colon > text.startIndex, text[text.index(before: colon)].isBlank {
      // One recipient takes this for the field, another does not: a classic of smuggling.
      return Problem(kind: .protocol, detail: "white space between '\(field.name)' and its colon")
    }
    return takeFraming(field, value)
  }

  private mutating func takeName(_ text: Line, _ colon: Int) -> (HeaderField, Line) {
    var name = text[..<colon]
    if name.isEmpty { warn(.emptyHeaderName, String(shown: Array(text))) }
    if let last = name.last, last.isBlank {
      while let last = name.last, last.isBlank { name = name.dropLast() }
      warn(.spaceBeforeColon, String(shown: Array(name)))
    }
    if !name.isToken { warn(.oddHeaderName, String(shown: Array(name))) }
    let value = text[(colon + 1)...].trimmingBlanks
    let field = HeaderField(came: name, value)
    if value.holdsOddControl { warn(.controlInHeader, field.name) }
    return (field, value)
  }

  private mutating func fold(_ text: Line) -> Problem? {
    guard let last = fields.indices.last else {
      return .foldedFirst(text)
    }
    guard !fields[last].isFraming else {
      // libcurl reads the first line alone.
      return Problem(
        kind: .protocol, detail: "'\(fields[last].name)' goes on in the next line")
    }
    warn(.foldedHeader, fields[last].name)
    let more = text.trimmingBlanks
    if more.contains(where: \.isOddControl) { warn(.controlInHeader, fields[last].name) }
    fields[last].value += " " + String(lenient: more)
    return nil
  }

  /// The fields as the rest of the engine knows them.
  package var headers: Headers { Headers(fields) }

  /// An event stream may be silent as long as it likes.
  package var isEventStream: Bool {
    guard let type = headers["Content-Type"] else { return false }
    let wanted = "text/event-stream".utf8
    return type.utf8.prefix(wanted.count).elementsEqual(wanted) { $0.lowercasedASCII == $1 }
  }

  /// An answer that ended before its head did.
  package var isCutShort: Bool { !raw.isEmpty && !isComplete }
}

// MARK: - Where the body ends

extension HeadScanner {
  /// RFC 9112 §6.3, in its order.
  private mutating func endHead() -> Problem? {
    stage = .done
    isComplete = true
    if statusCode == 101 {
      if asksForUpgrade { return nil }
      let protocols = headers.values("Upgrade").joined(separator: ", ")
      return Problem(
        kind: .protocol,
        detail: "the server switches to '\(String(shown: Array(protocols.utf8)))' unasked")
    }
    let hasNoBody = method == .head || statusCode == 204 || statusCode == 304
    if speaksHTTP2 {
      framing = hasNoBody ? .none : .stream(said.length)
      return nil
    }
    if let problem = said.problem { return problem }
    if said.isChunked, version == "1.0" { warn(.chunkedInHTTP10) }
    if said.hasBoth { warn(.lengthBesideChunked) }
    isConnectionDoubtful = warnings.contains(where: \.kind.putsFramingInDoubt)
    framing = hasNoBody ? .none : said.framing
    return nil
  }

  private mutating func takeFraming(_ field: HeaderField, _ value: Line) -> Problem? {
    guard field.name.isSameHeaderName(as: "Content-Length") else {
      said.take(codings: value)
      return nil
    }
    let wasSaid = said.length != nil
    if let problem = said.take(length: value) { return problem }
    if wasSaid || value.contains(UInt8(ascii: ",")) { warn(.repeatedLength, field.value) }
    return nil
  }
}

// MARK: - Trailers

extension HeadScanner {
  private mutating func takeTrailer(_ line: UnsafeRawBufferPointer) -> Problem? {
    if line.count > limits.headerLine {
      return .limit(.headerLine, allowed: limits.headerLine, found: line.count)
    }
    trailerBytes += line.count
    if trailerBytes > limits.headerBlock {
      return .limit(.headerBlock, allowed: limits.headerBlock, found: trailerBytes)
    }
    let text = withoutEnd(line)
    if text.isEmpty { return nil }
    if text.holdsStrayByte { return .strayByte(in: text, of: "trailer line") }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
      return Problem(
        kind: .protocol, detail: "a trailer line has no colon: '\(String(shown: Array(text)))'")
    }
    guard trailers.count < limits.headerFields else {
      return .limit(.headerFields, allowed: limits.headerFields, found: trailers.count + 1)
    }
    trailers.append(takeName(text, colon).0)
    return nil
  }
}
