/// A row of numbered tabs.
struct Tabs: Sendable {
  var titles: [Title]
  /// Which ones are shown; two where they stand beside each other.
  var selected: [AnswerPage]

  struct Title: Sendable {
    var page: AnswerPage
    var text: String
    /// The same in fewer letters.
    var short: String
    /// The other half of the tab before it, under the same digit.
    var isSecondHalf = false

    var label: String { numbered(text) }
    var shortLabel: String { numbered(short) }

    private func numbered(_ text: String) -> String {
      isSecondHalf ? text : "\(page.number) \(text)"
    }
  }

  /// A tab on the screen.
  struct Place: Sendable {
    var page: AnswerPage
    var label: String
    var columns: Range<Int>
  }

  /// Where each tab stands on a row that starts at `column`; what does not fit has no place.
  ///
  /// Each has a blank or a bracket at its sides. When room is short neighbours share it; when it
  /// is shorter still, the last ones have short names, and then only their numbers: no tab is lost
  /// while there is a way.
  func places(from column: Int, width: Int) -> [Place] {
    let full = titles.map(\.label)
    let shared = Self.room(of: full, sharing: 0) > width ? 1 : 0
    let labels = shared == 0 ? full : shortened(full, to: width)
    var places: [Place] = []
    var start = column
    for (title, label) in zip(titles, labels) {
      let end = start + label.utf8.count + 2
      guard end <= column + width else { break }
      places.append(Place(page: title.page, label: label, columns: start..<end))
      start = end - shared
    }
    return places
  }

  private func shortened(_ labels: [String], to width: Int) -> [String] {
    var labels = labels
    for index in labels.indices.reversed() {
      guard Self.room(of: labels, sharing: 1) > width else { return labels }
      labels[index] = titles[index].shortLabel
    }
    for index in labels.indices.reversed() {
      guard Self.room(of: labels, sharing: 1) > width else { break }
      let title = titles[index]
      guard !selected.contains(title.page), !title.isSecondHalf else { continue }
      labels[index] = "\(title.page.number)"
    }
    return labels
  }

  private static func room(of labels: [String], sharing shared: Int) -> Int {
    labels.reduce(shared) { $0 + $1.utf8.count + 2 - shared }
  }

  /// The tab at a column.
  func page(at clicked: Int, from column: Int, width: Int) -> AnswerPage? {
    places(from: column, width: width).first { $0.columns.contains(clicked) }?.page
  }

  func draw(in frame: inout Frame, row: Int, column: Int, width: Int) {
    let places = places(from: column, width: width)
    for isSelected in [false, true] {
      for place in places where selected.contains(place.page) == isSelected {
        frame.draw(
          isSelected ? "[\(place.label)]" : " \(place.label) ", row: row,
          column: place.columns.lowerBound,
          end: place.columns.upperBound,
          style: isSelected ? Style(.accent, bold: true) : Style(.faint))
      }
    }
  }
}
