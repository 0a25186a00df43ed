import InspectorScreens
import LosslessJSON

extension Frame {
  /// Calls `body` with each longest piece of a row that has one style, from left to right.
  ///
  /// The second column of a wide character belongs to the run of the first, and trailing blanks
  /// are included: together the runs are exactly `width` columns.
  func forEachRun(
    inRow row: Int, _ body: (_ column: Int, _ text: String, _ style: Style) -> Void
  ) {
    var (start, text, runStyle) = (0, String.UnicodeScalarView(), Style.plain.packed)
    forEachCell(inRow: row) { column, scalar, marks, style in
      if style != runStyle {
        if !text.isEmpty { body(start, String(text), Style(runStyle)) }
        (start, text, runStyle) = (column, String.UnicodeScalarView(), style)
      }
      text.append(Unicode.Scalar(scalar) ?? "?")
      marks?.visit { text.append(Unicode.Scalar($0) ?? "?") }
    }
    if !text.isEmpty { body(start, String(text), Style(runStyle)) }
  }
}
