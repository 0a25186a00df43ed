import NetEngine

/// How long the newest firings of a request took, a cell each, the newest right.
struct Sparkline {
  /// So many firings are looked at.
  static let limit = 50
  private let firings: [AnswerSummary]

  /// Takes the ended firings, oldest first.
  init(_ firings: [AnswerSummary]) { self.firings = firings.suffix(Sparkline.limit) }

  func add(to builder: inout TextBuilder) {
    let times = firings.compactMap(\.time).sorted()
    guard firings.count > 1, let least = times.first, let most = times.last else { return }
    builder.endLine()
    builder.add("last \(firings.count)  ", Style(.faint))
    for firing in firings { add(firing, most: most, to: &builder) }
    builder.endLine()
    builder.add("         ", .plain)
    builder.addLine(
      "\(Units.time(microseconds: least)) to \(Units.time(microseconds: most)), "
        + "median \(Units.time(microseconds: times[times.count / 2]))",
      Style(.faint))
  }

  private func add(_ firing: AnswerSummary, most: Int, to builder: inout TextBuilder) {
    let style = Style(firing.kind == .ok ? .bar : firing.kind.role)
    guard let time = firing.time else { return builder.add("·", style) }
    let steps = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let step = min(steps.count - 1, time * steps.count / max(1, most))
    builder.add(firing.kind == .ok ? steps[step] : "✗", style)
  }
}
