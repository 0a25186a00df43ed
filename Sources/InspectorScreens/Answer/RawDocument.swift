import NetEngine

/// What came, as it came: each hop's head and body, byte for byte.
enum RawDocument {
  static func make(
    _ record: ExchangeRecord, _ response: Response, _ layout: BodyLayout.Shown
  ) -> TextDocument {
    var sections = notes(record, response)
    let last = response.hops.count - 1
    var start = 0
    for (index, hop) in response.hops.enumerated() {
      // The answer that counts; the hops that led to it stand above it.
      if last > 0, index == last { start = sections.count }
      if last > 0 { sections.append(HopHeading.section(index, of: response)) }
      sections += head(hop, recordedBy: response.recordedBy)
      sections += index == last ? body(response, layout) : [.body(hop.body)]
      if !hop.trailers.isEmpty { sections += [.emptyLine, trailers(hop)] }
      if index < last { sections.append(.emptyLine) }
    }
    if let arrival = record.arrival {
      sections.append(.note(arrival.words, style: Style(.progress, bold: true)))
    } else if let words = response.keptPartWords {
      sections.append(.note("the recording ends here: \(words)", style: .incomplete))
    } else if !response.isComplete {
      sections.append(
        .note("INCOMPLETE: the response ends here, the rest did not arrive", style: .incomplete))
    }
    return TextDocument(sections, startingAt: start)
  }

  private static func body(_ response: Response, _ layout: BodyLayout.Shown) -> [TextSection] {
    switch layout {
    case .asItCame: return [.body(response.packed)]
    case .pretty(let pretty):
      var section = TextSection.body(pretty.body)
      section.tint = JSONColours(JSONForest(pretty.document))
      return [section]
    }
  }

  /// What went wrong and what was odd, before the bytes themselves.
  private static func notes(_ record: ExchangeRecord, _ response: Response) -> [TextSection] {
    var builder = TextBuilder()
    if case .failure = record.result, let failure = record.summary?.failure {
      let sign = record.summary?.sign ?? "✗"
      builder.addLine("\(sign) \(failure.message)", Style(record.summary?.kind.role ?? .warning))
      builder.addLine("  \(failure.hint)", Style(.faint))
    }
    for warning in response.warnings {
      builder.addLine("! \(warning.message)", Style(.warning))
    }
    if let words = response.keptPartWords { builder.addLine("! \(words)", Style(.warning)) }
    if let words = response.redactedLengthWords {
      builder.addLine("· Content-Length is \(words)", Style(.faint))
    }
    guard !builder.bytes.isEmpty else { return [] }
    builder.endLine()
    return [builder.prose]
  }

  private static func head(_ hop: Hop, recordedBy tool: String?) -> [TextSection] {
    // Without a status either, nobody has answered: it is a file.
    guard !hop.head.isEmpty else { return hop.statusCode == 0 ? [] : [composedHead(hop, tool)] }
    let section = TextSection(
      source: .bytes(hop.head), spans: HeadStyle.spans(of: hop.head), form: .head)
    let endsWithBlankLine =
      hop.head.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A] || hop.head.suffix(2) == [0x0A, 0x0A]
    return endsWithBlankLine ? [section] : [section, .emptyLine]
  }

  /// The head of an answer that never was on a wire, or of which another tool kept the fields only.
  private static func composedHead(_ hop: Hop, _ tool: String?) -> TextSection {
    var builder = TextBuilder()
    if let tool {
      let owner = tool.isEmpty ? "another tool" : tool
      builder.addLine("(recorded by \(owner): the fields as it wrote them)", Style(.faint))
    } else {
      builder.addLine("(a stub: no head came over a wire)", Style(.faint))
    }
    let reason = tool != nil && !hop.reason.isEmpty ? " \(hop.reason)" : ""
    builder.addLine("\(hop.statusCode)\(reason)", Style(.title, bold: true))
    for field in hop.headers { builder.add(field: field) }
    builder.endLine()
    return builder.section
  }

  private static func trailers(_ hop: Hop) -> TextSection {
    var builder = TextBuilder()
    builder.addLine("(fields after the body)", Style(.faint))
    for field in hop.trailers { builder.add(field: field) }
    return builder.section
  }
}

/// The line between the hops of a redirect.
enum HopHeading {
  static func section(_ index: Int, of response: Response) -> TextSection {
    let hop = response.hops[index]
    var builder = TextBuilder()
    builder.add("── hop \(index + 1) of \(response.hops.count) · ", Style(.border))
    builder.addLine("\(hop.method.rawValue) \(response.shownURL(of: hop))", Style(.accent))
    return builder.section
  }
}

/// Which parts of a head look how.
enum HeadStyle {
  /// Status lines and request lines stand out, names are keys, values are plain.
  static func spans(of head: [UInt8], hasRequestLine: Bool = false) -> [StyleSpan] {
    var spans: [StyleSpan] = []
    var start = 0
    var isFirst = true
    while start < head.count {
      let end = head[start...].firstIndex(of: 0x0A) ?? head.count
      let line = head[start..<end]
      if line.starts(with: "HTTP/".utf8) || (isFirst && hasRequestLine) {
        spans.append(StyleSpan(range: start..<end, style: Style(.title, bold: true)))
      } else if let colon = line.firstIndex(of: 0x3A) {
        spans.append(StyleSpan(range: start..<colon, style: Style(.key)))
      }
      isFirst = false
      start = end + 1
    }
    return spans
  }
}

extension TextBuilder {
  /// A header field on a line of its own.
  mutating func add(field: HeaderField) {
    add(field.name, Style(.key))
    add(": ")
    addLine(field.value)
  }
}

extension Style {
  /// What says that an answer is not whole.
  static let incomplete = Style(.warning, bold: true)
}
