import NetEngine

/// What a server asks for with `WWW-Authenticate: Digest`, and the answer to it (RFC 7616).
///
/// Counted here and not by libcurl, which sends the second request by itself: a hop nobody would see.
package struct DigestChallenge: Sendable {
  private var parameters: [(name: String, value: String)]
  private let isSession: Bool
  private let isSHA256: Bool
  /// What is protected; nil for the oldest form.
  private let quality: Quality?

  private enum Quality: String {
    case request = "auth"
    case body = "auth-int"
  }

  /// The nonce was good once: the same person may try again with the new one.
  var isStale: Bool { self["stale"]?.lowercasedASCII == "true" }

  private subscript(name: String) -> String? {
    parameters.first { $0.name.isSameHeaderName(as: name) }?.value
  }

  /// The first challenge that can be answered; a server puts the one it likes best first.
  package init?(_ headers: Headers) {
    for field in headers.values("WWW-Authenticate") {
      for challenge in Self.challenges(in: field) {
        if let found = DigestChallenge(challenge) {
          self = found
          return
        }
      }
    }
    return nil
  }

  private init?(_ parameters: [(name: String, value: String)]) {
    self.parameters = parameters
    func value(_ name: String) -> String? {
      parameters.first { $0.name.isSameHeaderName(as: name) }?.value
    }
    guard value("nonce") != nil, value("realm") != nil else { return nil }
    let algorithm = value("algorithm")?.lowercasedASCII ?? "md5"
    guard ["md5", "md5-sess", "sha-256", "sha-256-sess"].contains(algorithm) else { return nil }
    isSession = algorithm.hasSuffix("-sess")
    isSHA256 = algorithm.hasPrefix("sha-256")
    let offered = value("qop")?.lowercasedASCII.utf8.split(separator: UInt8(ascii: ","))
      .map { String(Substring($0.trimmingBlanks)) }
    if let offered {
      let known = [Quality.request, .body].first { offered.contains($0.rawValue) }
      guard let known else { return nil }
      quality = known
    } else {
      quality = nil
    }
  }

  /// The value of the `Authorization` field; nil where the body would have to be read for it.
  package func answer(
    _ credentials: DigestCredentials, to request: HTTPRequest, count: Int, clientNonce: String
  ) -> String? {
    guard let nonce = self["nonce"], let realm = self["realm"],
      let url = try? URLText(InternationalHost.ascii(request.url))
    else { return nil }
    let target = (url.path.isEmpty ? "/" : url.path) + (url.query.map { "?" + $0 } ?? "")
    let number = String(count, radix: 16)
    let countText = String(repeating: "0", count: max(0, 8 - number.utf8.count)) + number
    var first = hash("\(credentials.user):\(realm):\(credentials.password)")
    if isSession { first = hash("\(first):\(nonce):\(clientNonce)") }
    var second = "\(request.method.rawValue):\(target)"
    if quality == .body {
      guard let body = Self.bytes(of: request.body) else { return nil }
      second += ":" + hash(body)
    }
    let middle = quality.map { "\(nonce):\(countText):\(clientNonce):\($0.rawValue)" } ?? nonce
    let isHidden = self["userhash"]?.lowercasedASCII == "true"
    let user = isHidden ? hash("\(credentials.user):\(realm)") : credentials.user
    var text = "Digest username=\(user.quoted), realm=\(realm.quoted), nonce=\(nonce.quoted)"
    text += ", uri=\(target.quoted)"
    if let quality {
      text += ", cnonce=\(clientNonce.quoted), nc=\(countText), qop=\(quality.rawValue)"
    }
    text += ", response=\"\(hash("\(first):\(middle):\(hash(second))"))\""
    if let opaque = self["opaque"] { text += ", opaque=\(opaque.quoted)" }
    if let algorithm = self["algorithm"] { text += ", algorithm=\(algorithm)" }
    return isHidden ? text + ", userhash=true" : text
  }

  private func hash(_ text: String) -> String { hash(Array(text.utf8)) }

  private func hash(_ bytes: [UInt8]) -> String {
    isSHA256 ? SHA256.digest(of: bytes).hex : MD5.hex(of: bytes)
  }

  private static func bytes(of body: RequestBody) -> [UInt8]? {
    switch body {
    case .none: []
    case .bytes(let body): body.bytes
    case .file, .multipart: nil
    }
  }
}

// MARK: - Reading

extension DigestChallenge {
  /// The parameters of each Digest challenge of a field, which may hold several of any kind.
  private static func challenges(in field: String) -> [[(name: String, value: String)]] {
    var challenges: [[(name: String, value: String)]] = []
    var isOurs = false
    var rest = field.utf8[...]
    while !rest.isEmpty {
      rest = rest.drop { $0.isBlank || $0 == UInt8(ascii: ",") }
      let word = rest.prefix(while: \.isTokenByte)
      guard !word.isEmpty else { break }
      rest = rest[word.endIndex...].drop(while: \.isBlank)
      guard rest.first == UInt8(ascii: "=") else {
        // A scheme: no sign stands behind it.
        isOurs = String(Substring(word)).isSameHeaderName(as: "Digest")
        if isOurs { challenges.append([]) }
        continue
      }
      rest = rest.dropFirst().drop(while: \.isBlank)
      let value = rest.takeValue()
      if isOurs { challenges[challenges.count - 1].append((String(Substring(word)), value)) }
    }
    return challenges
  }
}

extension Substring.UTF8View {
  /// A word, or a text in quotes with its escapes undone.
  fileprivate mutating func takeValue() -> String {
    guard first == UInt8(ascii: "\"") else {
      let word = prefix { !$0.isBlank && $0 != UInt8(ascii: ",") }
      self = self[word.endIndex...]
      return String(Substring(word))
    }
    var bytes: [UInt8] = []
    self = dropFirst()
    while let byte = popFirst(), byte != UInt8(ascii: "\"") {
      bytes.append(byte == UInt8(ascii: "\\") ? popFirst() ?? byte : byte)
    }
    return String(lenient: bytes)
  }
}

extension String {
  /// In quotes, with those it holds escaped.
  fileprivate var quoted: String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}
