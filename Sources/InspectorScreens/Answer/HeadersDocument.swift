import NetEngine

/// The fields of every hop in their order, names aligned.
enum HeadersDocument {
  /// Names longer than this do not push the values of the others away.
  private static let nameLimit = 28

  static func make(_ response: Response, isSorted: Bool) -> TextDocument {
    var builder = TextBuilder()
    for (index, hop) in response.hops.enumerated() {
      if index > 0 { builder.endLine() }
      builder.add("\(hop.statusCode) \(hop.reason)", Style(.title, bold: true))
      builder.addLine("  \(hop.method.rawValue) \(response.shownURL(of: hop))", Style(.faint))
      let note = index + 1 == response.hops.count ? response.redactedLengthWords : nil
      add(hop.headers, isSorted, none: "(no headers)", lengthNote: note, to: &builder)
      if !hop.trailers.isEmpty {
        builder.endLine()
        builder.addLine("after the body", Style(.title, bold: true))
        add(hop.trailers, isSorted, none: "", to: &builder)
      }
      addCookies(hop.headers.values("Set-Cookie"), to: &builder)
      if !hop.dropped.isEmpty {
        builder.add("not sent, because they belong to another origin: ", Style(.warning))
        builder.addLine(hop.dropped.joined(separator: ", "))
      }
    }
    return TextDocument([builder.section])
  }

  /// What an answer sets, cut into its parts: in the fields above it stands as it came.
  private static func addCookies(_ fields: [String], to builder: inout TextBuilder) {
    guard !fields.isEmpty else { return }
    builder.endLine()
    builder.addLine("cookies it sets", Style(.title, bold: true))
    let cookies = fields.map { SetCookie($0) }
    let width = min(nameLimit, cookies.map(\.name.count).max() ?? 0)
    for cookie in cookies {
      cookie.name.withUnsafeBufferPointer { builder.add($0, Style(.key)) }
      builder.add(.blanks(max(0, width - cookie.name.count) + 2))
      cookie.value.withUnsafeBufferPointer { builder.add($0) }
      builder.addLine("  \(cookie.facts)", Style(.faint))
    }
  }

  private static func add(
    _ headers: Headers, _ isSorted: Bool, none: String, lengthNote: String? = nil,
    to builder: inout TextBuilder
  ) {
    if headers.isEmpty, !none.isEmpty { builder.addLine(none, Style(.faint)) }
    let width = min(nameLimit, headers.map { $0.name.utf8.count }.max() ?? 0)
    for field in isSorted ? headers.sortedByName : Array(headers) {
      builder.add(field.name, Style(.key))
      let gap = max(0, width - field.name.utf8.count) + 2
      builder.add(.blanks(gap))
      builder.add(field.value)
      if let lengthNote, field.name.isSameHeaderName(as: "Content-Length") {
        builder.add("  \(lengthNote)", Style(.faint))
      }
      builder.endLine()
    }
  }
}

extension Headers {
  /// The fields by their names; those with one name keep their order.
  fileprivate var sortedByName: [HeaderField] {
    sorted { left, right in
      left.name.utf8.lazy.map(\.smallASCII)
        .lexicographicallyPrecedes(right.name.utf8.lazy.map(\.smallASCII))
    }
  }
}
