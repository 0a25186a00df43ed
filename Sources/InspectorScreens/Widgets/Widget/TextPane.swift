import LosslessJSON

/// A window over a document: where it stands, how it wraps, and moving about.
///
/// Its place is a byte and not a row number, so nothing has to be counted first.
package struct TextPane: Sendable {
  package private(set) var document: TextDocument
  private(set) var layout: TextLayout
  package private(set) var height: Int
  /// The first byte of the first row shown.
  package private(set) var top = TextPosition()
  /// The first byte of the cursor's row; the start where there is no cursor.
  package private(set) var cursor = TextPosition()
  /// Whether a row is the current one; without it commands only move the window.
  package let hasCursor: Bool
  /// Columns scrolled to the right while rows are not wrapped.
  package internal(set) var leftColumn = 0
  /// Where it stood sideways before a search moved it; nil while no search has.
  var columnBeforeSearch: Int?
  /// The rows on screen, laid out once after each change so that drawing does not.
  private(set) var visibleRows: [Row] = []

  /// Further to the right than this nothing scrolls: wrapping shows the rest.
  static let columnLimit = 10_000

  package init(
    _ document: TextDocument, width: Int, height: Int, wraps: Bool, rule: DisplayRule,
    hasCursor: Bool = false
  ) {
    self.hasCursor = hasCursor
    self.document = document
    self.height = max(0, height)
    layout = TextLayout(width: max(1, width), wraps: wraps, rule: rule)
    layOut()
  }

  /// A row of a section.
  package struct Row: Hashable {
    var section: Int
    package var row: TextLayout.Row
    package var position: TextPosition { TextPosition(section: section, offset: row.start) }
  }

  package var wraps: Bool { layout.wraps }
  package var width: Int { layout.width }

  // MARK: Shape

  /// Takes a new size or another way to wrap; the first byte shown stays on the first row.
  package mutating func shape(width: Int, height: Int, wraps: Bool) {
    let shaped = TextLayout(width: max(1, width), wraps: wraps, rule: layout.rule)
    guard shaped != layout || height != self.height else { return }
    self.height = max(0, height)
    if shaped != layout {
      layout = shaped
      if wraps { (leftColumn, columnBeforeSearch) = (0, nil) }
      top = rowStart(of: top)
      cursor = rowStart(of: cursor)
    }
    layOut()
    keepCursorInSight()
  }

  /// Puts another text in, keeping the place as far as there is one.
  ///
  /// Who stands on the last row of a text that grows is taken along to its new end.
  package mutating func replace(_ document: TextDocument, follows: Bool = false) {
    let isAtEnd = follows && isAtEnd
    // What is said before a body must not push the place away that is shown of it.
    let moved = (document.bodySection ?? 0) - (self.document.bodySection ?? 0)
    if top != TextPosition() { top.section = max(0, top.section + moved) }
    if cursor != TextPosition() { cursor.section = max(0, cursor.section + moved) }
    self.document = document
    top = rowStart(of: top)
    cursor = rowStart(of: cursor)
    layOut()
    keepCursorInSight()
    if isAtEnd { scrollToEnd() }
  }

  /// Colours a section from now on; nothing else of it changes.
  package mutating func paint(_ section: Int, _ tint: (any TextTint)?) {
    if document.sections.indices.contains(section) { document.sections[section].tint = tint }
  }

  /// Whether the cursor stands on the last row, and not only because there is but one.
  private var isAtEnd: Bool {
    guard hasCursor, cursor != TextPosition() else { return false }
    let end = TextPosition(section: document.sections.count)
    return rows(before: end, count: 1).first?.position == cursor
  }

  // MARK: Rows

  /// The rows from a place on, at most so many.
  package func rows(from position: TextPosition, count: Int) -> [Row] {
    var rows: [Row] = []
    var section = position.section
    var offset = position.offset
    while rows.count < count, document.sections.indices.contains(section) {
      let part = document.sections[section]
      part.source.withBuffer { bytes in
        while rows.count < count, offset < bytes.count {
          let row = layout.row(in: part, bytes, from: offset)
          rows.append(Row(section: section, row: row))
          offset = row.next
        }
      }
      section += 1
      offset = 0
    }
    return rows
  }

  /// The rows before a place, the nearest last, at most so many.
  package func rows(before position: TextPosition, count: Int) -> [Row] {
    var found: [Row] = []
    var section = min(position.section, document.sections.count - 1)
    var end = position.section < document.sections.count ? position.offset : Int.max
    while found.count < count, section >= 0 {
      let part = document.sections[section]
      part.source.withBuffer { bytes in
        end = min(end, bytes.count)
        while found.count < count, end > 0 {
          let start = lineStart(part, bytes, end - 1)
          var line: [Row] = []
          var offset = start
          while offset < end {
            let row = layout.row(in: part, bytes, from: offset)
            line.append(Row(section: section, row: row))
            offset = row.next
          }
          found = line + found
          end = start
        }
      }
      section -= 1
      end = .max
    }
    return Array(found.suffix(count))
  }

  private func lineStart(
    _ part: TextSection, _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int
  ) -> Int {
    if case .hex(let perRow) = part.form { return place / perRow * perRow }
    return layout.lineStart(in: bytes, of: place)
  }

  /// The start of the row that holds a byte.
  func rowStart(of position: TextPosition) -> TextPosition {
    guard document.sections.indices.contains(position.section) else { return TextPosition() }
    let part = document.sections[position.section]
    return part.source.withBuffer { bytes in
      let place = min(position.offset, bytes.count - 1)
      var row = layout.row(in: part, bytes, from: lineStart(part, bytes, place))
      while row.next <= place { row = layout.row(in: part, bytes, from: row.next) }
      return TextPosition(section: position.section, offset: row.start)
    }
  }

  // MARK: Moving

  /// Moves down, or up for a negative number.
  package mutating func scroll(by count: Int) {
    if count < 0 {
      top = rows(before: top, count: -count).first?.position ?? TextPosition()
    } else if count > 0 {
      top = rows(from: top, count: count + 1).last?.position ?? top
    }
    layOut()
    keepCursorInSight()
  }

  /// Puts the cursor on the row that starts here; the window follows where it must.
  mutating func setCursor(_ position: TextPosition) {
    cursor = position
    guard !visibleRows.contains(where: { $0.position == position }) else { return }
    if position < top {
      top = position
    } else {
      let before = rows(before: position, count: max(0, height - 1)).first?.position
      top = before ?? position
    }
    layOut()
  }

  /// Lays the rows on screen out; the last row of the text never leaves the bottom.
  private mutating func layOut() {
    visibleRows = rows(from: top, count: height)
    guard visibleRows.count < height, top != TextPosition() else { return }
    let last = lastTop
    guard last < top else { return }
    top = last
    visibleRows = rows(from: top, count: height)
  }

  package mutating func scrollToStart() {
    top = TextPosition()
    (leftColumn, columnBeforeSearch) = (0, nil)
    layOut()
    if hasCursor { cursor = top }
  }

  package mutating func scrollToEnd() {
    top = lastTop
    layOut()
    if hasCursor { cursor = visibleRows.last?.position ?? top }
  }

  package mutating func scroll(columns: Int) {
    guard !wraps else { return }
    columnBeforeSearch = nil
    // A search may have gone further.
    let limit = max(TextPane.columnLimit, leftColumn)
    leftColumn = max(0, min(limit, leftColumn + columns))
  }

  private var lastTop: TextPosition {
    let end = TextPosition(section: document.sections.count)
    return rows(before: end, count: max(1, height)).first?.position ?? TextPosition()
  }

  /// Brings a byte onto the screen, on the third row when it was not there.
  package mutating func reveal(_ position: TextPosition) {
    let row = rowStart(of: position)
    if hasCursor { cursor = row }
    guard !visibleRows.contains(where: { $0.position == row }) else { return }
    top = row
    layOut()
    scroll(by: -min(2, max(0, height - 1)))
  }

  /// How far the last byte on screen is through the document, in percent; nil when all shows.
  package var percent: Int? {
    guard let last = visibleRows.last else { return nil }
    let isAll =
      top == TextPosition() && last.section == document.sections.count - 1
      && last.row.next >= document.sections[last.section].source.count
    guard !isAll else { return nil }
    let before = document.sections[..<last.section].reduce(0) { $0 + $1.source.count }
    return Int(saturating: Double(before + last.row.next) / Double(max(1, document.count)) * 100)
  }
}
