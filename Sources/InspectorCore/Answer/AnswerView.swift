import NetEngine

/// The answer pane: which exchange it shows, on which page, how far scrolled, what is searched.
struct AnswerView: Sendable {
  /// The exchange a person chose; nil for the newest of the selected request.
  var pinned: Int?
  /// The page keys go to.
  private(set) var page = AnswerPage.raw
  var wraps = true
  /// Headers by name, not as they came.
  var sortsHeaders = false { didSet { forget(.headers) } }
  /// The path of the String tab; nil for the whole body.
  var stringPath: JSONPath? { didSet { forget(.string) } }
  var search: TextSearch? {
    didSet { if search?.needle != oldValue?.needle { count = nil } }
  }
  /// All places of what is searched, as far as they are known.
  private(set) var count: SearchCount?
  /// What the panes were made of.
  private var content: Content?
  /// A pane for each page that was looked at, so that each keeps its place.
  private var panes: [AnswerPage: TextPane] = [:]
  /// The document as a tree, once it was looked at; folds stay as long as the answer does.
  private(set) var tree: JSONTree?
  private var treeState: TreeState?
  /// Where the pages speak of bytes of the body.
  private var links: [AnswerPage: [BodyLink]] = [:]
  /// The page of the first tab that was looked at last.
  private var half = AnswerPage.raw
  private var sizes: [AnswerPage: Size] = [:]

  private struct Content: Hashable {
    var number: Int
    var hasResult: Bool
    var reading: Int
  }

  private struct TreeState: Hashable {
    var reading: Int
    /// How far the document was read, in percent; nil once it is all there.
    var percent: Int?
  }

  /// The digit of the page on screen.
  var tab: Int { page.number }

  /// Keys that this page has before those of every page.
  var scope: Scope? {
    switch page {
    case .json: isTree ? .tree : nil
    case .headers: .headers
    case .string: .string
    default: nil
    }
  }

  /// Whether keys go to the tree.
  var isTree: Bool { page == .json && tree != nil }

  /// The value under the cursor of the tree.
  var currentValue: TreeValue? {
    guard isTree, let row = tree?.cursorRow, let value = row.value else { return nil }
    return TreeValue(document: row.document, node: value.node)
  }

  /// Whether there is something to move in and to search.
  var hasContent: Bool { pane != nil || isTree }

  /// How far down the text is; nil when all of it shows.
  var percent: Int? { isTree ? tree?.percent : pane?.percent }

  /// The pane keys go to; nil while there is no answer.
  var pane: TextPane? { content == nil ? nil : panes[page] }

  /// A pane on screen.
  subscript(page: AnswerPage) -> TextPane? { content == nil ? nil : panes[page] }

  /// Whether long lines wrap on this page, as they do or must.
  var isWrapping: Bool { pane?.wraps ?? wraps }

  // MARK: Choosing a page

  /// Shows the page with this digit; the first tab's digit again shows its other half.
  mutating func show(tab number: Int) {
    let pages = AnswerPage.pages(number)
    guard let first = pages.first else { return }
    guard number == 1 else { return show(first) }
    show(tab == 1 ? (page == .raw ? .envelope : .raw) : half)
  }

  mutating func show(_ page: AnswerPage) {
    if page != self.page {
      search?.forget()
      count = nil
    }
    self.page = page
    if page.number == 1 { half = page }
  }

  // MARK: Following what is shown

  /// Takes the exchange to show and the rooms there are; makes the text where it is a new one.
  mutating func show(
    _ record: ExchangeRecord?, _ item: TargetItem?, of history: History,
    in rooms: [(page: AnswerPage, region: Region)], rule: DisplayRule
  ) {
    guard let record, let item, !record.isRunning else { return leave() }
    let wanted = Content(
      number: record.number, hasResult: record.result != nil, reading: record.readingCount)
    if wanted.number != content?.number || wanted.hasResult != content?.hasResult { leave() }
    let isReadAnew = content != nil && wanted.reading != content?.reading
    content = wanted
    for (page, region) in rooms {
      let size = Size(width: region.width, height: region.height)
      if page == .json, showTree(record, size) {
        forget(page)
        continue
      }
      let isResized = sizes[page]?.width != size.width
      sizes[page] = size
      let isMade = panes[page] != nil
      if !isMade || isResized && page.followsWidth || isReadAnew && page.followsReading {
        make(page, record, item, history, size, rule)
      }
      panes[page]?.shape(
        width: size.width, height: size.height, wraps: page.canWrap && wraps)
    }
    for page in panes.keys where !rooms.contains(where: { $0.page == page }) {
      if page.followsWidth || page.followsReading && isReadAnew { forget(page) }
    }
  }

  /// False when there is no document to make a tree of.
  private mutating func showTree(_ record: ExchangeRecord, _ size: Size) -> Bool {
    let state = TreeState(
      reading: record.readingCount, percent: record.readingState.map { Int($0.fraction * 100) })
    if tree == nil || state != treeState {
      guard let forest = record.reading?.forest ?? record.readingState?.forest else {
        tree = nil
        return false
      }
      treeState = state
      if tree == nil { tree = JSONTree(forest, size: size) } else { tree?.replace(forest) }
    }
    tree?.shape(size)
    return true
  }

