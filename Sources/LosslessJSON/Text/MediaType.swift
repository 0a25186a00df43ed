/// A Content-Type as `type/subtype` and its parameters.
package struct MediaType: Sendable, Hashable {
  /// `application/json`, in small letters.
  package var essence: String
  /// The parameters by their names in small letters; of two with one name the first counts.
  package var parameters: [String: String]

  /// Reads a header's value; nil when there is no `type/subtype` in it.
  package init?(_ text: String) {
    if text.utf8.allSatisfy(\.isPlainTypeByte) {
      guard text.utf8.contains(UInt8(ascii: "/")) else { return nil }
      (essence, parameters) = (text, [:])
      return
    }
    let parts = text.utf8.split(separator: UInt8(ascii: ";"))
    guard let first = parts.first else { return nil }
    essence = String(lenient: first.trimmingBlanks).lowercasedASCII
    guard essence.utf8.contains(UInt8(ascii: "/")) else { return nil }
    parameters = [:]
    let quote = UInt8(ascii: "\"")
    for part in parts.dropFirst() {
      let pair = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      let name = String(lenient: pair[0].trimmingBlanks).lowercasedASCII
      var value = String(lenient: pair[1].trimmingBlanks)
      if value.utf8.count > 1, value.utf8.first == quote, value.utf8.last == quote {
        value = String(decoding: value.utf8.dropFirst().dropLast(), as: UTF8.self)
      }
      if parameters[name] == nil { parameters[name] = value }
    }
  }

  /// `application/json`, `application/problem+json`, `text/json` and their like.
  package var isJSON: Bool {
    essence.hasSuffix("/json") || essence.hasSuffix("+json")
  }
}

extension UInt8 {
  /// What most types are made of, and none of it is to be cut off or made small.
  fileprivate var isPlainTypeByte: Bool {
    self &- 0x61 < 26 || self &- 0x2B < 15 && self != UInt8(ascii: ",")
  }
}
