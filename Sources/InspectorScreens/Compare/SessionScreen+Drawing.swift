import NetEngine
import NetRecordings

extension SessionScreen {
  /// The rows above, the answer of the selected one below.
  func draw(in frame: inout Frame, _ house: House) {
    let size = house.size
    if isZoomed, isInAnswer { return drawAnswer(in: &frame, house) }
    Border.rule(in: &frame, row: 0, isActive: !isInAnswer)
    let capture = capture(house)
    // Without a response no profile is known yet.
    let isOpen = record == nil && exchange != nil && exchange?.result == nil
    let start =
      isOpen
      ? size.width - 2 : house.drawPipeline(shown(house).pipeline, in: &frame, end: size.width - 2)
    if start < size.width - 2 {
      frame.draw(" ", row: 0, column: start + 1)
      frame.draw(" ", row: 0, column: size.width - 2)
    }
    frame.draw(
      capture?.title(fitting: start - 1, house.rule) ?? " Session  \(session.name) ", row: 0,
      column: 1, fitting: start - 1, style: Border.titleStyle(isActive: !isInAnswer))
    drawFacts(in: &frame, size, capture)
    drawRows(in: &frame, size, capture)
    if !isZoomed { drawAnswer(in: &frame, house) }
  }

  private func drawFacts(in frame: inout Frame, _ size: Size, _ capture: Capture?) {
    var segments = Segments()
    let total = Units.count(session.count, "exchange")
    segments.add(
      (isGrowing ? "● " : "") + (rows == nil ? total : "\(Units.grouped(count)) of \(total)"))
    if fraction < 1 {
      segments.add("\(Int(saturating: fraction * 100)) % read", Style(.progress, bold: true))
    }
    if openCount > 0 { segments.add("\(openCount) open", Style(.progress, bold: true)) }
    if capture?.isPaused == true { segments.add("paused", Style(.warning, bold: true)) }
    if let capture, !capture.held.isEmpty {
      segments.add("∥ \(capture.held.count) held", Style(.warning, bold: true))
    }
    if record?.shownAnswer == .apps {
      segments.add("below is what the app got", Style(.warning, bold: true))
    }
    if let words = record?.response?.keptPartWords { segments.add(words, Style(.warning)) }
    if let capture, capture.ruleCount > 0 {
      segments.add("⇄ \(Units.count(capture.ruleCount, "rule"))", Style(.accent), rank: 5)
    }
    if let kept = capture?.session { segments.add("kept as \(kept)", Style(.faint), rank: 6) }
    if let rows = replaying {
      segments.add(
        "sending again \(turn) of \(rows.count)", Style(.progress, bold: true))
    }
    for part in tally {
      segments.add("\(part.count) \(part.kind.word)", part.kind.style, rank: 1)
    }
    if isSifting { segments.add("filtering", Style(.progress, bold: true)) }
    if !marked.isEmpty { segments.add("\(marked.count) marked", rank: 2) }
    if !unsaved.isEmpty { segments.add("not saved yet", Style(.faint), rank: 6) }
    if !filter.isEmpty { segments.add("filter \(filter)", Style(.accent), rank: 3) }
    if sort != .recorded { segments.add(sort.rawValue, Style(.faint), rank: 4) }
    if let base = settings.baseURL { segments.add("→ \(base)", Style(.accent), rank: 5) }
    if let rules = rules.name { segments.add("rules \(rules)", Style(.faint), rank: 6) }
    if let page = selectedPage { segments.add("page \(page)", Style(.faint), rank: 7) }
    segments.draw(in: &frame, row: 1, column: 1, fitting: size.width - 2, dot: Style(.faint))
  }

  /// The page a browser has asked for the selected exchange on.
  private var selectedPage: String? {
    guard count > 0, let index = row(atLine: cursor.selected) else { return nil }
    let page = session.row(at: index).page
    guard !page.isEmpty else { return nil }
    let title = session.pages[page].flatMap { $0.isEmpty ? nil : $0 } ?? page
    return Redactor(style: .bullets).redact(title)
  }

  // MARK: Rows

