import NetEngine

/// Searching the page that is shown: what is near at once, the rest beside the loop.
extension App {
  /// What is typed lights up; an expression that cannot be read says where.
  mutating func lookFor(_ bytes: [UInt8], before: TextSearch?) -> Prompt.Note? {
    guard !bytes.isEmpty else {
      answer.search = before
      return nil
    }
    do throws(Pattern.Mistake) {
      answer.search = TextSearch(try Needle(typed: bytes))
      return nil
    } catch {
      return .mistake(offset: error.offset + 2, error.words)
    }
  }

  mutating func search(forward: Bool) -> [Effect] {
    guard answer.search != nil else { return house.notify("nothing was searched for yet: / does") }
    tell(answer.hunt(forward: forward))
    return []
  }

  /// Takes what a search beside the loop found; what an older one found is left alone.
  mutating func take(_ finding: SearchFinding) {
    guard finding.id == searching?.job.id else { return }
    if finding.isLast { searching = nil }
    if let hunt = answer.take(finding.news) { tell(hunt) }
  }

  private mutating func tell(_ hunt: AnswerView.Hunt) {
    switch hunt {
    case .found where answer.isTree && answer.tree?.isMatchBeyond == true:
      house.notify("it stands further to the right than a row goes: t shows all of it")
    case .found: house.notice = foundNotice
    case .far: house.notify("searching…")
    case .stopped(let trouble): house.warn("the search was stopped: \(trouble)")
    case .missing:
      let text = String(decoding: answer.search?.needle.bytes ?? [], as: UTF8.self)
      house.warn("'\(text)' is not in this tab")
    }
  }

  /// Which match it is, where no border has room to say it, and that the search started over.
  private var foundNotice: Notice? {
    let wrapped = answer.search?.hasWrapped == true ? "the search went on from the other end" : ""
    guard MainLayout.Form(of: house.size) != .wide, let words = answer.searchWords else {
      return wrapped.isEmpty ? nil : Notice(text: wrapped)
    }
    let place = "/\(words.needle)  \(words.count)"
    return Notice(text: wrapped.isEmpty ? place : "\(place); \(wrapped)")
  }

  /// Orders what is left to look through, once; another text or another search ends it.
  mutating func orderSearch() -> [Effect] {
    if let searching, searching.stamp == answer.searchStamp { return [] }
    let isRunning = searching != nil
    searching = answer.searchJob(lastJob + 1).map { (job: $0, stamp: answer.searchStamp) }
    guard let searching else { return isRunning ? [.search(nil)] : [] }
    lastJob = searching.job.id
    return [.search(lastJob)]
  }

  /// The work that `Effect.search` asked for; nil when nobody waits for it any more.
  package func searchJob(_ id: Int?) -> SearchJob? {
    searching.flatMap { $0.job.id == id ? $0.job : nil }
  }
}
