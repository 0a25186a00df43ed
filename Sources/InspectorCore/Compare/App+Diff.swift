import NetEngine

/// Comparing answers: which two, and what differs.
extension App {
  /// Answers up to this size together are compared at once, larger ones apart from the screen.
  static let compareAtOnce = 512 << 10

  mutating func compare(_ command: Command) -> [Effect] {
    switch command {
    case .diff: return screen == .session ? openSessionDiff() : openDiff()
    case .nextChange, .previousChange: stepChange(forward: command == .nextChange)
    case .olderAnswer: return compareWithOther(by: -1)
    case .newerAnswer: return compareWithOther(by: 1)
    default: break
    }
    return []
  }

  /// The other answers of the shown one's request that are still held, oldest first.
  func comparable(with record: ExchangeRecord) -> [Int] {
    house.history.numbers(of: record.target).filter {
      $0 != record.number && house.history[$0]?.result != nil
    }
  }

  private mutating func openDiff() -> [Effect] {
    guard let record = shownRecord, record.result != nil else {
      house.notice = Notice(text: "there is no answer to compare: fire the request first")
      return []
    }
    switch lookUpRecording(of: record) {
    case .none: break
    case .found(let base):
      return openDiff(house.replays.pairs[record.number] ?? base, record.number)
    case .ordered(let effects): return effects
    }
    if let base = house.replays.pairs[record.number], house.history[base]?.result != nil {
      return openDiff(base, record.number)
    }
    let others = comparable(with: record)
    guard let other = others.last(where: { $0 < record.number }) ?? others.first else {
      house.notice = Notice(text: "there is no other answer of this request: r fires it again")
      return []
    }
    return openDiff(min(other, record.number), max(other, record.number))
  }

  /// Shows two answers on the screen that compares.
  mutating func openDiff(_ first: Int, _ second: Int) -> [Effect] {
    screens.append(.diff)
    return compare(first, second)
  }

  /// Puts two answers beside each other.
  private mutating func compare(_ first: Int, _ second: Int) -> [Effect] {
    guard let from = house.history[first], let to = house.history[second],
      let order = CompareOrder(from: from, to: to, pipeline: pipeline(of: to))
    else { return [] }
    let (before, after) = (asked(from), asked(to))
    var view = DiffView(
      .answers(from: first, to: second), title: before == after ? after : "\(before) → \(after)",
      from: side(from), to: side(to))
    view.wraps = diff?.wraps ?? true
    diff = view
    guard order.cost > App.compareAtOnce else {
      diff?.show(order.run(), rule: house.rule)
      return []
    }
    return [.compare(order)]
  }

  private func side(_ record: ExchangeRecord) -> DiffView.Side {
    // By its time of day it is found in the history.
    var facts = [record.clock]
    if let status = record.summary?.status { facts.append("\(status)") }
    if let summary = record.summary { facts.append(summary.kind.words) }
    let name =
      record.source == .network ? "" : "recorded in \(record.source.name), asked"
    return DiffView.Side(name: name, facts: facts.joined(separator: " "))
  }

  /// The answer to a comparison that was ordered; one that nobody looks at any more is dropped.
  mutating func take(_ change: Change, from: Int, to: Int) {
    guard diff?.subject == .answers(from: from, to: to) else { return }
    diff?.show(change, rule: house.rule)
  }

  private mutating func stepChange(forward: Bool) {
    if screen == .session { return stepSessionChange(forward: forward) }
    guard diff?.step(forward: forward) != true else { return }
    house.notice = Notice(
      text: forward ? "this is the last difference" : "this is the first difference")
  }

  /// Compares the newer one with an older or a newer answer than it is compared with now.
  private mutating func compareWithOther(by step: Int) -> [Effect] {
    guard case .answers(let from, let to) = diff?.subject, let record = house.history[to] else {
      return []
    }
    let others = comparable(with: record).filter { $0 < to }
    guard let place = others.firstIndex(of: from), others.indices.contains(place + step) else {
      house.notice = Notice(
        text: step < 0 ? "there is no older answer" : "there is no answer between these two")
      return []
    }
    return compare(others[place + step], to)
  }

  mutating func settleDiff() {
    guard screens.contains(.diff) else {
      diff = nil
      return
    }
    let region = diffRegion
    diff?.shape(region)
  }

  var diffRegion: Region {
    Region(
      column: 1, row: 2, width: max(1, house.size.width - 2), height: max(1, house.size.height - 3))
  }
}
