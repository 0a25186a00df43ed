import NetEngine

extension App {
  /// Takes another filter; says what is wrong with one that cannot be read, which changes nothing.
  mutating func setFilter(_ text: String) throws(FilterMistake) {
    let filter = try Filter(text)
    main.sent = nil
    if filter.expression == .all {
      // Where nothing was left, one stands again where one stood before.
      if main.list.rows.isEmpty { main.returning = main.beforeFilter }
      main.sieve.clear()
      showSifted()
    } else if !main.sieve.text.utf8.elementsEqual(text.utf8) || !main.sieve.isOn {
      if !main.sieve.isOn, prompt?.row.content != .filter { rememberStanding() }
      main.sieve.start(filter)
    }
  }

  /// Where one stands goes with the filter that is about to hide it.
  mutating func rememberStanding() {
    guard let row = main.list.selectedRow else { return }
    main.beforeFilter = MainScreen.Standing(
      row: row, cursor: main.list.cursor, pinned: main.answer.pinned)
  }

  /// Works out what the filter lets through: at once, or elsewhere when it takes longer.
  mutating func sift() -> [Effect] {
    var effects: [Effect] = []
    if let job = main.sieve.nextJob(house, marked: main.list.marked) {
      if job.isShort, let result = job.run() {
        take(result)
      } else {
        effects = [.sift(job.id)]
      }
    }
    if let standing = main.returning, !main.sieve.isUnsettled {
      main.returning = nil
      stand(at: standing)
    }
    showSent()
    return effects
  }

  /// Goes back to where one stood, if that is still there.
  private mutating func stand(at standing: MainScreen.Standing) {
    main.answer.pinned = standing.pinned
    guard let row = standing.row else { return }
    if main.list.row(standing.cursor.selected) == row, main.list.rows.count == standing.cursor.count
    {
      main.list.cursor = standing.cursor
    } else {
      main.list.select(row)
    }
  }

  /// The work that `Effect.sift` asked for; nil when nobody waits for it any more.
  package func siftJob(_ id: Int) -> SiftJob? { main.sieve.job.flatMap { $0.id == id ? $0 : nil } }

  mutating func take(_ result: SiftResult) {
    let wasAsked = main.sieve.job?.id == result.id
    let asked = main.sieve.job?.records
    if main.sieve.take(result) {
      showSifted(asked: asked)
    } else if wasAsked, let trouble = result.trouble {
      let text = "\(trouble)"
      if prompt?.row.content == .filter {
        prompt?.note = .mistake(offset: 0, text)
      } else {
        house.warn(text)
      }
    }
  }

  /// Follows what was worked out; where it was about a few firings only, nothing else is gone through.
  mutating func showSifted(asked: Set<Int>? = nil) {
    // Its answer is what the filter hides it for, and what it was sent for.
    if let target = main.sent?.target, target == main.list.selectedTarget,
      !main.sieve.passes(target: target)
    {
      return dropFilter()
    }
    let isOther = main.list.show(main.sieve.isOn ? main.sieve.targets : nil)
    if isOther, prompt?.row.content == .filter { standWhileTyping() }
    main.historyRows.update(main.sieve, house.history, asked: asked)
    if isOther || asked == nil { main.tally.recount(main.list, house) }
  }

  /// While a filter is typed the cursor is where one stood, else on the first that matches.
  private mutating func standWhileTyping() {
    if let row = main.beforeFilter?.row, main.list.rows.contains(row) {
      main.list.select(row)
    } else if let first = main.list.rows.firstIndex(where: \.isTarget) {
      main.list.cursor.select(first)
    }
  }

  /// What a key in the filter's prompt led to, in a line under it.
  mutating func filterChanged(_ text: String, before: String) -> Prompt.Note {
    do throws(FilterMistake) {
      try setFilter(text)
      main.answer.pinned = nil
      guard let filter = try? Filter(text), filter.expression != .all else {
        return .hint(
          "words match URL, name, group; ~c 4xx  ~kind expired  ~time >200ms  ~q …")
      }
      return .words(filter.words)
    } catch {
      try? setFilter(whole(upTo: error.offset, of: text) ?? before)
      return .mistake(offset: error.offset, error.message)
    }
  }

  /// What counts while a text is no filter: the words before the one that is wrong; nil for none.
  private func whole(upTo offset: Int, of text: String) -> String? {
    var words = text.utf8.prefix(offset)
    while let space = words.lastIndex(of: 0x20) {
      words = words[..<space]
      let start = String(decoding: words, as: UTF8.self)
      if let filter = try? Filter(start), filter.expression != .all { return start }
    }
    return nil
  }
}