  private mutating func make(
    _ page: AnswerPage, _ record: ExchangeRecord, _ item: TargetItem, _ history: History,
    _ size: Size, _ rule: DisplayRule
  ) {
    let made: (text: TextDocument, links: [BodyLink])
    if let response = record.response {
      made = page.document(
        AnswerContext(
          record: record, item: item, response: response, width: size.width, rule: rule,
          history: history, sortsHeaders: sortsHeaders, stringPath: stringPath))
    } else {
      made = (FailureDocument.make(record, item), [])
    }
    links[page] = made.links
    if panes[page] != nil {
      panes[page]?.replace(made.text)
    } else {
      panes[page] = TextPane(
        made.text, width: size.width, height: size.height, wraps: page.canWrap && wraps,
        rule: rule, hasCursor: true)
    }
  }

  private mutating func leave() {
    content = nil
    panes = [:]
    links = [:]
    tree = nil
    search?.forget()
    count = nil
  }

  /// Another page is made again when it is looked at.
  private mutating func forget(_ page: AnswerPage) {
    panes[page] = nil
    links[page] = nil
  }

  // MARK: Moving

  mutating func move(_ command: Command) {
    if isTree { tree?.move(command) }
    panes[page]?.move(command)
    follow()
  }

  mutating func fold(_ command: Command) {
    tree?.fold(command)
  }

  mutating func scroll(by rows: Int, on page: AnswerPage? = nil) {
    if isTree { tree?.scroll(by: rows) }
    panes[page ?? self.page]?.scroll(by: rows)
    follow()
  }

  mutating func scroll(columns: Int) {
    panes[page]?.scroll(columns: columns)
  }

  /// Puts the cursor on a row of the screen.
  mutating func select(row: Int) {
    if isTree { tree?.select(row: row) }
    panes[page]?.select(row: row)
    follow()
  }

  // MARK: Searching

  /// The bytes a search goes through, and where it starts.
  private var searched: (text: TextDocument, place: TextPosition)? {
    if isTree, let tree {
      return (
        TextDocument([TextSection(source: tree.forest.text)]),
        TextPosition(offset: tree.cursorByte)
      )
    }
    return pane.map { ($0.document, $0.cursor) }
  }

  /// Starts to count where that is new; the first part is looked through at once.
  mutating func settleCount() {
    guard let search, count == nil, let (text, _) = searched else { return }
    var count = SearchCount()
    count.step(search.needle, in: text, budget: SearchCount.atOnce)
    self.count = count
  }

  /// There is more to count.
  var isCounting: Bool { search != nil && hasContent && count?.isWhole == false }

  /// Counts through the next slice.
  mutating func countOn() {
    guard let search, isCounting, let (text, _) = searched else { return }
    count?.step(search.needle, in: text, budget: search.needle.slice)
  }

  /// What is searched and how often it is there: `/name  3 of 120+`.
  var searchWords: (needle: String, count: String)? {
    guard let search else { return nil }
    let needle = String(decoding: search.needle.bytes, as: UTF8.self)
    guard let count, let (text, _) = searched else { return (needle, "") }
    return (needle, count.words(at: search.match, in: text))
  }

  mutating func startSearch(forward: Bool) {
    guard let (text, place) = searched else { return }
    search?.start(forward: forward, from: place, in: text)
  }

  mutating func stepSearch() -> TextSearch.State {
    guard let (text, _) = searched, var search else { return .missing }
    let state = search.step(in: text)
    self.search = search
    if case .found(let position) = state {
      if isTree { tree?.reveal(byte: position.offset) }
      panes[page]?.reveal(position)
      follow()
    }
    return state
  }
}

// MARK: - Raw and envelope beside each other

extension AnswerView {
  /// The cursor of the other half follows: the envelope's row of a raw line, the line of a row.
  private mutating func follow() {
    guard let link = currentLink else { return }
    switch page {
    case .envelope:
      guard let body = panes[.raw]?.document.bodySection else { return }
      panes[.raw]?.reveal(TextPosition(section: body, offset: link.body.lowerBound))
    case .raw:
      panes[.envelope]?.reveal(TextPosition(offset: link.lines.lowerBound))
    default: break
    }
  }

  /// What both halves speak of where the cursor stands: the smallest part that is there.
  var currentLink: BodyLink? {
    guard let links = links[.envelope], let pane, let row = pane.cursorBytes else { return nil }
    switch page {
    case .envelope: return links.first { $0.lines.overlaps(row.bytes) }
    case .raw where row.section == pane.document.bodySection:
      return links.filter { $0.body.overlaps(row.bytes) }
        .min { $0.body.count < $1.body.count }
    default: return nil
    }
  }

  /// The body's bytes the envelope speaks of, for the raw page; those under the cursor stand out.
  var marks: [TextMark] {
    guard let section = panes[.raw]?.document.bodySection else { return [] }
    let current = currentLink
    var marks = (links[.envelope] ?? []).filter { $0.isSmall || $0 == current }.map { link in
      TextMark(section: section, range: link.body, isCurrent: link == current)
    }
    marks.sort { !$0.isCurrent && $1.isCurrent }
    return marks
  }
}

extension BodyLink {
  /// A value one can take in at a glance: larger ones are marked only under the cursor.
  fileprivate var isSmall: Bool { body.count <= 400 }
}

extension TextDocument {
  /// The section that holds the answer's body; nil when there is none.
  var bodySection: Int? {
    sections.lastIndex { section in
      if case .body = section.source { true } else { false }
    }
  }
}
