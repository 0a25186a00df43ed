import NetEngine
import NetRecordings

/// A change as text: each place that differs with what stood there and what stands there now.
struct DiffDocument {
  let text: TextDocument
  /// Where each difference begins; the forgiven ones are not among them.
  let stops: [TextPosition]
  /// Where the forgiven ones begin.
  let end: TextPosition

  /// `failure` says why the second of the two is no whole answer; nil where it is one.
  init(_ change: Change, failure: String? = nil) {
    var builder = TextBuilder()
    var stops: [TextPosition] = []
    let real = change.differences.filter { !$0.isNoise }
    let noise = change.differences.filter(\.isNoise)
    if real.isEmpty { DiffDocument.addNothing(change.kind, failure, to: &builder) }
    if let verdict = change.verdict {
      builder.add("envelope  ", Style(.title, bold: true))
      builder.add(verdict.from, Style(.client))
      builder.add(" → ", Style(.faint))
      builder.addLine(verdict.to, Style(.ok))
      builder.endLine()
    }
    for difference in real {
      stops.append(TextPosition(offset: builder.bytes.count))
      DiffDocument.add(difference, to: &builder)
    }
    end = TextPosition(offset: builder.bytes.count)
    if !noise.isEmpty {
      builder.endLine()
      builder.addLine("forgiven", Style(.title, bold: true))
      for difference in noise { DiffDocument.add(difference, to: &builder) }
    }
    text = TextDocument([builder.section])
    self.stops = stops
  }

  /// Why there is no place that differs; that two answers agree is said only where there are two.
  private static func addNothing(
    _ kind: Change.Kind, _ failure: String?, to builder: inout TextBuilder
  ) {
    switch kind {
    case .same:
      guard let failure else {
        builder.add("✓ ", Style(.ok, bold: true))
        return builder.addLine("both say the same, to the last value")
      }
      builder.add("✗ ", Style(.transport, bold: true))
      builder.addLine("both failed in the same way, there is no response to compare")
      builder.addLine("  \(failure)", Style(.faint))
    case .noise, .redacted:
      builder.add("✓ ", Style(.ok, bold: true))
      builder.addLine("nothing differs that counts")
    case .skipped(let reason):
      builder.addLine("– there is no second response: it was not sent", Style(.faint))
      builder.addLine("  \(reason.text)", Style(.faint))
    case .unmatched:
      builder.addLine("? there is no second response: it has no counterpart", Style(.warning))
    case .envelope:
      builder.add("✗ ", Style(.business, bold: true))
      builder.addLine("the same response, which two profiles read differently")
    // What makes them so stands below.
    case .slower, .headers, .body, .status, .failed: break
    }
  }

  private static func add(_ difference: Difference, to builder: inout TextBuilder) {
    let faint = difference.isNoise
    let (sign, words) = difference.kind.mark
    builder.add("\(sign) ", faint ? Style(.faint) : Style(.accent, bold: true))
    let place = difference.place.text
    builder.add(
      place.isEmpty ? "(root)" : place, faint ? Style(.faint) : Style(.key, bold: true))
    if let reason = difference.notComparedReason {
      return builder.addLine("  \(reason), not compared", Style(.faint))
    }
    builder.addLine("  \(words)", Style(.faint))
    if let from = difference.from {
      builder.add("  - ", Style(.faint))
      builder.addLine(from, faint ? Style(.faint) : Style(.client))
    }
    if let to = difference.to {
      builder.add("  + ", Style(.faint))
      builder.addLine(to, faint ? Style(.faint) : Style(.ok))
    }
  }
}

extension JSONDiff.Kind {
  fileprivate var mark: (sign: String, words: String) {
    switch self {
    case .added: ("+", "added")
    case .removed: ("−", "gone")
    case .type: ("~", "of another kind")
    case .value: ("~", "")
    case .reordered: ("↕", "another order: where its elements stood before")
    }
  }
}
