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
  /// A small list to choose from, over the answer.
  var chooser: Chooser?
  /// The path of the String tab; nil for the whole body.
  var stringPath: JSONPath? { didSet { forget(.string) } }
  /// Which of several documents the path leads into; it was found there.
  var stringPart: Int?
  var search: TextSearch? {
    didSet {
      guard search?.needle != oldValue?.needle else { return }
      count = nil
      searchStamp += 1
    }
  }
  /// All places of what is searched, as far as they are known.
  private(set) var count: SearchCount?
  /// Another one whenever what is looked for, or where, is something else.
  private(set) var searchStamp = 0
  /// Of many documents only those show in which something is found.
  private(set) var showsMatchesOnly = false
  /// What the panes were made of.
  private var content: Content?
  /// A pane for each page that was looked at, so that each keeps its place.
  var panes: [AnswerPage: TextPane] = [:]
  /// The document as a tree, once it was looked at; folds stay as long as the answer does.
  private(set) var tree: JSONTree?
  private var treeState: TreeState?
  private var colourState: TreeState?
  /// How the Raw tab shows bodies.
  var layout = BodyLayout()
  /// Raw has the room of the envelope, too; `1` shows the envelope in its place.
  var hidesEnvelope = false
  /// The document the answer was read as.
  private(set) var readDocument: JSONDocument?
  /// Where the pages speak of bytes of the body.
  private(set) var links: [AnswerPage: [BodyLink]] = [:]
  /// The page of the first tab that was looked at last.
  private var half = AnswerPage.raw
  /// A person has turned the first tab to the half it shows: answers turn it no more.
  private var isHalfChosen = false
  /// The answer that has turned the first tab last.
  private var leader: Leader?
  private var sizes: [AnswerPage: Size] = [:]
  /// How much of the answer there was when a page was made.
  private var extents: [AnswerPage: Extent] = [:]

  fileprivate struct Content: Hashable {
    var number: Int
    var shownAnswer: ExchangeRecord.ShownAnswer?
    var hasAnswer: Bool
    var reading: Int
    var extent: Extent
  }

  private struct Leader: Hashable {
    var number: Int
    var isRead: Bool
  }

  /// How much of the answer there is.
  fileprivate struct Extent: Hashable {
    var bytes = 0
    var isEnded = false
  }

  fileprivate struct TreeState: Hashable {
    var reading: Int
    /// How far the document was read, in percent; nil once it is all there.
    var percent: Int?
    /// How much of it can be looked at meanwhile.
    var start: Int?
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
    guard number == 1, tab == 1 else { return show(number == 1 ? half : first) }
    choose(page == .raw ? .envelope : .raw)
  }

  /// Shows the page a person has chosen.
  mutating func choose(_ page: AnswerPage) {
    if page.number == 1 { isHalfChosen = true }
    show(page)
  }

  /// Turns the first tab to the half that says most of an answer, once; what a person chose stays.
  mutating func lead(_ record: ExchangeRecord) {
    let leader = Leader(number: record.number, isRead: record.reading != nil)
    guard !isHalfChosen, leader != self.leader else { return }
    self.leader = leader
    half = record.reading != nil && record.summary?.failsUnseen == true ? .envelope : .raw
    if tab == 1 { show(half) }
  }

  mutating func show(_ page: AnswerPage) {
    if page != self.page { forgetPlaces() }
    self.page = page
    if page.number == 1 { half = page }
  }

  // MARK: Following what is shown

  /// Takes the exchange to show and the rooms there are; makes the text where it is a new one.
  mutating func show(_ shown: Shown, _ house: House, in rooms: [Room]) {
    guard let record = shown.record, let item = shown.item,
      !record.isRunning || record.arrival != nil
    else { return show(shown.record == nil ? shown.unsent : nil, in: rooms, house.rule) }
    let wanted = Content(record)
    if content.map({ !wanted.isOfSameAnswer(as: $0) }) ?? true { leave() }
    let isReadAnew = content != nil && wanted.reading != content?.reading
    content = wanted
    readDocument = record.reading?.document
    for (page, region) in rooms {
      let size = Size(width: region.width, height: region.height)
      if page == .json, showTree(record, size) {
        forget(page)
        continue
      }
      let isResized = sizes[page]?.width != size.width
      sizes[page] = size
      let isMade = panes[page] != nil && extents[page] == wanted.extent
      if !isMade || isResized && page.followsWidth || isReadAnew && follows(page) {
        make(
          page, record, item, shown.target.map(house.history.summaries) ?? [], house.lens, size,
          house.rule)
      }
      if page == .raw { paintRaw(record, isMade: isMade) }
      panes[page]?.shape(
        width: size.width, height: size.height, wraps: page.canWrap && wraps)
    }
    for page in panes.keys where !rooms.contains(where: { $0.page == page }) {
      if page.followsWidth || follows(page) && isReadAnew { forget(page) }
    }
  }

  /// Shows a request that has no response yet, the same on every page.
  private mutating func show(_ unsent: UnsentRequest?, in rooms: [Room], _ rule: DisplayRule) {
    guard let unsent, let text = unsent.text else { return leave() }
    let wanted = Content(unsent)
    if content != wanted { leave() }
    content = wanted
    for (page, region) in rooms {
      if panes[page] == nil {
        panes[page] = TextPane(
          text, width: region.width, height: region.height, wraps: wraps, rule: rule,
          hasCursor: true)
      }
      panes[page]?.shape(width: region.width, height: region.height, wraps: wraps)
    }
  }

  /// Whether there is no response: the pane is empty, or shows the request.
  var isUnsent: Bool { content?.hasAnswer != true }

  /// Whether a page is another one once the answer is read.
  private func follows(_ page: AnswerPage) -> Bool {
    page.followsReading || page == .raw && layout.isWanted
  }

  /// Gives the body its colours, as far as it is read.
  private mutating func paintRaw(_ record: ExchangeRecord, isMade: Bool) {
    let state = TreeState(record)
    guard case .asItCame = layout.shown, !isMade || state != colourState,
      let section = panes[.raw]?.document.bodySection
    else { return }
    colourState = state
    panes[.raw]?.paint(section, record.colouredForest.flatMap(JSONColours.init))
  }

  /// False when there is no document to make a tree of.
  private mutating func showTree(_ record: ExchangeRecord, _ size: Size) -> Bool {
    let state = TreeState(record)
    if tree == nil || state != treeState {
      guard var forest = record.reading?.forest ?? record.readingState?.forest else {
        tree = nil
        return false
      }
      forest.moments = record.moments
      treeState = state
      let before = tree?.forest.text
      if before != nil, tree?.forest.noun == forest.noun {
        tree?.replace(forest)
      } else {
        tree = JSONTree(forest, size: size)
      }
      if let before { treeText(before, gaveWayTo: forest) }
    }
    tree?.shape(size)
    return true
  }

  /// Bodies show in another way: what was made of them is made again.
  mutating func makeBodiesAnew() {
    for page in [AnswerPage.raw, .request, .json] { extents[page] = nil }
    forgetPlaces()
  }

  private mutating func make(
    _ page: AnswerPage, _ record: ExchangeRecord, _ item: TargetItem, _ firings: [AnswerSummary],
    _ lens: Lens, _ size: Size, _ rule: DisplayRule
  ) {
    let made: (text: TextDocument, links: [BodyLink])
    let value = page == .raw ? valueAtCursor : nil
    let isLaidOut = layout.shown.isLaidOut
    if let response = record.response {
      var context = AnswerContext(
        record: record, item: item, response: response, lens: lens, width: size.width,
        rule: rule, firings: firings, sortsHeaders: sortsHeaders, stringPath: stringPath,
        stringPart: stringPart)
      layOut(page, &context)
      made = page.document(context)
    } else {
      made = (FailureDocument.make(record, item), [])
    }
    links[page] = made.links
    let hadMore = extents.updateValue(content?.extent ?? Extent(), forKey: page)
    if let before = panes[page]?.document {
      let isLonger = hadMore?.isEnded == false
      panes[page]?.replace(made.text, follows: isLonger)
      if page == self.page { text(before, gaveWayTo: made.text, isLonger: isLonger) }
      if let value, isLaidOut != layout.shown.isLaidOut { reveal(value) }
    } else {
      panes[page] = TextPane(
        made.text, width: size.width, height: size.height, wraps: page.canWrap && wraps,
        rule: rule, hasCursor: true)
      if made.text.start != TextPosition() { panes[page]?.reveal(made.text.start) }
    }
  }

  /// A search goes on where a longer text differs from the one before it; in another one it starts
  /// anew.
  private mutating func text(
    _ before: TextDocument, gaveWayTo text: TextDocument, isLonger: Bool
  ) {
    guard search != nil else { return }
    // A document that is a body alone may only have been laid out anew.
    let goesOn = isLonger || text.sections.count == 1
    guard goesOn, let body = before.bodySection, body == text.bodySection else {
      return forgetPlaces()
    }
    searchOn(from: before.place(of: TextPosition(section: body + 1)), in: text)
  }

  /// Of many documents those that were there stay as they are.
  private mutating func treeText(_ before: ByteSource, gaveWayTo forest: JSONForest) {
    let text = forest.text
    guard search != nil, page == .json, before.count != text.count else { return }
    guard forest.hasParts, before.count < text.count else { return forgetPlaces() }
    searchOn(from: before.count, in: TextDocument([TextSection(source: text)]))
  }

  private mutating func leave() {
    guard content != nil || search?.match != nil || count != nil else { return }
    content = nil
    panes = [:]
    links = [:]
    extents = [:]
    tree = nil
    layout.forget()
    forgetPlaces()
  }

  /// Another page is made again when it is looked at.
  private mutating func forget(_ page: AnswerPage) {
    panes[page] = nil
    links[page] = nil
  }

  // MARK: Moving

  mutating func move(_ motion: Motion) {
    if isTree { tree?.move(motion) }
    panes[page]?.move(motion)
    follow()
  }

  mutating func fold(_ command: Command) -> Bool { tree?.fold(command) ?? false }

  /// Goes to a path of the document a place is in, or to that place where there is no such path.
  mutating func goTo(path: String, from start: JSONPlace, _ folding: Folding) {
    guard var tree else { return }
    tree.folding = folding
    if path.isEmpty || !tree.go(to: JSONPath(path), in: start.part) {
      tree.settle()
      tree.setCursor(tree.shown(start))
    }
    self.tree = tree
  }

  mutating func scroll(by rows: Int, on page: AnswerPage? = nil) {
    if isTree { tree?.scroll(by: rows) }
    panes[page ?? self.page]?.scroll(by: rows)
    follow()
  }

  mutating func scroll(columns: Int) { panes[page]?.scroll(columns: columns) }

  /// Puts the cursor on a row of the screen.
  mutating func select(row: Int) {
    if isTree { tree?.select(row: row) }
    panes[page]?.select(row: row)
    follow()
  }

  // MARK: Searching

  /// Brings a byte onto the screen.
  mutating func reveal(_ position: TextPosition, length: Int) {
    if isTree, let needle = search?.needle { tree?.reveal(byte: position.offset, needle) }
    panes[page]?.reveal(position, length: length)
    follow()
  }

  /// Nothing is searched any more: what a search moved sideways goes back.
  mutating func leaveSearch() {
    search = nil
    showMatchesOnly(false)
    tree?.leftColumn = 0
    for page in panes.keys { panes[page]?.returnSideways() }
  }

  /// Takes another state of the same search.
  mutating func renewSearch(_ search: TextSearch) { self.search = search }

  mutating func begin(_ count: SearchCount) {
    self.count = count
    searchStamp += 1
    keepMatches()
  }

  /// What is left to do is another work now.
  mutating func orderSearchAnew() { searchStamp += 1 }

  mutating func addToCount(_ piece: SearchScan.Piece) {
    count?.take(piece)
    keepMatches()
  }

  /// Of many documents shows those in which something is found, or all.
  mutating func showMatchesOnly(_ isOnly: Bool) {
    guard showsMatchesOnly != isOnly else { return }
    showsMatchesOnly = isOnly
    tree?.keep(nil)
    keepMatches()
  }

  private mutating func keepMatches() {
    if showsMatchesOnly, let count { tree?.keep(count.places) }
  }

  /// The text is another one: no place in it is known.
  mutating func forgetPlaces() {
    search?.forget()
    count = nil
    searchStamp += 1
    if showsMatchesOnly { tree?.keep([]) }
  }

  /// The text goes on from a byte of it; what was found before that stays.
  private mutating func searchOn(from place: Int, in text: TextDocument) {
    guard let search else { return }
    count?.rewind(to: max(0, place - search.needle.reach), in: text)
    count?.step(search.needle, in: text, budget: search.needle.atOnce)
    searchStamp += 1
    keepMatches()
  }
}

