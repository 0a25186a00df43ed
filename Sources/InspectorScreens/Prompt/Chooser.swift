import LosslessJSON

/// A small list to choose one thing from, over the pane it is about.
struct Chooser: Sendable {
  let subject: Subject
  let title: String
  let rows: [Row]
  var cursor = ListCursor()

  enum Subject: Sendable {
    case profile, mapping, environment
  }

  struct Row: Sendable {
    var text: String
    /// What choosing it comes to.
    var note: String
    var style = Style(.faint)
    /// How answers are read once it is taken; nil where it is about something else.
    var profile: Lens.ProfileChoice?
    /// It is in force now.
    var isCurrent = false
  }

  init(_ subject: Subject, title: String, rows: [Row]) {
    self.subject = subject
    self.title = title
    self.rows = rows
    cursor.shape(count: rows.count, height: rows.count)
    if let current = rows.firstIndex(where: \.isCurrent) { cursor.select(current) }
  }

  /// The room it takes inside another one.
  func region(in room: Region, rule: DisplayRule) -> Region {
    let widest = rows.map { rule.width(of: $0.text, upTo: 40) + rule.width(of: $0.note, upTo: 40) }
    let width = min(room.width, max(24, (widest.max() ?? 0) + 10))
    let height = min(room.height, rows.count + 2)
    return Region(
      column: room.column + (room.width - width) / 2, row: room.row, width: width, height: height)
  }

  mutating func shape(height: Int) { cursor.shape(count: rows.count, height: max(1, height - 2)) }

  func draw(in frame: inout Frame, _ region: Region) {
    frame.fill(region, style: .plain)
    Border.line(in: &frame, row: region.row, region, left: "┍", right: "┑", isActive: true)
    frame.draw(
      " \(title) ", row: region.row, column: region.column + 1, fitting: region.width - 2,
      style: Border.titleStyle(isActive: true))
    Border.sides(
      in: &frame, region, rows: region.row + 1..<max(region.row + 1, region.endRow - 1),
      isActive: true)
    for index in cursor.visible {
      let row = region.row + 1 + index - cursor.top
      guard row < region.endRow - 1 else { break }
      draw(rows[index], in: &frame, region, row, isSelected: index == cursor.selected)
    }
    Border.bottom(in: &frame, region, isActive: true)
  }

  private func draw(
    _ item: Row, in frame: inout Frame, _ region: Region, _ row: Int, isSelected: Bool
  ) {
    let inside = Region(
      column: region.column + 1, row: row, width: region.width - 2, height: 1)
    frame.draw(item.isCurrent ? "•" : " ", row: row, column: inside.column + 1)
    let note = frame.rule.width(of: item.note, upTo: 40)
    frame.draw(
      item.text, row: row, column: inside.column + 3, fitting: inside.width - 6 - min(note, 40))
    frame.draw(
      item.note, row: row, endingAt: inside.endColumn - 1, fitting: 40, style: item.style)
    if isSelected { frame.mark(inside) }
  }
}
