import NetEngine

/// What stands in place of a tree where there is none.
enum NoTreeDocument {
  static func make(_ context: AnswerContext) -> TextDocument {
    var builder = TextBuilder()
    builder.endLine()
    if context.response.isEventStream, !context.response.body.isEmpty {
      let isOver = context.record.arrival == nil
      builder.addLine(
        "a stream of events without \(isOver ? "an event" : "one so far")", Style(.title))
      builder.endLine()
      builder.addLine("an event ends with a blank line and has a line with data", Style(.faint))
    } else if context.record.arrival != nil, !context.response.body.isEmpty {
      builder.addLine("no JSON so far: it does not begin as JSON does", Style(.title))
    } else if context.record.arrival != nil {
      builder.addLine("nothing of the body can be read yet", Style(.progress, bold: true))
    } else if context.record.reading == nil {
      builder.addLine("reading the body", Style(.progress, bold: true))
    } else if context.response.body.isEmpty {
      builder.addLine(context.response.keptPartWords ?? "there is no body", Style(.faint))
    } else if let words = context.response.keptPartWords {
      builder.addLine("\(words): a part makes no tree", Style(.title))
      builder.endLine()
      builder.addLine("1 shows it raw, 7 as bytes", Style(.faint))
    } else {
      let type = context.response.typeSaid ?? "no type"
      builder.addLine("not JSON: it neither says so nor begins as JSON does", Style(.title))
      builder.endLine()
      builder.addLine(
        "\(type), \(Units.bytes(context.response.bodySize)); 1 shows it raw, 7 as bytes",
        Style(.faint))
    }
    return TextDocument([builder.prose])
  }
}
