/// A row of numbered tabs.
package struct Tabs: Sendable, Hashable {
  package var titles: [Title]
  /// The number of the chosen one.
  package var selected: Int

  package struct Title: Sendable, Hashable {
    package var number: Int
    package var text: String
  }

  /// Where each tab stands on a row that starts at `column`; what does not fit has no place.
  func places(from column: Int, width: Int) -> [(number: Int, columns: Range<Int>)] {
    var places: [(number: Int, columns: Range<Int>)] = []
    var start = column
    for title in titles {
      let end = start + title.text.utf8.count + 4
      guard end <= column + width else { break }
      places.append((title.number, start..<end))
      start = end
    }
    return places
  }

  /// The tab at a column.
  func number(at clicked: Int, from column: Int, width: Int) -> Int? {
    places(from: column, width: width).first { $0.columns.contains(clicked) }?.number
  }

  func draw(in frame: inout Frame, row: Int, column: Int, width: Int) {
    for place in places(from: column, width: width) {
      guard let title = titles.first(where: { $0.number == place.number }) else { continue }
      let isSelected = title.number == selected
      let text = isSelected ? "[\(title.number) \(title.text)]" : " \(title.number) \(title.text) "
      frame.draw(
        text, row: row, column: place.columns.lowerBound, end: place.columns.upperBound,
        style: isSelected ? Style(.accent, bold: true) : Style(.faint))
    }
  }
}
