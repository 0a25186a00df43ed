import NetEngine

extension App {
  /// A title, the two that are compared, and each place that differs.
  func drawDiff(in frame: inout Frame) {
    let line = Region(column: 0, row: 0, width: house.size.width, height: 1)
    Border.line(in: &frame, row: 0, line, left: "━", right: "━", isActive: true)
    guard let diff else { return }
    frame.draw(
      " Diff  \(diff.title) ", row: 0, column: 1, fitting: house.size.width * 2 / 3,
      style: Border.titleStyle(isActive: true))
    if let percent = diff.pane?.percent {
      frame.draw(
        " \(percent) % ", row: 0, endingAt: house.size.width - 1, fitting: 8, style: Style(.faint))
    }
    drawSides(of: diff, in: &frame)
    diff.pane?.draw(in: &frame, diffRegion)
    if diff.change == nil {
      frame.draw(
        "comparing", row: 3, column: 2, fitting: house.size.width - 3, style: Style(.progress))
    }
    drawFooter(in: &frame)
  }

  private func drawSides(of diff: DiffView, in frame: inout Frame) {
    var segments = Segments()
    if let change = diff.change {
      segments.add(change.kind.text, change.kind.style)
      if diff.changeCount > 1 {
        let place = diff.current.map { "\($0) of " } ?? ""
        segments.add("\(place)\(Units.count(diff.changeCount, "difference"))", rank: 1)
      }
    }
    segments.add(
      "\(diff.from.words) → \(diff.to.words)", Style(.faint), rank: 2)
    segments.draw(in: &frame, row: 1, column: 1, fitting: house.size.width - 2, dot: Style(.faint))
  }
}

extension Change.Kind {
  /// How it looks; the word is always beside it.
  var style: Style {
    switch self {
    case .same: Style(.ok, bold: true)
    case .noise: Style(.ok)
    case .headers: Style(.warning)
    case .body: Style(.mapping, bold: true)
    case .envelope: Style(.business, bold: true)
    case .status: Style(.client, bold: true)
    case .failed: Style(.transport, bold: true)
    case .skipped: Style(.faint)
    case .unmatched: Style(.warning, bold: true)
    }
  }

  /// A sign that is seen without colour.
  var sign: String {
    switch self {
    case .same: "✓"
    case .noise: "≈"
    case .headers, .body, .envelope, .status, .failed: "✗"
    case .skipped: "–"
    case .unmatched: "?"
    }
  }
}
