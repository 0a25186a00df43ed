/// Bytes as text: by a byte order mark, else by the charset that is declared, else UTF-8.
///
/// A mark comes before anything that is declared, as in browsers. Only charsets of a fixed list are
/// handed to the system's converter: the name comes from the server, and converters have had holes.
package enum TextDecoding {
  /// Why bytes are not text.
  package struct Problem: Error, Hashable {
    package var charset: String
    /// The first byte that does not fit; nil when the charset itself is unknown.
    package var offset: Int?
  }

  /// The text.
  package static func text(_ body: Body, declared charset: String?) throws(Problem) -> String {
    try body.withUnsafeBytes { (bytes) throws(Problem) in
      let (rest, start, encoding) = try split(bytes, declared: charset)
      switch encoding {
      case .utf8:
        guard let text = String(validating: rest, as: UTF8.self) else {
          throw Problem(charset: "utf-8", offset: start + validLength(rest))
        }
        return text
      case .windows1252: return Windows1252.text(rest)
      case .converted(let name):
        let bytes = try Converter.utf8(rest, from: name, startingAt: start)
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  /// Whether a charset of that label can be read.
  package static func isKnown(charset: String) -> Bool {
    Charset(label: charset.lowercasedASCII) != nil
  }

  /// How many bytes of UTF-8 the text has; for UTF-8 without making one.
  package static func utf8Count(_ body: Body, declared charset: String?) throws(Problem) -> Int {
    try body.withUnsafeBytes { (bytes) throws(Problem) in
      let (rest, start, encoding) = try split(bytes, declared: charset)
      switch encoding {
      case .utf8:
        let valid = validLength(rest)
        guard valid == rest.count else { throw Problem(charset: "utf-8", offset: start + valid) }
        return valid
      case .windows1252: return Windows1252.text(rest).utf8.count
      case .converted(let name):
        return try Converter.utf8(rest, from: name, startingAt: start).count
      }
    }
  }

  /// Whether a byte order mark stands in front of it, which is no part of the text.
  package static func hasMark(_ body: Body) -> Bool { body.withUnsafeBytes { mark(in: $0).1 > 0 } }

  /// For behind what is said of such a text.
  package static let markWords = ", behind a byte order mark"

  /// The bytes after the mark, where they start, and what they are.
  private static func split(
    _ bytes: UnsafeRawBufferPointer, declared charset: String?
  ) throws(Problem) -> (rest: UnsafeRawBufferPointer, start: Int, encoding: Charset) {
    let (marked, length) = mark(in: bytes)
    let name = (marked ?? charset ?? "utf-8").lowercasedASCII
    let rest = UnsafeRawBufferPointer(rebasing: bytes[length...])
    if let encoding = Charset(label: name) { return (rest, length, encoding) }
    // What reads as UTF-8 is hardly ever anything else, whatever a server calls it.
    guard validLength(rest) == rest.count else { throw Problem(charset: name, offset: nil) }
    return (rest, length, .utf8)
  }

  /// The charset a mark at the start stands for, and the mark's length.
  private static func mark(in bytes: UnsafeRawBufferPointer) -> (String?, Int) {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return ("utf-8", 3) }
    if bytes.starts(with: [0xff, 0xfe, 0, 0]) { return ("utf-32le", 4) }
    if bytes.starts(with: [0, 0, 0xfe, 0xff]) { return ("utf-32be", 4) }
    if bytes.starts(with: [0xff, 0xfe]) { return ("utf-16le", 2) }
    if bytes.starts(with: [0xfe, 0xff]) { return ("utf-16be", 2) }
    return (nil, 0)
  }

  private static func validLength(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
    return UTF8Validation.firstInvalid(base, base + bytes.count) - base
  }
}
