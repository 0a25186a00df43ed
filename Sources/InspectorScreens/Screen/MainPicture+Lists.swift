import NetEngine

extension MainPicture {
  // MARK: Requests

  func drawTargets(in frame: inout Frame, _ region: Region) {
    if main.list.rows.isEmpty {
      let text =
        house.items.isEmpty ? "no requests here" : "nothing matches; Esc clears the filter"
      frame.draw(text, in: region.inset(left: 2, right: 1))
    }
    let columns = TargetColumns(main.list, house.items, width: region.width, rule: house.rule)
    for index in main.list.cursor.visible {
      let row = region.row + index - main.list.cursor.top
      let isSelected = index == main.list.cursor.selected
      switch main.list.rows[index] {
      case .group(let group): drawGroup(group, in: &frame, region, row)
      case .target(let target): drawTarget(target, in: &frame, region, row, columns)
      }
      if isSelected { frame.mark(region.line(row), isActive: main.focus == .list) }
    }
  }

  private func drawGroup(_ group: Int, in frame: inout Frame, _ region: Region, _ row: Int) {
    let isFolded = main.list.folded.contains(group)
    var parts = tallyParts(main.tally[group])
    if parts.isEmpty { parts = [("\(main.list.members[group].count)", "", Style(.faint))] }
    let width = parts.reduce(0) { $0 + house.rule.width(of: $1.sign) + 1 }
    frame.draw(
      isFolded ? "▸" : "▾", row: row, column: region.column + 1, style: Style(.faint))
    frame.draw(
      main.list.groups[group], row: row, column: region.column + 3,
      fitting: region.width - 5 - width,
      style: Style(.title, bold: true))
    var column = region.endColumn - width
    for part in parts {
      column = frame.draw(part.sign, row: row, column: column, style: part.style) + 1
    }
  }

  private func drawTarget(
    _ target: Int, in frame: inout Frame, _ region: Region, _ row: Int, _ columns: TargetColumns
  ) {
    let item = house.items[target]
    let state = house.state(of: target)
    let (sign, style) = self.sign(of: target, state)
    var column = region.column + 1
    frame.draw(sign, row: row, column: column, style: style)
    column += 1
    if main.list.marked.contains(target) {
      frame.draw("•", row: row, column: column, style: Style(.accent, bold: true))
    }
    column += 1
    frame.draw(
      item.shortMethod, row: row, column: column, fitting: main.list.methodWidth,
      style: item.isSafe ? Style(.faint) : Style(.title, bold: true))
    column += main.list.methodWidth + 1
    // A request without an outcome has the room of one.
    let isIdle = if case .idle = state { house.firing.ordered[target] == nil } else { false }
    let right =
      columns.hasFigures && !isIdle
      ? TargetColumns.withFiguresRight : outcomeWidth(target, state) + (isIdle ? 1 : 3)
    let room = max(0, region.endColumn - right - column)
    drawName(target, in: &frame, row, column, room, columns)
    drawOutcome(target, state, in: &frame, region, row, columns)
  }

  private func drawName(
    _ target: Int, in frame: inout Frame, _ row: Int, _ column: Int, _ room: Int,
    _ columns: TargetColumns
  ) {
    let item = house.items[target]
    let path = item.flaw ?? item.path
    let resent = house.composed[target]?.resent
    guard item.name != path, columns.name > 0, !item.name.isEmpty, resent?.root != path else {
      let text = item.name.isEmpty ? path : item.name
      draw(resent?.root ?? text, end: resent?.end ?? "", in: &frame, row, column, room)
      return
    }
    let name = min(columns.name, room)
    draw(resent?.root ?? item.name, end: resent?.end ?? "", in: &frame, row, column, name)
    let left = room - name - 2
    guard left >= TargetColumns.leastPath else { return }
    let shared = main.list.sharedPaths[item.base] ?? 0
    let isCut = item.flaw == nil && shared > 1 && house.rule.width(of: path, upTo: left + 1) > left
    frame.draw(
      url: isCut ? "…" + String(Substring(path.utf8.dropFirst(shared))) : path, row: row,
      column: column + name + 2, fitting: left, style: Style(item.flaw == nil ? .faint : .warning))
  }