  private func drawRows(in frame: inout Frame, _ size: Size, _ capture: Capture?) {
    let region = layout(size).list
    guard count > 0 else {
      let empty = capture.map { "nothing yet: give your app the base URL \($0.address)" }
      let text =
        session.count == 0 ? empty ?? "this session is empty" : "nothing matches; f changes it"
      frame.draw(
        text, row: region.row, column: 2, fitting: size.width - 3, style: Style(.faint))
      return
    }
    let shown = cursor.visible.compactMap { line in
      row(atLine: line).map { (line, $0, session.row(at: $0)) }
    }
    let span = Waterfall(shown.map(\.2))
    let words = shown.map { verdict(of: $0.2, kinds[$0.1]).unicodeScalars.count }.max() ?? 0
    for (line, index, row) in shown {
      let place = region.row + line - cursor.top
      draw(row, index, span, max(3, words), in: &frame, size, place, capture)
      guard line == cursor.selected else { continue }
      frame.mark(region.line(place), isActive: !isInAnswer)
    }
  }

  private func draw(
    _ row: SessionRow, _ index: Int, _ span: Waterfall, _ words: Int, in frame: inout Frame,
    _ size: Size, _ place: Int, _ capture: Capture?
  ) {
    let isMarked = marked.contains(index)
    frame.draw(isMarked ? "●" : " ", row: place, column: 1, style: Style(.accent))
    frame.draw("\(row.sequence)", row: place, endingAt: 8, fitting: 6, style: Style(.faint))
    if let problem = row.problem {
      frame.draw(
        "✗ \(problem)", row: place, column: 9, fitting: size.width - 10, style: Style(.warning))
      return
    }
    var column = 9
    drawChange(of: row, index, in: &frame, place, column)
    if !changes.isEmpty || replaying != nil { column += 11 }
    frame.draw(row.method, row: place, column: column, fitting: 7, style: Style(.faint))
    if capture?.held[row.sequence] == nil {
      drawOutcome(of: row, kinds[index], in: &frame, place, column + 8)
    } else {
      frame.draw("∥ held ", row: place, column: column + 8, fitting: 7, style: Style(.warning))
    }
    let figures = size.width >= 72
    let bars = size.width >= 100 ? min(28, size.width / 5) : 0
    let end = size.width - 1 - (figures ? 20 : 0) - (bars > 0 ? bars + 1 : 0)
    let note =
      (row.hasIdleRule ? "⇄✗ " : row.isAltered ? "⇄ " : "") + (hasNote(index, row) ? "✎ " : "")
    let isSaid =
      row.name.utf8.first == 0x2F
      || row.name != row.url && Exchange.isName(row.name, of: row.method)
    let name = isSaid ? row.name : capture?.path(of: row.url) ?? row.url
    var start = column + 13 + words
    // No server has answered: that comes before where it would have been asked.
    if let source = row.source {
      frame.draw(
        source.rawValue, row: place, column: start, fitting: end - start - 1, style: Style(.faint))
      start += source.rawValue.utf8.count + 1
    }
    frame.draw(url: note + name, row: place, column: start, fitting: max(0, end - start - 1))
    if figures { drawFigures(of: row, in: &frame, place, end) }
    guard bars > 0, let bar = span.bar(of: row, width: bars) else { return }
    frame.fill(
      Region(
        column: size.width - 1 - bars + bar.lowerBound, row: place, width: bar.count,
        height: 1),
      with: "▬", style: Style(row.failure == nil ? .progress : .transport))
  }

  private func drawFigures(of row: SessionRow, in frame: inout Frame, _ place: Int, _ end: Int) {
    // What brought no answer has no size, whatever the file says.
    if let bytes = row.size, row.status != nil {
      frame.draw(Units.bytes(bytes), row: place, endingAt: end + 9, fitting: 9)
    }
    if let time = row.time {
      frame.draw(
        Units.time(microseconds: time), row: place, endingAt: end + 19, fitting: 9,
        style: Style(.faint))
    }
  }

  /// How its answer differs from the other one's, or that it is waited for.
  private func drawChange(
    of row: SessionRow, _ index: Int, in frame: inout Frame, _ place: Int, _ column: Int
  ) {
    if let change = change(atRow: index)?.change {
      let isKept = kept.contains(row.sequence) && change.kind == .same
      frame.draw(
        "\(change.kind.sign) \(isKept ? "kept" : change.kind.word)", row: place, column: column,
        fitting: 10, style: change.kind.style)
    } else if rowOnItsWay == index {
      frame.draw("… waiting", row: place, column: column, fitting: 10, style: Style(.progress))
    }
  }

