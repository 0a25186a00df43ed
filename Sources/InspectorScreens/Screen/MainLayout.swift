/// Where everything of the main screen stands; drawing and the mouse both ask here.
struct MainLayout: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    /// Below 20×5: says so.
    case tooSmall
    /// The selected request, its outcome, and what room is left for the answer.
    case compact
    /// The list above, the answer below, over the whole width.
    case narrow
    /// The list left, the answer right.
    case wide

    init(of size: Size) {
      switch (size.width, size.height) {
      case (..<20, _), (_, ..<5): self = .tooSmall
      case (100..., 10...): self = .wide
      case (44..., 12...): self = .narrow
      default: self = .compact
      }
    }
  }

  let form: Form
  let size: Size
  /// The pane that has the screen alone; nil while all of them show.
  private(set) var zoomed: Pane?
  /// The rows of requests.
  var targets = Region(column: 0, row: 0, width: 0, height: 0)
  /// The rows of the history, where there is room for it.
  var history: Region?
  /// The answer's whole pane, its title row included.
  var answer = Region(column: 0, row: 0, width: 0, height: 0)
  /// The row of tabs, where there is room for it.
  var tabs: Region?
  /// The rows of the answer's text.
  var content = Region(column: 0, row: 0, width: 0, height: 0)
  /// Raw and envelope beside each other; nil when the answer is too narrow for both.
  ///
  /// Between them stand a blank column, a line, and the column of the right one's cursor.
  static func halves(of content: Region) -> (left: Region, right: Region)? {
    guard content.width >= 62 else { return nil }
    let right = min(58, (content.width - 3) / 2)
    let left = content.width - 3 - right
    return (
      Region(column: content.column, row: content.row, width: left, height: content.height),
      Region(
        column: content.endColumn - right, row: content.row, width: right,
        height: content.height)
    )
  }
  /// The last row: keys, a message, a question or what is typed.
  var footer: Int { size.height - 1 }
  /// The list's whole pane in the wide form, borders included.
  var list = Region(column: 0, row: 0, width: 0, height: 0)

  /// `listWidth` is the width that shows every name of the list whole.
  ///
  /// The history has a few rows until keys go to it.
  init(
    size: Size, split: Split, listWidth: (whole: Int, names: Int) = (0, 0),
    isHistoryOpen: Bool = false,
    zoomed: Pane? = nil
  ) {
    self.size = size
    form = Form(of: size)
    switch form {
    case .tooSmall: break
    case .compact: placeCompact()
    case .narrow: placeNarrow(split.upperHeight(of: size.height))
    case .wide: placeWide(split.leftWidth(of: size.width, wanting: listWidth), isHistoryOpen)
    }
    if let zoomed, form == .narrow || form == .wide { placeAlone(zoomed) }
  }

  /// The others keep their places: what they show is as it was when they come back.
  private mutating func placeAlone(_ pane: Pane) {
    let whole = Region(column: 0, row: 0, width: size.width, height: size.height - 1)
    switch pane {
    case .list: targets = whole.inset(top: 1)
    case .history where history == nil: return
    case .history: history = whole.inset(top: 1)
    case .answer:
      answer = whole
      tabs = Region(column: 0, row: 1, width: size.width, height: 1)
      content = whole.inset(left: 1, top: 2)
    }
    zoomed = pane
  }

  /// Whether a cell is in a pane that shows.
  func shows(_ pane: Pane, column: Int, row: Int) -> Bool {
    guard zoomed == nil || zoomed == pane else { return false }
    return switch pane {
    case .list: targets.contains(column: column, row: row)
    case .history: history?.contains(column: column, row: row) == true
    case .answer: answer.contains(column: column, row: row)
    }
  }

  private mutating func placeCompact() {
    targets = Region(column: 0, row: 0, width: size.width, height: 1)
    answer = Region(column: 0, row: 1, width: size.width, height: size.height - 2)
    content = answer.inset(left: 1, top: 1)
  }

  private mutating func placeNarrow(_ listHeight: Int) {
    targets = Region(column: 0, row: 2, width: size.width, height: listHeight)
    let top = 2 + listHeight
    answer = Region(
      column: 0, row: top, width: size.width, height: size.height - 1 - top)
    tabs = Region(column: 0, row: top + 1, width: size.width, height: 1)
    content = answer.inset(left: 1, top: 2)
  }

  private mutating func placeWide(_ left: Int, _ isHistoryOpen: Bool) {
    let height = size.height - 2
    list = Region(column: 0, row: 1, width: left, height: height)
    let inside = list.inset(left: 1, top: 1, right: 1, bottom: 1)
    if height >= 14 {
      let historyHeight = max(3, min(isHistoryOpen ? height : 4, height / 3 - 1))
      targets = Region(
        column: inside.column, row: inside.row, width: inside.width,
        height: inside.height - historyHeight - 1)
      history = Region(
        column: inside.column, row: targets.endRow + 1, width: inside.width,
        height: historyHeight)
    } else {
      targets = inside
    }
    // The two boxes share a border.
    answer = Region(column: left - 1, row: 1, width: size.width - left + 1, height: height)
    tabs = Region(column: left, row: 2, width: answer.width - 2, height: 1)
    content = answer.inset(left: 2, top: height >= 20 ? 3 : 2, right: 2, bottom: 1)
  }
}