  /// Draws a name that may be too long for its column; `kept` columns of its end stay, which tells it
  /// from others: 8 unless the caller wants more.
  private func draw(
    _ root: String, end text: String, keeping kept: Int? = nil, in frame: inout Frame, _ row: Int,
    _ column: Int, _ room: Int
  ) {
    guard !root.isEmpty, !text.isEmpty else {
      frame.draw(url: root + text, row: row, column: column, fitting: room)
      return
    }
    let wanted = house.rule.width(of: text, upTo: room)
    let left = room - 1 - house.rule.width(of: root, upTo: room)
    let width = max(min(wanted, left), min(wanted, kept ?? min(8, room / 2)))
    let end = frame.draw(url: root, row: row, column: column, fitting: room - width - 1)
    frame.draw(text, row: row, column: end + 1, fitting: column + room - end - 1)
  }

  func sign(of target: Int, _ state: TargetState) -> (String, Style) {
    if house.firing.ordered[target] != nil { return ("…", Style(.progress, bold: true)) }
    switch state {
    case .idle where house.items[target].flaw != nil: return ("✗", Style(.warning, bold: true))
    case .idle: return ("·", Style(.faint))
    case .running: return ("…", Style(.progress, bold: true))
    case .finished(let summary) where summary.isBeingRead:
      return ("…", Style(.progress, bold: true))
    case .finished(let summary): return (summary.sign, Style(summary.role, bold: true))
    case .outdated(let summary, _): return (summary.sign, Style(.faint))
    }
  }

  private func drawOutcome(
    _ target: Int, _ state: TargetState, in frame: inout Frame, _ region: Region, _ row: Int,
    _ columns: TargetColumns
  ) {
    let end = region.endColumn - 1
    switch state {
    case .running(let record):
      frame.draw(
        record.shortState, row: row, endingAt: end, fitting: 13,
        style: Style(.progress))
    case _ where house.firing.ordered[target] != nil:
      frame.draw("build", row: row, endingAt: end, fitting: 7, style: Style(.progress))
    case .idle: break
    case .outdated(_, let environment):
      let other = environment == house.environment ? nil : environment
      let words =
        columns.hasFigures ? "response of \(other ?? "another URL")" : other ?? "old URL"
      frame.draw(
        words, row: row, endingAt: end, fitting: columns.hasFigures ? 30 : 11,
        style: Style(.faint))
    case .finished(let summary):
      drawKind(summary, in: &frame, row, end: end, isAligned: columns.hasFigures)
      guard columns.hasFigures else { return }
      let size = summary.byteCount.map(Units.bytes) ?? ""
      let time = summary.time.map { Units.time(microseconds: $0) } ?? ""
      frame.draw(time, row: row, endingAt: end - 20, fitting: 9, style: Style(.faint))
      frame.draw(size, row: row, endingAt: end - 31, fitting: 9, style: Style(.faint))
    }
  }

  /// The status, empty without one, and the verdict.
  private func outcome(_ summary: AnswerSummary) -> (status: String, word: String) {
    let status = summary.status.map(String.init) ?? ""
    if summary.isBroken { return (status, "broken") }
    if summary.isBeingRead { return (status, "…") }
    return (status, summary.detectedKind == nil ? summary.kind.listWord : summary.word)
  }

  private func outcomeWidth(_ summary: AnswerSummary) -> Int {
    let (status, word) = outcome(summary)
    return word.unicodeScalars.count + (status.isEmpty ? 0 : 4)
  }

  private func outcomeWidth(_ target: Int, _ state: TargetState) -> Int {
    if house.firing.ordered[target] != nil { return 7 }
    switch state {
    case .running: return 7
    case .idle: return 0
    case .outdated: return 11
    case .finished(let summary): return outcomeWidth(summary)
    }
  }

  /// Draws status and verdict up to `end`, in two columns where there is room; the column after them
  /// marks what no server has sent just now.
  private func drawKind(
    _ summary: AnswerSummary, in frame: inout Frame, _ row: Int, end: Int, isAligned: Bool = false
  ) {
    if summary.isOffline { frame.draw("◂", row: row, column: end, style: Style(.warning)) }
    let role: Style.Role = summary.detectedKind == nil ? summary.kind.role : .warning
    let style = Style(summary.isBeingRead ? .progress : role)
    let (status, word) = outcome(summary)
    let start = end - (isAligned ? Kind.wordWidth : word.unicodeScalars.count)
    frame.draw(word, row: row, column: start, end: end, style: style)
    frame.draw(status, row: row, endingAt: start - 1, fitting: 3, style: style)
  }

  // MARK: History

