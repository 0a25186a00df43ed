import LosslessJSON

extension String {
  /// Scheme, host and port of a URL; a variable in front of the path is one too.
  package var urlOrigin: String {
    var rest = utf8[...]
    if let mark = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[mark...].starts(with: "://".utf8) {
      rest = utf8[mark...].dropFirst(3)
    }
    var depth = 0
    var end = rest.startIndex
    while end < rest.endIndex {
      let byte = rest[end]
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0, "/?#".utf8.contains(byte) { break }
      end = rest.index(after: end)
    }
    return String(self[..<end])
  }

  /// `/users/1?x=2` of a URL; all of what is none.
  package var pathOfURL: String {
    guard let mark = utf8.firstPlace(of: "://".utf8),
      let slash = self[mark.upperBound...].firstIndex(of: "/")
    else { return self }
    return String(self[slash...])
  }
}
