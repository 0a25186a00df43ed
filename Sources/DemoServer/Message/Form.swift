import LosslessJSON

/// Forms in both of their encodings.
enum Form {
  /// The pairs of a query or of an `application/x-www-form-urlencoded` body, in order.
  static func pairs(of bytes: some Collection<UInt8>, isForm: Bool = true) -> [Field] {
    Array(bytes).split(separator: UInt8(ascii: "&")).map { pair in
      let (name, value) = pair.split(at: UInt8(ascii: "="))
      let texts = [name, value ?? []].map { part in
        String(decoding: part.percentDecoded(isForm: isForm), as: UTF8.self)
      }
      return Field(texts[0], texts[1])
    }
  }

  /// One part of a `multipart/form-data` body.
  struct Part: Equatable {
    /// The header lines as they came.
    let headerLines: [String]
    let content: ArraySlice<UInt8>

    /// A parameter of Content-Disposition, with `\"` and `%22` left as they came.
    func parameter(_ name: String) -> String? {
      headerLines.first { $0.lowercased().hasPrefix("content-disposition:") }
        .flatMap { Form.parameter(name, of: $0) }
    }
  }

  /// The parts of a multipart body; nil when its structure is broken.
  static func parts(of body: [UInt8], boundary: String) -> [Part]? {
    let delimiter = Array("--\(boundary)".utf8)
    var parts: [Part] = []
    guard var from = body.firstPlace(of: delimiter)?.upperBound else { return nil }
    while true {
      let rest = body[from...]
      if rest.starts(with: "--".utf8) { return parts }
      guard let end = rest.firstPlace(of: [13, 10] + delimiter),
        let part = part(of: rest[..<end.lowerBound])
      else { return nil }
      parts.append(part)
      from = end.upperBound
    }
  }

  /// The boundary a Content-Type names.
  static func boundary(of contentType: String) -> String? { parameter("boundary", of: contentType) }

  private static func parameter(_ name: String, of line: String) -> String? {
    for piece in line.split(separator: ";").dropFirst() {
      let trimmed = piece.drop { $0 == " " }
      guard trimmed.lowercased().hasPrefix(name + "=") else { continue }
      return String(trimmed.dropFirst(name.count + 1).filter { $0 != "\"" })
    }
    return nil
  }

  private static func part(of bytes: ArraySlice<UInt8>) -> Part? {
    guard bytes.starts(with: [13, 10]) else { return nil }
    if bytes.dropFirst(2).starts(with: [13, 10]) {
      return Part(headerLines: [], content: bytes.dropFirst(4))
    }
    guard let end = bytes.firstPlace(of: [13, 10, 13, 10]) else { return nil }
    let lines = bytes[..<end.lowerBound].dropFirst(2).lines.map {
      String(decoding: $0, as: UTF8.self)
    }
    return Part(headerLines: lines, content: bytes[end.upperBound...])
  }
}

extension ArraySlice<UInt8> {
  /// The lines of a head, without the CR LF between them.
  var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = self
    while let end = rest.firstPlace(of: [13, 10]) {
      lines.append(rest[..<end.lowerBound])
      rest = rest[end.upperBound...]
    }
    return lines + [rest]
  }
}