  func drawHistory(in frame: inout Frame) {
    guard let region = layout.history else { return }
    if main.historyRows.count(in: house.history) == 0 {
      let text = house.history.count == 0 ? "nothing sent yet" : "nothing matches"
      frame.draw(text, in: region.inset(left: 2, right: 1))
    }
    for index in main.historyCursor.visible {
      guard let record = main.historyRows.record(atRow: index, in: house.history) else { continue }
      let row = region.row + index - main.historyCursor.top
      draw(record, in: &frame, region, row)
      if shownRecord?.number == record.number {
        frame.mark(region.line(row), isActive: main.focus == .history)
      }
    }
  }

  private func draw(
    _ record: FiredExchange, in frame: inout Frame, _ region: Region, _ row: Int
  ) {
    let item = house.items[record.target]
    var column = region.column + 1
    frame.draw(record.clock, row: row, column: column, fitting: 8, style: Style(.faint))
    column += 9
    let asked = house.askedURL(record)
    let (method, url) = (asked.prefix { $0 != " " }, asked.drop { $0 != " " }.dropFirst())
    frame.draw(
      TargetItem.shortened(method: String(method)), row: row, column: column,
      fitting: main.list.methodWidth,
      style: item.isSafe ? Style(.faint) : Style(.title, bold: true))
    column += main.list.methodWidth + 1
    let isNamed = !item.name.isEmpty && item.name != item.path
    let text = isNamed ? "\(item.name)  \(url)" : String(url)
    let room = region.endColumn - column - (record.summary.map { outcomeWidth($0) } ?? 7) - 3
    let environment = house.otherEnvironment(of: record).map { "in \($0)" }
    let marks = [environment, record.record.earlierMark].compactMap { $0 }
    if !marks.isEmpty {
      let end = marks.joined(separator: " ")
      draw(text, end: end, keeping: room / 2, in: &frame, row, column, room)
    } else if let resent = house.composed[record.target]?.resent, !resent.root.isEmpty,
      house.rule.width(of: text, upTo: room + 1) > room
    {
      // Copies of one request have long names that begin alike.
      draw(
        "\(resent.root)  \(url)", end: resent.end, keeping: room / 2, in: &frame, row, column, room)
    } else {
      frame.draw(url: text, row: row, column: column, fitting: room)
    }
    let end = region.endColumn - 1
    guard let summary = record.summary else {
      frame.draw(record.shortState, row: row, endingAt: end, fitting: 7, style: Style(.progress))
      return
    }
    drawKind(summary, in: &frame, row, end: end)
  }
}

/// How wide the columns of the request list are.
struct TargetColumns {
  /// Size and time have columns of their own.
  let hasFigures: Bool
  /// The name's column when the path stands beside it; 0 where only one of them fits.
  let name: Int

  /// From this width on the figures have their room.
  static let withFigures = 78
  /// The columns of size, time, status and verdict.
  static let withFiguresRight = 42
  /// Less of a path says nothing.
  static let leastPath = 8

  init(_ list: TargetList, _ items: [TargetItem], width: Int, rule: DisplayRule) {
    // Only what is on screen counts, so that a long list costs no more than a short one.
    let widest = list.cursor.visible.reduce(0) { widest, index in
      guard case .target(let target) = list.rows[index] else { return widest }
      return max(widest, rule.width(of: items[target].name, upTo: 40))
    }
    let whole = width - 4 - list.methodWidth
    // Names are whole before size and time have room.
    hasFigures = width >= Self.withFigures && whole - Self.withFiguresRight >= widest
    let room = whole - (hasFigures ? Self.withFiguresRight : 14)
    // The name says more than the path.
    name = room >= 28 ? min(widest, room) : 0
  }
}

extension ExchangeRecord {
  /// Tells a row of an earlier run: the time where the clock has the day, else `earlier`.
  fileprivate var earlierMark: String? {
    run.map { run in
      clock.contains(":") ? "earlier" : String((moment ?? run).split(separator: " ").last ?? "")
    }
  }

  /// What a running exchange does, in seven columns.
  fileprivate var shortState: String {
    if isCancelling { return "cancel…" }
    switch progress.phase {
    case .building: return "build"
    case .connecting: return "connect"
    case .sending: return "send"
    case .waiting: return "wait"
    case .receiving, .done:
      return progress.total == nil
        ? Units.bytes(progress.completed) : "\(Int(saturating: progress.fraction * 100)) %"
    }
  }
}
