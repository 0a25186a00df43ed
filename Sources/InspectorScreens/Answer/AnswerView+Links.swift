import NetEngine

/// Raw and envelope beside each other.
extension AnswerView {
  /// The cursor of the other half follows: the envelope's row of a raw line, the line of a row.
  mutating func follow() {
    guard let link = currentLink else { return }
    switch page {
    case .envelope:
      guard let body = panes[.raw]?.document.bodySection else { return }
      guard let range = rawRange(of: link) else { return }
      panes[.raw]?.reveal(TextPosition(section: body, offset: range.lowerBound))
    case .raw: panes[.envelope]?.reveal(TextPosition(offset: link.lines.lowerBound))
    // They stand alone.
    case .json, .string, .headers, .timing, .request, .hex: break
    }
  }

  /// What both halves speak of where the cursor stands: the smallest part that is there.
  var currentLink: BodyLink? {
    guard let links = links[.envelope], let pane, let row = pane.cursorBytes else { return nil }
    switch page {
    case .envelope: return links.first { $0.lines.overlaps(row.bytes) }
    case .raw where row.section == pane.document.bodySection:
      return links.filter { rawRange(of: $0)?.overlaps(row.bytes) == true }
        .min { $0.body.count < $1.body.count }
    default: return nil
    }
  }

  /// The bytes a link speaks of, as the raw page shows the body; nil where it shows none of them.
  private func rawRange(of link: BodyLink) -> Range<Int>? {
    switch layout.shown {
    case .asItCame: link.body
    case .pretty(let pretty): readDocument.flatMap { pretty.range(of: link.body, in: $0) }
    }
  }

  /// The body's bytes the envelope speaks of, for the raw page; those under the cursor stand out.
  var marks: [TextMark] {
    guard let section = panes[.raw]?.document.bodySection else { return [] }
    let current = currentLink
    var marks = (links[.envelope] ?? []).compactMap { link in
      rawRange(of: link).map { TextMark(section: section, range: $0, isCurrent: link == current) }
    }
    marks.sort { !$0.isCurrent && $1.isCurrent }
    return marks
  }
}
