import NetEngine

extension JSONTree {
  /// A row's text, as far as a window shows it.
  func section(
    of row: Row, width: Int, hidden: Int
  ) -> (section: TextSection, contentStart: Int) {
    let label = PartLabel(row, columns: columns, forest)
    return JSONRowText(row, width: width, hidden: hidden, label: label).section()
  }

  /// Draws the rows on screen; the cursor's has a bar in the column left of the region.
  func draw(in frame: inout Frame, _ region: Region, needle: Needle?, bar: Style?) {
    if visibleRows.isEmpty, kept != nil {
      frame.draw(
        "none of \(Units.count(forest.count, forest.noun ?? "part")) has it: & shows all",
        row: region.row, column: region.column, fitting: region.width, style: Style(.faint))
    }
    for (index, row) in visibleRows.prefix(region.height).enumerated() {
      let label = PartLabel(row, columns: columns, forest)
      let (section, _) = JSONRowText(
        row, width: region.width, hidden: leftColumn, label: label
      ).section()
      let target = Region(
        column: region.column, row: region.row + index, width: region.width, height: 1)
      TextPane.draw(section, in: &frame, target, needle: needle, leftColumn: leftColumn)
      if let bar, row.place == cursor {
        frame.draw("▌", row: target.row, column: region.column - 1, style: bar)
      }
    }
  }
}

/// What stands before one of many documents: its number, and of an event its id, kind and time.
struct PartLabel {
  private let number: String
  private let rest: String

  /// How wide each part is, so that the documents stand below each other.
  struct Columns: Sendable {
    fileprivate var number = 0
    fileprivate var id = 0
    fileprivate var event = 0
    fileprivate var moment = 0

    /// A long name gives way to what the event says.
    private static let widest = 16

    /// Makes room for these rows as well.
    mutating func widen(for rows: [JSONTree.Row], _ forest: JSONForest) {
      number = forest.number(of: forest.count - 1)?.digitCount(radix: 10) ?? 0
      let events = rows.compactMap(\.event)
      guard !events.isEmpty else { return }
      let rule = DisplayRule()
      for row in rows {
        guard let said = row.event else { continue }
        id = max(id, min(Self.widest, said.id.map { rule.width(of: "#" + $0) } ?? 0))
        // Where none says what it is, all are messages.
        let isNamed = event > 0 || events.contains { $0.event != "message" }
        if isNamed { event = max(event, min(Self.widest, rule.width(of: said.event))) }
        moment = max(moment, forest.moment(of: row.place.part)?.momentWords.utf8.count ?? 0)
      }
    }
  }

  /// nil where there is one document.
  init?(_ row: JSONTree.Row, columns: Columns, _ forest: JSONForest) {
    guard let number = forest.number(of: row.place.part).map({ "\($0)" }) else { return nil }
    self.number = .blanks(columns.number - number.utf8.count) + number
    guard let event = row.event else {
      rest = ""
      return
    }
    let moment = forest.moment(of: row.place.part)?.momentWords ?? ""
    var words: [String] = []
    if columns.id > 0 { words.append(Self.fit(event.id.map { "#" + $0 } ?? "", columns.id)) }
    if columns.event > 0 { words.append(Self.fit(event.event, columns.event)) }
    if columns.moment > 0 { words.append(.blanks(columns.moment - moment.utf8.count) + moment) }
    rest = words.map { $0 + " " }.joined()
  }

  private static func fit(_ text: String, _ width: Int) -> String {
    let rule = DisplayRule()
    let shown = rule.width(of: text) > width ? text.shortened(to: width) : text
    return shown + .blanks(width - rule.width(of: shown))
  }

  /// The first row of a document has all of it, the others as much room as the number takes.
  func add(to builder: inout TextBuilder, isFirst: Bool) {
    guard isFirst else { return builder.add(.blanks(number.utf8.count + 1)) }
    builder.add(number + " ", Style(.faint))
    if !rest.isEmpty { builder.add(rest, Style(.key)) }
  }
}

extension Int {
  /// Microseconds since a request began, as a column of moments shows them.
  fileprivate var momentWords: String { "+" + Units.running(microseconds: Int64(self)) }
}
