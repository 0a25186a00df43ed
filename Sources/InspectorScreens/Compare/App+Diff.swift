import NetEngine
import NetRecordings

/// Comparing answers: which two, and what differs.
extension App {
  mutating func openDiff() -> [Effect] {
    if let pair = markedPair { return openDiff(pair.first, pair.second) }
    guard let record = shownRecord, record.result != nil else {
      return house.notify(noResponseToCompare(shownRecord))
    }
    guard record.isComparable else {
      let what = record.summary?.kind == .setup ? "it was never sent" : "it has no response"
      return house.warn("\(what): there is nothing to compare")
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
    guard let other = house.comparison(for: record) else {
      return house.lookBack(of: record.target, beside: record.number)
    }
    return openDiff(other, record.number)
  }

  private func noResponseToCompare(_ record: FiredExchange?) -> String {
    if record?.isRunning == true || main.list.selectedTarget.map(house.isInFlight) == true {
      return "it is still under way: D compares once its response is here"
    }
    return record == nil
      ? "there is no response to compare: send the request first"
      : "this response is no longer held: r sends the request again"
  }

  /// The newest answers of two requests that are marked; nil unless two are.
  private var markedPair: (first: Int, second: Int)? {
    guard !shown.isRecorded, main.list.marked.count == 2 else { return nil }
    let numbers = main.list.marked.compactMap { house.history.newest(of: $0) }
      .filter(\.isComparable).map(\.number)
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  /// Shows two answers on the screen that compares, the older one first.
  mutating func openDiff(_ first: Int, _ second: Int) -> [Effect] {
    guard let (screen, effects) = house.comparison(of: first, with: second) else { return [] }
    above.append(screen)
    return effects
  }

  /// The answer to a comparison that was ordered; one that nobody looks at any more is dropped.
  mutating func show(_ change: Change, of subject: CompareSubject) {
    let rule = house.rule
    for place in above.indices where above[DiffScreen.self, at: place]?.subject == subject {
      above[DiffScreen.self, at: place]?.show(change, rule: rule)
    }
  }
}
