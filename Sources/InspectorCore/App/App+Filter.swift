import NetEngine

extension App {
  /// Takes another filter; says what is wrong with one that cannot be read, which changes nothing.
  mutating func setFilter(_ text: String) throws(FilterMistake) {
    let filter = try Filter(text)
    if filter.expression == .all {
      sieve.clear()
      showSifted()
    } else if !sieve.text.utf8.elementsEqual(text.utf8) || !sieve.isOn {
      sieve.start(filter)
    }
  }

  /// Works out what the filter lets through: at once, or elsewhere when it takes longer.
  mutating func sift() -> [Effect] {
    guard let job = sieve.nextJob(self) else { return [] }
    guard job.isShort, let result = job.run() else { return [.sift(job.id)] }
    take(result)
    return []
  }

  /// The work that `Effect.sift` asked for; nil when nobody waits for it any more.
  package func siftJob(_ id: Int) -> SiftJob? {
    sieve.job.flatMap { $0.id == id ? $0 : nil }
  }

  mutating func take(_ result: SiftResult) {
    let wasAsked = sieve.job?.id == result.id
    if sieve.take(result) {
      showSifted()
    } else if wasAsked, result.trouble != nil {
      let text = "this pattern needs too much time; one without nested repetitions does not"
      if case .filter = prompt?.kind {
        prompt?.note = .mistake(offset: 0, text)
      } else {
        notice = Notice(text: text, role: .warning)
      }
    }
  }

  private mutating func showSifted() {
    list.show(sieve.isOn ? sieve.targets : nil)
    historyRows.update(sieve, history)
    tally.recount(list, history)
  }

  /// What a key in the filter's prompt led to, in a line under it.
  mutating func filterChanged(_ text: String) -> Prompt.Note {
    do throws(FilterMistake) {
      try setFilter(text)
      answer.pinned = nil
      guard let filter = try? Filter(text), filter.expression != .all else {
        return .hint(
          "words are looked for in URL, name, group; ~c 4xx  ~kind biz  ~time >200ms  ~q …")
      }
      return .words(filter.words)
    } catch {
      return .mistake(offset: error.offset, error.message)
    }
  }
}
