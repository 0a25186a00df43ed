import LosslessJSON
import NetEngine

/// A server's fields as a client on loopback may have them.
///
/// What names the server's own origin names this one, and what binds a browser to TLS is taken away:
/// else the client would leave for the real server, or keep nothing.
enum LoopbackFields {
  /// The field as it goes out; nil where it does not.
  static func field(_ field: HeaderField, origins: [String]) -> HeaderField? {
    switch field.name.lowercasedASCII {
    case "strict-transport-security", "alt-svc", "public-key-pins": return nil
    case "location", "content-location":
      var field = field
      field.value = ownURL(field.value, origins) ?? field.value
      return field
    case "content-security-policy":
      return policy(field)
    case "refresh", "link":
      var field = field
      for origin in origins { field.value = own(field.value, origin) }
      return field
    case "set-cookie":
      var field = field
      field.value = cookie(field.value)
      return field
    default: return field
    }
  }

  /// Where a URL of one of the origins leads here; nil for any other.
  private static func ownURL(_ value: String, _ origins: [String]) -> String? {
    // Without a scheme it has the one of the page it is on.
    let isBare = value.utf8.starts(with: "//".utf8)
    guard let url = try? URLText(isBare ? "http:" + value : value) else { return nil }
    let isOwn = origins.contains { text in
      guard let origin = (try? URLText(text))?.origin else { return false }
      return isBare && url.port == nil ? origin.host == url.origin.host : origin == url.origin
    }
    guard isOwn else { return nil }
    let fragment = value.utf8.firstIndex(of: 0x23).map { String(value[$0...]) } ?? ""
    return (url.path.isEmpty ? "/" : url.path) + (url.query.map { "?" + $0 } ?? "") + fragment
  }

  /// The policy without the word that turns requests to TLS; nil where nothing else is in it.
  private static func policy(_ field: HeaderField) -> HeaderField? {
    let parts = field.value.utf8.split(separator: UInt8(ascii: ";"))
    let kept = parts.filter { part in
      !part.trimmingBlanks.map(\.lowercasedASCII).elementsEqual("upgrade-insecure-requests".utf8)
    }
    guard kept.count < parts.count else { return field }
    let text = String(decoding: Array(kept.joined(separator: [0x3b])), as: UTF8.self)
    return text.isEmpty ? nil : HeaderField(field.name, text, source: field.source)
  }

  /// The value with links to the origin as paths.
  private static func own(_ value: String, _ origin: String) -> String {
    let (bytes, wanted) = (Array(value.utf8), Array(origin.utf8))
    var out: [UInt8] = []
    var place = 0
    while let found = bytes[place...].firstPlace(of: wanted) {
      let next = found.upperBound < bytes.count ? bytes[found.upperBound] : nil
      out += bytes[place..<found.lowerBound]
      // `https://a.example.com` is no link to `https://a.example`.
      let ends = next.map { "/?#>; \"',".utf8.contains($0) } ?? true
      if !ends { out += wanted } else if next != UInt8(ascii: "/") { out.append(0x2f) }
      place = found.upperBound
    }
    return place == 0 ? value : String(decoding: out + bytes[place...], as: UTF8.self)
  }

  /// A cookie that a client keeps for loopback without TLS.
  private static func cookie(_ value: String) -> String {
    let parts = value.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let kept = parts.enumerated().compactMap { number, part -> [UInt8]? in
      guard number > 0 else { return Array(part) }
      let word = part.trimmingBlanks.map(\.lowercasedASCII)
      if word.elementsEqual("secure".utf8) || word.starts(with: "domain=".utf8) { return nil }
      return word.elementsEqual("samesite=none".utf8) ? Array(" SameSite=Lax".utf8) : Array(part)
    }
    return String(decoding: Array(kept.joined(separator: [0x3b])), as: UTF8.self)
  }
}
