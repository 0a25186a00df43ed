import NetEngine

extension MainPicture {
  func drawAnswer(in frame: inout Frame) {
    let isGroup = shownRecord == nil && main.list.selectedTarget == nil
    if let row = layout.tabs, !isGroup, !answer.hasContent || !answer.isUnsent {
      main.tabs(house).draw(in: &frame, row: row.row, column: row.column, width: row.width)
    }
    drawContent(in: &frame)
    answer.drawChooser(in: &frame, layout.content)
  }

  func drawContent(in frame: inout Frame) {
    let region = layout.content
    if answer.hasContent {
      answer.draw(rooms, in: &frame, hasFocus: main.focus == .answer)
    } else if let record = shownRecord {
      drawRunning(record, in: &frame, region)
    } else if let target = main.list.selectedTarget {
      drawIdle(target, in: &frame, region)
    } else if case .group(let group) = main.list.selectedRow {
      drawGroupSummary(group, in: &frame, region)
    }
  }

  // MARK: The title

  /// Says in which column it stopped.
  @discardableResult
  func drawAnswerTitle(in frame: inout Frame, row: Int, column: Int, width: Int) -> Int {
    let isActive = main.focus == .answer
    var segments = Segments()
    let style = Border.titleStyle(isActive: isActive)
    if let target = shownRecord?.target ?? main.list.selectedTarget {
      let item = house.items[target]
      segments.add(shownRecord.map(house.asked) ?? item.title, style)
      addOutcome(to: &segments, target)
    } else if case .group(let group) = main.list.selectedRow {
      segments.add(main.list.groups[group], style)
    } else {
      segments.add("Answer", style)
    }
    frame.draw(" ", row: row, column: column, end: column + width)
    let end = segments.draw(
      in: &frame, row: row, column: column + 1, fitting: width - 2, dot: Style(.faint))
    let label = segments.pieces.last?.style
    return frame.draw(
      " ", row: row, column: end, end: column + width,
      style: label?.isReversed == true ? label ?? .plain : .plain)
  }

  func addOutcome(to segments: inout Segments, _ target: Int) {
    guard let record = shownRecord else {
      if case .finished(let summary) = house.state(of: target) {
        add(summary, to: &segments)
      } else {
        segments.add(house.firing.ordered[target] == nil ? "not sent" : "building", Style(.faint))
      }
      return
    }
    guard let summary = record.summary else { return addProgress(of: record, to: &segments) }
    let error = record.brokenJSON
    add(summary, to: &segments, isExplained: error != nil || summary.detectedKind != nil)
    if let kind = summary.detectedKind {
      let words = kind == .ok ? "body not checked" : "detected: \(kind.word)"
      segments.add(words, Style(.warning, bold: true))
    }
    if let error {
      segments.add(
        error.titleWords, Style(.warning, bold: true))
    }
    if record.source != .network {
      segments.add(
        record.source.isSession ? "◂ from \(record.source.name)" : "◂ sample", Style(.warning),
        rank: 1)
    }
    if summary.isBeingRead, let fraction = record.readingState?.fraction {
      segments.add("\(Int(saturating: fraction * 100)) %", Style(.progress))
    }
    if let place = house.history.place(of: record), place.count > 1 {
      segments.add("\(place.index + 1) of \(place.count)", Style(.faint), rank: 4)
    }
  }

  private func addProgress(of record: FiredExchange, to segments: inout Segments) {
    if let hop = record.arrival?.response.hops.last, hop.statusCode > 0 {
      let status = hop.reason.isEmpty ? "\(hop.statusCode)" : "\(hop.statusCode) \(hop.reason)"
      segments.add(status, Style(.progress, bold: true), rank: 3)
    }
    let state = record.isCancelling ? "cancelling" : record.progress.phase.rawValue
    segments.add(state, Style(.progress, bold: true))
    if record.arrival != nil {
      let total = record.progress.total.map { " of \(Units.bytes($0))" } ?? ""
      let words = record.record.partWords(now: house.now)
      segments.add(Units.bytes(record.progress.completed) + total, rank: words == nil ? 2 : 5)
      if let words { segments.add(words, rank: 4) }
    }
    segments.add(runningTime(record), Style(.faint), rank: 1)
  }

