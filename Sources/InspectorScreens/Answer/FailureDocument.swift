import NetEngine

/// An exchange that ended without an answer: what happened, where, and what to do next.
enum FailureDocument {
  static func make(_ record: ExchangeRecord, _ item: TargetItem) -> TextDocument {
    guard let summary = record.summary else { return TextDocument() }
    var builder = TextBuilder()
    builder.endLine()
    if let failure = summary.failure, summary.kind == .miss {
      addMiss(failure, to: &builder)
    } else if let failure = summary.failure {
      builder.addLine(
        "\(summary.kind.sign) \(failure.message)", Style(summary.kind.role, bold: true))
      builder.endLine()
      builder.addLine("  \(failure.hint)")
    } else {
      builder.addLine("this response is no longer in memory", Style(.title, bold: true))
      builder.endLine()
      builder.addLine(
        "  the newest of each request and \(History.replacedLimit) older ones are")
      builder.addLine("  O opens the recording, which has it; r sends the request again")
    }
    builder.endLine()
    builder.addLine("  \(item.title)", Style(.faint))
    let time = summary.time.map { ", ran for \(Units.time(microseconds: $0))" } ?? ""
    builder.addLine("  began at \(record.clock)\(time)", Style(.faint))
    return TextDocument([builder.prose])
  }

  /// A recording that has no answer: what comes near it, a line each.
  private static func addMiss(_ failure: FailureText, to builder: inout TextBuilder) {
    let parts = failure.message.split(separator: "; nearest: ", maxSplits: 1)
    builder.addLine("✗ \(parts.first ?? "")", Style(.transport, bold: true))
    if parts.count > 1 {
      builder.endLine()
      builder.addLine("  the nearest recordings", Style(.faint))
      for near in parts[1].split(separator: "; ") { builder.addLine("  \(near)") }
    }
    builder.endLine()
    builder.addLine("  \(failure.hint)")
  }
}
