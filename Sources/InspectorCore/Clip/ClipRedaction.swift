import NetEngine

/// Takes secrets out of what is copied: the one place every copy goes through.
struct ClipRedaction {
  /// A person wants the exact text.
  let isOff: Bool
  private(set) var count = 0

  init(isOff: Bool) {
    self.isOff = isOff
  }

  /// What is reported with the clip.
  var reported: Int? { isOff ? nil : count }

  /// A header's line; the value of one that carries a credential goes.
  mutating func line(_ name: String, _ value: String) -> String {
    guard !isOff, name.isSecretHeaderName, !value.isEmpty else { return "\(name): \(value)" }
    count += 1
    return "\(name): ‹redacted:\(name.lowercased())›"
  }

  /// Any one line: redacted where it reads as such a header.
  mutating func line(_ bytes: [UInt8]) -> [UInt8] {
    let field = HeaderLine(bytes)
    guard !isOff, let field, field.name.isSecretHeaderName else { return bytes }
    return Array(line(field.name, field.value).utf8)
  }

  /// A command a shell runs once the variables that stand for the secrets are set.
  mutating func command(for request: HTTPRequest) -> String {
    guard !isOff else { return CurlCommand(request).text }
    var request = request
    var names: [String] = []
    request.headers = Headers(
      request.headers.map { field in
        guard field.name.isSecretHeaderName, !field.value.isEmpty else { return field }
        count += 1
        let scheme = field.value.authorizationScheme
        names.append(field.name.variableName)
        return HeaderField(
          field.name, scheme + Self.placeholder(names.count - 1), source: field.source)
      })
    var text = CurlCommand(request).text
    for (index, name) in names.enumerated() {
      // A value stands in single quotes: they end, the variable stands in double ones, they go on.
      text = text.replacingFirst(Self.placeholder(index), with: "'\"$\(name)\"'")
    }
    return text
  }

  /// Nothing a request can hold by itself: a header with such a byte is never sent.
  private static func placeholder(_ index: Int) -> String { "\u{1}\(index)\u{1}" }
}

/// A line that reads as a header field, as it is sent or with the value in a column of its own.
struct HeaderLine {
  let name: String
  let value: String

  init?(_ bytes: [UInt8]) {
    let end =
      bytes.firstIndex { $0 <= 0x20 || $0 >= 0x7f || ":\"{".utf8.contains($0) } ?? bytes.count
    let rest = bytes[end...]
    guard end > 0, rest.first == UInt8(ascii: ":") || rest.starts(with: "  ".utf8) else {
      return nil
    }
    name = String(decoding: bytes[..<end], as: UTF8.self)
    let value = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    self.value = String(decoding: value, as: UTF8.self)
  }
}

extension String {
  /// `Bearer ` of a value that starts with a scheme: it is no secret, and a server wants it.
  fileprivate var authorizationScheme: String {
    for scheme in ["Bearer ", "Basic ", "Digest ", "Token "]
    where utf8.starts(with: scheme.utf8) && utf8.count > scheme.utf8.count {
      return scheme
    }
    return ""
  }

  /// `X-Api-Key` as a shell calls it: `X_API_KEY`.
  fileprivate var variableName: String {
    let name = utf8.map { byte in
      (byte | 0x20) &- 0x61 < 26 ? byte & 0xDF : byte &- 0x30 < 10 ? byte : UInt8(ascii: "_")
    }
    let startsWithDigit = name.first.map { $0 &- 0x30 < 10 } ?? false
    return (startsWithDigit ? "_" : "") + String(decoding: name, as: UTF8.self)
  }

  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
