import Inspector
import InspectorScreens
import LosslessJSON

/// Screens as an SVG: one is a still, several one after the other are a moving picture.
///
/// Every piece of a row has its place and its width, so that columns stand whatever font shows them.
/// A row that stays is drawn once. Colours are the program's two themes; the reader's browser says
/// which.
struct Picture {
  private(set) var shots: [(frame: Frame, milliseconds: Int)] = []

  mutating func add(_ frame: Frame, milliseconds: Int = 2_000) {
    shots.append((frame, milliseconds))
  }

  private static let (column, row, margin) = (8, 17, 10)

  func svg(title: String) -> String {
    let frames = shots.map(\.frame)
    guard let first = frames.first else { return "" }
    let width = first.width * Self.column + 2 * Self.margin
    let height = first.height * Self.row + 2 * Self.margin
    var body = ""
    var spans: Set<Span> = []
    var roles: Set<Style.Role> = []
    for row in 0..<first.height {
      for span in spansOfSameRow(row) {
        let drawn = Self.draw(frames[span.start], row: row, roles: &roles)
        guard !drawn.isEmpty else { continue }
        spans.insert(span)
        let isAlways = span.count == frames.count
        body += "<g transform=\"translate(\(Self.margin),\(Self.margin + row * Self.row))\""
        body += isAlways ? ">" : " class=\"\(span.name)\">"
        body += drawn + "</g>\n"
      }
    }
    let always = Span(start: 0, count: frames.count)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img" xml:space="preserve">
      <title>\(Self.escaped(title))</title>
      <style>
      \(Self.sheet(of: roles))\(moments(of: spans.subtracting([always])))</style>
      <rect class="paper" width="\(width)" height="\(height)" rx="8"/>
      \(body)</svg>

      """
  }

  // MARK: What moves

  /// The shots in which a row looks the same.
  private struct Span: Hashable {
    var start: Int
    var count: Int

    var name: String { "f\(start)-\(count)" }
  }

  private func spansOfSameRow(_ row: Int) -> [Span] {
    var spans: [Span] = []
    for index in shots.indices {
      if index > 0, shots[index].frame.hasSameRow(row, as: shots[index - 1].frame) {
        spans[spans.count - 1].count += 1
      } else {
        spans.append(Span(start: index, count: 1))
      }
    }
    return spans
  }

  /// When each span is seen, over and over again.
  private func moments(of spans: Set<Span>) -> String {
    let total = shots.reduce(0) { $0 + $1.milliseconds }
    func percent(_ index: Int) -> String {
      let hundredths = shots[..<index].reduce(0) { $0 + $1.milliseconds } * 10_000 / max(total, 1)
      let cents = hundredths % 100
      return "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)%"
    }
    return spans.sorted { ($0.start, $0.count) < ($1.start, $1.count) }.map { span in
      let end = span.start + span.count
      var steps = span.start == 0 ? "" : "0%{visibility:hidden}"
      steps += "\(percent(span.start)){visibility:visible}"
      if end < shots.count { steps += "\(percent(end)){visibility:hidden}" }
      return ".\(span.name){animation:\(span.name) \(total)ms step-end infinite}"
        + "@keyframes \(span.name){\(steps)}\n"
    }.joined()
  }

  // MARK: A row

  private static func draw(_ frame: Frame, row: Int, roles: inout Set<Style.Role>) -> String {
    var papers = ""
    var texts = ""
    frame.forEachPiece(inRow: row) { start, width, text, style in
      roles.insert(style.role)
      let look = Palette(theme: .dark, depth: .full).look(in: style)
      if style.isSelected { roles.insert(.selection) }
      let ground = style.isSelected ? Style.Role.selection : style.role
      let isReversed = style.isReversed != look.isReversed
      if isReversed || look.paper != nil {
        papers += "<rect x=\"\(start * column)\" width=\"\(width * column)\" height=\"\(Self.row)\""
        papers +=
          " class=\"\(isReversed ? "i" : "p")\((isReversed ? style.role : ground).rawValue)\"/>"
      }
      let left = text.prefix { $0 == " " }.count
      let shown = text.dropFirst(left).reversed().drop { $0 == " " }.reversed()
      guard !shown.isEmpty else { return }
      let columns = width - left - (text.count - left - shown.count)
      var names = [isReversed ? "paper" : "i\(style.role.rawValue)"]
      if style.isBold || look.isBold { names.append("b") }
      if style.isUnderlined || look.isUnderlined { names.append("u") }
      texts += "<text x=\"\((start + left) * column)\" y=\"13\" textLength=\"\(columns * column)\""
      texts += " class=\"\(names.joined(separator: " "))\">\(escaped(String(shown)))</text>"
    }
    return papers + texts
  }

  // MARK: Colours

  private static func sheet(of roles: Set<Style.Role>) -> String {
    """
    text{font:13px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre}
    .b{font-weight:bold}.u{text-decoration:underline}
    \(colors(of: roles, .dark))@media(prefers-color-scheme:light){
    \(colors(of: roles, .light))}

    """
  }

  private static func colors(of roles: Set<Style.Role>, _ theme: Palette.Theme) -> String {
    let palette = Palette(theme: theme, depth: .full)
    let (ink, paper) = theme == .dark ? ("#d4d4d4", "#16181d") : ("#24292f", "#ffffff")
    var out = ".paper{fill:\(paper)}"
    for role in roles.sorted(by: { $0.rawValue < $1.rawValue }) {
      let look = palette.look(of: role)
      out += ".i\(role.rawValue){fill:\(look.ink.map { XtermColor($0).hex } ?? ink)}"
      if let paper = look.paper { out += ".p\(role.rawValue){fill:\(XtermColor(paper).hex)}" }
    }
    return out + "\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension Frame {
  /// Calls `body` with the pieces of a row that have one style, wide characters by themselves: a
  /// font may show them wider or narrower than two columns.
  fileprivate func forEachPiece(
    inRow row: Int, _ body: (_ start: Int, _ width: Int, _ text: String, _ style: Style) -> Void
  ) {
    var cells: [(column: Int, text: String, style: Style.Packed)] = []
    forEachCell(inRow: row) { column, scalar, marks, style in
      var text = String(Unicode.Scalar(scalar) ?? "?")
      marks?.visit { text.unicodeScalars.append(Unicode.Scalar($0) ?? "?") }
      cells.append((column, text, style))
    }
    var piece: (start: Int, end: Int, text: String, style: Style.Packed)?
    for (index, cell) in cells.enumerated() {
      let end = index + 1 < cells.count ? cells[index + 1].column : width
      let isWide = end - cell.column > 1
      if let open = piece, open.style != cell.style || isWide {
        body(open.start, open.end - open.start, open.text, Style(open.style))
        piece = nil
      }
      piece = (piece?.start ?? cell.column, end, (piece?.text ?? "") + cell.text, cell.style)
      if isWide, let open = piece {
        body(open.start, open.end - open.start, open.text, Style(open.style))
        piece = nil
      }
    }
    if let open = piece { body(open.start, open.end - open.start, open.text, Style(open.style)) }
  }
}
