import NetEngine
import NetRecordings

extension DiffScreen {
  /// A title, the two that are compared, and each place that differs.
  func draw(in frame: inout Frame, _ house: House) {
    let size = house.size
    Border.rule(in: &frame, row: 0)
    frame.draw(
      " Diff  \(title) ", row: 0, column: 1, fitting: size.width * 2 / 3,
      style: Border.titleStyle(isActive: true))
    if let percent = pane?.percent {
      frame.draw(
        " \(percent) % ", row: 0, endingAt: size.width - 1, fitting: 8, style: Style(.faint))
    }
    drawSides(in: &frame, size)
    pane?.draw(in: &frame, Self.region(size))
    if change == nil {
      frame.draw(
        "comparing", row: 3, column: 2, fitting: size.width - 3, style: Style(.progress))
    }
  }

  private func drawSides(in frame: inout Frame, _ size: Size) {
    var segments = Segments()
    if let change {
      segments.add(change.kind.text, change.kind.style)
      if changeCount > 1 {
        let place = current.map { "\($0) of " } ?? ""
        segments.add("\(place)\(Units.count(changeCount, "difference"))", rank: 1)
      }
    }
    segments.add("\(from.words) → \(to.words)", Style(.faint))
    segments.add(sources, Style(.faint))
    segments.draw(in: &frame, row: 1, column: 1, fitting: size.width - 2, dot: Style(.faint))
  }
}

extension DiffScreen {
  /// Where the two were taken from; it stands last, so that a narrow screen cuts only this.
  private var sources: String {
    switch (from.source, to.source) {
    case ("", ""): ""
    case (let one, ""): "left \(one)"
    case ("", let other): "right \(other)"
    case (let one, let other): one == other ? "both \(one)" : "left \(one), right \(other)"
    }
  }
}

extension Change.Kind {
  /// A sign that is seen without colour, and the style of the word beside it.
  private var look: (sign: String, style: Style) {
    switch self {
    case .same: ("✓", Style(.ok, bold: true))
    case .noise, .redacted: ("≈", Style(.ok))
    case .slower, .headers: ("✗", Style(.warning))
    case .body: ("✗", Style(.mapping, bold: true))
    case .envelope: ("✗", Style(.business, bold: true))
    case .status: ("✗", Style(.client, bold: true))
    case .failed: ("✗", Style(.transport, bold: true))
    case .skipped: ("–", Style(.faint))
    case .unmatched: ("?", Style(.warning, bold: true))
    }
  }

  var sign: String { look.sign }
  var style: Style { look.style }
}
