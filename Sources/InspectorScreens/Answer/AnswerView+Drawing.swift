import NetEngine

/// What an answer pane shows: an exchange, the request it is of, and how it is read.
struct Shown {
  var record: ExchangeRecord?
  /// The target it is a firing of; nil for what was recorded.
  var target: Int?
  var item: TargetItem?
  var pipeline: Pipeline
  /// The request while it has no response.
  var unsent: UnsentRequest?
  /// It belongs to a recording that is open, not to the requests of the list.
  var isRecorded = false
}

extension AnswerView {
  /// A page on screen and its room.
  typealias Room = (page: AnswerPage, region: Region)

  /// The pages on screen and their rooms: raw and envelope beside each other where both fit.
  func rooms(_ shown: Shown, in content: Region, isWide: Bool) -> [Room] {
    guard page.number == 1, shown.record?.response != nil,
      let halves = halves(shown, in: content, isWide: isWide)
    else { return [(page, content)] }
    return [(.raw, halves.left), (.envelope, halves.right)]
  }

  /// The rooms of raw and envelope beside each other, where both fit and both say something.
  private func halves(
    _ shown: Shown, in content: Region, isWide: Bool
  ) -> (left: Region, right: Region)? {
    if let record = shown.record, record.hasSilentEnvelope,
      record.arrival == nil || shown.pipeline.profile == nil
    {
      return nil
    }
    return isWide && !hidesEnvelope ? MainLayout.halves(of: content) : nil
  }

  func tabs(_ shown: Shown, in content: Region, isWide: Bool) -> Tabs {
    let pages = rooms(shown, in: content, isWide: isWide).map(\.page)
    let response = shown.record?.response
    let isBeside =
      response != nil && halves(shown, in: content, isWide: isWide) != nil
    var titles: [Tabs.Title] = []
    for page in AnswerPage.allCases {
      guard !isBeside || page != .envelope else { continue }
      let isBoth = isBeside && page == .raw
      let isExact = page == .raw && isExact(shown.record)
      let text = isExact ? "\(page.title) exact" : page.title
      let short = isExact ? "Exact" : page.shortTitle
      titles.append(
        Tabs.Title(
          page: page, text: isBoth ? "\(text)+Envelope" : text,
          short: isBoth ? "\(short)+Env" : short, isSecondHalf: page == .envelope))
    }
    return Tabs(titles: titles, selected: pages)
  }

  /// Follows what is to be shown, and where.
  mutating func settle(_ shown: Shown, _ house: House, in content: Region, hasFocus: Bool) {
    hidesEnvelope = house.split.hidesEnvelope
    show(isExact: house.split.isBodyExact)
    // Where there is room for one page, an answer opens at the one that says what is wrong with it;
    // not where a person is at work in it.
    if let record = shown.record, !house.isWide, !hidesEnvelope, !hasFocus { lead(record) }
    show(shown, house, in: rooms(shown, in: content, isWide: house.isWide))
    if let room = chooser?.region(in: content, rule: house.rule) {
      chooser?.shape(height: room.height)
    }
    settleCount()
  }

  // MARK: Drawing

  func draw(_ rooms: [Room], in frame: inout Frame, hasFocus: Bool) {
    let isLinked = currentLink != nil
    for (page, region) in rooms {
      let isCurrent = page == self.page
      if page == .json, let tree {
        let bar = Style(hasFocus ? .accent : .faint, bold: hasFocus)
        let needle = search?.needle.undoing(escapes: true)
        tree.draw(in: &frame, region, needle: needle, bar: bar)
        continue
      }
      let bar =
        isCurrent && hasFocus
        ? Style(.accent, bold: true) : isCurrent || isLinked ? Style(.faint) : nil
      self[page]?.draw(
        in: &frame, region, needle: isCurrent ? search?.needle.undoing(escapes: false) : nil,
        current: isCurrent ? search?.match : nil,
        marks: page == .raw ? marks : [], bar: bar)
    }
    guard rooms.count > 1, let right = rooms.last?.region else { return }
    for row in right.row..<right.endRow {
      frame.draw("┊", row: row, column: right.column - 2, style: Style(.border))
    }
  }

  func drawChooser(in frame: inout Frame, _ content: Region) {
    guard let chooser else { return }
    chooser.draw(in: &frame, chooser.region(in: content, rule: frame.rule))
  }

  /// What is searched and how often it is there.
  func drawSearch(in frame: inout Frame, row: Int, column: Int, end: Int) {
    guard let (needle, count) = searchWords else { return }
    // A number that is cut is a wrong one: the text gives way first.
    let figures = count.isEmpty ? 0 : frame.rule.width(of: count) + 2
    let room = end - column - figures
    guard room >= 0 else { return }
    var place = column
    if room >= 7 {
      place = frame.draw(
        showsMatchesOnly ? " &" : " /", row: row, column: place, style: Style(.match))
      place = frame.draw(
        needle, row: row, column: place, fitting: min(room - 3, 30), style: Style(.match))
      place = frame.draw(" ", row: row, column: place, style: Style(.match))
    }
    if !count.isEmpty { frame.draw(" \(count) ", row: row, column: place, end: end) }
  }

  /// The way to the value under the cursor of the tree; its end is what counts.
  func drawPath(in frame: inout Frame, row: Int, column: Int, width: Int) -> Int {
    guard isTree, let path = tree?.path, width > 4 else { return column }
    let text = path.isEmpty ? "(root)" : path
    var end = frame.draw(" ", row: row, column: column)
    end = frame.draw(text, row: row, column: end, fittingEnd: width - 2, style: Style(.accent))
    return frame.draw(" ", row: row, column: end)
  }
}
