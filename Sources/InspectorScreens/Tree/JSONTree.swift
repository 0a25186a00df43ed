import NetEngine

/// A window over JSON as a tree: where it stands, what is folded, and moving about.
///
/// Its place is a value and not a row number, so nothing is counted or listed first: a frame and a
/// key cost the same in a document of any size.
struct JSONTree: Sendable {
  var forest: JSONForest
  var folding: Folding
  private(set) var size: Size
  private(set) var top = JSONPlace()
  private(set) var cursor = JSONPlace()
  /// The rows on screen, laid out once after each change so that drawing does not.
  var visibleRows: [Row] = []
  /// The way to the cursor's value.
  private(set) var path = ""
  /// Columns a search has gone to the right; keys that move go back.
  var leftColumn = 0
  /// The search stands at a match that is further to the right than a row goes.
  var isMatchBeyond = false
  /// Members with a key that comes again, by container; looked for where they show.
  var duplicates: [JSONPlace: Set<JSONNode>] = [:]
  /// Of many documents those that are shown, in order; nil for all.
  var kept: KeptParts?
  /// How wide what stands before the documents was so far: it never moves back.
  private(set) var columns = PartLabel.Columns()

  struct Row: Sendable {
    var place: JSONPlace
    var document: JSONDocument
    /// nil for a note.
    var value: JSONRow?
    var note: JSONNote?
    var isOpen: Bool
    var isDuplicate = false
    /// What the server says of the event it is of; of its first row alone.
    var event: ServerEventList.Element?
  }

  init(_ forest: JSONForest, size: Size) {
    self.forest = forest
    self.size = size
    // Of lines one wants the list first, of a document its values.
    folding = Folding(depth: forest.hasParts ? 0 : Folding.all)
    goToStart()
  }

  /// Takes the document again, read further or read anew; places and folds stay.
  ///
  /// Who stands on the last of many documents goes on with what comes behind it.
  mutating func replace(_ forest: JSONForest) {
    let follows = forest.hasParts && forest.count > self.forest.count && isAtEnd
    self.forest = forest
    duplicates = [:]
    if forest.count <= top.part { top = JSONPlace() }
    if cursor.node == nil { setCursor(last) }
    settle()
    if follows { setCursor(last) }
  }

  /// Whether the cursor stands on the last row, and not only because there is but one.
  private var isAtEnd: Bool {
    mutating get { cursor != JSONPlace(part: 0, node: root(0)) && cursor == last }
  }

  mutating func shape(_ size: Size) {
    guard size != self.size else { return }
    self.size = size
    settle()
    keepCursorInSight()
  }

  // MARK: Rows

  /// The rows from a place on, at most so many.
  mutating func rows(from place: JSONPlace, count: Int) -> [Row] {
    var rows: [Row] = []
    var part = nextPart(place.part)
    var isNote = place.node == nil && part == place.part
    var start = part == place.part ? place.node : nil
    while rows.count < count, part < forest.count {
      let document = forest.document(part)
      if !isNote, let node = start ?? document.root {
        let folding = folding
        let found = document.rows(from: node, count: count - rows.count) {
          folding.isOpen($0, in: part)
        }
        rows += found.map { row($0, document, part) }
      }
      if rows.count < count, let note = forest.note(part) { rows.append(row(note, document, part)) }
      (part, start, isNote) = (nextPart(part + 1), nil, false)
    }
    return rows
  }

  /// The rows before a place, in order; at most so many.
  mutating func rows(before place: JSONPlace, count: Int) -> [Row] {
    var rows: [Row] = []
    var part = previousPart(min(place.part, forest.count))
    var before = part == place.part ? place.node : nil
    var hasNote = part != place.part
    while rows.count < count, part >= 0 {
      if part < forest.count {
        let document = forest.document(part)
        if hasNote, let note = forest.note(part) { rows.insert(row(note, document, part), at: 0) }
        let folding = folding
        let found = document.rows(before: before, count: count - rows.count) {
          folding.isOpen($0, in: part)
        }
        rows = found.map { row($0, document, part) } + rows
      }
      (part, before, hasNote) = (previousPart(part - 1), nil, true)
    }
    return rows
  }

  mutating func root(_ part: Int) -> JSONNode? {
    part < forest.count ? forest.document(part).root : nil
  }

  private mutating func row(_ value: JSONRow, _ document: JSONDocument, _ part: Int) -> Row {
    Row(
      place: JSONPlace(part: part, node: value.node), document: document, value: value,
      isOpen: folding.isOpen(value, in: part),
      event: value.depth == 0 ? forest.event(part) : nil)
  }

