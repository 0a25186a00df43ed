import NetEngine

/// Searching the page that is shown: the next place at once, the count while keys go on.
extension App {
  /// What is typed lights up; an expression that cannot be read says where.
  mutating func lookFor(_ bytes: [UInt8], before: TextSearch?) {
    guard !bytes.isEmpty else {
      answer.search = before
      prompt?.note = nil
      return
    }
    do throws(Pattern.Mistake) {
      answer.search = TextSearch(try Needle(typed: bytes))
      prompt?.note = nil
    } catch {
      prompt?.note = .mistake(offset: error.offset + 2, error.words)
    }
  }

  mutating func search(forward: Bool) -> [Effect] {
    guard answer.search != nil else {
      notice = Notice(text: "nothing was searched for yet: / does")
      return []
    }
    answer.startSearch(forward: forward)
    return continueSearch()
  }

  /// Looks through the next slice; a long answer takes several, with keys in between.
  mutating func continueSearch() -> [Effect] {
    guard let search = answer.search, search.isSearching else {
      answer.countOn()
      return []
    }
    switch answer.stepSearch() {
    case .found:
      answer.settleCount()
      notice = foundNotice
    case .missing:
      let text = String(decoding: search.needle.bytes, as: UTF8.self)
      notice = Notice(text: "'\(text)' is not in this tab", role: .warning)
    case .searching:
      notice = Notice(text: "searching…")
    }
    return []
  }

  /// Which match it is, where no border has room to say it, and that the search started over.
  private var foundNotice: Notice? {
    let wrapped = answer.search?.hasWrapped == true ? "the search went on from the other end" : ""
    guard layout.form != .wide, let words = answer.searchWords else {
      return wrapped.isEmpty ? nil : Notice(text: wrapped)
    }
    let place = "/\(words.needle)  \(words.count)"
    return Notice(text: wrapped.isEmpty ? place : "\(place); \(wrapped)")
  }

  /// One order for more work is enough, whatever asks for it.
  mutating func orderWork() -> [Effect] {
    guard !isWorkOrdered, answer.search?.isSearching == true || answer.isCounting else {
      return []
    }
    isWorkOrdered = true
    return [.workMore]
  }
}
