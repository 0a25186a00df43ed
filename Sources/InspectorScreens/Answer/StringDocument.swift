import NetEngine

/// The body as `mapString` gives it, or the string at a path of its document.
enum StringDocument {
  /// Larger bodies in another charset are not converted to be looked at.
  private static let convertedLimit = 4 << 20

  static func make(_ context: AnswerContext) -> TextDocument {
    if let arrival = context.record.arrival { return part(of: arrival) }
    guard let reading = context.record.reading else {
      return TextDocument([.note("reading the body", style: Style(.progress, bold: true))])
    }
    guard let path = context.stringPath else { return whole(reading.text, context.response) }
    guard var parts = reading.parts, let part = context.stringPart, part < parts.count
    else { return self.part(path, reading.document) }
    return self.part(path, parts.document(part), of: parts.name(of: part))
  }

  /// What has come so far, as it came: only a whole body has a charset that holds.
  private static func part(of arrival: Arrival) -> TextDocument {
    var head = TextBuilder()
    head.addLine("· mapString  at the end; these are the bytes so far", Style(.progress))
    head.endLine()
    return TextDocument([
      head.prose, .body(arrival.response.body),
      .note(arrival.words, style: Style(.progress, bold: true)),
    ])
  }

  private static func whole(_ text: Outcome.StepResult?, _ response: Response) -> TextDocument {
    guard let text else { return TextDocument([.note("there is no response to read as text")]) }
    var head = TextBuilder()
    switch text.state {
    case .failed(let error):
      head.addLine("✗ mapString: \(error.message)", Style(error.kind.role, bold: true))
      head.addLine("  \(error.hint)", Style(.faint))
      return TextDocument([head.prose])
    default: head.addLine("✓ mapString  \(text.note)", Style(.ok))
    }
    addPathHint(to: &head)
    head.endLine()
    return TextDocument([head.prose] + body(response, text))
  }

  /// Bytes that are UTF-8 already are shown where they are; others are converted first.
  private static func body(_ response: Response, _ text: Outcome.StepResult) -> [TextSection] {
    let isAsItIs = text.note == "\(response.body.count) bytes of text"
    if isAsItIs || response.body.isEmpty { return [.body(response.body)] }
    guard response.body.count <= convertedLimit, let converted = try? response.mapString() else {
      let note = "too large to be converted here; these are the bytes as they came"
      return [.note(note, style: Style(.warning)), .body(response.body)]
    }
    return [TextSection(source: .bytes(Array(converted.utf8)))]
  }

  private static func part(
    _ path: JSONPath, _ document: JSONDocument?, of part: String? = nil
  ) -> TextDocument {
    var head = TextBuilder()
    let name = "mapString(\(path))" + (part.map { " of \($0)" } ?? "")
    guard let json = document?.json[path: path] else {
      head.addLine("✗ \(name): the body is not JSON", Style(.mapping, bold: true))
      return TextDocument([head.prose])
    }
    do throws(JSONAccessError) {
      let text = try json.expecting(.string).string ?? ""
      head.addLine("✓ \(name)  \(Units.count(text.utf8.count, "byte")) of text", Style(.ok))
      head.addLine(
        "  2 goes back to the tree; Enter takes another path, none for the whole body",
        Style(.faint))
      head.endLine()
      return TextDocument([head.prose, TextSection(source: .bytes(Array(text.utf8)))])
    } catch {
      head.addLine("✗ \(name): \(error)", Style(.mapping, bold: true))
      head.addLine("  Enter takes another path; it completes with Tab", Style(.faint))
      return TextDocument([head.prose])
    }
  }

  private static func addPathHint(to builder: inout TextBuilder) {
    builder.addLine(
      "  Enter takes a path in the document; no path is the whole body", Style(.faint))
  }
}
