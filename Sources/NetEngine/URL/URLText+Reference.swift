import LosslessJSON

extension URLText {
  /// RFC 3986 §5.2: where a reference on this page leads.
  ///
  /// By bytes: `/` and a combining accent after it are one Character.
  package func resolving(_ reference: String) throws(SetupProblem) -> URLText {
    var target = try URLText(absolute(reference))
    target.path = Array(target.path.utf8)[...].removingDotSegments
    return target
  }

  private func absolute(_ reference: String) -> String {
    let bytes = Array(reference.utf8)
    if bytes.hasScheme { return reference }
    let origin = "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
    let path = self.path.isEmpty ? "/" : self.path
    switch (bytes.first, bytes.dropFirst().first) {
    case (UInt8(ascii: "/"), UInt8(ascii: "/")): return scheme + ":" + reference
    case (UInt8(ascii: "/"), _): return origin + reference
    case (UInt8(ascii: "?"), _): return origin + path + reference
    case (UInt8(ascii: "#"), _): return text + reference
    default:
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
      return origin + path[...slash] + reference
    }
  }
}

extension [UInt8] {
  /// A letter, then letters, digits, `+-.`, then a colon.
  fileprivate var hasScheme: Bool {
    guard let first, (first | 0x20) &- 0x61 < 26 else { return false }
    for byte in self {
      if byte == UInt8(ascii: ":") { return true }
      guard byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "+-.".utf8.contains(byte) else {
        return false
      }
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  /// RFC 3986 §5.2.4, on a path.
  fileprivate var removingDotSegments: String {
    var kept: [ArraySlice<UInt8>] = []
    let segments = split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment.dots {
      case 1: if isLast { kept.append([]) }
      case 2:
        if kept.count > 1 { kept.removeLast() }
        if isLast { kept.append([]) }
      default: kept.append(segment)
      }
    }
    return String(decoding: Array(kept.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
  }

  /// 1 for `.`, 2 for `..`, 0 for anything else; `%2e` counts as a dot, as it does for browsers.
  private var dots: Int {
    var rest = self
    var count = 0
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
      } else if rest.prefix(3).map(\.lowercasedASCII) == Array("%2e".utf8) {
        rest = rest.dropFirst(3)
      } else {
        return 0
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }
}
