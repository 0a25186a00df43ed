import LosslessJSON
import NetEngine

extension [String: EnvelopeProfile] {
  /// Of profiles by what URLs begin with, the one for the longest beginning of this URL.
  package func reading(_ url: String) -> EnvelopeProfile? { longestBeginning(of: url) }
}

extension [String: String] {
  /// Of names by what URLs begin with, the one for the longest beginning of this URL.
  package func naming(_ url: String) -> String? { longestBeginning(of: url) }
}

extension Dictionary where Key == String {
  fileprivate func longestBeginning(of url: String) -> Value? {
    guard !isEmpty else { return nil }
    var place = url.urlPlace[...]
    while !place.isEmpty {
      if let profile = self[String(place)] { return profile }
      guard let slash = place.utf8.lastIndex(of: UInt8(ascii: "/")) else { break }
      place = place[..<slash]
    }
    return nil
  }
}

extension String {
  /// A URL without what differs from one firing to the next, and without a password.
  package var urlPlace: String {
    let end = utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    return String(self[..<(end ?? endIndex)]).withoutUserInfo
  }
}
