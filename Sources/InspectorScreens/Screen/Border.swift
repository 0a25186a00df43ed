/// Lines around and between panes; the top line of the active one is heavy.
enum Border {
  static func style(isActive: Bool) -> Style { isActive ? Style(.accent) : Style(.border) }

  /// A horizontal line with its two ends.
  static func line(
    in frame: inout Frame, row: Int, _ region: Region, left: String, right: String,
    isActive: Bool
  ) {
    let style = style(isActive: isActive)
    let scalar: Unicode.Scalar = isActive ? "━" : "─"
    frame.fill(region.line(row), with: scalar, style: style)
    frame.draw(left, row: row, column: region.column, style: style)
    frame.draw(right, row: row, column: region.endColumn - 1, style: style)
  }

  /// A horizontal line over the whole width.
  static func rule(in frame: inout Frame, row: Int, isActive: Bool = true) {
    let whole = Region(column: 0, row: row, width: frame.width, height: 1)
    frame.fill(whole, with: isActive ? "━" : "─", style: style(isActive: isActive))
  }

  /// The last row of a box.
  static func bottom(in frame: inout Frame, _ region: Region, isActive: Bool) {
    let (row, style) = (region.endRow - 1, style(isActive: isActive))
    frame.fill(region.line(row), with: "─", style: style)
    frame.draw("└", row: row, column: region.column, style: style)
    frame.draw("┘", row: row, column: region.endColumn - 1, style: style)
  }

  /// The two vertical lines of a box between two rows.
  static func sides(in frame: inout Frame, _ region: Region, rows: Range<Int>, isActive: Bool) {
    let style = style(isActive: isActive)
    for row in rows {
      frame.draw("│", row: row, column: region.column, style: style)
      frame.draw("│", row: row, column: region.endColumn - 1, style: style)
    }
  }

  /// The style of a pane's title.
  static func titleStyle(isActive: Bool) -> Style {
    isActive ? Style(.title, bold: true) : Style(.title)
  }
}

extension Frame {
  /// Marks the selected row: a bar at its left, and in the active pane another ground.
  mutating func mark(_ row: Region, isActive: Bool = true) {
    if isActive { restyle(row) { $0.selected } }
    draw(
      "▌", row: row.row, column: row.column, style: Style(isActive ? .selection : .accent))
  }
}
