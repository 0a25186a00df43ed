import NetEngine

/// By what the requests under each heading are ordered.
package enum TargetOrder: String, CaseIterable, Sendable, Hashable {
  /// As they are listed.
  case listed
  case name
  /// What went wrong first, then by status.
  case kind
  /// The slowest first.
  case time
  /// The largest first.
  case size

  var words: String { self == .listed ? "as listed" : "by \(rawValue)" }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The case behind this one, the first behind the last.
  var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

extension App {
  /// Longer lists are ordered when that is asked for, not with each answer.
  private static let liveLimit = 5_000

  mutating func order(by order: TargetOrder) {
    main.targetOrder = order
    arrange()
    house.notify("requests \(order.words)")
  }

  /// Orders the list of answers; the one that is shown stays shown.
  mutating func orderHistory(by order: HistoryOrder) {
    main.historyRows.order(by: order, main.sieve, house.history)
    house.notify("responses \(order.words)")
  }

  /// An answer came: its row may belong elsewhere now.
  mutating func rearrange() {
    guard main.targetOrder != .listed, main.list.order.count <= App.liveLimit else { return }
    arrange()
  }

  mutating func arrange() {
    guard main.targetOrder != .listed else { return main.list.arrange(nil) }
    let keys = main.list.order.map { (target: $0, key: sortKey(of: $0)) }
    // What is equal stays as it is listed; what has no answer comes last.
    let sorted = keys.enumerated().sorted { left, right in
      left.element.key == right.element.key
        ? left.offset < right.offset : left.element.key < right.element.key
    }
    main.list.arrange(sorted.map(\.element.target))
  }

  private func sortKey(of target: Int) -> SortKey {
    if main.targetOrder == .name { return .text(Array(house.items[target].name.utf8)) }
    guard case .finished(let summary) = house.state(of: target) else { return .last }
    switch main.targetOrder {
    case .kind: return .number((summary.kind == .ok ? 10_000 : 0) + (summary.status ?? 0))
    case .time: return summary.time.map { .number(-$0) } ?? .last
    case .size: return summary.byteCount.map { .number(-$0) } ?? .last
    case .listed, .name: return .last
    }
  }

  private enum SortKey: Comparable {
    case number(Int)
    case text([UInt8])
    case last

    static func < (left: SortKey, right: SortKey) -> Bool {
      switch (left, right) {
      case (.number(let left), .number(let right)): left < right
      case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
      case (.last, _): false
      case (_, .last): true
      default: false
      }
    }
  }
}
