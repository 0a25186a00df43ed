extension Frame {
  /// Draws a URL, maybe behind its method, in `limit` columns: what tells it from others of the same
  /// host goes last.
  @discardableResult
  mutating func draw(
    url text: String, row: Int, column: Int, fitting limit: Int, style: Style = .plain
  ) -> Int {
    draw(
      rule.shortened(url: text, to: limit), row: row, column: column, fitting: limit, style: style)
  }
}

extension DisplayRule {
  /// Leaves out the scheme of a URL that is wider than `limit`, then its host; the path stays.
  func shortened(url text: String, to limit: Int) -> String {
    guard width(of: text, upTo: limit + 1) > limit, let mark = text.utf8.firstRange(of: "://".utf8)
    else { return text }
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
