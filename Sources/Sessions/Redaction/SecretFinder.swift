import BytesAndJSON
import ExchangesAndOutcomes

/// Finds secrets by where they stand: names of headers, of fields, of parts.
enum SecretFinder {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Whether a value of this name is a secret in a query, a form, a JSON object or a part.
  static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    if fieldNames.contains(name) { return true }
    // `user[password]` and `auth.token` are their last word.
    guard let last = name.utf8.split(whereSeparator: { "[].".utf8.contains($0) }).last else {
      return false
    }
    return last.count < name.utf8.count && fieldNames.contains(String(Substring(last)))
  }

  private static let fieldNames: Set<String> = [
    "token", "access_token", "refresh_token", "id_token", "client_secret", "password", "passwd",
    "pwd", "api_key", "apikey", "signature", "sig", "x-amz-signature", "x-amz-credential",
    "samlrequest", "samlresponse", "session", "sid", "otp", "pin", "jwt", "private_key",
    "accesstoken", "refreshtoken", "idtoken", "clientsecret", "privatekey", "api-key", "auth_token",
    "authtoken", "session_id", "sessionid", "secret", "csrf_token", "x-amz-security-token",
  ]

  // MARK: URLs and forms

  /// The user and password, and the secret pairs of query and fragment; `start` counts from 0.
  static func spans(url bytes: Bytes, movedBy offset: Int = 0) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    if let mark = bytes.firstRange(of: "://".utf8) {
      let rest = bytes[mark.upperBound...]
      let end = rest.firstIndex { "/?#".utf8.contains($0) || $0 <= 0x20 } ?? rest.endIndex
      if let at = rest[..<end].lastIndex(of: UInt8(ascii: "@")), at > mark.upperBound {
        let range = mark.upperBound + offset..<at + offset
        spans.append(SecretSpan(range: range, name: "userinfo", form: .percent))
      }
    }
    guard let query = bytes.firstIndex(where: { $0 == 0x3f || $0 == 0x23 }) else { return spans }
    let end = bytes[query...].firstIndex { $0 <= 0x20 } ?? bytes.endIndex
    return spans + pairs(bytes[(query + 1)..<end], movedBy: offset)
  }

  /// What is secret in the URLs of a text for people, word by word.
  ///
  /// The quotes and points around a URL are the sentence's.
  static func spans(prose bytes: Bytes) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    for word in bytes.split(whereSeparator: { $0 <= 0x20 }) as [Slice<Bytes>] {
      var word = word
      while let last = word.last, "'\",.;:)>]}".utf8.contains(last) { word = word.dropLast() }
      guard word.contains(where: { $0 == 0x3f || $0 == 0x23 || $0 == 0x40 }) else { continue }
      spans += self.spans(url: Bytes(rebasing: word), movedBy: word.startIndex)
    }
    return spans
  }

  /// The values of `a=b&c=d` whose names say that they are secret.
  static func pairs(_ bytes: Slice<Bytes>, movedBy offset: Int = 0) -> [SecretSpan] {
    let marks = "&?#;".utf8
    // Slices of these bytes: those of a sequence would count from 0.
    let pairs: [Slice<Bytes>] = bytes.split(whereSeparator: { marks.contains($0) })
    return pairs.compactMap { pair in
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex else {
        return nil
      }
      let name = pair[..<equals].formDecoded
      guard isSecret(name) else { return nil }
      let range = equals + 1 + offset..<pair.endIndex + offset
      return SecretSpan(range: range, name: name, form: .percent)
    }
  }

  // MARK: Headers

  /// The secret parts of a header's value.
  static func spans(header name: String, value bytes: Bytes, movedBy offset: Int = 0)
    -> [SecretSpan]
  {
    if name.isSameHeaderName(as: "Cookie") {
      return cookies(bytes[...].split(separator: 0x3b), movedBy: offset)
    }
    if name.isSameHeaderName(as: "Set-Cookie") {
      return cookies(Array(bytes[...].split(separator: 0x3b).prefix(1)), movedBy: offset)
    }
    if name.isSecretHeaderName {
      let start = credentialStart(bytes)
      guard start < bytes.count else { return [] }
      return [SecretSpan(range: start + offset..<bytes.count + offset, name: name, form: .plain)]
    }
    let isURL = bytes.contains { $0 == 0x3f || $0 == 0x23 || $0 == 0x40 }
    return isURL ? spans(url: bytes, movedBy: offset) : []
  }

  private static func cookies(_ pairs: [Slice<Bytes>], movedBy offset: Int) -> [SecretSpan] {
    pairs.compactMap { pair in
      let pair = pair.trimmingBlanks
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex else {
        return nil
      }
      let name = String(lenient: pair[..<equals].trimmingBlanks)
      let range = equals + 1 + offset..<pair.endIndex + offset
      return SecretSpan(range: range, name: name, form: .plain)
    }
  }

  /// The scheme's word says how, not who: `Bearer ` stays.
  private static func credentialStart(_ bytes: Bytes) -> Int {
    guard let space = bytes.firstIndex(of: 0x20) else { return 0 }
    let word = String(decoding: bytes[..<space], as: UTF8.self).lowercased()
    let schemes = [
      "basic", "bearer", "digest", "token", "negotiate", "ntlm", "apikey", "aws4-hmac-sha256",
    ]
    guard schemes.contains(word) else { return 0 }
    return bytes[space...].firstIndex { $0 != 0x20 } ?? bytes.count
  }

  /// The secret parts of a raw head, line by line.
  static func spans(head bytes: Bytes) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    var start = 0
    var isFirst = true
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
      var line = bytes[start..<end]
      if line.last == 0x0d { line = line.dropLast() }
      if isFirst {
        spans += self.spans(url: Bytes(rebasing: line), movedBy: start)
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        let name = String(lenient: line[..<colon].trimmingBlanks)
        let value = line[(colon + 1)...].trimmingBlanks
        spans += self.spans(
          header: name, value: Bytes(rebasing: value), movedBy: value.startIndex)
      }
      isFirst = false
      start = end + 1
    }
    return spans
  }
}
