/// Reads the head of an answer line by line, as bytes, and is stricter than libcurl.
///
///     interim* ─► status line ─► fields ─► blank line ─► (body) ─► trailers
///
/// What cannot be trusted is a problem and ends the transfer; what is only odd is a warning. The
/// raw bytes are kept either way.
struct HeadScanner: Sendable {
  /// Every byte of interim responses and head, as it came.
  private(set) var raw: [UInt8] = []
  private(set) var statusCode = 0
  private(set) var reason = ""
  private(set) var version = ""
  private(set) var fields: [HeaderField] = []
  private(set) var trailers: [HeaderField] = []
  private(set) var interimResponses = 0
  private(set) var warnings: [Warning] = []
  /// The blank line after the final head has come.
  private(set) var isComplete = false
  /// What Content-Length says, when it is said once and well.
  private(set) var contentLength: Int?
  private let limits: Limits
  private var isInterim = false
  private var hasStatusLine = false

  init(limits: Limits) {
    self.limits = limits
  }

  /// Why an answer cannot be trusted.
  struct Problem: Error, Hashable {
    var kind: TransportError.Kind
    var detail: String
  }

  /// Takes one line with its line end; nil when all is well.
  mutating func take(_ line: UnsafeRawBufferPointer) -> Problem? {
    if isComplete { return takeTrailer(line) }
    if let problem = checkSizes(line) { return problem }
    raw.append(contentsOf: line)
    var text = line[...]
    if text.last == 0x0a {
      text = text.dropLast()
      if text.last == 0x0d { text = text.dropLast() } else { warn(.bareLF) }
    }
    if text.contains(0x0d) {
      return Problem(kind: .protocol, detail: "a carriage return stands alone in a header line")
    }
    if text.isEmpty { return endBlock() }
    if !hasStatusLine { return takeStatusLine(text) }
    return takeField(text)
  }

  private func checkSizes(_ line: UnsafeRawBufferPointer) -> Problem? {
    if line.count > limits.headerLine {
      return .limit(.headerLine, allowed: limits.headerLine, found: line.count)
    }
    if raw.count + line.count > limits.headerBlock + interimAllowance {
      return .limit(.headerBlock, allowed: limits.headerBlock, found: raw.count + line.count)
    }
    return nil
  }

  /// Interim responses are bounded by their number, not by the size of the final head.
  private var interimAllowance: Int { interimResponses * 1_024 }

  private mutating func takeStatusLine(_ text: Slice<UnsafeRawBufferPointer>) -> Problem? {
    hasStatusLine = true
    let parts = text.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
    version = String(decoding: parts[0].dropFirst(5), as: UTF8.self)
    guard parts.count > 1, let code = Int(digits: parts[1]) else {
      return Problem(
        kind: .protocol,
        detail: "the status line has no status code: '\(String(shown: Array(text)))'")
    }
    statusCode = code
    reason = parts.count > 2 ? String(lenient: parts[2]) : ""
    isInterim = 100..<200 ~= code && code != 101
    if !(100..<600 ~= code) { warn(.oddStatus, "\(code)") }
    if !["1.0", "1.1", "2", "2.0", "3"].contains(version) { warn(.oddVersion, version) }
    return nil
  }

  private mutating func takeField(_ text: Slice<UnsafeRawBufferPointer>) -> Problem? {
    guard fields.count < limits.headerFields else {
      return .limit(.headerFields, allowed: limits.headerFields, found: fields.count + 1)
    }
    if text.contains(0) { warn(.nulInHeader) }
    if let first = text.first, first == 0x20 || first == 0x09 {
      fold(text)
      return nil
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
      warn(.headerWithoutColon, String(shown: Array(text)))
      return nil
    }
    var name = text[..<colon]
    if name.isEmpty { warn(.emptyHeaderName) }
    if let last = name.last, last == 0x20 || last == 0x09 {
      while let last = name.last, last == 0x20 || last == 0x09 { name = name.dropLast() }
      warn(.spaceBeforeColon, String(lenient: name))
    }
    let value = text[(colon + 1)...].trimmingBlanks
    let field = HeaderField(String(lenient: name), String(lenient: value), source: .wire)
    fields.append(field)
    return field.name.isSameHeaderName(as: "Content-Length") ? takeLength(value) : nil
  }