  private func row(_ note: JSONNote, _ document: JSONDocument, _ part: Int) -> Row {
    Row(
      place: JSONPlace(part: part, node: nil), document: document, value: nil, note: note,
      isOpen: false)
  }

  private var last: JSONPlace {
    mutating get {
      rows(before: JSONPlace(part: forest.count, node: nil), count: 1).last?.place ?? JSONPlace()
    }
  }

  // MARK: Moving

  mutating func move(_ motion: Motion) {
    leftColumn = 0
    let rows = motion.rows(height: size.height) ?? 0
    switch motion {
    case .start: goToStart()
    case .end: setCursor(last)
    case .down, .up: moveCursor(by: rows)
    case .halfPageDown, .halfPageUp, .pageDown, .pageUp: turnPage(by: rows)
    }
  }

  private mutating func goToStart() {
    let part = nextPart(0)
    let first =
      part < forest.count
      ? JSONPlace(part: part, node: forest.document(part).root) : JSONPlace()
    top = first
    setCursor(first)
  }

  mutating func moveCursor(by count: Int) {
    if count > 0 {
      setCursor(rows(from: cursor, count: count + 1).last?.place ?? cursor)
    } else {
      setCursor(rows(before: cursor, count: -count).first?.place ?? cursor)
    }
  }

  /// Moves window and cursor together, so that the cursor keeps its row of the screen.
  private mutating func turnPage(by count: Int) {
    let before = top
    let row = visibleRows.firstIndex { $0.place == cursor } ?? 0
    scroll(by: count)
    if top == before {
      setCursor((count > 0 ? visibleRows.last : visibleRows.first)?.place ?? cursor)
    } else if visibleRows.indices.contains(row) {
      setCursor(visibleRows[row].place)
    }
  }

  /// Moves the window; a cursor that would be lost comes along.
  mutating func scroll(by count: Int) {
    if count < 0 {
      top = rows(before: top, count: -count).first?.place ?? top
    } else {
      top = rows(from: top, count: count + 1).last?.place ?? top
    }
    layOut()
    keepCursorInSight()
  }

  private mutating func keepCursorInSight() {
    guard let first = visibleRows.first, let last = visibleRows.last else { return }
    if cursor < first.place { setCursor(first.place) }
    if cursor > last.place { setCursor(last.place) }
  }

  /// Puts the cursor on a row of the screen.
  mutating func select(row: Int) {
    if visibleRows.indices.contains(row) { setCursor(visibleRows[row].place) }
  }

  /// Puts the cursor on a row; the window follows where it must.
  mutating func setCursor(_ place: JSONPlace) {
    cursor = place
    layOut()
    if !visibleRows.contains(where: { $0.place == place }) {
      let isAbove = place < top
      let room = isAbove ? 0 : max(0, size.height - 1)
      top = rows(before: place, count: room).first?.place ?? place
      layOut()
    }
    path = pathOfCursor
  }

  private var pathOfCursor: String {
    mutating get {
      guard let node = cursor.node, cursor.part < forest.count else { return "" }
      let path = "\(forest.document(cursor.part).path(to: node))"
      guard let name = forest.name(of: cursor.part) else { return path }
      return path.isEmpty ? name : "\(name): \(path)"
    }
  }

  /// Lays the rows on screen out; the last row of the tree never leaves the bottom.
  private mutating func layOut() {
    visibleRows = rows(from: top, count: size.height)
    if visibleRows.count < size.height {
      let missing = size.height - visibleRows.count
      if let first = rows(before: top, count: missing).first {
        top = first.place
        visibleRows = rows(from: top, count: size.height)
      }
    }
    columns.widen(for: visibleRows, forest)
    markDuplicates()
  }

  /// After a change of folds or of the document: what is hidden now gives way to what hides it.
  mutating func settle() {
    top = shown(top)
    setCursor(shown(cursor))
  }

  mutating func shown(_ place: JSONPlace) -> JSONPlace {
    guard place.part < forest.count else { return JSONPlace(part: 0, node: root(0)) }
    let part = shownPart(nearest: place.part)
    guard part == place.part else { return JSONPlace(part: part, node: root(part)) }
    let document = forest.document(place.part)
    guard let node = place.node else {
      return forest.note(part) == nil ? JSONPlace(part: place.part, node: document.root) : place
    }
    let folding = folding
    let row = document.row(showing: node) { folding.isOpen($0, in: place.part) }
    return JSONPlace(part: place.part, node: row?.node ?? document.root)
  }
}

extension JSONTree.Row {
  var isContainer: Bool {
    guard let node = value?.node else { return false }
    let kind = document.kind(of: node)
    return (kind == .object || kind == .array) && document.firstChild(of: node) != nil
  }
}
