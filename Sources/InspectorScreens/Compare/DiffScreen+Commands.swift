import NetEngine
import NetRecordings

extension DiffScreen: ScreenContent {
  var name: String { "diff" }
  var scopes: [Scope] { [.diff, .everywhere, .always] }

  mutating func perform(_ action: Keymap.Action, _ house: inout House) -> Turn {
    if let motion = action.command.motion {
      pane?.move(motion)
      return .done()
    }
    switch action.command {
    case .nextChange: step(forward: true, &house)
    case .previousChange: step(forward: false, &house)
    case .olderAnswer: return .done(compareWithOther(by: -1, &house))
    case .newerAnswer: return .done(compareWithOther(by: 1, &house))
    case .toggleWrap: wraps.toggle()
    case .scrollLeft: pane?.scroll(columns: -8)
    case .scrollRight: pane?.scroll(columns: 8)
    default: return .pass
    }
    return .done()
  }

  func isUseful(_ command: Command, _ house: House) -> Bool? {
    switch command {
    case .nextChange, .previousChange: changeCount > 1
    case .olderAnswer, .newerAnswer: isOfHistory
    case .update: replayedRow != nil && change?.isChange == true
    case .forgive: replayedRow != nil && currentDifference != nil
    case .toggleWrap: true
    default: nil
    }
  }

  private mutating func step(forward: Bool, _ house: inout House) {
    guard let cursor = pane?.cursor,
      let stop = forward ? stops.first(where: { $0 > cursor }) : stops.last(where: { $0 < cursor })
    else {
      house.notify(forward ? "this is the last difference" : "this is the first difference")
      return
    }
    pane?.reveal(stop)
  }

  /// Compares the newer one with an older or a newer answer than it is compared with now.
  private mutating func compareWithOther(by step: Int, _ house: inout House) -> [Effect] {
    guard case .answers(let from, let to) = subject, let record = house.history[to] else {
      return []
    }
    let others = house.comparable(with: record).filter { house.isOlder($0, than: to) }
    guard let place = others.firstIndex(of: from), others.indices.contains(place + step) else {
      if step < 0, others.first == from, house.recording != nil {
        return house.lookBack(of: record.target, beside: to)
      }
      return house.notify(
        step < 0 ? "there is no older response" : "there is no response between these two")
    }
    guard let other = house.comparison(of: others[place + step], with: to) else { return [] }
    let wraps = wraps
    self = other.0
    self.wraps = wraps
    return other.1
  }
}

/// Comparing answers of the history.
extension House {
  /// Answers up to this size together are compared at once, larger ones apart from the screen.
  static let compareAtOnce = 512 << 10

  /// The other answers of the shown one's request that are still held, oldest first.
  func comparable(with record: FiredExchange) -> [Int] {
    history.numbers(of: record.target).filter {
      $0 != record.number && history[$0]?.isComparable == true
    }.sorted { isOlder($0, than: $1) }
  }

  func isOlder(_ number: Int, than other: Int) -> Bool {
    guard let left = history[number], let right = history[other] else { return number < other }
    return left.record.isOlder(than: right.record)
  }

  /// The number of the answer one is compared with unless somebody says otherwise: the one before it.
  func comparison(for record: FiredExchange) -> Int? {
    let others = comparable(with: record)
    return others.last { isOlder($0, than: record.number) } ?? others.first
  }

  /// Puts two answers beside each other, the older one first; what takes its time is ordered.
  func comparison(of one: Int, with other: Int) -> (DiffScreen, [Effect])? {
    let (first, second) = isOlder(other, than: one) ? (other, one) : (one, other)
    guard let from = history[first], let to = history[second],
      let order = CompareOrder(from: from, to: to, in: self)
    else { return nil }
    let (before, after) = (asked(from), asked(to))
    let screen = DiffScreen(
      order.subject, title: before == after ? after : "\(before) → \(after)", from: side(from),
      to: side(to))
    return compare(order, on: screen)
  }

  /// Shows what differs; orders it where it takes its time.
  func compare(_ order: CompareOrder, on screen: DiffScreen) -> (DiffScreen, [Effect]) {
    guard order.cost <= House.compareAtOnce else { return (screen, [.compare(order)]) }
    var screen = screen
    screen.show(order.run(), rule: rule)
    return (screen, [])
  }

  private func side(_ record: FiredExchange) -> DiffScreen.Side {
    // By its time of day it is found in the history.
    var facts = [record.moment ?? record.clock]
    if let status = record.summary?.status { facts.append("\(status)") }
    if let summary = record.summary { facts.append(summary.word) }
    return DiffScreen.Side(
      name: "", facts: facts.joined(separator: " "),
      source: record.source.isSession ? "recorded in \(record.source.name)" : record.source.name,
      failure: record.result?.failedTransfer?.message)
  }
}
