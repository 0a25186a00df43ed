extension HeadScanner.Problem {
  static func limit(_ limit: LimitExceeded.Limit, allowed: Int, found: Int) -> Self {
    Self(kind: .limit(LimitExceeded(limit, allowed: allowed, found: found)), detail: "")
  }

  static func status(_ line: HeadScanner.Line, _ what: String) -> Self {
    Self(kind: .protocol, detail: "the first line \(what): '\(String(shown: Array(line)))'")
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

extension UInt8 {
  /// A space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// A control character that has no place in a field's value; a tab has.
  var isOddControl: Bool { (self < 0x20 && self != 0x09) || self == 0x7f }
}

extension Collection<UInt8> where SubSequence == Self {
  /// Without the spaces, tabs and line ends at both ends.
  var trimmingBlanks: Self {
    var rest = self
    while let first = rest.first, first.isBlank { rest = rest.dropFirst() }
    var end = rest.endIndex
    while end > rest.startIndex {
      let before = rest.index(end, offsetBy: -1)
      guard rest[before].isBlank || rest[before] == 0x0d || rest[before] == 0x0a else { break }
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