  private mutating func fold(_ text: Slice<UnsafeRawBufferPointer>) {
    warn(.foldedHeader)
    guard !fields.isEmpty else { return }
    fields[fields.count - 1].value += " " + String(lenient: text.trimmingBlanks)
  }

  /// RFC 9110 §8.6: digits only; several equal ones are one, two different ones are an attack.
  private mutating func takeLength(_ value: Slice<UnsafeRawBufferPointer>) -> Problem? {
    for part in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let length = Int(digits: part.trimmingBlanks) else {
        return Problem(
          kind: .protocol,
          detail: "Content-Length is not a number: '\(String(shown: Array(value)))'")
      }
      if let old = contentLength {
        guard old == length else {
          return Problem(
            kind: .protocol, detail: "two different Content-Lengths: \(old) and \(length)")
        }
        warn(.repeatedLength, "\(length)")
      }
      contentLength = length
    }
    return nil
  }

  private mutating func endBlock() -> Problem? {
    guard hasStatusLine else { return nil }
    if isInterim {
      interimResponses += 1
      guard interimResponses <= limits.interimResponses else {
        return .limit(
          .interimResponses, allowed: limits.interimResponses, found: interimResponses)
      }
      (fields, contentLength, hasStatusLine, isInterim) = ([], nil, false, false)
      return nil
    }
    isComplete = true
    if isChunked, contentLength != nil { warn(.lengthBesideChunked) }
    if isChunked { contentLength = nil }
    return nil
  }

  private mutating func takeTrailer(_ line: UnsafeRawBufferPointer) -> Problem? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), trailers.count < limits.headerFields
    else { return nil }
    trailers.append(
      HeaderField(
        String(lenient: line[..<colon]), String(lenient: line[(colon + 1)...].trimmingBlanks),
        source: .wire))
    return nil
  }

  private mutating func warn(_ kind: Warning.Kind, _ detail: String = "") {
    guard !warnings.contains(where: { $0.kind == kind }) else { return }
    warnings.append(Warning(kind, detail))
  }
}

extension HeadScanner {
  /// The fields as the rest of the engine knows them.
  var headers: Headers { Headers(fields) }

  /// Whether the body is framed in chunks.
  var isChunked: Bool {
    headers.values("Transfer-Encoding").contains { $0.lowercased().hasSuffix("chunked") }
  }

  /// An event stream may be silent as long as it likes.
  var isEventStream: Bool {
    headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") ?? false
  }

  /// An answer that ended before its head did.
  var isCutShort: Bool { !raw.isEmpty && !isComplete }
}

extension HeadScanner.Problem {
  static func limit(_ limit: LimitExceeded.Limit, allowed: Int, found: Int) -> Self {
    Self(kind: .limit(LimitExceeded(limit, allowed: allowed, found: found)), detail: "")
  }
}

extension Collection<UInt8> where SubSequence == Self {
  /// Without the spaces and tabs at both ends.
  var trimmingBlanks: Self {
    var rest = self
    while let first = rest.first, first == 0x20 || first == 0x09 { rest = rest.dropFirst() }
    var end = rest.endIndex
    while end > rest.startIndex {
      let before = rest.index(end, offsetBy: -1)
      guard
        rest[before] == 0x20 || rest[before] == 0x09 || rest[before] == 0x0d
          || rest[before] == 0x0a
      else { break }
      end = before
    }
    return rest[rest.startIndex..<end]
  }
}

extension String {
  /// UTF-8 where it is valid, otherwise ISO 8859-1, as HTTP's fields once were: no byte is lost.
  init(lenient bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self = text
    } else {
      self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  /// For a message: printable ASCII as it is, every other byte as `\xNN`, cut after 80 bytes.
  package init(shown bytes: [UInt8]) {
    var text = ""
    for byte in bytes.prefix(80) {
      if 0x20..<0x7f ~= byte {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    self = bytes.count > 80 ? text + "…" : text
  }
}
