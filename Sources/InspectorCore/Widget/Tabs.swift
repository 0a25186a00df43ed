/// A row of numbered tabs.
struct Tabs: Sendable {
  var titles: [Title]
  /// Which ones are shown; two where they stand beside each other.
  var selected: [AnswerPage]

  struct Title: Sendable {
    var page: AnswerPage
    var text: String
    /// Pages with one digit: only the first of them shows it.
    var hasNumber = true

    var label: String { hasNumber ? "\(page.number) \(text)" : text }
  }

  /// Where each tab stands on a row that starts at `column`; what does not fit has no place.
  ///
  /// Each has a blank or a bracket at its sides; when room is short neighbours share it.
  func places(from column: Int, width: Int) -> [(title: Title, columns: Range<Int>)] {
    let full = titles.reduce(0) { $0 + $1.label.utf8.count + 2 }
    let shared = full > width ? 1 : 0
    var places: [(title: Title, columns: Range<Int>)] = []
    var start = column
    for title in titles {
      let end = start + title.label.utf8.count + 2
      guard end <= column + width else { break }
      places.append((title, start..<end))
      start = end - shared
    }
    return places
  }

  /// The tab at a column.
  func title(at clicked: Int, from column: Int, width: Int) -> Title? {
    places(from: column, width: width).first { $0.columns.contains(clicked) }?.title
  }

  func draw(in frame: inout Frame, row: Int, column: Int, width: Int) {
    let places = places(from: column, width: width)
    for isSelected in [false, true] {
      for place in places where selected.contains(place.title.page) == isSelected {
        let label = place.title.label
        frame.draw(
          isSelected ? "[\(label)]" : " \(label) ", row: row, column: place.columns.lowerBound,
          end: place.columns.upperBound,
          style: isSelected ? Style(.accent, bold: true) : Style(.faint))
      }
    }
  }
}