  /// The status and what the answer means: at first what the status says, then what was judged.
  private func drawOutcome(
    of row: SessionRow, _ judged: JudgedRow?, in frame: inout Frame, _ place: Int, _ column: Int
  ) {
    let status = row.status.map(String.init) ?? "–"
    let known = judged?.kind ?? row.failure
    let kind = known ?? row.status.map { 200..<400 ~= $0 ? .ok : Kind(refusedStatus: $0) }
    let style = judged?.detected == nil ? Style(kind?.role ?? .faint) : Style(.warning)
    frame.draw(status, row: place, column: column, fitting: 3, style: style)
    frame.draw(
      verdict(of: row, judged), row: place, column: column + 4, fitting: Kind.wordWidth + 1,
      style: style)
  }

  private func verdict(of row: SessionRow, _ judged: JudgedRow?) -> String {
    if let detected = judged?.detected { return detected.uncertainWord }
    return (judged?.kind ?? row.failure)?.listWord ?? (row.isPending ? "…" : "")
  }

  // MARK: The answer

  private func drawAnswer(in frame: inout Frame, _ house: House) {
    let size = house.size
    let layout = layout(size)
    Border.rule(in: &frame, row: layout.title, isActive: isInAnswer)
    guard layout.content.height > 0 else { return }
    let tabs = tabs(house)
    drawAside(in: &frame, tabs, size, row: layout.title)
    if answer.hasContent {
      tabs.draw(in: &frame, row: layout.title, column: 2, width: size.width - 4)
      answer.draw(rooms(house), in: &frame, hasFocus: isInAnswer)
    } else if let problem {
      frame.draw(
        waiting(house) ?? problem, row: layout.content.row, column: 2, fitting: size.width - 3,
        style: Style(.warning))
    }
    answer.drawChooser(in: &frame, layout.content)
  }

  /// Why there is no answer yet, where one may still come.
  private func waiting(_ house: House) -> String? {
    guard exchange != nil, record == nil, capture(house) != nil else { return nil }
    switch heldNumber(house).flatMap({ house.capture?.held[$0] }) {
    case .request: return "its request is held: L lets it go, E shows and edits it, x drops it"
    case .answer: return "its response is held: L lets it go, E shows and edits it, x drops it"
    case nil: return "no response yet"
    }
  }

  /// What a person has written about the exchange, or what is searched, at the line's end.
  private func drawAside(in frame: inout Frame, _ tabs: Tabs, _ size: Size, row: Int) {
    let last = answer.hasContent ? tabs.places(from: 2, width: size.width - 4).last : nil
    let start = (last?.columns.upperBound ?? 2) + 1
    guard size.width - 2 - start >= 12 else { return }
    if answer.search != nil {
      return answer.drawSearch(in: &frame, row: row, column: start, end: size.width - 2)
    }
    if answer.isTree, isInAnswer {
      _ = answer.drawPath(
        in: &frame, row: row, column: start, width: size.width - 2 - start)
      return
    }
    let altered = record == nil ? [] : exchange?.altered ?? []
    let words =
      (altered.isEmpty ? [] : [Exchange.marked(altered)])
      + (selectedNote.flatMap { $0.isEmpty ? nil : ["✎ " + $0] } ?? [])
    guard !words.isEmpty else { return }
    let text = " \(words.joined(separator: "  ")) "
    let width = min(frame.rule.width(of: text, upTo: size.width), size.width - 2 - start)
    frame.draw(text, row: row, column: size.width - 2 - width, fitting: width)
  }
}

extension Capture {
  /// Where it listens, which is to be copied, and the server behind: without its scheme where the room is
  /// short.
  fileprivate func title(fitting room: Int, _ rule: DisplayRule) -> String {
    let text = " Capture  \(address) → \(behind) "
    guard rule.width(of: text, upTo: room + 1) > room,
      let scheme = behind.utf8.firstPlace(of: "://".utf8)
    else { return text }
    return " Capture  \(address) → \(behind[scheme.upperBound...]) "
  }
}

/// Where exchanges lie in the time of those that show.
private struct Waterfall {
  private var start = Int.max
  private var end = Int.min

  init(_ rows: [SessionRow]) {
    for row in rows {
      guard let began = row.startedAt else { continue }
      start = min(start, began)
      end = max(end, began + (row.time ?? 0))
    }
  }

  /// The columns a row takes of so many, at least one; nil when its time is not known.
  func bar(of row: SessionRow, width: Int) -> Range<Int>? {
    guard let began = row.startedAt, end >= start else { return nil }
    let span = Double(max(1, end - start))
    let first = min(width - 1, Int(saturating: Double(began - start) / span * Double(width)))
    let length = max(1, Int(saturating: Double(row.time ?? 0) / span * Double(width)))
    return first..<min(width, first + length)
  }
}
