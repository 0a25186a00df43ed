import LosslessJSON

extension String {
  /// A URL with stars for the secrets in it, three for each: what is said to people.
  package var withMaskedSecrets: String { masked { _ in "***" } }

  /// The same with a star for each byte, so that every byte stays at its place.
  package var withStarredSecrets: String { masked { String(repeating: "*", count: $0) } }

  /// Stars for what stands before the `@`, and behind the names of secrets in query and fragment.
  ///
  /// What is written for a value, such as `{{token}}`, stays: it is no secret yet.
  private func masked(_ stars: (Int) -> String) -> String {
    let bytes = Array(utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      var masked: [UInt8] = []
      var next = 0
      for range in MaskedURL.secrets(buffer) {
        masked += buffer[next..<range.lowerBound]
        masked += stars(range.count).utf8
        next = range.upperBound
      }
      guard next > 0 else { return self }
      return String(decoding: masked + buffer[next...], as: UTF8.self)
    }
  }
}

/// Where the secrets of a URL stand.
package enum MaskedURL {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// From left to right, none inside of another; the URL may be one that cannot be sent.
  static func secrets(_ url: Bytes) -> [Range<Int>] {
    let user = userInfo(url).map { [SecretSpan(range: $0, name: "userinfo", form: .percent)] }
    return SecretSpan.apart((user ?? []) + queries(url) + SecretShapes.spans(url)).map(\.range)
  }

  /// The user and password, and the secret pairs of path, query and fragment.
  package static func spans(
    _ url: Bytes, movedBy offset: Int = 0, isRedirect: Bool = false
  ) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    if startOfAuthority(url) != nil, let info = userInfo(url) {
      let range = info.lowerBound + offset..<info.upperBound + offset
      spans.append(SecretSpan(range: range, name: "userinfo", form: .percent))
    }
    return spans + queries(url, movedBy: offset, isRedirect: isRedirect)
  }

  /// What stands before the `@` of the authority; nil where there is none, or only a variable's name.
  package static func userInfo(_ url: Bytes) -> Range<Int>? {
    let start = startOfAuthority(url) ?? 0
    let end =
      url[start...].firstIndex { $0 == 0x2f || $0 == 0x3f || $0 == 0x23 || $0 <= 0x20 } ?? url.count
    guard let at = url[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start else { return nil }
    let password = url[start..<at].firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? start
    let value = SecretValue(Bytes(rebasing: url[password..<at]))
    return value.isEmpty || value.isPlaceholder ? nil : start..<at
  }

  /// Behind the first `://`; searched by hand, for it is asked of every text with a mark of a URL.
  package static func startOfAuthority(_ url: Bytes) -> Int? {
    guard url.count > 2 else { return nil }
    for index in 0..<url.count - 2
    where url[index] == 0x3a && url[index + 1] == 0x2f && url[index + 2] == 0x2f {
      return index + 3
    }
    return nil
  }

  private static func queries(
    _ url: Bytes, movedBy offset: Int = 0, isRedirect: Bool = false
  ) -> [SecretSpan] {
    guard let query = url.firstIndex(where: { $0 == 0x3f || $0 == 0x23 || $0 == 0x3b }) else {
      return []
    }
    let end = url[query...].firstIndex { $0 <= 0x20 } ?? url.endIndex
    guard end > query + 1 else { return [] }
    return pairs(url[(query + 1)..<end], movedBy: offset, isRedirect: isRedirect)
  }

  /// The values of `a=b&c=d` whose names say that they are secret, and what is secret inside of
  /// the others: another URL, a form, JSON.
  package static func pairs(
    _ bytes: Slice<Bytes>, movedBy offset: Int = 0, isRedirect: Bool = false, depth: Int = 0
  ) -> [SecretSpan] {
    let marks = "&?#;".utf8
    // Slices of these bytes: those of a sequence would count from 0.
    let pairs: [Slice<Bytes>] = bytes.split(whereSeparator: { marks.contains($0) })
    var signsIn: Bool?
    return pairs.flatMap { pair -> [SecretSpan] in
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex else {
        return []
      }
      let name = Bytes(rebasing: pair[..<equals])
      let value = Bytes(rebasing: pair[(equals + 1)...])
      let isSecret: Bool
      if name.isWord("code") || name.isWord("key") {
        if signsIn == nil { signsIn = isRedirect || pairs.contains(where: isOfSignIn) }
        let isCode = name.isWord("code") && signsIn == true
        let value = SecretValue(value)
        isSecret = isCode ? value.isOpaque && !value.isPlaceholder : value.isMade
      } else {
        isSecret = SecretName(form: name)?.covers(form: value) == true
      }
      guard isSecret else { return inside(value, movedBy: equals + 1 + offset, isRedirect, depth) }
      let start = equals + 1 + SecretValue.schemeLength(value)
      let range = start + offset..<pair.endIndex + offset
      return [SecretSpan(range: range, name: name[...].formDecoded, form: .percent)]
    }
  }

  /// What is secret in a value that is a URL, a form or JSON of its own.
  private static func inside(
    _ value: Bytes, movedBy offset: Int, _ isRedirect: Bool, _ depth: Int
  ) -> [SecretSpan] {
    guard depth < 3, value.count > 6, value.contains(0x25) || value[0] == 0x7b || value[0] == 0x5b
    else { return [] }
    let text = CodedText(value, .percent)
    return text.bytes.withUnsafeBufferPointer { bytes in
      if bytes[0] == 0x7b || bytes[0] == 0x5b {
        return EncodedJSON.secrets(in: bytes[...]).prefix(1).map {
          SecretSpan(range: offset..<offset + value.count, name: $0.name, form: .percent)
        }
      }
      let start = bytes.firstIndex { $0 == 0x3f || $0 == 0x23 } ?? 0
      // One that was escaped twice has no `=` yet.
      let found =
        bytes.contains(UInt8(ascii: "="))
        ? pairs(bytes[start...], isRedirect: isRedirect, depth: depth + 1)
        : inside(bytes, movedBy: 0, isRedirect, depth + 1)
      return text.inSource(found, movedBy: offset)
    }
  }

  /// Whether a pair stands beside the code of an OAuth sign-in.
  private static func isOfSignIn(_ pair: Slice<Bytes>) -> Bool {
    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return false }
    let name = Bytes(rebasing: pair[..<equals])
    if name.isWord("state") {
      return SecretValue(Bytes(rebasing: pair[(equals + 1)...])).isOpaque
    }
    return signInNames.contains { name.isWord($0) }
  }

  /// Names that stand beside the code of an OAuth sign-in, `state` aside.
  package static let signInNames: [StaticString] = [
    "client_secret", "client_id", "grant_type", "redirect_uri", "code_verifier", "session_state",
  ]
}
