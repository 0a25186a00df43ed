/// Forms in both of their encodings.
enum Form {
  /// The pairs of an `application/x-www-form-urlencoded` body, in order.
  static func pairs(of body: [UInt8]) -> [Field] {
    body.split(separator: UInt8(ascii: "&")).map { pair in
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return Field(
        PercentEncoding.decode(parts[0], plusIsSpace: true),
        parts.count > 1 ? PercentEncoding.decode(parts[1], plusIsSpace: true) : "")
    }
  }

  /// One part of a `multipart/form-data` body.
  struct Part: Equatable {
    /// The header lines as they came.
    let headerLines: [String]
    let content: ArraySlice<UInt8>

    /// A parameter of Content-Disposition, with `\"` and `%22` left as they came.
    func parameter(_ name: String) -> String? {
      for line in headerLines where line.lowercased().hasPrefix("content-disposition:") {
        let pieces = line.split(separator: ";").dropFirst()
        for piece in pieces {
          let trimmed = piece.drop { $0 == " " }
          guard trimmed.hasPrefix(name + "=") else { continue }
          return String(trimmed.dropFirst(name.count + 1).filter { $0 != "\"" })
        }
      }
      return nil
    }
  }

  /// The parts of a multipart body; nil when its structure is broken.
  static func parts(of body: [UInt8], boundary: String) -> [Part]? {
    let delimiter = Array("--\(boundary)".utf8)
    var parts: [Part] = []
    guard var from = range(of: delimiter, in: body[...])?.upperBound else { return nil }
    while true {
      let rest = body[from...]
      if rest.starts(with: "--".utf8) { return parts }
      guard let end = range(of: [13, 10] + delimiter, in: rest),
        let part = part(of: rest[..<end.lowerBound])
      else { return nil }
      parts.append(part)
      from = end.upperBound
    }
  }

  /// The boundary a Content-Type names.
  static func boundary(of contentType: String) -> String? {
    for piece in contentType.split(separator: ";").dropFirst() {
      let trimmed = piece.drop { $0 == " " }
      guard trimmed.lowercased().hasPrefix("boundary=") else { continue }
      return String(trimmed.dropFirst(9).filter { $0 != "\"" })
    }
    return nil
  }

  private static func part(of bytes: ArraySlice<UInt8>) -> Part? {
    guard bytes.starts(with: [13, 10]) else { return nil }
    let rest = bytes.dropFirst(2)
    if rest.starts(with: [13, 10]) { return Part(headerLines: [], content: rest.dropFirst(2)) }
    guard let end = rest.firstEmptyLine(from: rest.startIndex) else { return nil }
    var lines: [String] = []
    var from = rest.startIndex
    while from < end {
      let lineEnd = rest.firstLineEnd(from: from) ?? end
      lines.append(String(decoding: rest[from..<lineEnd], as: UTF8.self))
      from = lineEnd + 2
    }
    return Part(headerLines: lines, content: rest[(end + 4)...])
  }

  private static func range(of needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    bytes.withUnsafeBufferPointer { buffer in
      guard buffer.count >= needle.count else { return nil }
      for start in 0...(buffer.count - needle.count) where buffer[start] == needle[0] {
        if buffer[start..<start + needle.count].elementsEqual(needle) {
          let lower = bytes.startIndex + start
          return lower..<lower + needle.count
        }
      }
      return nil
    }
  }
}
