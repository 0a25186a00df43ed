import LosslessJSON

/// What can be taken in place of what is typed: a list over the prompt.
struct Offers: Sendable {
  private(set) var rows: [Offer]
  private(set) var cursor = ListCursor()
  /// What the rows are, in the plural: `commands here`.
  let title: String
  /// Whether Enter takes the first row where a person has gone into none.
  let isFirstMeant: Bool
  /// A person has gone into the list.
  private(set) var isEntered = false

  /// Nil where there is nothing to take, or no room to show it.
  init?(_ rows: [Offer], title: String, isFirstMeant: Bool, in size: Size) {
    guard !rows.isEmpty, size.height >= 10 else { return nil }
    (self.rows, self.title, self.isFirstMeant) = (rows, title, isFirstMeant)
    cursor.shape(count: rows.count, height: min(rows.count, 12, size.height / 2 - 2))
  }

  /// The row that Enter takes.
  var chosen: Int? { isEntered ? cursor.selected : isFirstMeant ? 0 : nil }

  /// Goes down into the list and up out of it; false where it is not the list's business.
  mutating func move(by step: Int) -> Bool {
    guard isEntered else {
      guard step > 0 else { return false }
      isEntered = true
      cursor.select(isFirstMeant ? 1 : 0)
      return true
    }
    if step < 0, cursor.selected == 0 {
      isEntered = false
    } else {
      cursor.move(by: step)
    }
    return true
  }

  mutating func choose(_ row: Int) {
    isEntered = true
    cursor.select(row)
  }

  mutating func scroll(by rows: Int) { cursor.scroll(by: rows) }

  // MARK: Where it stands

  /// The rows of the screen it takes, its heading among them; `end` is the prompt's first.
  func region(above end: Int, width: Int) -> Region {
    let height = cursor.height + 1
    return Region(column: 0, row: end - height, width: width, height: height)
  }

  /// The row of the list at a row of the screen.
  func row(at row: Int, in region: Region) -> Int? {
    let index = cursor.top + row - region.row - 1
    return row > region.row && cursor.visible.contains(index) ? index : nil
  }

  func draw(in frame: inout Frame, _ region: Region) {
    frame.fill(region, style: .plain)
    Border.rule(in: &frame, row: region.row)
    frame.draw(
      " \(title) \(rows.count) ", row: region.row, column: 1, fitting: region.width - 2,
      style: Border.titleStyle(isActive: true))
    let wordWidth = widest(\.words, upTo: max(12, region.width * 2 / 5), frame.rule)
    let markWidth = widest(\.mark, upTo: 12, frame.rule)
    for index in cursor.visible {
      let (offer, row) = (rows[index], region.row + 1 + index - cursor.top)
      frame.draw(offer.words, row: row, column: 1, fitting: wordWidth)
      frame.draw(
        offer.mark, row: row, column: wordWidth + 3, fitting: markWidth,
        style: Style(.accent, bold: true))
      let column = wordWidth + markWidth + (markWidth > 0 ? 5 : 3)
      frame.draw(
        offer.note, row: row, column: column, fitting: region.width - column - 1,
        style: Style(.faint))
      guard index == chosen else { continue }
      frame.mark(region.line(row))
    }
  }

  private func widest(_ text: KeyPath<Offer, String>, upTo most: Int, _ rule: DisplayRule) -> Int {
    rows.lazy.map { rule.width(of: $0[keyPath: text], upTo: most) }.max() ?? 0
  }
}

/// One thing to take.
struct Offer: Sendable {
  var words: String
  /// The keys that do it without a list.
  var mark = ""
  /// What comes of it.
  var note: String
  var taken: Taken

  /// What taking it does.
  enum Taken: Sendable {
    /// The line is typed so and accepted.
    case line(String)
    /// The line is typed so, and something has to follow.
    case start(String)
    /// The list goes to the request with this number.
    case request(Int)
    /// What an earlier run has fired is opened.
    case run(SessionNames.Run)
    /// A message tells where this is done.
    case elsewhere(String)
  }
}
