/// Lines around and between panes; the top line of the active one is heavy.
enum Border {
  static func style(isActive: Bool) -> Style {
    isActive ? Style(.accent) : Style(.border)
  }

  /// A horizontal line with its two ends.
  static func line(
    in frame: inout Frame, row: Int, _ region: Region, left: String, right: String,
    isActive: Bool
  ) {
    let style = style(isActive: isActive)
    let scalar: Unicode.Scalar = isActive ? "━" : "─"
    frame.fill(
      Region(column: region.column, row: row, width: region.width, height: 1), with: scalar,
      style: style)
    frame.draw(left, row: row, column: region.column, style: style)
    frame.draw(right, row: row, column: region.endColumn - 1, style: style)
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
