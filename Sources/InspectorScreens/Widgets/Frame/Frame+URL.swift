import LosslessJSON
import NetEngine

extension Frame {
  /// Draws a URL, maybe behind its method, in `limit` columns: what tells it from others of the same
  /// host goes last.
  @discardableResult
  package mutating func draw(
    url text: String, row: Int, column: Int, fitting limit: Int, style: Style = .plain
  ) -> Int {
    draw(
      rule.shortened(url: text.withMaskedSecrets, to: limit), row: row, column: column,
      fitting: limit, style: style)
  }
}

extension DisplayRule {
  /// Leaves out the scheme of a URL that is wider than `limit`, then its host; the path stays.
  func shortened(url text: String, to limit: Int) -> String {
    guard width(of: text, upTo: limit + 1) > limit, let mark = text.schemeEnd else { return text }
    let blank = text.utf8[..<mark.lowerBound].lastIndex(of: 0x20)
    let start = blank.map { text.utf8.index(after: $0) } ?? text.startIndex
    let method = text[..<start]
    let bare = String(method + text[mark.upperBound...])
    let origin = String(text[start...]).urlOrigin
    let path = Substring(text[start...].utf8.dropFirst(origin.utf8.count))
    guard width(of: bare, upTo: limit + 1) > limit, path.utf8.count > 1 else { return bare }
    return "\(method)…\(path)"
  }
}

extension String {
  /// Where the first mark between a scheme and a host stands.
  ///
  /// The library's search for any text costs more than the rest of a row, the first time.
  fileprivate var schemeEnd: Range<Index>? {
    var rest = utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      if utf8[colon...].starts(with: "://".utf8) { return colon..<utf8.index(colon, offsetBy: 3) }
      rest = utf8[utf8.index(after: colon)...]
    }
    return nil
  }
}
