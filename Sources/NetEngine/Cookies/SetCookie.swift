import LosslessJSON

/// A `Set-Cookie` field cut into its parts, as RFC 6265bis §5.6 reads it; nothing is judged here.
package struct SetCookie: Sendable {
  /// Bytes, as everything a server says; empty where there is no name.
  package private(set) var name: [UInt8] = []
  package private(set) var value: [UInt8] = []
  package private(set) var hasControl = false
  /// The last of each attribute counts.
  package private(set) var maxAge: Int?
  /// Seconds since 1970; nil where there is no date, or none that can be read.
  package private(set) var expires: Int?
  /// In small letters, without its first dot; empty where one is said and nothing stands in it.
  package private(set) var domain: String?
  package private(set) var path: String?
  package private(set) var isSecure = false
  package private(set) var isHTTPOnly = false
  /// In small letters, whatever is said.
  package private(set) var sameSite: String?

  /// What a longer attribute says does not count.
  static let attributeLimit = 1_024

  package init(_ field: String) {
    let bytes = field.utf8
    hasControl = bytes.contains(where: \.isOddControl)
    var (pair, rest) = bytes[...].split(at: UInt8(ascii: ";"))
    pair = pair.trimmingBlanks
    let (first, second) = pair.split(at: UInt8(ascii: "="))
    if let second {
      name = Array(first.trimmingBlanks)
      value = Array(second.trimmingBlanks)
    } else {
      value = Array(pair)
    }
    while let attributes = rest {
      let (attribute, next) = attributes.split(at: UInt8(ascii: ";"))
      take(attribute)
      rest = next
    }
  }

  /// How much the limit of a cookie counts.
  package var pairBytes: Int { name.count + value.count }

  private mutating func take(_ attribute: Substring.UTF8View) {
    let (name, said) = attribute.split(at: UInt8(ascii: "="))
    let value = (said ?? attribute[attribute.endIndex...]).trimmingBlanks
    guard value.count <= Self.attributeLimit else { return }
    switch name.trimmingBlanks.lowercasedText {
    case "expires": expires = CookieDate.seconds(value) ?? expires
    case "max-age": maxAge = Self.seconds(value) ?? maxAge
    case "domain":
      let dot = value.first == UInt8(ascii: ".")
      domain = (dot ? value.dropFirst() : value).lowercasedText
    case "path": path = String(Substring(value))
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    case "samesite": sameSite = value.lowercasedText
    case _: return
    }
  }

  /// Digits, or a minus before them: more than fit are as many as fit.
  private static func seconds(_ text: Substring.UTF8View) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return isNegative ? 0 : Int(digits: digits) ?? .max
  }
}

extension Substring.UTF8View {
  fileprivate var lowercasedText: String {
    String(decoding: map(\.lowercasedASCII), as: UTF8.self)
  }
}
