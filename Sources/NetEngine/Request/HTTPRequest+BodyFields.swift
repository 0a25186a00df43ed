import LosslessJSON

extension HTTPRequest {
  /// Leaves out the fields that the bytes of the body decide, also in the heads of its parts.
  ///
  /// Beside a body that is not the recorded one their lengths, ranges and hashes are wrong.
  package mutating func leaveOutFieldsOfBody() {
    let type = headers["Content-Type"].flatMap { MediaType($0) }
    headers = Headers(headers.filter { !$0.name.isFieldOfBody })
    let isMultipart = type?.essence.hasPrefix("multipart/") == true
    var boundary = isMultipart ? type?.parameters["boundary"] : nil
    if case .multipart(let parts) = body { boundary = parts.boundary }
    guard let boundary else { return }
    body = body.map { Body($0.bytes.withoutBodyFields(boundary)) }
  }

  /// Whether a variable stands for a secret in the body.
  var hasPlaceholderInBody: Bool {
    func hasPlaceholder(_ body: Body) -> Bool {
      SecretVariable.firstPlaceholder(in: body.bytes[...]) != nil
    }
    switch body {
    case .bytes(let body): return hasPlaceholder(body)
    case .multipart(let parts):
      return parts.segments.contains { segment in
        if case .bytes(let body) = segment { hasPlaceholder(body) } else { false }
      }
    case .none, .file: return false
    }
  }
}

extension RequestBody {
  /// The body with other bytes in memory; files stay.
  package func map(_ change: (Body) -> Body) -> RequestBody {
    switch self {
    case .bytes(let body): return .bytes(change(body))
    case .multipart(var parts):
      parts.segments = parts.segments.map { segment in
        if case .bytes(let body) = segment { .bytes(change(body)) } else { segment }
      }
      return .multipart(parts)
    case .none, .file: return self
    }
  }
}

extension String {
  /// Whether a field of this name depends on the bytes of the body (RFC 9530, RFC 9110 §14.4, and
  /// what stores of files demand).
  fileprivate var isFieldOfBody: Bool {
    let name = lowercasedASCII
    return name == "content-range" || name == "upload-length" || name == "x-goog-hash"
      || name.hasSuffix("content-length") || name.hasSuffix("content-md5")
      || name.hasSuffix("digest") && !name.hasPrefix("want-")
      || ["checksum", "content-sha", "content-crc"].contains { name.contains($0) }
  }
}

extension [UInt8] {
  /// A body of parts without such fields in the heads of its parts.
  fileprivate func withoutBodyFields(_ boundary: String) -> [UInt8] {
    let mark = Array("--\(boundary)\r\n".utf8)
    var left: [UInt8] = []
    var rest = self[...]
    while let place = rest.firstPlace(of: mark) {
      left += rest[..<place.upperBound]
      rest = rest[place.upperBound...]
      while let end = rest.firstPlace(of: "\r\n".utf8), end.lowerBound > rest.startIndex {
        let line = rest[..<end.lowerBound]
        let name = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        if !name.isFieldOfBody { left += rest[..<end.upperBound] }
        rest = rest[end.upperBound...]
      }
    }
    return left + rest
  }
}
