import NetEngine

/// Searching what is shown: what is near at once, the rest by a job beside the loop.
extension AnswerView {
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

  /// What is searched and how often it is there: `/name  3 of 120+`.
  var searchWords: (needle: String, count: String)? {
    guard let search else { return nil }
    let needle = String(decoding: search.needle.bytes, as: UTF8.self)
    guard let count, let (text, _) = searched else { return (needle, "") }
    return (needle, count.words(at: search.match, in: text))
  }

  // MARK: The next place

  /// What became of a search for the next place.
  enum Hunt: Hashable {
    case found, missing
    /// The expression costs too much.
    case stopped(Pattern.Trouble)
    /// It is further away: a job beside the loop finds it.
    case far
  }

  mutating func hunt(forward: Bool) -> Hunt {
    settleNeedle()
    guard let (text, place) = searched, var search else { return .missing }
    search.start(forward: forward, from: place, in: text)
    renewSearch(search)
    settleCount()
    let known = lookUp()
    guard known == .far else { return known }
    search.step(in: text, budget: search.needle.atOnce)
    renewSearch(search)
    if let end = settleHunt() { return end }
    if !isAhead(search, in: text) { orderSearchAnew() }
    return .far
  }

  /// Whether the count comes by the place that is looked for soon enough.
  private func isAhead(_ search: TextSearch, in text: TextDocument) -> Bool {
    guard let count, !count.isWhole, let origin = search.origin else { return false }
    return origin.isForward && text.place(of: origin.place) <= count.scan.place + TextSearch.slice
  }

  /// Asks the count, which may have come to the place that is looked for.
  private mutating func lookUp() -> Hunt {
    guard let (text, _) = searched, var search, let origin = search.origin else { return .far }
    let place = text.place(of: origin.place)
    switch count?.neighbour(of: place, forward: origin.isForward) {
    case .place(let place, let hasWrapped):
      search.land(on: text.position(of: place), hasWrapped: hasWrapped)
    case .missing: search.end()
    case .unknown, nil: return .far
    }
    renewSearch(search)
    return settleHunt() ?? .far
  }

  /// Shows where a search has ended; nil while it goes on.
  private mutating func settleHunt() -> Hunt? {
    guard let search, !search.isSearching else { return nil }
    if let trouble = search.trouble { return .stopped(trouble) }
    guard search.hasFound, let match = search.match else { return .missing }
    reveal(match, length: length(of: match, search.needle))
    return .found
  }

  /// How many bytes a match has.
  private func length(of match: TextPosition, _ needle: Needle) -> Int {
    guard let expression = needle.expression else { return needle.bytes.count }
    guard let (text, _) = searched, text.sections.indices.contains(match.section) else { return 1 }
    return text.sections[match.section].source.withBuffer { bytes in
      let end = min(bytes.count, match.offset + 1_024)
      guard match.offset < end else { return 1 }
      return (try? ByteSearch.range(of: expression, in: bytes, match.offset..<end))?.count ?? 1
    }
  }

  /// The tree shows strings with their escapes undone: there a word is searched for as it shows.
  private mutating func settleNeedle() {
    guard let needle = search?.needle.undoing(escapes: isTree), needle != search?.needle else {
      return
    }
    search = TextSearch(needle)
  }

  // MARK: Counting

  /// Starts to count where that is new; the first part is looked through at once.
  mutating func settleCount() {
    settleNeedle()
    guard let search, count == nil, let (text, _) = searched else { return }
    var count = SearchCount()
    count.step(search.needle, in: text, budget: search.needle.atOnce)
    begin(count)
  }

  /// What is left to do; nil when all is known.
  func searchJob(_ id: Int) -> SearchJob? {
    guard let search, let count, hasContent, let (text, _) = searched else { return nil }
    guard search.isSearching || !count.isWhole else { return nil }
    let hunt = search.isSearching && !isAhead(search, in: text) ? search : nil
    return SearchJob(id: id, needle: search.needle, text: text, hunt: hunt, scan: count.scan)
  }

  /// Takes what a job found; what became of the search for the next place, if that is new.
  mutating func take(_ news: SearchFinding.News) -> Hunt? {
    guard search != nil else { return nil }
    switch news {
    case .hunted(let search):
      renewSearch(search)
      return settleHunt() ?? .missing
    case .counted(let piece):
      addToCount(piece)
      guard search?.isSearching == true else { return nil }
      let known = lookUp()
      return known == .far ? nil : known
    case .done: return nil
    }
  }
}
