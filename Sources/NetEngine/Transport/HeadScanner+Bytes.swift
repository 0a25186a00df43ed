import Glibc

extension HeadScanner.Problem {
  static func limit(_ limit: LimitExceeded.Limit, allowed: Int, found: Int) -> Self {
    Self(kind: .limit(LimitExceeded(limit, allowed: allowed, found: found)), detail: "")
  }

  static func status(_ line: HeadScanner.Line, _ what: String) -> Self {
    Self(kind: .protocol, detail: "the first line \(what): '\(String(shown: Array(line)))'")
  }

  /// A folded first line has no line to continue.
  package static func foldedFirst(_ line: HeadScanner.Line, of part: String = "") -> Self {
    Self(
      kind: .protocol,
      detail: "the first header line\(part) continues nothing: '\(String(shown: Array(line)))'")
  }

  /// RFC 9110 §5.5: such a message is refused, for somebody else may read two lines in it.
  static func strayByte(in line: HeadScanner.Line, of part: String) -> Self {
    let name = line.contains(0x0d) ? "carriage return" : "NUL"
    return Self(
      kind: .protocol, detail: "a \(name) inside a \(part): '\(String(shown: Array(line)))'")
  }
}

extension Warning.Kind {
  /// After such a head the next answer on the connection might be a part of this one.
  var putsFramingInDoubt: Bool {
    switch self {
    case .lengthBesideChunked, .repeatedLength, .chunkedInHTTP10, .oddStatusLine, .oddVersion: true
    default: false
    }
  }
}

extension HeaderField {
  /// The two fields that say where a body ends.
  var isFraming: Bool {
    name.isSameHeaderName(as: "Content-Length") || name.isSameHeaderName(as: "Transfer-Encoding")
  }
}

// Plain loops over memory: every line of every answer goes through them, and the same words of
// the standard library for slices cost ten times as much.
extension HeadScanner.Line {
  private var memory: UnsafeBufferPointer<UInt8> {
    UnsafeRawBufferPointer(rebasing: self).bindMemory(to: UInt8.self)
  }

  /// A carriage return or a NUL, which no line may hold.
  var holdsStrayByte: Bool {
    var isFound: UInt8 = 0
    for byte in memory { isFound |= (byte == 0x0d ? 1 : 0) | (byte == 0 ? 1 : 0) }
    return isFound != 0
  }

  /// A control character that has no place in a field's value.
  var holdsOddControl: Bool {
    for byte in memory where byte.isOddControl { return true }
    return false
  }

  func begins(with word: StaticString) -> Bool {
    UnsafeRawBufferPointer(rebasing: self).begins(with: word)
  }

  /// Nothing but bytes of a name, or nothing at all.
  var isToken: Bool {
    for byte in memory where !byte.isTokenByte { return false }
    return true
  }

  var firstColon: Int? {
    let memory = memory
    for index in 0..<memory.count where memory[index] == 0x3a { return startIndex + index }
    return nil
  }

  var trimmingBlanks: Self {
    let memory = memory
    var (start, end) = (0, memory.count)
    while start < end, memory[start].isBlank { start += 1 }
    while end > start, memory[end - 1].endsLine || memory[end - 1].isBlank { end -= 1 }
    return self[(startIndex + start)..<(startIndex + end)]
  }

  /// The text of a line that is ASCII throughout, as nearly all are.
  fileprivate var asciiText: String? {
    let memory = memory
    var all: UInt8 = 0
    for byte in memory { all |= byte }
    return all < 0x80 ? String(decoding: memory, as: UTF8.self) : nil
  }
}

extension UnsafeRawBufferPointer {
  package func begins(with word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount, let baseAddress else { return false }
    return memcmp(baseAddress, word.utf8Start, word.utf8CodeUnitCount) == 0
  }
}

extension String {
  /// UTF-8 where it is valid, otherwise ISO 8859-1, as HTTP's fields once were: no byte is lost.
  init(lenient line: HeadScanner.Line) {
    if let text = line.asciiText {
      self = text
    } else {
      self.init(lenient: Array(line))
    }
  }
}
