import BytesAndJSON

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

  /// From left to right; the URL may be one that cannot be sent.
  static func secrets(_ url: Bytes) -> [Range<Int>] {
    (userInfo(url).map { [$0] } ?? []) + pairs(url)
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

  private static func pairs(_ url: Bytes) -> [Range<Int>] {
    guard let query = url.firstIndex(where: { $0 == 0x3f || $0 == 0x23 }) else { return [] }
    let pairs: [Slice<Bytes>] = url[(query + 1)...].split { "&?#;".utf8.contains($0) }
    return pairs.compactMap { pair in
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
        let name = SecretName(form: Bytes(rebasing: pair[..<equals])),
        name.covers(form: Bytes(rebasing: pair[(equals + 1)...]))
      else { return nil }
      return equals + 1..<pair.endIndex
    }
  }
}