  /// A word that is explained behind it goes first where there is no room for both.
  private func add(
    _ summary: AnswerSummary, to segments: inout Segments, isExplained: Bool = false
  ) {
    let role = summary.isUnsure ? .warning : summary.kind.role
    let style = Style(summary.isBeingRead ? .progress : role, bold: true)
    if let status = summary.status {
      segments.add(summary.reason.isEmpty ? "\(status)" : "\(status) \(summary.reason)", style)
    }
    if !summary.isComplete { segments.add("INCOMPLETE", .incomplete) }
    if let count = summary.byteCount, summary.status != nil || count > 0 {
      segments.add(Units.bytes(count), rank: 3)
    }
    if let time = summary.time { segments.add(Units.time(microseconds: time), rank: 2) }
    // The title says where it breaks, or what was detected in place of an ok.
    guard !summary.isBroken, !summary.isUnsure else { return }
    var label = style
    label.isReversed = !summary.isBeingRead
    segments.add(
      summary.isBeingRead ? "reading" : summary.kind.word, label, rank: isExplained ? 1 : 0)
  }

  private func runningTime(_ record: FiredExchange) -> String {
    Units.running(microseconds: house.now.microseconds - record.began.microseconds)
  }

  // MARK: Without an answer

  private func drawIdle(_ target: Int, in frame: inout Frame, _ region: Region) {
    let item = house.items[target]
    guard house.firing.ordered[target] == nil else {
      return frame.draw("building the request", in: region, row: 1, style: Style(.progress))
    }
    if let flaw = item.flaw {
      let lines = TextFold.lines("✗ " + flaw, width: region.width, rule: house.rule)
      for (line, text) in lines.enumerated() {
        frame.draw(text, in: region, row: 1 + line, style: .plain)
      }
      return
    }
    var words = "not sent yet"
    if case .finished = house.state(of: target) { words = "its response is no longer in memory" }
    frame.draw(words, in: region, row: 1)
  }

  private func drawRunning(
    _ record: FiredExchange, in frame: inout Frame, _ region: Region
  ) {
    let progress = record.progress
    let words = record.isCancelling ? "cancelling" : progress.phase.rawValue
    let row = region.row + 1
    let column = frame.draw(
      words, row: row, column: region.column, end: region.endColumn,
      style: Style(.progress, bold: true))
    frame.draw(
      runningTime(record), row: row, column: column + 2, end: region.endColumn,
      style: Style(.faint))
    guard progress.phase == .receiving || progress.phase == .sending else { return }
    let figures =
      progress.total.map {
        "\(Units.bytes(progress.completed)) of \(Units.bytes($0)), "
          + "\(Int(saturating: progress.fraction * 100)) %"
      } ?? "\(Units.bytes(progress.completed)), the length is not known"
    frame.draw(figures, in: region, row: 3, style: .plain)
    if progress.total != nil { drawBar(progress.fraction, in: &frame, region, row + 3) }
  }

  private func drawBar(
    _ fraction: Double, in frame: inout Frame, _ region: Region, _ row: Int
  ) {
    guard row < region.endRow else { return }
    var bar = region.line(row)
    bar.width = min(60, region.width)
    frame.fill(bar, with: "░", style: Style(.faint))
    bar.width = Int(saturating: fraction * Double(bar.width))
    frame.fill(bar, with: "█", style: Style(.progress))
  }

  private func drawGroupSummary(_ group: Int, in frame: inout Frame, _ region: Region) {
    var segments = Segments()
    segments.add(Units.count(main.list.members[group].count, "request"))
    for part in tallyParts(main.tally[group]) { segments.add(part.words, part.style) }
    segments.draw(
      in: &frame, row: region.row + 1, column: region.column, fitting: region.width,
      dot: Style(.faint))
    let fold = main.list.folded.contains(group) ? "l unfolds" : "h folds"
    frame.draw("\(fold) them, Space marks them all", in: region, row: 3)
  }

  /// The numbers of requests that run, succeeded, failed or are in doubt, as signs and words.
  func tallyParts(_ counts: Tally.Counts) -> [(sign: String, words: String, style: Style)] {
    var parts: [(sign: String, words: String, style: Style)] = []
    if counts.running > 0 {
      parts.append(("\(counts.running)…", "\(counts.running) running", Style(.progress)))
    }
    if counts.good > 0 { parts.append(("\(counts.good)✓", "\(counts.good) ok", Style(.ok))) }
    if counts.bad > 0 { parts.append(("\(counts.bad)✗", "\(counts.bad) failed", Style(.client))) }
    if counts.unsure > 0 {
      parts.append(("\(counts.unsure)?", "\(counts.unsure) in doubt", Style(.warning)))
    }
    return parts
  }
}