extension AnswerView.TreeState {
  fileprivate init(_ record: ExchangeRecord) {
    reading = record.readingCount
    percent = record.readingState?.fraction.map { Int(saturating: $0 * 100) }
    start = record.readingState?.start?.size
  }
}

extension ExchangeRecord {
  /// The documents whose bytes are those that the raw page shows; nil where there are none.
  fileprivate var colouredForest: JSONForest? {
    // What a plugin has unpacked is not what came.
    guard let response, response.ownStep == nil else { return nil }
    if let reading { return reading.parts ?? (isJSON ? reading.forest : nil) }
    return readingState?.forest
  }
}

extension AnswerView.Content {
  /// Whether there is only more of it, or it is read by now.
  fileprivate func isOfSameAnswer(as other: Self) -> Bool {
    number == other.number && shownAnswer == other.shownAnswer && hasAnswer == other.hasAnswer
  }

  fileprivate init(_ unsent: UnsentRequest) {
    (number, reading, hasAnswer) = (-1 - unsent.target, unsent.stamp, false)
    extent = AnswerView.Extent()
  }

  fileprivate init(_ record: ExchangeRecord) {
    number = record.number
    shownAnswer = record.shownAnswer
    hasAnswer = record.result != nil || record.arrival != nil
    reading = record.readingCount
    extent = AnswerView.Extent(
      bytes: record.response?.body.count ?? 0, isEnded: record.result != nil)
  }
}

extension AnswerSummary {
  /// Something is wrong that neither the status nor the transfer tells.
  fileprivate var failsUnseen: Bool {
    switch kind {
    case .mapping, .business, .invalidSession, .expectation: true
    default: false
    }
  }
}
